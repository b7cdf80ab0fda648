"""Games of the OpenSpiel environment without OpenSpiel: situations one after the other, and their twins."""

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

from holi.env.encoding import CLIMB_ID, END_ID, FIRST_FACE_DOWN
from holi.env.spiel.situation import DRAW, NOBODY, Situation, game_data
from holi.game import IllegalActionError
from holi.kernel.layout import CARD_SHIFT, CARDS, KIND_SHIFT, SPACES, THROW_DOWN, THROW_UP
from tests.game.strategies import lively_choice

CONFIGS = [
    (2, ()),
    (3, ("free-handfuls", "cloudburst")),
    (4, ("short-steps", "last-dance")),
    (2, ("open-pockets", "swap-places", "summit")),
    (3, ("splash", "mirror-dance", "sweet-tooth")),
    (4, ("helping-hands", "sharp-aim", "spotless")),
]

Choice = Callable[[Situation, random.Random], int]


class Step(NamedTuple):
    """A situation and what is done in it: an action, or a card drawn."""

    situation: Situation
    number: int


def start(players: int, rivalry: tuple[str, ...] = (), tie_break: str = "player-order") -> Situation:
    return Situation.first(game_data(players, rivalry, tie_break))


def lively(situation: Situation, chance: random.Random) -> int:
    """An action as people choose them, so that the tower fills and is climbed."""
    position = situation.position
    return situation.data.encoding.id_of(lively_choice(position, chance), position)


def restless(situation: Situation, chance: random.Random) -> int:
    """Climb and move whenever it is legal, and preferably to where one can climb: the longest games."""
    legal = situation.legal
    if CLIMB_ID in legal:
        return CLIMB_ID
    moves = [number for number in legal if number < FIRST_FACE_DOWN]
    leading_up = [number for number in moves if CLIMB_ID in situation.after(number).legal]
    if leading_up or (END_ID in legal and moves):
        return chance.choice(leading_up or moves)
    return lively(situation, chance)


def played(situation: Situation, chance: random.Random, choose: Choice = lively) -> Iterator[Step]:
    """Every step of a game up to its last situation, which comes with -1."""
    while not situation.over:
        number = choose(situation, chance) if situation.drawing == NOBODY else chance.choice(situation.undrawn)
        yield Step(situation, number)
        situation = situation.after(number)
    yield Step(situation, -1)


def twin(steps: list[Step], viewer: int, chance: random.Random) -> Situation | None:
    """The situation after the same game with other cards wherever the viewer cannot see them; None if rules forbid it.

    Each other seat's cards that it never showed change names among each other.
    """
    log = steps[-1].situation.after(steps[-1].number).log
    names = {}
    for seat in {seat for seat, _ in log} - {viewer}:
        shown = {code >> CARD_SHIFT & 15 for other, code in log if other == seat and code >> KIND_SHIFT == THROW_UP}
        hidden = [card for card in range(CARDS) if card not in shown]
        names[seat] = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
    situation = steps[0].situation
    for step in steps:
        seat = step.situation.acting
        if situation.acting != seat:
            return None
        try:
            situation = situation.after(renamed(step, names.get(seat, {})))
        except IllegalActionError:
            return None
    return situation if situation.acting == steps[-1].situation.after(steps[-1].number).acting else None


def renamed(step: Step, names: dict[int, int]) -> int:
    """What is done, with another card if it is a hidden one."""
    if step.situation.drawing != NOBODY:
        return names.get(step.number, step.number)
    _, code = step.situation.after(step.number).log[-1]
    if code >> KIND_SHIFT != THROW_DOWN:
        return step.number
    card, square = divmod(step.number - FIRST_FACE_DOWN, SPACES)
    return FIRST_FACE_DOWN + SPACES * names.get(card, card) + square


def secrets(situation: Situation) -> list[tuple[int, int]]:
    """All that somebody may not know: with their seats the cards drawn and played face down, in order."""
    return [(seat, code >> CARD_SHIFT & 15) for seat, code in situation.log if code >> KIND_SHIFT in (THROW_DOWN, DRAW)]
