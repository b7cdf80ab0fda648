"""Thousands of games at once on the compiled rules: `VectorEnv`.

>>> from holi.env import VectorEnv
>>> env = VectorEnv(games=4, players=3)
>>> env.reset(seed=1)
>>> env.observations.shape, env.masks.shape, env.rewards.shape
((4, 1168), (4, 884), (4, 3))
>>> env.step(env.sample())
>>> env.seats
array([1, 1, 1, 1], dtype=int8)
"""

from __future__ import annotations

import warnings
from itertools import combinations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from holi.env.batch import choose_at_random, first_illegal, reset_games, seed_games, step_games
from holi.env.encoding import ActionEncoding, encoding_of
from holi.env.masks import LEGAL_SIZE, NIBBLE_WORDS, mask_room
from holi.env.observation import BYTE_WORDS, OBSERVATION_SIZE, SUMMARY_SIZE, rivalry_bits
from holi.env.rewards import parse_rewards
from holi.env.settings import EpisodeSettings
from holi.game import Config, ConfigError, IllegalActionError, Position, new_position, rivalry_cards
from holi.game.config import rules_of
from holi.game.errors import quoted
from holi.kernel.layout import MAX_PLAYERS, SCORE_SIZE, STATE_SIZE
from holi.kernel.mode import COMPILED, Ints, copy_of, matrix, plain, vector
from holi.kernel.playouts import random_state

MOST_SEED: Final = 1 << 63
MOST_GAMES_INTERPRETED: Final = 256
SLOW: Final = (
    "so many games are slow in plain Python; set HOLI_MODE=compiled before holi is imported (pip install 'holi[fast]')"
)


