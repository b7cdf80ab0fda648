"""The starting corner: away from the others, by chance among equals, and alike from all sides for the first player."""

from __future__ import annotations

import pytest

from holi.bots import make_bot
from holi.bots.search.thinking import choose_corner
from holi.game import Action, Config, Game, Kind, Position, parse_action, position_from_json, position_to_json
from holi.game import view_to_json as view_of
from holi.game.notation import SQUARE_NAMES
from holi.kernel.playouts import random_state
from tests.bots.test_levels import positions

CORNERS = ["a1", "f1", "f6", "a6"]


def after(players: int, *taken: str) -> Position:
    game = Game(Config(players), seed="a" * 64)
    for corner in taken:
        game.apply(parse_action(f"S{corner}"))
    return game.position


def chosen(position: Position) -> set[str]:
    """The corners that are chosen with some seed or other."""
    state, _ = position.vectors
    return {str(Action.from_code(choose_corner(state, random_state(seed))))[1:] for seed in range(40)}


def test_the_first_player_takes_any_corner():
    assert chosen(after(2)) == set(CORNERS)


@pytest.mark.parametrize("first", range(4))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_second_sits_opposite_the_first(players, first):
    assert chosen(after(players, CORNERS[first])) == {CORNERS[(first + 2) % 4]}


def test_the_third_takes_one_of_two_that_are_alike():
    assert chosen(after(3, "a1", "f1")) == {"f6", "a6"}
    assert chosen(after(4, "a1", "f6")) == {"f1", "a6"}


def test_the_fourth_takes_what_is_left():
    assert chosen(after(4, "a1", "f6", "f1")) == {"a6"}


@pytest.mark.parametrize("level", ["casual", "club", "expert", "master"])
def test_the_levels_choose_so(level):
    position = after(2, "f1")
    view = view_of(position, 1)
    assert {str(make_bot(level, seed).turn(view, 0.1)[0]) for seed in range(8)} == {"Sa6"}


# A quarter turn of the whole tower changes nothing: so the first player's corners are alike.


def turned_square(square: int) -> int:
    row, column = divmod(square, 6)
    return 6 * column + 5 - row


def turned_rows(rows: list) -> list:
    """Rows, the highest first, after a quarter turn against the clock."""
    columns = [[row[column] for row in rows] for column in range(5, -1, -1)]
    return ["".join(column) for column in columns] if isinstance(rows[0], str) else columns


def turned(position: Position) -> Position:
    data = position_to_json(position)
    for boards in (data["levels"], data["sweets"]):
        for level, rows in boards.items():
            boards[level] = turned_rows(rows)
    for player in data["players"]:
        if player["marker"] is not None:
            square = turned_square(SQUARE_NAMES.index(player["marker"][1:]))
            player["marker"] = player["marker"][0] + SQUARE_NAMES[square]
    return position_from_json(data)


def turned_action(action: Action) -> Action:
    return Action(action.kind, action.card, tuple(sorted(turned_square(square) for square in action.squares)))


def test_turning_the_tower_turns_the_legal_actions_and_keeps_the_scores():
    throws = 0
    for position in positions(40, seed=81):
        other = turned(position)
        legal = position.legal_actions()
        assert {turned_action(action) for action in legal} == set(other.legal_actions())
        assert position.scores() == other.scores()
        throws += any(action.kind is Kind.THROW_UP for action in legal)
    assert throws > 5
