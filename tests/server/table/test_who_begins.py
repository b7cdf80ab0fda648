"""Who begins is drawn from the seed (R2.3): seats are numbered from there once the game begins, in the same order."""

from __future__ import annotations

from dataclasses import replace

import pytest

from holi.game import commitment, drawn_first, fair_seed
from holi.record import Receipt, RecordError, differences, parse_record, verify_record
from holi.record.verifying import NO_NONCE
from holi.server.table.decisions import decide
from holi.server.table.entries import Founding, FoundingSeat
from holi.server.table.game_record import record_text
from holi.server.table.views import table_state, viewer_of
from holi.server.wire.parts import COLOURS, TableSettings
from tests.server.at_table import AtTable, everything, found, nonce_of

PLAYERS = ("ana", "bo", "cy", "di")
DRAWS = [(players, first) for players in (2, 3, 4) for first in range(players)]


def drawing(players: int, first: int, bots: tuple[int, ...] = (), **settings: object) -> AtTable:
    """A table for which the draw will say that the place `first` begins; bots sit at the places `bots`."""
    nonces = [NO_NONCE if place in bots else nonce_of(PLAYERS[place], place) for place in range(players)]
    secrets = (f"{number:064x}" for number in range(1000))
    secret = next(each for each in secrets if drawn_first(fair_seed(each, nonces), players) == first)
    at = AtTable(found(players=players, first="drawn", **settings).model_copy(update={"secret": secret}))
    for place in range(players):
        if place in bots:
            at.do("ana", "seat-bot", seat=place, level="novice")
        else:
            at.sit(PLAYERS[place], place)
    return at


def begin(at: AtTable) -> None:
    at.do("ana", "start")
    for place, seat in enumerate(at.table.seats):
        if seat.kind == "player":
            at.give_nonce(place)
    assert at.table.phase == "playing"


def give_up(at: AtTable) -> str:
    """All give up, so that there is a record; its text."""
    for player in PLAYERS:
        if at.table.seats_of(player):
            at.do(player, "resign")
    return record_text(at.table)


@pytest.mark.parametrize(("players", "first"), DRAWS)
def test_the_drawn_place_begins_and_the_others_follow_in_their_order(players, first):
    at = drawing(players, first)
    assert [seat.player for seat in at.table.seats] == list(PLAYERS[:players])
    begin(at)
    order = [*range(players), *range(players)][first : first + players]
    assert [seat.player for seat in at.table.seats] == [PLAYERS[place] for place in order]
    assert [seat.colour for seat in at.table.seats] == [COLOURS[place] for place in order]
    assert [at.table.seats_of(PLAYERS[place]) for place in order] == [(seat,) for seat in range(players)]
    assert everything(at.again()) == everything(at.table)


@pytest.mark.parametrize(("players", "first"), DRAWS)
def test_only_the_drawn_player_can_act_and_take_back(players, first):
    at = drawing(players, first)
    begin(at)
    for place in range(players):
        if place != first:
            assert at.refusal(PLAYERS[place], "act", version=at.table.number, action="Sa1") == "not-your-turn"
    at.do(PLAYERS[first], "act", version=at.table.number, action="Sa1")
    while at.table.game is not None and at.table.game.position.phase == "setup":
        at.act()
    at.act(at.other_than_end())
    assert at.log[-1].player == PLAYERS[first]
    at.do(PLAYERS[first], "take-back", version=at.table.number)
    assert at.table.to_act == 0 and everything(at.again()) == everything(at.table)


@pytest.mark.parametrize(("players", "first"), DRAWS)
def test_everybody_is_told_the_new_seats_and_sees_their_own_hand_only(players, first):
    at = drawing(players, first)
    before = table_state(at.table, "bo", at.now)
    begin(at)
    at.corners()
    for place in range(players):
        state = table_state(at.table, PLAYERS[place], at.now)
        seat = (place - first) % players
        assert viewer_of(at.table, PLAYERS[place]) == state["viewer"] == seat
        assert [each["you"] for each in state["seats"]] == [other == seat for other in range(players)]
        assert [each["host"] for each in state["seats"]].index(True) == -first % players
        hands = [isinstance(player["hand"], list) for player in state["view"]["players"]]
        assert hands == [other == seat for other in range(players)]
        for what in ("people", "nonce_commitments"):
            assert state[what] == [*before[what][first:], *before[what][:first]]


