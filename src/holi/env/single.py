"""The Gymnasium environment: one seat learns, opponents play the others.

>>> import gymnasium
>>> import holi.env
>>> game = gymnasium.make("Holi-v0", opponents="casual")
>>> observation, info = game.reset(seed=1)
>>> observation.shape, int(info["action_mask"].sum())
((1168,), 4)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from gymnasium import Env
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from holi.bots import Bot, make_bot
from holi.env.encoding import END_ID
from holi.env.episode import EpisodeEnv, EpisodeSettings
from holi.env.observation import OBSERVATION_SIZE, highest_values
from holi.env.policy import Policy
from holi.env.rendering.modes import Screen
from holi.game import ConfigError, Deck, complete_deck, view_to_json
from holi.game.errors import quoted

MOST_BOT_SEED = 1 << 31

Opponent: TypeAlias = str | Bot | Policy
"""A level of our bots, a bot of one's own, or a function from observation and mask to an action's id."""


class HoliEnv(EpisodeEnv, Env[NDArray[np.uint8], np.int64]):
    """One seat against opponents; an episode is one game, and an illegal action ends it with `illegal_reward`."""

    def __init__(
        self,
        opponents: Opponent | Sequence[Opponent] = "casual",
        players: int = 2,
        seat: int | None = 0,
        deck: Deck | None = None,
        illegal_reward: float = -1.0,
        movetime: float = 0.1,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        """`opponents` is one for all others, or one for each, clockwise from the agent; `seat` None is any."""
        self.settings = EpisodeSettings(players, deck=deck or complete_deck(), **settings)
        if isinstance(opponents, str) or not isinstance(opponents, Sequence):
            opponents = (opponents,) * (players - 1)
        self.opponents = tuple(opponents)
        if len(self.opponents) != players - 1:
            raise ConfigError(f"'opponents' is {quoted(opponents)}; give one for all, or {players - 1} of them")
        for opponent in self.opponents:
            self._seated(opponent, 0)  # refuses a level that does not exist
        if seat is not None and (type(seat) is not int or not 0 <= seat < players):
            raise ConfigError(f"'seat' is {quoted(seat)}; the seats are 0 to {players - 1}, or None for any")
        self.seat = seat if seat is not None else 0
        self._any_seat = seat is None
        self._illegal_reward = float(illegal_reward)
        self._movetime = movetime
        self.render_mode = render_mode
        self._screen = Screen(render_mode)
        self._stopped = True
        self.action_space = Discrete(self.settings.encoding.size)
        self.observation_space = Box(np.zeros(OBSERVATION_SIZE, np.uint8), highest_values(), dtype=np.uint8)

    @staticmethod
    def _seated(opponent: Any, seed: int) -> Any:
        """A new bot for a level; opponents of one's own stay as they are."""
        return opponent if callable(opponent) or hasattr(opponent, "turn") else make_bot(opponent, seed)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begin a new game, up to the agent's first choice; `options={"position": ...}` begins from there."""
        super().reset(seed=seed)
        self._begin(self.np_random, options)
        if self._any_seat:
            self.seat = int(self.np_random.integers(self.settings.players))
        seeds = [int(self.np_random.integers(MOST_BOT_SEED)) for _ in self.opponents]
        self._bots = [self._seated(*opponent) for opponent in zip(self.opponents, seeds, strict=True)]
        self._stopped = False
        self._let_opponents_play()
        self._show()
        return self._observation(), self._info()

    def step(self, action: np.int64) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Do an action, and let the opponents play until the agent is to act again or the game is over."""
        if self._stopped:
            raise ConfigError("no episode is going on; call 'reset' before 'step'")
        if not self._episode.is_legal(int(action)):
            self._stopped = True
            return self._observation(), self._illegal_reward, True, False, {**self._info(), "illegal": True}
        self._episode.do(int(action))
        self._let_opponents_play()
        self._stopped = self._episode.over
        self._show()
        reward = self._episode.rewards()[self.seat]
        return self._observation(), reward, self._stopped, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, as `MaskablePPO` of sb3-contrib asks for it."""
        return self._mask().astype(np.bool_)

    def _let_opponents_play(self) -> None:
        episode = self._episode
        while not episode.over and episode.seat != self.seat:
            seat = episode.seat
            opponent = self._bots[(seat - self.seat - 1) % self.settings.players]
            if hasattr(opponent, "turn"):
                for action in opponent.turn(view_to_json(episode.position, seat), self._movetime):
                    episode.do(episode.encoding.id_of(action, episode.position))
            else:
                episode.do(int(opponent(episode.observation(seat), episode.mask(seat))))

    def _observation(self) -> NDArray[np.uint8]:
        return self._episode.observation(self.seat)

    def _mask(self) -> NDArray[np.int8]:
        """The legal actions. After the end there is one, which nobody does: samplers need at least one."""
        mask = self._episode.mask(self.seat)
        mask[END_ID] |= self._episode.over
        return mask

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask()}
