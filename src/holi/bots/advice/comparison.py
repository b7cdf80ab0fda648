"""Comparing candidate turns: look ahead from each many times, with the same deals of the hidden cards for all."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from holi.bots.advice.forecast import Forecast, forecast_round
from holi.bots.base import View
from holi.bots.search.deal import deal
from holi.bots.search.look_ahead import NO_LIMIT
from holi.bots.search.memory import new_memory
from holi.bots.search.turn_search import best_turns, fingerprint, turn_from
from holi.bots.search.weights import trained_weights
from holi.game import Action
from holi.kernel.actions import apply_action
from holi.kernel.layout import MAX_PLAYERS, STATE_SIZE
from holi.kernel.mode import Ints, copy_into, floats, matrix, vector

MOST_CANDIDATES = 24
"""How many of the turns that look best at once are looked ahead from."""

TIME_USED = 0.95
"""The part of the time after which no new round begins."""

LEAST_ROUNDS = 8
"""Rounds for the turns that are reported, however short the time is."""

Turn = tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class ComparedTurn:
    """A turn with every seat's chance to win after it and its own seat's expected lead."""

    turn: Turn
    chances: tuple[float, ...]
    lead: float


class _Rounds(NamedTuple):
    """When to stop: not before `least` rounds, then at `most` or when the time is over."""

    least: int
    most: int
    until: float


class TurnComparison:
    """Finds and compares turns. The same seed, views and rounds give the same result."""

    def __init__(self, seed: int = 0, most_rounds: int = NO_LIMIT) -> None:
        self.most_rounds = most_rounds
        self._deals = random.Random(seed)  # noqa: S311 - play, not secrets
        self._memory = new_memory(MOST_CANDIDATES, seed)
        self._forecast = Forecast(
            ends=matrix(MOST_CANDIDATES + 1, STATE_SIZE),
            totals=floats([0.0] * MAX_PLAYERS),
            chances=floats([0.0] * MAX_PLAYERS),
            sums=floats([0.0] * ((MAX_PLAYERS + 1) * (MOST_CANDIDATES + 1))),
        )
        self._ready = False

    def best(
        self, view: View, movetime: float, most: int, played: Sequence[Action] | None = None
    ) -> tuple[list[ComparedTurn], ComparedTurn | None]:
        position = deal(view, self._deals)
        seat = position.seat
        assert seat is not None
        state, rules = position.vectors
        turns = self._candidates(state, rules, seat, position.legal_actions() if position.phase == "setup" else None)
        own = None if played is None else self._number_of(tuple(played), turns, state, rules, seat)
        order = list(range(len(turns)))
        if not self._ready:  # compiling is not thinking
            self._look_ahead(rules, seat, order[:1], _Rounds(1, 1, 0.0))
            self._ready = True
        begin = time.perf_counter()
        stages = 1
        while len(order) > max(most, 1) << (stages - 1):
            stages += 1
        rounds = 0
        for stage in range(1, stages + 1):
            order = _with(own, order, min(len(order), most << (stages - stage)))
            until = begin + TIME_USED * movetime * stage / stages
            least = LEAST_ROUNDS if stage == stages else 1
            rounds = self._look_ahead(rules, seat, order, _Rounds(least, max(1, self.most_rounds // stages), until))
            order.sort(key=lambda number: self._rank_key(number, seat), reverse=True)
        players = position.config.players
        compared = {number: self._compared(turns[number], number, rounds, players) for number in order}
        best = [compared[number] for number in order][:most]
        return best, None if own is None else compared[own]

    def _candidates(self, state: Ints, rules: Ints, seat: int, corners: list[Action] | None) -> list[Turn]:
        """The turns that look best at once, or the corners to choose from; their ends are in the forecast."""
        ends = self._forecast.ends
        if corners is not None:
            for number, corner in enumerate(corners):
                copy_into(ends[number], state)
                apply_action(ends[number], rules, corner.code)
            return [(corner,) for corner in corners]
        found = best_turns(state, rules, seat, trained_weights(), self._memory)
        for number in range(found):
            copy_into(ends[number], self._memory.ends[number])
        return [tuple(turn_from(self._memory.turns[number])) for number in range(found)]

    def _number_of(self, played: Turn, turns: list[Turn], state: Ints, rules: Ints, seat: int) -> int:
        """The number of the turn played, added unless one found ends alike; then it stands for that one."""
        ends = self._forecast.ends
        end = ends[len(turns)]
        copy_into(end, state)
        for action in played[:-1]:
            apply_action(end, rules, action.code)
        mark = fingerprint(end, seat)
        for number in range(len(turns)):
            if fingerprint(ends[number], seat) == mark:
                turns[number] = played
                return number
        turns.append(played)
        return len(turns) - 1

    def _look_ahead(self, rules: Ints, seat: int, order: list[int], limits: _Rounds) -> int:
        """Look ahead from the turns in `order`, round by round; return how many rounds there were.

        The sums begin again, so that fresh deals do not favour a turn that was lucky before.
        """
        sums = self._forecast.sums
        for i in range(len(sums)):
            sums[i] = 0.0
        kept = vector(order)
        rounds = 0
        while rounds < limits.most and (rounds < limits.least or time.perf_counter() < limits.until):
            forecast_round(rules, seat, trained_weights(), kept, len(order), self._memory, self._forecast)
            rounds += 1
        return rounds

    def _rank_key(self, number: int, seat: int) -> tuple[float, float]:
        sums, at = self._forecast.sums, number * (MAX_PLAYERS + 1)
        return sums[at + seat], sums[at + MAX_PLAYERS]

    def _compared(self, turn: Turn, number: int, rounds: int, players: int) -> ComparedTurn:
        sums, at = self._forecast.sums, number * (MAX_PLAYERS + 1)
        chances = tuple(float(sums[at + seat]) / rounds for seat in range(players))
        return ComparedTurn(turn, chances, float(sums[at + MAX_PLAYERS]) / rounds)


def _with(own: int | None, order: list[int], count: int) -> list[int]:
    kept = order[:count]
    return kept if own is None or own in kept else [*kept, own]
