"""R4: throwing with a card face up."""

import pytest

from holi.game import IllegalActionError, Space, complete_deck, parse_action
from tests.rules.boards import (
    SQUARES,
    after,
    do,
    drawing,
    events_of,
    filled,
    legal,
    points,
    position,
    rows_of,
    seen,
    supplies,
    throw_text,
    ways_to_lay,
)

FACES = {card.id: card.face for card in complete_deck().cards}

# Every way to lay each card for a marker on c3, in the middle of an empty level.
FROM_C3 = {
    1: "c1c2 a3b3 b3d3 d3e3 c2c4 c4c5",
    2: "b2c2b3 c2d2d3 b3b4c4 d3c4d4",
    3: "a2b2 d1c2 d1d2 a2b3 b2d3 c2b4 d2c4 b3d4 d3e4 d4e4 b4b5 c4b5",
    4: "c1d1 a2c2 a2a3 c1b3 d1d3 c2e3 a3c4 e3e4 c4e4 b3b5 d3c5 b5c5",
    5: "b1c1 c2e2 c2a3 b1b3 c1d3 e2e3 a3a4 e3c4 a4c4 b3c5 d3d5 c5d5",
    6: "a1b1 e1c2 e1e2 a1b3 b1d3 c2a4 e2c4 a4a5 c4a5 b3d5 d3e5 d5e5",
    7: "c1b2 c1d2 b2d2 b2a3 d2e3 b2b4 a3b4 d2d4 e3d4 b4d4 b4c5 d4c5",
    8: "b2d2b4 b2d2d4 b2b4d4 d2b4d4",
    9: "b2d3b4 b2d2c4 d2b3d4 c2b4d4",
    10: "b1b2 b1c2 d2e2 d2b3 e2d3 b3a4 d3b4 a4b4 b2c4 c2d4 c4d5 d4d5",
    11: "d1e1 a1a2 a1c2 d1b3 e1d3 a2c4 c2e4 b3a5 d3b5 a5b5 c4e5 e4e5",
    12: "a1b2 e1d2 d2b4 b2d4 b4a5 d4e5",
    13: "c2d3b4 d2b3c4 b2d3c4 c2b3d4",
}

FROM_THE_CORNER_A1 = {
    1: "b1c1 a2a3",
    2: "b1a2b2",
    3: "b1c2 b2c2",
    4: "c1c2 a2c2 b1a3",
    5: "c1a2 b1b3 a3b3",
    6: "b1c3 b3c3",
    7: "c1b2 b2a3",
    8: "",
    9: "",
    10: "a2b3 b2b3",
    11: "a2c3 c2c3",
    12: "b2c3",
    13: "",
}

FROM_THE_EDGE_F4 = {
    1: "f2f3 d4e4 f3f5 f5f6",
    2: "e3f3e4 e4e5f5",
    3: "d3e3 d3e4 f3e5 e5e6 f5e6",
    4: "d3f3 d3d4 f2e4 d4f5 e4e6 e6f6",
    5: "e2f2 f3d4 e2e4 d4d5 d5f5 e4f6",
    6: "d2e2 d2e4 f3d5 d5d6 f5d6",
    7: "f2e3 e3d4 e3e5 d4e5 e5f6",
    8: "",
    9: "",
    10: "e2e3 e2f3 e4d5 d5e5 e3f5",
    11: "d2d3 d2f3 d3f5 e4d6 d6e6",
    12: "d2e3 e5d6",
    13: "",
}


def alone_on(square, card, level="G", **options):
    return position(
        drawing({f"{level}{square}": "A", f"{'MTG'['GMT'.index(level)]}f6": "B"}), hands={0: [card]}, **options
    )


@pytest.mark.parametrize("card", range(1, 14))
@pytest.mark.parametrize(
    ("square", "table"), [("c3", FROM_C3), ("a1", FROM_THE_CORNER_A1), ("f4", FROM_THE_EDGE_F4)], ids=["c3", "a1", "f4"]
)
def test_r4_1_r4_2_a_card_can_be_laid_in_four_rotations_around_the_marker(card, square, table):
    assert legal(alone_on(square, card), "T") == {f"T{card}@{squares}" for squares in table[card].split()}


