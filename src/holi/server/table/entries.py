"""What a table's log holds: everything that happened at it, in order. From it and the founding comes the table."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter

from holi.server.wire.parts import ChatRule, Colour, Level, TableSettings


class _Stored(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class FoundingSeat(_Stored):
    """How a seat is when the table is made: a bot's, or kept for a player of the game before."""

    colour: Colour
    level: Level | None = None
    reserved: str | None = None
    name: str | None = None


def _before_draws(settings: Any) -> Any:
    """At tables stored before it could be drawn who begins, seat 0 did."""
    return {"first": "host", **settings} if isinstance(settings, dict) else settings


class Founding(_Stored):
    """What a table is made with. Only the server knows `secret` until the game is over (F2)."""

    id: str
    code: str
    secret: str
    host: str
    settings: Annotated[TableSettings, BeforeValidator(_before_draws)]
    seats: list[FoundingSeat]
    created: int
    rules_version: int
    again: bool = False
    """A rematch: it starts by itself once every seat is taken."""
    kept_out: dict[str, str | None] = Field(default_factory=dict)
    """Whom the host of the game before kept out, with their names, and whom they muted."""
    muted: list[str] = Field(default_factory=list)


class Sat(_Stored):
    kind: Literal["sat"] = "sat"
    seat: int
    player: str
    name: str
    colour: Colour
    nonce_commitment: str


class Left(_Stored):
    kind: Literal["left"] = "left"
    seat: int


class BotSeated(_Stored):
    """The host put a bot in a seat, or took it away (`null`)."""

    kind: Literal["bot-seated"] = "bot-seated"
    seat: int
    level: Level | None


class ColourChosen(_Stored):
    kind: Literal["colour-chosen"] = "colour-chosen"
    seat: int
    colour: Colour


class Starting(_Stored):
    kind: Literal["starting"] = "starting"


class NonceGiven(_Stored):
    """A seat's nonce came; with the last one the game begins."""

    kind: Literal["nonce-given"] = "nonce-given"
    seat: int
    nonce: str


class StartCancelled(_Stored):
    kind: Literal["start-cancelled"] = "start-cancelled"


class Acted(_Stored):
    kind: Literal["acted"] = "acted"
    seat: int
    action: str
    bot: bool = False


class TakenBack(_Stored):
    kind: Literal["taken-back"] = "taken-back"
    seat: int


WhyAway: TypeAlias = Literal["vanished", "left", "clock", "resigned", "removed"]


class WentAway(_Stored):
    """A bot plays for this seat from now on: the player vanished, left, or ran out of time."""

    kind: Literal["went-away"] = "went-away"
    seat: int
    why: WhyAway


class CameBack(_Stored):
    """The player of this seat plays again, and of more seats at a hot-seat table."""

    kind: Literal["came-back"] = "came-back"
    seat: int
    more: list[int] = Field(default_factory=list)


class Resigned(_Stored):
    """Bots play these seats to the end; if no person plays on, the game ends here, without a result."""

    kind: Literal["resigned"] = "resigned"
    seats: list[int]


class ChatSet(_Stored):
    kind: Literal["chat-set"] = "chat-set"
    rule: ChatRule


class Removed(_Stored):
    """The host keeps a person out; bots play their seats if the game runs, else the seats are free."""

    kind: Literal["removed"] = "removed"
    person: str
    name: str | None


class LetIn(_Stored):
    kind: Literal["let-in"] = "let-in"
    person: str


class Muted(_Stored):
    kind: Literal["muted"] = "muted"
    person: str
    muted: bool


class Erased(_Stored):
    """A player has erased themselves: their seats have no name, and bots play them if the game runs."""

    kind: Literal["erased"] = "erased"
    player: str


class HandedOver(_Stored):
    kind: Literal["handed-over"] = "handed-over"
    player: str


class Closed(_Stored):
    kind: Literal["closed"] = "closed"


class Resumed(_Stored):
    """The server was away during a turn with a clock, so the turn starts over."""

    kind: Literal["resumed"] = "resumed"


class Rematched(_Stored):
    kind: Literal["rematched"] = "rematched"
    table: str


Entry: TypeAlias = (
    Sat | Left | BotSeated | ColourChosen | Starting | NonceGiven | StartCancelled | Acted | TakenBack | WentAway
    | CameBack | Resigned | ChatSet | Removed | LetIn | Muted | Erased | HandedOver | Closed | Resumed | Rematched
)  # fmt: skip

ENTRY: TypeAdapter[Entry] = TypeAdapter(Annotated[Entry, Field(discriminator="kind")])


class Logged(NamedTuple):
    """An entry with its number (1, 2, ...), its time in milliseconds, and the player and command it came from."""

    number: int
    at: int
    entry: Entry
    player: str | None = None
    command: str | None = None
