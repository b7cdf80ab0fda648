"""Playing a record again, action by action, and making one from a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from holi.game import Action, Event, Game, IllegalActionError, MalformedError, Position, RecordError, new_position
from holi.record.model import Lines, Record, RecordedTurn
from holi.record.reading import located
from holi.record.writing import NO_TURN


class ReplayStep(NamedTuple):
    """One action of a record: where it stands, what it did and the position after it."""

    round: int
    seat: int
    line: int
    action: Action
    events: tuple[Event, ...]
    position: Position

    @property
    def ends_turn(self) -> bool:
        """Whether the turn is over with this action."""
        return self.action.ends_turn


def replay(record: Record) -> Iterator[ReplayStep]:
    """Play a record again from `record.start`; the first turn that breaks the rules raises `RecordError`."""
    record, lines = located(record)
    position = record.start
    before: RecordedTurn | None = None
    for turn in record.turns:
        if before is not None and not before.actions[-1].ends_turn:
            raise _wrong(record, lines, before, "the turn stops without 'E' though the game goes on (R3.4)")
        _check_on_turn(record, lines, position, before, turn)
        for number, action in enumerate(turn.actions):
            if number and turn.actions[number - 1].ends_turn:
                raise _wrong(record, lines, turn, f"{str(action)!r} stands after the end of the turn (R3.4)")
            try:
                position, events = position.apply(action)
            except IllegalActionError as error:
                raise _wrong(record, lines, turn, str(error)) from None
            yield ReplayStep(turn.round, turn.seat, lines.rounds[turn.round], action, events, position)
        before = turn


def _wrong(record: Record, lines: Lines, turn: RecordedTurn, reason: str) -> RecordError:
    who = f"seat {turn.seat} ({record.names[turn.seat]!r})"
    return RecordError(lines.rounds[turn.round], f"round {turn.round}, {who}: {reason}")


def _check_on_turn(
    record: Record, lines: Lines, position: Position, before: RecordedTurn | None, turn: RecordedTurn
) -> None:
    if position.seat is None:
        raise _wrong(record, lines, turn, "the game is over before this turn (R8.4); remove it")
    expected = RecordedTurn(_round_of_next_turn(before, position.seat), position.seat, ())
    if (turn.round, turn.seat) == (expected.round, expected.seat):
        return
    if (turn.round, turn.seat) > (expected.round, expected.seat):
        raise _wrong(record, lines, expected, f"it is this seat's turn, but the record has {NO_TURN!r} (R8.3)")
    raise _wrong(record, lines, turn, f"this seat is finished and has no turn (R8.3); write {NO_TURN!r} for it")


def _round_of_next_turn(before: RecordedTurn | None, seat: int) -> int:
    """The round in which `seat` has its turn after the turn `before`: a new one whenever play comes round to seat 0."""
    if before is None:
        return 0
    return before.round if seat > before.seat else before.round + 1


def record_from_game(game: Game, names: Sequence[str], tags: Mapping[str, str] | None = None) -> Record:
    """The record of a game as it stands, over or not; a game that goes on from a loaded position has none."""
    if game.seed is None or game.start != new_position(game.config, game.seed):
        raise MalformedError("a game that goes on from a loaded position has no record; only one from its seed has")
    over = game.position.phase == "over"
    return Record(
        config=game.config,
        seed=game.seed,
        names=tuple(names),
        turns=_turns_of(game),
        result=tuple(score.total for score in game.position.scores()) if over else None,
        tags=dict(tags or {}),
    )


def _turns_of(game: Game) -> tuple[RecordedTurn, ...]:
    turns: list[RecordedTurn] = []
    new_turn = True
    for seat, action in zip(game.seats, game.actions, strict=True):
        if new_turn:
            turns.append(RecordedTurn(_round_of_next_turn(turns[-1] if turns else None, seat), seat, ()))
        turns[-1] = turns[-1]._replace(actions=(*turns[-1].actions, action))
        new_turn = action.ends_turn
    return tuple(turns)