@pytest.mark.parametrize("hand", [(1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12), (13,)], ids=str)
def test_r4_1_r4_3_from_every_square_of_every_level_a_card_is_laid_turned_but_inside_the_grid(hand):
    for number, square in enumerate(SQUARES):
        level, other = ("GM", "MT", "TG")[number % 3]
        board = position(drawing({f"{level}{square}": "A", f"{other}f6": "B"}), hands={0: hand})
        assert legal(board, "T") == {throw_text(card, way) for card in hand for way in ways_to_lay(FACES[card], square)}


@pytest.mark.parametrize(("card", "mirrored"), [(3, "T3@b1c2"), (4, "T4@c2e2"), (6, "T6@a1a2"), (10, "T10@d1c2")])
def test_r4_1_cards_are_not_mirrored(card, mirrored):
    board = alone_on("c3", card)
    assert mirrored not in legal(board)
    with pytest.raises(IllegalActionError, match=r"cannot be laid so from Gc3 \(R4\.1, R4\.2\)"):
        board.apply(parse_action(mirrored))


@pytest.mark.parametrize(("card", "targets"), [(card, 3 if card in (2, 8, 9, 13) else 2) for card in range(1, 14)])
def test_r4_2_without_a_star_the_marker_stands_for_a_filled_square_with_one_for_the_star(card, targets):
    throws = legal(alone_on("c3", card), "T")
    assert {len(text.partition("@")[2]) // 2 for text in throws} == {targets}


def test_r4_3_blank_squares_of_the_card_may_hang_over_the_edge():
    # The line fills one column of its grid; from a1 along the edge, the two others lie outside.
    assert "T1@a2a3" in legal(alone_on("a1", 1))
    assert "T2@b1a2b2" in legal(alone_on("a1", 2))


CROWD = """
    0.1.0.
    .1.0.1
    1...B.
    .0A.1.
    0.1..0
    .1..1.
"""


@pytest.mark.parametrize("card", range(1, 14))
def test_r4_4_no_target_may_hold_a_colour_token_but_sweets_and_markers_are_fine(card):
    board = position(CROWD, hands={0: [card]})
    free = {square for square in SQUARES if board.token_at(Space(0, SQUARES.index(square))) is None}
    assert legal(board, "T") == {throw_text(card, way) for way in ways_to_lay(FACES[card], "c3") if way <= free}


@pytest.mark.parametrize("card", range(1, 14))
def test_r4_4_only_tokens_of_the_own_level_count(card):
    below = filled("G", "1", without=["f6", *SQUARES[25:]])
    board = position(drawing({**below, "Mc3": "A", "Gf6": "B", "Ta1": "C"}), hands={0: [card]})
    assert legal(board, "T") == {f"T{card}@{squares}" for squares in FROM_C3[card].split()}


@pytest.mark.parametrize("card", range(1, 14))
def test_r4_4_r3_2_moves_lead_to_the_squares_from_which_the_card_fits(card):
    # On T there is no way up, and nothing may go face down: a move is legal just where the card fits afterwards.
    pillars = ("b2", "d3", "a4", "e5", "c6", "f1", "e1", "b4")
    below = {f"{level}{square}": "1" for level in "GMT" for square in pillars}
    board = position(
        drawing({**below, "Tc2": "A", "Gc2": "B"}), hands={0: [card]}, discards={0: "4v" if card != 4 else "5v"}
    )
    fitting = set()
    for square in SQUARES:
        taken = set(pillars) - {square}
        if square != "c2" and any(not way & taken for way in ways_to_lay(FACES[card], square)):
            fitting.add(f"M{square}")
    assert legal(board, "M") == fitting


def test_r4_5_one_token_goes_from_the_supply_to_each_target():
    board = position(CROWD, hands={0: [8]}, own={0: 9})
    thrown = after(board, "T8@b2d2b4")
    assert seen(thrown) == rows_of(
        """
        0.1.0.
        .1.0.1
        10..B.
        .0A.1.
        0010.0
        .1..1.
        """
    )
    assert thrown.players[0].supply[0] == 6


def test_r4_6_with_fewer_tokens_than_targets_the_thrower_chooses_where_all_of_them_go():
    board = alone_on("c3", 2, own={0: 2})
    pairs = "b2c2 b2b3 c2b3 c2d2 c2d3 d2d3 b3b4 b3c4 b4c4 d3c4 d3d4 c4d4"
    assert legal(board, "T") == {f"T2@{pair}" for pair in pairs.split()}
    thrown = after(board, "T2@b3b4")
    assert thrown.players[0].supply[0] == 0
    assert sum(thrown.token_at(Space(0, square)) == 0 for square in range(36)) == 2


@pytest.mark.parametrize(("tokens", "count"), [(1, 4), (2, 6), (3, 4), (4, 4)])
def test_r4_6_r4_10_the_same_spaces_are_one_action_however_the_card_lies(tokens, count):
    # The corners (card 8): three of b2, d2, b4 and d4; with fewer tokens, every choice of so many of them, once.
    throws = legal(alone_on("c3", 8, own={0: tokens}), "T")
    assert len(throws) == count
    assert {len(text) for text in throws} == {3 + 2 * min(tokens, 3)}


@pytest.mark.parametrize("card", range(1, 14))
@pytest.mark.parametrize("square", ["c3", "a1", "e6"])
def test_r4_10_with_one_token_each_target_is_one_action(card, square):
    targets = {target for way in ways_to_lay(FACES[card], square) for target in way}
    assert legal(alone_on(square, card, own={0: 1}), "T") == {f"T{card}@{target}" for target in targets}


def test_r4_6_every_target_must_be_inside_and_free_also_those_that_get_no_token():
    board = position(
        """
        ......
        ......
        ......
        ......
        1.....
        A....B
        """,
        hands={0: [1]},
        own={0: 1},
    )
    # Up the column the line meets the token on a2; along the row it fits.
    assert legal(board, "T") == {"T1@b1", "T1@c1"}


def test_r4_10_a_way_that_is_forbidden_stands_for_no_other_way():
    # The line over c2 and c4 may not be laid, so that c4 is reached only by the line over c4 and c5.
    board = position(drawing({"Gc3": "A", "Gc2": "1", "Gf6": "B"}), hands={0: [1]}, own={0: 1})
    assert legal(board, "T") == {f"T1@{square}" for square in ("a3", "b3", "d3", "e3", "c4", "c5")}


def test_r4_10_ways_of_a_card_that_meet_the_same_spaces_are_one_action():
    # Laid by its upper, middle or lower square, turned or not, the line gives just six throws.
    assert len(legal(alone_on("c3", 1), "T")) == 6


def test_r4_7_direct_hit_example_of_the_rulebook():
    board = position(
        """
        ......
        ......
        ......
        ..A.1.
        ....B.
        ......
        """,
        hands={0: [10, 4]},
    )
    hit, events = do(board, "T10@d2e2")
    assert events == [
        {"type": "threw", "seat": 0, "card": 10, "face": "up"},
        {"type": "token", "seat": 0, "path": ["Gd2"], "end": "board", "onto": None, "points": 0},
        {"type": "token", "seat": 0, "path": ["Ge2"], "end": "hit", "onto": 1, "points": 1},
    ]
    assert points(hit) == [1, 0]
    assert supplies(hit) == [[23, 0], [1, 24]]
    assert seen(hit)[4][0] == "...0B."


@pytest.mark.parametrize("thrower", range(4))
@pytest.mark.parametrize("level", "GMT")
def test_r4_7_each_player_hit_gets_the_token_and_the_thrower_a_point_for_each(thrower, level):
    others = [seat for seat in range(4) if seat != thrower]
    marks = dict(zip(("b2", "d2", "b4"), ("ABCD"[seat] for seat in others), strict=True))
    spaces = {f"{level}{square}": mark for square, mark in marks.items()} | {f"{level}c3": "ABCD"[thrower]}
    board = position(drawing(spaces), turn=thrower, hands={thrower: [8]}, points=dict.fromkeys(others, 5))
    hit = after(board, "T8@b2d2b4")
    assert points(hit) == [3 if seat == thrower else 5 for seat in range(4)]
    assert supplies(hit)[thrower][thrower] == 22
    for seat in others:
        assert supplies(hit)[seat] == [25 if c == seat else 1 if c == thrower else 0 for c in range(4)]
    assert seen(hit) == seen(board)


def test_r4_7_finished_players_can_be_hit():
    board = position(drawing({"Gc3": "A", "Gd3": "B", "Ga6": "C"}), hands={0: [1]}, finished={1: 0})
    assert points(after(board, "T1@d3e3")) == [1, 0, 0]


def test_r4_7_a_marker_on_another_level_is_not_hit_directly():
    board = position(drawing({"Mc3": "A", "Gd3": "B", "Te3": "C"}), hands={0: [1]})
    thrown, events = do(board, "T1@d3e3")
    assert [event["end"] for event in events[1:]] == ["rain", "board"]
    assert points(thrown) == [0, 0, 0]
    assert supplies(thrown)[1][0] == 1
    assert supplies(thrown)[2][0] == 0


def test_r4_8_sweets_under_a_token_stay_where_they_are():
    board = alone_on("a1", 1)
    thrown = after(board, "T1@b1c1")
    assert thrown.token_at(Space(0, SQUARES.index("b1"))) == 0
    assert thrown.sweets_at(Space(0, SQUARES.index("b1"))) == 2
    assert thrown.players[0].sweets == 0


def test_r4_9_the_card_goes_from_the_hand_face_up_onto_the_discard_pile():
    board = position(CROWD, hands={0: [1, 8, 13]}, discards={0: "4v 6"})
    player = after(board, "T8@b2d2b4").players[0]
    assert player.hand == (1, 13)
    assert [(item.card, item.face) for item in player.discard] == [(4, "down"), (6, "up"), (8, "up")]
    assert len(player.deck) == 8


@pytest.mark.parametrize("card", range(1, 14))
def test_r4_9_the_card_thrown_is_the_card_discarded(card):
    deck = [other for other in range(1, 14) if other != card]
    board = position(drawing({"Gc3": "A", "Gf6": "B"}), hands={0: [card]}, decks={0: deck})
    player = after(board, f"T{card}@{FROM_C3[card].split()[0]}").players[0]
    assert (player.hand, [tuple(item) for item in player.discard]) == ((), [(card, "up")])


@pytest.mark.parametrize("hand", [[1], [1, 8], [2, 3, 13]])
def test_r4_every_card_in_hand_can_be_thrown_and_no_other(hand):
    board = position(drawing({"Gc3": "A", "Gf6": "B"}), hands={0: hand})
    expected = {f"T{card}@{squares}" for card in hand for squares in FROM_C3[card].split()}
    assert legal(board, "T") == expected
    other = min(card for card in range(1, 14) if card not in hand)
    with pytest.raises(IllegalActionError, match=rf"card {other} is not in the hand"):
        board.apply(parse_action(f"D{other}@a1"))


@pytest.mark.parametrize("square", ["a1", "f6", "c3"])
def test_r4_1_r4_2_cards_of_a_users_own_deck_are_laid_in_the_same_way(square):
    faces = {str(14 - number): face for number, face in FACES.items()} | {"1": "*../..#/...", "2": "###/###/###"}
    board = position(
        drawing({f"G{square}": "A", "Mf6": "B"}),
        hands={0: [1, 2, 13]},
        deck={"name": "turned round", "cards": faces},
    )
    expected = {throw_text(card, way) for card in (1, 2, 13) for way in ways_to_lay(faces[str(card)], square)}
    assert legal(board, "T") == expected
    assert {text for text in expected if text.startswith("T13")}


def test_r4_events_name_the_tokens_in_the_order_of_their_spaces():
    events = events_of(alone_on("c3", 9), "T9@b2d3b4")
    assert [event["path"] for event in events[1:]] == [["Gb2"], ["Gd3"], ["Gb4"]]
