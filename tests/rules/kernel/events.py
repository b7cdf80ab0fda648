"""The kernel's events as they are written, number by number."""

from __future__ import annotations

from holi.game import Position, parse_action
from holi.kernel.explain import foresee, write_landings
from holi.kernel.layout import EVENT_SIZE, MOST_EVENTS, SPACES
from holi.kernel.mode import copy_of, plain, vector

Row = tuple[int, ...]
LEFT_OVER = 77
"""What stood in the vector before: nothing of it may be left in an event."""


def space(name: str) -> int:
    """The number of a space, such as `Gc3`."""
    return SPACES * "GMT".index(name[0]) + 6 * (int(name[2]) - 1) + "abcdef".index(name[1])


def _rows(numbers: list[int], count: int) -> list[Row]:
    assert numbers[EVENT_SIZE * count :] == [LEFT_OVER] * (len(numbers) - EVENT_SIZE * count)
    return [tuple(numbers[at : at + EVENT_SIZE]) for at in range(0, EVENT_SIZE * count, EVENT_SIZE)]


def event_rows(position: Position, action: str) -> list[Row]:
    """The events of a legal action; the state that it leads to is that of the position after it."""
    state, rules = position.vectors
    before = plain(state)
    after, out = copy_of(state), vector([LEFT_OVER] * (EVENT_SIZE * (MOST_EVENTS + 1)))
    count = foresee(state, rules, parse_action(action).code, after, out)
    assert plain(state) == before
    assert plain(after) == plain(position.apply(parse_action(action)).position.vectors[0])
    return _rows(plain(out), count)


def landing_rows(position: Position, seat: int) -> list[Row]:
    """Where a token of the seat would land from each square of its level."""
    out = vector([LEFT_OVER] * (EVENT_SIZE * (SPACES + 1)))
    write_landings(*position.vectors, seat, out)
    return _rows(plain(out), SPACES)
