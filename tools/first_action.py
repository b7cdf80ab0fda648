"""How soon one can play on a slow device: `python tools/first_action.py`.

Chromium slows itself down (4 times, unless told otherwise) and opens the static site, each time as on a first visit. A
script in the page presses Play and chooses a corner as soon as each is offered. Measured is the time from opening the
site until that corner is taken. Files come from this machine, so no network counts. It says nothing on a busy machine.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from shots import PATIENCE, ROOT, chromium, ready_page

sys.path.insert(0, str(ROOT))

from tests.page.site.host import BELOW, StaticHost

WANTED = 3_000
"""Milliseconds from opening the site to the first own action."""

VISITS = 5

# Like somebody who knows where to press: looks at every frame, presses once, and notes when the marker stands.
PRESS = """
window.times = {};
const note = (name) => { window.times[name] ??= performance.now(); };
function look() {
  const play = document.querySelector(".now button.main");
  const corner = document.querySelector(".space.corner");
  if (document.querySelector(".log li")) { note("corner taken"); return; }
  if (corner && !window.times["corner offered"]) { note("corner offered"); corner.click(); }
  else if (play && !window.times["first screen"]) { note("first screen"); play.click(); }
  requestAnimationFrame(look);
}
requestAnimationFrame(look);
"""


def measured(address: str, slow: float) -> list[dict[str, float]]:
    """The times of each visit, in milliseconds."""
    found = []
    with chromium() as browser:
        for _ in range(VISITS):
            context = browser.new_context(viewport={"width": 1366, "height": 820}, locale="en-GB")
            context.set_default_timeout(PATIENCE)
            context.add_init_script(PRESS)
            page = context.new_page()
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slow})
            page.goto(address)
            page.wait_for_function("() => window.times['corner taken']")
            found.append(page.evaluate("() => window.times"))
            context.close()
    return found


def main() -> None:
    """Measure, and print the median of each step."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--page", type=Path, help="a page that is built already")
    parser.add_argument("--slow", type=float, default=4, help="how many times slower")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / BELOW.strip("/")
        command = [sys.executable, "-m", "holi.cli", "site", str(site), "--page", str(ready_page(wanted.page))]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        with StaticHost(Path(folder)) as host:
            visits = measured(host.address, wanted.slow)
    print(f"from opening the site, CPU slowed {wanted.slow:g} times, median of {VISITS} first visits:")
    for name in ("first screen", "corner offered", "corner taken"):
        print(f"{median(visit[name] for visit in visits):7.0f} ms  {name}")
    print(f"{WANTED:7.0f} ms  wanted for the last")


if __name__ == "__main__":
    main()
