"""Looking through whole turns: every order of throw, move and climb up to the end of the turn."""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass

from holi.bots.features import around
from holi.bots.judgement import judge
from holi.bots.value import FEATURES, Floats
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
    SCORE_SIZE,
    SPACES,
    SQUARE,
    STATE_SIZE,
    SUPPLY,
    SWEETS_ONE,
    THROW_DOWN,
    TOKENS,
)
from holi.kernel.mode import Ints, compiled, copy_into, floats, lowest, matrix, vector
from holi.kernel.playouts import below
from holi.kernel.turns import legal_actions

LONGEST_TURN = 3
"""Throw, move and climb, each once; the end of the turn is not counted."""

MOST_ACTIONS = 1 << 12
"""Room for the legal actions of one position; what a strange deck allows beyond that is not looked at."""

EVERYTHING = 100
"""The attention of a player who overlooks nothing."""

Rows = MutableSequence[Ints]


@dataclass(frozen=True, slots=True)
class TurnBuffers:
    """Memory for a search, made once and used again.

    By depth: `states`, `actions`, `left` (how many of these are still to be tried) and `path`. The best turns found:
    `turns` (their actions), `ends` (the positions before their `E`) and `values` (with a fingerprint of the position).
    """

    states: Rows
    actions: Rows
    left: Ints
    path: Ints
    turns: Rows
    ends: Rows
    values: Rows
    scores: Ints
    features: Floats

    @classmethod
    def new(cls, most_turns: int) -> TurnBuffers:
        """Buffers for one search at a time that keeps up to `most_turns` turns."""
        return cls(
            states=matrix(LONGEST_TURN + 1, STATE_SIZE),
            actions=matrix(LONGEST_TURN + 1, MOST_ACTIONS),
            left=vector([0] * (LONGEST_TURN + 1)),
            path=vector([0] * (LONGEST_TURN + 1)),
            turns=matrix(most_turns, LONGEST_TURN + 1),
            ends=matrix(most_turns, STATE_SIZE),
            values=matrix(most_turns, 2),
            scores=vector([0] * SCORE_SIZE),
            features=floats([0.0] * FEATURES),
        )

    @property
    def arguments(self) -> tuple[Rows, Rows, Ints, Ints, Rows, Rows, Rows, Ints, Floats]:
        """The buffers in the order in which `best_turns` takes them."""
        return (
            self.states,
            self.actions,
            self.left,
            self.path,
            self.turns,
            self.ends,
            self.values,
            self.scores,
            self.features,
        )


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
def _keep(
    found: int, value: int, end: Ints, seat: int, path: Ints, length: int, turns: Rows, ends: Rows, values: Rows
) -> int:
    """Put a turn among the best found, which stand in falling order of value, unless it ends as one of them does."""
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
        turns[at][i] = path[i]
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
    """Whether a player with so much attention, of a hundred, sees this way to go on.

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
    face_down: bool, noticing: int, state: Ints, rules: Ints, seat: int, weights: Floats, attention: int, random: Ints,
    states: Rows, actions: Rows, left: Ints, path: Ints, turns: Rows, ends: Rows, values: Rows, scores: Ints,
    features: Floats,
) -> int:  # fmt: skip
    """Find the best ways to play the rest of the turn, as judged at its end; return how many were kept.

    Of a hundred turns, so many as `attention` says are judged; `noticing` limits what is seen of them at all, as with
    people (see `notices`). The lowest four bits of a value are chance, so that among equals each has its turn.

    Face down, only the spare card is looked at: the others lead to the same places, and there are many. Nor is a move
    looked at right after a throw face down: to move first and then throw leads to the same place.
    """
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
            value = 16 * judge(states[depth], rules, seat, seat, weights, random, scores, features) + below(random, 16)
            found = _keep(found, value, states[depth], seat, path, depth + 1, turns, ends, values)
        else:
            copy_into(states[depth + 1], states[depth])
            apply_action(states[depth + 1], rules, action)
            depth += 1
            left[depth] = min(room, legal_actions(states[depth], rules, actions[depth], room))
    return found


@compiled
def best_turns(
    state: Ints, rules: Ints, seat: int, weights: Floats, attention: int, random: Ints, states: Rows, actions: Rows,
    left: Ints, path: Ints, turns: Rows, ends: Rows, values: Rows, scores: Ints, features: Floats,
) -> int:  # fmt: skip
    """Search all turns, of which so many of a hundred as `attention` says are judged; return how many were kept."""
    return search_turns(
        True, EVERYTHING, state, rules, seat, weights, attention, random, states, actions, left, path, turns, ends,
        values, scores, features,
    )  # fmt: skip


@compiled
def noticed_turns(
    noticing: int, state: Ints, rules: Ints, seat: int, weights: Floats, attention: int, random: Ints, states: Rows,
    actions: Rows, left: Ints, path: Ints, turns: Rows, ends: Rows, values: Rows, scores: Ints, features: Floats,
) -> int:  # fmt: skip
    """Search the turns that a player with so much attention notices; if that is none, all."""
    found = search_turns(
        True, noticing, state, rules, seat, weights, attention, random, states, actions, left, path, turns, ends,
        values, scores, features,
    )  # fmt: skip
    if found != 0:
        return found
    return best_turns(
        state, rules, seat, weights, attention, random, states, actions, left, path, turns, ends, values, scores,
        features,
    )  # fmt: skip


@compiled
def face_up_turns(
    state: Ints, rules: Ints, seat: int, weights: Floats, random: Ints, states: Rows, actions: Rows, left: Ints,
    path: Ints, turns: Rows, ends: Rows, values: Rows, scores: Ints, features: Floats,
) -> int:  # fmt: skip
    """Search the turns with a throw face up, which are few; if there is none, all."""
    found = search_turns(
        False, EVERYTHING, state, rules, seat, weights, EVERYTHING, random, states, actions, left, path, turns, ends,
        values, scores, features,
    )  # fmt: skip
    if found != 0:
        return found
    return best_turns(
        state, rules, seat, weights, EVERYTHING, random, states, actions, left, path, turns, ends, values, scores,
        features,
    )  # fmt: skip
