"""Every screen at twelve sizes of window, in every language: nothing overlaps, nothing is cut, and the tower stays put.

By default every language is tried at the sizes that leave it least room, and a whole turn at three sizes; `make layout`
tries everything (`HOLI_LAYOUT_ALL=1`).
"""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import Page

from tests.page.conftest import NewPerson
from tests.page.layout.measures import faults_of, place_of_tower
from tests.page.person import Person
from tests.page.played import RECORD, choose_corner, sit_down_to_play
from tests.page.quality.test_languages import LANGUAGES

Size = tuple[int, int]

SIZES: tuple[Size, ...] = (
    (320, 568),  # the smallest phone
    (360, 740),
    (412, 915),
    (740, 360),  # a phone on its side
    (683, 384),  # 1366 x 768 at 200%
    (683, 768),  # half of it
    (768, 1024),
    (1024, 600),
    (1280, 720),
    (1366, 768),
    (1920, 1080),
    (2560, 1440),
)
TIGHT: tuple[Size, ...] = ((320, 568), (740, 360))
ALL = os.environ.get("HOLI_LAYOUT_ALL") == "1"
CHOSEN = SIZES if ALL else TIGHT
LONGEST_NAME = "Wilhelmina-Charlotte III"

SCREENS = {
    "learn": ("/learn", ".chapter a"),
    "cards": ("/cards", ".group li"),
    "decks": ("/cards/decks", "#pattern-13"),
    "my games": ("/my-games", ".list a"),
    "settings": ("/settings", "dl"),
    "opening a record": ("/replay", ".choose"),
}
TO_ACT = ".dock-inner:not(.waiting) .action.open:not(:disabled)"


class Surveyor:
    """Somebody who looks at a screen in windows of all sizes, and writes down what is wrong."""

    def __init__(self, person: Person, sizes: tuple[Size, ...]) -> None:
        self.person = person
        self.page: Page = person.page
        self.sizes = sizes
        self.faults: list[str] = []

    def resize(self, size: Size) -> None:
        self.page.set_viewport_size({"width": size[0], "height": size[1]})

    def note(self, screen: str, size: Size, faults: list[str]) -> None:
        self.faults += [f"{screen} at {size[0]} x {size[1]}: {fault}" for fault in faults]

    def look(self, screen: str, *, playing: bool = False) -> None:
        """Measure the screen at every size."""
        for size in self.sizes:
            self.resize(size)
            self.note(screen, size, faults_of(self.page, playing=playing))

    def see(self, screen: str, path: str, sign: str) -> None:
        self.person.open(path)
        self.page.locator(sign).first.wait_for()
        self.look(screen)

    def say(self) -> None:
        assert not self.faults, "\n".join(self.faults)


def surveyor(new_person: NewPerson, language: str, bots: int, sizes: tuple[Size, ...] = CHOSEN) -> Surveyor:
    person = new_person(
        LONGEST_NAME,
        language=LANGUAGES[language][0],
        viewport=(1366, 768),
        bots=bots,
        botLevel="random",
        soundOffered=True,
    )
    return Surveyor(person, sizes)


def point_at(page: Page, kind: str) -> None:
    """Point at a space on which something is offered, and wait for what would come of it."""
    page.locator(f".space.{kind}").first.dispatch_event("pointermove", {"pointerType": "mouse"})
    page.locator(".button.do").wait_for()


def act_on(page: Page, kind: str) -> None:
    page.locator(f".space.{kind}").first.dispatch_event("click")
    page.locator(f".space.{kind}").first.wait_for(state="detached")


