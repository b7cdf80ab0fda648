"""The clocks of a table: turns, reserves, days, and what going away does to them."""

from __future__ import annotations

import pytest

from holi.server.table.clock import DAY
from holi.server.table.decisions import bot_action, time_is_up
from holi.server.table.refusals import RefusedError
from tests.server.at_table import AtTable

LIVE = {"kind": "live", "turn_seconds": 10, "reserve_seconds": 30}


def test_a_relaxed_table_has_no_clock():
    at = AtTable()
    at.start("ana", "ben")
    assert at.table.deadline is None
    at.now += 365 * DAY
    with pytest.raises(RefusedError, match="the time of seat 0 is not up"):
        time_is_up(at.table, 0, at.now)


def test_each_turn_has_its_time_and_then_draws_on_the_reserve():
    at = AtTable(pace=LIVE)
    at.start("ana", "ben")
    assert at.table.deadline == at.now + 40_000
    at.now += 9_000
    at.act()
    assert at.table.deadline == at.now + 40_000
    at.now += 16_000
    at.act()
    assert at.table.clock.reserves == [30_000, 24_000]
    at.now += 12_000
    at.take_turn()
    assert at.table.clock.reserves == [28_000, 24_000]
    assert at.table.deadline == at.now + 34_000


def test_the_time_of_a_turn_is_not_won_back_by_taking_back():
    at = AtTable(pace=LIVE)
    at.start("ana", "ben")
    at.corners()
    deadline = at.table.deadline
    at.now += 5_000
    at.act(at.other_than_end())
    at.do("ana", "take-back", version=at.table.number)
    assert at.table.deadline == deadline


def test_when_the_time_is_up_a_bot_plays_and_the_reserve_is_gone():
    at = AtTable(pace=LIVE)
    at.start("ana", "ben")
    at.now += 39_999
    with pytest.raises(RefusedError, match="the time of seat 0 is not up"):
        time_is_up(at.table, 0, at.now)
    at.now += 1
    with pytest.raises(RefusedError, match="the time of seat 1 is not up"):
        time_is_up(at.table, 1, at.now)
    at.enter(time_is_up(at.table, 0, at.now))
    assert at.table.deadline is None
    at.now += 3_000
    at.enter(bot_action(at.table, 0, "Sa1"))
    assert at.table.clock.reserves == [0, 30_000]
    at.do("ana", "come-back")
    assert at.table.deadline == at.now + 40_000  # of the other, whose turn it is


def test_whoever_comes_back_after_the_time_was_up_has_a_turn_without_reserve():
    at = AtTable(pace=LIVE)
    at.start("ana", "ben")
    at.now += 40_000
    at.enter(time_is_up(at.table, 0, at.now))
    at.now += 500
    at.do("ana", "come-back")
    assert at.table.deadline == at.now + 10_000


def test_going_away_and_coming_back_wins_no_time():
    at = AtTable(pace=LIVE)
    at.start("ana", "ben")
    deadline = at.table.deadline
    for _ in range(3):
        at.now += 6_000
        at.do("ana", "leave", seat=0)
        at.now += 1_000
        at.do("ana", "come-back")
        assert at.table.deadline == deadline
    at.act()
    assert at.table.clock.reserves == [19_000, 30_000]


def test_time_that_a_bot_takes_is_not_the_players():
    at = AtTable(pace=LIVE)
    at.start("ana", "ben")
    at.now += 12_000
    at.do("ana", "leave", seat=0)
    at.now += 60_000
    at.enter(bot_action(at.table, 0, "Sa1"))
    assert at.table.clock.reserves == [28_000, 30_000]
    at.act()
    at.now += 100_000
    at.enter(bot_action(at.table, 0, at.legal()[0]))
    assert at.table.clock.reserves == [28_000, 30_000]


def test_a_correspondence_turn_has_days():
    at = AtTable(pace={"kind": "correspondence", "days": 2})
    at.start("ana", "ben")
    assert at.table.deadline == at.now + 2 * DAY
    at.now += DAY
    at.act()
    assert at.table.deadline == at.now + 2 * DAY
