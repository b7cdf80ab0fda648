"""The rivalry cards of kind "scoring" that count where tokens lie in the tower."""

import pytest

from tests.rules.boards import CORNERS, SQUARES, filled, position, rivalry_points
from tests.rules.cards.scored import apart_from, scored

# rangoli

DIAGONALS = ("a1", "b2", "c3", "d4", "e5", "f6", "a6", "b5", "c4", "d3", "e2", "f1")


@pytest.mark.parametrize("square", SQUARES)
def test_rangoli_1_point_for_each_token_on_a_long_diagonal_of_any_level(square):
    column = {f"G{square}": "0", f"M{square}": "1", f"T{square}": "0"}
    expected = [2, 1] if square in DIAGONALS else [0, 0]
    assert scored("rangoli", column, markers=apart_from([square])) == expected


def test_rangoli_both_diagonals_and_all_levels_add_up():
    spaces = {f"G{square}": "0" for square in DIAGONALS} | {f"M{square}": "0" for square in DIAGONALS[:5]}
    assert scored("rangoli", spaces, markers={"Tb1": "A", "Tc1": "B"}) == [17, 0]


# four-corners


@pytest.mark.parametrize("square", SQUARES)
def test_four_corners_3_points_for_each_token_on_a_corner_of_any_level(square):
    column = {f"G{square}": "1", f"M{square}": "0", f"T{square}": "1"}
    expected = [3, 6] if square in CORNERS else [0, 0]
    assert scored("four-corners", column, markers=apart_from([square])) == expected


def test_four_corners_add_up():
    spaces = {f"{level}{square}": "0" for level in "GM" for square in CORNERS}
    assert scored("four-corners", spaces, markers={"Tb1": "A", "Tc1": "B"}) == [24, 0]


# rooftop-view


def test_rooftop_view_1_point_for_each_column_whose_highest_token_is_the_players():
    picture = """
    ...... ...... AB....
    ...... ...... ......
    1.11.0 ...... ......
    001100 001100 ......
    010101 011001 ......
    010101 011001 010101
    """
    board = position(picture, rivalry=["rooftop-view"])
    # In row 1 the tokens on T count, in rows 2 and 3 those on M, in row 4 those on G.
    assert rivalry_points(board, "rooftop-view") == [3 + 3 + 4 + 1, 3 + 3 + 2 + 3]


@pytest.mark.parametrize("square", SQUARES)
def test_rooftop_view_on_every_column_the_highest_token_counts_once(square):
    markers = apart_from([square])
    column = {f"G{square}": "0"}
    assert scored("rooftop-view", column, markers=markers) == [1, 0]
    column[f"M{square}"] = "1"
    assert scored("rooftop-view", column, markers=markers) == [0, 1]
    column[f"T{square}"] = "0"
    assert scored("rooftop-view", column, markers=markers) == [1, 0]


# pillars


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        ("00", [2, 0]),
        ("000", [4, 0]),
        ("01", [0, 0]),
        ("010", [0, 0]),
        ("011", [0, 2]),
        ("110", [0, 2]),
        ("111", [0, 4]),
    ],
)
def test_pillars_2_points_for_each_token_directly_above_one_of_the_same_colour(column, expected):
    for square in ("c3", "a1", "f6"):
        spaces = {f"{level}{square}": colour for level, colour in zip("GMT", column, strict=False)}
        assert scored("pillars", spaces, markers=apart_from([square])) == expected


def test_pillars_over_three_levels_add_up():
    spaces = {f"{level}{square}": "0" for level in "GMT" for square in ("b2", "c2", "d5")}
    spaces |= {"Ge5": "0", "Me5": "0", "Gf1": "0", "Ga4": "1", "Ma4": "1", "Ta4": "0"}
    assert scored("pillars", spaces) == [14, 2]


# long-line


ROWS = [[column + row for column in "abcdef"] for row in "123456"]
COLUMNS = [[column + row for row in "123456"] for column in "abcdef"]


