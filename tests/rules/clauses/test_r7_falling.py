"""R7: falling colour, with the six examples of the rulebook."""

import pytest

from holi.game import PositionError, Space, position_from_json, position_to_json
from tests.rules.boards import (
    BESIDE_CORNERS,
    SQUARES,
    after,
    do,
    drawing,
    events_of,
    points,
    position,
    rows_of,
    seen,
    supplies,
)


def thrown_from(level, column, others=None, square="c4"):
    """A on `level` throws a card face down onto the square; `column` is what lies below, from G upwards."""
    spaces = {f"{step}{square}": what for step, what in zip("GMT", column, strict=False)}
    board = position(drawing({f"{level}f3": "A", "Ga6": "B", **spaces, **(others or {})}))
    return do(board, f"D1@{square}")


def path_of(events):
    return events[1]["path"], events[1]["end"], events[1]["onto"], events[1]["points"]


def test_falling_example_1_a_token_does_not_fall_if_there_is_a_token_directly_below():
    fallen, events = thrown_from("T", "11")
    assert path_of(events) == (["Tc4"], "board", None, 0)
    assert seen(fallen) == rows_of(drawing({"Tf3": "A", "Ga6": "B", "Gc4": "1", "Mc4": "1", "Tc4": "0"}))
    fallen, events = thrown_from("M", "0")
    assert path_of(events) == (["Mc4"], "board", None, 0)


def test_falling_example_2_a_token_can_fall_one_level_then_stop():
    fallen, events = thrown_from("T", "1")
    assert path_of(events) == (["Tc4", "Mc4"], "board", None, 0)
    assert seen(fallen) == rows_of(drawing({"Tf3": "A", "Ga6": "B", "Gc4": "1", "Mc4": "0"}))
    fallen, events = thrown_from("M", "")
    assert path_of(events) == (["Mc4", "Gc4"], "board", None, 0)
    assert seen(fallen) == rows_of(drawing({"Mf3": "A", "Ga6": "B", "Gc4": "0"}))


def test_falling_example_3_a_token_can_fall_two_levels():
    fallen, events = thrown_from("T", "")
    assert path_of(events) == (["Tc4", "Mc4", "Gc4"], "board", None, 0)
    assert seen(fallen) == rows_of(drawing({"Tf3": "A", "Ga6": "B", "Gc4": "0"}))


def test_falling_example_4_a_falling_token_hits_a_player_instead_of_falling_again():
    fallen, events = thrown_from("T", "", {"Mc4": "C"})
    assert path_of(events) == (["Tc4", "Mc4"], "rain", 2, 0)
    assert seen(fallen) == rows_of(drawing({"Tf3": "A", "Ga6": "B", "Mc4": "C"}))
    assert supplies(fallen) == [[24, 0, 0], [0, 25, 0], [1, 0, 25]]


def test_falling_example_5_tokens_above_the_space_a_player_moves_to_fall_onto_them():
    board = position(drawing({"Gf3": "A", "Ga6": "B", "Gc4": "1", "Mc4": "1", "Tc4": "0"}))
    moved, events = do(board, "Mc4")
    assert [(event["owner"], event["space"]) for event in events[1:]] == [(1, "Gc4"), (1, "Mc4"), (0, "Tc4")]
    assert supplies(moved) == [[25, 2], [0, 23]]
    assert points(moved) == [0, 0]


@pytest.mark.parametrize("square", BESIDE_CORNERS)
def test_falling_example_6_a_token_falls_through_sweets(square):
    fallen, events = thrown_from("T", "", square=square)
    assert path_of(events) == ([f"T{square}", f"M{square}", f"G{square}"], "board", None, 0)
    number = SQUARES.index(square)
    assert fallen.token_at(Space(0, number)) == 0
    assert [fallen.sweets_at(Space(level, number)) for level in range(3)] == [2, 1, 0]
    assert [player.sweets for player in fallen.players] == [0, 0]


