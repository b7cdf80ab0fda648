"""A person with a browser: what they see of the page, and what they hear of it. How they act is in `hands.py`."""

from __future__ import annotations

import json
from typing import Any, Literal

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Request, Response, expect

from tests.server.processes import PATIENT

Moment = Literal["corner", "act", "over"]
ActionName = Literal["Throw", "Move", "Climb"]
NO_CONNECTION = "net::ERR_INTERNET_DISCONNECTED"
LEFT_THE_PAGE = "net::ERR_ABORTED"

expect.set_options(timeout=PATIENT * 1_000)

# Keeps every sentence of the live region, for a test asks later than it is spoken.
LISTEN = """
window.heard = [];
new MutationObserver(() => {
  const said = document.querySelector("[data-live]")?.textContent.trim();
  if (said && said !== window.heard.at(-1)) window.heard.push(said);
}).observe(document, { subtree: true, childList: true, characterData: true });
"""

WORKER_IS_ACTIVE = """async () => {
  const { active } = await navigator.serviceWorker.ready;
  while (active.state !== "activated") {
    await new Promise((changed) => active.addEventListener("statechange", changed, { once: true }));
  }
}"""

MOMENT = """() => {
  if (document.querySelector("dialog[open] table")) return "over";
  if (document.querySelector(".space.corner")) return "corner";
  const open = document.querySelector(".action.open:not(:disabled), .end:not(:disabled, [aria-disabled=true])");
  return open ? "act" : null;
}"""

POSITION = """() => {
  const shape = (place, kind) => place.querySelector(`use[href^="#${kind}-"]`)?.getAttribute("href") ?? "";
  const spaces = [...document.querySelectorAll("[data-space]")];
  const labels = spaces.map((space) => space.getAttribute("aria-label").split(/(?<=\\.) You can/)[0]);
  const tokens = spaces.map((space) => shape(space, "token"));
  const points = [...document.querySelectorAll(".players .total strong")].map((total) => Number(total.textContent));
  return { labels, tokens, points };
}"""


class Person:
    """Somebody in front of a browser of their own."""

    def __init__(self, context: BrowserContext, address: str, name: str) -> None:
        self.name = name
        self.context = context
        self.address = address
        self.faults: list[str] = []
        """What no visit may show: errors in the console or of the page, failed requests to the server."""
        self._may_lack_connection = False
        context.add_init_script(LISTEN)
        context.on("console", self._wrote)
        context.on("weberror", lambda error: self.faults.append(f"page error: {error.error}"))
        context.on("requestfailed", self._failed)
        context.on("response", self._answered)
        self.page = context.new_page()

    def _wrote(self, message: ConsoleMessage) -> None:
        excused = self._may_lack_connection and NO_CONNECTION in message.text
        if message.type == "error" and not excused:
            self.faults.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _failed(self, request: Request) -> None:
        why = request.failure or ""
        excused = why == LEFT_THE_PAGE or (self._may_lack_connection and NO_CONNECTION in why)
        if request.url.startswith(self.address) and not excused:
            self.faults.append(f"request failed: {request.method} {request.url}: {why}")

    def _answered(self, response: Response) -> None:
        if response.url.startswith(self.address) and response.status >= 400:
            self.faults.append(f"answered with {response.status}: {response.url}")

    # --- going somewhere ---

    def open(self, path: str = "/") -> None:
        self.page.goto(path)

    def go_offline(self) -> None:
        """Lose the connection; from now on the browser may complain about it."""
        self._may_lack_connection = True
        self.context.set_offline(True)

    def go_online(self) -> None:
        self.context.set_offline(False)

    def await_worker(self) -> None:
        """Wait until the page can start without a connection."""
        self.page.evaluate(WORKER_IS_ACTIVE)

    # --- seeing ---

    def button(self, name: str, *, exact: bool = True) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def link(self, name: str) -> Locator:
        return self.page.get_by_role("link", name=name)

    def space(self, name: str) -> Locator:
        """A space of the tower, such as `Gc3`."""
        return self.page.locator(f'[data-space="{name}"]')

    @property
    def hand(self) -> Locator:
        """The buttons of the cards in hand."""
        return self.page.get_by_role("list", name="Your hand").get_by_role("button")

    @property
    def end_button(self) -> Locator:
        return self.button("End turn")

    @property
    def offline_notice(self) -> Locator:
        return self.page.get_by_role("alert")

    @property
    def log(self) -> Locator:
        """What has happened at the table, an entry for each turn."""
        return self.page.locator("ol.log > li")

    @property
    def ended_turns(self) -> Locator:
        """The entries of the log for turns that this person has ended."""
        return self.page.locator(f'ol.log > li[data-ended][data-by="{self.name}"]')

    def actions_told(self) -> int:
        """How many actions the log tells of."""
        return int(self.page.locator("ol.log").get_attribute("data-actions") or 0)

    def action(self, name: ActionName) -> Locator:
        return self.page.locator(".action").filter(has_text=name)

    def can(self, name: ActionName) -> bool:
        return self.action(name).is_enabled()

    def has_done(self, name: ActionName) -> bool:
        return "done" in (self.action(name).get_attribute("class") or "").split()

    def await_moment(self) -> Moment:
        """Wait until this person is to act or the game is over; which of them it is."""
        found = self.page.wait_for_function(MOMENT).json_value()
        assert found in ("corner", "act", "over")
        return found

    def await_more_than(self, actions: int) -> None:
        """Wait until more has happened at the table than so many actions."""
        self.page.wait_for_function("told => document.querySelector('ol.log').dataset.actions > told", arg=actions)

    def position(self) -> Any:
        """What is drawn on the tower, and everybody's points."""
        return self.page.evaluate(POSITION)

    def await_position(self, position: Any) -> None:
        """Wait until exactly this is drawn."""
        wanted = json.dumps(position, separators=(",", ":"), ensure_ascii=False)
        self.page.wait_for_function(f"wanted => JSON.stringify(({POSITION})()) === wanted", arg=wanted)

    def final_scores(self) -> dict[str, int]:
        """The points of each player on the end screen, the winner first."""
        end = self.page.locator("dialog[data-counted]")
        end.wait_for()
        names = [text.partition(". ")[2] for text in end.locator("thead th").all_inner_texts()]
        totals = [int(text) for text in end.locator("tfoot td").all_inner_texts()]
        assert len(names) == len(totals)
        return dict(zip(names, totals, strict=True))

    # --- hearing ---

    def heard(self) -> list[str]:
        """All that the live region has said since the page was opened."""
        said: list[str] = self.page.evaluate("() => window.heard")
        return said

    def await_words(self, words: str, times: int = 1) -> None:
        """Wait until the live region has said this, perhaps in several sentences."""
        said = "([words, times]) => window.heard.filter((said) => said.includes(words)).length >= times"
        self.page.wait_for_function(said, arg=[words, times])
