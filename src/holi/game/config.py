"""What is agreed before a game: players, rivalry cards, deck and tie-break (F3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from holi.game.cards import Deck, RivalryCard, complete_deck, parse_deck, rivalry_card
from holi.game.errors import ConfigError, quoted
from holi.game.shuffle import drawn_rivalry
from holi.kernel.layout import FIRST_FINISHED, MAX_PLAYERS, PLAYER_ORDER
from holi.kernel.mode import Ints
from holi.kernel.tables import rules_vector

MIN_PLAYERS = 2
MAX_RIVALRY = 3
TIE_BREAKS: Mapping[str, int] = {"player-order": PLAYER_ORDER, "first-finished": FIRST_FINISHED}


@dataclass(frozen=True, slots=True)
class Config:
    """The configuration of a game. Anything that no game can have is refused with `ConfigError`."""

    players: int
    rivalry: tuple[str, ...] = ()
    deck: Deck = field(default_factory=complete_deck)
    tie_break: str = "player-order"

    def __post_init__(self) -> None:
        if type(self.players) is not int or not MIN_PLAYERS <= self.players <= MAX_PLAYERS:
            raise ConfigError(f"'players' is {quoted(self.players)}; a game has 2, 3 or 4 players (R1.2)")
        if len(self.rivalry) > MAX_RIVALRY:
            raise ConfigError(f"{len(self.rivalry)} rivalry cards are named; at most three are in play (R2.2)")
        for name in self.rivalry:
            rivalry_card(name)
            if self.rivalry.count(name) > 1:
                raise ConfigError(f"the rivalry card {quoted(name)} is named twice; they are distinct (R2.2)")
        if not isinstance(self.tie_break, str) or self.tie_break not in TIE_BREAKS:
            raise ConfigError(
                f"'tie_break' is {quoted(self.tie_break)}; it is 'player-order' or 'first-finished' (R9.5)"
            )

    @property
    def rivalry_cards(self) -> tuple[RivalryCard, ...]:
        """The rivalry cards in play."""
        return tuple(rivalry_card(name) for name in self.rivalry)

    @property
    def scoring_cards(self) -> tuple[RivalryCard, ...]:
        """The rivalry cards in play that score at the end, in the order of the kernel's terms."""
        return tuple(card for card in self.rivalry_cards if card.scores_at_end)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is allowed but not advised (R2.2)."""
        rules_cards = [card.id for card in self.rivalry_cards if card.kind == "rules"]
        if len(rules_cards) > 1:
            return (f"R2.2: at most one rivalry card of kind 'rules' is advised; these are: {', '.join(rules_cards)}",)
        return ()

    def to_json(self) -> dict[str, Any]:
        """The configuration as in a position (F3)."""
        return {
            "players": self.players,
            "rivalry": list(self.rivalry),
            "deck": self.deck.to_json(),
            "tie_break": self.tie_break,
        }


def parse_config(data: object, seed: str | None = None) -> Config:
    """A configuration from JSON data; with a seed, `rivalry` may be the number of cards to draw (F2)."""
    if not isinstance(data, dict):
        raise ConfigError(f"the configuration is {quoted(data)}; it is an object with at least 'players'")
    unknown = sorted(data.keys() - {"players", "rivalry", "deck", "tie_break"}, key=str)
    if unknown:
        raise ConfigError(
            f"the configuration has an unknown key {quoted(unknown[0])}; "
            "the keys are 'players', 'rivalry', 'deck' and 'tie_break'"
        )
    if "players" not in data:
        raise ConfigError("the configuration has no 'players'; say 2, 3 or 4")
    rivalry = data.get("rivalry", [])
    if seed is not None and type(rivalry) is int:
        if not 0 <= rivalry <= MAX_RIVALRY:
            raise ConfigError(f"'rivalry' is {quoted(rivalry)}; 0 to 3 cards can be drawn (R2.2)")
        names = drawn_rivalry(seed, rivalry)
    elif isinstance(rivalry, list):
        names = tuple(rivalry)
    else:
        what = "a list of rivalry cards or a number from 0 to 3" if seed is not None else "a list of rivalry cards"
        raise ConfigError(f"'rivalry' is {quoted(rivalry)}; it is {what}")
    return Config(
        players=data["players"],
        rivalry=names,
        deck=parse_deck(data.get("deck", "complete")),
        tie_break=data.get("tie_break", "player-order"),
    )


@lru_cache(maxsize=256)
def rules_of(config: Config) -> Ints:
    """The kernel's rules vector of a configuration; treat it as read-only."""
    settings: dict[str, int] = {}
    for card in config.rivalry_cards:
        settings.update(card.settings)
    return rules_vector(
        players=config.players,
        grids=[card.rows for card in config.deck.cards],
        settings=settings,
        terms=[(card.term, card.points, card.spaces) for card in config.scoring_cards if card.term is not None],
        tie_break=TIE_BREAKS[config.tie_break],
    )