@pytest.mark.parametrize("square", SQUARES)
def test_r7_1_on_every_square_a_token_falls_while_the_space_below_is_empty(square):
    home = "d4" if square != "d4" else "c4"
    for column, levels in (("", "TMG"), ("1", "TM"), ("11", "T")):
        spaces = {f"{step}{square}": what for step, what in zip("GMT", column, strict=False)}
        board = position(drawing({f"T{home}": "A", f"G{home}": "B", **spaces}), hands={0: [1]})
        assert events_of(board, f"D1@{square}")[1]["path"] == [level + square for level in levels]


def test_r7_1_each_token_of_a_throw_falls_on_its_own():
    board = position(
        """
        ...... ...... ......
        ...... ...... ......
        .1.1.. .1.... ......
        ...... ...... ..A...
        ...... ...... ......
        B..... ...... ......
        """,
        hands={0: [8]},
    )
    fallen, events = do(board, "T8@b2b4d4")
    assert [event["path"] for event in events[1:]] == [["Tb2", "Mb2", "Gb2"], ["Tb4"], ["Td4", "Md4"]]
    assert seen(fallen) == rows_of(
        """
        ...... ...... ......
        ...... ...... ......
        .1.1.. .1.0.. .0....
        ...... ...... ..A...
        .0.... ...... ......
        B..... ...... ......
        """
    )
    assert supplies(fallen)[0][0] == 22


def test_r7_1_a_token_on_g_stays():
    board = position(drawing({"Gf3": "A", "Ga6": "B"}))
    assert events_of(board, "D1@c4")[1]["path"] == ["Gc4"]


def test_r7_1_what_lies_two_levels_below_does_not_hold_a_token_up():
    # The space directly below counts: from T, a token on G alone lets it fall to M.
    assert path_of(thrown_from("T", "0")[1])[0] == ["Tc4", "Mc4"]


def test_r7_2_a_token_falls_through_sweets_onto_a_token_that_lies_on_sweets():
    fallen, events = thrown_from("T", "1", square="e1")
    assert path_of(events)[0] == ["Te1", "Me1"]
    assert fallen.sweets_at(Space(1, SQUARES.index("e1"))) == 1


@pytest.mark.parametrize("seat", range(4))
def test_r7_3_a_falling_token_that_meets_a_marker_goes_into_its_supply_and_scores_nothing_now(seat):
    others = [other for other in range(4) if other != seat]
    spaces = {f"G{square}": "ABCD"[other] for square, other in zip(("b2", "d2", "b4"), others, strict=True)}
    board = position(drawing({**spaces, "Tc3": "ABCD"[seat]}), turn=seat, hands={seat: [8]})
    fallen, events = do(board, "T8@b2d2b4")
    assert [(event["end"], event["onto"], event["points"]) for event in events[1:]] == [("rain", o, 0) for o in others]
    assert [event["path"] for event in events[1:]] == [[f"{level}{s}" for level in "TMG"] for s in ("b2", "d2", "b4")]
    assert points(fallen) == [0, 0, 0, 0]
    for other in others:
        assert supplies(fallen)[other][seat] == 1
    assert supplies(fallen)[seat][seat] == 22
    assert seen(fallen) == seen(board)


def test_r7_3_a_falling_token_meets_the_higher_of_two_markers():
    fallen, events = thrown_from("T", "", {"Mc4": "C", "Gc4": "D"})
    assert path_of(events) == (["Tc4", "Mc4"], "rain", 2, 0)
    assert [player.supply[0] for player in fallen.players] == [24, 0, 1, 0]


def test_r7_3_a_hit_on_the_own_level_and_a_fall_onto_a_marker_in_one_throw():
    board = position(drawing({"Mc3": "A", "Md3": "B", "Ge3": "C"}), hands={0: [1]})
    fallen, events = do(board, "T1@d3e3")
    assert [(event["end"], event["points"]) for event in events[1:]] == [("hit", 1), ("rain", 0)]
    assert points(fallen) == [1, 0, 0]


def test_r7_4_the_column_above_falls_up_to_the_next_marker_only():
    # C stands on M above c4, so nothing lies on T there; the tokens above d4 belong to nobody's move.
    board = position(drawing({"Gf3": "A", "Ga6": "B", "Gc4": "1", "Mc4": "C", "Gd4": "1", "Md4": "1", "Td4": "2"}))
    moved = after(board, "Mc4")
    assert supplies(moved) == [[25, 1, 0], [0, 22, 0], [0, 0, 24]]
    assert seen(moved) == rows_of(drawing({"Gc4": "A", "Ga6": "B", "Mc4": "C", "Gd4": "1", "Md4": "1", "Td4": "2"}))


