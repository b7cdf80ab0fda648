"""The Gymnasium environment: Gymnasium's own check, bots as opponents, and what an illegal action does."""

import random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import holi.env
from holi.env import HoliEnv
from holi.env.encoding import END_ID
from holi.game import Config, ConfigError, MalformedError, new_position
from tests.env.views import observation_of
from tests.game.test_views import reshuffled

SETTINGS = [
    {"opponents": "random"},
    {"opponents": ["random", "random"], "players": 3, "seat": 2, "rivalry": 1, "rewards": "rank"},
    {"opponents": "random", "players": 4, "seat": None, "rivalry": ["summit"], "rewards": "score"},
]


def made(**settings):
    return gymnasium.make("Holi-v0", disable_env_checker=True, **settings).unwrapped


def play(game, seed):
    """Random play to the end: the reward, and the position in which the game is over."""
    chance = np.random.default_rng(seed)
    _, info = game.reset(seed=seed)
    over = False
    while not over:
        action = np.int64(chance.choice(np.flatnonzero(info["action_mask"])))
        observation, reward, over, truncated, info = game.step(action)
        assert over or reward == 0
        assert not truncated
        np.testing.assert_array_equal(observation, observation_of(game.position, game.seat))
        np.testing.assert_array_equal(info["action_mask"], game.action_masks())
    assert not info["action_mask"].any()
    return reward, game.position


@pytest.mark.parametrize("settings", SETTINGS)
def test_gymnasium_check_env(settings, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    check_env(made(**settings))


def test_it_is_registered_once_and_made_by_its_module_too():
    holi.env.register()
    assert gymnasium.spec("Holi-v0").entry_point == "holi.env.single:HoliEnv"
    assert isinstance(gymnasium.make("holi.env:Holi-v0").unwrapped, HoliEnv)


@pytest.mark.parametrize("settings", SETTINGS)
def test_whole_games_and_their_rewards(settings):
    game = made(**settings)
    for seed in range(2):
        reward, position = play(game, seed)
        assert position.phase == "over"
        scores = position.scores()
        own = scores[game.seat]
        others = [score.total for seat, score in enumerate(scores) if seat != game.seat]
        expected = {
            "win": 1.0 if own.rank == 1 else -1.0,
            "rank": 2.0 - own.rank,  # among three
            "score": own.total - sum(others) / len(others),
        }[settings.get("rewards", "win")]
        assert reward == pytest.approx(expected)


def test_the_same_seed_gives_the_same_game_against_bots():
    ends = [play(made(opponents="novice", rivalry=2), 3)[1] for _ in range(2)]
    assert ends[0] == ends[1]


def test_the_seat_may_be_any():
    game = made(opponents="random", players=4, seat=None)
    seats = set()
    for seed in range(20):
        game.reset(seed=seed)
        assert game.position.seat == game.seat
        seats.add(game.seat)
    assert seats == {0, 1, 2, 3}


def test_opponents_sit_clockwise_from_the_agent(monkeypatch):
    asked = []

    class Watcher:
        def __init__(self, name):
            self.name = name

        def choose(self, view, legal, movetime):
            asked.append((self.name, view["turn"]["seat"], movetime))
            return legal[0]

    monkeypatch.setattr("holi.env.single.make_bot", lambda level, seed: Watcher(level))
    game = made(opponents=["novice", "casual"], players=3, seat=1, movetime=0.5)
    game.reset(seed=1)
    assert asked == [("casual", 0, 0.5)]
    game.step(np.int64(np.flatnonzero(game.action_masks())[0]))
    assert asked[1] == ("novice", 2, 0.5)


def test_a_bot_is_asked_with_its_own_view_only(monkeypatch):
    views = []

    class Watcher:
        name = "watcher"

        def choose(self, view, legal, movetime):
            views.append(view)
            return legal[0]

    monkeypatch.setattr("holi.env.single.make_bot", lambda level, seed: Watcher())
    made(players=2, seat=1).reset(seed=1)
    assert [type(player["hand"]) for player in views[0]["players"]] == [list, int]


def test_an_illegal_action_ends_the_episode():
    game = made(opponents="random", illegal_reward=-3)
    game.reset(seed=1)
    _, reward, terminated, truncated, info = game.step(np.int64(END_ID))
    assert (reward, terminated, truncated, info["illegal"]) == (-3.0, True, False, True)
    with pytest.raises(ConfigError, match="no episode is going on; call 'reset' before 'step'"):
        game.step(np.int64(0))


def test_hidden_cards_change_nothing_that_the_agent_is_given():
    chance = random.Random(4)
    game, twin = (made(opponents="random", players=3, seat=0) for _ in range(2))
    _, info = game.reset(seed=4)
    over = False
    while not over:
        seen, given = twin.reset(options={"position": reshuffled(game.position, 0, chance)})
        np.testing.assert_array_equal(seen, observation_of(game.position, 0))
        np.testing.assert_array_equal(given["action_mask"], info["action_mask"])
        action = np.int64(chance.choice(np.flatnonzero(info["action_mask"])))
        _, _, over, _, info = game.step(action)


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"opponents": "champion"}, MalformedError, "there is no bot level 'champion'"),
        ({"opponents": ["random"], "players": 3}, ConfigError, "name one level, or 2 of them"),
        ({"seat": 2}, ConfigError, "'seat' is 2; the seats are 0 to 1, or None for any"),
    ],
)
def test_impossible_settings_are_refused(settings, error, message):
    with pytest.raises(error, match=message):
        made(**settings)


def test_a_game_does_not_begin_from_what_is_no_position():
    game = made(opponents="random")
    with pytest.raises(ConfigError, match="the position 7 is no position of a game that goes on"):
        game.reset(options={"position": 7})
    position = new_position(Config(2), "2" * 64)
    game.reset(options={"position": position})
    assert game.position == position
