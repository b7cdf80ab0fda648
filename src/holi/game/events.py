"""What an action did, in order, enough to draw it (F5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeAlias

from holi.game.notation import TOWER, Space
from holi.game.scores import SeatScore
from holi.game.secrecy import Viewer, sees_cards_of, sees_played
from holi.kernel import layout
from holi.kernel.layout import EVENT_SIZE, NOBODY, SPACES

Face: TypeAlias = Literal["up", "down"]
End: TypeAlias = Literal["board", "hit", "rain"]
Why: TypeAlias = Literal["tokens", "cards", "no-throw", "last-dance"]
FACES: dict[int, Face] = {layout.LIES_FACE_UP: "up", layout.LIES_FACE_DOWN: "down"}
ENDS: dict[int, End] = {layout.ON_BOARD: "board", layout.HIT: "hit", layout.RAIN: "rain"}
WHYS: dict[int, Why] = {
    layout.OUT_OF_TOKENS: "tokens",
    layout.OUT_OF_CARDS: "cards",
    layout.LAST_DANCE_OVER: "last-dance",
    layout.NO_THROW_LEFT: "no-throw",
}


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
        return {"from" if name == "origin" else name: _plain(getattr(self, name)) for name in names}


def _plain(value: Any) -> Any:
    if isinstance(value, Space):
        return str(value)
    if isinstance(value, SeatScore):
        return value.to_json()
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
    face: Face

    @property
    def secret_of(self) -> int | None:
        return None if sees_played("spectator", self.seat, self.face) else self.seat

    def _fields(self, viewer: Viewer) -> dict[str, Any]:
        known = sees_played(viewer, self.seat, self.face)
        return {"seat": self.seat, "card": self.card if known else None, "face": self.face}


@dataclass(frozen=True, slots=True)
class Token(Event):
    """A token's way from where it was thrown to where it came to rest or met a marker (R4.7, R7)."""

    type = "token"
    seat: int
    path: tuple[Space, ...]
    end: End
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


@dataclass(frozen=True, slots=True)
class Climbed(Event):
    """A marker climbed (R6.4); `points` only if a rivalry card gives some."""

    type = "climbed"
    seat: int
    origin: Space
    to: Space
    points: int


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
        return self.seat

    def _fields(self, viewer: Viewer) -> dict[str, Any]:
        if sees_cards_of(viewer, self.seat):
            return {"seat": self.seat, "cards": list(self.cards)}
        return {"seat": self.seat, "count": len(self.cards)}


@dataclass(frozen=True, slots=True)
class Finished(Event):
    """The game is over for a player (R3.3, R8.2)."""

    type = "finished"
    seat: int
    why: Why


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


def read_events(numbers: Sequence[int], scores: tuple[SeatScore, ...] = ()) -> tuple[Event, ...]:
    """The events that the kernel wrote as `numbers`; `scores` are for the event at the end of a game."""
    return tuple([_read(numbers[at : at + EVENT_SIZE], scores) for at in range(0, len(numbers), EVENT_SIZE)])


def _read(numbers: Sequence[int], scores: tuple[SeatScore, ...]) -> Event:
    kind, seat, space, to, other, number, cards, how = numbers
    match kind:
        case layout.TOKEN_EVENT:
            path = TOWER[to : space + 1 : SPACES][::-1]
            return Token(seat, path, ENDS[how], None if other == NOBODY else other, number)
        case layout.COLLECTED_EVENT:
            return Collected(seat, other, TOWER[space])
        case layout.THREW_EVENT:
            return Threw(seat, cards + 1, FACES[how])
        case layout.MOVED_EVENT:
            return Moved(seat, TOWER[space], TOWER[to], None if other == NOBODY else other)
        case layout.TURN_EVENT:
            return Turn(seat)
        case layout.DREW_EVENT:
            return Drew(seat, tuple([(cards >> 4 * i & 15) + 1 for i in range(number)]))
        case layout.SWEETS_EVENT:
            return Sweets(seat, TOWER[space], number)
        case layout.CLIMBED_EVENT:
            return Climbed(seat, TOWER[space], TOWER[to], number)
        case layout.PLACED_MARKER_EVENT:
            return PlacedMarker(seat, TOWER[space])
        case layout.FINISHED_EVENT:
            return Finished(seat, WHYS[how])
    return Over(scores)
