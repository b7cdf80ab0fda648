"""Comparing candidate turns: look ahead from each many times, with the same deals of the hidden cards for all."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from holi.bots.advice.forecast import play_on, write_forecast
from holi.bots.level_bot import elapsed_share
from holi.bots.search.memory import LONGEST_TURN, Memory, new_memory
from holi.bots.search.thinking import NO_LIMIT
from holi.bots.search.turn_search import EVERYTHING, fingerprint, search_turns, turn_from
from holi.bots.search.value import Floats
from holi.bots.search.weights import trained_weights
from holi.game import Action, Position
from holi.kernel.actions import apply_action
from holi.kernel.layout import MAX_PLAYERS, NOBODY, PHASE, PLAYERS, SEAT, SETUP, STATE_SIZE
from holi.kernel.mode import Ints, Rows, compiled, copy_into, floats, matrix, vector
from holi.kernel.setup import deal_hidden
from holi.kernel.turns import legal_actions

MOST_CANDIDATES = 24
"""How many of the turns that look best at once are looked ahead from."""

TIME_USED = 950
"""Thousandths of the time after which no new round begins."""

LEAST_ROUNDS = 8
"""Rounds for the turns that are reported, however short the time is."""

COMPARED, COMPARING = 0, 1

# How far a comparison has come: the entries of `control`. There are FOUND candidates; OWN is the number of the turn
# that was played, or NOBODY; in a stage the first COUNT in `kept` are looked ahead from, ROUNDS times so far.
FOR_SEAT, FOUND, OWN, MOST, MOST_ROUNDS, STAGE, STAGES, COUNT, ROUNDS = 0, 1, 2, 3, 4, 5, 6, 7, 8
FORECAST_SIZE = 9
SUMS = MAX_PLAYERS + 1


class Forecast(NamedTuple):
    """Candidates that are compared, and what looking ahead has come to."""

    control: Ints
    turns: Rows
    ends: Rows
    """By candidate: its actions, and the position before its `E`."""
    kept: Ints
    """Numbers of the candidates, best first."""
    totals: Floats
    chances: Floats
    sums: Floats
    """By candidate: the chances of four seats, then the lead of the seat to act, added up over the rounds."""


def new_forecast(candidates: int) -> Forecast:
    return Forecast(
        control=vector([0] * FORECAST_SIZE),
        turns=matrix(candidates, LONGEST_TURN + 1),
        ends=matrix(candidates, STATE_SIZE),
        kept=vector([0] * candidates),
        totals=floats([0.0] * MAX_PLAYERS),
        chances=floats([0.0] * MAX_PLAYERS),
        sums=floats([0.0] * (SUMS * candidates)),
    )


@compiled
def forecast_round(rules: Ints, weights: Floats, memory: Memory, forecast: Forecast) -> None:
    """Look ahead once from each candidate in question, all with the same deal, and add up."""
    random, state, totals = memory.random, memory.work, forecast.totals
    seat = forecast.control[FOR_SEAT]
    first = random[0]
    second = random[1]
    for i in range(forecast.control[COUNT]):
        candidate = forecast.kept[i]
        copy_into(state, forecast.ends[candidate])
        random[0] = first
        random[1] = second
        deal_hidden(state, rules, seat, random, memory.pool)
        mover = play_on(state, rules, seat, random)
        write_forecast(state, rules, mover, weights, memory, totals, forecast.chances)
        at = SUMS * candidate
        best = -1.0e9
        for player in range(rules[PLAYERS]):
            forecast.sums[at + player] += forecast.chances[player]
            if player != seat:
                best = max(best, totals[player])
        forecast.sums[at + MAX_PLAYERS] += totals[seat] - best
    forecast.control[ROUNDS] += 1


@compiled
def _find_candidates(state: Ints, rules: Ints, weights: Floats, memory: Memory, forecast: Forecast) -> int:
    """The turns that look best at once, or the corners to choose from; return how many."""
    turns, ends = forecast.turns, forecast.ends
    if state[PHASE] == SETUP:
        corners = memory.actions[0]
        found = legal_actions(state, rules, corners, len(corners))
        for i in range(found):
            turns[i][0] = corners[i]
            copy_into(ends[i], state)
            apply_action(ends[i], rules, corners[i])
        return found
    found = search_turns(state, rules, state[SEAT], weights, memory, EVERYTHING, EVERYTHING, True)
    for i in range(found):
        copy_into(turns[i], memory.turns[i])
        copy_into(ends[i], memory.ends[i])
    return found


@compiled
def _number_of(played: Ints, found: int, state: Ints, rules: Ints, forecast: Forecast) -> int:
    """The number of the turn played: that of one found which ends alike, whose place it takes, or a new one."""
    ends = forecast.ends
    end = ends[found]
    copy_into(end, state)
    for i in range(len(played) - 1):
        apply_action(end, rules, played[i])
    number = 0
    while fingerprint(ends[number], state[SEAT]) != fingerprint(end, state[SEAT]):
        number += 1
    for i in range(len(played)):
        forecast.turns[number][i] = played[i]
    return number


@compiled
def _begin_stage(forecast: Forecast) -> None:
    """Keep the best, and the turn played; the sums begin again, so that deals do not favour who was lucky before."""
    control, kept = forecast.control, forecast.kept
    count = min(control[COUNT], control[MOST] << (control[STAGES] - control[STAGE]))
    for i in range(count, control[COUNT]):
        if kept[i] == control[OWN]:
            kept[count] = kept[i]
            count += 1
            break
    control[COUNT] = count
    control[ROUNDS] = 0
    for i in range(len(forecast.sums)):
        forecast.sums[i] = 0.0


@compiled
def begin_comparing(
    state: Ints,
    rules: Ints,
    weights: Floats,
    most: int,
    most_rounds: int,
    played: Ints,
    memory: Memory,
    forecast: Forecast,
) -> None:
    """Find candidates for the turn of the seat to act, of which the best `most` are wanted, and `played` if not empty.

    `state` may have the cards hidden from the seat in any order. `forecast` has room for one candidate more than
    `memory`.
    """
    control, known = forecast.control, memory.work
    copy_into(known, state)
    deal_hidden(known, rules, state[SEAT], memory.random, memory.pool)
    found = _find_candidates(known, rules, weights, memory, forecast)
    control[OWN] = NOBODY
    if len(played) != 0:
        control[OWN] = _number_of(played, found, known, rules, forecast)
        found = max(found, control[OWN] + 1)
    for i in range(found):
        forecast.kept[i] = i
    control[FOR_SEAT] = state[SEAT]
    control[FOUND] = found
    control[COUNT] = found
    control[MOST] = most
    control[MOST_ROUNDS] = most_rounds
    control[STAGE] = 1
    control[STAGES] = 1
    while found > most << (control[STAGES] - 1):
        control[STAGES] += 1
    _begin_stage(forecast)


@compiled
def _stage_is_over(elapsed: int, control: Ints) -> bool:
    stage, stages, rounds = control[STAGE], control[STAGES], control[ROUNDS]
    if rounds >= max(1, control[MOST_ROUNDS] // stages):
        return True
    least = LEAST_ROUNDS if stage == stages else 1
    return rounds >= least and elapsed >= TIME_USED * stage // stages


@compiled
def _sort(forecast: Forecast) -> None:
    """Sort the candidates in question by the seat's chance to win, then by its lead."""
    kept, sums, seat = forecast.kept, forecast.sums, forecast.control[FOR_SEAT]
    for i in range(1, forecast.control[COUNT]):
        number = kept[i]
        chance, lead = sums[SUMS * number + seat], sums[SUMS * number + MAX_PLAYERS]
        j = i
        while j > 0:
            other = sums[SUMS * kept[j - 1] + seat]
            if other > chance or (other == chance and sums[SUMS * kept[j - 1] + MAX_PLAYERS] >= lead):
                break
            kept[j] = kept[j - 1]
            j -= 1
        kept[j] = number


