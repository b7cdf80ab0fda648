"""Ask whether versions in the lock files have known vulnerabilities: pip-audit for Python, `npm audit` for the page.

Exit status 0 if all were asked about and none is known, 1 if there are some, 2 if something could not be asked about.
pip-audit calls packages that its database has not answered for "skipped" and is content; here they are not known.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]


class Findings(NamedTuple):
    """`unknown` says why some packages could not be asked about; empty if all could be."""

    vulnerable: list[str]
    unknown: str


def of_python(text: str) -> Findings:
    """What pip-audit has found, from its JSON."""
    try:
        packages: list[dict[str, Any]] = json.loads(text)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return Findings([], "pip-audit gave no answer")
    vulnerable = [
        f"{each['name']} {each['version']}: {', '.join(found['id'] for found in each['vulns'])}"
        for each in packages
        if each.get("vulns")
    ]
    skipped = sum("skip_reason" in each for each in packages)
    return Findings(
        vulnerable, f"{skipped} of {len(packages)} packages are not known to its database" if skipped else ""
    )


def of_page(text: str) -> Findings:
    """What `npm audit` has found, from its JSON."""
    try:
        answer = json.loads(text)
        found: dict[str, Any] = answer["vulnerabilities"]
    except (ValueError, KeyError, TypeError):
        return Findings([], "the registry of packages does not answer this question")
    return Findings([f"{name}: {each['severity']}" for name, each in found.items()], "")


def told(of: str, findings: Findings) -> int:
    """Print what was found; return the exit status for it."""
    for each in findings.vulnerable:
        print(f"{of}: {each}")
    if findings.unknown:
        print(f"{of}: could not be asked about, so nothing is known: {findings.unknown}.")
    elif not findings.vulnerable:
        print(f"{of}: no vulnerability is known.")
    return 1 if findings.vulnerable else 2 if findings.unknown else 0


def output_of(command: list[str], folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout


def main() -> int:
    audit = [sys.executable, "-m", "pip_audit", "--requirement", "requirements.lock", "--no-deps", "--disable-pip"]
    audit += ["--format", "json", "--progress-spinner", "off"]
    python = told("Python packages", of_python(output_of(audit, ROOT)))
    npm = shutil.which("npm")
    page = (
        Findings([], "npm is not installed")
        if npm is None
        else of_page(output_of([npm, "audit", "--json"], ROOT / "web"))
    )
    statuses = {python, told("packages of the page", page)}
    return 1 if 1 in statuses else max(statuses)


if __name__ == "__main__":
    sys.exit(main())
