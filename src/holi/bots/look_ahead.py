"""Looking ahead from the end of a turn: hidden cards dealt anew, the best replies of the next players, a judgement."""

from __future__ import annotations

from holi.bots.judgement import judge
from holi.bots.turn_search import Rows, face_up_turns
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
    end: Ints, rules: Ints, seat: int, weights: Floats, random: Ints, work: Ints, pool: Ints, states: Rows,
    actions: Rows, left: Ints, path: Ints, replies: Rows, ends: Rows, values: Rows, scores: Ints,
    features: Floats,
) -> int:  # fmt: skip
    """Deal anew, end the turn, play on up to the end of the seat's own next turn, and judge before it ends.

    Every next player takes the turn with a throw face up that the network likes best; throws face down are left out,
    since they are many and seldom better.
    """
    copy_into(work, end)
    deal_anew(work, rules, seat, random, pool)
    mover = work[SEAT]
    for _ in range(rules[PLAYERS]):
        apply_action(work, rules, END_ACTION)
        if work[PHASE] == OVER:
            break
        mover = work[SEAT]
        face_up_turns(
            work, rules, mover, weights, random, states, actions, left, path, replies, ends, values, scores, features
        )
        copy_into(work, ends[0])
        if mover == seat:
            break
    return judge(work, rules, seat, mover, weights, random, scores, features)


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
