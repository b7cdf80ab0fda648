"""The gallery of cards, and the deck editor: 13 patterns clicked and typed, saved, shared as a file, played with."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.page.conftest import NewPerson
from tests.page.person import Person
from tests.page.played import choose_corner, kept_games, sit_down_to_play, table_of

# Somebody's printed cards, as they lie on the table: not ours, and with three stars.
PRINTED = {
    "1": "##./.../...",
    "2": "#.#/.../...",
    "3": "#../.#./...",
    "4": "#../..#/...",
    "5": "#../.../..#",
    "6": "*#./.../...",
    "7": "###/.../...",
    "8": "##./#../...",
    "9": "#.#/.*./#.#",
    "10": ".#./#*#/.#.",
    "11": "##./.##/...",
    "12": "#../#../##.",
    "13": ".../.#./#.#",
}
NAME = "Grandma’s box"


class Editor:
    """A person at the deck editor."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page

    def open(self) -> None:
        self.person.open("/cards/decks")
        self.square("13", 0).wait_for()

    def square(self, card: str, number: int) -> Locator:
        return self.page.locator(f"#pattern-{card} .square").nth(number)

    def note(self, card: str) -> Locator:
        return self.page.locator(f"#note-{card}")

    def click_pattern(self, card: str, face: str) -> None:
        """Click each square as often as it takes: once for a filled one, twice for a star."""
        for number, what in enumerate(face.replace("/", "")):
            for _ in range({".": 0, "#": 1, "*": 2}[what]):
                self.square(card, number).click()

    def type_pattern(self, face: str) -> None:
        """Type the squares of the card that has the focus on its first square; end on the next card's."""
        keys = self.page.keyboard
        for row, squares in enumerate(face.split("/")):
            for column, what in enumerate(squares):
                if what != ".":
                    keys.press(what)
                if column < 2:
                    keys.press("ArrowRight")
            for key in ("ArrowLeft", "ArrowLeft", "ArrowDown") if row < 2 else ():
                keys.press(key)
        keys.press("PageDown")

    def face(self, card: str) -> str:
        """What is drawn on a card."""
        signs = {"blank": ".", "filled": "#", "star": "*"}
        labels = [
            str(square.get_attribute("aria-label")) for square in self.page.locator(f"#pattern-{card} .square").all()
        ]
        drawn = [signs[label.rpartition(": ")[2]] for label in labels]
        return "/".join("".join(drawn[row : row + 3]) for row in (0, 3, 6))

    def enter(self) -> None:
        """Enter the printed cards: the first six by mouse, the others by keyboard; give the deck its name."""
        for card in map(str, range(1, 7)):
            self.click_pattern(card, PRINTED[card])
        self.square("7", 0).focus()
        for card in map(str, range(7, 14)):
            self.type_pattern(PRINTED[card])
        self.page.get_by_label("Name of the deck").fill(NAME)
        self.page.get_by_text("All 13 cards are in order.").wait_for()

    def open_file(self, file: Path) -> None:
        self.page.locator("input[type=file]").set_input_files(file)

    def save_to_file(self, folder: Path) -> Path:
        with self.page.expect_download() as started:
            self.person.button("Save to a file").click()
        file = folder / started.value.suggested_filename
        started.value.save_as(file)
        return file


def deck_of(person: Person) -> object:
    """The deck of the local game that the browser shows."""
    (game,) = (game for game in kept_games(person) if game["id"] == table_of(person))
    return game["settings"]["deck"]


def test_the_gallery_shows_all_cards(new_person: NewPerson):
    person = new_person()
    person.open("/cards")
    page = person.page
    turn = page.get_by_role("button", name="Turn card 1", exact=True)
    before = page.locator("#card-1").inner_text()

    assert page.get_by_role("button", name=re.compile(r"^Turn card \d+$")).count() == 13
    turn.press("Enter")
    expect(page.locator("#card-1")).not_to_have_text(before)
    person.await_words("card 1, turned: filled")
    assert page.locator(".group li").count() == 21

    page.get_by_role("radio", name="Change the rules").check(force=True)
    expect(page.locator(".group li")).to_have_count(8)
    page.get_by_role("radio", name="Bring points").check(force=True)
    expect(page.locator(".group li")).to_have_count(13)
    for card in page.locator(".group li").all():
        assert card.locator("h4").inner_text() and card.locator("p").inner_text()


