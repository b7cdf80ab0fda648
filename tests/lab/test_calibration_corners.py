"""What a corner is worth: all ways to choose are tried, told in words, and played to the end."""

from tools.corners import Outcome, gains_of_sitting_opposite, mean, play, situation, ways_to_choose

from holi.game import Config


def test_every_way_to_choose_is_tried_once_with_the_first_player_in_one_place():
    for players, count in ((2, 3), (3, 6), (4, 6)):
        ways = list(ways_to_choose(players))
        assert len(ways) == len(set(ways)) == count
        assert all(way[0] == 0 and len(set(way)) == players for way in ways)


def test_a_situation_is_told_in_words():
    assert situation((0, 2), 1) == ("1 taken", "opposite")
    assert situation((0, 1), 1) == ("1 taken", "the next corner round")
    assert situation((0, 3), 1) == ("1 taken", "the last corner round")
    assert situation((0, 1, 2), 2) == ("2 taken", "beside 1 and opposite one")
    assert situation((0, 2, 1), 2) == ("2 taken, opposite each other", "beside 2")


def test_a_game_is_played_to_its_end_and_the_leads_fit_the_winner():
    outcomes = play(Config(2, ("last-dance",)), "a" * 64, (0, 2), chance=1)
    assert outcomes[0].lead == -outcomes[1].lead
    assert [outcome.won for outcome in outcomes].count(True) == 1
    winner = next(outcome for outcome in outcomes if outcome.won)
    assert winner.lead >= 0


def test_gains_are_counted_seed_by_seed():
    found = {
        (1, "1 taken", "opposite"): [Outcome(3, True), Outcome(10, True)],
        (1, "1 taken", "the next corner round"): [Outcome(1, True), Outcome(0, False)],
        (1, "1 taken", "the last corner round"): [Outcome(0, True), Outcome(2, False)],
        (2, "2 taken", "beside 2"): [Outcome(99, True)] * 2,
    }
    assert gains_of_sitting_opposite(found, 2) == [2.5, 9.0]
    assert mean([1.0, 3.0]) == (2.0, 1.96 * 0.5**0.5)