@pytest.mark.parametrize("line", ROWS + COLUMNS, ids=lambda line: f"{line[0]}-{line[5]}")
@pytest.mark.parametrize("level", "GMT")
def test_long_line_3_points_for_each_row_and_column_of_each_level_with_four_or_more(line, level):
    lower = "GMT"[: "GMT".index(level)]
    below = {step + square: "1" for step in lower for square in line}
    for holes, expected in (("14", 3), ("05", 3), ("234", 0), ("015", 0)):
        own = {level + square: "0" for n, square in enumerate(line) if str(n) not in holes}
        assert scored("long-line", below | own, markers=apart_from(line)) == [expected, 3 * len(lower)]


def test_long_line_four_tokens_of_two_rows_are_no_line():
    # The last three of row 1 and the first three of row 2 follow each other in the order of F1.
    spaces = {f"G{square}": "0" for square in ("d1", "e1", "f1", "a2", "b2", "c2")}
    assert scored("long-line", spaces) == [0, 0]


def test_long_line_rows_columns_and_levels_add_up():
    spaces = filled("G", "0", without=[square for square in SQUARES if square[0] in "ef" or square[1] in "56"])
    assert scored("long-line", spaces) == [3 * 8, 0]
    spaces |= {f"M{square}": "0" for square in ("a1", "b1", "c1", "d1", "a2", "a3", "a4")}
    assert scored("long-line", spaces) == [3 * 10, 0]


# big-crowd


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        ("", 0),
        ("c3", 1),
        ("c3 e3", 1),
        ("c3 d3", 2),
        ("c3 c4", 2),
        ("c3 d4", 1),
        ("a1 b1 c1 d1 e1 f1", 6),
        ("a1 a2 a3 a4 a5", 5),
        ("f1 f2 f3 f4 f5 f6", 6),
        ("c3 d3 e3 a1 a2 f1 f2", 3),
        ("a1 a2 f1 f2 c3 d3 e3", 3),
        ("a1 a2 a3 c3 e3", 3),
        ("c3 b3 d3 c2 c4", 5),
        ("a5 b5 c5 c4 c3 b3 a3 a2 a1 b1 c1 d1 e1 e2 e3 e4 e5 f5", 18),
    ],
)
@pytest.mark.parametrize("level", "GM")
def test_big_crowd_1_point_for_each_token_of_the_largest_connected_group(tokens, expected, level):
    spaces = {f"{level}{square}": "0" for square in tokens.split()}
    if level == "M":
        spaces |= {f"G{square}": "1" for square in tokens.split()}
    markers = {"Gc6": "A", "Gd6": "B"}
    assert scored("big-crowd", spaces, markers=markers)[0] == expected


@pytest.mark.parametrize("row", range(1, 6))
def test_big_crowd_a_row_does_not_go_on_in_the_next_one(row):
    ends = {f"Gf{row}": "0", f"Ga{row + 1}": "0"}
    assert scored("big-crowd", ends, markers={"Tc1": "A", "Td1": "B"}) == [1, 0]
    longer = ends | {f"Ge{row}": "0", f"Gb{row + 1}": "0"}
    assert scored("big-crowd", longer, markers={"Tc1": "A", "Td1": "B"}) == [2, 0]


@pytest.mark.parametrize("square", SQUARES)
def test_big_crowd_every_square_is_joined_to_its_neighbours_and_to_no_other(square):
    column, row = "abcdef".index(square[0]), int(square[1])
    beside = [name for name in SQUARES if abs("abcdef".index(name[0]) - column) + abs(int(name[1]) - row) == 1]
    joined = {f"G{name}": "1" for name in (*beside, square)}
    assert scored("big-crowd", joined, markers={"Ta1": "A", "Tf6": "B"}) == [0, 1 + len(beside)]
    others = [name for n, name in enumerate(SQUARES) if 0 < abs(n - SQUARES.index(square)) <= 8 and name not in beside]
    around = {f"G{name}": "1" for name in others}
    without = scored("big-crowd", around, markers={"Ta1": "A", "Tf6": "B"})
    assert scored("big-crowd", around | {f"G{square}": "1"}, markers={"Ta1": "A", "Tf6": "B"}) == without


