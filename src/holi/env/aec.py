"""The PettingZoo environment: all seats are agents, and the one whose turn it is acts.

>>> from holi.env import env
>>> game = env(players=3, rivalry=["rangoli"], rewards="rank")
>>> game.reset(seed=1)
>>> observation, reward, termination, truncation, info = game.last()
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((1168,), 4)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from holi.env.episode import EpisodeEnv, EpisodeSettings
from holi.env.observation import OBSERVATION_SIZE, highest_values
from holi.env.rendering.modes import Screen
from holi.game import Deck, IllegalActionError, complete_deck
from holi.game.errors import quoted

ILLEGAL_REWARD = -1.0
WHOLE_NUMBERS = (int, np.integer)

Observation = dict[str, NDArray[Any]]


def env(**settings: Any) -> Any:
    """The environment with PettingZoo's usual wrappers: an illegal action ends the episode with a reward of -1."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(**settings), illegal_reward=ILLEGAL_REWARD)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(EpisodeEnv, AECEnv):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name, and it has no types
    """The environment itself; an illegal action raises `IllegalActionError`. Copies and pickles keep the game."""

    def __init__(
        self,
        players: int = 2,
        rivalry: Sequence[str] | int = (),
        deck: Deck | None = None,
        tie_break: str = "player-order",
        rewards: str = "win",
        render_mode: str | None = None,
    ) -> None:
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
        observed = Box(np.zeros(OBSERVATION_SIZE, np.uint8), highest_values(), dtype=np.uint8)
        self.observation_spaces = {
            agent: Dict({"observation": observed, "action_mask": Box(0, 1, (size,), dtype=np.int8)})
            for agent in self.possible_agents
        }
        highest = np.tile(highest_values(), players)
        self.state_space = Box(np.zeros_like(highest), highest, dtype=np.uint8)

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; the same seed gives the same shuffle. `options={"position": ...}` begins from there."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self._begin(self._random, options)
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
        """What an agent may know, and its legal actions: none while another agent is to act."""
        seat = self._seats[agent]
        return {"observation": self._episode.observation(seat), "action_mask": self._episode.mask(seat)}

    def state(self) -> NDArray[np.uint8]:
        """The observations of all seats, one after the other: hidden cards in hands too, but no deck's order."""
        return np.concatenate([self._episode.observation(seat) for seat in range(self.settings.players)])

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
