"""What is checked with OpenSpiel itself: `python -m tests.env.openspiel.checks` runs the checks whose names it reads.

Each runs in a process of its own, forked after the long imports, so that a crash in OpenSpiel's C++ ends only that one.
The answer is a line of JSON with exit status and output. `write_playthrough` rewrites the golden playthrough.
OpenSpiel's own suites are imported late: they list all games that are registered by then.
"""

import json
import os
import random
import sys
import tempfile
import unittest
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyspiel

from holi.env.openspiel import NAME, Resampler
from holi.game import ConfigError, IllegalActionError, parse_action
from tests.env.openspiel.games import secrets

PAGE = Path(__file__).parents[3] / "docs" / "environments" / "openspiel.md"
PLAYTHROUGH = Path(__file__).parent / "data" / "python_holi.playthrough.txt"
PLAYTHROUGH_GAME = "python_holi(players=2,rivalry=rangoli+open-pockets,rewards=score)"
PLAYTHROUGH_SEED = 2026

GAMES = [
    "python_holi",
    "python_holi(players=3,rivalry=rangoli+summit,rewards=rank)",
    "python_holi(players=4,rivalry=short-steps+last-dance,tie_break=first-finished,rewards=score)",
    "python_holi(players=4,rivalry=open-pockets+swap-places+splash)",
]

CHECKS: dict[str, Callable[[], None]] = {}


def check(function: Callable[[], None]) -> Callable[[], None]:
    """Give a check its name on the command line."""
    CHECKS[function.__name__] = function
    return function


def play_on(state, actions: int, chance: random.Random) -> None:
    """Do so many random actions and draws, or fewer if the game is over before."""
    for _ in range(actions):
        if state.is_terminal():
            return
        state.apply_action(chance.choice(state.legal_actions()))


@check
def random_simulations() -> None:
    for name in GAMES:
        pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@check
def games_sim_test_of_open_spiel() -> None:
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    names = ["test_game_sim_python_holi", *(f"test_multiplayer_game_{players}p_python_holi" for players in (2, 3, 4))]
    run_suite(unittest.TestSuite(map(GamesSimTest, names)), at_least=4)
    for name in GAMES:
        GamesSimTest().sim_game(pyspiel.load_game(name))


def run_suite(suite: unittest.TestSuite, at_least: int) -> None:
    result = unittest.TextTestRunner().run(suite)
    assert result.wasSuccessful()
    assert result.testsRun >= at_least
    assert not result.skipped


@check
def api_on_a_partial_tree() -> None:
    from open_spiel.integration_tests import api_test

    random.seed(7)
    suite = unittest.TestSuite()
    for name in (GAMES[0], GAMES[2]):
        members = {"game": pyspiel.load_game(name), "game_name": name}
        case = type("HoliApiTest", (api_test.EnforceAPIOnPartialTreeBase,), members)
        suite.addTests(unittest.defaultTestLoader.loadTestsFromTestCase(case))
    run_suite(suite, at_least=10)


@check
def golden_playthrough() -> None:
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    flags.FLAGS(sys.argv[:1])
    expected, actual = (text.splitlines() for text in generate_playthrough.replay(str(PLAYTHROUGH)))
    for number, (wanted, got) in enumerate(zip(expected, actual, strict=False), start=1):
        assert wanted == got, f"{PLAYTHROUGH.name}, line {number}: it is {got!r}, not {wanted!r}"
    assert len(expected) == len(actual)
    assert expected[0] == f"game: {PLAYTHROUGH_GAME}"
    assert "IsTerminal() = True" in expected


@check
def ismcts_plays_a_game() -> None:
    """OpenSpiel's Python bot, with our resampler and with the state's own, against its random bot."""
    from open_spiel.python.algorithms import ismcts, mcts
    from open_spiel.python.bots import uniform_random

    game = pyspiel.load_game("python_holi(players=3,rivalry=sweet-tooth)")
    returns = []
    for resampler in (Resampler(1), None):
        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(2))
        search = ismcts.ISMCTSBot(game, evaluator, 2.0, max_simulations=4, random_state=np.random.RandomState(3))
        if resampler is not None:
            search.set_resampler(resampler)
        bots = [uniform_random.UniformRandomBot(seat, np.random.RandomState(4 + seat)) for seat in range(3)]
        chance = random.Random(5)
        state = game.new_initial_state()
        searched = 0
        while not state.is_terminal():
            seat = state.current_player()
            if state.is_chance_node():
                action = chance.choice([outcome for outcome, _ in state.chance_outcomes()])
            elif seat == 0 and searched < 12:
                action = search.step(state)
                searched += 1
            else:
                action = bots[seat].step(state)
            state.apply_action_with_legality_check(int(action))
        returns.append(state.returns())
        assert searched == 12
    assert all(sorted(values) == [-0.5, -0.5, 1.0] for values in returns)


