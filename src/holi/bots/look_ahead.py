"""Looking ahead from the end of a turn: hidden cards dealt anew, quick turns of the next players, then a judgement.

In a round every turn that is still in question is tried with the same deal, so that luck of the draw cancels out.
"""

from __future__ import annotations

from holi.bots.judgement import judge
from holi.bots.quick_play import quick_actions
from holi.bots.turn_search import Rows
from holi.bots.value import Floats
from holi.kernel.actions import apply_action
from holi.kernel.layout import (
    DECK,
    DECK_SIZE,
    DISCARD,
    DISCARD_SIZE,
    END_ACTION,
    FACE_DOWN,
    HAND,
    OVER,
    PHASE,
    PLAYERS,
    SEAT,
)
from holi.kernel.mode import Ints, compiled, copy_into, lowest, popcount
from holi.kernel.playouts import below


@compiled
def deal_anew(state: Ints, rules: Ints, seat: int, random: Ints, pool: Ints) -> None:
    """Deal all that `seat` may not know again: every deck, and the others' hands and face-down discards."""
    for player in range(rules[PLAYERS]):
        count = 0
        deck = state[DECK + player]
        for _ in range(state[DECK_SIZE + player]):
            pool[count] = deck & 15
            deck >>= 4
            count += 1
        hand_size = popcount(state[HAND + player])
        hidden = state[FACE_DOWN + player]
        if player != seat:
            hand = state[HAND + player]
            while hand != 0:
                pool[count] = lowest(hand)
                hand &= hand - 1
                count += 1
            while hidden != 0:
                pool[count] = state[DISCARD + player] >> (4 * lowest(hidden)) & 15
                hidden &= hidden - 1
                count += 1
        for i in range(count - 1, 0, -1):
            j = below(random, i + 1)
            pool[i], pool[j] = pool[j], pool[i]
        deck = 0
        for i in range(state[DECK_SIZE + player]):
            deck |= pool[i] << (4 * i)
        state[DECK + player] = deck
        if player != seat:
            at = state[DECK_SIZE + player]
            hand = 0
            for i in range(hand_size):
                hand |= 1 << pool[at + i]
            state[HAND + player] = hand
            at += hand_size
            for i in range(state[DISCARD_SIZE + player]):
                if state[FACE_DOWN + player] >> i & 1:
                    state[DISCARD + player] &= ~(15 << (4 * i))
                    state[DISCARD + player] |= pool[at] << (4 * i)
                    at += 1


@compiled
def look_ahead(
    state: Ints, rules: Ints, seat: int, turns: int, weights: Floats, random: Ints, scores: Ints, features: Floats
) -> int:
    """End the turn, play quick turns of the next players, and judge for the seat before the last of them ends."""
    mover = state[SEAT]
    for _ in range(turns):
        apply_action(state, rules, END_ACTION)
        if state[PHASE] == OVER:
            break
        mover = state[SEAT]
        quick_actions(state, rules, random)
    return judge(state, rules, seat, mover, weights, random, scores, features)


@compiled
def look_ahead_round(
    ends: Rows, rules: Ints, seat: int, turns: int, weights: Floats, kept: Ints, count: int, random: Ints, sums: Ints,
    visits: Ints, work: Rows, pool: Ints, scores: Ints, features: Floats,
) -> None:  # fmt: skip
    """Look ahead once from each of the first `count` turns in `kept`, and add up the judgements."""
    first = random[0]
    second = random[1]
    for i in range(count):
        turn = kept[i]
        state = work[0]
        copy_into(state, ends[turn])
        random[0] = first  # the same deal for every turn
        random[1] = second
        deal_anew(state, rules, seat, random, pool)
        sums[turn] += look_ahead(state, rules, seat, turns, weights, random, scores, features)
        visits[turn] += 1


@compiled
def best_first(kept: Ints, count: int, sums: Ints, visits: Ints) -> None:
    """Sort the first `count` turns in `kept` by their mean judgement."""
    for i in range(1, count):
        turn = kept[i]
        j = i
        while j > 0 and sums[kept[j - 1]] * visits[turn] < sums[turn] * visits[kept[j - 1]]:
            kept[j] = kept[j - 1]
            j -= 1
        kept[j] = turn
