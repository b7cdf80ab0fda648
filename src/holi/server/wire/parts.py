"""The parts that commands and messages are made of."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from holi.game import parse_deck, rivalry_card
from holi.game.errors import ConfigError
from holi.server.wire.plain_text import tidy_name, tidy_text

LONGEST_NAME = 24
LONGEST_CHAT = 300


class Part(BaseModel):
    """What all parts share: nothing unknown is let in, and nothing is changed once made.

    In what the server sends, a field is always there, with its default too; the schema says so.
    """

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, json_schema_serialization_defaults_required=True
    )


LEFT_OUT_IF_EMPTY = ConfigDict(json_schema_serialization_defaults_required=False)
"""For a part of which the server leaves out what has its default."""


def _tidy_name(name: str) -> str:
    tidy = tidy_name(name)
    if len(tidy) > LONGEST_NAME:  # some single characters stand for whole words
        raise ValueError(f"a name has at most {LONGEST_NAME} letters")
    return tidy


def _deck_name(name: str) -> str:
    tidy = tidy_text(name)
    if not tidy:
        raise ValueError("the name of a deck has at least one letter")
    return tidy


Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
"""64 lower-case hex digits (F2)."""

CommandId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
"""Made by the client, new for each command; a command sent again carries the same."""

Person = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
"""Somebody at a table, as others know them: the same on the whole server, but not the id that tokens are signed for."""

TableId = Annotated[str, Field(pattern=r"^[A-Za-z0-9]{4,16}$")]


class Command(Part):
    """What every command has: the client's own id for it, by which a resend is recognised."""

    id: CommandId


class TableCommand(Command):
    """A command about one table."""

    table: TableId


Name = Annotated[str, Field(max_length=LONGEST_NAME), AfterValidator(_tidy_name)]
"""Empty if it shows nothing: whoever uses it refuses that (`nothing-shown`)."""
ChatText = Annotated[str, Field(max_length=LONGEST_CHAT), AfterValidator(tidy_text)]
SeatNumber = Annotated[int, Field(ge=0, le=3)]
ActionText = Annotated[str, Field(min_length=1, max_length=80)]
Colour = Literal["blue", "yellow", "red", "green"]
COLOURS: tuple[Colour, ...] = ("blue", "yellow", "red", "green")
Level = Literal["random", "novice", "casual", "club", "expert", "master"]
ChatRule = Literal["all", "phrases", "off"]
Phrase = Literal[
    "hello", "good-luck", "well-played", "nice-throw", "ouch", "thinking", "sorry", "thanks", "good-game", "bye",
]  # fmt: skip
PHRASES: tuple[Phrase, ...] = Phrase.__args__  # type: ignore[attr-defined]


class Relaxed(Part):
    """No clock."""

    kind: Literal["relaxed"] = "relaxed"


class Live(Part):
    """So many seconds for each turn, and a reserve for the whole game that is drawn on after these."""

    kind: Literal["live"] = "live"
    turn_seconds: Annotated[int, Field(ge=5, le=600)] = 60
    reserve_seconds: Annotated[int, Field(ge=0, le=3600)] = 180


class Correspondence(Part):
    """So many days for each turn."""

    kind: Literal["correspondence"] = "correspondence"
    days: Annotated[int, Field(ge=1, le=14)] = 3


Pace = Annotated[Relaxed | Live | Correspondence, Field(discriminator="kind")]


def _known_rivalry(names: list[str]) -> list[str]:
    try:
        for name in names:
            rivalry_card(name)
    except ConfigError as error:
        raise ValueError(str(error)) from None
    if len(set(names)) < len(names):
        raise ValueError("each rivalry card is named once (R2.2)")
    return names


class OwnDeck(Part):
    """A deck of one's own: 13 patterns of three rows (docs/cards.md)."""

    name: Annotated[str, Field(min_length=1, max_length=60), AfterValidator(_deck_name)]
    cards: Annotated[dict[str, Annotated[str, Field(max_length=40)]], Field(min_length=13, max_length=13)]


def _known_deck(deck: Any) -> Any:
    try:
        parse_deck(deck.model_dump() if isinstance(deck, OwnDeck) else deck)
    except ConfigError as error:
        raise ValueError(str(error)) from None
    return deck


class TableSettings(Part):
    """What is agreed when a table is made."""

    players: Annotated[int, Field(ge=2, le=4)]
    rivalry: (
        Annotated[int, Field(ge=0, le=3)]
        | Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=3), AfterValidator(_known_rivalry)]
    ) = 0
    """Cards by name, or how many are drawn by the seed (F2)."""
    deck: Annotated[Literal["complete"] | OwnDeck, AfterValidator(_known_deck)] = "complete"
    tie_break: Literal["player-order", "first-finished"] = "player-order"
    first: Literal["drawn", "host"] = "drawn"
    """Who begins: the seed says, and all keep their order around the table; or as the host has it, seat 0 (R2.3)."""
    pace: Pace = Field(default_factory=Relaxed)
    listed: bool = False
    """Whether the table is in the list of open tables; others are joined by link or code."""
    hot_seat: bool = False
    """Whether one player may sit in several seats and pass the device on."""
    chat: ChatRule = "all"
    hints: bool | None = None
    """Whether players may ask for hints; null: only where one person plays bots."""