@check
def a_search_is_repeated_by_its_seeds() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game = pyspiel.load_game(NAME)
    state = game.new_initial_state()
    while len(state.legal_actions()) < 50:
        play_on(state, 1, random.Random(11))

    def policy(seed: int) -> list[tuple[int, float]]:
        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(seed))
        search = ismcts.ISMCTSBot(game, evaluator, 2.0, 40, random_state=np.random.RandomState(seed))
        search.set_resampler(Resampler(seed))
        search._final_policy_type = ismcts.ISMCTSFinalPolicyType.NORMALIZED_VISITED_COUNT
        return search.get_policy(state)

    assert policy(1) == policy(1)
    assert policy(1) != policy(2)


@check
def resampled_states_look_the_same_to_the_seat() -> None:
    for name in GAMES:
        game = pyspiel.load_game(name)
        chance = random.Random(name)
        different = 0
        for _ in range(12):
            state = game.new_initial_state()
            play_on(state, chance.randrange(1, 45 * game.num_players()), chance)
            for player in range(game.num_players()):
                other = Resampler(chance.random())(state, player)
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.information_state_tensor(player) == state.information_state_tensor(player)
                assert other.observation_string(player) == state.observation_string(player)
                assert other.observation_tensor(player) == state.observation_tensor(player)
                assert other.current_player() == state.current_player()
                if other.current_player() == player:
                    assert other.legal_actions() == state.legal_actions()
                different += secrets(other.situation) != secrets(state.situation)
                assert_history_is_legal(game, other)
        assert different > 7 * game.num_players()


def assert_history_is_legal(game, state) -> None:
    replay = game.new_initial_state()
    for item in state.full_history():
        assert item.player == replay.current_player()
        replay.apply_action_with_legality_check(item.action)
    assert str(replay) == str(state)


@check
def resampling_does_not_look_at_what_is_hidden() -> None:
    """From states that look the same to a seat, the same seed deals the same state."""
    game = pyspiel.load_game("python_holi(players=3,rivalry=last-dance+short-steps)")
    chance = random.Random(21)
    hidden_differs = 0
    for number in range(40):
        state = game.new_initial_state()
        play_on(state, chance.randrange(20, 170), chance)
        twin = Resampler(number)(state, 1)
        hidden_differs += secrets(twin.situation) != secrets(state.situation)
        dealt, dealt_from_twin = Resampler(100 + number)(state, 1), Resampler(100 + number)(twin, 1)
        assert str(dealt) == str(dealt_from_twin)
        assert secrets(dealt.situation) == secrets(dealt_from_twin.situation)
    assert hidden_differs > 30


@check
def the_specification_is_true() -> None:
    for name in GAMES:
        game = pyspiel.load_game(name)
        chance = random.Random(name)
        for _ in range(2):
            state = game.new_initial_state()
            decisions = chances = 0
            while not state.is_terminal():
                legal = state.legal_actions()
                assert legal == sorted(legal)
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    assert len(outcomes) <= game.max_chance_outcomes() == 13
                    assert [outcome for outcome, _ in outcomes] == legal
                    assert len({probability for _, probability in outcomes}) == 1
                    assert abs(sum(probability for _, probability in outcomes) - 1) < 1e-9
                    chances += 1
                else:
                    assert legal[-1] < game.num_distinct_actions() == 884
                    for action in legal:
                        parse_action(state.action_to_string(action))
                    assert state.returns() == [0.0] * game.num_players()
                    decisions += 1
                state.apply_action(chance.choice(legal))
            assert decisions <= game.max_game_length() == 42 * game.num_players()
            assert chances <= game.max_chance_nodes_in_history() == 13 * game.num_players()
            assert abs(sum(state.returns())) < 1e-9
            assert all(game.min_utility() <= value <= game.max_utility() for value in state.returns())
            totals = [score.total for score in state.situation.position.scores()]
            if "score" in name:
                others = [(sum(totals) - total) / (len(totals) - 1) for total in totals]
                assert np.allclose(state.returns(), np.subtract(totals, others))
            else:
                assert state.returns()[int(np.argmax(totals))] == 1.0 or totals.count(max(totals)) > 1