@pytest.mark.parametrize(("players", "first"), DRAWS)
def test_the_record_keeps_promises_by_place_and_says_the_draw(players, first):
    at = drawing(players, first)
    begin(at)
    record = verify_record(parse_record(give_up(at))).record
    assert record.tags["FirstDraw"] == str(first)
    for place in range(players):
        assert record.tags[f"Nonce{place}"] == nonce_of(PLAYERS[place], place)
        assert record.names[record.seat_of(place)] == PLAYERS[place].title()


@pytest.mark.parametrize("other", [0, 2])
def test_a_record_with_another_draw_is_refused(other):
    at = drawing(3, 1)
    begin(at)
    text = give_up(at).replace('[FirstDraw "1"]', f'[FirstDraw "{other}"]')
    with pytest.raises(RecordError, match=f"place {other} begins, but the seed draws place 1"):
        verify_record(parse_record(text))


def test_a_receipt_tells_if_the_draw_was_left_out_or_made_up():
    at = drawing(3, 1, bots=(2,))
    begin(at)
    record = parse_record(give_up(at))
    promises = tuple(commitment(nonce_of(player, place)) for place, player in enumerate(PLAYERS[:2]))
    receipt = Receipt("table1", commitment(at.table.founding.secret), (*promises, None), (0,), 0, 1, "drawn")
    assert differences(record, receipt) == ()
    assert differences(record, replace(receipt, first="host")) == ("it was not drawn or chosen as agreed who begins",)
    assert differences(record, replace(receipt, first=None)) == ()
    assert differences(record, replace(receipt, seats=(promises[1], promises[0], None))) == (
        "the commitment of seat 2 ('Ana') is another",
        "the commitment of seat 0 ('Bo') is another",
    )


@pytest.mark.parametrize("first", range(4))
def test_bots_move_with_the_others(first):
    at = drawing(4, first, bots=(1, 2))
    begin(at)
    bots = sorted((place - first) % 4 for place in (1, 2))
    assert [seat for seat, each in enumerate(at.table.seats) if each.kind == "bot"] == bots
    assert at.table.seats[0].played_by_bot == (first in (1, 2))
    record = verify_record(parse_record(give_up(at))).record
    assert [record.tags[f"Nonce{place}"] == NO_NONCE for place in range(4)] == [False, True, True, False]
    assert [seat for seat, name in enumerate(record.names) if name == "bot (novice)"] == bots


def test_at_a_hot_seat_table_one_player_keeps_all_their_places():
    at = AtTable(players=3, first="drawn", hot_seat=True)
    for place in (0, 1, 2):
        at.sit("ana", place, name=f"Ana {place}")
    begin(at)
    first, names = at.table.first, [seat.name for seat in at.table.seats]
    assert names == [f"Ana {(first + seat) % 3}" for seat in range(3)]
    assert at.table.seats_of("ana") == (0, 1, 2)


@pytest.mark.parametrize("first", range(2))
def test_a_last_nonce_sent_again_is_recognised_although_seats_have_moved(first):
    at = drawing(2, first)
    at.do("ana", "start")
    at.give_nonce(0)
    last = at.command("nonce", seat=1, nonce=nonce_of("bo", 1))
    assert at.table.done_at("bo", last.id) is None
    at.enter(decide(at.table, "bo", last), "bo", last.id)
    assert at.table.phase == "playing" and at.table.done_at("bo", last.id) == at.table.number


def test_places_stay_until_the_game_begins():
    at = drawing(3, 2)
    at.do("ana", "start")
    at.give_nonce(0)
    at.give_nonce(1)
    assert [seat.player for seat in at.table.seats] == ["ana", "bo", "cy"]
    at.do("cy", "cancel-start")
    assert [seat.reserved for seat in at.table.seats] == ["ana", "bo", None]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_as_the_host_has_it_nobody_moves_and_nothing_is_drawn(players):
    at = AtTable(players=players, first="host")
    at.start(*PLAYERS[:players])
    assert [seat.player for seat in at.table.seats] == list(PLAYERS[:players])
    record = verify_record(parse_record(give_up(at))).record
    assert "FirstDraw" not in record.tags


def test_it_is_drawn_unless_the_host_says_otherwise():
    assert TableSettings(players=2).first == "drawn"


def test_at_a_table_stored_before_there_was_a_draw_seat_0_begins():
    founding = found(seats=[FoundingSeat(colour=colour) for colour in COLOURS[:2]], first="drawn")
    stored = founding.model_dump()
    del stored["settings"]["first"]
    assert Founding.model_validate(stored).settings.first == "host"
    assert Founding.model_validate_json(founding.model_dump_json()).settings.first == "drawn"
