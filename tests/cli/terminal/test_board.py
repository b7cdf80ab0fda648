"""The tower and the players as text."""

import random
import re
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from holi.cli.terminal.board import SEAT_COLOURS, render_position
from holi.cli.terminal.console import visible_width
from holi.game import Config, Game, Kind, Position, Space, position_from_json, position_to_json
from tests.cli.terminal.playing import ANSI, SEED
from tests.rules.boards import position

NAMES = ["Blue", "Yellow", "Red", "Green"]
PICTURE = """
...... ...... ......
.01... ...... ......
.1A0.. .0.1.. ......
..1... ..B... ......
.....0 ...... ......
0..... ...... ......
"""


def rendered(
    shown: Position, *, width: int = 80, colour: bool = True, names: Sequence[str] = NAMES, **options: Any
) -> str:
    return render_position(shown, names, SimpleNamespace(width=width, colour=colour), **options)  # type: ignore[arg-type]


def random_positions(players: int, chance: int) -> Iterator[Position]:
    """All positions of a game with random actions that climbs when it can."""
    game = Game(Config(players, ("rangoli",)), SEED)
    choice = random.Random(chance).choice
    while game.position.seat is not None:
        legal = game.legal_actions()
        game.apply(next((action for action in legal if action.kind is Kind.CLIMB), None) or choice(legal))
        yield game.position


def cells(text: str) -> dict[Space, str]:
    """What three characters the text shows for each space, at a width for all three levels."""
    found = {}
    rows = [line for line in text.splitlines() if re.match(r"[1-6] ", line)]
    assert [line[0] for line in rows] == list("654321")
    for line in rows:
        row = int(line[0]) - 1
        for level in range(3):
            begin = 26 * level + 2
            for column in range(6):
                found[Space(level, 6 * row + column)] = line[begin + 3 * column :][:3]
    return found


def expected_cell(shown: Position, space: Space) -> str:
    sweets = ["", "'", '"'][shown.sweets_at(space)]
    marker, token = shown.marker_at(space), shown.token_at(space)
    if marker is not None:
        return f"[{'BYRG'[marker]}]"
    if token is not None:
        return f" {'byrg'[token]}{sweets or ' '}"
    return f" {sweets or '·'} "


@pytest.mark.parametrize("players", [2, 3, 4])
def test_letters_alone_show_every_marker_token_and_sweet(players):
    for shown in random_positions(players, chance=players):
        text = rendered(shown, colour=False)
        assert cells(text) == {
            space: expected_cell(shown, space) for space in (Space(lvl, sq) for lvl in range(3) for sq in range(36))
        }


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_line_fits_eighty_columns_and_has_no_blanks_at_its_end(players):
    names = ["A name of twenty-four ch", "アンナアンナアンナアンナアンナ", "Ravi", "Zoë"]
    for shown in random_positions(players, chance=10 + players):
        for line in rendered(shown, colour=False, names=names).splitlines():
            assert visible_width(line) <= 80
            assert line == line.rstrip()


def test_colour_adds_codes_and_changes_no_letter():
    for shown in random_positions(4, chance=1):
        coloured = rendered(shown, colour=True)
        without_codes = "\n".join(line.rstrip() for line in ANSI.sub("", coloured).splitlines())
        assert without_codes == rendered(shown, colour=False)
        assert coloured != without_codes


def test_tokens_are_painted_in_the_colour_of_their_seat():
    shown = position(PICTURE)
    for seat in (0, 1):
        colour = SEAT_COLOURS[seat]
        assert f"\x1b[48;5;{colour.paint}m {colour.letter} \x1b[0m" in rendered(shown, colour=True)


def test_seat_colours_are_blue_yellow_red_green():
    assert [(colour.name, colour.letter) for colour in SEAT_COLOURS] == [
        ("blue", "b"), ("yellow", "y"), ("red", "r"), ("green", "g"),
    ]  # fmt: skip


def test_highlighted_spaces_stand_between_angle_brackets_and_no_others():
    shown = position(PICTURE)
    marked = {Space(0, 0): "<b>", Space(1, 14): "<Y>", Space(2, 35): "<·>", Space(0, 1): '<">'}
    before = cells(rendered(shown, colour=False))
    assert cells(rendered(shown, colour=False, highlight=marked)) == {**before, **marked}


def test_a_narrow_terminal_shows_the_levels_below_each_other():
    text = rendered(position(PICTURE), colour=False, width=40)
    levels, players = text.split("\n\n")
    assert all(visible_width(line) <= 40 for line in levels.splitlines())
    titles = [line.strip() for line in levels.splitlines() if "point" in line]
    assert titles == ["Ground (G), 1 point", "Middle (M), 2 points", "Top (T), 3 points"]
    assert "Blue" in players


def player_lines(text: str) -> list[list[str]]:
    return [re.split(r" {2,}", line[1:].strip()) for line in text.split("\n\n")[1].splitlines()[1:]]


def test_the_table_shows_tokens_sweets_points_score_and_cards():
    shown = position(
        PICTURE, holds={(0, 1): 2}, points={0: 3}, sweets_held=[4, 1],
        hands={0: [7, 8], 1: [1, 2, 3]}, discards={0: "9 12", 1: "5"},
    )  # fmt: skip
    blue, yellow = player_lines(rendered(shown, colour=False))
    scores = [str(score.total) for score in shown.scores()]
    assert blue == ["b", "Blue", "Gc4", "20", "y2", "4", "3", scores[0], "2+9", "12"]
    assert yellow == ["y", "Yellow", "Mc3", "19", "-", "1", "0", scores[1], "3+9", "5"]


def test_the_player_to_act_and_the_finished_are_told_apart():
    shown = position(PICTURE, turn=1, finished={0: 0})
    lines = rendered(shown, colour=False).split("\n\n")[1].splitlines()
    assert [line[0] for line in lines] == [" ", " ", ">"]
    assert "finished" in lines[1]
    assert "finished" not in lines[2]


class TestHiddenCards:
    shown = position(PICTURE, discards={0: "9 12v", 1: "4 5v"})

    @pytest.mark.parametrize(
        ("viewer", "tops"),
        [
            (0, ["12 face down", "face down"]),
            (1, ["face down", "5 face down"]),
            ("spectator", ["face down", "face down"]),
            ("all", ["12 face down", "5 face down"]),
        ],
    )
    def test_a_face_down_card_is_named_only_to_those_who_may_know(self, viewer, tops):
        assert [line[-1] for line in player_lines(rendered(self.shown, colour=False, viewer=viewer))] == tops

    def test_after_the_game_nothing_is_hidden(self):
        *_, last = random_positions(2, chance=5)
        assert rendered(last, viewer="spectator") == rendered(last, viewer="all")

    @pytest.mark.parametrize("viewer", [0, 1, "spectator"])
    def test_what_the_viewer_may_not_know_changes_nothing(self, viewer):
        data = position_to_json(self.shown)
        for seat in {0, 1} - {viewer}:
            renamed(data["players"][seat], {1: 13, 13: 1, 2: 6, 6: 2, 5: 8, 8: 5, 12: 11, 11: 12})
        other = position_from_json(data)
        assert other != self.shown
        assert rendered(other, viewer=viewer) == rendered(self.shown, viewer=viewer)


def renamed(player: dict[str, Any], cards: dict[int, int]) -> None:
    """Change a player's hidden cards for others."""
    player["hand"] = sorted(cards.get(card, card) for card in player["hand"])
    player["deck"] = [cards.get(card, card) for card in player["deck"]]
    for discard in player["discard"]:
        discard["card"] = cards.get(discard["card"], discard["card"])
