"""Positions as JSON (F3): what is consistent is accepted, and anything else is refused with the clause it breaks."""

import copy
import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holi.game import Position, PositionError, position_from_json, position_to_json
from tests.game.formats.nonsense import anything
from tests.game.formats.positions import BASES, EMPTY, changed, over_position, play_position, refused, setup_position


@pytest.mark.parametrize("base", BASES)
def test_the_positions_damaged_below_are_accepted_when_whole(base):
    position = BASES[base]()
    assert position_to_json(position_from_json(position)) == position


def test_a_position_is_accepted_though_no_game_reaches_it():
    legal = {str(action) for action in position_from_json(play_position()).legal_actions()}
    assert {"C", "Mb2", "D2@a1"} <= legal
    assert "E" not in legal


# One entry changed: (position, path to the entry, new value, clause, part of the message)

A_FACE_UP = {"card": 7, "face": "up"}

SHAPES_AND_TYPES = [
    ("play", "format", "holi-view/1", "the format is 'holi-view/1'"),
    ("play", "format", "holi-position/2", "the format is 'holi-position/2'"),
    ("play", "format", 1, "the format is 1"),
    *(("play", key, ..., f"the position has no {key!r}") for key in ("format", "config", "phase", "turn", "scores")),
    *(("play", key, ..., f"the position has no {key!r}") for key in ("levels", "sweets", "players")),
    ("play", "comment", "hello", "the position has an unknown key 'comment'"),
    ("play", "config", None, "the configuration is None"),
    ("play", "config players", 5, "2, 3 or 4 players"),
    ("play", "config players", True, "2, 3 or 4 players"),
    ("play", "config rivalry", 1, "a list of rivalry cards"),
    ("play", "config rivalry", ["nothing"], "no rivalry card 'nothing'"),
    ("play", "config deck", "printed", "neither 'complete' nor a deck"),
    ("play", "config tie_break", "coin", "'tie_break' is 'coin'"),
    ("play", "config house", 1, "unknown key 'house'"),
    *(("play", "phase", value, "'phase' is") for value in ("done", "", None, 1, ["play"], {})),
    *(("play", "turn", value, "'turn' is") for value in (None, 0, [], "0")),
    *(("play", f"turn {key}", ..., f"'turn' has no {key!r}") for key in ("seat", "thrown", "moved", "climbed")),
    ("play", "turn number", 3, "'turn' has an unknown key 'number'"),
    *(("play", "turn seat", value, "the seat to act is") for value in (2, -1, True, 0.0, "0", None, [0], 10**30)),
    *(("play", f"turn {key}", 1, f"'{key}' is 1; it is true or false") for key in ("thrown", "moved", "climbed")),
    (
        "over",
        "turn",
        {"seat": 0, "thrown": False, "moved": False, "climbed": False},
        "it is null when the game is over",
    ),
    *(("play", "levels", value, "'levels' is") for value in (None, [EMPTY, EMPTY, EMPTY], 3)),
    ("play", "levels M", ..., "'levels' has no 'M'"),
    ("play", "levels X", EMPTY, "'levels' has an unknown key 'X'"),
    *(("play", "levels T", value, "six rows of six") for value in (None, "......", EMPTY[:5], [*EMPTY, "......"])),
    *(("play", "levels T 0", value, "six rows of six") for value in (".....", ".......", None, list("......"), 0)),
    *(("play", "levels T 0", f"{mark}.....", "the digits are the seats") for mark in ("2", "x", " ", "٠", "#")),
    *(("play", "sweets", value, "'sweets' is") for value in (None, [], 24)),
    ("play", "sweets G", ..., "'sweets' has no 'G'"),
    ("play", "sweets Z", [], "'sweets' has an unknown key 'Z'"),
    *(("play", "sweets G", value, "six rows of six") for value in (None, [], [[0] * 6] * 5, ["000000"] * 6)),
    *(("play", "sweets G 0", value, "six rows of six") for value in ([0] * 5, [0] * 7, None, "000000")),
    *(("play", "sweets G 0 0", value, "sweets on Ga6 is") for value in (3, -1, True, 0.0, "0", None, [], 10**30)),
    *(("play", "players", value, "no list of 2 players") for value in (None, [], {}, "ab", 2)),
    ("play", "players 1", ..., "no list of 2 players"),
    *(("play", "players 0", value, "player 0 is") for value in (None, [], 0, "x")),
    *(
        ("play", f"players 0 {key}", ..., f"player 0 has no {key!r}")
        for key in ("marker", "supply", "sweets", "points")
    ),
    *(("play", f"players 0 {key}", ..., f"player 0 has no {key!r}") for key in ("hand", "deck", "discard", "finished")),
    ("play", "players 1 name", "Asha", "player 1 has an unknown key 'name'"),
    *(
        ("play", "players 0 marker", value, "the marker of player 0")
        for value in ("c3", "Xc3", "Mc7", "", 14, True, [])
    ),
    *(("play", "players 0 supply", value, "it is 2 numbers") for value in (None, [], [18], [18, 1, 0], 18, "18")),
    *(("play", "players 0 supply 0", value, "a number from 0 to 25") for value in (-1, 26, True, 18.0, "18", None, [])),
    *(("play", "players 0 sweets", value, "a number from 0 to 24") for value in (-1, 25, True, 2.0, "2", None, [])),
    *(
        ("play", "players 0 points", value, "a number from 0 to 999")
        for value in (-1, 1000, True, 1.0, "1", None, 10**30)
    ),
    *(("play", "players 0 hand", value, "are lists") for value in (None, 3, "259", {})),
    *(("play", "players 0 deck", value, "are lists") for value in (None, 6, {})),
    *(("play", "players 0 discard", value, "are lists") for value in (None, 4, {})),
    *(("play", "players 0 discard 0", value, "a discard of player 0 is") for value in (None, 7, [7, "up"], "7")),
    ("play", "players 0 discard 0", {"card": 7}, "a discard of player 0 has no 'face'"),
    ("play", "players 0 discard 0", {**A_FACE_UP, "at": 1}, "a discard of player 0 has an unknown key 'at'"),
    *(("play", "players 0 discard 0 face", value, "it is 'up' or 'down'") for value in ("Up", "", None, True, [], {})),
    ("play", "players 0 hand", [5, 2, 9], "the hand of player 0 is [5, 2, 9]; it is sorted"),
    *(("play", "players 0 finished", value, "'finished' of player 0") for value in (-1, 2, True, False, 0.0, "0", [])),
    *(("play", "scores", value, "it is null before the game is over") for value in ([], {}, 0, False, "")),
    ("setup", "scores", [], "it is null before the game is over"),
]


