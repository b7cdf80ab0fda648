"""Who may do what when at a table: seats, colours, the start with its nonces, moves."""

from __future__ import annotations

import pytest

from holi.game import commitment, fair_seed
from holi.record import parse_record
from holi.server.table import decisions
from holi.server.table.decisions import bot_action, returned, vanished
from holi.server.table.entries import FoundingSeat, Rematched
from holi.server.table.game_record import record_text
from holi.server.table.refusals import RefusedError
from holi.server.table.table import COMMANDS_REMEMBERED, NO_NONCE
from holi.server.table.views import table_state
from tests.server.at_table import HOST, SECRET, AtTable, everything, found, nonce_of

PROMISE = commitment("0" * 64)


# Seats and colours


def test_seats_are_taken_by_number_or_as_they_are_free():
    at = AtTable(players=3)
    assert at.sit("ana", 1) == 1
    assert at.sit("ben") == 0
    assert at.sit("cy") == 2
    assert [seat.player for seat in at.table.seats] == ["ben", "ana", "cy"]
    assert at.refusal("dan", "sit", name="Dan", nonce_commitment=PROMISE) == "seat-taken"
    assert at.refusal("dan", "sit", seat=1, name="Dan", nonce_commitment=PROMISE) == "seat-taken"


def test_a_seat_that_is_not_there_is_refused():
    at = AtTable(players=2)
    assert at.refusal("ana", "sit", seat=2, name="Ana", nonce_commitment=PROMISE) == "no-seat"
    assert at.refusal("ana", "leave", seat=3) == "no-seat"
    assert at.refusal("ana", "seat-bot", seat=3, level="club") == "no-seat"


def test_one_player_has_several_seats_only_at_a_hot_seat_table():
    at = AtTable(players=3)
    at.sit("ana")
    assert at.refusal("ana", "sit", name="Ana", nonce_commitment=PROMISE) == "hot-seat-only"
    hot = AtTable(players=3, hot_seat=True)
    assert [hot.sit("ana"), hot.sit("ana"), hot.sit("ben")] == [0, 1, 2]
    hot.do("ana", "start")
    for seat in (1, 2, 0):
        hot.give_nonce(seat)
    assert hot.table.phase == "playing"
    for _ in range(6):
        hot.act()


def test_colours_are_chosen_and_never_shared():
    at = AtTable(players=4)
    at.sit("ana", 0, colour="green")
    assert [seat.colour for seat in at.table.seats] == ["green", "yellow", "red", "blue"]
    assert at.refusal("ben", "sit", seat=1, colour="green", name="Ben", nonce_commitment=PROMISE) == "bad-colour"
    at.sit("ben", 1)
    assert at.refusal("ben", "choose-colour", seat=1, colour="green") == "bad-colour"
    at.do("ben", "choose-colour", seat=1, colour="blue")
    assert [seat.colour for seat in at.table.seats] == ["green", "blue", "red", "yellow"]
    at.do("ben", "choose-colour", seat=1, colour="blue")
    assert at.refusal("ana", "choose-colour", seat=1, colour="red") == "not-seated"


def test_a_bot_gives_its_colour_away_to_a_player():
    at = AtTable(players=2)
    at.do(HOST, "seat-bot", seat=1, level="novice")
    at.sit("ana", 0, colour="yellow")
    assert [seat.colour for seat in at.table.seats] == ["yellow", "blue"]


def test_at_a_small_table_the_other_colours_are_free_too():
    at = AtTable(players=2)
    at.sit("ana", 0, colour="green")
    at.sit("ben", 1, colour="red")
    assert [seat.colour for seat in at.table.seats] == ["green", "red"]


def test_a_seat_is_left_before_the_game_only_by_whoever_has_it():
    at = AtTable()
    at.sit("ana", 0)
    assert at.refusal("ben", "leave", seat=0) == "not-seated"
    assert at.refusal("ben", "leave", seat=1) == "not-seated"
    at.do("ana", "leave", seat=0)
    assert at.table.seats[0].kind == "open"
    assert at.sit("ben") == 0


def test_only_the_host_seats_bots_starts_closes_and_rules_the_chat():
    at = AtTable()
    assert at.refusal("ben", "seat-bot", seat=0, level="club") == "not-host"
    assert at.refusal("ben", "start") == "not-host"
    assert at.refusal("ben", "close") == "not-host"
    assert at.refusal("ben", "set-chat", rule="off") == "not-host"
    at.do(HOST, "set-chat", rule="phrases")
    assert at.table.chat == "phrases"
    at.do(HOST, "close")
    assert at.table.phase == "closed"
    for type_, fields in [("start", {}), ("close", {}), ("seat-bot", {"seat": 0, "level": None})]:
        assert at.refusal(HOST, type_, **fields) == "wrong-phase"


