"""Other games that a seat cannot tell from the one being played: all that is hidden from it is dealt at random.

A log, as one seat knows it, tells when the others drew and what they played face up, but neither the cards they drew
nor those they played face down. `dealt` fills them in for one of the others: every way to do so has the same chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from holi.env.spiel.situation import DRAW, Entry, draw_code
from holi.kernel.layout import ALL, CARD_SHIFT, CARDS, KIND_SHIFT, THROW_DOWN, THROW_UP

Uniform: TypeAlias = Callable[[], float]
"""A source of random numbers, 0 or more and less than 1."""


def dealt(log: Sequence[Entry], seat: int, holdable: int, uniform: Uniform) -> list[Entry]:
    """The log with the cards of one seat that others may not know dealt at random: those drawn and played face down.

    Those that are still in hand at the end are from the set `holdable`.
    """
    own = [number for number, entry in enumerate(log) if entry[0] == seat]
    filled = list(log)
    for number, code in zip(own, _dealt_codes([log[i][1] for i in own], holdable, uniform), strict=True):
        filled[number] = seat, code
    return filled


def _dealt_codes(codes: list[int], holdable: int, uniform: Uniform) -> Iterator[int]:
    played_from, drawn = _draws_played(codes, uniform)
    unseen = _shuffled([card for card in range(CARDS) if card not in drawn.values()], uniform)
    draws = [number for number, code in enumerate(codes) if code >> KIND_SHIFT == DRAW]
    held = set(draws) - set(played_from.values())
    for number in sorted(held):  # first, for not every card will do
        drawn[number] = next(card for card in unseen if holdable >> card & 1)
        unseen.remove(drawn[number])
    for number in draws:
        if number not in drawn:
            drawn[number] = unseen.pop()
    for number, code in enumerate(codes):
        kind = code >> KIND_SHIFT
        if kind == DRAW:
            yield draw_code(drawn[number])
        elif kind == THROW_DOWN:
            yield THROW_DOWN << KIND_SHIFT | drawn[played_from[number]] << CARD_SHIFT | code & ALL
        else:
            yield code


def _draws_played(codes: list[int], uniform: Uniform) -> tuple[dict[int, int], dict[int, int]]:
    """By throw, the draw of the card that it played; by draw, the card if it was shown later.

    Each card in hand has the same chance to be the one played, so all ways have: the size of the hand is public.
    """
    played_from: dict[int, int] = {}
    shown: dict[int, int] = {}
    hand: list[int] = []
    for number, code in enumerate(codes):
        kind = code >> KIND_SHIFT
        if kind == DRAW:
            hand.append(number)
        elif kind in (THROW_UP, THROW_DOWN):
            played_from[number] = hand.pop(_below(len(hand), uniform))
            if kind == THROW_UP:
                shown[played_from[number]] = code >> CARD_SHIFT & 15
    return played_from, shown


def _below(limit: int, uniform: Uniform) -> int:
    return min(int(limit * uniform()), limit - 1)


def _shuffled(cards: list[int], uniform: Uniform) -> list[int]:
    for last in range(len(cards) - 1, 0, -1):
        other = _below(last + 1, uniform)
        cards[last], cards[other] = cards[other], cards[last]
    return cards
