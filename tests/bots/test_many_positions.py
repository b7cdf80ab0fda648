"""Legal turns only, in many positions with every rivalry card, and in time by the clock that a bot looks at.

Here a few hundred positions, each for one of the levels; `make bots` sets HOLI_BOT_POSITIONS to 10,000, and then every
level plays a turn from each.
"""

from __future__ import annotations

import os
import time
from itertools import count

import pytest

from holi.bots import LEVELS, make_bot
from holi.game import Kind, rivalry_cards, view_to_json
from holi.kernel.mode import COMPILED
from tests.bots.test_levels import positions

WANTED = os.environ.get("HOLI_BOT_POSITIONS")
POSITIONS = int(WANTED) if WANTED else 350 if COMPILED else 21
PARTS = 20 if WANTED else 3
SHORT = 0.005


@pytest.mark.parametrize("part", range(PARTS))
def test_every_turn_of_every_level_is_legal(part):
    seen = set()
    for number, position in enumerate(positions(POSITIONS // PARTS, seed=1000 + part)):
        seen |= set(position.config.rivalry)
        levels = list(LEVELS) if WANTED else [list(LEVELS)[number % len(LEVELS)]]
        for level in levels:
            turn = make_bot(level, seed=number).turn(view_to_json(position, position.seat), SHORT)
            after = position
            for action in turn:
                after = after.apply(action).position  # refuses what is not legal
            assert turn[-1].kind in (Kind.END, Kind.PLACE_MARKER)
    assert 2 * len(rivalry_cards()) > POSITIONS // PARTS or seen == set(rivalry_cards())


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("movetime", [0.5, 2.0])
def test_thinking_ends_in_time_by_the_clock_that_is_looked_at(level, movetime, monkeypatch):
    tick = movetime / 50
    for position in positions(3 if COMPILED else 1, seed=70):
        ticks = count()
        monkeypatch.setattr(time, "perf_counter", lambda ticks=ticks: next(ticks) * tick)
        make_bot(level, seed=1).turn(view_to_json(position, position.seat), movetime)
        assert next(ticks) * tick <= 1.2 * movetime