@pytest.mark.parametrize(("base", "path", "value", "message"), SHAPES_AND_TYPES)
def test_a_wrong_shape_or_type_is_refused_as_against_the_format(base, path, value, message):
    error = refused(changed(BASES[base](), path, value))
    assert error.clause == "F3"
    assert message in str(error)


BROKEN_CLAUSES = [
    # R7.6: tokens, markers and the bookkeeping
    ("play", "levels T 0", "0.....", "R7.6", "the token on Ta6 has no token below it on Ma6"),
    ("play", "levels M 5", ".....1", "R7.6", "the token on Mf1 has no token below it on Gf1"),
    ("play", "players 1 marker", "Mc3", "R7.6", "two markers are on Mc3"),
    ("play", "players 1 marker", "Td4", "R7.6", "Td4 holds a marker and a colour token"),
    ("play", "players 1 marker", "Md4", "R7.6", "Md4 holds a marker and a colour token"),
    ("play", "players 1 supply 1", 18, "R7.6", "seat 1 has 5 tokens on the tower and 19 in supplies"),
    ("play", "players 1 supply 0", 0, "R7.6", "seat 0 has 6 tokens on the tower and 18 in supplies"),
    ("play", "levels G 0", "0.....", "R7.6", "seat 0 has 7 tokens on the tower and 19 in supplies"),
    ("play", "players 0 sweets", 3, "R7.6", "there are 24 in all"),
    ("play", "sweets G 0 1", 1, "R7.6", "there are 24 in all"),
    # cards 1-13 once each per seat
    ("play", "players 0 hand", [2, 5], "R7.6", "player 0 does not have the cards 1 to 13 once each"),
    ("play", "players 0 hand", [2, 2, 9], "R7.6", "player 0 does not have the cards 1 to 13 once each"),
    ("play", "players 0 hand", [2, 5, 14], "R7.6", "player 0 does not have the cards 1 to 13 once each"),
    ("play", "players 0 hand", [0, 5, 9], "R7.6", "player 0 does not have the cards 1 to 13 once each"),
    ("play", "players 0 hand", [2, 5, 9.0], "R7.6", "player 0 does not have the cards 1 to 13 once each"),
    ("play", "players 0 hand", [2, 5, "9"], "R7.6", "player 0 does not have the cards 1 to 13 once each"),
    ("play", "players 1 deck 0", None, "R7.6", "player 1 does not have the cards 1 to 13 once each"),
    ("play", "players 1 hand 0", True, "R7.6", "player 1 does not have the cards 1 to 13 once each"),
    ("play", "players 1 discard 0 card", 13, "R7.6", "player 1 does not have the cards 1 to 13 once each"),
    ("play", "players 1 discard 0 card", None, "R7.6", "player 1 does not have the cards 1 to 13 once each"),
    # sweets only where R2.1 puts them and never more, none under a marker
    ("play", "sweets T 0 1", 1, "R2.1", "Tb6 holds 1 sweets; at most 0 lie there"),
    ("play", "sweets M 0 1", 2, "R2.1", "Mb6 holds 2 sweets; at most 1 lie there"),
    ("play", "sweets G 0 0", 1, "R2.1", "Ga6 holds 1 sweets; at most 0 lie there"),
    ("play", "sweets G 2 2", 2, "R2.1", "Gc4 holds 2 sweets; at most 0 lie there"),
    ("play", "players 1 marker", "Ga2", "R6.2", "sweets lie under the marker on Ga2"),
    ("play", "players 1 marker", "Mb6", "R6.2", "sweets lie under the marker on Mb6"),
    # no two face-down discards running
    ("play", "players 0 discard 0 face", "down", "R5.2", "seat 0 threw the cards 7 and 8 face down running"),
    ("play", "players 0 discard 2 face", "down", "R5.2", "seat 0 threw the cards 8 and 10 face down running"),
    ("play", "players 1 discard 1 face", "down", "R5.2", "seat 1 threw the cards 11 and 12 face down running"),
    # `finished` numbers 0, 1, ...
    ("play", "players 1 finished", 1, "R8.2", "the players finished in the order [1]"),
    ("setup", "players 2 finished", 0, "R8.2", "a player is finished before play begins"),
    # a seat to move that can act
    ("play", "players 0 finished", 0, "R8.3", "seat 0 is to act, but is finished"),
    ("play", "players 1 marker", None, "R2.4", "the marker of seat 1 is not on the tower"),
    # setup
    ("setup", "turn seat", 0, "R2.4", "corners are chosen in seat order, and seat 0 is to choose"),
    ("setup", "turn seat", 2, "R2.4", "corners are chosen in seat order, and seat 2 is to choose"),
    ("setup", "players 0 marker", None, "R2.4", "corners are chosen in seat order"),
    ("setup", "players 2 marker", "Gf6", "R2.4", "corners are chosen in seat order"),
    ("setup", "players 0 marker", "Gc3", "R2.4", "the marker on Gc3 is not on a corner of G"),
    ("setup", "players 0 marker", "Ma1", "R2.4", "the marker on Ma1 is not on a corner of G"),
    ("setup", "turn thrown", True, "R2.4", "before the corners are chosen"),
    ("setup", "turn moved", True, "R2.4", "before the corners are chosen"),
    ("setup", "turn climbed", True, "R2.4", "before the corners are chosen"),
    ("setup", "players 1 points", 1, "R1.2", "seat 1 does not have 25 tokens, no sweets and no points"),
    # correct scores when over
    ("over", "scores", None, "R9", "the scores are not those of this position"),
    ("over", "scores", [], "R9", "the scores are not those of this position"),
    ("over", "scores 1", ..., "R9", "the scores are not those of this position"),
    ("over", "scores 0 total", 0, "R9", "the scores are not those of this position"),
    ("over", "scores 0 rivalry", {}, "R9", "the scores are not those of this position"),
    ("over", "scores 0 extra", 0, "R9", "the scores are not those of this position"),
    ("over", "players 0 points", 99, "R9", "the scores are not those of this position"),
]  # fmt: skip