def test_a_deck_is_entered_saved_exported_opened_by_another_and_played_with(new_person: NewPerson, tmp_path: Path):
    owner = Editor(new_person("Asha", bots=1, botLevel="random"))
    owner.open()
    expect(owner.page.get_by_role("status").filter(has_text="13 cards need work.")).to_be_visible()
    expect(owner.person.button("Play with this deck")).to_be_disabled()

    owner.enter()
    assert {card: owner.face(card) for card in PRINTED} == PRINTED
    owner.person.button("Save").click()
    owner.person.button(f"“{NAME}” is saved in this browser.").wait_for()
    file = owner.save_to_file(tmp_path)
    assert tomllib.loads(file.read_text(encoding="utf-8")) == {"name": NAME, "cards": PRINTED}
    owner.page.reload()
    expect(owner.person.button(f"Edit “{NAME}”")).to_be_visible()
    assert owner.face("9") == PRINTED["9"]

    friend = Editor(new_person("Ravi"))
    friend.open()
    friend.open_file(file)
    expect(friend.page.get_by_label("Name of the deck")).to_have_value(NAME)
    friend.page.get_by_text("All 13 cards are in order.").wait_for()
    friend.person.button("Play with this deck").click()
    dialog = friend.page.get_by_role("dialog")
    expect(dialog.get_by_label("Deck")).to_have_value(NAME)
    dialog.get_by_role("button", name="Start the game").click()
    friend.page.wait_for_url("**/local/*")
    assert deck_of(friend.person) == {"name": NAME, "cards": PRINTED}

    player = owner.person
    player.open()
    player.page.get_by_label("Deck").select_option(NAME)
    sit_down_to_play(player)
    assert deck_of(player) == {"name": NAME, "cards": PRINTED}
    choose_corner(player)
    numbers = [int(re.search(r"(?i)card (\d+)", text)[1]) for text in player.hand.all_inner_texts()]
    for number, card in zip(numbers, player.hand.all(), strict=True):
        squares = card.locator(".square").all()
        drawn = "".join("#" if "filled" in (one.get_attribute("class") or "") else "." for one in squares)
        assert drawn == PRINTED[str(number)].replace("/", "").replace("*", ".")


def test_a_wrong_pattern_is_told_at_once_and_can_be_undone(new_person: NewPerson):
    editor = Editor(new_person())
    editor.open()

    editor.square("1", 0).click()
    expect(editor.note("1")).to_contain_text("Needs a second filled square, or a star.")
    editor.square("1", 4).click()
    expect(editor.note("1")).to_contain_text("In order")
    for square in (0, 4):
        editor.square("1", square).click()  # now both are stars
    expect(editor.note("1")).to_contain_text("Only one star is possible.")
    editor.page.keyboard.press("Control+z")
    expect(editor.note("1")).to_contain_text("In order")
    assert editor.face("1") == "*../.#./..."
    editor.person.await_words("Undone.")

    editor.page.get_by_label("Name of the deck").fill("  ")
    expect(editor.page.locator("#deck-name-note")).to_have_text("A name has 1 to 60 characters.")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("\x89PNG\r\n", "This is not a deck file: line 1 cannot be read."),
        ("", "This deck file has no name."),
        ('name = "x"\n[cards]\n1 = "##"', "Card 1 in this file is not three rows of three squares"),
        ('name = "x"\n[cards]\n1 = "##./.../..."', "This deck file has no card 2; it needs the cards 1 to 13."),
        ("x" * 70_000, "This file is too large to be a deck."),
    ],
    ids=["a picture", "empty", "no pattern", "a card is missing", "too large"],
)
def test_a_wrong_deck_file_is_refused_with_its_reason(new_person: NewPerson, tmp_path: Path, text: str, reason: str):
    editor = Editor(new_person())
    editor.open()
    file = tmp_path / "deck.toml"
    file.write_text(text, encoding="latin-1")

    editor.open_file(file)

    expect(editor.page.locator(".trouble[role=alert]")).to_contain_text(reason)
    assert {editor.face(card) for card in PRINTED} == {".../.../..."}