def test_a_bot_is_put_where_nobody_sits_and_taken_away_again():
    at = AtTable()
    at.sit("ana", 0)
    assert at.refusal(HOST, "seat-bot", seat=0, level="club") == "seat-taken"
    at.do(HOST, "seat-bot", seat=1, level="club")
    assert at.refusal("ben", "sit", seat=1, name="Ben", nonce_commitment=PROMISE) == "seat-taken"
    at.do(HOST, "seat-bot", seat=1, level="master")
    assert (at.table.seats[1].kind, at.table.seats[1].level) == ("bot", "master")
    at.do(HOST, "seat-bot", seat=1, level=None)
    assert at.sit("ben") == 1


def test_a_seat_of_a_rematch_is_kept_for_its_player_until_the_host_frees_it():
    seats = [FoundingSeat(colour="red", reserved="ben"), FoundingSeat(colour="blue", reserved="ana")]
    at = AtTable(found(seats))
    assert at.refusal("cy", "sit", name="Cy", nonce_commitment=PROMISE) == "seat-taken"
    assert at.refusal("ana", "sit", seat=0, name="Ana", nonce_commitment=PROMISE) == "seat-taken"
    at.sit("ana", 1)
    at.do(HOST, "seat-bot", seat=0, level="expert")
    at.do(HOST, "seat-bot", seat=0, level=None)
    assert at.sit("cy") == 0
    assert [seat.colour for seat in at.table.seats] == ["red", "blue"]


# The start


def test_the_game_starts_when_no_seat_is_open_and_begins_with_the_last_nonce():
    at = AtTable(players=3)
    at.sit("ana", 0)
    at.sit("ben", 2)
    assert at.refusal(HOST, "start") == "seats-open"
    at.do(HOST, "seat-bot", seat=1, level="novice")
    at.do(HOST, "start")
    assert at.table.phase == "dealing"
    at.give_nonce(2)
    assert at.table.phase == "dealing"
    at.give_nonce(0)
    assert at.table.phase == "playing"
    assert at.table.game is not None
    assert at.table.game.seed == fair_seed(SECRET, [nonce_of("ana", 0), NO_NONCE, nonce_of("ben", 2)])


def test_a_table_of_bots_alone_begins_at_once():
    at = AtTable()
    for seat in (0, 1):
        at.do(HOST, "seat-bot", seat=seat, level="novice")
    at.do(HOST, "start")
    assert at.table.phase == "playing"


def test_a_nonce_must_be_the_one_that_was_promised_and_come_once():
    at = AtTable()
    at.sit("ana")
    assert at.refusal("ana", "nonce", seat=0, nonce=nonce_of("ana", 0)) == "wrong-phase"
    at.sit("ben")
    at.do(HOST, "start")
    assert at.refusal("ana", "nonce", seat=0, nonce="1" * 64) == "bad-nonce"
    assert at.refusal("ben", "nonce", seat=0, nonce=nonce_of("ana", 0)) == "not-seated"
    at.give_nonce(0)
    assert at.refusal("ana", "nonce", seat=0, nonce=nonce_of("ana", 0)) == "bad-nonce"


def test_seats_do_not_change_while_nonces_are_awaited():
    at = AtTable()
    at.sit("ana")
    at.sit("ben")
    at.do(HOST, "start")
    assert at.refusal("ana", "leave", seat=0) == "wrong-phase"
    assert at.refusal("ana", "choose-colour", seat=0, colour="red") == "wrong-phase"
    assert at.refusal(HOST, "start") == "wrong-phase"
    assert at.refusal("cy", "sit", name="Cy", nonce_commitment=PROMISE) == "wrong-phase"


def test_a_start_is_cancelled_and_whoever_gave_a_nonce_keeps_the_seat_for_a_new_promise():
    at = AtTable(players=3)
    for player in ("ana", "ben"):
        at.sit(player)
    at.do(HOST, "seat-bot", seat=2, level="club")
    assert at.refusal("ana", "cancel-start") == "wrong-phase"
    at.do(HOST, "start")
    at.give_nonce(1)
    assert at.refusal("cy", "cancel-start") == "not-seated"
    at.do("ben", "cancel-start")
    assert at.table.phase == "lobby"
    assert [seat.kind for seat in at.table.seats] == ["open", "open", "bot"]
    assert [seat.reserved for seat in at.table.seats] == [None, "ben", None]
    assert all(seat.nonce is None and seat.nonce_commitment is None for seat in at.table.seats)
    given = commitment(nonce_of("ben", 1))
    assert at.refusal("ben", "sit", seat=1, name="Ben", nonce_commitment=given) == "bad-nonce", "others know it"
    at.attempt = 1
    assert at.sit("cy") == 0
    assert at.refusal("ana", "sit", name="Ana", nonce_commitment=PROMISE) == "seat-taken"
    at.start("ben")
    assert at.table.game is not None
    assert at.table.game.seed == fair_seed(SECRET, [nonce_of("cy", 0, 1), nonce_of("ben", 1, 1), NO_NONCE])


