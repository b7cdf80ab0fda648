"""Giving a game up: bots play on for whoever resigns, and where no person is left, the game ends without a result."""

from __future__ import annotations

import pytest

from holi.record import parse_record, verify_record
from holi.server.table.decisions import bot_action, returned, vanished
from holi.server.table.game_record import record_text
from holi.server.table.refusals import RefusedError
from tests.server.at_table import HOST, AtTable, everything


def bots_finish(at: AtTable) -> None:
    """Bots do the first legal action until the game is over or a person is to act."""
    while at.table.to_act is not None and at.table.seats[at.table.to_act].played_by_bot:
        at.enter(bot_action(at.table, at.table.to_act, at.legal()[0]))


def test_a_bot_plays_the_seat_of_whoever_resigns_to_the_end():
    at = AtTable()
    at.start("ana", "ben")
    at.corners()
    at.do("ana", "resign")
    assert at.table.phase == "playing" and at.table.seats[0].played_by_bot
    assert at.refusal("ana", "come-back") == "wrong-phase"
    assert at.refusal("ana", "resign") == "not-seated"
    with pytest.raises(RefusedError):
        returned(at.table, 0)
    while at.table.phase == "playing":
        bots_finish(at)
        if at.table.phase == "playing":
            at.take_turn()
    record = parse_record(record_text(at.table))
    assert record.tags["Resigned"] == "0"
    assert verify_record(record).scores is not None
    assert everything(at.again()) == everything(at.table)


def test_the_game_ends_without_a_result_when_no_person_plays_on():
    at = AtTable(players=3)
    at.do(HOST, "seat-bot", seat=2, level="club")
    at.start("ana", "ben")
    at.do("ben", "resign")
    assert at.table.phase == "playing"
    at.do("ana", "resign")
    assert at.table.phase == "over"
    assert at.table.to_act is None and at.table.deadline is None
    assert at.refusal("ana", "act", version=at.table.number, action="Sa1") == "wrong-phase"
    record = parse_record(record_text(at.table))
    assert (record.result, record.tags["Resigned"]) == (None, "0 1")
    assert verify_record(record).scores is None
    assert everything(at.again()) == everything(at.table)


def test_whoever_is_away_may_still_come_back_after_the_other_resigned():
    at = AtTable()
    at.start("ana", "ben")
    at.enter(vanished(at.table, 1))
    at.do("ana", "resign")
    assert at.table.phase == "playing"
    at.do("ben", "come-back")
    assert not at.table.seats[1].played_by_bot


def test_all_seats_of_a_player_are_given_up_together():
    at = AtTable(hot_seat=True)
    at.start("ana", "ana")
    at.do("ana", "resign")
    assert at.table.phase == "over"


def test_only_a_running_game_of_ones_own_is_given_up():
    at = AtTable()
    at.sit("ana")
    assert at.refusal("ana", "resign") == "wrong-phase"
    assert at.refusal("cy", "resign") == "not-seated"
