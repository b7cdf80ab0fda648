"""One game from the environments' side: numbered actions in, observations, masks and rewards out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from holi.env.encoding import ActionEncoding, action_code, encoding_of
from holi.env.masks import LEGAL_SIZE, mask_of, summarize_legal
from holi.env.observation import SUMMARY_SIZE, expand, rivalry_flags, summarize
from holi.env.rendering.modes import FRAMES_PER_SECOND, RENDER_MODES, Screen
from holi.env.rewards import parse_rewards, write_rewards
from holi.game import Config, Deck, Position, complete_deck, drawn_rivalry, new_position
from holi.game.config import MAX_RIVALRY
from holi.game.errors import ConfigError, IllegalActionError, quoted
from holi.kernel.actions import apply_action
from holi.kernel.layout import MAX_PLAYERS, OVER, PHASE, SCORE_SIZE, SEAT, SQUARE
from holi.kernel.mode import copy_of, floats, vector


@dataclass(frozen=True, slots=True)
class EpisodeSettings:
    """What all episodes share; `rivalry` is a list of cards, or the number of cards to draw for each episode."""

    players: int = 2
    rivalry: Sequence[str] | int = ()
    deck: Deck = field(default_factory=complete_deck)
    tie_break: str = "player-order"
    rewards: str = "win"

    def __post_init__(self) -> None:
        parse_rewards(self.rewards)
        if not isinstance(self.deck, Deck):
            raise ConfigError(f"'deck' is {quoted(self.deck)}; make a deck with holi.game.load_deck or parse_deck")
        if self.draws_rivalry:
            if not 0 <= self.cards_drawn <= MAX_RIVALRY:
                raise ConfigError(f"'rivalry' is {quoted(self.rivalry)}; 0 to 3 cards can be drawn (R2.2)")
        elif isinstance(self.rivalry, str) or not isinstance(self.rivalry, Sequence):
            raise ConfigError(f"'rivalry' is {quoted(self.rivalry)}; it is a list of rivalry cards or a number 0 to 3")
        self.config_for("0" * 64)  # refuses what no game can have

    @property
    def draws_rivalry(self) -> bool:
        return type(self.rivalry) is int

    @property
    def cards_drawn(self) -> int:
        return self.rivalry if isinstance(self.rivalry, int) else 0

    @property
    def encoding(self) -> ActionEncoding:
        return encoding_of(self.deck)

    def config_for(self, seed: str) -> Config:
        names = drawn_rivalry(seed, self.rivalry) if isinstance(self.rivalry, int) else tuple(self.rivalry)
        return Config(self.players, names, self.deck, self.tie_break)


class Episode:
    def __init__(self, position: Position, rewards: str = "win") -> None:
        self.config: Config = position.config
        self.encoding = encoding_of(self.config.deck)
        self._setting = parse_rewards(rewards)
        self._state, self._rules = position.vectors
        self._rivalry = rivalry_flags(self.config)
        self._summary = vector([0] * SUMMARY_SIZE)
        self._short = vector([0] * LEGAL_SIZE)
        self._face_ups = vector([0] * self.encoding.size)
        self._mask: NDArray[np.int8] | None = None

    @property
    def over(self) -> bool:
        return bool(self._state[PHASE] == OVER)

    @property
    def seat(self) -> int:
        return int(self._state[SEAT])

    @property
    def position(self) -> Position:
        return Position(self.config, copy_of(self._state))

    def is_legal(self, action: int) -> bool:
        return 0 <= action < self.encoding.size and bool(self._legal_mask()[action])

    def _legal_mask(self) -> NDArray[np.int8]:
        """The mask of the seat to act, made once a step."""
        if self._mask is None:
            count = summarize_legal(self._state, self._rules, self.encoding.vector, self._short, self._face_ups)
            self._mask = mask_of(self.encoding.size, self._short, self._face_ups, count)
        return self._mask

    def observation(self, seat: int) -> NDArray[np.uint8]:
        summarize(self._state, self._rules, seat, self._rivalry, self._summary)
        return expand(self._summary)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """1 for each action that is legal for the seat, in a new array; all zeros if another seat is to act."""
        if seat == self.seat and not self.over:
            return self._legal_mask().copy()
        return np.zeros(self.encoding.size, dtype=np.int8)

    def check(self, action: int) -> None:
        if not self.is_legal(action):
            raise IllegalActionError(f"the action {quoted(action)} is not legal now; choose one that the mask allows")

    def do(self, action: int) -> None:
        """Do the action with this id; an illegal one raises and changes nothing."""
        self.check(action)
        square = self._state[SQUARE + self._state[SEAT]]
        apply_action(self._state, self._rules, action_code(action, square, self.encoding.vector))
        self._mask = None

    def rewards(self) -> list[float]:
        out = floats([0.0] * self.config.players)
        if self.over:
            scores = vector([0] * (SCORE_SIZE * MAX_PLAYERS))
            write_rewards(self._state, self._rules, self._setting, scores, out)
        return [float(value) for value in out]


class EpisodeEnv:
    """What the PettingZoo and the Gymnasium environment share: one episode at a time, shown on a screen."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(RENDER_MODES),
        "name": "holi_v0",
        "is_parallelizable": False,
        "render_fps": FRAMES_PER_SECOND,
    }
    settings: EpisodeSettings
    _screen: Screen
    _episode: Episode

    @property
    def position(self) -> Position:
        """The whole position, with all that is hidden from agents: to look at, not to learn from."""
        return self._episode.position

    def _begin(self, random: np.random.Generator, options: dict[str, Any] | None) -> None:
        seed = random.bytes(32).hex()
        position = (options or {}).get("position")
        if position is None:
            position = new_position(self.settings.config_for(seed), seed)
        elif not isinstance(position, Position) or position.phase == "over":
            raise ConfigError(f"the position {quoted(position)} is no position of a game that goes on")
        elif (position.config.players, position.config.deck) != (self.settings.players, self.settings.deck):
            raise ConfigError("the position has other players or another deck than the environment")
        self._episode = Episode(position, self.settings.rewards)

    def _show(self) -> None:
        if self._screen.mode == "human":
            self.render()

    def render(self) -> Any:
        return self._screen.show(self.position)

    def close(self) -> None:
        self._screen.close()
