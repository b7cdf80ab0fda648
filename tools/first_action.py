"""How soon one can play on a slow device: `python tools/first_action.py`.

Chromium slows itself down (4 times, unless told otherwise) and opens the static site, each time as on a first visit. A
script in the page presses Play and chooses a corner as soon as each is offered. Measured is the time from opening the
site until that corner is taken. Files come from this machine, so no network counts. By the clock it says nothing on a
busy machine. So beside it stands what the page's main thread used of the processor until then, at full speed and times
4, and for what: this hardly depends on other programs, but it leaves out waiting for files, frames and other threads.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page
from shots import PATIENCE, ROOT, chromium, ready_page
from traces import TASK, traced

sys.path.insert(0, str(ROOT))

from tests.page.site.host import BELOW, StaticHost

WANTED = 3_000
"""Milliseconds from opening the site to the first own action."""

VISITS = 5

STEPS = ("first screen", "corner offered", "corner taken")

KINDS = {
    "styles": {"UpdateLayoutTree"},
    "layout": {"Layout"},
    "painting": {"Paint", "PrePaint", "Layerize", "Commit"},
    "collecting garbage": {"MinorGC", "MajorGC"},
}
"""Parts of the processor's time, by names in traces; none is within another, and nearly all the rest is for scripts."""

# Like somebody who knows where to press: looks at every frame, presses once, and notes when the marker stands.
PRESS = """
window.times = {};
const note = (name) => { window.times[name] ??= performance.mark(name).startTime; };
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


@contextmanager
def first_visit(browser: Browser) -> Iterator[Page]:
    """A page of somebody who has never been there, and presses at once."""
    context = browser.new_context(viewport={"width": 1366, "height": 820}, locale="en-GB")
    context.set_default_timeout(PATIENCE)
    context.add_init_script(PRESS)
    yield context.new_page()
    context.close()


def visit(page: Page, address: str) -> None:
    """Open the site and wait until the corner is taken."""
    page.goto(address)
    page.wait_for_function(f"() => window.times[{STEPS[-1]!r}]")


def by_the_clock(browser: Browser, address: str, slow: float) -> dict[str, float]:
    """When each step of a visit was done, in milliseconds."""
    with first_visit(browser) as page:
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slow})
        visit(page, address)
        times: dict[str, float] = page.evaluate("() => window.times")
        return times


def on_the_processor(browser: Browser, address: str) -> dict[str, float]:
    """What the main thread had used at each step of a visit, and for what in all, in milliseconds."""
    with first_visit(browser) as page, traced(page) as spans:
        visit(page, address)
    (done,) = (span for span in spans if span.name == STEPS[-1])
    used = [span for span in spans if span.start < done.start]
    began = next(span for span in used if span.name == TASK).busy_from
    found = {span.name: span.busy_from - began for span in used if span.name in STEPS}
    for kind, names in KINDS.items():
        found[kind] = sum(span.busy for span in used if span.name in names)
    return {**found, STEPS[-1]: done.busy_from - began}


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
        with StaticHost(Path(folder)) as host, chromium() as browser:
            clock = [by_the_clock(browser, host.address, wanted.slow) for _ in range(VISITS)]
            busy = [on_the_processor(browser, host.address) for _ in range(VISITS)]
    print(f"from opening the site, CPU slowed {wanted.slow:g} times, median of {VISITS} first visits, in ms:")
    print(f"{'':20}{'clock':>8}{'processor':>12}")
    for name in STEPS:
        used = wanted.slow * median(visit[name] for visit in busy)
        print(f"{name:20}{median(visit[name] for visit in clock):8.0f}{used:12.0f}")
    for name in KINDS:
        print(f"  of it {name:20}{wanted.slow * median(visit[name] for visit in busy):12.0f}")
    print(f"{'wanted':20}{WANTED:8.0f}")


if __name__ == "__main__":
    main()
