"""What an action did, in order, enough to draw it (F5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeAlias

from holi.game.scores import SeatScore
from holi.game.spaces import Space

Viewer: TypeAlias = int | Literal["spectator", "all"]
"""Who looks: a seat, a spectator, or somebody who may know everything."""


@dataclass(frozen=True, slots=True)
class Event:
    """What every event has; each class below is one `type`."""

    type: ClassVar[str]

    @property
    def secret_of(self) -> int | None:
        """The seat that learns more of the event than the others; None if all learn the same."""
        return None

    def to_json(self, viewer: Viewer = "all") -> dict[str, Any]:
        """The event as the viewer may know it."""
        return {"type": self.type, **self._fields(viewer)}

    def _fields(self, viewer: Viewer) -> dict[str, Any]:
        names: tuple[str, ...] = self.__match_args__
        return {name: _plain(getattr(self, name)) for name in names}


def _plain(value: Any) -> Any:
    if isinstance(value, Space):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


@dataclass(frozen=True, slots=True)
class PlacedMarker(Event):
    """A player chose a starting corner (R2.4)."""

    type = "placed-marker"
    seat: int
    space: Space


@dataclass(frozen=True, slots=True)
class Threw(Event):
    """A player played a card; `card` is hidden from others if it lies face down (R5.3)."""

    type = "threw"
    seat: int
    card: int
    face: Literal["up", "down"]

    @property
    def secret_of(self) -> int | None:
        """Only whoever played a card face down knows it."""
        return self.seat if self.face == "down" else None

    def _fields(self, viewer: Viewer) -> dict[str, Any]:
        known = self.face == "up" or viewer in ("all", self.seat)
        return {"seat": self.seat, "card": self.card if known else None, "face": self.face}


@dataclass(frozen=True, slots=True)
class Token(Event):
    """A token's way from where it was thrown to where it came to rest or met a marker (R4.7, R7)."""

    type = "token"
    seat: int
    path: tuple[Space, ...]
    end: Literal["board", "hit", "rain"]
    onto: int | None
    points: int


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A marker moved (R6.1); `swapped` is the seat it changed places with, if any."""

    type = "moved"
    seat: int
    origin: Space
    to: Space
    swapped: int | None

    def _fields(self, viewer: Viewer) -> dict[str, Any]:
        return {"seat": self.seat, "from": str(self.origin), "to": str(self.to), "swapped": self.swapped}


@dataclass(frozen=True, slots=True)
class Climbed(Event):
    """A marker climbed (R6.4); `points` are those of the rivalry card `summit`."""

    type = "climbed"
    seat: int
    origin: Space
    to: Space
    points: int

    def _fields(self, viewer: Viewer) -> dict[str, Any]:
        return {"seat": self.seat, "from": str(self.origin), "to": str(self.to), "points": self.points}


@dataclass(frozen=True, slots=True)
class Sweets(Event):
    """A player took the sweets of a space (R6.2)."""

    type = "sweets"
    seat: int
    space: Space
    count: int


@dataclass(frozen=True, slots=True)
class Collected(Event):
    """A token went into the mover's supply (R6.2, R6.3); `space` is where it lay."""

    type = "collected"
    seat: int
    owner: int
    space: Space


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A player drew cards (R8.1); others learn only how many."""

    type = "drew"
    seat: int
    cards: tuple[int, ...]

    @property
    def secret_of(self) -> int | None:
        """Only whoever drew the cards knows them."""
        return self.seat

    def _fields(self, viewer: Viewer) -> dict[str, Any]:
        if viewer in ("all", self.seat):
            return {"seat": self.seat, "cards": list(self.cards)}
        return {"seat": self.seat, "count": len(self.cards)}


@dataclass(frozen=True, slots=True)
class Finished(Event):
    """The game is over for a player (R3.3, R8.2, `last-dance`)."""

    type = "finished"
    seat: int
    why: Literal["tokens", "cards", "no-throw", "last-dance"]


@dataclass(frozen=True, slots=True)
class Turn(Event):
    """It is this seat's turn now."""

    type = "turn"
    seat: int


@dataclass(frozen=True, slots=True)
class Over(Event):
    """All are finished; the scores (R9)."""

    type = "over"
    scores: tuple[SeatScore, ...]

    def _fields(self, viewer: Viewer) -> dict[str, Any]:
        return {"scores": [score.to_json() for score in self.scores]}
