"""What can be thrown, face up (R4) and face down (R5)."""

from __future__ import annotations

from holi.kernel.layout import (
    ALL,
    CARD_SHIFT,
    DISCARD_SIZE,
    FACE_DOWN,
    FREE_HANDFULS,
    HAND,
    KIND_SHIFT,
    LEVEL,
    MARKED,
    OCCUPIED,
    PLACEMENTS,
    SPACES,
    SPLASH,
    SQUARE,
    SUPPLY,
    THROW_UP,
    WAYS,
)
from holi.kernel.mode import Ints, compiled, lowest, popcount


@compiled
def may_throw_face_down(state: Ints, rules: Ints, seat: int) -> bool:
    """R5.2: not onto a discard that lies face down, unless `free_handfuls` is set."""
    size = state[DISCARD_SIZE + seat]
    if size == 0 or rules[FREE_HANDFULS] != 0:
        return True
    return (state[FACE_DOWN + seat] >> (size - 1)) & 1 == 0


@compiled
def face_down_spaces(state: Ints, rules: Ints, seat: int) -> int:
    """R5.1: the spaces on which a card played face down may put its token."""
    if state[SUPPLY + 5 * seat] == 0 or not may_throw_face_down(state, rules, seat):
        return 0
    level = state[LEVEL + seat]
    return ALL & ~(state[OCCUPIED + level] | state[MARKED + level])


@compiled
def free_targets(targets: int, occupied: int, splash: int) -> int:
    """R4.4: the targets that can take a token; none if the card may not be laid this way (`splash` skips instead)."""
    if splash != 0:
        return targets & ~occupied
    if targets & occupied != 0:
        return 0
    return targets


@compiled
def _fitting_squares(rules: Ints, hand: int, occupied: int, wanted: int) -> int:
    """The squares of `wanted` from which some card in hand can be thrown face up on a level with these tokens.

    All 36 squares at once (R4.3, R4.4): a way to lay a card fits on the squares inside its range whose targets, each
    the same shift away, are free.
    """
    splash = rules[SPLASH]
    fitting = 0
    while hand != 0:
        entry = WAYS + lowest(hand)
        hand &= hand - 1
        at = rules[entry]
        end = rules[entry + 1]
        while at < end:
            some = 0
            every = ALL
            for i in range(at + 2, at + 2 + rules[at + 1]):
                shift = rules[i]
                free = ~(occupied >> shift) if shift > 0 else ~(occupied << -shift)
                some |= free
                every &= free
            fitting |= rules[at] & (some if splash != 0 else every)
            if wanted & ~fitting == 0:
                return wanted
            at += 2 + rules[at + 1]
    return fitting & wanted


@compiled
def throwing_squares(state: Ints, rules: Ints, seat: int, level: int, others: int, wanted: int) -> int:
    """The squares of `wanted` on which the marker could stand and throw, with `others` on the level.

    A token on the square itself does not matter: it has been taken by then (R6.2, R7.4). Nor does the supply.
    """
    hand = state[HAND + seat]
    if hand == 0:
        return 0
    occupied = state[OCCUPIED + level]
    throwing = 0
    if may_throw_face_down(state, rules, seat):
        free = ALL & ~(occupied | others)
        if free & (free - 1) != 0:
            return wanted
        if free != 0:
            throwing = wanted & ~free  # the only free space is no target while the marker stands on it (R5.1)
    return throwing | _fitting_squares(rules, hand, occupied, wanted)


@compiled
def _thrown_before(rules: Ints, first: int, here: int, tokens: int, occupied: int, supply: int) -> bool:
    """R4.10: whether an earlier way to lay the card puts tokens on the same spaces."""
    splash = rules[SPLASH]
    for i in range(first, here):
        free = free_targets(rules[i], occupied, splash)
        if tokens & ~free == 0 and min(supply, popcount(free)) == popcount(tokens):
            return True
    return False


@compiled
def face_up_throws(state: Ints, rules: Ints, seat: int, wanted: int, out: Ints, room: int) -> int:
    """Go through all face-up throws; return the action numbered `wanted`, or -1 - their number if there are fewer.

    The first `room` actions are also written to `out`, which is left alone if there is no room.
    """
    count = 0
    supply = state[SUPPLY + 5 * seat]
    if supply == 0:
        return -1
    square = state[SQUARE + seat]
    occupied = state[OCCUPIED + state[LEVEL + seat]]
    splash = rules[SPLASH]
    hand = state[HAND + seat]
    while hand != 0:
        card = lowest(hand)
        hand &= hand - 1
        entry = PLACEMENTS + SPACES * card + square
        first = rules[entry]
        code = THROW_UP << KIND_SHIFT | card << CARD_SHIFT
        for here in range(first, rules[entry + 1]):
            free = free_targets(rules[here], occupied, splash)
            if free == 0:
                continue
            thrown = min(supply, popcount(free))  # R4.6
            # The subsets of `free`, largest first; usually only `free` itself has the right size.
            tokens = free
            while tokens != 0:
                if popcount(tokens) == thrown and (
                    (splash == 0 and tokens == free) or not _thrown_before(rules, first, here, tokens, occupied, supply)
                ):
                    if count == wanted:
                        return code | tokens
                    if count < room:
                        out[count] = code | tokens
                    count += 1
                if tokens == free and thrown == popcount(free):
                    break
                tokens = (tokens - 1) & free
    return -1 - count
