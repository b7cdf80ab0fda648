"""R3: a turn, and the throw that is owed in it."""

from itertools import permutations

import pytest

from holi.game import Game, IllegalActionError, PositionError, parse_action
from tests.rules.boards import INTERIOR, SQUARES, after, do, drawing, events_of, filled, legal, position

TWO_PLACES_TO_CLIMB = """
    ......
    .....B
    ..0.1.
    .1A0.1
    ..1.0.
    ......
"""

FULL_GROUND = """
    00000B
    111111
    000000
    111111
    000000
    A11111
"""


@pytest.mark.parametrize("order", list(permutations(("D1@a6", "Me3", "C"))), ids=" ".join)
def test_r3_1_throw_move_and_climb_can_be_done_in_any_order_each_once(order):
    board = position(TWO_PLACES_TO_CLIMB)
    left = {"D", "M", "C"}
    for action in order:
        assert {text[0] for text in legal(board)} - {"T", "E"} == left
        board = after(board, action)
        left.remove(action[0])
    assert legal(board) == {"E"}
    assert str(board.players[0].marker) == "Me3"
    assert board.seat == 0


@pytest.mark.parametrize(
    ("done", "kinds"),
    [
        ("", "TDMC"),
        ("move", "TDC"),
        ("climb", "TDM"),
        ("move climb", "TD"),
        ("throw", "MCE"),
        ("throw move", "CE"),
        ("throw climb", "ME"),
        ("throw move climb", "E"),
    ],
)
def test_r3_1_what_has_been_done_is_not_done_again(done, kinds):
    level = "M" if "climb" in done else "G"
    around = {f"{step}{square}": "1" for square in ("c2", "b3", "d3", "c4") for step in "GM"[: "GM".index(level) + 1]}
    board = position(drawing({f"{level}c3": "A", "Gf6": "B", **around}), done=done)
    # On M the marker is surrounded too, so that only the climb made before rules out another one.
    assert {text[0] for text in legal(board)} == set(kinds)


@pytest.mark.parametrize(("action", "done"), [("Me3", "moved"), ("C", "climbed"), ("D1@a6", "thrown")])
def test_r3_1_an_action_marks_only_itself_as_done_and_the_end_of_the_turn_clears_it(action, done):
    board = after(position(TWO_PLACES_TO_CLIMB), action)
    assert {name for name in ("moved", "climbed", "thrown") if getattr(board, name)} == {done}
    throw = "" if action.startswith("D") else "D2@b6 "
    assert not after(board, f"{throw}E").turn_begun


def test_r3_2_after_a_move_the_only_legal_action_may_be_a_climb():
    board = position(FULL_GROUND, discards={0: "5v"})
    # No card fits on G, and none may be played face down: a throw follows only a climb, from the inner spaces.
    assert legal(board) == {f"M{square}" for square in INTERIOR}
    moved = after(board, "Mc3")
    assert legal(moved) == {"C"}
    climbed = after(moved, "C")
    assert {text[0] for text in legal(climbed)} == {"T"}
    assert legal(after(climbed, "T1@c4c5")) == {"E"}


def test_r3_2_no_move_towards_a_climb_if_the_space_above_is_held_or_a_neighbour_is_empty():
    picture = """
    00000. .....C
    111111 ......
    000.00 ......
    111111 ......
    000000 .B....
    A11111 ......
    """
    board = position(picture, discards={0: "5v"})
    out_of_reach = {"b2", "d3", "c4", "e4", "d5"}  # below B, or beside the empty space
    assert legal(board) == {f"M{square}" for square in INTERIOR if square not in out_of_reach}


def test_r3_2_no_move_towards_a_climb_once_the_climb_is_made():
    above = {"Ma1": "A", "Gf6": "B"}
    ground = filled("G", "0", without=["f6", *SQUARES[:18]]) | filled("G", "1", without=SQUARES[18:])
    ground.pop("Ga1")
    around = {f"M{square}": "1" for square in ("d2", "c3", "e3", "d4")}
    board = position(drawing(ground | above | around), done="climb", hands={0: [2]}, discards={0: "5v"})
    moves = legal(board, "M")
    # From b3 and others the elbow (card 2) fits on M; from d3 all its ways lead onto c3 or e3.
    assert "Mb3" in moves
    assert "Md3" not in moves
    # Before the climb, d3 would do for the way up to T.
    before = position(drawing(ground | above | around), hands={0: [2]}, discards={0: "5v"})
    assert legal(before, "M") == moves | {"Md3"}


