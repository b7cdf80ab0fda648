"""The Gymnasium environment: one seat learns, bots play the others.

>>> import gymnasium
>>> import holi.env
>>> game = gymnasium.make("Holi-v0", opponents="casual")
>>> observation, info = game.reset(seed=1)
>>> observation.shape, int(info["action_mask"].sum())
((1168,), 4)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium import Env
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from holi.bots import Bot, make_bot
from holi.env.episode import Episode
from holi.env.observation import OBSERVATION_SIZE, highest_values
from holi.env.rendering import FRAMES_PER_SECOND, RENDER_MODES, Screen
from holi.env.settings import EpisodeSettings
from holi.game import ConfigError, Deck, Position, complete_deck, view_to_json
from holi.game.errors import quoted

MOST_BOT_SEED = 1 << 31


class HoliEnv(Env[NDArray[np.uint8], np.int64]):
    """One seat against bots; an episode is one game, and an illegal action ends it with `illegal_reward`."""

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": list(RENDER_MODES),
        "render_fps": FRAMES_PER_SECOND,
    }

    def __init__(
        self,
        opponents: str | Sequence[str] = "casual",
        players: int = 2,
        seat: int | None = 0,
        rivalry: Sequence[str] | int = (),
        deck: Deck | None = None,
        tie_break: str = "player-order",
        rewards: str = "win",
        illegal_reward: float = -1.0,
        movetime: float = 0.1,
        render_mode: str | None = None,
    ) -> None:
        """`opponents` is one level for all others, or one for each, clockwise from the agent; `seat` None is any."""
        self.settings = EpisodeSettings(players, rivalry, deck or complete_deck(), tie_break, rewards)
        self.opponents = (opponents,) * (players - 1) if isinstance(opponents, str) else tuple(opponents)
        if len(self.opponents) != players - 1:
            raise ConfigError(f"'opponents' is {quoted(opponents)}; name one level, or {players - 1} of them")
        for level in self.opponents:
            make_bot(level, 0)  # refuses a level that does not exist
        if seat is not None and (type(seat) is not int or not 0 <= seat < players):
            raise ConfigError(f"'seat' is {quoted(seat)}; the seats are 0 to {players - 1}, or None for any")
        self.seat = seat if seat is not None else 0
        """The agent's seat in this episode."""
        self._any_seat = seat is None
        self._illegal_reward = float(illegal_reward)
        self._movetime = movetime
        self.render_mode = render_mode
        self._screen = Screen(render_mode)
        self._bots: list[Bot] = []
        self._stopped = True
        self.action_space = Discrete(self.settings.encoding.size)
        self.observation_space = Box(np.zeros(OBSERVATION_SIZE, np.uint8), highest_values(), dtype=np.uint8)

    @property
    def position(self) -> Position:
        """The whole position, with all that is hidden from the agent: to look at, not to learn from."""
        return self._episode.position

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begin a new game, up to the agent's first choice; `options={"position": ...}` begins from there."""
        super().reset(seed=seed)
        shuffle = self.np_random.bytes(32).hex()
        if self._any_seat:
            self.seat = int(self.np_random.integers(self.settings.players))
        self._bots = [make_bot(level, int(self.np_random.integers(MOST_BOT_SEED))) for level in self.opponents]
        position = (options or {}).get("position")
        if position is None:
            self._episode = Episode.from_seed(self.settings, shuffle)
        elif isinstance(position, Position) and position.phase != "over":
            self._episode = Episode(self.settings, position)
        else:
            raise ConfigError(f"the position {quoted(position)} is no position of a game that goes on")
        self._stopped = False
        self._let_bots_play()
        self._show()
        return self._observation(), self._info()

    def step(self, action: np.int64) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Do an action, and let the bots play until the agent is to act again or the game is over."""
        if self._stopped:
            raise ConfigError("no episode is going on; call 'reset' before 'step'")
        if not self._episode.is_legal(int(action)):
            self._stopped = True
            return self._observation(), self._illegal_reward, True, False, {**self._info(), "illegal": True}
        self._episode.do(int(action))
        self._let_bots_play()
        self._stopped = self._episode.over
        self._show()
        reward = self._episode.rewards()[self.seat]
        return self._observation(), reward, self._stopped, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, as `MaskablePPO` of sb3-contrib asks for it."""
        return self._episode.mask(self.seat).astype(np.bool_)

    def _let_bots_play(self) -> None:
        while not self._episode.over and self._episode.seat != self.seat:
            position = self._episode.position
            seat = self._episode.seat
            bot = self._bots[(seat - self.seat - 1) % self.settings.players]
            action = bot.choose(view_to_json(position, seat), position.legal_actions(), self._movetime)
            self._episode.do(self.settings.encoding.id_of(action, position))

    def _observation(self) -> NDArray[np.uint8]:
        return self._episode.observation(self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._episode.mask(self.seat)}

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The tower as everybody may see it, in the render mode."""
        return self._screen.show(self.position)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._screen.close()
