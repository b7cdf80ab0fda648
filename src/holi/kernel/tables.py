"""Building the rules vector of a configuration: settings, the reach of a move and every way to lay each card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from holi.kernel import layout
from holi.kernel.layout import (
    CARDS,
    FACE_STAR,
    MAX_TERMS,
    MOST_RULES,
    MOST_WAYS,
    PLACEMENTS,
    PLAYERS,
    REACH,
    SPACES,
    TABLES,
    TERM,
    TERM_POINTS,
    TERM_SPACES,
    TIE_BREAK,
    WAYS,
)
from holi.kernel.mode import Ints, compiled, plain, vector

Grid = Sequence[str]
"""A card face: three rows of three characters, top row first; `#` filled, `*` star, `.` blank."""

SETTINGS: Final[Mapping[str, tuple[int, int]]] = {
    "climb_tokens": (layout.CLIMB_TOKENS, 4),
    "hand_limit": (layout.HAND_LIMIT, 3),
    "free_handfuls": (layout.FREE_HANDFULS, 0),
    "splash": (layout.SPLASH, 0),
    "last_dance": (layout.LAST_DANCE, 0),
    "swap_places": (layout.SWAP_PLACES, 0),
    "hit_points": (layout.HIT_POINTS, 1),
    "rain_points": (layout.RAIN_POINTS, 0),
    "summit_points": (layout.SUMMIT_POINTS, 0),
    "summit_step": (layout.SUMMIT_STEP, 0),
}
"""The rule settings kept in the rules vector: name, index and the value when no rivalry card changes it."""

TABLE_SETTINGS: Final[Mapping[str, int]] = {"move_steps": 10, "mirror": 0}
"""The rule settings that shape the vector's tables instead: no two spaces of a level are more than ten steps apart."""

TERMS: Final[Mapping[str, int]] = {
    "sweets-held": layout.SWEETS_HELD,
    "tokens-on": layout.TOKENS_ON,
    "columns-topped": layout.COLUMNS_TOPPED,
    "tokens-stacked": layout.TOKENS_STACKED,
    "full-lines": layout.FULL_LINES,
    "largest-group": layout.LARGEST_GROUP,
    "quarters-led": layout.QUARTERS_LED,
    "messier-players": layout.MESSIER_PLAYERS,
    "best-friends": layout.BEST_FRIENDS,
}
"""The end-of-game scoring terms by name."""


def rules_vector(
    players: int,
    grids: Sequence[Grid],
    settings: Mapping[str, int],
    terms: Sequence[tuple[str, int, int]] = (),
    tie_break: int = layout.PLAYER_ORDER,
) -> Ints:
    """The rules vector for `players`, 13 card faces, changed `settings` and scoring `terms` (name, points, board)."""
    unknown = settings.keys() - SETTINGS.keys() - TABLE_SETTINGS.keys()
    if unknown:
        raise ValueError(f"unknown rule settings {sorted(unknown)}")
    if len(grids) != CARDS or len(terms) > MAX_TERMS:
        raise ValueError(f"{len(grids)} cards and {len(terms)} scoring terms; 13 and at most {MAX_TERMS} are possible")
    rules = [0] * REACH
    rules[PLAYERS] = players
    rules[TIE_BREAK] = tie_break
    for name, (index, usual) in SETTINGS.items():
        rules[index] = settings.get(name, usual)
    for slot, (name, points, spaces) in enumerate(terms):
        rules[TERM + slot] = TERMS[name]
        rules[TERM_POINTS + slot] = points
        rules[TERM_SPACES + slot] = spaces
    shaping = (settings.get(name, usual) for name, usual in TABLE_SETTINGS.items())
    return vector(rules + _tables(tuple(face_code(grid) for grid in grids), *shaping))


def face_code(grid: Grid) -> int:
    """A card face as one int (`layout.FACE_STAR`)."""
    signs = "".join(reversed(grid))
    return sum((sign == "#") << i for i, sign in enumerate(signs)) | (signs.find("*") + 1) << FACE_STAR


