"""What all episodes of an environment have in common: who plays, with which cards, and what it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from holi.env.encoding import ActionEncoding, encoding_of
from holi.env.rewards import parse_rewards
from holi.game import Config, ConfigError, Deck, complete_deck, drawn_rivalry
from holi.game.config import MAX_RIVALRY
from holi.game.errors import quoted


@dataclass(frozen=True, slots=True)
class EpisodeSettings:
    """The settings of an environment; `rivalry` is a list of cards, or the number of cards to draw for each episode."""

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
        """Whether each episode draws its rivalry cards."""
        return type(self.rivalry) is int

    @property
    def cards_drawn(self) -> int:
        """How many rivalry cards an episode draws."""
        return self.rivalry if isinstance(self.rivalry, int) else 0

    @property
    def encoding(self) -> ActionEncoding:
        """The action space."""
        return encoding_of(self.deck)

    def config_for(self, seed: str) -> Config:
        """The configuration of the episode with this seed (F2)."""
        names = drawn_rivalry(seed, self.rivalry) if isinstance(self.rivalry, int) else tuple(self.rivalry)
        return Config(self.players, names, self.deck, self.tie_break)
