"""What actions would do, shown before they are done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from holi.cli.terminal.narrate import narrate
from holi.cli.terminal.table import Happening
from holi.cli.terminal.texts import illegal, separated, t
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
            lines.append(t("preview.ends"))
        return [*lines, *self._score_lines(names)]

    def _score_lines(self, names: Sequence[str]) -> list[str]:
        changes = [
            f"{name} {old.total} → {new.total}"
            for name, old, new in zip(names, self.before.scores(), self.after.scores(), strict=False)
            if old.total != new.total
        ]
        return [t("preview.score", changes=separated(changes) if changes else t("preview.same"))]


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
                raise IllegalActionError(t("end-last"))
            if not after.is_legal(action):
                raise illegal(after, action)
            return Preview(position, after, tuple(happenings), ends_turn=True)
        if not after.is_legal(action):
            raise illegal(after, action)
        after, events = after.apply(action)
        happenings.append(Happening(seat, action, events))
    return Preview(position, after, tuple(happenings), ends_turn=False)


def _token_phrase(event: Token, names: Sequence[str]) -> str:
    start, end = event.path[0], event.path[-1]
    if event.onto is None:
        key = "falls" if start != end else "stays" if start.level else "lands"
    else:
        key = "hits" if event.end == "hit" else "falls-onto-for" if event.points else "falls-onto"
    levels = {"start": LEVELS[start.level], "end": LEVELS[end.level], "level": LEVELS[end.level]}
    name = "" if event.onto is None else names[event.onto]
    return t(f"way.{key}", square=SQUARE_NAMES[start.square], name=name, count=event.points, **levels)


def placement_label(position: Position, action: Action, names: Sequence[str]) -> str:
    """A throw for a menu: its squares, and what happens to tokens that do not simply stay where they land."""
    tokens = [event for event in position.apply(action).events if isinstance(event, Token)]
    squares = " ".join(SQUARE_NAMES[square] for square in action.squares)
    notes = [_token_phrase(token, names) for token in tokens if token.end != "board" or len(token.path) > 1]
    level = tokens[0].path[0].level
    if level and not notes:
        notes = [t("way.all-stay", count=len(tokens), level=LEVELS[level])]
    return f"{squares}: {separated(notes)}" if notes else squares