@lru_cache(maxsize=64)
def _tables(faces: tuple[int, ...], steps: int, mirror: int) -> list[int]:
    """The rules vector from REACH on, the same for all games with these cards."""
    rules = vector([0] * MOST_RULES)
    size = write_tables(rules, vector(faces), steps, mirror, vector([0] * MOST_WAYS))
    return plain(rules[REACH:size])


@compiled
def write_tables(rules: Ints, faces: Ints, steps: int, mirror: int, work: Ints) -> int:
    """Write the rules vector from REACH on; return the size of the vector. `rules` has room for MOST_RULES."""
    for square in range(SPACES):
        rules[REACH + square] = _reach(square, steps)
    size = TABLES
    for card in range(CARDS):
        rules[WAYS + card] = size
        for i in range(_find_ways(faces[card], mirror, work) - 1, -1, -1):
            size = _write_way(rules, size, work[i])
    rules[WAYS + CARDS] = size
    for card in range(CARDS):
        for square in range(SPACES):
            rules[PLACEMENTS + SPACES * card + square] = size
            size = _write_placements(rules, size, card, square)
    rules[PLACEMENTS + CARDS * SPACES] = size
    return size


@compiled
def _reach(square: int, steps: int) -> int:
    """The other spaces at most `steps` orthogonal steps away (R6.1)."""
    reach = 0
    for other in range(SPACES):
        if 0 < abs(other // 6 - square // 6) + abs(other % 6 - square % 6) <= steps:
            reach |= 1 << other
    return reach


@compiled
def _insert(values: Ints, first: int, end: int, value: int) -> int:
    """Insert a value among those from `first` up to `end`, which ascend and are all different; return the new end."""
    at = end
    while at > first and values[at - 1] > value:
        at -= 1
    if at > first and values[at - 1] == value:
        return end
    for i in range(end, at, -1):
        values[i] = values[i - 1]
    values[at] = value
    return end + 1


@compiled
def _find_ways(face: int, mirror: int, ways: Ints) -> int:
    """Write every way to lay the card (R4.1, R4.2), each once; return how many.

    A way is the set of its targets: bit 12 - 5 * x - y is the target `x` columns right of the marker and `y` rows up.
    Of two ways, the larger int has the first target from the left.
    """
    star = (face >> FACE_STAR) - 1
    count = 0
    for anchor in range(9):
        if anchor == star or (star < 0 and face >> anchor & 1 != 0):
            for turn in range(4):
                count = _insert(ways, 0, count, _way(face, anchor, turn, 1))
                if mirror != 0:
                    count = _insert(ways, 0, count, _way(face, anchor, turn, -1))
    return count


@compiled
def _way(face: int, anchor: int, turns: int, side: int) -> int:
    """The targets when the marker stands for the square `anchor`, mirrored if `side` is -1, then turned."""
    way = 0
    for square in range(9):
        if square != anchor and face >> square & 1 != 0:
            x = side * (square % 3 - anchor % 3)
            y = square // 3 - anchor // 3
            for _ in range(turns):
                x, y = y, -x
            way |= 1 << (12 - 5 * x - y)
    return way


@compiled
def _write_way(rules: Ints, at: int, way: int) -> int:
    """Write the squares on which the way stays in the grid (R4.3), the number of targets and their shifts."""
    left, right, down, up = 0, 0, 0, 0
    size = at + 2
    for target in range(25):
        if way >> (24 - target) & 1 != 0:
            x = target // 5 - 2
            y = target % 5 - 2
            left, right, down, up = min(left, x), max(right, x), min(down, y), max(up, y)
            rules[size] = 6 * y + x
            size += 1
    rules[at] = 0
    for row in range(-down, 6 - up):
        for column in range(-left, 6 - right):
            rules[at] |= 1 << (6 * row + column)
    rules[at + 1] = size - at - 2
    return size


@compiled
def _write_placements(rules: Ints, first: int, card: int, square: int) -> int:
    """Write the boards of targets for a marker on `square`, ascending, from the ways written before; return the end."""
    at = rules[WAYS + card]
    end = first
    while at < rules[WAYS + card + 1]:
        if rules[at] >> square & 1 != 0:
            board = 0
            for i in range(at + 2, at + 2 + rules[at + 1]):
                board |= 1 << (square + rules[i])
            end = _insert(rules, first, end, board)
        at += 2 + rules[at + 1]
    return end
