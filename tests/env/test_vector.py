"""The vector environment: the same games as the others play, in arrays that stay where they are."""

import copy
import hashlib
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

from holi.env import VectorEnv, encoding_of, raw_env
from holi.env.batch import draw_rivalry, reset_games, show_game, variant_with
from holi.env.episode import Episode
from holi.game import ConfigError, IllegalActionError, complete_deck, parse_deck, rivalry_cards
from holi.kernel.mode import vector
from holi.kernel.playouts import random_state
from holi.kernel.setup import deal_hidden
from tests.env.views import observation_of

OWN_DECK = parse_deck({"name": "own", "cards": {str(number): "###/.../..." for number in range(1, 14)}})
SETTINGS = [
    {"players": 2},
    {"players": 3, "rivalry": ["mirror-dance", "splash", "swap-places"], "rewards": "rank"},
    {"players": 4, "rivalry": 3, "rewards": "score", "tie_break": "first-finished"},
    {"players": 2, "deck": OWN_DECK, "rivalry": 1},
]


def stepped(settings, games=2, seed=1):
    """An environment before and after each of many random steps, with the positions and actions they came from."""
    env = VectorEnv(games, **settings)
    env.reset(seed=seed)
    yield env, None
    for _ in range(70 * settings["players"]):
        before = [env.position(game) for game in range(games)]
        actions = env.sample().copy()
        env.step(actions)
        yield env, (before, actions)


@pytest.mark.parametrize("settings", SETTINGS)
def test_every_game_goes_as_the_rules_say(settings):
    space = encoding_of(settings.get("deck", complete_deck()))
    ended = 0
    for env, step in stepped(settings):
        for game in range(env.games):
            position = env.position(game)
            assert env.seats[game] == position.seat
            np.testing.assert_array_equal(env.observations[game], observation_of(position, position.seat))
            assert np.flatnonzero(env.masks[game]).tolist() == space.legal_ids(position)
            assert env.legal_counts[game] == len(position.legal_actions())
            if step is None:
                continue
            before, actions = step
            after, _ = before[game].apply(space.action_of(int(actions[game]), before[game]))
            assert env.terminated[game] == (after.phase == "over")
            if env.terminated[game]:
                ended += 1
                episode = Episode(before[game], settings.get("rewards", "win"))
                episode.do(int(actions[game]))
                np.testing.assert_allclose(env.rewards[game], episode.rewards(), rtol=1e-6)
                assert position.phase == "setup"
                assert len(position.players[0].deck) == 13  # R2.5
            else:
                assert not env.rewards[game].any()
                assert position == after
    assert ended >= 1


def test_the_pettingzoo_environment_gives_the_same_observations_and_masks():
    env = VectorEnv(1, players=3, rivalry=["rangoli"])
    env.reset(seed=3)
    game = raw_env(players=3, rivalry=["rangoli"])
    game.reset(options={"position": env.position(0)})
    while True:
        seen = game.observe(game.agent_selection)
        np.testing.assert_array_equal(env.observations[0], seen["observation"])
        np.testing.assert_array_equal(env.masks[0], seen["action_mask"])
        action = int(env.sample()[0])
        env.step([action])
        game.step(action)
        if env.terminated[0]:
            assert [game.rewards[agent] for agent in game.agents] == pytest.approx(env.rewards[0].tolist())
            break


def test_arrays_stay_where_they_are_and_are_shared_without_copies():
    env = VectorEnv(4)
    kept = {name: getattr(env, name) for name in ("observations", "masks", "rewards", "terminated", "seats")}
    env.reset(seed=1)
    for _ in range(5):
        env.step(env.sample())
    for name, array in kept.items():
        assert getattr(env, name) is array
        assert array.flags["C_CONTIGUOUS"] and array.flags["WRITEABLE"]
        if array.dtype != np.bool_:
            shared = np.from_dlpack(array)  # what torch.from_dlpack and torch.from_numpy take as it is
            assert shared.ctypes.data == array.ctypes.data
            assert shared.strides == array.strides
    assert kept["observations"].any() and kept["masks"].any()


