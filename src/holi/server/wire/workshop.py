"""Commands without a table: trying positions out, opening records, checking decks. Nothing of them is kept."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from holi.game.cards import DeckFault
from holi.server.wire.game_parts import GameEvent, Score, View
from holi.server.wire.messages import OptionsView
from holi.server.wire.parts import ActionText, Command, Part

LONGEST_TRY = 40
LONGEST_RECORD = 40_000


class Try(Command):
    """Do actions in a position of one's own and see what comes of it: lessons, and what-if in a replay."""

    type: Literal["try"] = "try"
    position: dict[str, Any]
    """A complete position (`holi-position/1`, F3)."""
    actions: Annotated[list[ActionText], Field(max_length=LONGEST_TRY)] = Field(default_factory=list)


class OpenRecord(Command):
    """Play a record again: every action with what it did, and whether the record is true."""

    type: Literal["open-record"] = "open-record"
    record: Annotated[str, Field(min_length=1, max_length=LONGEST_RECORD)]


class AnalyseRecord(Command):
    """The analysis of a record that one has, as `analyse` gives it of a table's game."""

    type: Literal["analyse-record"] = "analyse-record"
    record: Annotated[str, Field(min_length=1, max_length=LONGEST_RECORD)]


class CheckDeck(Command):
    """Whether a deck of one's own can be played with."""

    type: Literal["check-deck"] = "check-deck"
    deck: dict[str, Any]


class TriedView(Part):
    """What came of trying: the events of each action, and the position after the last."""

    steps: list[list[GameEvent]]
    position: dict[str, Any]
    view: View
    """For eyes that may see everything."""
    forecast: list[Score]
    legal: list[str]
    options: OptionsView | None


class RecordStep(Part):
    """An action of a record, and how things stood after it."""

    seat: int
    round: int
    action: str
    events: list[GameEvent]
    view: View
    forecast: list[Score]


class RecordView(Part):
    """A record played again. `proven`: it shows that nobody chose the shuffle (F2)."""

    names: list[str]
    tags: dict[str, str]
    result: list[int] | None
    proven: bool
    start: View
    steps: list[RecordStep]


class DeckProblemView(Part):
    """Something wrong with a deck, for clients to translate: with one card, or with the whole (null)."""

    card: int | None
    code: DeckFault


class DeckChecked(Part):
    """What is wrong with a deck: the first problem in one sentence, and all as codes; null and none if it is fine."""

    problem: str | None
    problems: list[DeckProblemView]