ELBOW_BLOCKED_ABOVE = """
    00000B ......
    111111 ......
    000000 ......
    11A111 .0.0..
    000000 ......
    011111 ......
"""


def test_r3_2_a_climb_is_legal_if_a_throw_is_possible_only_after_a_move_that_follows():
    board = position(ELBOW_BLOCKED_ABOVE, hands={0: [2]}, discards={0: "5v"})
    inner = {f"M{square}" for square in INTERIOR if square not in {"c3", "b3", "d3", "c2", "c4"}}
    assert legal(board) == {"C"} | inner
    climbed = after(board, "C")
    # The elbow fits on M from all squares but c3 and, beside the edge, a3.
    assert legal(climbed) == {f"M{square}" for square in SQUARES if square not in {"c3", "a3"}}
    assert legal(after(climbed, "Ma1")) == {"T2@b1a2b2"}


def test_r3_2_a_climb_is_illegal_if_no_throw_follows():
    with pytest.raises(PositionError, match=r"^R3\.3: seat 0 cannot throw"):
        position(ELBOW_BLOCKED_ABOVE, hands={0: [2]}, discards={0: "5v"}, done="move")


FULL_BUT_UNDER_A_MARKER = """
    012301 123012 ......
    123012 230123 ......
    230123 301230 ......
    30A301 01.012 ......
    012301 123012 ......
    .23012 B30123 .CD...
"""


def test_r3_2_a_throw_now_is_no_reason_for_a_climb_after_which_none_is_possible():
    board = position(FULL_BUT_UNDER_A_MARKER, done="move")
    # On G the card can go face down onto a1; on M the marker stands on a1 and oneself on c3.
    assert legal(board) == {"D1@a1", "D2@a1", "D3@a1"}


def test_r3_2_the_same_climb_is_legal_while_a_move_can_make_room():
    board = position(FULL_BUT_UNDER_A_MARKER)
    moves = {f"M{square}" for square in SQUARES if square != "c3"}
    assert legal(board) == {"D1@a1", "D2@a1", "D3@a1", "C"} | moves
    climbed = after(board, "C")
    assert legal(climbed) == moves - {"Ma1"}
    assert legal(after(climbed, "Mf6")) == {"D1@c3", "D2@c3", "D3@c3"}


def test_r3_2_a_climb_is_legal_if_just_one_space_above_is_left_for_a_card_played_face_down():
    picture = FULL_BUT_UNDER_A_MARKER.replace("B30123 .CD...", ".30123 BCD...")
    board = position(picture, done="move")
    assert legal(board) == {"D1@a1", "D2@a1", "D3@a1", "C"}
    assert legal(after(board, "C")) == {"D1@a1", "D2@a1", "D3@a1"}


NEARLY_FULL_GROUND = """
    00000B
    111111
    000000
    111111
    0..000
    A11111
"""


def test_r3_2_a_move_is_illegal_if_no_throw_follows():
    board = position(NEARLY_FULL_GROUND, hands={0: [1]}, discards={0: "5v"})
    # Free are b2 and c2, and a1 once it is left. The line (card 1) reaches two of them from a2 and d2, and the
    # climb from inner spaces with four tokens around leads up to an empty M.
    climbs = {"Mb4", "Mc4", "Md4", "Me4", "Mb5", "Mc5", "Md5", "Me5", "Md3", "Me3", "Me2"}
    assert legal(board) == {"Ma2", "Md2"} | climbs
    with pytest.raises(IllegalActionError, match=r"'Mf1' is not legal now: no throw would be possible.*\(R3\.2\)"):
        board.apply(parse_action("Mf1"))


def test_r3_2_any_move_is_legal_if_a_card_can_go_face_down_onto_the_space_left():
    board = position(FULL_GROUND)
    assert legal(board) == {f"M{square}" for square in SQUARES if square not in ("a1", "f6")}
    assert legal(after(board, "Mb1"), "TDCE") == {"D1@a1", "D2@a1", "D3@a1"}


def test_r3_2_own_tokens_collected_by_a_move_make_a_throw_possible():
    picture = """
    ......
    ......
    .1.... .0....
    .0...B
    .1.... .1.... .0....
    A1....
    """
    board = position(picture, own={0: 0}, hands={0: [1]})
    assert legal(board) == {"Mb2", "Mb3", "Mb4"}
    moved = after(board, "Mb2")
    assert moved.players[0].supply[0] == 1
    # One token (R4.6): the line from b2, of two targets each, onto any target of a way that fits.
    assert legal(moved, "T") == {f"T1@{square}" for square in ("a2", "c2", "d2")}
    assert legal(after(moved, "T1@c2")) == {"E"}


