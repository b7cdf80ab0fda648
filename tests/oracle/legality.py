"""Which actions are legal. Whether a throw is still possible is found by trying everything on copies (R3.2)."""

from itertools import combinations

from oracle.cards import face_of, layouts
from oracle.motions import climb, move
from oracle.tower import CORNERS, SQUARES, above, in_order_of_f1, neighbours, shifted, steps_between


def legal_texts(state):
    """All legal actions, as texts of F1."""
    if state.phase == "over":
        return set()
    if state.phase == "setup":  # R2.4
        return {f"S{corner}" for corner in CORNERS if state.seat_at("G" + corner) is None}
    if state.thrown:
        if state.own_tokens == 0:  # R3.5
            return {"E"}
        return {"E"} | {f"M{square}" for square in possible_moves(state)} | ({"C"} if climb_possible(state) else set())
    texts = set(throws(state))
    for square in possible_moves(state):
        after = state.copy()
        move(after, square)
        if throw_can_be_reached(after):  # R3.2
            texts.add(f"M{square}")
    if climb_possible(state):
        after = state.copy()
        climb(after)
        if throw_can_be_reached(after):  # R3.2
            texts.add("C")
    return texts


def throw_can_be_reached(state):
    """Whether any order of the turn's remaining actions makes a throw possible (R3.2)."""
    for _ in throws(state):
        return True
    if climb_possible(state):
        after = state.copy()
        climb(after)
        if throw_can_be_reached(after):
            return True
    for square in possible_moves(state):
        after = state.copy()
        move(after, square)
        if throw_can_be_reached(after):
            return True
    return False


def throws(state):
    """The texts of all throws that can be made right now; the same text may come more than once (R4.10)."""
    if state.thrown or state.own_tokens == 0:
        return
    yield from _face_down(state)
    for card in state.mover.hand:
        for targets in layouts(face_of(state.config, card), mirror=state.has("mirror-dance")):
            yield from _face_up(state, card, targets)


def _face_down(state):
    discard = state.mover.discard
    if discard and discard[-1][1] == "down" and not state.has("free-handfuls"):  # R5.2
        return
    for card in state.mover.hand:
        for square in SQUARES:
            space = state.mover.marker[0] + square
            if space not in state.tokens and state.seat_at(space) is None:  # R5.1
                yield f"D{card}@{square}"


def _face_up(state, card, offsets):
    targets = [shifted(state.mover.marker, *offset) for offset in offsets]
    if None in targets:  # R4.3
        return
    free = [target for target in targets if target not in state.tokens]
    if len(free) < len(targets) and not state.has("splash"):  # R4.4
        return
    if not free:
        return
    for chosen in combinations(free, min(len(free), state.own_tokens)):  # R4.5, R4.6
        yield f"T{card}@{''.join(in_order_of_f1([space[1:] for space in chosen]))}"


def possible_moves(state):
    """The squares that a move could go to, leaving aside R3.2."""
    if state.moved:
        return []
    here = state.mover.marker
    squares = []
    for square in SQUARES:
        goal = here[0] + square
        if goal == here:
            continue
        if state.has("short-steps") and steps_between(here, goal) > 2:
            continue
        if state.seat_at(goal) is not None and not state.has("swap-places"):
            continue
        squares.append(square)
    return squares


def climb_possible(state):
    """Whether the marker could climb, leaving aside R3.2 (R6.4)."""
    here = state.mover.marker
    if state.climbed or here[0] == "T" or None in neighbours(here):
        return False
    coloured = [space for space in neighbours(here) if space in state.tokens]
    if len(coloured) < (3 if state.has("helping-hands") else 4):
        return False
    return state.seat_at(above(here)) is None
