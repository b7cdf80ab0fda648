"""Whether the last turns can be solved: when nothing that matters is hidden any more, the best turn can be found."""

from __future__ import annotations

from holi.kernel.actions import cards_to_draw
from holi.kernel.layout import DECK_SIZE, FACE_DOWN, FINISHED, HAND, PLAYERS, THROWN
from holi.kernel.mode import Ints, compiled, popcount

GREAT_MANY = 1 << 10
MOST_CARDS = 2
"""With more cards than this left to all players together, looking through everything takes too long to be begun."""


@compiled
def knows_what_it_draws(state: Ints, rules: Ints, seat: int) -> bool:
    """Whether `seat` knows its hand after this turn: its deck has one card at most, or all of it is drawn (R8.1)."""
    hand = popcount(state[HAND + seat])
    if state[THROWN] == 0:
        hand -= 1
    deck = state[DECK_SIZE + seat]
    return deck <= 1 or cards_to_draw(rules, hand, deck) == deck


@compiled
def cards_left(state: Ints, rules: Ints, seat: int) -> int:
    """How many cards those who still play have together, if `seat` can work out all of them; else a great many.

    Another's hand can be worked out if nothing else of theirs is hidden: no deck, and no card face down. If `seat` will
    not know what it draws, only this turn of its own counts.
    """
    count = 0
    for player in range(rules[PLAYERS]):
        if state[FINISHED + player] >= 0:
            continue
        if player == seat and not knows_what_it_draws(state, rules, seat):
            count += 1
        elif player == seat or (state[DECK_SIZE + player] == 0 and state[FACE_DOWN + player] == 0):
            count += popcount(state[HAND + player]) + state[DECK_SIZE + player]
        else:
            return GREAT_MANY
    return count