@check
def the_page_tells_the_sizes() -> None:
    page = PAGE.read_text("utf-8")
    games = [pyspiel.load_game(NAME, {"players": players}) for players in (2, 3, 4)]
    sizes = [game.information_state_tensor_size() for game in games]
    assert "a tensor of {:,} numbers with 2 players, {:,} with 3, {:,} with 4 |".format(*sizes) in page
    assert {game.observation_tensor_size() for game in games} == {1168}
    assert "a tensor of 1,168 numbers |" in page
    assert pyspiel.load_game(NAME, {"rewards": "score"}).max_utility() == 80
    for name, default in games[0].get_type().parameter_specification.items():
        assert f"| `{name}` | `{default}` |" in page


@check
def mistakes_are_told_in_a_sentence() -> None:
    for name, message in {
        "python_holi(players=5)": "'players' is 5; a game has 2, 3 or 4 players (R1.2)",
        "python_holi(rivalry=bingo)": "there is no rivalry card 'bingo'; 'holi cards' lists all",
        "python_holi(rivalry=rangoli+rangoli)": "the rivalry card 'rangoli' is named twice; they are distinct (R2.2)",
        "python_holi(tie_break=toss)": "'tie_break' is 'toss'; it is 'player-order' or 'first-finished' (R9.5)",
        "python_holi(rewards=gold)": "'rewards' is 'gold'; it is one of 'win', 'rank', 'score'",
    }.items():
        assert message == refusal(ConfigError, lambda name=name: pyspiel.load_game(name))
    game = pyspiel.load_game(NAME)
    state = game.new_initial_state()
    state.apply_action(504)
    before = str(state), state.history()
    assert refusal(IllegalActionError, lambda: state.apply_action(0)) == (
        "0 is not legal now; the legal numbers are (505, 506, 507)"
    )
    assert (str(state), state.history()) == before
    assert refusal(ConfigError, lambda: game.make_py_observer(None, {"colour": 1})) == (
        "an observer of python_holi has no parameters, but was given {'colour': 1}"
    )


def refusal(kind: type[Exception], action: Callable[[], object]) -> str:
    """What the error says that an action ends with."""
    try:
        action()
    except kind as error:
        return str(error)
    raise AssertionError(f"no {kind.__name__} was raised")


@check
def observers_of_open_spiel_see_the_same() -> None:
    """The state's own methods, OpenSpiel's observation and its reinforcement learning environment agree."""
    from open_spiel.python import observation, rl_environment

    game = pyspiel.load_game("python_holi(players=3)")
    state = game.new_initial_state()
    play_on(state, 60, random.Random(3))
    present = observation.make_observation(game)
    whole = observation.make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    for player in range(3):
        for observer, text, tensor in (
            (present, state.observation_string, state.observation_tensor),
            (whole, state.information_state_string, state.information_state_tensor),
        ):
            observer.set_from(state, player)
            assert observer.string_from(state, player) == text(player)
            assert observer.tensor.tolist() == tensor(player)
            assert sum(piece.size for piece in observer.dict.values()) == len(tensor(player))
    environment = rl_environment.Environment(game, observation_type=rl_environment.ObservationType.OBSERVATION)
    environment.seed(4)
    step = environment.reset()
    while not step.last():
        seat = step.observations["current_player"]
        assert len(step.observations["info_state"][seat]) == 28 * 36 + 160
        step = environment.step([step.observations["legal_actions"][seat][0]])
    assert sorted(step.rewards) == [-0.5, -0.5, 1.0]


def write_playthrough() -> None:
    from open_spiel.python.algorithms import generate_playthrough

    lines = generate_playthrough.playthrough_lines(PLAYTHROUGH_GAME, seed=PLAYTHROUGH_SEED)
    PLAYTHROUGH.write_text("\n".join(lines) + "\n", "utf-8")


CHECKS["write_playthrough"] = write_playthrough


def run_forked(name: str) -> dict[str, object]:
    with tempfile.TemporaryFile() as output:
        child = os.fork()
        if child == 0:
            os.dup2(output.fileno(), 1)
            os.dup2(output.fileno(), 2)
            CHECKS[name]()
            sys.exit()
        _, status = os.waitpid(child, 0)
        output.seek(0)
        return {"status": os.waitstatus_to_exitcode(status), "output": output.read().decode()}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(run_forked(line.strip())), flush=True)
