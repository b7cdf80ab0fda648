"""One game from the environments' side: numbered actions in, observations, masks and rewards out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from holi.env.encoding import action_code
from holi.env.masks import LEGAL_SIZE, mask_of, summarize_legal
from holi.env.observation import SUMMARY_SIZE, expand, rivalry_bits, summarize
from holi.env.rewards import parse_rewards, write_rewards
from holi.env.settings import EpisodeSettings
from holi.game import Config, ConfigError, IllegalActionError, Position, new_position
from holi.game.errors import quoted
from holi.kernel.actions import apply_action
from holi.kernel.layout import MAX_PLAYERS, OVER, PHASE, SCORE_SIZE, SEAT, SQUARE
from holi.kernel.mode import copy_of, floats, vector


class Episode:
    """A game of these settings from a position on; it changes as actions are done."""

    def __init__(self, settings: EpisodeSettings, position: Position) -> None:
        config = position.config
        if (config.players, config.deck) != (settings.players, settings.deck):
            raise ConfigError("the position has other players or another deck than the environment")
        self.config: Config = config
        self._encoding = settings.encoding
        self._setting = parse_rewards(settings.rewards)
        self._state, self._rules = position.vectors
        self._rivalry = rivalry_bits(config)
        self._summary = vector([0] * SUMMARY_SIZE)
        self._short = vector([0] * LEGAL_SIZE)
        self._face_ups = vector([0] * self._encoding.size)
        self._mask: NDArray[np.int8] | None = None

    @classmethod
    def from_seed(cls, settings: EpisodeSettings, seed: str) -> Episode:
        """The game that a seed of 64 hex digits shuffles (F2)."""
        return cls(settings, new_position(settings.config_for(seed), seed))

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self._state[PHASE] == OVER)

    @property
    def seat(self) -> int:
        """The seat to act."""
        return int(self._state[SEAT])

    @property
    def position(self) -> Position:
        """The whole position, with all that is hidden."""
        return Position(self.config, copy_of(self._state))

    def is_legal(self, action: int) -> bool:
        """Whether the seat to act may do the action with this id."""
        return 0 <= action < self._encoding.size and bool(self._legal_mask()[action])

    def _legal_mask(self) -> NDArray[np.int8]:
        """The mask of the seat to act, made once a step."""
        if self._mask is None:
            count = summarize_legal(self._state, self._rules, self._encoding.vector, self._short, self._face_ups)
            self._mask = mask_of(self._encoding, self._short, self._face_ups, count)
        return self._mask

    def observation(self, seat: int) -> NDArray[np.uint8]:
        """What a seat observes, in a new array."""
        summarize(self._state, self._rules, seat, self._rivalry, self._summary)
        return expand(self._summary)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """1 for each action that is legal for the seat, in a new array; all zeros if another one is to act."""
        if seat == self.seat and not self.over:
            return self._legal_mask().copy()
        return np.zeros(self._encoding.size, dtype=np.int8)

    def do(self, action: int) -> None:
        """Do the action with this id; an illegal one raises and changes nothing."""
        if not self.is_legal(action):
            raise IllegalActionError(f"the action {quoted(action)} is not legal now; choose one that the mask allows")
        square = self._state[SQUARE + self._state[SEAT]]
        apply_action(self._state, self._rules, action_code(action, square, self._encoding.vector))
        self._mask = None

    def rewards(self) -> list[float]:
        """Every seat's reward: 0 until the game is over."""
        out = floats([0.0] * self.config.players)
        if self.over:
            scores = vector([0] * (SCORE_SIZE * MAX_PLAYERS))
            write_rewards(self._state, self._rules, self._setting, scores, out)
        return [float(value) for value in out]
