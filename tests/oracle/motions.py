"""What throw, move and climb do to the tower and the supplies. Each changes the state and returns its events."""

from oracle.tower import above, below, in_order_of_f1


def throw(state, card, face, squares):
    """R4.5-R4.9, R5.1, R5.3: tokens fly to squares of the marker's level, then fall."""
    thrower = state.mover
    level = thrower.marker[0]
    thrower.hand.remove(card)
    thrower.discard.append((card, face))
    state.thrown = True
    events = [{"type": "threw", "seat": state.seat, "card": card, "face": face}]
    events.extend(_throw_token(state, level + square) for square in in_order_of_f1(squares))
    return events


def _throw_token(state, space):
    thrower = state.mover
    thrower.supply[state.seat] -= 1
    hit = state.seat_at(space)
    if hit is not None:  # R4.7
        points = 2 if state.has("sharp-aim") else 1
        return _token_event(state, path=[space], end="hit", onto=hit, points=points)
    path = [space]
    while below(path[-1]) is not None and below(path[-1]) not in state.tokens:  # R7.1
        path.append(below(path[-1]))
        rained_on = state.seat_at(path[-1])
        if rained_on is not None:  # R7.3
            points = 3 if state.has("cloudburst") else 0
            return _token_event(state, path=path, end="rain", onto=rained_on, points=points)
    state.tokens[path[-1]] = state.seat
    return _token_event(state, path=path, end="board", onto=None, points=0)


def _token_event(state, path, end, onto, points):
    if onto is not None:
        state.players[onto].supply[state.seat] += 1
    state.mover.points += points
    return {"type": "token", "seat": state.seat, "path": path, "end": end, "onto": onto, "points": points}


def move(state, square):
    """R6.1-R6.3, and `swap-places`."""
    mover = state.mover
    start, goal = mover.marker, mover.marker[0] + square
    swapped = state.seat_at(goal)
    mover.marker = goal
    state.moved = True
    events = [{"type": "moved", "seat": state.seat, "from": start, "to": goal, "swapped": swapped}]
    if swapped is not None:
        state.players[swapped].marker = start
        return events
    if goal in state.sweets:
        count = state.sweets.pop(goal)
        mover.sweets += count
        events.append({"type": "sweets", "seat": state.seat, "space": goal, "count": count})
    space = goal
    while space is not None and (space == goal or state.seat_at(space) is None):  # R7.4
        if space in state.tokens:
            owner = state.tokens.pop(space)
            mover.supply[owner] += 1
            events.append({"type": "collected", "seat": state.seat, "owner": owner, "space": space})
        space = above(space)
    return events


def climb(state):
    """R6.4, R6.5, and `summit`."""
    mover = state.mover
    start, goal = mover.marker, above(mover.marker)
    points = 0
    if goal[0] == "T" and state.has("summit"):
        points = 6 - 2 * len([player for player in state.players if (player.marker or "")[:1] == "T"])
    mover.marker = goal
    mover.points += points
    state.climbed = True
    return [{"type": "climbed", "seat": state.seat, "from": start, "to": goal, "points": points}]