@pytest.mark.parametrize(("level", "count"), [("G", 3), ("M", 2), ("T", 1)])
def test_r7_4_from_each_level_the_mover_gets_the_space_and_all_above(level, count):
    column = {"Gc4": "1", "Mc4": "1", "Tc4": "1"}
    moved, events = do(position(drawing({f"{level}f3": "A", "Ga6": "B", **column})), "Mc4")
    assert [event["space"] for event in events[1:]] == [f"{step}c4" for step in "GMT"[3 - count :]]
    assert supplies(moved)[0][1] == count


@pytest.mark.parametrize("square", SQUARES)
def test_r7_4_on_every_square_the_whole_column_is_collected(square):
    home = "d4" if square != "d4" else "c4"
    spaces = {f"G{home}": "A", f"T{home}": "B", f"G{square}": "0", f"M{square}": "1", f"T{square}": "0"}
    moved = after(position(drawing(spaces), hands={0: [1]}), f"M{square}")
    assert supplies(moved) == [[25, 1], [0, 24]]
    assert seen(moved) == rows_of(drawing({f"G{square}": "A", f"T{home}": "B"}))


def test_r7_5_sweets_never_fall():
    # B leaves the space below the sweets on M; they stay there.
    board = position(drawing({"Ga1": "A", "Ga2": "B"}), turn=1)
    moved = after(board, "Mc3")
    assert moved.sweets_at(Space(1, SQUARES.index("a2"))) == 1
    assert moved.sweets_at(Space(0, SQUARES.index("a2"))) == 0
    back = after(moved, "D1@f6 E Md4")
    assert back.sweets_at(Space(1, SQUARES.index("a2"))) == 1


@pytest.mark.parametrize(
    ("spaces", "message"),
    [
        ({"Mc3": "0"}, "the token on Mc3 has no token below it on Gc3"),
        ({"Gc3": "0", "Tc3": "0"}, "the token on Tc3 has no token below it on Mc3"),
        ({"Ga2": "1", "Ma1": "0"}, "the token on Ma1 has no token below it on Ga1"),
    ],
)
def test_r7_6_a_token_above_g_lies_on_a_token_and_above_a_marker_is_none(spaces, message):
    with pytest.raises(PositionError, match=rf"^R7\.6: {message}"):
        position(drawing({"Ga1": "A", "Gf6": "B", **spaces}))


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("levels", "G", 5), "0.....", "R7.6: seat 0 has 1 tokens on the tower and 25 in supplies"),
        (("players", 0, "supply"), [24, 0], "R7.6: seat 0 has 0 tokens on the tower and 24 in supplies"),
        (("players", 1, "supply"), [1, 25], "R7.6: seat 0 has 0 tokens on the tower and 26 in supplies"),
        (("players", 1, "marker"), "Ga1", "R7.6: two markers are on Ga1"),
        (("players", 1, "sweets"), 1, "R7.6: 24 sweets lie on the tower and 1 are held"),
        (("players", 0, "hand"), [1, 2], "R7.6: player 0 does not have the cards 1 to 13 once each"),
    ],
)
def test_r7_6_markers_stand_apart_and_tokens_cards_and_sweets_are_all_accounted_for(path, value, message):
    data = position_to_json(position(drawing({"Ga1": "A", "Gf6": "B"})))
    part = data
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    with pytest.raises(PositionError) as refused:
        position_from_json(data)
    assert str(refused.value).startswith(message)


def test_r7_6_no_marker_shares_a_space_with_a_token():
    data = position_to_json(position(drawing({"Ga1": "A", "Gf6": "B", "Gb2": "0"})))
    data["players"][1]["marker"] = "Gb2"
    with pytest.raises(PositionError, match=r"^R7\.6: Gb2 holds a marker and a colour token"):
        position_from_json(data)