@pytest.mark.parametrize(("base", "path", "value", "clause", "message"), BROKEN_CLAUSES)
def test_an_inconsistent_position_is_refused_with_the_clause_it_breaks(base, path, value, clause, message):
    error = refused(changed(BASES[base](), path, value))
    assert error.clause.startswith(clause)
    assert message in str(error)


@pytest.mark.parametrize("wrong_type", [float, str, lambda value: [value]])
@pytest.mark.parametrize("path", ["total", "on_others", "sweets", "hits", "rank", "levels 0", "rivalry rangoli"])
def test_scores_of_another_type_are_refused_though_they_look_equal(path, wrong_type):
    base = over_position()
    value: Any = base["scores"][0]
    for key in path.split():
        value = value[int(key) if key.isdigit() else key]
    assert refused(changed(base, f"scores 0 {path}", wrong_type(value))).clause in ("R9", "F3")


def test_a_rank_is_no_truth_value():
    base = over_position()
    winner = [score["rank"] for score in base["scores"]].index(1)
    assert refused(changed(base, f"scores {winner} rank", True)).clause in ("R9", "F3")


# Damage that takes more than one entry


def test_a_token_above_a_marker_is_refused():
    position = changed(play_position(), "players 0 marker", "Gd4")
    position["levels"]["G"][2] = "..1..."
    position["players"][0]["supply"][0] += 1
    error = refused(position)
    assert error.clause == "R7.6"
    assert "Md4" in str(error)


