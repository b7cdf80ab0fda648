"""The PettingZoo environment: all seats are agents, and whoever's turn it is acts.

>>> from holi.env import env
>>> game = env(players=3, rivalry=["rangoli"], rewards="rank")
>>> game.reset(seed=1)
>>> observation, reward, termination, truncation, info = game.last()
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((1168,), 4)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import EzPickle, seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from holi.env.episode import Episode
from holi.env.observation import OBSERVATION_SIZE, highest_values
from holi.env.rendering import FRAMES_PER_SECOND, RENDER_MODES, Screen
from holi.env.settings import EpisodeSettings
from holi.game import ConfigError, Deck, IllegalActionError, Position, complete_deck
from holi.game.errors import quoted

ILLEGAL_REWARD = -1.0
WHOLE_NUMBERS = (int, np.integer)

Observation = dict[str, NDArray[Any]]


def env(**settings: Any) -> Any:
    """The environment with PettingZoo's usual wrappers: an illegal action ends the episode with a reward of -1."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(**settings), illegal_reward=ILLEGAL_REWARD)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name, and it has no types
    """The environment itself; an illegal action raises `IllegalActionError`."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(RENDER_MODES),
        "name": "holi_v0",
        "is_parallelizable": False,
        "render_fps": FRAMES_PER_SECOND,
    }

    def __init__(
        self,
        players: int = 2,
        rivalry: Sequence[str] | int = (),
        deck: Deck | None = None,
        tie_break: str = "player-order",
        rewards: str = "win",
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, players, rivalry, deck, tie_break, rewards, render_mode)
        super().__init__()
        self.settings = EpisodeSettings(players, rivalry, deck or complete_deck(), tie_break, rewards)
        self.render_mode = render_mode
        self._screen = Screen(render_mode)
        self._random: np.random.Generator | None = None
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size = self.settings.encoding.size
        self.action_spaces = {agent: Discrete(size) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(np.zeros(OBSERVATION_SIZE, np.uint8), highest_values(), dtype=np.uint8),
                    "action_mask": Box(0, 1, (size,), dtype=np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Dict:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    @property
    def position(self) -> Position:
        """The whole position, with all that is hidden from agents: to look at, not to learn from."""
        return self._episode.position

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; the same seed gives the same shuffle. `options={"position": ...}` begins from there."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        shuffle = self._random.bytes(32).hex()
        position = (options or {}).get("position")
        if position is None:
            self._episode = Episode.from_seed(self.settings, shuffle)
        elif isinstance(position, Position) and position.phase != "over":
            self._episode = Episode(self.settings, position)
        else:
            raise ConfigError(f"the position {quoted(position)} is no position of a game that goes on")
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self._episode.seat]
        self._show()

    def observe(self, agent: str) -> Observation:
        """What an agent may know, and which actions it may do: none while another agent is to act."""
        seat = self._seats[agent]
        return {"observation": self._episode.observation(seat), "action_mask": self._episode.mask(seat)}

    def step(self, action: int | None) -> None:
        """Do the action of the agent whose turn it is; None takes an agent out once the game is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if not isinstance(action, WHOLE_NUMBERS):
            raise IllegalActionError(f"the action {quoted(action)} of {agent} is no whole number")
        self._episode.do(int(action))
        self._cumulative_rewards[agent] = 0.0
        if self._episode.over:
            self.rewards = dict(zip(self.agents, self._episode.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        else:
            self.agent_selection = self.possible_agents[self._episode.seat]
        self._show()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> NDArray[np.uint8] | str | None:
        """The tower as everybody may see it, in the render mode."""
        return self._screen.show(self.position)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._screen.close()
