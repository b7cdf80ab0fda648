"""How soon the page answers in a turn on a slow device: `python tools/interaction.py`.

Chromium slows itself down (4 times, unless told otherwise) while a person plays a local game: points at placements,
takes cards, rotates, throws and takes back. Measured is the time from the browser's time stamp of the input to the end
of the next frame that is drawn after it was handled. For pointing, this is split: the wait until the browser hands the
input over, which it does only once a frame; then the preview, from there until it stands in the page with its styles
and layout, which is what the rules and the page need; painting comes after it. Between two inputs there is as much time
as a quick person needs, so that an input does not wait for what the one before it set going. It says nothing on a
machine that is busy with something else.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median

from playwright.sync_api import Page
from shots import PATIENCE, TO_ACT, chromium, ready_page, running

WANTED = 100
"""Milliseconds within which the page should answer."""

WANTED_PREVIEW = 16
"""Milliseconds from pointing to the preview, in 95 of 100 cases."""

WAIT = "wait for pointing"
PREVIEW = "preview of a placement"

BETWEEN = 150
"""Milliseconds between two inputs; a quick person needs as many from pointing at something to pressing there."""

# Notes for each input of a kind how long it took until the next frame was drawn.
MEASURE = """
window.answers = {};
for (const kind of ["pointerover", "pointerdown", "click", "wheel", "keydown"]) {
  addEventListener(kind, (event) => {
    const noted = (window.answers[kind] ??= []);
    requestAnimationFrame(() => {
      const drawn = new MessageChannel();
      drawn.port1.onmessage = () => noted.push(performance.now() - event.timeStamp);
      drawn.port2.postMessage(null);
    });
  }, { capture: true, passive: true });
}
// And when what is pointed at is shown and said, laid out already.
let pointed = null;
addEventListener("pointerover", ({ timeStamp }) => {
  pointed = performance.now();
  (window.answers.wait ??= []).push(pointed - timeStamp);
  requestAnimationFrame(() => setTimeout(() => { pointed = null; }));
}, { capture: true, passive: true });
new MutationObserver(() => {
  if (pointed === null || !document.querySelector(".advice .gain") || !document.querySelector(".thrown")) return;
  document.body.getBoundingClientRect(); // styles and layout now, not in the frame
  (window.answers.preview ??= []).push(performance.now() - pointed);
  pointed = null;
}).observe(document, { subtree: true, childList: true, characterData: true });
"""


class Turn:
    """A turn whose inputs are measured."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.times: dict[str, list[float]] = {}

    def begin(self) -> None:
        """Play now against three bots, until the first turn."""
        page = self.page
        page.goto("/")
        page.get_by_role("button", name="Play", exact=True).click()
        page.locator(".space.corner").first.wait_for(state="attached")
        page.locator(".space.corner").first.dispatch_event("click")
        page.locator(TO_ACT).first.wait_for()

    def timed(self, name: str, kind: str, act: Callable[[], None]) -> None:
        """Do something, and note how long the page took to answer the last input of a kind."""
        self.page.wait_for_timeout(BETWEEN)
        self.page.evaluate("() => { window.answers = {}; }")
        act()
        self.page.wait_for_function("kind => window.answers[kind]?.length > 0", arg=kind)
        self.times.setdefault(name, []).append(max(self.page.evaluate("kind => window.answers[kind]", kind)))

    def measure(self, rounds: int) -> None:
        """Take a card, point at places, rotate, throw, take back; again and again."""
        page = self.page
        for _ in range(rounds):
            page.mouse.move(5, 5)
            card = page.locator(".hand .up").first.bounding_box()
            assert card
            at = (card["x"] + card["width"] / 2, card["y"] + card["height"] / 2)
            page.mouse.move(*at)
            self.timed("take a card", "click", lambda at=at: page.mouse.click(*at, delay=BETWEEN))
            spots = page.locator(".space.throw")
            spots.first.wait_for(state="attached")
            boxes = [box for spot in spots.all() if (box := spot.bounding_box())]
            for box in boxes[:4]:
                middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
                page.mouse.move(5, 5)
                self.timed("point at a placement", "pointerover", lambda middle=middle: page.mouse.move(*middle))
                for name, kind in ((WAIT, "wait"), (PREVIEW, "preview")):
                    found = page.evaluate("kind => window.answers[kind] ?? []", kind)
                    self.times.setdefault(name, []).extend(found[:1])  # what was drawn under the pointer is entered too
            self.timed("rotate with the wheel", "wheel", lambda: page.mouse.wheel(0, 100))
            self.timed("rotate with R", "keydown", lambda: page.keyboard.press("r"))
            self.timed("throw", "keydown", lambda: page.locator(".button.do").press("Enter"))
            page.locator(".ending .back:not(:disabled)").wait_for()
            self.timed("take back", "keydown", lambda: page.keyboard.press("u"))
            page.locator(TO_ACT).first.wait_for()
            page.locator(".action.done").wait_for(state="detached")


def most(times: list[float]) -> float:
    """The 95th percentile."""
    return sorted(times)[int(0.95 * (len(times) - 1))]


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slower", type=float, default=4, help="by how much Chromium slows itself down (4)")
    parser.add_argument("--rounds", type=int, default=8, help="how often everything is done (8)")
    parser.add_argument("--page", type=Path, help="a page that is built already")
    wanted = parser.parse_args()
    with running(ready_page(wanted.page)) as server, chromium() as browser:
        context = browser.new_context(base_url=server.address, viewport={"width": 1366, "height": 820}, locale="en-GB")
        context.set_default_timeout(PATIENCE)
        context.add_init_script(MEASURE)
        turn = Turn(context.new_page())
        turn.begin()
        devtools = context.new_cdp_session(turn.page)
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": wanted.slower})
        turn.measure(wanted.rounds)
        print(f"milliseconds from an input to the next frame, {wanted.slower:g} times slower; wanted: {WANTED}")
        print(f"{'':24}{'median':>8}{'95%':>8}{'worst':>8}{'inputs':>8}")
        for name, times in turn.times.items():
            print(f"{name:24}{median(times):8.1f}{most(times):8.1f}{max(times):8.1f}{len(times):8}")
        late = most(turn.times[PREVIEW])
    if late > WANTED_PREVIEW:
        sys.exit(f"holi: a preview takes {late:.1f} ms in the 95th percentile; wanted: {WANTED_PREVIEW}")


if __name__ == "__main__":
    main()