@pytest.mark.parametrize(("rivalry", "most"), [([], 3), (["open-pockets"], 4)])
def test_a_hand_holds_no_more_cards_than_are_drawn(rivalry, most):
    position = changed(play_position(), "config rivalry", rivalry)
    player = position["players"][1]
    while len(player["hand"]) < most:
        player["hand"] = sorted([*player["hand"], player["deck"].pop()])
    assert position_from_json(position)
    player["hand"] = sorted([*player["hand"], player["deck"].pop()])
    error = refused(position)
    assert error.clause == "R8.1"
    assert f"seat 1 holds {most + 1} cards; {most} are possible" in str(error)


def test_after_the_throw_a_hand_holds_one_card_less():
    position = changed(play_position(), "turn thrown", True)
    error = refused(position)
    assert error.clause == "R8.1"
    assert "seat 0 holds 3 cards; 2 are possible" in str(error)
    position["players"][0]["hand"] = [2, 5]
    position["players"][0]["discard"].append({"card": 9, "face": "up"})
    assert position_from_json(position).thrown


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_before_the_corners_are_chosen_every_hand_is_empty(seat):
    position = setup_position()
    player = position["players"][seat]
    player["hand"] = [player["deck"].pop()]
    assert refused(position).clause == "R2.5"
    position = setup_position()
    player = position["players"][seat]
    player["discard"].append({"card": player["deck"].pop(), "face": "up"})
    assert refused(position).clause == "R2.5"


