"""Final scores counted again from a position's JSON, straight from R9 and the rivalry cards, without the engine."""

from collections.abc import Callable
from typing import Any

from tests.game.tower import COLUMNS, LEVELS, ROWS, above, neighbours, token_on, tokens_of

LONG_DIAGONALS = {"a1", "b2", "c3", "d4", "e5", "f6", "a6", "b5", "c4", "d3", "e2", "f1"}
CORNERS = {"a1", "a6", "f1", "f6"}

Position = dict[str, Any]


def others(position: Position, seat: int) -> list[int]:
    return [other for other in range(len(position["players"])) if other != seat]


def supply(position: Position, holder: int, colour: int) -> int:
    count: int = position["players"][holder]["supply"][colour]
    return count


def on_others(position: Position, seat: int) -> int:
    return sum(supply(position, other, seat) for other in others(position, seat))


def foreign(position: Position, holder: int) -> int:
    return sum(supply(position, holder, colour) for colour in others(position, holder))


def sweet_tooth(position: Position, seat: int) -> int:
    return 2 * int(position["players"][seat]["sweets"])


def rangoli(position: Position, seat: int) -> int:
    return sum(space[1:] in LONG_DIAGONALS for space in tokens_of(position, seat))


def four_corners(position: Position, seat: int) -> int:
    return 3 * sum(space[1:] in CORNERS for space in tokens_of(position, seat))


def rooftop_view(position: Position, seat: int) -> int:
    points = 0
    for square in (column + row for column in COLUMNS for row in ROWS):
        column_owners = [token_on(position, level + square) for level in LEVELS]
        highest = [owner for owner in column_owners if owner is not None][-1:]
        points += highest == [seat]
    return points


def pillars(position: Position, seat: int) -> int:
    own = set(tokens_of(position, seat))
    return 2 * sum(above(space) in own for space in own)


def long_line(position: Position, seat: int) -> int:
    own = tokens_of(position, seat)
    lines = [(space[0], space[1]) for space in own] + [(space[0], space[2]) for space in own]
    return 3 * sum(lines.count(line) >= 4 for line in set(lines))


def big_crowd(position: Position, seat: int) -> int:
    left = set(tokens_of(position, seat))
    largest = 0
    while left:
        group, frontier = 0, [left.pop()]
        while frontier:
            group += 1
            near = left.intersection(neighbours(frontier.pop()))
            left -= near
            frontier += near
        largest = max(largest, group)
    return largest


def quarters(position: Position, seat: int) -> int:
    points = 0
    for columns in ("abc", "def"):
        for rows in ("123", "456"):
            owners = [token_on(position, "G" + column + row) for column in columns for row in rows]
            points += 4 * all(owners.count(seat) > owners.count(other) for other in others(position, seat))
    return points


def spotless(position: Position, seat: int) -> int:
    return 5 * sum(foreign(position, other) > foreign(position, seat) for other in others(position, seat))


def best_friend(position: Position, seat: int) -> int:
    points = 0
    for friend in others(position, seat):
        mine = supply(position, friend, seat)
        rivals = [supply(position, friend, colour) for colour in others(position, friend) if colour != seat]
        points += 4 * (mine >= 1 and all(mine > rival for rival in rivals))
    return points


CARDS_THAT_SCORE_AT_THE_END: dict[str, Callable[[Position, int], int]] = {
    "sweet-tooth": sweet_tooth,
    "rangoli": rangoli,
    "four-corners": four_corners,
    "rooftop-view": rooftop_view,
    "pillars": pillars,
    "long-line": long_line,
    "big-crowd": big_crowd,
    "quarters": quarters,
    "spotless": spotless,
    "best-friend": best_friend,
}


def recounted_scores(position: Position) -> list[dict[str, Any]]:
    """The `scores` that the position should have (F3)."""
    scores = [seat_score(position, seat) for seat in range(len(position["players"]))]
    order = sorted(range(len(scores)), key=lambda seat: rank_key(position, scores, seat))
    for place, seat in enumerate(order):
        scores[seat]["rank"] = place + 1
    return scores


def seat_score(position: Position, seat: int) -> dict[str, Any]:
    own = tokens_of(position, seat)
    levels = [(level + 1) * sum(space[0] == letter for space in own) for level, letter in enumerate(LEVELS)]
    sweets = [player["sweets"] for player in position["players"]]
    rivalry = {
        card: CARDS_THAT_SCORE_AT_THE_END[card](position, seat)
        for card in position["config"]["rivalry"]
        if card in CARDS_THAT_SCORE_AT_THE_END
    }
    score = {
        "levels": levels,
        "on_others": 2 * on_others(position, seat),
        "sweets": 5 * sum(count < sweets[seat] for count in sweets),
        "hits": position["players"][seat]["points"],
        "rivalry": rivalry,
    }
    total = sum(levels) + score["on_others"] + score["sweets"] + score["hits"] + sum(rivalry.values())
    return {"total": total, **score}


def rank_key(position: Position, scores: list[dict[str, Any]], seat: int) -> tuple[int, ...]:
    """R9.5: smaller is better."""
    player = position["players"][seat]
    last = player["finished"] if position["config"]["tie_break"] == "first-finished" else seat
    return (-scores[seat]["total"], -on_others(position, seat), -player["sweets"], last)
