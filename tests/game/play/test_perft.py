"""The game tree has the size it always had: any change of what is legal, or of what an action does, changes a count."""

import pytest

from tests.game.play.perft import perft, stored_cases

CASES = stored_cases()


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_the_game_tree_has_the_stored_size(case):
    assert len(case.counts) >= 4
    assert [perft(case.position, depth + 1) for depth in range(len(case.counts))] == case.counts


def test_positions_of_every_number_of_players_are_stored():
    assert [case.position.config.players for case in CASES if case.position.phase == "setup"] == [2, 3, 4]
    assert {case.position.config.players for case in CASES if case.position.phase == "play"} == {2, 3, 4}
    assert len(CASES) == 3 + 6
