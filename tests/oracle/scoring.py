"""The final scores (R9 and the rivalry cards that score at the end)."""

from oracle.cards import SCORED_AT_THE_END
from oracle.tower import COLUMNS, CORNERS, DIAGONALS, LEVELS, ROWS, SQUARES, below, neighbours


def final_scores(state):
    """One entry a seat, as in F3."""
    seats = range(len(state.players))
    entries = []
    for seat in seats:
        levels = [
            worth * len([space for space in spaces_of(state, seat) if space[0] == level])
            for level, worth in zip(LEVELS, (1, 2, 3), strict=True)
        ]
        on_others = 2 * tokens_on_others(state, seat)
        sweets = 5 * len([other for other in seats if state.players[other].sweets < state.players[seat].sweets])
        hits = state.players[seat].points
        rivalry = {card: TERMS[card](state, seat) for card in state.config["rivalry"] if card in SCORED_AT_THE_END}
        total = sum(levels) + on_others + sweets + hits + sum(rivalry.values())
        entries.append(
            {
                "total": total,
                "levels": levels,
                "on_others": on_others,
                "sweets": sweets,
                "hits": hits,
                "rivalry": rivalry,
            }
        )
    for rank, seat in enumerate(ranking(state, entries), start=1):
        entries[seat]["rank"] = rank
    return entries


def ranking(state, entries):
    """The seats, best first (R9.5)."""

    def worst_last(seat):
        player = state.players[seat]
        last = seat
        if state.config["tie_break"] == "first-finished" and player.finished is not None:
            last = player.finished
        return (-entries[seat]["total"], -tokens_on_others(state, seat), -player.sweets, last)

    return sorted(range(len(state.players)), key=worst_last)


def spaces_of(state, seat):
    """The spaces where the seat's tokens lie."""
    return [space for space, owner in state.tokens.items() if owner == seat]


def tokens_on_others(state, seat):
    """How many of the seat's tokens are in the supplies of others (R9.2)."""
    return sum(player.supply[seat] for other, player in enumerate(state.players) if other != seat)


def _others(state, seat):
    return [other for other in range(len(state.players)) if other != seat]


def sweet_tooth(state, seat):
    return 2 * state.players[seat].sweets


def rangoli(state, seat):
    return len([space for space in spaces_of(state, seat) if space[1:] in DIAGONALS])


def four_corners(state, seat):
    return 3 * len([space for space in spaces_of(state, seat) if space[1:] in CORNERS])


def rooftop_view(state, seat):
    points = 0
    for square in SQUARES:
        owners_from_the_ground = [state.tokens[level + square] for level in LEVELS if level + square in state.tokens]
        if owners_from_the_ground and owners_from_the_ground[-1] == seat:
            points += 1
    return points


def pillars(state, seat):
    return 2 * len([space for space in spaces_of(state, seat) if state.tokens.get(below(space)) == seat])


def long_line(state, seat):
    own = spaces_of(state, seat)
    lines = [[level + column + row for column in COLUMNS] for level in LEVELS for row in ROWS]
    lines += [[level + column + row for row in ROWS] for level in LEVELS for column in COLUMNS]
    return 3 * len([line for line in lines if len([space for space in line if space in own]) >= 4])


def big_crowd(state, seat):
    left = set(spaces_of(state, seat))
    largest = 0
    while left:
        group, edge = set(), {left.pop()}
        while edge:
            space = edge.pop()
            group.add(space)
            near = {near for near in neighbours(space) if near in left}
            left -= near
            edge |= near
        largest = max(largest, len(group))
    return largest


def quarters(state, seat):
    points = 0
    for columns in ("abc", "def"):
        for rows in ("123", "456"):
            quarter = ["G" + column + row for column in columns for row in rows]
            counts = [
                len([space for space in quarter if state.tokens.get(space) == player])
                for player in range(len(state.players))
            ]
            if all(counts[seat] > counts[other] for other in _others(state, seat)):
                points += 4
    return points


def _foreign_tokens(state, seat):
    return sum(state.players[seat].supply[other] for other in _others(state, seat))


def spotless(state, seat):
    own = _foreign_tokens(state, seat)
    return 5 * len([other for other in _others(state, seat) if _foreign_tokens(state, other) > own])


def best_friend(state, seat):
    points = 0
    for other in _others(state, seat):
        supply = state.players[other].supply
        rivals = [colour for colour in range(len(supply)) if colour not in (seat, other)]
        if supply[seat] >= 1 and all(supply[seat] > supply[rival] for rival in rivals):
            points += 4
    return points


TERMS = {
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
