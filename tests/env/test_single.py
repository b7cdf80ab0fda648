"""The Gymnasium environment: Gymnasium's own check, bots as opponents, and what an illegal action does."""

import random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import holi.env
from holi.bots import make_bot
from holi.bots.processes.outside import turn_by_choices
from holi.env import HoliEnv, PolicyBot, encoding_of
from holi.env.encoding import END_ID
from holi.game import (
    Config,
    ConfigError,
    IllegalActionError,
    MalformedError,
    complete_deck,
    new_position,
    position_from_view,
)
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
    assert np.flatnonzero(info["action_mask"]).tolist() == [END_ID]
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

        def turn(self, view, movetime):
            asked.append((self.name, view["turn"]["seat"], movetime))
            return make_bot("random", 1).turn(view, movetime)

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

        def turn(self, view, movetime):
            views.append(view)
            return make_bot("random", 1).turn(view, movetime)

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
        ({"opponents": ["random"], "players": 3}, ConfigError, "give one for all, or 2 of them"),
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


def test_gymnasium_resets_vectors_of_it_under_ordinary_masked_sampling():
    games = gymnasium.make_vec("Holi-v0", num_envs=2, opponents="random")
    chance = np.random.default_rng(1)
    _, info = games.reset(seed=1)
    ended = 0
    while ended < 3:
        actions = np.array([chance.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])
        _, _, terminated, _, info = games.step(actions)
        ended += terminated.sum()


def last_legal(observation, mask):
    """A policy: the legal action with the highest id."""
    assert observation.shape == (1168,)
    return int(np.flatnonzero(mask)[-1])


class LastBot:
    name = "last"

    def turn(self, view, movetime):
        return turn_by_choices(self.last, view, movetime)

    def last(self, view, legal, movetime):
        space = encoding_of(complete_deck())
        position = position_from_view(view)
        return max(legal, key=lambda action: space.id_of(action, position))


def test_an_opponent_of_ones_own_is_a_bot_or_a_function():
    ends = [
        play(made(opponents=opponents, players=3, seat=1, rivalry=1), 6)
        for opponents in (last_legal, LastBot(), PolicyBot(last_legal), [last_legal, LastBot()])
    ]
    assert all(end == ends[0] for end in ends)
    assert ends[0] != play(made(opponents="random", players=3, seat=1, rivalry=1), 6)


def test_an_opponent_that_does_something_illegal_is_told_so():
    for opponent in (lambda observation, mask: 0, PolicyBot(lambda observation, mask: 0)):
        with pytest.raises(IllegalActionError, match="the action 0 is not legal now"):
            made(opponents=opponent, seat=1).reset(seed=1)


def test_what_is_no_opponent_is_refused():
    with pytest.raises(MalformedError, match="there is no bot level 7"):
        made(opponents=[7])
