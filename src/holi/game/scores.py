"""A player's score with all its parts (R9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from holi.game.config import Config
from holi.kernel.layout import (
    SCORE_HITS,
    SCORE_LEVELS,
    SCORE_ON_OTHERS,
    SCORE_SIZE,
    SCORE_SWEETS,
    SCORE_TERMS,
    SCORE_TOTAL,
)
from holi.kernel.mode import Ints, plain, vector
from holi.kernel.scoring import rank, score_all


@dataclass(frozen=True, slots=True)
class SeatScore:
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
        return {
            "total": self.total,
            "levels": list(self.levels),
            "on_others": self.on_others,
            "sweets": self.sweets,
            "hits": self.hits,
            "rivalry": dict(self.rivalry),
            "rank": self.rank,
        }


def scores_of(state: Ints, rules: Ints, config: Config) -> tuple[SeatScore, ...]:
    """The score of every seat if the game ended with this state."""
    vectors = vector([0] * (SCORE_SIZE * config.players))
    score_all(state, rules, vectors)
    values = plain(vectors)
    scores = []
    for seat in range(config.players):
        parts = values[SCORE_SIZE * seat : SCORE_SIZE * (seat + 1)]
        ground, middle, top = parts[SCORE_LEVELS : SCORE_LEVELS + 3]
        scores.append(
            SeatScore(
                total=parts[SCORE_TOTAL],
                levels=(ground, middle, top),
                on_others=parts[SCORE_ON_OTHERS],
                sweets=parts[SCORE_SWEETS],
                hits=parts[SCORE_HITS],
                rivalry={card.id: parts[SCORE_TERMS + slot] for slot, card in enumerate(config.scoring_cards)},
                rank=int(rank(state, rules, vectors, seat)),
            )
        )
    return tuple(scores)
