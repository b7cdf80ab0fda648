"""The seeded generator and random play: uniform, reproducible, and the same at both speeds."""

import json
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from math import sqrt

import pytest

from holi.game import Action, Config, Position, new_position, parse_action, position_to_json
from holi.kernel.layout import OVER, PHASE, SEAT
from holi.kernel.mode import plain
from holi.kernel.playouts import below, next_word, random_action, random_playout, random_state
from tests.game.play.perft import stored_cases

DRAWS_PER_OUTCOME = 40


def check_uniform(drawn: Iterable[object], outcomes: set[object]) -> None:
    """Every outcome is drawn, nothing else is, and chi-square is within five standard deviations of its mean."""
    counts = Counter(drawn)
    assert set(counts) == outcomes
    if len(outcomes) == 1:
        return
    expected = counts.total() / len(outcomes)
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    freedom = len(outcomes) - 1
    assert abs(chi_square - freedom) <= 5 * sqrt(2 * freedom)


# The generator


def reference_words(first: int, second: int, count: int) -> list[int]:
    """The generator xoroshiro64** as its authors describe it, in unsigned 32-bit arithmetic."""

    def rotated(word: int, bits: int) -> int:
        return (word << bits | word >> (32 - bits)) % 2**32

    words = []
    for _ in range(count):
        words.append(rotated(first * 0x9E3779BB % 2**32, 5) * 5 % 2**32)
        second ^= first
        first, second = rotated(first, 26) ^ second ^ second << 9 & 0xFFFFFFFF, rotated(second, 13)
    return words


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1, 2**64 + 5, -1])
def test_the_generator_gives_the_words_of_its_published_algorithm(seed):
    state = random_state(seed)
    first, second = plain(state)
    assert (first, second) != (0, 0)
    assert [next_word(state) for _ in range(500)] == reference_words(first, second, 500)


def test_different_seeds_start_different_generators():
    assert len({tuple(plain(random_state(seed))) for seed in range(1000)}) == 1000


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 36, 100])
def test_numbers_below_a_limit_are_uniform(limit):
    state = random_state(limit)
    check_uniform((below(state, limit) for _ in range(DRAWS_PER_OUTCOME * 5 * limit)), set(range(limit)))


def test_numbers_below_a_limit_that_does_not_divide_the_words_are_uniform():
    """8/3 words would fall to each number: without rejection every third number would come up too seldom."""
    limit = 3 * 2**29
    state = random_state(1)
    check_uniform((below(state, limit) % 3 for _ in range(6000)), {0, 1, 2})


# Random actions


def varied_positions() -> dict[str, Position]:
    """The stored positions, and one in which the corners are chosen and one is taken."""
    stored = {case.name: case.position for case in stored_cases()}
    return {**stored, "corners": stored["start, 4 players"].apply(parse_action("Sf1")).position}


@pytest.mark.parametrize("name", varied_positions())
def test_random_actions_are_uniform_over_the_legal_ones(name):
    position = varied_positions()[name]
    legal = position.legal_actions()
    state, rules = position.vectors
    before = plain(state)
    chance = random_state(len(legal))
    codes = [random_action(state, rules, chance) for _ in range(DRAWS_PER_OUTCOME * len(legal))]
    check_uniform((Action.from_code(code) for code in codes), set(legal))
    assert plain(state) == before


# Whole games. The digests are the same at both speeds: this file runs at both.

GOLDEN_PLAYOUTS = {
    (2, (), 1): "ce7227226548754f",
    (3, ("rangoli", "splash"), 2): "9e8d9e6eca75401b",
    (4, ("mirror-dance", "summit", "cloudburst"), 3): "3483edc41c2add12",
    (2, ("last-dance", "swap-places", "helping-hands"), 4): "6930dcc812c7e59f",
    (3, ("short-steps", "open-pockets", "best-friend"), 5): "9820c4ed4d9de516",
    (4, ("free-handfuls", "sharp-aim", "big-crowd"), 6): "7bf2132971376d65",
}


@pytest.mark.parametrize(("players", "rivalry", "seed"), GOLDEN_PLAYOUTS)
def test_the_same_seed_plays_the_same_game_at_both_speeds(players, rivalry, seed):
    config = Config(players, rivalry)
    digest = sha256()
    chance = random_state(seed)
    for number in range(5):
        state, rules = new_position(config, f"{number:064x}").vectors
        actions = random_playout(state, rules, chance)
        assert state[PHASE] == OVER
        final = position_to_json(Position(config, state))
        digest.update(json.dumps([actions, final]).encode())
    assert digest.hexdigest()[:16] == GOLDEN_PLAYOUTS[players, rivalry, seed]


def test_a_playout_is_its_random_actions_one_after_the_other():
    config = Config(3, ("splash", "long-line"))
    start = new_position(config, "7" * 64)
    state, rules = start.vectors
    actions = random_playout(state, rules, random_state(9))
    chance = random_state(9)
    position, steps = start, 0
    while position.phase != "over":
        vectors = position.vectors
        assert vectors[0][SEAT] == position.seat
        position, _ = position.apply(Action.from_code(random_action(*vectors, chance)))
        steps += 1
    assert steps == actions
    assert position == Position(config, state)