def test_the_same_seed_gives_the_same_games_also_among_more_games():
    few, many = VectorEnv(2, players=3, rivalry=2), VectorEnv(5, players=3, rivalry=2)
    few.reset(seed=11)
    many.reset(seed=11)
    for _ in range(200):
        np.testing.assert_array_equal(few.observations, many.observations[:2])
        actions = many.sample().copy()
        many.step(actions)
        few.step(actions[:2])
    other = VectorEnv(2, players=3, rivalry=2)
    other.reset(seed=12)
    few.reset(seed=11)
    assert few.position(0) != other.position(0)


def test_games_are_shuffled_apart_and_anew():
    env = VectorEnv(6)
    env.reset(seed=1)
    first = [env.position(game) for game in range(6)]
    assert len({position.players[0].deck for position in first}) == 6
    env.reset()
    assert [env.position(game) for game in range(6)] != first
    unseeded = [VectorEnv(1), VectorEnv(1)]
    for one in unseeded:
        one.reset()
    assert unseeded[0].position(0) != unseeded[1].position(0)


def test_an_illegal_action_changes_no_game():
    env = VectorEnv(3)
    env.reset(seed=1)
    before = [env.position(game) for game in range(3)]
    actions = env.sample().copy()
    for wrong in (509, -1, 884, 10**9):
        actions[1] = wrong
        with pytest.raises(IllegalActionError, match=f"the action {wrong} of game 1 is not legal now"):
            env.step(actions)
    assert [env.position(game) for game in range(3)] == before
    with pytest.raises(IllegalActionError, match=r"the shape \(2,\) and the type int64; there are 3 games"):
        env.step(actions[:2])
    with pytest.raises(IllegalActionError, match="the type float64"):
        env.step(actions.astype(float))
    with pytest.raises(IllegalActionError, match="call 'reset' before 'step'"):
        VectorEnv(3).step(actions)


@pytest.mark.parametrize("games", [0, -1, 2.0, "many"])
def test_a_number_of_games_that_is_none_is_refused(games):
    with pytest.raises(ConfigError, match="'games' is"):
        VectorEnv(games)


@pytest.mark.parametrize("seed", [-1, 1 << 63, "x", 0.5])
def test_a_seed_that_is_none_is_refused(seed):
    with pytest.raises(ConfigError, match="the seed"):
        VectorEnv(1).reset(seed=seed)


def test_sampled_actions_are_legal_and_equally_likely():
    env = VectorEnv(1)
    env.reset(seed=5)
    for _ in range(2):
        env.step(env.sample())
    legal = np.flatnonzero(env.masks[0])
    tries = 100 * len(legal)
    counts = np.bincount([int(env.sample()[0]) for _ in range(tries)], minlength=env.action_count)
    assert counts[legal].sum() == tries
    assert np.abs(counts[legal] - 100).max() < 6 * 10  # six standard deviations


@pytest.mark.parametrize("count", [1, 2, 3])
def test_rivalry_cards_are_drawn_as_the_seed_of_a_game_draws_them(count):
    cards = rivalry_cards()
    of_kind_rules = sum(1 << i for i, card in enumerate(cards.values()) if card.kind == "rules")
    chance = random_state(count)
    tries = 4000
    with_rules = 0
    for _ in range(tries):
        drawn = draw_rivalry(chance, count, len(cards), of_kind_rules)
        assert drawn.bit_count() == count
        assert (drawn & of_kind_rules).bit_count() <= 1
        with_rules += drawn & of_kind_rules != 0
    # No card of kind "rules" comes among the first `count` only if all of these are of the 13 others.
    without = np.prod([(13 - i) / (21 - i) for i in range(count)])
    assert abs(with_rules / tries - (1 - without)) < 6 * 0.5 / tries**0.5