def test_before_play_all_tokens_and_sweets_are_where_they_start():
    position = setup_position()
    position["levels"]["G"][2] = "..0..."
    position["players"][0]["supply"][0] = 24
    assert refused(position).clause == "R1.2"
    position = setup_position()
    position["players"][0]["supply"][0], position["players"][1]["supply"][0] = 24, 1
    assert refused(position).clause == "R1.2"
    position = setup_position()
    position["sweets"]["G"][0][1], position["players"][0]["sweets"] = 0, 2
    assert refused(position).clause == "R1.2"


def test_face_down_discards_may_follow_each_other_with_free_handfuls():
    position = changed(play_position(), "config rivalry", ["free-handfuls"])
    for discard in position["players"][0]["discard"]:
        discard["face"] = "down"
    assert position_from_json(position)


def test_a_seat_that_cannot_throw_has_no_turn():
    position = play_position()
    player = position["players"][0]
    player["deck"] += player["hand"]
    player["hand"] = []
    error = refused(position)
    assert error.clause == "R3.3"
    assert "seat 0 cannot throw in this turn and would be finished" in str(error)
    position = play_position()
    position["players"][0]["supply"][0], position["players"][1]["supply"][0] = 0, 19
    position["turn"]["moved"] = True
    assert refused(position).clause == "R3.3"


def test_a_seat_that_has_thrown_has_a_discard():
    position = changed(play_position(), "turn thrown", True)
    player = position["players"][0]
    player["deck"] += [discard["card"] for discard in player["discard"]] + [player["hand"].pop()]
    player["discard"] = []
    assert refused(position).clause == "R4.9"


def test_a_seat_that_has_climbed_is_not_on_the_ground():
    position = changed(play_position(), "turn climbed", True)
    assert position_from_json(position).climbed
    position["players"][0]["marker"] = "Ga1"
    assert refused(position).clause == "R6.4"


def test_a_game_is_over_only_when_all_are_finished_each_with_a_number_of_their_own():
    numbers = [player["finished"] for player in over_position()["players"]]
    first, last = numbers.index(0), numbers.index(1)
    assert refused(changed(over_position(), f"players {last} finished", None)).clause == "R8.4"
    assert refused(changed(over_position(), f"players {first} finished", None)).clause == "R8.2"
    assert refused(changed(over_position(), f"players {last} finished", 0)).clause == "R8.2"


@pytest.mark.parametrize(
    "data", [None, True, 0, 1.5, "", "holi-position/1", [], [{}], {}, {"format": "holi-position/1"}]
)
def test_what_is_no_position_at_all_is_refused(data):
    assert refused(data).clause == "F3"


# Nonsense anywhere: an error of the game's own, or a position that is written back exactly as it was read


def paths(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every entry of JSON data."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [at, *(path for key, entry in inner for path in paths(entry, (*at, key)))]


PATHS = {base: paths(make()) for base, make in BASES.items()}


@settings(max_examples=120)
@given(st.sampled_from(sorted(BASES)), st.data())
def test_nonsense_anywhere_is_a_position_error(base, data):
    position = BASES[base]()
    for path in data.draw(st.lists(st.sampled_from(PATHS[base]), min_size=1, max_size=2)):
        position = replaced(position, path, data.draw(anything()))
    outcome = loaded_or_refused(position)
    if isinstance(outcome, PositionError):
        assert re.match(r"(F3|R\d+(\.\d+)?): ", str(outcome))
    else:
        expected = {**position, "config": {**position_to_json(outcome)["config"], **position["config"]}}
        assert json.dumps(position_to_json(outcome), sort_keys=True) == json.dumps(expected, sort_keys=True)


def loaded_or_refused(position: object) -> Position | PositionError:
    try:
        return position_from_json(position)
    except PositionError as error:
        return error


def replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """The data with the entry at `path` replaced, if an earlier change has left it there."""
    if not path:
        return new
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    if path[0] not in keys:
        return value
    copied = copy.copy(value)
    copied[path[0]] = replaced(value[path[0]], path[1:], new)
    return copied
