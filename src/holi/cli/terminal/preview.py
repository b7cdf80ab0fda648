"""What actions would do, shown before they are done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from holi.cli.terminal.narrate import counted, narrate
from holi.cli.terminal.table import Happening
from holi.game import Action, IllegalActionError, Kind, Position, Token
from holi.game.notation import LEVELS, SQUARE_NAMES


@dataclass(frozen=True)
class Preview:
    """Some actions of a turn, tried out. `after` is the position before an end of turn."""

    before: Position
    after: Position
    happenings: tuple[Happening, ...]
    ends_turn: bool

    def lines(self, names: Sequence[str]) -> list[str]:
        lines = [line for seat, _, events, _ in self.happenings for line in narrate(events, names, viewer=seat)]
        if self.ends_turn:
            lines.append("Then the turn ends.")
        return [*lines, *self._score_lines(names)]

    def _score_lines(self, names: Sequence[str]) -> list[str]:
        changes = [
            f"{name} {old.total} → {new.total}"
            for name, old, new in zip(names, self.before.scores(), self.after.scores(), strict=False)
            if old.total != new.total
        ]
        return [f"Score now: {', '.join(changes)}"] if changes else ["Score now: no change"]


def preview(position: Position, actions: Sequence[Action]) -> Preview:
    """Try the actions; an illegal one raises `IllegalActionError`.

    An end of turn is only checked: trying it would show cards that are not drawn yet.
    """
    seat = position.seat
    assert seat is not None  # somebody is asked what to do
    after = position
    happenings: list[Happening] = []
    for number, action in enumerate(actions):
        if action.kind is Kind.END:
            if number < len(actions) - 1:
                raise IllegalActionError("E ends the turn; nothing can follow it in the same turn")
            if not after.is_legal(action):
                after.apply(action)  # raises, with the reason
            return Preview(position, after, tuple(happenings), ends_turn=True)
        after, events = after.apply(action)
        happenings.append(Happening(seat, action, events))
    return Preview(position, after, tuple(happenings), ends_turn=False)


def _token_phrase(event: Token, names: Sequence[str]) -> str:
    start, end = event.path[0], event.path[-1]
    square = SQUARE_NAMES[start.square]
    if event.end == "hit":
        assert event.onto is not None
        return f"{square} hits {names[event.onto]}, {counted(event.points, 'point')}"
    fall = f"{square} falls from {LEVELS[start.level]} to {LEVELS[end.level]}"
    if event.onto is not None:
        points = f", {counted(event.points, 'point')}" if event.points else ""
        return f"{fall} onto {names[event.onto]}{points}"
    if start != end:
        return fall
    return f"{square} {'stays' if start.level else 'lands'} on {LEVELS[end.level]}"


def placement_label(position: Position, action: Action, names: Sequence[str]) -> str:
    """A throw for a menu: its squares, and what happens to tokens that do not simply stay where they land."""
    tokens = [event for event in position.apply(action).events if isinstance(event, Token)]
    squares = " ".join(SQUARE_NAMES[square] for square in action.squares)
    notes = [_token_phrase(token, names) for token in tokens if token.end != "board" or len(token.path) > 1]
    level = tokens[0].path[0].level
    if level and not notes:
        notes = [f"{'all stay' if len(tokens) > 1 else 'stays'} on {LEVELS[level]}"]
    return f"{squares}: {', '.join(notes)}" if notes else squares
