"""Looking ahead from the end of a turn: deal the hidden cards again, let the next players reply, evaluate."""

from __future__ import annotations

from holi.bots.search.evaluation import evaluate
from holi.bots.search.memory import Memory
from holi.bots.search.turn_search import face_up_turns
from holi.bots.search.value import Floats
from holi.kernel.actions import apply_action
from holi.kernel.layout import END_ACTION, OVER, PHASE, PLAYERS, SEAT
from holi.kernel.mode import Ints, compiled, copy_into
from holi.kernel.setup import deal_hidden

NO_LIMIT = 1 << 30
"""Rounds of looking ahead where only the time limits them."""


@compiled
def look_ahead(end: Ints, rules: Ints, seat: int, weights: Floats, memory: Memory) -> int:
    """Deal the hidden cards again, play on up to the end of the seat's own next turn, and evaluate before it ends.

    Every next player takes the turn with a throw face up that the network likes best; throws face down are left out,
    since they are many and seldom better.
    """
    work = memory.work
    copy_into(work, end)
    deal_hidden(work, rules, seat, memory.random, memory.pool)
    mover = work[SEAT]
    for _ in range(rules[PLAYERS]):
        apply_action(work, rules, END_ACTION)
        if work[PHASE] == OVER:
            break
        mover = work[SEAT]
        face_up_turns(work, rules, mover, weights, memory)
        copy_into(work, memory.ends[0])
        if mover == seat:
            break
    return evaluate(work, rules, seat, mover, weights, memory)


@compiled
def best_first(kept: Ints, count: int, sums: Ints, visits: Ints) -> None:
    """Sort the first `count` candidates in `kept` by their mean value."""
    for i in range(1, count):
        turn = kept[i]
        j = i
        while j > 0 and sums[kept[j - 1]] * visits[turn] < sums[turn] * visits[kept[j - 1]]:
            kept[j] = kept[j - 1]
            j -= 1
        kept[j] = turn
