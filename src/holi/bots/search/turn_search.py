"""Looking through whole turns: every order of throw, move and climb up to the end of the turn."""

from __future__ import annotations

from holi.bots.search.evaluation import evaluate
from holi.bots.search.features import around
from holi.bots.search.memory import Memory
from holi.bots.search.value import Floats
from holi.game import Action
from holi.kernel.actions import apply_action
from holi.kernel.layout import (
    ALL,
    CARD_SHIFT,
    CLIMB,
    DISCARD,
    END,
    END_ACTION,
    HAND,
    KIND_SHIFT,
    LEVEL,
    MOVE,
    PLACEMENTS,
    SPACES,
    SQUARE,
    SUPPLY,
    SWEETS_ONE,
    THROW_DOWN,
    TOKENS,
)
from holi.kernel.mode import Ints, compiled, copy_into, lowest
from holi.kernel.playouts import below
from holi.kernel.turns import legal_actions

EVERYTHING = 100
"""Percent: the attention of a player who overlooks nothing."""


@compiled
def fingerprint(state: Ints, seat: int) -> int:
    """A number that is the same for turns that end alike (all that a turn can change of the mover's and the boards)."""
    mixed = state[LEVEL + seat] * 36 + state[SQUARE + seat]
    mixed = (mixed * 31 + state[HAND + seat]) * 31 + state[DISCARD + seat]
    for i in range(12):
        mixed = (mixed ^ state[TOKENS + i]) * 0x5851F42D & 0xFFFFFFFFFFFF
    for i in range(16):
        mixed = (mixed ^ state[SUPPLY + i]) * 0x2545F491 & 0xFFFFFFFFFFFF
    return mixed


@compiled
def _keep(found: int, value: int, end: Ints, seat: int, length: int, memory: Memory) -> int:
    """Insert a turn among the candidates, best first, unless it ends as one of them does; return how many there are."""
    turns, ends, values = memory.turns, memory.ends, memory.values
    most = len(values)
    if found == most and value <= values[most - 1][0]:
        return found
    mark = fingerprint(end, seat)
    for i in range(found):
        if values[i][1] == mark:
            return found
    at = min(found, most - 1)
    while at > 0 and values[at - 1][0] < value:
        copy_into(values[at], values[at - 1])
        copy_into(turns[at], turns[at - 1])
        copy_into(ends[at], ends[at - 1])
        at -= 1
    values[at][0] = value
    values[at][1] = mark
    for i in range(length):
        turns[at][i] = memory.path[i]
    copy_into(ends[at], end)
    return min(found + 1, most)


@compiled
def spare_card(state: Ints, rules: Ints, seat: int) -> int:
    """The card in hand to play face down: the one that can be laid in the fewest ways, all squares counted."""
    spare = 0
    fewest = 1 << 30
    hand = state[HAND + seat]
    while hand != 0:
        card = lowest(hand)
        hand &= hand - 1
        ways = rules[PLACEMENTS + SPACES * (card + 1)] - rules[PLACEMENTS + SPACES * card]
        if ways < fewest:
            fewest = ways
            spare = card
    return spare


@compiled
def notices(state: Ints, seat: int, action: int, depth: int, attention: int, random: Ints) -> bool:
    """Whether a player with this attention, in percent, sees this way to go on.

    People see what is near: moves within two squares or onto sweets, and the climb from where they stand. They overlook
    ways to lay a card, far squares, throws face down, and that a climb is possible once they have thrown or moved.
    """
    kind = action >> KIND_SHIFT
    if attention >= EVERYTHING or kind == END or (kind == CLIMB and depth == 0):
        return True
    chance = attention
    if kind == CLIMB:
        chance = (EVERYTHING + attention) // 2
    elif kind == THROW_DOWN:
        chance = attention // 4
    elif kind == MOVE:
        space = action & ALL
        level = state[LEVEL + seat]
        near = around(around(1 << state[SQUARE + seat])) | state[SWEETS_ONE + level]
        chance = (EVERYTHING + attention) // 2 if space & near != 0 else attention // 2
    return below(random, EVERYTHING) < chance


@compiled
def search_turns(
    state: Ints, rules: Ints, seat: int, weights: Floats, memory: Memory, noticing: int, attention: int, face_down: bool
) -> int:
    """Find the best ways to play the rest of the turn, as evaluated at its end; return how many candidates there are.

    `attention` is the percentage of turns that get evaluated; `noticing` limits what is seen at all, as with people
    (see `notices`). The lowest four bits of a value are random, so that among equals each has its turn.

    Face down, only the spare card is looked at: the others lead to the same places, and there are many. Nor is a move
    looked at right after a throw face down: to move first and then throw leads to the same place.
    """
    random, states, actions, left, path = memory.random, memory.states, memory.actions, memory.left, memory.path
    spare = spare_card(state, rules, seat)
    room = len(actions[0])
    copy_into(states[0], state)
    left[0] = min(room, legal_actions(states[0], rules, actions[0], room))
    depth = 0
    found = 0
    while depth >= 0:
        if left[depth] == 0:
            depth -= 1
            continue
        left[depth] -= 1
        action = actions[depth][left[depth]]
        kind = action >> KIND_SHIFT
        if kind == THROW_DOWN and (action >> CARD_SHIFT & 15 != spare or not face_down):
            continue
        if kind == MOVE and depth > 0 and path[depth - 1] >> KIND_SHIFT == THROW_DOWN:
            continue
        if not notices(states[depth], seat, action, depth, noticing, random):
            continue
        path[depth] = action
        if action == END_ACTION:
            if found != 0 and attention < EVERYTHING and below(random, EVERYTHING) >= attention:
                continue
            value = 16 * evaluate(states[depth], rules, seat, seat, weights, memory) + below(random, 16)
            found = _keep(found, value, states[depth], seat, depth + 1, memory)
        else:
            copy_into(states[depth + 1], states[depth])
            apply_action(states[depth + 1], rules, action)
            depth += 1
            left[depth] = min(room, legal_actions(states[depth], rules, actions[depth], room))
    return found


@compiled
def best_turns(state: Ints, rules: Ints, seat: int, weights: Floats, memory: Memory) -> int:
    return search_turns(state, rules, seat, weights, memory, EVERYTHING, EVERYTHING, True)


@compiled
def face_up_turns(state: Ints, rules: Ints, seat: int, weights: Floats, memory: Memory) -> int:
    """Search the turns with a throw face up, which are few, or all if there is none."""
    found = search_turns(state, rules, seat, weights, memory, EVERYTHING, EVERYTHING, False)
    if found == 0:
        found = search_turns(state, rules, seat, weights, memory, EVERYTHING, EVERYTHING, True)
    return found


def turn_from(codes: Ints) -> list[Action]:
    turn: list[Action] = []
    while not turn or not turn[-1].ends_turn:
        turn.append(Action.from_code(int(codes[len(turn)])))
    return turn