def test_r3_2_own_tokens_below_cannot_be_collected_from_above():
    board = drawing({"Ga4": "0", "Gb4": "1", "Mb4": "0", "Mc3": "A", "Gf6": "B"})
    assert legal(position(board, own={0: 0}, hands={0: [1]})) == {"Mb4"}


def test_r3_2_own_tokens_do_not_help_without_a_throw_after_them():
    board = drawing({"Gc3": "0", "Gf6": "B", "Ga1": "A"})
    assert legal(position(board, own={0: 0}, hands={0: [1]}, discards={0: "5v"})) == {"Mc3"}
    crowd = filled("G", "1", without=["c3", "f6", "a1", *SQUARES[24:]])
    crowd |= {f"G{square}": "0" for square in SQUARES[24:35]} | {"Gc3": "0"}
    full = position(drawing(crowd | {"Gf6": "B", "Ga1": "A"}), own={0: 0}, hands={0: [1]}, discards={0: "5v"})
    # Row 6 is at the edge, the inner spaces of row 5 and c3 are surrounded: up there the line fits.
    assert legal(full) == {"Mc3", "Mb5", "Mc5", "Md5", "Me5"}


def test_r3_2_a_climb_to_own_tokens_is_legal_with_an_empty_supply():
    around = {f"G{square}": "1" for square in ("c2", "b3", "d3", "c4")}
    board = position(drawing(around | {"Gc3": "A", "Gf6": "B", "Ge1": "1", "Me1": "0"}), own={0: 0}, hands={0: [1]})
    assert legal(board) == {"C", "Me1"}
    climbed = after(board, "C")
    assert legal(climbed) == {"Me1"}
    assert legal(after(climbed, "Me1"), "TMCE") == {f"T1@{square}" for square in ("c1", "d1", "f1", "e2", "e3")}
    without = position(drawing(around | {"Gc3": "A", "Gf6": "B", "Ge1": "0"}), own={0: 0}, hands={0: [1]})
    assert legal(without) == {"Me1"}


def test_r3_2_with_an_empty_supply_it_is_the_movers_own_tokens_that_count():
    board = position(drawing({"Ga1": "A", "Gf6": "B", "Gc3": "0", "Gd4": "1", "Gb5": "1"}), turn=1, own={1: 0})
    assert legal(board) == {"Md4", "Mb5"}


def test_r3_2_an_empty_supply_and_nothing_to_collect_is_no_turn():
    with pytest.raises(PositionError, match=r"^R3\.3"):
        position(drawing({"Ga1": "A", "Gf6": "B", "Gc3": "1"}), own={0: 0})


def test_r3_2_an_empty_hand_is_no_turn():
    with pytest.raises(PositionError, match=r"^R3\.3"):
        position(drawing({"Ga1": "A", "Gf6": "B"}), hands={0: []})


def test_r3_3_several_players_fall_out_in_a_row_without_moving_or_drawing():
    board = position(
        """
        D....C
        ......
        ......
        ......
        ......
        A....B
        """,
        done="throw",
        hands={1: [], 2: [4, 5]},
        own={2: 0},
    )
    ended, events = do(board, "E")
    assert events == [
        {"type": "drew", "seat": 0, "cards": [3]},
        {"type": "finished", "seat": 1, "why": "no-throw"},
        {"type": "finished", "seat": 2, "why": "no-throw"},
        {"type": "turn", "seat": 3},
    ]
    assert [player.finished for player in ended.players] == [None, 0, 1, None]
    # Nothing of theirs has changed but that they are finished.
    assert [player._replace(finished=None) for player in ended.players[1:]] == list(board.players[1:])


STUCK_AT_THE_CORNER = """
    00000B ......
    111111 ....C.
    000000 ......
    111111 ......
    000000 .D....
    A1111. ......
"""


