"""Positions drawn as text: what a lesson needs is drawn; the rest of the tokens, cards and sweets follows from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

LEVELS = "GMT"
COLUMNS = "abcdef"
MARKERS = "ABCD"
SWEETS_ON = {"G": 2, "M": 1}
BESIDE_CORNERS = ("a2", "b1", "a5", "b6", "e1", "f2", "e6", "f5")
TOKENS = 25
CARDS = range(1, 14)
EMPTY = ("......",) * 6


@dataclass(frozen=True, slots=True)
class Cards:
    """Where a player's 13 cards are. Those not named are in the deck, or, without a deck, thrown face up before."""

    hand: tuple[int, ...] = (1,)
    thrown: tuple[int, ...] = ()
    """The discard pile, its top last; a negative number is a card that lies face down."""
    deck: bool = True

    def placed(self) -> Json:
        """Hand, deck and discard pile as F3 has them."""
        pile = [{"card": abs(card), "face": "down" if card < 0 else "up"} for card in self.thrown]
        named = {*self.hand, *(abs(card) for card in self.thrown)}
        rest = [card for card in CARDS if card not in named]
        if not self.deck:
            pile = [{"card": card, "face": "up"} for card in rest] + pile
            rest = []
        return {"hand": sorted(self.hand), "deck": rest, "discard": pile}


@dataclass(frozen=True, slots=True)
class Drawing:
    """A position. In the rows of a level, the highest first, a digit is a token of that seat; `A`-`D` are markers."""

    ground: Sequence[str] = EMPTY
    middle: Sequence[str] = EMPTY
    top: Sequence[str] = EMPTY
    players: int = 2
    rivalry: tuple[str, ...] = ()
    seat: int = 0
    phase: str = "play"
    cards: Mapping[int, Cards] = field(default_factory=dict)
    eaten: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Per seat, the spaces whose sweets it has gathered."""
    stains: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    """Per seat, how many tokens of another seat it holds."""
    points: Mapping[int, int] = field(default_factory=dict)
    finished: tuple[int, ...] = ()
    """Seats that are finished, in that order."""

    def position(self) -> Json:
        """The whole of it (`holi-position/1`)."""
        levels = {name: list(rows) for name, rows in zip(LEVELS, (self.ground, self.middle, self.top), strict=True)}
        lying = "".join("".join(rows) for rows in levels.values())
        sweets = {
            space: SWEETS_ON[space[0]] for space in (level + square for level in "GM" for square in BESIDE_CORNERS)
        }
        held = {seat: sum(sweets.pop(space) for space in spaces) for seat, spaces in self.eaten.items()}
        return {
            "format": "holi-position/1",
            "config": {"players": self.players, "rivalry": list(self.rivalry)},
            "phase": self.phase,
            "turn": {"seat": self.seat, "thrown": False, "moved": False, "climbed": False},
            "levels": {
                name: ["".join("." if at in MARKERS else at for at in row) for row in levels[name]] for name in LEVELS
            },
            "sweets": {
                name: [[sweets.get(f"{name}{column}{row}", 0) for column in COLUMNS] for row in range(6, 0, -1)]
                for name in LEVELS
            },
            "players": [
                {
                    "marker": _found(MARKERS[seat], levels),
                    "supply": self._supply(seat, lying),
                    "sweets": held.get(seat, 0),
                    "points": self.points.get(seat, 0),
                    **self.cards.get(seat, Cards(() if self.phase == "setup" else (1,))).placed(),
                    "finished": self.finished.index(seat) if seat in self.finished else None,
                }
                for seat in range(self.players)
            ],
            "scores": None,
        }

    def _supply(self, seat: int, lying: str) -> list[int]:
        supply = [self.stains.get(seat, {}).get(owner, 0) for owner in range(self.players)]
        on_others = sum(stains.get(seat, 0) for stains in self.stains.values())
        supply[seat] = TOKENS - lying.count(str(seat)) - on_others
        return supply


def _found(marker: str, levels: Mapping[str, Sequence[str]]) -> str | None:
    for name, rows in levels.items():
        for y, row in enumerate(rows):
            if marker in row:
                return f"{name}{COLUMNS[row.index(marker)]}{6 - y}"
    return None


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position to act in: what must happen there, one way to make it happen, and spaces to light."""

    id: str
    drawing: Drawing
    goal: tuple[Json, ...]
    solution: str
    wanted: tuple[str, ...] = ()

    def written(self) -> Json:
        """As the page and the tests read it."""
        return {
            "id": self.id,
            "goal": list(self.goal),
            "wanted": list(self.wanted),
            "solution": self.solution.split(),
            "position": self.drawing.position(),
        }


def happens(kind: str, *, times: int = 1, **fields: object) -> Json:
    """A goal: events with these fields. A `?` stands for any one character; blanks are between the spaces of a path."""
    return {"event": {"type": kind, **{name: str(value) for name, value in fields.items()}}, "times": times}


def scores(part: str, least: int) -> Json:
    """A goal: so many points, were the game to end now."""
    return {"score": part, "least": least}
