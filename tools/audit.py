"""Audit the first screen with Lighthouse: `python tools/audit.py`; prints the scores, and what costs points.

Lighthouse is large and needed for nothing else, so it is not among the page's packages: npx fetches it when it is used.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from shots import BROWSERS, ready_page, running

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

from tools.build_page import with_node  # noqa: E402

LIGHTHOUSE = "lighthouse@12.8.2"
CATEGORIES = ("performance", "accessibility", "best-practices")
TRIES = 3
"""Lighthouse often misses the beginning of its own trace (NO_NAVSTART) and asks to be run again."""

WANTED = {"performance": 95, "accessibility": 95}


def main() -> int:
    """Run it on a server of our own; 1 if a score is lower than wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--page", type=Path, help="a page that is built already")
    parser.add_argument("--lighthouse", default="", help="a Lighthouse that is installed already")
    wanted = parser.parse_args()
    environment = with_node()
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if environment is None or browser is None:
        sys.exit("holi: the audit needs Node.js with npm, and Chromium")
    program = [wanted.lighthouse] if wanted.lighthouse else ["npx", "--yes", LIGHTHOUSE]
    with running(ready_page(wanted.page)) as server, tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        options = ["--quiet", "--output=json", f"--output-path={report}", f"--only-categories={','.join(CATEGORIES)}"]
        flags = "--chrome-flags=--headless=new --no-sandbox --disable-gpu"
        for _ in range(TRIES):
            done = subprocess.run(
                [*program, server.address, *options, flags],
                env={**environment, "CHROME_PATH": browser},
                cwd=folder,
                check=False,
            )
            if done.returncode == 0:
                return tell(json.loads(report.read_text(encoding="utf-8")))
        sys.exit("holi: Lighthouse failed; see above")


def tell(report: dict[str, dict[str, dict[str, object]]]) -> int:
    """Print scores and faults; 1 if a score is too low."""
    status = 0
    for name in CATEGORIES:
        category = report["categories"][name]
        score = round(100 * float(str(category["score"])))
        status |= score < WANTED.get(name, 0)
        print(f"{name:16}{score:4}")
        for part in category["auditRefs"]:  # type: ignore[attr-defined]
            audit = report["audits"][part["id"]]
            if audit["score"] is not None and float(str(audit["score"])) < 1:
                print(f"    {audit['title']}: {audit.get('displayValue', audit['score'])}")
    return status


if __name__ == "__main__":
    sys.exit(main())
