"""Analysis of a saved game: how the chances went, turn by turn, and what would have been better.

Every turn is evaluated from the view of the player whose turn it was, with the hidden cards dealt many times, so nobody
is blamed for cards that nobody could know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from holi.bots.advice.comparison import TurnComparison
from holi.bots.advice.reasons import Reason, reasons_for
from holi.bots.search.functions import exp
from holi.bots.search.thinking import NO_LIMIT
from holi.game import Action, Kind, Position, format_turn
from holi.record import Record, replay

FORMAT: Final = "holi-analysis/1"

MISTAKE = 0.05
"""A turn that gives away more of the chance to win than this is a mistake."""

MOST_MISTAKES = 3
FINALISTS = 3
"""How many turns are compared with the one played until the time is up."""

STEEPNESS = 4.0
"""Of accuracy: a turn that gives away a tenth of the chance to win counts exp(-0.4), two thirds."""


@dataclass(frozen=True, slots=True)
class AnalysedTurn:
    """One turn of the game.

    `before` is every seat's chance to win if the best turn found is played, `after` with the turn that was played, or
    the result once the game is over. `loss` is what the player's chance lost by not playing the best.
    """

    number: int
    round: int
    seat: int
    played: tuple[Action, ...]
    best: tuple[Action, ...]
    before: tuple[float, ...]
    after: tuple[float, ...]
    loss: float
    lead_played: float
    lead_best: float
    reasons: tuple[Reason, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "round": self.round,
            "seat": self.seat,
            "played": format_turn(list(self.played)),
            "best": format_turn(list(self.best)),
            "before": [round(chance, 4) for chance in self.before],
            "after": [round(chance, 4) for chance in self.after],
            "loss": round(self.loss, 4),
            "lead_played": round(self.lead_played, 2),
            "lead_best": round(self.lead_best, 2),
            "reasons": [reason.to_json() for reason in self.reasons],
        }


@dataclass(frozen=True, slots=True)
class Analysis:
    """A whole game's turns, first to last; the choice of corners is not evaluated."""

    names: tuple[str, ...]
    result: tuple[int, ...] | None
    movetime: float
    turns: tuple[AnalysedTurn, ...]

    def turns_of(self, seat: int) -> list[AnalysedTurn]:
        return [turn for turn in self.turns if turn.seat == seat]

    def mistakes(self, seat: int) -> list[AnalysedTurn]:
        """The worst first."""
        wrong = [turn for turn in self.turns_of(seat) if turn.loss > MISTAKE]
        return sorted(wrong, key=lambda turn: -turn.loss)[:MOST_MISTAKES]

    def accuracy(self, seat: int) -> float | None:
        """How well a player chose, from 0 to 1: the mean of exp(-4 loss); None without a turn."""
        kept = [exp(-STEEPNESS * turn.loss) for turn in self.turns_of(seat)]
        return sum(kept) / len(kept) if kept else None

    def to_json(self) -> dict[str, Any]:
        players = []
        for seat, name in enumerate(self.names):
            accuracy = self.accuracy(seat)
            players.append(
                {
                    "seat": seat,
                    "name": name,
                    "accuracy": None if accuracy is None else round(accuracy, 4),
                    "mistakes": [turn.number for turn in self.mistakes(seat)],
                }
            )
        return {
            "format": FORMAT,
            "movetime": self.movetime,
            "result": None if self.result is None else list(self.result),
            "players": players,
            "turns": [turn.to_json() for turn in self.turns],
        }


@dataclass(frozen=True, slots=True)
class _PlayedTurn:
    round: int
    actions: tuple[Action, ...]
    start: Position
    end: Position


def analyse(
    record: Record,
    movetime: float,
    on_turn: Callable[[AnalysedTurn], None] = lambda _: None,
    seed: int = 0,
    most_rounds: int = NO_LIMIT,
    first_turn: int = 1,
) -> Analysis:
    """Evaluate every turn of a record that was played to its end, looking ahead `movetime` seconds in each.

    A turn that breaks the rules raises `RecordError`. `on_turn` gets each turn as soon as it is evaluated. The turns
    before number `first_turn` are left out.
    """
    comparison = TurnComparison(seed, most_rounds)
    turns: list[AnalysedTurn] = []
    # All of them before the first is evaluated, so that a wrong record is refused at once.
    for number, played in list(enumerate(_whole_turns(record), start=1))[first_turn - 1 :]:
        turns.append(_analysed(comparison, played, number, movetime))
        on_turn(turns[-1])
    return Analysis(record.names, record.result, movetime, tuple(turns))


def count_turns(record: Record) -> int:
    return sum(turn.actions[-1].kind is Kind.END for turn in record.turns)


def _whole_turns(record: Record) -> Iterator[_PlayedTurn]:
    start = record.start
    actions: list[Action] = []
    for step in replay(record):
        actions.append(step.action)
        if step.ends_turn:
            if step.action.kind is Kind.END:
                yield _PlayedTurn(step.round, tuple(actions), start, step.position)
            start = step.position
            actions = []


def _analysed(comparison: TurnComparison, played: _PlayedTurn, number: int, movetime: float) -> AnalysedTurn:
    seat = played.start.seat
    assert seat is not None
    found, own = comparison.best(played.start, movetime, FINALISTS, played.actions)
    assert own is not None
    best = own if own.chances[seat] >= found[0].chances[seat] else found[0]
    return AnalysedTurn(
        number=number,
        round=played.round,
        seat=seat,
        played=played.actions,
        best=best.turn,
        before=best.chances,
        after=_result(played.end) or own.chances,
        loss=best.chances[seat] - own.chances[seat],
        lead_played=own.lead,
        lead_best=best.lead,
        reasons=reasons_for(played.start, best.turn),
    )


def _result(position: Position) -> tuple[float, ...] | None:
    if position.phase != "over":
        return None
    return tuple(float(score.rank == 1) for score in position.scores())
