"""Judging turns: each is looked ahead from many times, with the same deals of the hidden cards for all of them."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from holi.bots.base import View
from holi.bots.deal import deal
from holi.bots.forecast import forecast_round
from holi.bots.turn_bot import turn_of
from holi.bots.turn_search import EVERYTHING, TurnBuffers, best_turns, fingerprint
from holi.bots.value import FEATURES, Floats
from holi.bots.weights import trained_weights
from holi.game import Action
from holi.kernel.actions import apply_action
from holi.kernel.layout import MAX_PLAYERS, SCORE_SIZE, STATE_SIZE
from holi.kernel.mode import Ints, copy_into, floats, matrix, vector
from holi.kernel.playouts import random_state

MOST_TURNS = 24
"""How many of the turns that look best at once are looked ahead from."""

TIME_USED = 0.95
"""The part of the time for looking ahead after which no new round begins."""

LEAST_ROUNDS = 8
"""However short the time is, the turns that are told are looked ahead from so often."""

NO_LIMIT: Final = 1 << 30


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """A turn with every seat's chance to win after it and its own seat's expected lead."""

    turn: tuple[Action, ...]
    chances: tuple[float, ...]
    lead: float


@dataclass
class TurnJudge:
    """Finds and compares turns. The same seed, views and rounds give the same judgements."""

    seed: int = 0
    most_rounds: int = NO_LIMIT
    _deals: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self._deals = random.Random(self.seed)  # noqa: S311 - play, not secrets
        self._random = random_state(self.seed)
        self._buffers = TurnBuffers.new(MOST_TURNS)
        self._ends = matrix(MOST_TURNS + 1, STATE_SIZE)
        self._work = matrix(1, STATE_SIZE)
        self._pool = vector([0] * 16)
        self._scores = vector([0] * (SCORE_SIZE * MAX_PLAYERS))
        self._features = floats([0.0] * FEATURES)
        self._totals = floats([0.0] * MAX_PLAYERS)
        self._chances = floats([0.0] * MAX_PLAYERS)
        self._ready = False

    def best(
        self, view: View, movetime: float, most: int, played: Sequence[Action] | None = None
    ) -> tuple[list[JudgedTurn], JudgedTurn | None]:
        """Up to `most` turns, best first, and the judgement of the turn played, if one is named."""
        position = deal(view, self._deals)
        seat = position.seat
        assert seat is not None
        state, rules = position.vectors
        if position.phase == "setup":
            turns: list[tuple[Action, ...]] = [(corner,) for corner in position.legal_actions()]
            for number, corner in enumerate(turns):
                copy_into(self._ends[number], state)
                apply_action(self._ends[number], rules, corner[0].code)
        else:
            turns = self._found(state, rules, seat)
        own = None
        if played is not None:
            own = self._number_of(tuple(played), turns, state, rules, seat)
        order = list(range(len(turns)))
        if not self._ready:  # compiling is not thinking
            self._rounds(rules, seat, order[:1], floats([0.0] * (MAX_PLAYERS + 1)), 0.0, 1, 1)
            self._ready = True
        begin = time.perf_counter()
        stages = 1
        while len(order) > max(most, 1) << (stages - 1):
            stages += 1
        sums = floats([])
        for stage in range(1, stages + 1):
            count = min(len(order), most << (stages - stage))
            order = _with(own, order, count)
            sums = floats([0.0] * ((MAX_PLAYERS + 1) * (MOST_TURNS + 1)))  # fresh deals do not favour who was lucky
            until = begin + TIME_USED * movetime * stage / stages
            least = LEAST_ROUNDS if stage == stages else 1
            rounds = self._rounds(rules, seat, order, sums, until, least, max(1, self.most_rounds // stages))
            order.sort(key=lambda turn: _rank_key(sums, turn, seat), reverse=True)
        players = position.config.players
        judged = {turn: _judged(turns[turn], sums, turn, rounds, players) for turn in order}
        best = [judged[turn] for turn in order][:most]
        return best, None if own is None else judged[own]

    def _found(self, state: Ints, rules: Ints, seat: int) -> list[tuple[Action, ...]]:
        """The turns that look best at once; their ends are in `_ends`."""
        found = best_turns(state, rules, seat, trained_weights(), EVERYTHING, self._random, *self._buffers.arguments)
        for number in range(found):
            copy_into(self._ends[number], self._buffers.ends[number])
        return [tuple(turn_of(self._buffers, number)) for number in range(found)]

    def _number_of(
        self, played: tuple[Action, ...], turns: list[tuple[Action, ...]], state: Ints, rules: Ints, seat: int
    ) -> int:
        """The number of the turn played, added unless one found ends alike; then it stands for that one."""
        end = self._ends[len(turns)]
        copy_into(end, state)
        for action in played[:-1]:
            apply_action(end, rules, action.code)
        mark = fingerprint(end, seat)
        for number in range(len(turns)):
            if fingerprint(self._ends[number], seat) == mark:
                turns[number] = played
                return number
        turns.append(played)
        return len(turns) - 1

    def _rounds(
        self, rules: Ints, seat: int, order: list[int], sums: Floats, until: float, least: int, most: int
    ) -> int:
        """Look ahead from the turns in `order`, round by round; return how many rounds there were."""
        kept = vector(order)
        rounds = 0
        while rounds < most and (rounds < least or time.perf_counter() < until):
            forecast_round(
                self._ends, rules, seat, trained_weights(), kept, len(order), self._random, self._work, self._pool,
                self._scores, self._features, self._totals, self._chances, sums,
            )  # fmt: skip
            rounds += 1
        return rounds


def _with(own: int | None, order: list[int], count: int) -> list[int]:
    """The first `count` turns, and the turn played whatever its place."""
    kept = order[:count]
    return kept if own is None or own in kept else [*kept, own]


def _rank_key(sums: Floats, turn: int, seat: int) -> tuple[float, float]:
    at = turn * (MAX_PLAYERS + 1)
    return sums[at + seat], sums[at + MAX_PLAYERS]


def _judged(turn: tuple[Action, ...], sums: Floats, number: int, rounds: int, players: int) -> JudgedTurn:
    at = number * (MAX_PLAYERS + 1)
    chances = tuple(float(sums[at + seat]) / rounds for seat in range(players))
    return JudgedTurn(turn, chances, float(sums[at + MAX_PLAYERS]) / rounds)
