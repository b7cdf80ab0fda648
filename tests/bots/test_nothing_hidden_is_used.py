"""Bots, hints and analyses know only what their seat may know: other hidden cards, the same choice.

The clock is replaced by one that goes on by itself, a little at each look, so that those who think until their time is
up do the same number of rounds again.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from itertools import count

import pytest

from holi.bots import LEVELS, make_bot
from holi.bots.advice.comparison import TurnComparison
from holi.game import Action, Position, view_to_json
from holi.kernel.mode import COMPILED
from tests.bots.test_levels import positions, redealt

POSITIONS = 20 if COMPILED else 2
DEALS = 3
TICK = 0.02 if COMPILED else 0.25
MOVETIME = 1.0


@pytest.fixture
def steady_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every look at the clock takes as long as any other."""
    ticks = count()
    monkeypatch.setattr(time, "perf_counter", lambda: next(ticks) * TICK)


def deals_of(position: Position, rng: random.Random) -> list[Position]:
    """The position as it is, and with the hidden cards dealt again a few times."""
    return [position, *(redealt(position, rng) for _ in range(DEALS - 1))]


def views_of(position: Position, rng: random.Random) -> list[dict]:
    assert position.seat is not None
    return [view_to_json(each, position.seat) for each in deals_of(position, rng)]


def test_other_hidden_cards_look_the_same_and_are_not_the_same():
    rng = random.Random(61)
    changed = 0
    for position in positions(30, seed=61):
        views = views_of(position, rng)
        assert views[1:] == views[:-1]
        changed += redealt(position, rng) != position
    assert changed > 20


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_the_same_turn_whatever_is_hidden(level, steady_clock):
    rng = random.Random(62)
    for position in positions(POSITIONS, seed=62):
        turns = {tuple(make_bot(level, seed=9).turn(view, MOVETIME)) for view in views_of(position, rng)}
        assert len(turns) == 1


def a_turn_from(position: Position) -> Sequence[Action]:
    assert position.seat is not None
    return make_bot("random", seed=4).turn(view_to_json(position, position.seat), MOVETIME)


def test_hints_and_the_value_of_a_turn_are_the_same_whatever_is_hidden(steady_clock):
    rng = random.Random(63)
    for position in positions(POSITIONS, seed=63):
        if position.phase == "setup":
            continue
        turn = a_turn_from(position)
        deals = deals_of(position, rng)
        first, *others = (TurnComparison(seed=2).best(deal, 0.2, most=3, played=turn) for deal in deals)
        assert others == [first] * (DEALS - 1)
