"""The work memory of searching and evaluating: made once for each thread, and handed on as one argument."""

from __future__ import annotations

from typing import NamedTuple

from holi.bots.search.value import FEATURES, Floats
from holi.kernel.layout import MAX_PLAYERS, SCORE_SIZE, STATE_SIZE
from holi.kernel.mode import Ints, Rows, floats, matrix, vector
from holi.kernel.playouts import random_state

LONGEST_TURN = 3
"""Throw, move and climb, each once; the end of the turn is not counted."""

MOST_ACTIONS = 1 << 12
"""Room for the legal actions of one position; what a strange deck allows beyond that is not looked at."""

MOST_HIDDEN = 16
"""Room for the hidden cards of one player."""


class Memory(NamedTuple):
    """Arrays only, so that compiled code takes it whole.

    By depth of the turn being searched: `states`, `actions`, `left` (how many of these are still to be tried) and
    `path`. The candidates, best first: `turns` (their actions), `ends` (the positions before their `E`) and `values`
    (with a fingerprint of the position).
    """

    random: Ints
    states: Rows
    actions: Rows
    left: Ints
    path: Ints
    turns: Rows
    ends: Rows
    values: Rows
    scores: Ints
    features: Floats
    work: Ints
    """The position that is played on from the end of a candidate."""
    pool: Ints
    """The hidden cards of a player while they are dealt."""


def new_memory(candidates: int, seed: int) -> Memory:
    depths = LONGEST_TURN + 1
    return Memory(
        random=random_state(seed),
        states=matrix(depths, STATE_SIZE),
        actions=matrix(depths, MOST_ACTIONS),
        left=vector([0] * depths),
        path=vector([0] * depths),
        turns=matrix(candidates, depths),
        ends=matrix(candidates, STATE_SIZE),
        values=matrix(candidates, 2),
        scores=vector([0] * (SCORE_SIZE * MAX_PLAYERS)),
        features=floats([0.0] * FEATURES),
        work=vector([0] * STATE_SIZE),
        pool=vector([0] * MOST_HIDDEN),
    )