def test_big_crowd_a_group_may_wind_over_the_whole_level_until_a_marker_parts_it():
    picture = """
    1111.A
    1..1.1
    1.11.1
    1.1..1
    1.1B.1
    1.1111
    """
    assert rivalry_points(position(picture, rivalry=["big-crowd"]), "big-crowd") == [0, 22]
    parted = picture.replace("1.1B.1", "B.1..1")
    assert rivalry_points(position(parted, rivalry=["big-crowd"]), "big-crowd") == [0, 20]


def test_big_crowd_levels_are_not_joined_and_the_best_one_counts():
    ground = {f"G{square}": "0" for square in ("a1", "b1", "c1")} | {f"G{square}": "1" for square in ("d1", "e1", "f1")}
    middle = {f"M{square}": "0" for square in ("a1", "b1", "d1", "e1", "f1")}
    assert scored("big-crowd", ground | middle) == [3, 3]
    top = {f"T{square}": "1" for square in ("a1", "b1")} | {f"T{square}": "0" for square in ("d1", "e1", "f1")}
    assert scored("big-crowd", ground | middle | top) == [3, 3]
    assert scored("big-crowd", {"Ga1": "0", "Ma1": "0", "Ta1": "0"}) == [1, 0]


@pytest.mark.parametrize(("level", "expected"), [("G", [4, 0]), ("M", [4, 4]), ("T", [4, 4])])
def test_big_crowd_on_each_level(level, expected):
    group = ("a1", "b1", "b2", "c2")
    spaces = {step + square: "1" for step in "GMT"[: "GMT".index(level)] for square in group}
    assert scored("big-crowd", spaces | {level + square: "0" for square in group}) == expected


def test_big_crowd_tokens_of_others_do_not_join():
    assert scored("big-crowd", {"Ga1": "0", "Gb1": "1", "Gc1": "0", "Gc2": "0"}) == [2, 1]


# quarters


@pytest.mark.parametrize("square", SQUARES)
def test_quarters_4_points_for_each_3_by_3_quarter_of_g_that_the_player_leads(square):
    quarter = [
        name for name in SQUARES if (name[0] in "abc", name[1] in "123") == (square[0] in "abc", square[1] in "123")
    ]
    spaces = {f"G{square}": "0"}
    markers = apart_from([square])
    assert scored("quarters", spaces, markers=markers) == [4, 0]
    other = next(name for name in quarter if name != square)
    assert scored("quarters", spaces | {f"G{other}": "1"}, markers=apart_from([square, other])) == [0, 0]
    outside = next(name for name in SQUARES if name not in quarter)
    assert scored("quarters", spaces | {f"G{outside}": "1"}, markers=apart_from([square, outside])) == [4, 4]


def test_quarters_the_lead_is_over_every_other_player():
    spaces = {"Ga1": "0", "Gb1": "0", "Gc1": "1", "Ga2": "2", "Gb2": "2"}
    assert scored("quarters", spaces, 3) == [0, 0, 0]
    assert scored("quarters", spaces | {"Gc2": "2"}, 3) == [0, 0, 4]
    assert scored("quarters", spaces | {"Gc2": "0"}, 3) == [4, 0, 0]
    assert scored("quarters", spaces | {"Gc2": "3", "Gc3": "3", "Ga3": "3"}, 4) == [0, 0, 0, 4]


def test_quarters_only_level_g_counts_and_an_empty_quarter_is_led_by_nobody():
    assert scored("quarters") == [0, 0]
    assert scored("quarters", {"Ga1": "0", "Ma1": "1", "Ta1": "1"}) == [4, 0]


def test_quarters_all_four_add_up():
    assert scored("quarters", {"Ga1": "0", "Gf1": "0", "Ga6": "0", "Gf6": "0"}, markers={"Tb1": "A", "Tc1": "B"}) == [
        16,
        0,
    ]
    spread = {"Ga1": "0", "Gf1": "1", "Ga6": "2", "Gf6": "3"}
    assert scored("quarters", spread, 4, markers={"Tb1": "A", "Tc1": "B", "Td1": "C", "Te1": "D"}) == [4, 4, 4, 4]
