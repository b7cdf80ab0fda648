"""What an episode is worth to each seat when it is over; before that every reward is 0.

`docs/environments/encoding.md` describes the settings. Each is zero-sum.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence
from typing import Final

from holi.game import ConfigError
from holi.game.errors import quoted
from holi.kernel.layout import PLAYERS, SCORE_SIZE, SCORE_TOTAL
from holi.kernel.mode import Ints, compiled
from holi.kernel.scoring import rank, score_all

WIN, RANK, SCORE = 0, 1, 2
REWARDS: Final[Mapping[str, int]] = {"win": WIN, "rank": RANK, "score": SCORE}


def parse_rewards(name: object) -> int:
    if not isinstance(name, str) or name not in REWARDS:
        raise ConfigError(f"'rewards' is {quoted(name)}; it is one of {', '.join(map(repr, REWARDS))}")
    return REWARDS[name]


@compiled
def write_rewards(state: Ints, rules: Ints, setting: int, scores: Ints, out: MutableSequence[float]) -> None:
    """Write every seat's reward in a finished game; `scores` has room for `SCORE_SIZE` entries a seat."""
    players = rules[PLAYERS]
    score_all(state, rules, scores)
    together = 0
    for seat in range(players):
        together += scores[SCORE_SIZE * seat + SCORE_TOTAL]
    for seat in range(players):
        place = rank(state, rules, scores, seat)
        if setting == SCORE:
            own = scores[SCORE_SIZE * seat + SCORE_TOTAL]
            out[seat] = own - (together - own) / (players - 1)
        elif setting == RANK:
            out[seat] = 1.0 - 2.0 * (place - 1) / (players - 1)
        elif place == 1:
            out[seat] = 1.0
        else:
            out[seat] = -1.0 / (players - 1)