def test_every_variant_is_found_by_its_cards():
    bits = vector([3, 5, 9, 17, 33])
    assert [variant_with(bits, wanted) for wanted in (3, 5, 9, 17, 33)] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("players", [2, 4])
def test_hidden_cards_change_neither_observations_nor_masks(players):
    env = VectorEnv(2, players=players, rivalry=1)
    env.reset(seed=players)
    chance, pool = random_state(9), vector([0] * 16)
    for _ in range(60):
        env.step(env.sample())
        twins = VectorEnv(2, players=players, rivalry=1)
        twins.reset(seed=0)
        for game in range(2):
            state, rules = env.position(game).vectors
            deal_hidden(state, rules, int(env.seats[game]), chance, pool)
            show(twins, game, state, int(env._memory.variants[game]))
        assert [twins.position(game) for game in range(2)] != [env.position(game) for game in range(2)]
        np.testing.assert_array_equal(twins.observations, env.observations)
        np.testing.assert_array_equal(twins.masks, env.masks)


def show(env, game, state, variant):
    """Put a position in place of a game's and write its observation and mask, as the environment does."""
    env._memory.states[game][:] = list(state)
    env._memory.variants[game] = variant
    show_game(env._memory, game)


def test_many_games_without_compiled_rules_are_warned_about(monkeypatch):
    monkeypatch.setattr("holi.env.vector.COMPILED", False)
    with pytest.warns(RuntimeWarning, match="set HOLI_MODE=compiled"):
        VectorEnv(257)


PROGRAM = """
import hashlib
from holi.env import VectorEnv
digest = hashlib.sha256()
for settings in ({"players": 2}, {"players": 4, "rivalry": 3, "rewards": "score"}):
    env = VectorEnv(5, **settings)
    env.reset(seed=8)
    for _ in range(250):
        env.step(env.sample())
        for array in (env.observations, env.masks, env.rewards, env.terminated, env.seats, env.legal_counts):
            digest.update(array.tobytes())
print(digest.hexdigest())
"""


def test_compiled_games_are_the_same_games():
    digests = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM], env={**os.environ, "HOLI_MODE": mode}, capture_output=True, check=True
        ).stdout
        for mode in ("interpreted", "compiled")
    }
    assert len(digests) == 1
    assert len(digests.pop().strip()) == len(hashlib.sha256().hexdigest())


def test_a_reset_writes_every_row():
    env = VectorEnv(3, players=3)
    env.reset(seed=1)
    env.observations[:] = 0
    env.masks[:] = 0
    reset_games(env._memory)
    assert env.observations.any(axis=1).all()
    assert env.masks.sum(axis=1).tolist() == [4, 4, 4]


ARRAYS = ("observations", "masks", "legal_counts", "seats", "rewards", "terminated")


@pytest.mark.parametrize("again", [copy.deepcopy, *range(2, pickle.HIGHEST_PROTOCOL + 1)])
@pytest.mark.parametrize("settings", [{}, SETTINGS[2], SETTINGS[3]])
def test_a_copy_plays_on_exactly_and_on_its_own(settings, again):
    env = VectorEnv(3, **settings)
    env.reset(seed=4)
    for _ in range(30):
        env.step(env.sample())
    copies = again(env) if callable(again) else pickle.loads(pickle.dumps(env, again))
    for _ in range(150):
        actions = env.sample().copy()
        np.testing.assert_array_equal(copies.sample(), actions)
        env.step(actions)
        copies.step(actions)
        for name in ARRAYS:
            np.testing.assert_array_equal(getattr(copies, name), getattr(env, name))
    before = {name: getattr(env, name).copy() for name in ARRAYS}
    copies.reset(seed=5)
    copies.step(copies.sample())
    for name, value in before.items():
        np.testing.assert_array_equal(getattr(env, name), value)
