"""A player's score with all its parts (R9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from holi.game.config import Config
from holi.kernel import layout
from holi.kernel.mode import Ints, plain, vector
from holi.kernel.scoring import rank, score_all


class SeatScore(NamedTuple):
    """Points of one player: by level (G, M, T), on others, sweets, at once during play, rivalry cards at the end."""

    total: int
    levels: tuple[int, int, int]
    on_others: int
    sweets: int
    hits: int
    rivalry: Mapping[str, int]
    rank: int

    def to_json(self) -> dict[str, Any]:
        """The score as in a position (F3)."""
        return {**self._asdict(), "levels": list(self.levels), "rivalry": dict(self.rivalry)}


def scores_of(state: Ints, rules: Ints, config: Config) -> tuple[SeatScore, ...]:
    """The score of every seat if the game ended with this state."""
    vectors = vector([0] * (layout.SCORE_SIZE * config.players))
    score_all(state, rules, vectors)
    values = plain(vectors)
    terms = [card.id for card in config.scoring_cards] if config.rivalry else []
    scores = []
    for seat in range(config.players):
        start = layout.SCORE_SIZE * seat
        levels = start + layout.SCORE_LEVELS
        scores.append(
            SeatScore(
                total=values[start + layout.SCORE_TOTAL],
                levels=(values[levels], values[levels + 1], values[levels + 2]),
                on_others=values[start + layout.SCORE_ON_OTHERS],
                sweets=values[start + layout.SCORE_SWEETS],
                hits=values[start + layout.SCORE_HITS],
                rivalry={card: values[start + layout.SCORE_TERMS + slot] for slot, card in enumerate(terms)},
                rank=int(rank(state, rules, vectors, seat)),
            )
        )
    return tuple(scores)
