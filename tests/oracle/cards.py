"""The cards, copied by hand from the tables of `cards.md`, and the ways to lay a colour card."""

from functools import cache

COMPLETE = {
    1: "#../#../#..",
    2: "##./#*./...",
    3: "#../#../.#.",
    4: "#.#/#../...",
    5: "#../#.#/...",
    6: "#../#../..#",
    7: "#../.#./#..",
    8: "#.#/.*./#..",
    9: "#../.*#/#..",
    10: "##./..#/...",
    11: "##./.../..#",
    12: "#../.#./..#",
    13: "#../.*#/.#.",
}

RULES_CARDS = [
    "short-steps",
    "helping-hands",
    "mirror-dance",
    "open-pockets",
    "free-handfuls",
    "splash",
    "last-dance",
    "swap-places",
]
SCORED_AT_ONCE = ["sharp-aim", "cloudburst", "summit"]
SCORED_AT_THE_END = [
    "sweet-tooth",
    "rangoli",
    "four-corners",
    "rooftop-view",
    "pillars",
    "long-line",
    "big-crowd",
    "quarters",
    "spotless",
    "best-friend",
]
RIVALRY_CARDS = RULES_CARDS + SCORED_AT_ONCE + SCORED_AT_THE_END


def face_of(config, card):
    """The face of a colour card in the configured deck."""
    if config["deck"] == "complete":
        return COMPLETE[card]
    return config["deck"]["cards"][str(card)]


def _rotated(points):
    return {(row, 2 - column): mark for (column, row), mark in points.items()}


def _mirrored(points):
    return {(2 - column, row): mark for (column, row), mark in points.items()}


@cache
def layouts(face, mirror):
    """All ways to lay a card (R4.1, R4.2): each is the set of its targets' offsets from the marker."""
    rows_from_the_bottom = face.split("/")[::-1]
    points = {(column, row): mark for row, text in enumerate(rows_from_the_bottom) for column, mark in enumerate(text)}
    found = set()
    for side in [points, _mirrored(points)] if mirror else [points]:
        turned = side
        for _ in range(4):
            turned = _rotated(turned)
            filled = [point for point, mark in turned.items() if mark == "#"]
            stars = [point for point, mark in turned.items() if mark == "*"]
            for marker in stars or filled:
                targets = [point for point in filled if point != marker]
                found.add(frozenset((column - marker[0], row - marker[1]) for column, row in targets))
    return found