def test_everybody_is_shown_every_promise_before_the_first_nonce_is_accepted_and_none_changes_after_that():
    at = AtTable(players=3)
    at.sit("ana", 0)
    at.do(HOST, "seat-bot", seat=2, level="club")
    assert at.refusal("ana", "nonce", seat=0, nonce=nonce_of("ana", 0)) == "wrong-phase"
    at.sit("ben", 1)
    assert at.refusal("ana", "nonce", seat=0, nonce=nonce_of("ana", 0)) == "wrong-phase"
    at.do(HOST, "start")
    shown = [commitment(nonce_of("ana", 0)), commitment(nonce_of("ben", 1)), None]
    for viewer in ("ana", "ben", "somebody who watches", None):
        state = table_state(at.table, viewer, at.now)
        assert (state["phase"], state["commitment"]) == ("dealing", commitment(SECRET))
        assert state["nonce_commitments"] == shown
        assert not any(seat["given"] for seat in state["seats"])
    at.give_nonce(0)
    assert at.refusal("ben", "sit", seat=1, name="Ben", nonce_commitment=PROMISE) == "wrong-phase"
    assert at.refusal("ben", "nonce", seat=1, nonce="1" * 64) == "bad-nonce"
    at.give_nonce(1)
    for player in ("ana", "ben"):
        at.do(player, "resign")
        assert table_state(at.table, None, at.now)["nonce_commitments"] == shown
    tags = parse_record(record_text(at.table)).tags
    assert [tags.get(f"NonceCommitment{seat}") for seat in range(3)] == shown


# Play


def test_only_the_seat_to_act_acts_and_only_what_is_legal():
    at = AtTable()
    assert at.refusal("ana", "act", version=0, action="Sa1") == "wrong-phase"
    at.start("ana", "ben")
    version = at.table.number
    assert at.refusal("ben", "act", version=version, action="Sa1") == "not-your-turn"
    assert at.refusal("cy", "act", version=version, action="Sa1") == "not-seated"
    assert at.refusal("ana", "act", version=version, action="nonsense") == "malformed"
    assert at.refusal("ana", "act", version=version, action="Sc3") == "illegal"
    assert at.refusal("ana", "act", version=version + 1, action="Sa1") == "stale"
    assert at.refusal("ana", "act", version=version - 1, action="Sa1") == "stale"  # before the cards were dealt
    at.act("Sa1")
    assert at.table.turns == [(version + 1, 0, False)]
    assert at.refusal("ana", "act", version=version, action="Sf6") == "stale"
    assert at.refusal("ana", "leave", seat=1) == "not-seated"
    assert at.refusal(HOST, "close") == "wrong-phase"


def test_a_move_is_not_stale_because_something_else_happened_at_the_table():
    at = AtTable()
    at.start("ana", "ben")
    version = at.table.number
    at.do(HOST, "set-chat", rule="off")
    at.do("ana", "act", version=version, action="Sa1")
    assert at.table.number == version + 2


def test_actions_are_taken_back_within_the_turn():
    at = AtTable()
    at.start("ana", "ben")
    at.corners()
    assert at.refusal("ana", "take-back", version=at.table.number) == "nothing-to-take-back"
    before = everything(at.table)["position"]
    done = at.other_than_end()
    version = at.table.number
    at.act(done)
    assert at.refusal("ben", "take-back", version=at.table.number) == "not-your-turn"
    assert at.refusal("ana", "take-back", version=version) == "stale"
    at.do("ana", "take-back", version=at.table.number)
    assert everything(at.table)["position"] == before
    assert len(at.table.turns) == 2
    assert at.refusal("ana", "act", version=version, action=done) == "stale"
    at.take_turn()
    assert at.table.to_act == 1
    assert at.refusal("ben", "take-back", version=at.table.number) == "nothing-to-take-back"