@pytest.mark.parametrize("language", LANGUAGES)
def test_screens_without_a_tower(new_person: NewPerson, language: str):
    looker = surveyor(new_person, language, 3)
    page = looker.page
    sit_down_to_play(looker.person)  # so that there is a game to list
    looker.see("home", "/", ".now .button.main")
    page.locator(".friends > .button").first.click()
    page.locator("dialog[open] .seat").first.wait_for()
    looker.look("new game")
    page.keyboard.press("Escape")
    page.locator(".friends > .button").nth(1).click()
    page.locator("dialog[open]").wait_for()
    looker.look("new table")
    page.locator("dialog button[type=submit]").click()
    page.locator(".invite .qr svg").wait_for()
    looker.look("lobby")
    for screen, (path, sign) in SCREENS.items():
        looker.see(screen, path, sign)
    looker.say()


@pytest.mark.parametrize("language", LANGUAGES)
def test_lessons_and_replays(new_person: NewPerson, language: str):
    looker = surveyor(new_person, language, 1)
    page = looker.page
    for lesson in ("face-up", "climb"):
        looker.person.open(f"/learn/{lesson}")
        page.locator(".coach").wait_for()
        looker.look(f"lesson {lesson}", playing=True)
        looker.resize(SIZES[0])
        page.locator(".coach .fold").click()
        looker.look(f"lesson {lesson}, folded", playing=True)
    looker.person.open("/replay")
    page.locator("input[type=file]").set_input_files(RECORD)
    page.locator(".controls").wait_for()
    looker.look("replay")
    looker.say()


@pytest.mark.parametrize("players", [2, 4] if ALL else [4])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_in_play(new_person: NewPerson, language: str, players: int):
    looker = surveyor(new_person, language, players - 1)
    page = looker.page
    sit_down_to_play(looker.person)
    looker.look("choosing a corner", playing=True)
    choose_corner(looker.person)
    looker.look("a turn", playing=True)
    page.keyboard.press("h")
    page.locator(".hinted").wait_for()
    looker.look("a hint", playing=True)
    page.keyboard.press("h")
    page.locator(".hand button.usable").first.click()
    looker.look("a card taken", playing=True)
    point_at(page, "throw")
    looker.look("aiming", playing=True)
    act_on(page, "throw")
    looker.look("thrown", playing=True)
    page.locator(".actions li:nth-child(3) button").click(force=True)
    looker.look("refused", playing=True)
    page.keyboard.press("m")
    point_at(page, "move")
    looker.look("moving", playing=True)
    for size in looker.sizes:
        looker.resize(size)
        if page.locator(".side-opener").is_visible():
            page.locator(".side-opener").click()
            looker.note("beside the tower", size, faults_of(page, playing=False))
            page.locator(".closer").click()
    looker.say()


@pytest.mark.parametrize("language", LANGUAGES if ALL else ["en"])
def test_the_tower_stays_where_it_is_through_a_whole_turn(new_person: NewPerson, language: str):
    looker = surveyor(new_person, language, 3, SIZES if ALL else (*TIGHT, (1366, 768)))
    page = looker.page
    sit_down_to_play(looker.person)
    choose_corner(looker.person)
    for size in looker.sizes:
        looker.resize(size)
        page.locator(TO_ACT).first.wait_for()
        places = {"to act": place_of_tower(page)}

        def see(moment: str, places: dict[str, object] = places) -> None:
            places[moment] = place_of_tower(page)

        page.keyboard.press("h")
        see("a hint is thought of")
        page.locator(".hinted").wait_for()
        see("hint")
        page.keyboard.press("h")
        page.locator(".hand button.usable").first.click()
        see("card taken")
        if page.locator(".space.throw").count() == 0:
            page.keyboard.press("f")  # it fits face down only
        point_at(page, "throw")
        see("aimed")
        act_on(page, "throw")
        see("thrown")
        page.keyboard.press("m")
        point_at(page, "move")
        see("moving")
        act_on(page, "move")
        see("moved")
        told = looker.person.actions_told()
        page.keyboard.press("e")
        looker.person.await_more_than(told)
        see("others play")
        page.locator(TO_ACT).first.wait_for()
        see("next turn")
        moved = [moment for moment, place in places.items() if place != places["to act"]]
        looker.note("a whole turn", size, [f"the tower moved: {moment}" for moment in moved])
    looker.say()
