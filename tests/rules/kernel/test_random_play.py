"""Random play: the generator, the even choice among the legal actions, and whole games that must never change."""

import pytest

from holi.game import Action, Config, Position, new_position, position_from_json, position_to_json
from holi.kernel.actions import apply_action
from holi.kernel.layout import OVER, PHASE, RULES_VERSION
from holi.kernel.mode import copy_of, plain, vector
from holi.kernel.playouts import below, next_word, nth_space, random_action, random_playout, random_state
from holi.kernel.turns import legal_actions
from tests.rules.boards import after

SEED = "a5" * 32
WORDS = 1 << 32


def test_the_generator_is_xoroshiro64_star_star():
    # The words that the authors' reference implementation gives for the state 1, 2.
    random = vector([1, 2])
    words = [next_word(random) for _ in range(10)]
    assert words[:5] == [3802928447, 813792938, 1618621494, 2955957307, 3252880261]
    assert words[5:] == [1129983909, 2539651700, 1327610908, 1757650787, 2763843748]


def test_a_seed_is_mixed_as_by_splitmix64():
    # The first two outputs of SplitMix64 from the seed 0, cut to 32 bits.
    assert plain(random_state(0)) == [0xE220A8397B1DCDAF % WORDS, 0x6E789E6AA1B965F4 % WORDS]
    assert plain(random_state(12345)) == [2849051040, 4145281261]
    assert plain(random_state(1 << 64)) == plain(random_state(0))


@pytest.mark.parametrize("limit", [1, 2, 7, 1431655766, (1 << 31) - 1])
def test_a_number_below_a_limit_is_uniform_words_that_would_favour_some_are_passed_over(limit):
    random, words = random_state(limit), random_state(limit)
    expected = []
    while len(expected) < 200:
        product = next_word(words) * limit
        if product % WORDS >= WORDS % limit:
            expected.append(product // WORDS)
    assert [below(random, limit) for _ in range(200)] == expected
    assert plain(random) == plain(words)


def test_the_spaces_of_a_board_are_counted_from_the_lowest():
    assert [nth_space(0b101001 << 30, n) for n in range(3)] == [1 << 30, 1 << 33, 1 << 35]


CONFIGS = [
    Config(players=2),
    Config(players=3, rivalry=("short-steps", "cloudburst", "summit")),
    Config(players=4, rivalry=("swap-places", "splash", "sharp-aim")),
    Config(players=2, rivalry=("helping-hands", "mirror-dance", "free-handfuls")),
    Config(players=4, rivalry=("open-pockets", "last-dance", "splash")),
]
NAMES = [f"{config.players} {' '.join(config.rivalry)}" for config in CONFIGS]


@pytest.mark.parametrize("config", CONFIGS, ids=NAMES)
def test_each_legal_action_has_the_same_chance(config):
    state, rules = new_position(config, SEED).vectors
    random = random_state(config.players)
    while state[PHASE] != OVER:
        count = legal_actions(state, rules, state, 0)
        codes = vector([0] * count)
        assert legal_actions(state, rules, codes, count) == count
        number = below(copy_of(random), count)
        action = random_action(state, rules, random)
        assert action == codes[number]
        apply_action(state, rules, action)
    assert legal_actions(state, rules, state, 0) == 0


@pytest.mark.parametrize("room", [0, 1, 5, 40, 60, 61, 62])
def test_no_more_legal_actions_are_written_than_there_is_room_for(room):
    position = after(new_position(Config(players=2), SEED), "Sa1 Sf6")
    state, rules = position.vectors
    before = plain(state)
    count = legal_actions(state, rules, state, 0)
    codes = vector([-1] * (count + 1))
    assert legal_actions(state, rules, codes, room) == count
    written = min(room, count)
    assert plain(codes)[:written] == [action.code for action in position.legal_actions()][:written]
    assert plain(codes)[written:] == [-1] * (count + 1 - written)
    assert plain(state) == before


def test_r7_6_holds_after_every_action_of_a_random_game():
    position = new_position(CONFIGS[2], SEED)
    random = random_state(7)
    while position.phase != "over":
        state, rules = position.vectors
        action = Action.from_code(int(random_action(state, rules, random)))
        position = position.apply(action).position
        assert position_from_json(position_to_json(position)) == position


@pytest.mark.parametrize(
    ("config", "seed", "actions", "totals", "finished"),
    [
        (0, 1, 82, [26, 31], [0, 1]),
        (0, 2, 78, [28, 25], [0, 1]),
        (1, 1, 123, [29, 41, 32], [0, 1, 2]),
        (1, 2, 120, [26, 22, 42], [0, 1, 2]),
        (2, 1, 160, [44, 29, 27, 35], [0, 1, 2, 3]),
        (2, 2, 163, [16, 43, 25, 33], [0, 1, 2, 3]),
        (3, 1, 80, [23, 16], [0, 1]),
        (3, 2, 78, [20, 14], [0, 1]),
        (4, 1, 160, [44, 31, 32, 18], [0, 1, 2, 3]),
        (4, 2, 162, [28, 23, 36, 36], [0, 1, 2, 3]),
    ],
)
def test_the_same_seed_gives_the_same_game_for_ever(config, seed, actions, totals, finished):
    # If a change of the rules is meant to change these, it needs a new rules version.
    assert RULES_VERSION == 2
    state, rules = new_position(CONFIGS[config], SEED).vectors
    assert random_playout(state, rules, random_state(seed)) == actions
    ended = Position(CONFIGS[config], state)
    assert [score.total for score in ended.scores()] == totals
    assert [player.finished for player in ended.players] == finished
