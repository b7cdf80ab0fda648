"""Positions, events and scores as they are sent (F3, F5), typed for clients.

They are written by `holi.game`; the types here describe them, and tests hold every message against them.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from holi.server.wire.parts import LEFT_OUT_IF_EMPTY, OwnDeck, Part

Space: TypeAlias = Annotated[str, Field(pattern=r"^[GMT][a-f][1-6]$")]
Rows: TypeAlias = Annotated[list[str], Field(min_length=6, max_length=6)]
SweetsRows: TypeAlias = Annotated[list[list[int]], Field(min_length=6, max_length=6)]


class LevelRows(Part):
    """Six rows of tokens on each level, row 6 first; a digit is the seat owning the token."""

    G: Rows
    M: Rows
    T: Rows


class LevelSweets(Part):
    """Six rows of sweets on each level, row 6 first."""

    G: SweetsRows
    M: SweetsRows
    T: SweetsRows


class Discarded(Part):
    """A card played; `null` to those who may not know it."""

    card: int | None
    face: Literal["up", "down"]


class PlayerView(Part):
    """A player's part of a view: another's hand, and every deck, is only counted."""

    marker: Space | None
    supply: list[int]
    sweets: int
    points: int
    hand: list[int] | int
    deck: list[int] | int
    discard: list[Discarded]
    finished: int | None


class TurnView(Part):
    """Whose turn it is, and what has been done in it."""

    seat: int
    thrown: bool
    moved: bool
    climbed: bool


class Score(Part):
    """A seat's points with all their parts (R9)."""

    total: int
    levels: list[int]
    on_others: int
    sweets: int
    hits: int
    rivalry: dict[str, int]
    rank: int


class ConfigView(Part):
    """The configuration of a game (F3)."""

    players: int
    rivalry: list[str]
    deck: Literal["complete"] | OwnDeck
    tie_break: Literal["player-order", "first-finished"]


class View(Part):
    """A position as one seat, or a spectator, may know it (`holi-view/1`)."""

    format: Literal["holi-view/1"]
    config: ConfigView
    phase: Literal["setup", "play", "over"]
    turn: TurnView | None
    levels: LevelRows
    sweets: LevelSweets
    players: list[PlayerView]
    scores: list[Score] | None


class PlacedMarkerEvent(Part):
    """A starting corner was chosen."""

    type: Literal["placed-marker"]
    seat: int
    space: Space


class ThrewEvent(Part):
    """A card was played."""

    type: Literal["threw"]
    seat: int
    card: int | None
    face: Literal["up", "down"]


class TokenEvent(Part):
    """A token's way down, and where it ended."""

    type: Literal["token"]
    seat: int
    path: list[Space]
    end: Literal["board", "hit", "rain"]
    onto: int | None
    points: int


class MovedEvent(Part):
    """A marker moved."""

    type: Literal["moved"]
    seat: int
    from_: Annotated[Space, Field(alias="from")]
    to: Space
    swapped: int | None


class ClimbedEvent(Part):
    """A marker climbed."""

    type: Literal["climbed"]
    seat: int
    from_: Annotated[Space, Field(alias="from")]
    to: Space
    points: int


class SweetsEvent(Part):
    """Sweets were gathered."""

    type: Literal["sweets"]
    seat: int
    space: Space
    count: int


class CollectedEvent(Part):
    """A token was taken from the tower."""

    type: Literal["collected"]
    seat: int
    owner: int
    space: Space


class DrewEvent(Part):
    """Cards were drawn: which, to the one who drew; to others how many."""

    model_config = LEFT_OUT_IF_EMPTY

    type: Literal["drew"]
    seat: int
    cards: list[int] | None = None
    count: int | None = None


class FinishedEvent(Part):
    """A player has no more turns."""

    type: Literal["finished"]
    seat: int
    why: Literal["tokens", "cards", "no-throw", "last-dance"]


class TurnEvent(Part):
    """The next player's turn."""

    type: Literal["turn"]
    seat: int


class OverEvent(Part):
    """The game is over."""

    type: Literal["over"]
    scores: list[Score]


GameEvent: TypeAlias = Annotated[
    PlacedMarkerEvent | ThrewEvent | TokenEvent | MovedEvent | ClimbedEvent | SweetsEvent | CollectedEvent | DrewEvent
    | FinishedEvent | TurnEvent | OverEvent,
    Field(discriminator="type"),
]  # fmt: skip
