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

from holi.env.batch import Games, choose_at_random, first_illegal, reset_games, seed_games, step_games
from holi.env.episode import EpisodeSettings
from holi.env.masks import LEGAL_SIZE, mask_room
from holi.env.observation import OBSERVATION_SIZE, SUMMARY_SIZE, rivalry_flags
from holi.env.rewards import parse_rewards
from holi.game import Config, ConfigError, IllegalActionError, Position, new_position, rivalry_cards
from holi.game.config import rules_of
from holi.game.errors import quoted
from holi.kernel.layout import MAX_PLAYERS, SCORE_SIZE, STATE_SIZE
from holi.kernel.mode import COMPILED, copy_of, matrix, plain, vector
from holi.kernel.playouts import random_state

MOST_SEED: Final = 1 << 63
MOST_GAMES_INTERPRETED: Final = 256
SLOW: Final = "so many games are slow in plain Python; set HOLI_MODE=compiled before holi is imported (it needs numba)"


class VectorEnv:
    """Many games with the same settings, stepped together; each array has a row for each game.

    `reset` and `step` write into the same arrays every time. The step that ends a game sets its rewards and
    `terminated`, and already shows the first observation of the next game. Copies and pickles play on independently.
    """

    def __init__(self, games: int, **settings: Any) -> None:
        if type(games) is not int or games < 1:
            raise ConfigError(f"'games' is {quoted(games)}; it is a whole number, at least 1")
        if games > MOST_GAMES_INTERPRETED and not COMPILED:
            warnings.warn(SLOW, RuntimeWarning, stacklevel=2)
        self.settings = EpisodeSettings(**settings)
        self.encoding = self.settings.encoding
        self.games = games
        self.action_count = self.encoding.size
        self.observations: NDArray[np.uint8] = np.zeros((games, OBSERVATION_SIZE), dtype=np.uint8)
        """What the seat to act observes; `holi.env.observation` says what is where."""
        self._mask_memory: NDArray[np.int8] = np.zeros((games, mask_room(self.action_count)), dtype=np.int8)
        self.masks: NDArray[np.int8]
        """1 for each legal action of the seat to act."""
        self.legal_counts: NDArray[np.int32] = np.zeros(games, dtype=np.int32)
        self.seats: NDArray[np.int8] = np.zeros(games, dtype=np.int8)
        self.rewards: NDArray[np.float32] = np.zeros((games, self.settings.players), dtype=np.float32)
        """Each seat's reward for the last step; other than 0 only where a game ended."""
        self.terminated: NDArray[np.bool_] = np.zeros(games, dtype=np.bool_)
        """Where the last step ended a game."""
        self._actions: NDArray[np.int64] = np.zeros(games, dtype=np.int64)
        self._sampling = random_state(0)
        self._configs = _variants(self.settings)
        self._started = False
        start, _ = new_position(self._configs[0], "0" * 64).vectors
        self._memory = Games(
            states=matrix(games, STATE_SIZE),
            variants=vector([0] * games),
            randoms=matrix(games, 2),
            start=start,
            rules=_rules_by_variant(self._configs),
            rivalry=vector([_card_bits(config) for config in self._configs]),
            flags=vector([rivalry_flags(config) for config in self._configs]),
            cards_drawn=self.settings.cards_drawn,
            cards=len(rivalry_cards()),
            rules_cards=sum(1 << i for i, card in enumerate(rivalry_cards().values()) if card.kind == "rules"),
            reward_setting=parse_rewards(self.settings.rewards),
            encoding=self.encoding.vector,
            pool=vector([0] * 16),
            legal=vector([0] * LEGAL_SIZE),
            face_ups=vector([0] * self.action_count),
            summary=vector([0] * SUMMARY_SIZE),
            scores=vector([0] * (SCORE_SIZE * MAX_PLAYERS)),
            observations=self.observations,
            legal_counts=self.legal_counts,
            seats=self.seats,
            rewards=self.rewards,
            terminated=self.terminated,
            **self._views(),
        )

    def _views(self) -> dict[str, Any]:
        """Make `masks`, and whatever else the memory has that is part of another array."""
        self.masks = self._mask_memory[:, : self.action_count]
        observation_words, mask_words = self.observations.view(np.uint64), self._mask_memory.view(np.uint32)
        return {"masks": self.masks, "mask_words": mask_words, "observation_words": observation_words}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._memory = self._memory._replace(**self._views())  # copied views are no longer part of their arrays

    def reset(self, seed: int | None = None) -> None:
        """Begin all games; the same seed and the same actions give the same games, also among more games.

        Without a seed, the generators go on from where they are; the first time they are seeded at random.
        """
        if seed is None and not self._started:
            seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0]) % MOST_SEED
        if seed is not None:
            if not isinstance(seed, int | np.integer) or not 0 <= seed < MOST_SEED:
                raise ConfigError(f"the seed {quoted(seed)} is no whole number from 0 to 2**63 - 1")
            seed_games(self._memory.randoms, random_state(2 * int(seed)))
            self._sampling = random_state(2 * int(seed) + 1)
        self._started = True
        self.rewards[:] = 0
        self.terminated[:] = False
        reset_games(self._memory)

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
        step_games(self._memory, self._actions)

    def sample(self) -> NDArray[np.int64]:
        """A legal action for every game, all of them equally likely; in an array that the next call fills again."""
        choose_at_random(self._memory.mask_words, self.legal_counts, self._sampling, self._actions)
        return self._actions

    def position(self, game: int) -> Position:
        """The whole position of a game, with all that is hidden: to look at, not to learn from."""
        config = self._configs[int(self._memory.variants[game])]
        return Position(config, copy_of(self._memory.states[game]))


def _variants(settings: EpisodeSettings) -> list[Config]:
    """Every configuration that a game may have, in the order of its rivalry cards as bits."""
    if not settings.draws_rivalry:
        return [settings.config_for("0" * 64)]
    cards = rivalry_cards()
    sets = [
        names
        for names in combinations(cards, settings.cards_drawn)
        if sum(cards[name].kind == "rules" for name in names) <= 1  # R2.2
    ]
    configs = [Config(settings.players, names, settings.deck, settings.tie_break) for names in sets]
    return sorted(configs, key=_card_bits)


def _card_bits(config: Config) -> int:
    """The rivalry cards in play as bits, in the order of their file."""
    return sum(1 << number for number, name in enumerate(rivalry_cards()) if name in config.rivalry)


def _rules_by_variant(configs: list[Config]) -> Any:
    rules = [plain(rules_of(config)) for config in configs]
    rows = matrix(len(rules), max(map(len, rules)))
    for row, values in zip(rows, rules, strict=True):
        row[: len(values)] = values
    return rows
