"""How colour falls (R7): three questions about the tokens arriving on a level, asked from the level thrown on down."""

from __future__ import annotations

from holi.kernel.layout import GROUND, MARKED, OCCUPIED
from holi.kernel.mode import Ints, compiled


@compiled
def meeting(state: Ints, level: int, arriving: int) -> int:
    """The tokens that meet a marker and go into its owner's supply (R4.7 where they were thrown, R7.3 below)."""
    return arriving & state[MARKED + level]


@compiled
def resting(state: Ints, level: int, arriving: int) -> int:
    """The tokens that stay: on G all that meet no marker, above it those with a colour token below (R7.1)."""
    staying = arriving & ~state[MARKED + level]
    if level != GROUND:
        staying &= state[OCCUPIED + level - 1]
    return staying


@compiled
def falling(state: Ints, level: int, arriving: int) -> int:
    """The tokens that go on to the level below, through sweets too (R7.2)."""
    return arriving & ~meeting(state, level, arriving) & ~resting(state, level, arriving)
