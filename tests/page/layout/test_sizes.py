"""Every screen at twelve sizes of window, in every language: nothing overlaps, nothing is cut, and the tower stays put.

By default screens without a tower are tried at the sizes that leave them least room; `make layout` tries all sizes
(`HOLI_LAYOUT_ALL=1`), and the screens with a tower (`towers.py`).
"""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import Page

from tests.page.conftest import NewPerson
from tests.page.layout.measures import faults_of
from tests.page.person import Person
from tests.page.played import sit_down_to_play
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
