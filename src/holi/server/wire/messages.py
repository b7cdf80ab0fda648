"""What the server sends: answers to commands, and what happens at the tables that a client watches."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from holi.server.wire.codes import RefusalCode
from holi.server.wire.parts import LEFT_OUT_IF_EMPTY, ChatRule, Colour, Level, Part, Phrase, TableSettings

View: TypeAlias = Annotated[
    dict[str, Any], Field(description="A position as one seat, or a spectator, may know it (`holi-view/1`, F3).")
]
GameEvent: TypeAlias = Annotated[dict[str, Any], Field(description="Something that happened in the game (F5).")]
ReasonView: TypeAlias = Annotated[dict[str, Any], Field(description="Why a turn is good: a code and its parameters.")]
"""What `holi.game` and `holi.bots` write: see docs/formats.md, docs/analysis.md, and the types in `web/engine`."""

TablePhase: TypeAlias = Literal["lobby", "dealing", "playing", "over", "closed"]


class SeatView(Part):
    """A seat as all may see it. `promised` and `given` say how far its nonce is (F2)."""

    kind: Literal["open", "player", "bot"]
    name: str | None
    colour: Colour
    level: Level | None
    you: bool
    host: bool
    away: bool
    """A bot plays for the player until they are back; if `resigned`, to the end."""
    resigned: bool
    kept: Literal["you", "other"] | None
    """The seat is open, but kept for `name`, who played the game before."""
    promised: bool
    given: bool


class ClockView(Part):
    """Milliseconds: what each seat has left in reserve, and when the seat to act runs out, by the server's clock."""

    now: int
    deadline: int | None
    reserves: list[int] | None


class TurnLine(Part):
    """One action of the game so far, as the receiver may know it."""

    number: int
    seat: int
    action: str
    bot: bool


class KeptOutView(Part):
    """Somebody whom the host keeps out; without a name if they had no seat."""

    person: str
    name: str | None


class TableState(Part):
    """Everything about a table that the receiver may know."""

    table: str
    version: int
    code: str
    phase: TablePhase
    settings: TableSettings
    commitment: str
    nonce_commitments: list[str | None]
    """By seat: what all have promised before the first nonce is accepted, for every client to keep (F2).

    If it is drawn who begins, the seats have other numbers once the game has begun: everything by seat moves with them.
    """
    chat: ChatRule
    you_are_host: bool
    seats: list[SeatView]
    viewer: int | None
    """The seat whose view this is; null for a spectator."""
    view: View | None
    can_take_back: bool
    clock: ClockView
    rematch: str | None
    hints: bool
    person: str | None
    """Who the receiver is to the others; null without an identity."""
    people: list[str | None]
    """By seat, the person who sits there."""
    removed: list[int]
    """The seats that bots play because the host removed whoever sat there."""
    muted: list[str]
    """Who may write no chat: all of them for the host, for others only themselves."""
    kept_out: list[KeptOutView]
    """For the host alone."""


class Sync(Part):
    """A table whole, with its game so far: after `watch`, after a gap, and whenever seats change."""

    type: Literal["sync"] = "sync"
    state: TableState
    log: list[TurnLine]
    presence: list[bool]


class Step(Part):
    """One action, or one taken back, with what came of it."""

    type: Literal["step"] = "step"
    table: str
    version: int
    seat: int
    action: str | None
    """Null if an action was taken back."""
    bot: bool
    events: list[GameEvent]
    viewer: int | None
    view: View
    can_take_back: bool
    clock: ClockView


class Presence(Part):
    """Which seats' players are connected."""

    type: Literal["presence"] = "presence"
    table: str
    seats: list[bool]


class Said(Part):
    """A line of chat."""

    type: Literal["said"] = "said"
    table: str
    number: int
    at: int
    seat: int | None
    person: str
    name: str
    phrase: Phrase | None
    text: str | None


class Removed(Part):
    """The host keeps the receiver out of this table from now on; nothing more comes from it."""

    type: Literal["removed"] = "removed"
    table: str


class SeatLine(Part):
    """Who sits at a table in a list, with the result if the game was played to its end."""

    name: str | None
    level: Level | None
    resigned: bool
    points: int | None
    rank: int | None
    you: bool


class TableLine(Part):
    """A table in a list."""

    table: str
    code: str
    phase: TablePhase
    settings: TableSettings
    seats_taken: int
    seats: list[SeatLine]
    your_turn: bool
    changed: int


class Me(Part):
    """Who the client is."""

    name: str | None
    token: str | None
    """For programs, which keep no cookies; null for a browser, whose scripts never get it."""


class Done(Part):
    """The command was carried out, at this version of its table; what was asked for is in `result`."""

    model_config = LEFT_OUT_IF_EMPTY

    type: Literal["done"] = "done"
    id: str
    version: int | None = None
    result: Any = None


class Failed(Part):
    """The command was not carried out, and nothing was changed. Clients translate `code`; `message` is in English."""

    model_config = LEFT_OUT_IF_EMPTY

    type: Literal["failed"] = "failed"
    id: str | None
    code: RefusalCode
    message: str
    retry_after: float | None = None
    state: Sync | None = None
    """With `stale`: how the table really stands."""


class Closing(Part):
    """The server stops; connect again, after so many seconds, and nothing is lost."""

    type: Literal["closing"] = "closing"
    retry_after: float


ServerMessage: TypeAlias = Annotated[
    Sync | Step | Presence | Said | Removed | Done | Failed | Closing, Field(discriminator="type")
]
