"""What a client may ask for. Every command has an HTTP twin: POST to the address in `TWINS`, with the same body.

A new command is one class here, one entry in `TWINS`, and one handler.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import Field, TypeAdapter

from holi.server.wire import parts
from holi.server.wire.parts import Command, TableCommand


class Create(Command):
    """Make a table; whoever makes it is its host."""

    type: Literal["create"] = "create"
    settings: parts.TableSettings


class Find(Command):
    """Which table has this short code?"""

    type: Literal["find"] = "find"
    code: Annotated[str, Field(pattern=r"^[A-Za-z]{5,7}$")]


class Rename(Command):
    """Call me so from now on."""

    type: Literal["rename"] = "rename"
    name: parts.Name


class Watch(TableCommand):
    """Send me this table whole, and then everything that happens at it."""

    type: Literal["watch"] = "watch"


class Unwatch(TableCommand):
    """Send me no more of this table."""

    type: Literal["unwatch"] = "unwatch"


class Sit(TableCommand):
    """Take a seat: a certain one or any, in a certain colour or any; with the promise of a nonce (F2)."""

    type: Literal["sit"] = "sit"
    name: parts.Name
    seat: parts.SeatNumber | None = None
    colour: parts.Colour | None = None
    nonce_commitment: parts.Digest


class Leave(TableCommand):
    """Leave a seat before the game starts; after that, a bot plays it until I am back."""

    type: Literal["leave"] = "leave"
    seat: parts.SeatNumber


class ChooseColour(TableCommand):
    """Another colour for my seat."""

    type: Literal["choose-colour"] = "choose-colour"
    seat: parts.SeatNumber
    colour: parts.Colour


class SeatBot(TableCommand):
    """The host puts a bot in a seat, or takes it away again."""

    type: Literal["seat-bot"] = "seat-bot"
    seat: parts.SeatNumber
    level: parts.Level | None


class Start(TableCommand):
    """The host starts the game; every player's client is now to send its nonce."""

    type: Literal["start"] = "start"


class GiveNonce(TableCommand):
    """The nonce that was promised when the seat was taken; with the last one the game begins."""

    type: Literal["nonce"] = "nonce"
    seat: parts.SeatNumber
    nonce: parts.Digest


class CancelStart(TableCommand):
    """Back to choosing seats, for instance because a nonce does not come."""

    type: Literal["cancel-start"] = "cancel-start"


class Act(TableCommand):
    """An action (F1) of the seat to act, made at a version of the table."""

    type: Literal["act"] = "act"
    version: Annotated[int, Field(ge=0)]
    action: parts.ActionText


class TakeBack(TableCommand):
    """Take back the last action of this turn."""

    type: Literal["take-back"] = "take-back"
    version: Annotated[int, Field(ge=0)]


class ComeBack(TableCommand):
    """I am here again: the bot shall no longer play for me."""

    type: Literal["come-back"] = "come-back"


class Resign(TableCommand):
    """I give up: bots play my seats to the end; if no other person plays on, the game ends without a result."""

    type: Literal["resign"] = "resign"


class Close(TableCommand):
    """The host closes a table that has not started."""

    type: Literal["close"] = "close"


class Say(TableCommand):
    """A line of chat: a fixed phrase, which every client translates, or a text."""

    type: Literal["say"] = "say"
    phrase: parts.Phrase | None = None
    text: parts.ChatText | None = None


class SetChat(TableCommand):
    """The host allows free text, only fixed phrases, or no chat."""

    type: Literal["set-chat"] = "set-chat"
    rule: parts.ChatRule


class Remove(TableCommand):
    """The host keeps a person out: their seats become free, or a bot's if the game runs."""

    type: Literal["remove"] = "remove"
    person: parts.Person


class LetIn(TableCommand):
    """The host no longer keeps a person out."""

    type: Literal["let-in"] = "let-in"
    person: parts.Person


class Mute(TableCommand):
    """The host lets a person write no chat here, or write again."""

    type: Literal["mute"] = "mute"
    person: parts.Person
    muted: bool


class HandOver(TableCommand):
    """The host makes another player of the table its host."""

    type: Literal["hand-over"] = "hand-over"
    person: parts.Person


class Report(TableCommand):
    """Tell the administrator of the server of a person, with the last lines of chat."""

    type: Literal["report"] = "report"
    person: parts.Person
    why: Annotated[str, Field(max_length=parts.LONGEST_CHAT)] = ""


class Rematch(TableCommand):
    """A new table with the same settings, where another begins or that is drawn; the first to ask makes it."""

    type: Literal["rematch"] = "rematch"


class Hint(TableCommand):
    """The best turns from here, for the seat to act, from what it may know."""

    type: Literal["hint"] = "hint"


class Ping(Command):
    """Still there?"""

    type: Literal["ping"] = "ping"


AnyCommand: TypeAlias = Annotated[
    Create | Find | Rename | Watch | Unwatch | Sit | Leave | ChooseColour | SeatBot | Start | GiveNonce | CancelStart
    | Act | TakeBack | ComeBack | Resign | Close | Say | SetChat | Remove | LetIn | Mute | HandOver | Report | Rematch
    | Hint | Ping,
    Field(discriminator="type"),
]  # fmt: skip

COMMAND: TypeAdapter[AnyCommand] = TypeAdapter(AnyCommand)

TWINS: Mapping[type[Command], str] = {
    Create: "/api/tables",
    Find: "/api/tables/find",
    Rename: "/api/me/name",
    **{
        command: f"/api/tables/{{table}}/{command.model_fields['type'].default}"
        for command in (
            Sit, Leave, ChooseColour, SeatBot, Start, GiveNonce, CancelStart, Act, TakeBack, ComeBack, Resign, Close,
            Say, SetChat, Remove, LetIn, Mute, HandOver, Report,
            Rematch, Hint,
        )
    },
}  # fmt: skip
"""The address of each command's HTTP twin. `watch` is GET /api/tables/{table} and its `changes`; `ping` is /health."""


def commands() -> tuple[type[Command], ...]:
    return get_args(get_args(AnyCommand)[0])
