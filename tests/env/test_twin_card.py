"""A second rivalry card with the same setting as another: no environment knows a card by its name."""

import random
from dataclasses import replace

import numpy as np
import pytest

from holi.env import VectorEnv, raw_env
from holi.game import Config, ConfigError, new_position, rivalry_cards
from tests.env.openspiel.games import played, start

CARDS = ("mirror-dance", "splash", "last-dance", "free-handfuls", "summit", "big-crowd")


@pytest.fixture
def twin(monkeypatch):
    def twin(name: str, **changes) -> str:
        cards = rivalry_cards()
        new = f"{name}-{len(changes)}"  # a name of its own, since what follows from a configuration is cached
        monkeypatch.setitem(cards, new, replace(cards[name], id=new, **changes))
        return new

    return twin


@pytest.mark.parametrize("name", CARDS)
def test_a_card_with_the_same_setting_is_encoded_the_same(twin, name):
    games = [raw_env(players=3, rivalry=[card]) for card in (name, twin(name))]
    for game in games:
        game.reset(seed=3)
    chance = np.random.default_rng(3)
    while not any(games[0].terminations.values()):
        first, second = (game.last()[0] for game in games)
        for key, value in first.items():
            np.testing.assert_array_equal(second[key], value)
        action = int(chance.choice(np.flatnonzero(first["action_mask"])))
        for game in games:
            game.step(action)
    assert games[0].rewards == games[1].rewards


@pytest.mark.parametrize("name", CARDS)
def test_openspiel_plays_it_the_same(twin, name):
    *_, first = played(start(3, (name,)), random.Random(4))
    *_, second = played(start(3, (twin(name),)), random.Random(4))
    assert first.situation.log == second.situation.log
    assert first.situation.holdable == second.situation.holdable


def test_a_vector_draws_it_among_the_others(twin):
    name = twin("rangoli")
    env = VectorEnv(60, rivalry=1)
    env.reset(seed=1)
    drawn = {env.position(game).config.rivalry for game in range(60)}
    assert (name,) in drawn
    other = VectorEnv(1, rivalry=["rangoli"])
    other.reset(seed=1)
    game = next(game for game in range(60) if env.position(game).config.rivalry == (name,))
    np.testing.assert_array_equal(env.observations[game][-61:-40], other.observations[0][-61:-40])


def test_a_card_that_does_something_new_has_no_flag_yet(twin):
    name = twin("summit", points=7)
    game = raw_env(rivalry=[name])
    with pytest.raises(ConfigError, match=f"the rivalry card '{name}' has no flag in observations"):
        game.reset(seed=1)
    assert new_position(Config(2, (name,)), "0" * 64).seat == 0
