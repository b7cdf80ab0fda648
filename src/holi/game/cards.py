"""Colour cards, decks and rivalry cards: data from the package's TOML files or from a user's file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, NamedTuple

from holi.game.errors import ConfigError, quoted
from holi.game.notation import board_of, parse_square
from holi.kernel.layout import CARDS

CARD_IDS = tuple(range(1, CARDS + 1))
COMPLETE = "complete"
LONGEST_DECK_NAME = 60

_FACE = re.compile(r"[#*.]{3}/[#*.]{3}/[#*.]{3}")


@dataclass(frozen=True, slots=True)
class ColourCard:
    """A colour card: its id (1-13), a key to name it by and its face, rows from top to bottom as in `#../.*#/.#.`."""

    id: int
    face: str
    key: str = field(compare=False)

    @property
    def rows(self) -> tuple[str, str, str]:
        """The three rows of the face, top row first."""
        top, middle, bottom = self.face.split("/")
        return top, middle, bottom

    @property
    def has_star(self) -> bool:
        """Whether the marker stands for the star (R4.2)."""
        return "*" in self.face

    @property
    def tokens(self) -> int:
        """How many tokens the card throws face up (R4.2)."""
        return self.face.count("#") - (0 if self.has_star else 1)


@dataclass(frozen=True, slots=True)
class Deck:
    """The 13 colour cards that every player has (R1.2)."""

    name: str
    cards: tuple[ColourCard, ...]

    def card(self, number: int) -> ColourCard:
        """The card with this id."""
        return self.cards[number - 1]

    def to_json(self) -> str | dict[str, Any]:
        """The deck as a configuration names it (F3): `"complete"`, or the whole deck."""
        if self == complete_deck():
            return COMPLETE
        return {"name": self.name, "cards": {str(card.id): card.face for card in self.cards}}


DeckFault = Literal[
    "unknown-entry",
    "bad-name",
    "no-cards",
    "unknown-card",
    "bad-key",
    "missing-card",
    "no-face",
    "too-many-stars",
    "needs-two-filled",
    "needs-one-filled",
]
"""What can be wrong with a deck. Clients translate these codes, so they stay as they are."""


class DeckProblem(NamedTuple):
    """Something wrong with a deck: with one of its cards, or with the whole; the text is one sentence."""

    code: DeckFault
    card: int | None
    text: str


@dataclass(frozen=True, slots=True)
class RivalryCard:
    """A rivalry card: rule settings that it changes, or a term that it scores at the end."""

    id: str
    kind: Literal["rules", "scoring"]
    title: str
    text: str
    settings: Mapping[str, int] = field(default_factory=dict)
    term: str | None = None
    points: int = 0
    spaces: int = 0

    @property
    def scores_at_end(self) -> bool:
        """Whether the card has an entry in the final scores (F3)."""
        return self.term is not None


def parse_deck(data: object) -> Deck:
    """A deck from its data: `"complete"`, or an object with `name` and `cards` (F3)."""
    if data == COMPLETE:
        return complete_deck()
    if not isinstance(data, dict):
        raise ConfigError(f"the deck {quoted(data)} is neither 'complete' nor a deck with 'name' and 'cards'")
    return _deck_from(data, allowed=("name", "cards"))


def load_deck(path: Path) -> Deck:
    """A deck from a user's TOML file."""
    try:
        data = tomllib.loads(path.read_bytes().decode())
    except OSError as error:
        raise ConfigError(f"the deck file {quoted(str(path))} cannot be read: {error.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"the deck file {quoted(str(path))} is not valid TOML: {error}") from None
    return _deck_from(data, allowed=("name", "cards", "keys"))


def deck_problems(data: Mapping[str, Any], allowed: Collection[str] = ("name", "cards")) -> Iterator[DeckProblem]:
    """All that is wrong with a deck, the cards in order; nothing if it can be played with.

    Of entries and cards that no deck has, only the first is told: a client could send thousands.
    """
    for entry in sorted(data.keys() - set(allowed), key=str)[:1]:
        yield DeckProblem(
            "unknown-entry", None, f"the deck has an unknown entry {quoted(entry)}; a deck has 'name' and 'cards'"
        )
    name = data.get("name")
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_DECK_NAME or not name.isprintable():
        wanted = f"no printable text of 1 to {LONGEST_DECK_NAME} characters"
        yield DeckProblem("bad-name", None, f"the deck's name {quoted(name)} is {wanted}")
    faces = data.get("cards")
    keys = data.get("keys", {})
    if not isinstance(faces, dict) or not isinstance(keys, dict):
        yield DeckProblem(
            "no-cards", None, f"the deck {quoted(name)} has no table 'cards' with the faces of the cards 1 to 13"
        )
        return
    for number in sorted((faces.keys() | keys.keys()) - {str(card) for card in CARD_IDS}, key=str)[:1]:
        yield DeckProblem(
            "unknown-card", None, f"the deck {quoted(name)} has a card {quoted(number)}; the ids are 1 to 13"
        )
    for card in CARD_IDS:
        key = keys.get(str(card), "")
        if not isinstance(key, str) or not key.isprintable():
            yield DeckProblem("bad-key", card, f"the key {quoted(key)} of card {card} is no printable text")
        yield from _face_problems(card, faces.get(str(card)))


def _face_problems(card: int, face: object) -> Iterator[DeckProblem]:
    if face is None:
        yield DeckProblem("missing-card", card, f"card {card} is missing; a deck has the cards 1 to 13")
        return
    if not isinstance(face, str) or not _FACE.fullmatch(face):
        rows = "three rows of three characters #, * or ., from top to bottom, such as '#../.*#/.#.'"
        yield DeckProblem("no-face", card, f"card {card}: {quoted(face)} is no face; write {rows}")
        return
    stars, filled = face.count("*"), face.count("#")
    if stars > 1:
        text = f"card {card}: {face!r} has {stars} stars; at most one is possible"
        yield DeckProblem("too-many-stars", card, text)
    elif filled < 2 - stars:
        need = "at least one" if stars else "at least two"
        text = f"card {card}: {face!r} has {filled} filled squares; it needs {need}"
        yield DeckProblem("needs-one-filled" if stars else "needs-two-filled", card, text)


def _deck_from(data: Mapping[str, Any], allowed: Collection[str]) -> Deck:
    problem = next(deck_problems(data, allowed), None)
    if problem is not None:
        raise ConfigError(problem.text)
    faces, keys = data["cards"], data.get("keys", {})
    cards = (ColourCard(card, faces[str(card)], keys.get(str(card), f"card-{card}")) for card in CARD_IDS)
    return Deck(data["name"], tuple(cards))


def _data_file(name: str) -> dict[str, Any]:
    return tomllib.loads(files("holi.game").joinpath("data", name).read_text("utf-8"))


@cache
def complete_deck() -> Deck:
    """The deck that comes with the game: all 13 ways to fill three squares of a 3 x 3 grid."""
    return _deck_from(_data_file("complete.toml"), allowed=("name", "cards", "keys"))


@cache
def rivalry_cards() -> Mapping[str, RivalryCard]:
    """All rivalry cards by id, in the order of their file."""
    cards = {}
    for name, entry in _data_file("rivalry.toml").items():
        squares = tuple(parse_square(square) for square in entry.pop("spaces", ()))
        settings = entry.pop("set", {})
        cards[name] = RivalryCard(id=name, settings=settings, spaces=board_of(squares), **entry)
    return cards


def rivalry_card(name: object) -> RivalryCard:
    """The rivalry card with this id."""
    card = rivalry_cards().get(name) if isinstance(name, str) else None
    if card is None:
        raise ConfigError(f"there is no rivalry card {quoted(name)}; 'holi cards' lists all")
    return card
