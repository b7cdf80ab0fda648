"""Positions as JSON (F3), to be damaged by the tests, and the error that reading a damaged one raises."""

import copy
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from holi.game import Config, Position, PositionError, new_position, parse_action, position_from_json, position_to_json
from tests.game.strategies import played

Json = dict[str, Any]
EMPTY = ["......"] * 6


def setup_position() -> Json:
    """Seat 0 of three has chosen a corner."""
    position, _ = new_position(Config(players=3), "0" * 64).apply(parse_action("Sa1"))
    return position_to_json(position)


def play_position() -> Json:
    """Two players a few turns into the game; seat 0 is to act and may throw, move or climb (from Mc3)."""
    no_sweets = [[0] * 6 for _ in range(6)]
    return {
        "format": "holi-position/1",
        "config": {"players": 2, "rivalry": ["rangoli"], "deck": "complete", "tie_break": "player-order"},
        "phase": "play",
        "turn": {"seat": 0, "thrown": False, "moved": False, "climbed": False},
        "levels": {
            "G": ["......", "......", "..10..", ".0.1..", "..0...", "......"],
            "M": ["......", "......", "..01..", ".1.0..", "..1...", "......"],
            "T": ["......", "......", "...0..", "......", "......", "......"],
        },
        "sweets": {
            "G": [
                [0, 2, 0, 0, 2, 0],
                [2, 0, 0, 0, 0, 2],
                [0, 0, 0, 0, 0, 0],
                [0, 0, 0, 0, 0, 0],
                [2, 0, 0, 0, 0, 2],
                [0, 0, 0, 0, 2, 0],
            ],
            "M": [
                [0, 1, 0, 0, 1, 0],
                [1, 0, 0, 0, 0, 1],
                [0, 0, 0, 0, 0, 0],
                [0, 0, 0, 0, 0, 0],
                [1, 0, 0, 0, 0, 1],
                [0, 1, 0, 0, 1, 0],
            ],
            "T": no_sweets,
        },
        "players": [
            {
                "marker": "Mc3",
                "supply": [18, 1],
                "sweets": 2,
                "points": 1,
                "hand": [2, 5, 9],
                "deck": [13, 1, 12, 3, 4, 6],
                "discard": [
                    {"card": 7, "face": "up"},
                    {"card": 8, "face": "down"},
                    {"card": 10, "face": "up"},
                    {"card": 11, "face": "up"},
                ],
                "finished": None,
            },
            {
                "marker": "Gf6",
                "supply": [1, 19],
                "sweets": 0,
                "points": 0,
                "hand": [1, 6, 13],
                "deck": [2, 3, 4, 5, 7, 8, 9],
                "discard": [{"card": 10, "face": "up"}, {"card": 11, "face": "up"}, {"card": 12, "face": "down"}],
                "finished": None,
            },
        ],
        "scores": None,
    }


@cache
def finished_game() -> Position:
    *_, (_, _, over, _) = played(new_position(Config(2, ("rangoli",)), "0" * 64), random.Random("over"))
    return over


def over_position() -> Json:
    return position_to_json(finished_game())


BASES: dict[str, Callable[[], Json]] = {"setup": setup_position, "play": play_position, "over": over_position}


def changed(base: Json, path: str, value: object) -> Json:
    """The position with one entry, named by keys and indexes (`players 0 hand`), replaced, or dropped if `...`."""
    damaged = copy.deepcopy(base)
    *inner, last = [int(key) if key.isdigit() else key for key in path.split()]
    holder: Any = damaged
    for key in inner:
        holder = holder[key]
    if value is ...:
        del holder[last]
    else:
        holder[last] = value
    return damaged


def refused(position: object) -> PositionError:
    with pytest.raises(PositionError) as error:
        position_from_json(position)
    assert error.value.code == "bad-position"
    assert str(error.value).startswith(f"{error.value.clause}: ")
    assert "\n" not in str(error.value)
    return error.value
