"""Hypothesis strategies: configurations, seeds, decks, whole games and positions reached by legal play."""

import random
from collections.abc import Iterator
from itertools import product

from hypothesis import strategies as st

from holi.game import (
    CLIMB,
    Action,
    Config,
    Deck,
    Event,
    Kind,
    Position,
    new_position,
    parse_deck,
    rivalry_cards,
)

CARD_NUMBERS = [str(number) for number in range(1, 14)]


def seeds() -> st.SearchStrategy[str]:
    return st.integers(0, 2**256 - 1).map("{:064x}".format)


def all_faces(most_filled: int) -> list[str]:
    """Every face with so many filled squares: at most one star, and enough of them to throw at least one token."""
    shown = ["".join(squares) for squares in product(".#*", repeat=9)]
    return [
        f"{face[:3]}/{face[3:6]}/{face[6:]}"
        for face in shown
        if face.count("*") < 2 and face.count("#") + face.count("*") >= 2 and 1 <= face.count("#") <= most_filled
    ]


FACES = all_faces(most_filled=4)


@st.composite
def custom_decks(draw: st.DrawFn) -> Deck:
    """A deck that a user typed in: any name and any thirteen faces of the usual size."""
    letters = st.characters(categories=["L", "N", "P"])
    shown = draw(st.lists(st.sampled_from(FACES), min_size=13, max_size=13))
    return parse_deck(
        {"name": draw(st.text(letters, min_size=1, max_size=60)), "cards": dict(zip(CARD_NUMBERS, shown, strict=True))}
    )


def decks() -> st.SearchStrategy[Deck]:
    return st.builds(parse_deck, st.just("complete")) | custom_decks()


def rivalry_sets() -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(sorted(rivalry_cards())), unique=True, max_size=3).map(tuple)


def configs() -> st.SearchStrategy[Config]:
    return st.builds(
        Config,
        players=st.integers(2, 4),
        rivalry=rivalry_sets(),
        deck=decks(),
        tie_break=st.sampled_from(["player-order", "first-finished"]),
    )


def lively_choice(position: Position, chance: random.Random) -> Action:
    """A legal action: any of them may be chosen, but likely one that fills the tower or leads up it, as people play."""
    legal = position.legal_actions()
    if chance.random() < 0.7:
        squares = _squares_to_climb_from(position)
        upwards = [
            action for action in legal if action == CLIMB or (action.kind is Kind.MOVE and action.squares[0] in squares)
        ]
        if upwards:
            return chance.choice(upwards)
    kinds = sorted({action.kind for action in legal})
    kind = Kind.THROW_UP if Kind.THROW_UP in kinds and chance.random() < 0.7 else chance.choice(kinds)
    return chance.choice([action for action in legal if action.kind is kind])


def _squares_to_climb_from(position: Position) -> set[int]:
    """The squares between colour tokens on the level of the marker to move."""
    marker = position.players[position.seat].marker if position.seat is not None else None
    if marker is None or marker.level == 2 or position.climbed:
        return set()
    needed = 3 if "helping-hands" in position.config.rivalry else 4
    tokens = [owner is not None for owner in position.owners[marker.level]]
    inner = [6 * row + column for row in range(1, 5) for column in range(1, 5)]
    return {square for square in inner if sum(tokens[square + step] for step in (-6, -1, 1, 6)) >= needed}


def played(position: Position, chance: random.Random) -> Iterator[tuple[Position, Action, Position, tuple[Event, ...]]]:
    """Lively play to the end of the game: for each action the position before it, the action, and what it led to."""
    while position.phase != "over":
        action = lively_choice(position, chance)
        after, events = position.apply(action)
        yield position, action, after, events
        position = after


def chances() -> st.SearchStrategy[random.Random]:
    return st.integers(0, 2**32 - 1).map(random.Random)


@st.composite
def start_positions(draw: st.DrawFn) -> Position:
    return new_position(draw(configs()), draw(seeds()))


@st.composite
def positions(draw: st.DrawFn, *, over: bool = True) -> Position:
    """A position reached by legal play, from before the first corner to, if wanted, after the end."""
    position = draw(start_positions())
    wanted = draw(st.integers(0, 42 * position.config.players))
    for count, (before, _, after, _) in enumerate(played(position, draw(chances()))):
        if count == wanted:
            return before
        position = after
    return position if over else before