@compiled
def compare(rounds: int, elapsed: int, rules: Ints, weights: Floats, memory: Memory, forecast: Forecast) -> int:
    """Compare on for so many rounds; return whether it is done. `elapsed` is in thousandths of the time to be used.

    Then the best stand first in `kept`, and the sums divided by `ROUNDS` are what they come to.
    """
    control = forecast.control
    for _ in range(rounds):
        if _stage_is_over(elapsed, control):
            _sort(forecast)
            if control[STAGE] == control[STAGES]:
                return COMPARED
            control[STAGE] += 1
            _begin_stage(forecast)
        forecast_round(rules, weights, memory, forecast)
    return COMPARING


@dataclass(frozen=True, slots=True)
class ComparedTurn:
    """A turn with every seat's chance to win after it and its own seat's expected lead."""

    turn: tuple[Action, ...]
    chances: tuple[float, ...]
    lead: float


class TurnComparison:
    """Finds and compares turns. The same seed, positions and rounds give the same result."""

    def __init__(self, seed: int = 0, most_rounds: int = NO_LIMIT) -> None:
        self.most_rounds = most_rounds
        self._memory = new_memory(MOST_CANDIDATES, seed)
        self._forecast = new_forecast(MOST_CANDIDATES + 1)

    def best(
        self, position: Position, movetime: float, most: int, played: Sequence[Action] = ()
    ) -> tuple[list[ComparedTurn], ComparedTurn | None]:
        """The best turns for the seat to act, best first, and the one played; cards it may not know are not used."""
        state, rules = position.vectors
        weights, memory, forecast = trained_weights(), self._memory, self._forecast
        codes = vector([action.code for action in played])
        begin_comparing(state, rules, weights, most, self.most_rounds, codes, memory, forecast)
        status = compare(1, 0, rules, weights, memory, forecast)  # before the clock starts: it may have to be compiled
        began = time.perf_counter()
        while status != COMPARED:
            status = compare(1, elapsed_share(began, movetime), rules, weights, memory, forecast)
        best = [self._compared(number, position) for number in forecast.kept[: min(most, forecast.control[COUNT])]]
        return best, self._compared(forecast.control[OWN], position) if played else None

    def _compared(self, number: int, position: Position) -> ComparedTurn:
        forecast = self._forecast
        rounds = int(forecast.control[ROUNDS])
        *chances, lead = (float(total) / rounds for total in forecast.sums[SUMS * number : SUMS * (number + 1)])
        turn = tuple(turn_from(forecast.turns[number]))
        return ComparedTurn(turn, tuple(chances[: position.config.players]), lead)
