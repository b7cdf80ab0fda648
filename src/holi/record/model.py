"""A saved game as a value: everything that its text holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from holi.game import Action, Config, Kind, Position, new_position, parse_action, parse_seed
from holi.game.errors import MalformedError, quoted
from holi.record.tags import FIRST_DRAW, check_name, check_numbered, check_tag, check_text, fixed_tags

MOST_ROUNDS = 999
MOST_POINTS = 999

BEFORE_CORNERS = -1
"""The place of a comment that stands before all rounds."""


class RecordedTurn(NamedTuple):
    """What one seat did in one round; round 0 is the choice of corners (R2.4)."""

    round: int
    seat: int
    actions: tuple[Action, ...]


class Comment(NamedTuple):
    """A remark of a person, and the round after whose line it stands."""

    after: int
    text: str


@dataclass(frozen=True, slots=True)
class Lines:
    """On which lines of a text its parts stand, for messages."""

    tags: Mapping[str, int]
    rounds: tuple[int, ...]
    result: int


@dataclass(frozen=True, slots=True)
class Record:
    """A saved game. It can always be written; whether it follows the rules is for `verify_record` to say.

    `names` are by seat, `result` is every seat's total or None for a game that is not over, and `tags` are those beyond
    the configuration, the seed and the names. What no text can hold is refused with `MalformedError`.
    """

    config: Config
    seed: str
    names: tuple[str, ...]
    turns: tuple[RecordedTurn, ...] = ()
    result: tuple[int, ...] | None = None
    tags: Mapping[str, str] = field(default_factory=dict, hash=False)
    comments: tuple[Comment, ...] = ()
    lines: Lines | None = field(init=False, default=None, compare=False, repr=False)
    """Set by `parse_record`; a changed copy has none."""

    def __post_init__(self) -> None:
        players = self.config.players
        parse_seed(self.seed)
        if len(self.names) != players:
            raise MalformedError(f"{len(self.names)} names are given; the game has {players} players")
        for seat, name in enumerate(self.names):
            check_name(seat, name)
        for name, value in self.tags.items():
            check_tag(name, value)
            check_numbered(name, players)
            if name in fixed_tags(players):
                raise MalformedError(f"the tag {name!r} is written by the record itself; leave it out of 'tags'")
        if self.result is not None:
            _check_result(self.result, players)
        _check_turns(self.turns, players, over=self.result is not None)
        _check_comments(self.comments, self.rounds if self.turns else BEFORE_CORNERS)

    @property
    def rounds(self) -> int:
        """The number of the last round; 0 if play has not gone beyond the corners."""
        return self.turns[-1].round if self.turns else 0

    @property
    def actions(self) -> tuple[Action, ...]:
        return tuple(action for turn in self.turns for action in turn.actions)

    def seat_of(self, place: int) -> int:
        """The seat of whoever sat at this place before it was drawn who begins (R2.3)."""
        return (place - int(self.tags.get(FIRST_DRAW, 0))) % self.config.players

    @property
    def start(self) -> Position:
        """The position before the first corner was chosen."""
        return new_position(self.config, self.seed)


def _check_result(result: tuple[int, ...], players: int) -> None:
    if len(result) != players:
        raise MalformedError(f"the result has {len(result)} totals; the game has {players} players")
    for total in result:
        if type(total) is not int or not 0 <= total <= MOST_POINTS:
            raise MalformedError(f"the total {quoted(total)} is no number from 0 to {MOST_POINTS}")


def _check_turns(turns: tuple[RecordedTurn, ...], players: int, *, over: bool) -> None:
    """Turns go round by round and in seat order, every round has one, and all corners come first."""
    before = RecordedTurn(0, -1, ())
    for turn in turns:
        where = f"the turn of seat {turn.seat} in round {turn.round}"
        if not 0 <= turn.seat < players or turn.round > MOST_ROUNDS:
            raise MalformedError(f"{where} cannot be; the seats are 0 to {players - 1}, the rounds 0 to {MOST_ROUNDS}")
        same_round = turn.round == before.round and turn.seat > before.seat
        if before.round == 0 and before.seat < players - 1:
            fits = same_round and turn.seat == before.seat + 1
        else:
            fits = same_round or turn.round == before.round + 1
        if not fits:
            raise MalformedError(f"{where} is out of order after seat {before.seat} in round {before.round}")
        if not turn.actions:
            raise MalformedError(f"{where} has no action; leave the turn out")
        for action in turn.actions:
            check_action(action)
        before = turn
    if over and before.round == 0 and before.seat < players - 1:
        raise MalformedError("the record has a result, but not all corners are chosen")


def check_action(action: Action) -> None:
    """Refuse an action that has no text of its own in a record: hidden cards are named there."""
    if action.kind is Kind.THROW_DOWN and action.card is None:
        raise MalformedError(f"the card of {str(action)!r} is hidden; a record names it, 1 to 13")
    if parse_action(str(action)) != action:
        raise MalformedError(f"{quoted(action)} is no action")


def _check_comments(comments: tuple[Comment, ...], last_round: int) -> None:
    after = BEFORE_CORNERS
    for comment in comments:
        check_text("the comment", comment.text)
        if not comment.text or comment.text != comment.text.strip(" "):
            raise MalformedError(f"the comment {quoted(comment.text)} is empty or has blanks around it")
        if not after <= comment.after <= last_round:
            raise MalformedError(f"the comment {quoted(comment.text)} is out of order or after the last round")
        after = comment.after
