"""The PettingZoo environment: PettingZoo's own tests, whole games, rewards, and what an illegal action does."""

import copy
import pickle
import random

import numpy as np
import pettingzoo
import pytest

from holi.env import env, raw_env
from holi.env.rendering.text import position_text
from holi.game import Config, ConfigError, IllegalActionError, Position, load_deck, new_position, parse_deck
from tests.env.suites import api_test, render_test, seed_test
from tests.game.test_views import reshuffled

SETTINGS = [
    {},
    {"players": 3, "rivalry": 2, "rewards": "rank"},
    {"players": 4, "rivalry": ["mirror-dance", "splash"], "rewards": "score"},
]
OWN_DECK = parse_deck({"name": "own", "cards": {str(number): "#.#/.*./#.#" for number in range(1, 14)}})

# `api_test` knows by name which of PettingZoo's own environments have masks, and warns about all others.
MASKS_ARE_FINE = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
)


def play(game, seed):
    """Random play to the end; every agent's rewards, added up, and the number of steps."""
    game.reset(seed=seed)
    chance = np.random.default_rng(seed)
    total = dict.fromkeys(game.possible_agents, 0.0)
    steps = 0
    for agent in game.agent_iter():
        observation, reward, termination, truncation, _ = game.last()
        total[agent] += reward
        assert not truncation
        action = None if termination else int(chance.choice(np.flatnonzero(observation["action_mask"])))
        game.step(action)
        steps += action is not None
    return total, steps


@MASKS_ARE_FINE
@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("make", [env, raw_env])
def test_pettingzoo_api_test(make, settings, capsys):
    api_test(make(**settings), num_cycles=200)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("settings", SETTINGS)
def test_pettingzoo_seed_test(settings):
    seed_test(lambda: env(**settings), num_cycles=200)