class VectorEnv:
    """So many games of the same settings, stepped together; each array has a row for each game.

    `reset` and `step` write into the same arrays every time. Wherever a game ends, the step that ended it tells its
    rewards and that it is terminated, and already shows the first observation of the next game.
    """

    def __init__(self, games: int, **settings: Any) -> None:
        if type(games) is not int or games < 1:
            raise ConfigError(f"'games' is {quoted(games)}; it is a number from 1 on")
        if games > MOST_GAMES_INTERPRETED and not COMPILED:
            warnings.warn(SLOW, RuntimeWarning, stacklevel=2)
        self.settings = EpisodeSettings(**settings)
        self.encoding = encoding_of(self.settings.deck)
        self.games = games
        self.action_count = self.encoding.size
        self.observations: NDArray[np.uint8] = np.zeros((games, OBSERVATION_SIZE), dtype=np.uint8)
        """What the seat to act observes; `holi.env.observation` says what is where."""
        self._mask_memory: NDArray[np.int8] = np.zeros((games, mask_room(self.action_count)), dtype=np.int8)
        self.masks: NDArray[np.int8] = self._mask_memory[:, : self.action_count]
        """1 for each legal action of the seat to act."""
        self.legal_counts: NDArray[np.int32] = np.zeros(games, dtype=np.int32)
        """How many actions are legal."""
        self.seats: NDArray[np.int8] = np.zeros(games, dtype=np.int8)
        """The seat to act."""
        self.rewards: NDArray[np.float32] = np.zeros((games, self.settings.players), dtype=np.float32)
        """Each seat's reward for the last step; other than 0 only where a game ended."""
        self.terminated: NDArray[np.bool_] = np.zeros(games, dtype=np.bool_)
        """Where the last step ended a game."""
        self._actions: NDArray[np.int64] = np.zeros(games, dtype=np.int64)
        self._setting = parse_rewards(self.settings.rewards)
        self._scores = vector([0] * (SCORE_SIZE * MAX_PLAYERS))
        self._states = matrix(games, STATE_SIZE)
        self._variants = vector([0] * games)
        self._randoms = matrix(games, 2)
        self._sampling = random_state(0)
        self._configs = _variants(self.settings)
        self._memory = (
            self._states, self._variants, self._randoms, *self._rule_arguments(), *_work_arguments(self.encoding),
            NIBBLE_WORDS, BYTE_WORDS, self.observations, self.observations.view(np.uint64),
            self.masks, self._mask_memory.view(np.uint32), self.legal_counts, self.seats,
        )  # fmt: skip
        self._started = False

    def _rule_arguments(self) -> tuple[Any, ...]:
        """The first position, the rules and cards of every variant, and how rivalry cards are drawn."""
        start, _ = new_position(self._configs[0], "0" * 64).vectors
        rules = [plain(rules_of(config)) for config in self._configs]
        bank = matrix(len(rules), max(map(len, rules)))
        for number, values in enumerate(rules):
            bank[number][: len(values)] = values
        of_kind_rules = sum(1 << i for i, card in enumerate(rivalry_cards().values()) if card.kind == "rules")
        bits = vector([rivalry_bits(config) for config in self._configs])
        return start, bank, bits, self.settings.cards_drawn, of_kind_rules

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew; the same seed and the same actions give the same games, also among more games.

        Without a seed, the shuffles go on from those before; the first time they are anyone's guess.
        """
        if seed is None and not self._started:
            seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0]) % MOST_SEED
        if seed is not None:
            if not isinstance(seed, int | np.integer) or not 0 <= seed < MOST_SEED:
                raise ConfigError(f"the seed {quoted(seed)} is no whole number from 0 to 2**63 - 1")
            seed_games(self._randoms, random_state(2 * int(seed)))
            self._sampling = random_state(2 * int(seed) + 1)
        self._started = True
        self.rewards[:] = 0
        self.terminated[:] = False
        reset_games(*self._memory)

    def step(self, actions: Any) -> None:
        """Do one action in every game; if one of them is illegal, nothing is done in any."""
        if not self._started:
            raise IllegalActionError("no game has begun; call 'reset' before 'step'")
        chosen = np.asarray(actions)
        if chosen.shape != (self.games,) or not np.issubdtype(chosen.dtype, np.integer):
            raise IllegalActionError(
                f"the actions have the shape {chosen.shape} and the type {chosen.dtype}; "
                f"there are {self.games} games, each with one whole number"
            )
        self._actions[:] = chosen
        wrong = int(first_illegal(self._actions, self.masks))
        if wrong >= 0:
            raise IllegalActionError(
                f"the action {int(chosen[wrong])} of game {wrong} is not legal now; choose one that its mask allows"
            )
        step_games(self._actions, self._setting, self._scores, self.rewards, self.terminated, *self._memory)

    def sample(self) -> NDArray[np.int64]:
        """A legal action for every game, all of them equally likely; in an array that the next call fills again."""
        choose_at_random(self._mask_memory.view(np.uint32), self.legal_counts, self._sampling, self._actions)
        return self._actions

    def position(self, game: int) -> Position:
        """The whole position of a game, with all that is hidden: to look at, not to learn from."""
        config = self._configs[int(self._variants[game])]
        return Position(config, copy_of(self._states[game]))


def _variants(settings: EpisodeSettings) -> list[Config]:
    """Every configuration that a game may have, in the order of its rivalry bits."""
    if not settings.draws_rivalry:
        return [settings.config_for("0" * 64)]
    cards = rivalry_cards()
    sets = [
        names
        for names in combinations(cards, settings.cards_drawn)
        if sum(cards[name].kind == "rules" for name in names) <= 1  # R2.2
    ]
    configs = [Config(settings.players, names, settings.deck, settings.tie_break) for names in sets]
    return sorted(configs, key=rivalry_bits)


def _work_arguments(encoding: ActionEncoding) -> tuple[Ints, Ints, Ints, Ints, Ints]:
    """The action space and room to work in."""
    pool, legal, face_ups, summary = (vector([0] * room) for room in (16, LEGAL_SIZE, encoding.size, SUMMARY_SIZE))
    return pool, encoding.vector, legal, face_ups, summary
