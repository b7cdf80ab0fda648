"""R8: the end of a turn and the end of the game."""

import pytest

from holi.game import IllegalActionError, parse_action
from tests.rules.boards import after, do, drawing, events_of, legal, position, seen

CORNERED = """
    D....C
    ......
    ......
    ......
    ......
    A....B
"""
TWO = drawing({"Ga1": "A", "Gf6": "B"})


@pytest.mark.parametrize(
    ("hand", "deck", "drawn"),
    [
        ([5, 6], [9, 1, 2], [9]),
        ([5], [9, 1, 2], [9, 1]),
        ([], [9, 1, 2, 4], [9, 1, 2]),
        ([], [9, 1], [9, 1]),
        ([5], [13], [13]),
        ([5, 6], [], []),
        ([], [7], [7]),
    ],
)
def test_r8_1_the_player_draws_until_they_hold_three_cards_as_far_as_the_deck_allows(hand, deck, drawn):
    board = position(TWO, done="throw", hands={0: hand}, decks={0: deck})
    ended, events = do(board, "E")
    assert [event["cards"] for event in events if event["type"] == "drew"] == ([drawn] if drawn else [])
    assert ended.players[0].hand == tuple(sorted(hand + drawn))
    assert ended.players[0].deck == tuple(deck[len(drawn) :])
    assert ended.players[1] == board.players[1]
    assert len(ended.players[0].hand + ended.players[0].deck + ended.players[0].discard) == 13


@pytest.mark.parametrize("seat", range(4))
def test_r8_1_only_the_player_whose_turn_ends_draws(seat):
    board = position(CORNERED, turn=seat, done="throw", hands={other: [1] for other in range(4)})
    ended = after(board, "E")
    assert [len(player.hand) for player in ended.players] == [3 if other == seat else 1 for other in range(4)]
    assert [len(player.deck) for player in ended.players] == [9 if other == seat else 12 for other in range(4)]


def test_r8_1_others_learn_only_how_many_cards_are_drawn():
    step = position(TWO, done="throw", hands={0: [1]}).apply(parse_action("E"))
    assert step.events[0].to_json(1) == {"type": "drew", "seat": 0, "count": 2}
    assert step.events[0].to_json(0) == {"type": "drew", "seat": 0, "cards": [2, 3]}


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"own": {0: 0}}, "tokens"),
        ({"own": {0: 0}, "hands": {0: []}, "decks": {0: []}}, "tokens"),
        ({"hands": {0: []}, "decks": {0: []}}, "cards"),
    ],
)
def test_r8_2_who_has_no_own_token_or_no_card_left_is_finished(options, why):
    ended, events = do(position(TWO, done="throw", **options), "E")
    assert events[-2:] == [{"type": "finished", "seat": 0, "why": why}, {"type": "turn", "seat": 1}]
    assert [player.finished for player in ended.players] == [0, None]


@pytest.mark.parametrize(
    "options", [{"own": {0: 1}}, {"hands": {0: []}, "decks": {0: [4]}}, {"hands": {0: [1]}, "decks": {0: []}}]
)
def test_r8_2_one_token_and_one_card_are_enough_to_stay_in(options):
    ended, events = do(position(TWO, done="throw", **options), "E")
    assert events[-1] == {"type": "turn", "seat": 1}
    assert [player.finished for player in ended.players] == [None, None]


def test_r8_2_tokens_of_other_colours_do_not_keep_a_player_in():
    board = position(TWO, done="throw", own={0: 0}, holds={(0, 1): 5})
    assert after(board, "E").players[0].finished == 0


def test_r8_2_cards_are_drawn_before_the_player_is_finished_for_want_of_tokens():
    events = events_of(position(TWO, done="throw", own={0: 0}), "E")
    assert [event["type"] for event in events] == ["drew", "finished", "turn"]


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("finished", [{}, {1: 0}, {2: 0}, {0: 0, 3: 1}, {1: 1, 2: 0}])
def test_r8_3_the_next_player_clockwise_who_is_not_finished_takes_a_turn(seat, finished):
    if seat in finished:
        finished = {other: number for other, number in finished.items() if other != seat}
        finished = {other: rank for rank, other in enumerate(sorted(finished, key=finished.__getitem__))}
    board = position(CORNERED, turn=seat, done="throw", finished=finished)
    ended, events = do(board, "E")
    expected = next(other % 4 for other in range(seat + 1, seat + 5) if other % 4 not in finished)
    assert events[-1] == {"type": "turn", "seat": expected}
    assert ended.seat == expected
    assert ended.phase == "play"
    assert [player.finished for player in ended.players] == [finished.get(other) for other in range(4)]


@pytest.mark.parametrize("players", [2, 3])
def test_r8_3_after_the_last_seat_comes_seat_0(players):
    markers = {"Ga1": "A", "Gf6": "B", "Ga6": "C"} if players == 3 else {"Ga1": "A", "Gf6": "B"}
    board = position(drawing(markers), turn=players - 1, done="throw")
    assert after(board, "E").seat == 0


def test_r8_3_the_last_player_in_goes_on_alone():
    board = position(CORNERED, done="throw", finished={1: 0, 2: 1, 3: 2})
    ended, events = do(board, "E")
    assert events[-1] == {"type": "turn", "seat": 0}
    assert legal(ended, "D")


def test_r8_3_the_marker_of_a_finished_player_stays_blocks_and_can_be_hit():
    board = position(drawing({"Ga1": "A", "Gb1": "B", "Gf6": "C"}), finished={1: 0}, hands={0: [1]})
    assert "Mb1" not in legal(board)
    assert "D1@b1" not in legal(board)
    hit, events = do(board, "T1@b1c1 E")
    assert events[1]["end"] == "hit"
    assert seen(hit)[5][0] == "AB0..."
    assert hit.players[1].supply == (1, 25, 0)


def test_r8_4_when_all_are_finished_the_game_is_scored():
    board = position(drawing({"Ga1": "A", "Gf6": "B", "Gc3": "0"}), done="throw", own={0: 0}, finished={1: 0})
    ended, events = do(board, "E")
    assert [event["type"] for event in events] == ["drew", "finished", "over"]
    assert events[-1]["scores"] == [score.to_json() for score in ended.scores()]
    assert (ended.phase, ended.seat) == ("over", None)
    assert [player.finished for player in ended.players] == [1, 0]
    assert legal(ended) == set()
    for text in ("E", "C", "Mb1", "Sa1", "D1@c1"):
        with pytest.raises(IllegalActionError, match=r"the game is over \(R8\.4\)"):
            ended.apply(parse_action(text))


@pytest.mark.parametrize("seat", range(4))
def test_r8_4_the_game_goes_on_while_anyone_can_throw_and_ends_with_the_last(seat):
    others = [other for other in range(4) if other != seat]
    board = position(
        CORNERED, turn=seat, done="throw", own={seat: 0}, finished={others[0]: 0, others[1]: 1}, hands={others[2]: []}
    )
    ended, events = do(board, "E")
    assert events[1:3] == [
        {"type": "finished", "seat": seat, "why": "tokens"},
        {"type": "finished", "seat": others[2], "why": "no-throw"},
    ]
    assert events[3]["type"] == "over"
    assert ended.players[seat].finished == 2
    assert ended.players[others[2]].finished == 3
