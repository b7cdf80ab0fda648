"""Building the rules vector of a configuration: ordinary Python, run once a game and never compiled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from holi.kernel import layout
from holi.kernel.layout import (
    ALL,
    CARDS,
    MAX_TERMS,
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
from holi.kernel.mode import Ints, vector

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
    rules = [0] * WAYS
    rules[PLAYERS] = players
    rules[TIE_BREAK] = tie_break
    for name, (index, usual) in SETTINGS.items():
        rules[index] = settings.get(name, usual)
    for slot, (name, points, spaces) in enumerate(terms):
        rules[TERM + slot] = TERMS[name]
        rules[TERM_POINTS + slot] = points
        rules[TERM_SPACES + slot] = spaces
    steps = settings.get("move_steps", TABLE_SETTINGS["move_steps"])
    rules[REACH : REACH + SPACES] = [_reach(square, steps) for square in range(SPACES)]
    mirror = bool(settings.get("mirror", TABLE_SETTINGS["mirror"]))
    return vector(rules + _card_tables(tuple("/".join(grid) for grid in grids), mirror))


@lru_cache(maxsize=64)
def _card_tables(faces: tuple[str, ...], mirror: bool) -> list[int]:
    """The rules vector from WAYS on, the same for all games with these cards."""
    card_ways = [_ways(face.split("/"), mirror) for face in faces]
    entries: list[int] = []
    tables: list[int] = []
    for ways in card_ways:
        entries.append(TABLES + len(tables))
        for way in ways:
            inside = sum(1 << square for square in range(SPACES) if _targets(square, way) is not None)
            tables += [inside, len(way), *(6 * y + x for x, y in sorted(way))]
    entries.append(TABLES + len(tables))
    for ways in card_ways:
        for square in range(SPACES):
            entries.append(TABLES + len(tables))
            boards = {_targets(square, way) for way in ways}
            tables += sorted(board for board in boards if board is not None)
    entries.append(TABLES + len(tables))
    return entries + tables


def _reach(square: int, steps: int) -> int:
    """The other spaces at most so many orthogonal steps away (R6.1, `short-steps`)."""
    row, column = divmod(square, 6)
    near = (s for s in range(SPACES) if abs(s // 6 - row) + abs(s % 6 - column) <= steps)
    return sum(1 << s for s in near) & ALL & ~(1 << square)


Way = frozenset[tuple[int, int]]
"""One way to lay a card: the targets' (column, row) steps from the marker."""


def _ways(grid: Grid, mirror: bool) -> list[Way]:
    """Every way to lay the card (R4.1, R4.2; `mirror-dance`), each once."""
    cells = {(column, 2 - row): grid[row][column] for row in range(3) for column in range(3)}
    stars = [cell for cell, shown in cells.items() if shown == "*"]
    filled = [cell for cell, shown in cells.items() if shown == "#"]
    ways: set[Way] = set()
    for anchor in stars or filled:
        targets = [(x - anchor[0], y - anchor[1]) for x, y in filled if (x, y) != anchor]
        for face in (targets, [(-x, y) for x, y in targets])[: 2 if mirror else 1]:
            turned = face
            for _ in range(4):
                ways.add(frozenset(turned))
                turned = [(y, -x) for x, y in turned]
    return sorted(ways, key=sorted)


def _targets(square: int, way: Way) -> int | None:
    """The board of targets for a marker on `square`, or None if one leaves the grid (R4.3)."""
    row, column = divmod(square, 6)
    cells = [(column + x, row + y) for x, y in way]
    if any(not (0 <= x < 6 and 0 <= y < 6) for x, y in cells):
        return None
    return sum(1 << (6 * y + x) for x, y in cells)
