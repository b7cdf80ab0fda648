"""What the host of a table may do with people: remove and keep out, let in again, mute, hand the table over."""

from __future__ import annotations

import pytest

from holi.record import parse_record, verify_record
from holi.server.table.decisions import MOST_KEPT_OUT, returned
from holi.server.table.game_record import record_text
from holi.server.table.people import person_of
from holi.server.table.refusals import RefusedError
from holi.server.table.views import table_state
from tests.server.at_table import HOST, AtTable, everything

BEN = person_of("ben")


def test_a_person_is_known_to_others_by_a_name_that_does_not_tell_the_id():
    at = AtTable()
    at.start("ana", "ben")
    for viewer in ("ana", "ben", "cy", None):
        state = table_state(at.table, viewer, at.now)
        assert state["people"] == [person_of("ana"), BEN]
        assert state["person"] == (None if viewer is None else person_of(viewer))
    assert BEN != "ben" and BEN == person_of("ben") != person_of("cy")


def test_whoever_is_removed_before_the_game_loses_their_seat_and_stays_out():
    at = AtTable()
    at.sit("ana")
    at.sit("ben")
    at.do(HOST, "remove", person=BEN)
    assert (at.table.seats[1].kind, at.table.seats[1].player) == ("open", None)
    for command in ({"type_": "leave", "seat": 1}, {"type_": "come-back"}, {"type_": "cancel-start"}):
        assert at.refusal("ben", **command) == "kept-out"
    with pytest.raises(RefusedError, match="keeps you out"):
        at.sit("ben")
    assert at.sit("cy") == 1
    assert everything(at.again()) == everything(at.table)


def test_removing_somebody_while_nonces_are_awaited_goes_back_to_the_seats():
    at = AtTable(players=3)
    for player in ("ana", "ben", "cy"):
        at.sit(player)
    at.do(HOST, "start")
    at.give_nonce(0)
    at.give_nonce(1)
    at.do(HOST, "remove", person=BEN)
    assert at.table.phase == "lobby"
    assert [seat.reserved for seat in at.table.seats] == ["ana", None, None]


def test_removing_a_spectator_disturbs_no_start():
    at = AtTable()
    at.sit("ana")
    at.sit("ben")
    at.do(HOST, "start")
    at.do(HOST, "remove", person=person_of("cy"))
    assert at.table.phase == "dealing"
    assert at.refusal("cy", "cancel-start") == "kept-out"


def test_a_bot_plays_on_for_whoever_is_removed_during_the_game():
    at = AtTable()
    at.start("ana", "ben")
    at.corners()
    at.take_turn()
    assert at.table.to_act == 1
    at.do(HOST, "remove", person=BEN)
    assert at.table.phase == "playing" and at.table.seats[1].played_by_bot
    assert at.table.deadline is None
    assert table_state(at.table, "ana", at.now)["removed"] == [1]
    for type_ in ("come-back", "resign"):
        assert at.refusal("ben", type_) == "kept-out"
    with pytest.raises(RefusedError):
        returned(at.table, 1)
    assert at.table.seats[1].holder == "bot", "it is no longer one of their games"
    assert everything(at.again()) == everything(at.table)


def test_a_game_without_people_ends_without_a_result():
    at = AtTable(players=3)
    at.do(HOST, "seat-bot", seat=2, level="club")
    at.start("ben", "cy")
    at.do(HOST, "remove", person=BEN)
    assert at.table.phase == "playing"
    at.do(HOST, "remove", person=person_of("cy"))
    assert at.table.phase == "over"
    record = parse_record(record_text(at.table))
    assert (record.result, record.tags["Removed"]) == (None, "0 1")
    assert verify_record(record).scores is None


def test_all_seats_of_a_person_go_together():
    at = AtTable(players=3, hot_seat=True)
    at.start("ana", "ben", "ben")
    at.do(HOST, "remove", person=BEN)
    assert [seat.played_by_bot for seat in at.table.seats] == [False, True, True]


def test_whoever_is_let_in_again_may_come_back_to_the_game():
    at = AtTable()
    at.start("ana", "ben")
    at.do(HOST, "remove", person=BEN)
    assert at.refusal(HOST, "let-in", person=person_of("cy")) == "no-person"
    at.do(HOST, "let-in", person=BEN)
    assert at.table.seats[1].played_by_bot
    at.do("ben", "come-back")
    assert not at.table.seats[1].played_by_bot
    assert everything(at.again()) == everything(at.table)


def test_the_host_alone_is_told_who_is_kept_out_or_muted():
    at = AtTable(players=3)
    for player in ("ana", "ben", "cy"):
        at.sit(player)
    at.do(HOST, "remove", person=BEN)
    at.do(HOST, "mute", person=person_of("cy"), muted=True)
    seen = {player: table_state(at.table, player, at.now) for player in ("ana", "cy", "dee")}
    assert seen["ana"]["kept_out"] == [{"person": BEN, "name": "Ben"}]
    assert seen["cy"]["kept_out"] == seen["dee"]["kept_out"] == []
    assert seen["ana"]["muted"] == seen["cy"]["muted"] == [person_of("cy")]
    assert seen["dee"]["muted"] == []
    at.do(HOST, "mute", person=person_of("cy"), muted=False)
    assert at.table.muted == frozenset()


def test_only_the_host_does_this_and_not_to_themselves():
    at = AtTable()
    at.start("ana", "ben")
    host = person_of(HOST)
    commands = ({"type_": "remove"}, {"type_": "mute", "muted": True}, {"type_": "hand-over"})
    for command in commands:
        assert at.refusal("ben", person=host, **command) == "not-host"
        assert at.refusal("cy", person=BEN, **command) == "not-host"
        assert at.refusal(HOST, person=host, **command) == "not-allowed"
    assert at.refusal("ben", "let-in", person=host) == "not-host"


@pytest.mark.parametrize("playing", [False, True])
def test_a_table_handed_over_has_the_other_as_its_host(playing: bool):
    at = AtTable()
    if playing:
        at.start("ana", "ben")
    else:
        at.sit("ana")
        at.sit("ben")
    assert at.refusal(HOST, "hand-over", person=person_of("cy")) == "no-person"
    at.do(HOST, "hand-over", person=BEN)
    assert at.refusal(HOST, "remove", person=BEN) == "not-host"
    assert table_state(at.table, "ben", at.now)["you_are_host"]
    at.do("ben", "remove", person=person_of(HOST))
    assert at.refusal("ana", "set-chat", rule="off") == "kept-out"
    assert everything(at.again()) == everything(at.table)


def test_a_table_keeps_out_a_bounded_number_of_people():
    at = AtTable()
    for number in range(MOST_KEPT_OUT):
        at.do(HOST, "remove", person=f"{number:016x}")
    assert at.refusal(HOST, "remove", person=BEN) == "too-many"
    at.do(HOST, "remove", person=f"{1:016x}")