def test_pettingzoo_render_test(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("holi.env.rendering.modes.FRAMES_PER_SECOND", 1000)
    render_test(env)


@pytest.mark.parametrize("settings", SETTINGS)
def test_rewards_come_at_the_end_and_add_up_to_nothing(settings):
    game = raw_env(**settings)
    total, steps = play(game, 5)
    scores = game.position.scores()
    assert steps <= game.settings.players * (1 + 13 * 4)
    assert sum(total.values()) == pytest.approx(0)
    best = max(total, key=total.__getitem__)
    if settings.get("rewards") == "score":
        others = [sum(score.total for score in scores) - score.total for score in scores]
        expected = [score.total - rest / (len(scores) - 1) for score, rest in zip(scores, others, strict=True)]
        assert list(total.values()) == pytest.approx(expected)
    elif settings.get("rewards") == "rank":
        assert [total[f"player_{seat}"] for seat in range(3)] == [2 - score.rank for score in scores]
    else:
        assert best == f"player_{next(seat for seat, score in enumerate(scores) if score.rank == 1)}"
        assert sorted(total.values()) == [-1, 1]


def test_winning_among_four_is_worth_what_the_three_others_lose():
    total, _ = play(raw_env(players=4), 1)
    assert sorted(total.values()) == pytest.approx([-1 / 3] * 3 + [1])


def test_the_same_seed_gives_the_same_cards_and_the_next_game_others():
    first, second = raw_env(players=3, rivalry=3), raw_env(players=3, rivalry=3)
    first.reset(seed=7)
    second.reset(seed=7)
    assert first.position == second.position
    start = first.position
    first.reset()
    assert first.position != start
    second.reset()
    assert first.position == second.position


def test_drawn_rivalry_cards_differ_from_game_to_game():
    game = raw_env(rivalry=2)
    drawn = set()
    for seed in range(20):
        game.reset(seed=seed)
        assert len(game.position.config.rivalry) == 2
        drawn.add(game.position.config.rivalry)
    assert len(drawn) > 15


def test_an_illegal_action_ends_a_wrapped_game_and_raises_in_a_raw_one():
    game, raw = env(), raw_env()
    for one in (game, raw):
        one.reset(seed=1)
    with pytest.raises(IllegalActionError, match="the action 509 is not legal now"):
        raw.step(509)
    with pytest.raises(IllegalActionError, match="'Me5' of player_0 is no whole number"):
        raw.step("Me5")
    assert raw.position.phase == "setup"
    game.step(509)
    rewards = {}
    for agent in game.agent_iter():
        _, reward, termination, truncation, _ = game.last()
        assert termination and truncation
        rewards[agent] = reward
        game.step(None)
    assert rewards == {"player_0": -1.0, "player_1": 0.0}


def test_a_game_can_begin_from_a_position():
    game = raw_env(players=3)
    position = new_position(Config(3, ("rangoli",)), "1" * 64)
    game.reset(options={"position": position})
    assert game.position == position
    with pytest.raises(ConfigError, match="other players or another deck"):
        game.reset(options={"position": new_position(Config(2), "1" * 64)})
    with pytest.raises(ConfigError, match="the position 'Sa1' is no position"):
        game.reset(options={"position": "Sa1"})


@pytest.mark.parametrize("players", [2, 4])
def test_hidden_cards_change_nothing_that_an_agent_is_given(players):
    chance = random.Random(players)
    game, twin = raw_env(players=players, rivalry=["rangoli"]), raw_env(players=players, rivalry=["rangoli"])
    game.reset(seed=players)
    for _ in range(20 * players):
        for seat, agent in enumerate(game.agents):
            twin.reset(options={"position": reshuffled(game.position, seat, chance)})
            for key, value in game.observe(agent).items():
                np.testing.assert_array_equal(twin.observe(agent)[key], value)
        game.step(int(chance.choice(np.flatnonzero(game.last()[0]["action_mask"]))))


def test_a_deck_of_ones_own_has_its_own_action_space(tmp_path):
    game = env(deck=OWN_DECK)
    total, _ = play(game, 2)
    assert game.action_space("player_0").n == 510 + 13 * 15  # the same four targets in every turn: 15 parts of them
    assert sum(total.values()) == 0
    with pytest.raises(ConfigError, match=r"'deck' is 'mine\.toml'; make a deck with"):
        env(deck="mine.toml")
    with pytest.raises(ConfigError, match="cannot be read"):
        load_deck(tmp_path / "mine.toml")


def test_pettingzoo_finds_it_in_its_registry():
    if not hasattr(pettingzoo, "aec_registry"):  # new in PettingZoo 1.27
        assert pettingzoo.__version__ < "1.27"
        return
    game = pettingzoo.make("aec", "holi_v0", players=3)
    assert str(game) == "holi_v0"
    assert game.possible_agents == ["player_0", "player_1", "player_2"]


@pytest.mark.parametrize("again", [copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
@pytest.mark.parametrize("make", [env, raw_env])
def test_a_copy_in_the_middle_of_a_game_plays_on_exactly_and_on_its_own(make, again):
    game = make(players=3, rivalry=1, rewards="score", render_mode="ansi")
    game.reset(seed=3)
    chance = random.Random(3)
    for _ in range(20):
        game.step(int(chance.choice(np.flatnonzero(game.last()[0]["action_mask"]))))
    before = game.unwrapped.position
    twin = again(game)
    while twin.agents:
        observation, *rest = game.last()
        for key, value in twin.last()[0].items():
            np.testing.assert_array_equal(value, observation[key])
        assert list(twin.last()[1:]) == rest
        assert twin.render() == game.render()
        action = None if rest[1] else int(chance.choice(np.flatnonzero(observation["action_mask"])))
        twin.step(action)
        assert twin.unwrapped.position != game.unwrapped.position or action is None
        game.step(action)
    assert before != game.unwrapped.position
    game.reset()
    twin.reset()
    assert twin.unwrapped.position == game.unwrapped.position


@pytest.mark.parametrize("again", [copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_an_environment_can_be_copied_before_its_first_game(again):
    game = again(raw_env(players=3, rivalry=1, rewards="rank"))
    assert (game.settings.players, game.settings.rivalry, game.settings.rewards) == (3, 1, "rank")


def test_the_state_is_what_all_seats_observe():
    for make in (env, raw_env):
        game = make(players=3)
        game.reset(seed=2)
        for _ in range(12):
            seen = [game.observe(agent)["observation"] for agent in game.possible_agents]
            np.testing.assert_array_equal(game.state().reshape(3, -1), seen)
            assert game.unwrapped.state_space.contains(game.state())
            game.step(int(np.flatnonzero(game.last()[0]["action_mask"])[-1]))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"players": 5}, "'players' is 5"),
        ({"rivalry": 4}, "'rivalry' is 4; 0 to 3 cards can be drawn"),
        ({"rivalry": "rangoli"}, "'rivalry' is 'rangoli'; it is a list of rivalry cards or a number"),
        ({"rivalry": ["tango"]}, "there is no rivalry card 'tango'"),
        ({"rewards": "money"}, "'rewards' is 'money'; it is one of 'win', 'rank', 'score'"),
        ({"render_mode": "film"}, "'render_mode' is 'film'; it is one of 'human', 'rgb_array', 'ansi'"),
    ],
)
def test_impossible_settings_are_refused(settings, message):
    with pytest.raises(ConfigError, match=message):
        env(**settings)


def test_rendering_shows_what_everybody_may_see():
    game = raw_env(players=3, render_mode="ansi")
    game.reset(seed=1)
    for _ in range(3):
        game.step(int(np.flatnonzero(game.last()[0]["action_mask"])[0]))
    text = game.render()
    assert text == position_text(game.position)
    assert "> A player_0: score 0, tokens 25, of others 0, sweets 0, cards 1+12" in text
    assert text.splitlines()[-4] == "  1 A%..%B     1 .*..*.     1 ......"
    assert text.count("%") == 8  # two of the sweets on each of eight spaces of G


def test_rendering_without_a_mode_says_how_to_choose_one():
    game = raw_env()
    game.reset(seed=1)
    with pytest.raises(ConfigError, match="render_mode='ansi'"):
        game.render()


def test_every_token_marker_and_sweet_changes_the_picture():
    game = raw_env(players=4, render_mode="rgb_array")
    game.reset(seed=2)
    chance = np.random.default_rng(2)
    before = game.render()
    assert before.dtype == np.uint8
    for _ in range(120):
        old: Position = game.position
        game.step(int(chance.choice(np.flatnonzero(game.last()[0]["action_mask"]))))
        picture = game.render()
        new = game.position
        seen = [(p.token_rows(level), p.sweets_rows(level)) for p in (old, new) for level in range(3)]
        changed = seen[:3] != seen[3:] or [a.marker for a in old.players] != [a.marker for a in new.players]
        assert not changed or (picture != before).any()
        before = picture