def test_r3_3_a_player_falls_out_when_no_order_of_actions_allows_a_throw():
    # With short steps B reaches d6, e6, f5, f4 and e5; below C there is no way up from e5.
    board = position(STUCK_AT_THE_CORNER, rivalry=["short-steps"], hands={0: [1]}, discards={1: "5v"})
    assert events_of(board, "D1@f1 E")[-2:] == [
        {"type": "finished", "seat": 1, "why": "no-throw"},
        {"type": "turn", "seat": 2},
    ]


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"rivalry": []}, id="the whole level is in reach"),
        pytest.param({"discards": {}}, id="a card may go face down onto the space left"),
        pytest.param({"picture": STUCK_AT_THE_CORNER.replace("....C.", "...C..")}, id="e5 is free above"),
        pytest.param({"picture": STUCK_AT_THE_CORNER.replace("00000B", "000..B")}, id="a card fits"),
        pytest.param({"picture": STUCK_AT_THE_CORNER.replace("00000B", "0000.B")}, id="a card fits after a move"),
    ],
)
def test_r3_3_a_player_stays_in_if_any_order_of_actions_allows_a_throw(change):
    options = {
        "picture": STUCK_AT_THE_CORNER,
        "rivalry": ["short-steps"],
        "hands": {0: [1], 1: [1]},
        "discards": {1: "5v"},
    } | change
    assert events_of(position(**options), "D1@f1 E")[-1] == {"type": "turn", "seat": 1}


def test_r3_3_the_turn_may_come_round_to_a_player_who_then_falls_out_and_the_game_ends():
    board = position(
        STUCK_AT_THE_CORNER,
        rivalry=["short-steps"],
        hands={0: [1]},
        discards={1: "5v"},
        finished={2: 0, 3: 1},
    )
    ended, events = do(board, "D1@f1 E")
    assert [event["type"] for event in events] == ["threw", "token", "drew", "finished", "finished", "over"]
    assert events[3:5] == [
        {"type": "finished", "seat": 1, "why": "no-throw"},
        {"type": "finished", "seat": 0, "why": "no-throw"},
    ]
    assert (ended.phase, ended.seat) == ("over", None)
    assert [player.finished for player in ended.players] == [3, 2, 0, 1]
    assert not legal(ended)


def test_r3_4_the_turn_can_be_ended_only_after_the_throw():
    board = position(TWO_PLACES_TO_CLIMB)
    assert "E" not in legal(board)
    assert "E" not in legal(after(board, "Me3 C"))
    with pytest.raises(IllegalActionError, match=r"only after the throw \(R3\.4\)"):
        board.apply(parse_action("E"))
    assert "E" in legal(after(board, "D1@a6"))


def test_r3_4_ending_is_explicit_and_the_turn_can_be_taken_back_before_it():
    game = Game(position(TWO_PLACES_TO_CLIMB).config, position=position(TWO_PLACES_TO_CLIMB))
    for text in ("C", "Me3", "D1@a6"):
        game.apply(parse_action(text))
    assert (game.position.seat, legal(game.position)) == (0, {"E"})
    assert [str(game.undo()) for _ in range(3)] == ["D1@a6", "Me3", "C"]
    assert game.position == game.start
    for text in ("D1@a6", "E"):
        game.apply(parse_action(text))
    assert not game.can_undo


@pytest.mark.parametrize(("tokens", "kinds"), [(2, "E"), (3, "MCE")])
def test_r3_5_who_has_thrown_the_last_own_token_may_only_end_the_turn(tokens, kinds):
    board = position(TWO_PLACES_TO_CLIMB, own={0: tokens}, holds={(0, 1): 3}, hands={0: [1, 3]})
    thrown = after(board, "T3@b4b5")
    assert thrown.players[0].supply == (tokens - 2, 3)
    assert {text[0] for text in legal(thrown)} == set(kinds)


def test_r3_5_not_even_to_collect_own_tokens_again():
    board = after(position(TWO_PLACES_TO_CLIMB, own={0: 1}), "D1@a6")
    assert legal(board) == {"E"}
    with pytest.raises(IllegalActionError, match=r"the turn can only be ended \(R3\.5\)"):
        board.apply(parse_action("Mc4"))
    with pytest.raises(IllegalActionError, match=r"the turn can only be ended \(R3\.5\)"):
        board.apply(parse_action("C"))


def test_r3_2_no_climb_for_a_throw_that_only_a_second_climb_would_allow():
    # On M the elbow fits nowhere within two steps of c3. It would on T, but one climbs once a turn (R3.1).
    free = ("a1", "b1", "a2", "c3")
    tokens = [f"{level}{square}" for level in "GM" for square in SQUARES if square not in free]
    tower = {space: "012"[i % 3] for i, space in enumerate(tokens)}
    board = position(
        drawing({**tower, "Gc3": "A", "Mb2": "B", "Tf6": "C"}),
        hands={0: [2]},
        discards={0: "5v"},
        rivalry=["short-steps"],
    )
    assert legal(board) == {"Mb2"}
    assert legal(after(board, "Mb2")) == {"T2@a1b1a2"}
