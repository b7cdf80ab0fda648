"""R1: what the game is played with."""

import pytest

from holi.game import Config, ConfigError, Space, complete_deck, new_position, rivalry_cards
from holi.kernel import layout
from holi.kernel.tables import rules_vector
from tests.rules.boards import SQUARES, after, drawing, legal, points, position

SEED = "0" * 64
FACES = [card.rows for card in complete_deck().cards]


@pytest.mark.parametrize("level", "GMT")
def test_r1_1_each_of_the_three_levels_is_a_grid_of_six_columns_and_six_rows(level):
    board = position(drawing({f"{level}c3": "A", f"{'MTG'['GMT'.index(level)]}f6": "B"}), hands={0: [1]})
    assert legal(board, "D") == {f"D1@{square}" for square in SQUARES if square != "c3"}


def test_r1_1_spaces_are_numbered_along_the_rows_from_a1_to_f6():
    assert [str(Space(0, square)) for square in range(36)] == [f"G{square}" for square in SQUARES]
    assert [str(Space(level, 14)) for level in range(3)] == ["Gc3", "Mc3", "Tc3"]


@pytest.mark.parametrize("square", SQUARES)
def test_r1_1_the_space_above_or_below_has_the_same_column_and_row(square):
    home = "a1" if square != "a1" else "b2"
    board = position(
        drawing({f"T{home}": "A", f"G{home}": "B", f"G{square}": "1"}),
        hands={0: [1]},
    )
    landed = after(board, f"D1@{square}")
    assert landed.token_at(Space(1, SQUARES.index(square))) == 0
    assert sum(landed.token_at(Space(level, s)) == 0 for level in range(3) for s in range(36)) == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r1_2_two_three_or_four_players_have_25_tokens_and_13_cards_each(players):
    start = new_position(Config(players=players), SEED)
    assert len(start.players) == players
    for seat, player in enumerate(start.players):
        assert player.supply == tuple(25 if colour == seat else 0 for colour in range(players))
        assert sorted(player.hand + player.deck) == list(range(1, 14))


@pytest.mark.parametrize("players", [-1, 0, 1, 5])
def test_r1_2_any_other_number_of_players_is_refused(players):
    with pytest.raises(ConfigError, match=r"2, 3 or 4 players \(R1\.2\)"):
        Config(players=players)


@pytest.mark.parametrize("count", [12, 14])
def test_r1_2_the_kernel_takes_13_cards_and_no_other_number(count):
    with pytest.raises(ValueError, match=rf"^{count} cards and 0 scoring terms; 13 and at most 3 are possible$"):
        rules_vector(2, [FACES[0]] * count, {})
    assert rules_vector(2, [FACES[0]] * 13, {})[layout.PLAYERS] == 2


def test_r1_3_there_are_24_sweets():
    start = new_position(Config(players=2), SEED)
    assert sum(start.sweets_at(Space(level, square)) for level in range(3) for square in range(36)) == 24


def test_r1_3_there_are_21_rivalry_cards_8_of_kind_rules_and_13_of_kind_scoring():
    kinds = [card.kind for card in rivalry_cards().values()]
    assert (kinds.count("rules"), kinds.count("scoring"), len(kinds)) == (8, 13, 21)


def test_r1_3_at_most_three_rivalry_cards_are_in_play():
    names = ("rangoli", "pillars", "summit", "quarters")
    assert Config(players=2, rivalry=names[:3]).rivalry == names[:3]
    with pytest.raises(ConfigError, match=r"at most three are in play \(R2\.2\)"):
        Config(players=2, rivalry=names)


def test_r1_3_the_kernel_scores_three_terms_and_no_more():
    term = ("sweets-held", 2, 0)
    assert list(rules_vector(2, FACES, {}, [term] * 3)[layout.TERM : layout.TERM + 3]) == [layout.SWEETS_HELD] * 3
    with pytest.raises(ValueError, match=r"^13 cards and 4 scoring terms; 13 and at most 3 are possible$"):
        rules_vector(2, FACES, {}, [term] * 4)


def test_r1_3_the_kernel_refuses_a_rule_setting_that_it_does_not_have():
    with pytest.raises(ValueError, match=r"^unknown rule settings \['jump', 'run'\]$"):
        rules_vector(2, FACES, {"splash": 1, "run": 1, "jump": 1})


def test_r1_4_the_score_track_shows_hits_at_once_and_tokens_on_the_board_only_at_the_end():
    board = position(
        """
        ......
        ......
        ......
        ..AB..
        ......
        ......
        """,
        hands={0: [1, 2]},
        points={0: 4, 1: 7},
    )
    hit = after(board, "T1@d3e3")
    assert points(hit) == [5, 7]
    assert hit.scores()[0].hits == 5
    assert hit.scores()[0].levels == (1, 0, 0)
