"""axe-core finds nothing to complain about, on any screen, in either theme, on a large screen and on a phone."""

from __future__ import annotations

import re

import pytest
from tools.build_page import WEB

from tests.page.conftest import NewPerson
from tests.page.person import Person
from tests.page.played import RECORD, choose_corner, let_bots_finish, sit_down_to_play

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# Evaluated by the browser's own tools, so that the content policy of the page stays as it is.
COMPLAINTS = """async (tags) => {
  // A colour on its way to another one is no colour of the page: what has an end is looked at when it has ended.
  const passing = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(passing.map(({ finished }) => finished));
  const { violations } = await axe.run(document, { runOnly: tags, resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
    `${id}: ${target.join(" ")}: ${failureSummary.replace(/\\s+/g, " ")}`));
}"""


TO_ACT = ".dock-inner:not(.waiting) .action.open:not(:disabled)"


class Auditor:
    """Looks at one screen after the other and gathers what is wrong."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page
        self.complaints: list[str] = []

    def look(self, screen: str) -> None:
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        # What lies under a bar that stays in its place is not covered for good: it can be scrolled from under it.
        self.page.evaluate("() => scrollTo(0, 0)")
        self.complaints += [f"{screen}: {complaint}" for complaint in self.page.evaluate(COMPLAINTS, RULES)]

    def open(self, screen: str, path: str, sign: str) -> None:
        self.page.goto(path)
        self.page.locator(sign).first.wait_for()
        self.look(screen)


@pytest.fixture(params=["day", "night", "night on a phone"])
def auditor(request: pytest.FixtureRequest, new_person: NewPerson) -> Auditor:
    phone = "phone" in request.param
    person = new_person(
        "Asha",
        dark="night" in request.param,
        touch=phone,
        viewport=(360, 740) if phone else (1366, 820),
        bots=3,
        botLevel="random",
    )
    return Auditor(person)


def test_screens_without_a_game(auditor: Auditor):
    page, open_screen = auditor.page, auditor.open
    open_screen("home", "/", ".now .button.main")
    page.get_by_role("button", name="New table").click()
    page.get_by_label("choose", exact=True).check(force=True)
    auditor.look("new table")
    page.get_by_role("button", name="Make the table").click()
    page.locator(".invite .qr svg").wait_for()
    auditor.look("lobby")
    open_screen("home", "/", ".now .button.main")
    page.get_by_role("button", name="Several on this device").click()
    page.locator("dialog .seat").first.wait_for()
    auditor.look("new game on this device")
    page.get_by_role("button", name="Start the game").click()
    page.locator(".space.corner").first.wait_for(state="attached")
    address = page.url
    page.goto("about:blank")
    open_screen("my games", "/my-games", ".list button")
    page.locator("input[type=file]").set_input_files({"name": "x.holi", "mimeType": "text/plain", "buffer": b"hello"})
    page.get_by_role("alert").wait_for()
    auditor.look("my games, a broken record")
    with auditor.person.context.new_page() as other:
        other.goto(address)
        other.locator(".space.corner").first.wait_for(state="attached")
        open_screen("a game that another tab plays", address, "h1")
        page.get_by_role("button", name="Play here").wait_for()
        auditor.look("a game that another tab plays")
    open_screen("learn", "/learn", ".chapter a")
    page.locator("#first-game button").click()
    page.locator("[data-topic]").wait_for()
    auditor.look("the first game")
    open_screen("lesson", "/learn/face-up", ".coach")
    page.locator(TO_ACT).first.wait_for()
    auditor.look("lesson, to act in")
    open_screen("cards", "/cards", ".group li")
    open_screen("decks, blank", "/cards/decks", "#pattern-13")
    page.get_by_role("button", name="Start from our set").click()
    page.get_by_text("All 13 cards are in order.").wait_for()
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator("#pattern-3 .square").nth(0).click()
    auditor.look("decks, a pattern is wrong")
    open_screen("about", "/about", "dl")
    open_screen("rules", "/rules", "#rule-books")
    open_screen("settings", "/settings", "dl")
    page.get_by_role("button", name="Make the link").click()
    page.locator(".qr svg").wait_for()
    auditor.look("settings, a link to another device")
    page.goto("about:blank")
    open_screen("claim", "/settings#transfer=abcdefghijklmnopqrstuvwx", "#transfer-here")
    assert not auditor.complaints, "\n".join(auditor.complaints)


def test_a_game_and_its_replay(auditor: Auditor):
    page = auditor.page
    sit_down_to_play(auditor.person)
    auditor.look("choosing a corner")
    choose_corner(auditor.person)
    page.locator(TO_ACT).first.wait_for()
    auditor.look("a turn")
    page.locator(".actions li:first-child button").first.click()
    page.locator(".space.throw").first.focus()
    page.keyboard.press("r")
    page.locator(".tools").wait_for()
    auditor.look("aiming")
    page.locator("header.top").get_by_role("button", name="Rules").click()
    page.get_by_role("dialog", name="Helper card").wait_for()
    auditor.look("the helper sheet")
    page.keyboard.press("Escape")
    for stop in ("Spread out", "Side by side"):
        page.get_by_role("button", name=stop).click()
        auditor.look(f"aiming, {stop}")
    let_bots_finish(auditor.person, 4)
    auditor.look("game over")
    page.get_by_role("button", name="Look at the tower").click()
    auditor.look("after the game")

    page.goto("/replay")
    page.locator("input[type=file]").set_input_files({"name": "x.holi", "mimeType": "text/plain", "buffer": b"hello"})
    page.get_by_role("alert").wait_for()
    auditor.look("a broken record")
    page.locator("input[type=file]").set_input_files(RECORD)
    page.locator("[data-at='30']").click()
    auditor.look("replay")
    page.get_by_role("tab", name="Scores").click()
    auditor.look("replay, scores")
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_role("button", name="Analyze this game").click()
    page.locator(".graph").wait_for()
    page.get_by_text("As a table").click()
    page.locator(".toggle button", has_text="Better").first.click()
    page.locator("p.shown").wait_for()
    auditor.look("analysis")
    page.get_by_role("button", name="Try it out").first.click()
    page.locator(".bar p", has_text=re.compile(r"[1-9]\d* actions? tried")).wait_for()
    page.locator(f"{TO_ACT}, .dock-inner:not(.waiting) .end:not(:disabled, [aria-disabled=true])").first.wait_for()
    auditor.look("trying out")
    assert not auditor.complaints, "\n".join(auditor.complaints)
