"""Colour cards, decks and rivalry cards: data from the package's TOML files or from a user's file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from holi.game.errors import ConfigError, quoted
from holi.game.notation import CARD_IDS, board_of, parse_square

COMPLETE = "complete"
LONGEST_DECK_NAME = 60
LARGEST_DECK_FILE = 10_000
"""Bytes; the complete deck with comments takes 2,000, and the parser of TOML is slow with what is made to be slow."""

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
        with path.open("rb") as stream:
            text = stream.read(LARGEST_DECK_FILE + 1)
        if len(text) > LARGEST_DECK_FILE:
            raise ConfigError(f"the deck file {quoted(path)} is longer than {LARGEST_DECK_FILE} bytes")
        data = tomllib.loads(text.decode())
    except OSError as error:
        raise ConfigError(f"the deck file {quoted(path)} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:  # the parser lets through what it cannot hold
        raise ConfigError(f"the deck file {quoted(path)} is not valid TOML: {str(error).splitlines()[0]}") from None
    return _deck_from(data, allowed=("name", "cards", "keys"))


def _check_deck(data: Mapping[str, Any], allowed: Collection[str]) -> None:
    """Refuse a deck that cannot be played with."""
    if unknown := sorted(data.keys() - set(allowed), key=str):
        raise ConfigError(f"the deck has an unknown entry {quoted(unknown[0])}; a deck has 'name' and 'cards'")
    name = data.get("name")
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_DECK_NAME or not name.isprintable():
        wanted = f"no printable text of 1 to {LONGEST_DECK_NAME} characters"
        raise ConfigError(f"the deck's name {quoted(name)} is {wanted}")
    faces = data.get("cards")
    keys = data.get("keys", {})
    if not isinstance(faces, dict) or not isinstance(keys, dict):
        raise ConfigError(f"the deck {quoted(name)} has no table 'cards' with the faces of the cards 1 to 13")
    if unknown := sorted((faces.keys() | keys.keys()) - {str(card) for card in CARD_IDS}, key=str):
        raise ConfigError(f"the deck {quoted(name)} has a card {quoted(unknown[0])}; the ids are 1 to 13")
    for card in CARD_IDS:
        key = keys.get(str(card), "")
        if not isinstance(key, str) or not key.isprintable():
            raise ConfigError(f"the key {quoted(key)} of card {card} is no printable text")
        _check_face(card, faces.get(str(card)))


def _check_face(card: int, face: object) -> None:
    if face is None:
        raise ConfigError(f"card {card} is missing; a deck has the cards 1 to 13")
    if not isinstance(face, str) or not _FACE.fullmatch(face):
        rows = "three rows of three characters #, * or ., from top to bottom, such as '#../.*#/.#.'"
        raise ConfigError(f"card {card}: {quoted(face)} is no face; write {rows}")
    stars, filled = face.count("*"), face.count("#")
    if stars > 1:
        raise ConfigError(f"card {card}: {face!r} has {stars} stars; at most one is possible")
    if filled < 2 - stars:
        need = "at least one" if stars else "at least two"
        raise ConfigError(f"card {card}: {face!r} has {filled} filled squares; it needs {need}")


def _deck_from(data: Mapping[str, Any], allowed: Collection[str]) -> Deck:
    _check_deck(data, allowed)
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
