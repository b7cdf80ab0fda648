"""Trained agents as bots: what an agent is given, worked out from the view that a bot gets.

>>> from holi.env import PolicyBot
>>> bot = PolicyBot(lambda observation, mask: int(mask.argmax()), name="first")

Such a bot plays wherever bots do: in the arena, at a table, and as an opponent in `Holi-v0`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from holi.bots.base import View
from holi.env.episode import Episode
from holi.game import Action, position_from_view

Policy: TypeAlias = Callable[[NDArray[np.uint8], NDArray[np.int8]], int]
"""From the observation and the mask of the seat to act to the id of its action."""


def observe(view: View) -> NDArray[np.uint8]:
    """What the seat to act observes, from its view (F3)."""
    episode = _episode_of(view)
    return episode.observation(episode.seat)


def action_mask(view: View) -> NDArray[np.int8]:
    """1 for each legal action of the seat to act, from its view (F3)."""
    episode = _episode_of(view)
    return episode.mask(episode.seat)


class PolicyBot:
    def __init__(self, policy: Policy, name: str = "policy") -> None:
        self.name = name
        self._policy = policy

    def turn(self, view: View, movetime: float) -> list[Action]:
        """The policy's actions up to the end of the turn; one that is not legal raises `IllegalActionError`."""
        episode = _episode_of(view)
        seat, turn = episode.seat, list[Action]()
        while not turn or not turn[-1].ends_turn:
            number = int(self._policy(episode.observation(seat), episode.mask(seat)))
            episode.check(number)
            turn.append(episode.encoding.action_of(number, episode.position))
            episode.do(number)
        return turn


def _episode_of(view: View) -> Episode:
    """The game with hidden cards filled in: neither observations nor masks depend on them."""
    return Episode(position_from_view(view))