def test_a_command_sent_again_is_recognised_for_a_while():
    at = AtTable()
    at.start("ana", "ben")
    at.do("ana", "act", version=at.table.number, action="Sa1", id="my-move")
    assert at.table.done_at("ana", "my-move") == at.table.number
    assert at.table.done_at("ben", "my-move") is None
    assert at.again().done_at("ana", "my-move") == at.table.number
    for _ in range(COMMANDS_REMEMBERED):
        assert at.table.done_at("ana", "my-move") is not None
        at.do(HOST, "set-chat", rule="off")
    assert at.table.done_at("ana", "my-move") is None


def test_a_player_who_leaves_during_the_game_is_replaced_until_they_are_back():
    at = AtTable()
    at.start("ana", "ben")
    assert at.refusal("ana", "come-back") == "wrong-phase"
    at.do("ana", "leave", seat=0)
    assert at.refusal("ana", "leave", seat=0) == "wrong-phase"
    assert at.refusal("ana", "act", version=at.table.number, action="Sa1") == "not-your-turn"
    with pytest.raises(RefusedError, match="no bot plays for seat 0 because its player was away"):
        returned(at.table, 0)
    at.enter(bot_action(at.table, 0, "Sa1"))
    with pytest.raises(RefusedError, match="no bot is to act for seat 1 now"):
        bot_action(at.table, 1, "Sf6")
    at.do("ana", "come-back")
    at.act()
    with pytest.raises(RefusedError, match="no bot is to act for seat 0 now"):
        bot_action(at.table, 0, "E")
    at.enter(vanished(at.table, 0))
    with pytest.raises(RefusedError, match="a bot plays for seat 0 already"):
        vanished(at.table, 0)
    at.enter(returned(at.table, 0))
    assert not at.table.seats[0].played_by_bot
    assert [bot for _, _, bot in at.table.turns] == [True, False]


def test_whoever_sits_in_several_seats_comes_back_to_all_of_them():
    at = AtTable(hot_seat=True)
    at.start("ana", "ana")
    for seat in (0, 1):
        at.enter(vanished(at.table, seat))
    at.do("ana", "come-back")
    assert not any(seat.played_by_bot for seat in at.table.seats)
    assert not any(seat.played_by_bot for seat in at.again().seats)


def test_a_bot_is_bound_by_the_rules():
    at = AtTable()
    at.do(HOST, "seat-bot", seat=0, level="club")
    at.start("ben")
    with pytest.raises(RefusedError) as refused:
        bot_action(at.table, 0, "Sc3")
    assert refused.value.code == "illegal"


def test_a_rematch_is_remembered():
    at = AtTable()
    at.enter(Rematched(table="table2"))
    assert at.again().rematch == "table2"


def test_a_rematch_starts_by_itself_with_the_last_seat_taken():
    seats = [FoundingSeat(colour="red", reserved="ben", name="Ben"), FoundingSeat(colour="blue", reserved="ana")]
    founding = found(seats).model_copy(update={"again": True})
    at = AtTable(founding)
    at.sit("ana", 1)
    assert (at.table.phase, at.table.seats[0].name) == ("lobby", "Ben")
    at.sit("ben", 0)
    assert at.table.phase == "dealing"
    at.give_nonce(0)
    at.do("ben", "cancel-start")
    assert [(seat.reserved, seat.name) for seat in at.table.seats] == [("ben", "Ben"), (None, None)]
    at.attempt = 1
    at.sit("ben")
    at.sit("ana")
    assert at.table.phase == "lobby", "after a start was cancelled, the host starts"

    other = AtTable(founding)
    other.sit("ana", 1)
    other.do(HOST, "seat-bot", seat=0, level="novice")
    assert other.table.phase == "dealing"
    assert everything(other.again()) == everything(other.table)


def test_hints_are_for_one_person_among_bots_unless_agreed_otherwise():
    at = AtTable(players=3)
    at.do(HOST, "seat-bot", seat=2, level="club")
    at.sit("ana")
    assert at.table.hints
    at.sit("ben")
    assert not at.table.hints
    for agreed in (True, False):
        at = AtTable(hints=agreed)
        at.start("ana", "ben")
        assert at.table.hints == agreed


def test_a_log_that_is_made_long_can_only_be_ended(monkeypatch: pytest.MonkeyPatch):
    at = AtTable()
    at.start("ana", "ben")
    at.corners()
    monkeypatch.setattr(decisions, "MOST_ENTRIES", at.table.number + 1)
    at.act(at.other_than_end())
    assert at.refusal("ana", "take-back", version=at.table.number) == "too-many"
    assert at.refusal(HOST, "set-chat", rule="off") == "too-many"
    at.take_turn()
    at.do("ben", "resign")
