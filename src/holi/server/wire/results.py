"""What a command's `done` holds in `result`, and what is only read over HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import create_model

from holi.server.wire.codes import RefusalCode
from holi.server.wire.commands import Create, Find, Hint, Ping, Rematch, Rename, Say, Watch
from holi.server.wire.messages import ReasonView, Sync, TableLine
from holi.server.wire.parts import LEFT_OUT_IF_EMPTY, Command, Part, Phrase, TableCommand


class Created(Part):
    """A table was made: its id, for links, and its short code, to be typed."""

    table: str
    code: str


class Found(Part):
    """The table that was looked for."""

    table: str


class Named(Part):
    """What the player is called now."""

    name: str


class ChatLineView(Part):
    """A line of chat at the table that was asked for."""

    number: int
    at: int
    seat: int | None
    """Where the writer sat then; before the game begins, seats may have other numbers. `person` stays the same."""
    person: str
    name: str
    phrase: Phrase | None
    text: str | None


class Watched(Part):
    """The last lines of chat, at most 100; the table itself comes as `sync`, before this."""

    chat: list[ChatLineView]


class Numbered(Part):
    """The number of the line of chat."""

    number: int


class RematchMade(Part):
    """The table where the players go on."""

    table: str


class Pong(Part):
    """The server's clock, in milliseconds."""

    now: int


class HintView(Part):
    """A turn (F1) with the chance to win after it and the expected lead at the end."""

    turn: str
    win_chance: float
    lead: float
    reasons: list[ReasonView]


class HintsView(Part):
    """The best turns of a seat, best first."""

    seat: int
    hints: list[HintView]


RESULTS: Mapping[type[Command], type[Part]] = {
    Create: Created,
    Find: Found,
    Rename: Named,
    Watch: Watched,
    Say: Numbered,
    Rematch: RematchMade,
    Hint: HintsView,
    Ping: Pong,
}
"""What `result` is after each command; after the others there is none."""

VERSIONED = (Create, Watch, Rematch, Hint)
"""Commands that answer with a version and a result; those that only change a table answer with a version alone."""


def done_of(command: type[Command]) -> type[Part]:
    """The answer to one command, for its HTTP twin: `Done` with its own `result`."""
    fields: dict[str, Any] = {"type": (Literal["done"], ...), "id": (str, ...)}
    changes_table = issubclass(command, TableCommand) and command not in RESULTS
    if changes_table or command in VERSIONED:
        fields["version"] = (int, ...)
    if command in RESULTS:
        fields["result"] = (RESULTS[command], ...)
    about = f"The answer to `{name_of(command)}`."
    made: type[Part] = create_model(f"{command.__name__}Done", __base__=Part, __doc__=about, **fields)
    return made


def name_of(command: type[Command]) -> str:
    name: str = command.model_fields["type"].default
    return name


# Only over HTTP


class Problem(Part):
    """Why a request was refused, as in `failed`; nothing was changed."""

    model_config = LEFT_OUT_IF_EMPTY

    code: RefusalCode
    message: str
    retry_after: float | None = None
    state: Sync | None = None


class Transfer(Part):
    """A code that moves an identity to another device, once, before `expires` (milliseconds); `link` opens the page."""

    code: str
    link: str
    expires: int


class DeviceView(Part):
    """A device on which the player is logged in; times are in milliseconds, `seen` to the day."""

    id: str
    made: int
    seen: int
    about: str
    """The family of its browser and system; empty if it is none that is known."""
    current: bool
    """Whether the request came from it."""


class DeviceList(Part):
    """The devices on which the player is logged in, the one seen last first."""

    devices: list[DeviceView]


class LoggedOut(Part):
    """How many devices were logged out."""

    devices: int


class ExportedLine(Part):
    """A line of chat that the player wrote."""

    table: str
    number: int
    at: int
    name: str
    phrase: Phrase | None
    text: str | None


class ExportedReport(Part):
    """A report that the player made, with the name of whom it is about."""

    at: int
    table: str
    name: str
    why: str


class Export(Part):
    """All that is kept about a player; `names` are those under which they sat or wrote, `records` links."""

    person: str
    name: str | None
    names: list[str]
    passkeys: list[int]
    """When each was added."""
    devices: list[DeviceView]
    tables: list[TableLine]
    records: list[str]
    chat: list[ExportedLine]
    reports: list[ExportedReport]


class Erased(Part):
    """The player is erased; their tokens are worth nothing."""

    erased: Literal[True]


class PasskeyView(Part):
    """A passkey; times are in milliseconds, `about` is the browser that added it."""

    id: str
    made: int
    used: int | None
    about: str


class PasskeyList(Part):
    """The player's passkeys, oldest first, and how many recovery codes are not used yet."""

    passkeys: list[PasskeyView]
    codes_left: int


class PasskeyQuestion(Part):
    """What to ask an authenticator: `challenge`, `user` and the ids of `known` passkeys are in base64url."""

    challenge: str
    host: str
    """The name to which the passkey belongs (its RP id)."""
    user: str
    name: str
    known: list[str]


class RecoveryCodes(Part):
    """Codes that log in once each; the server keeps only their digests."""

    codes: list[str]


class TableList(Part):
    """Tables, those changed last first."""

    tables: list[TableLine]


class Changes(Part):
    """The table whole if it has gone beyond `since`; else null, and one asks again."""

    version: int
    sync: Sync | None


class ChatLines(Part):
    """Lines of chat, oldest first."""

    chat: list[ChatLineView]


class Health(Part):
    """The node serves and can write to its store; if not, the answer is 503 `unavailable` or 500 `damaged`."""

    status: Literal["ok"]
    store: Literal["ok"]
