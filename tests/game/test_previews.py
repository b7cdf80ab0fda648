"""Previews say beforehand just what the events say afterwards."""

from hypothesis import given, settings

from holi.game import Collected, Kind, Moved, Position, Sweets, Token, landings, missing_neighbours, move_preview
from tests.game.strategies import positions


@given(positions())
@settings(max_examples=60)
def test_every_throw_lands_as_the_landings_of_its_squares_say(position: Position):
    told = landings(position)
    for action in position.legal_actions():
        if action.kind in (Kind.THROW_UP, Kind.THROW_DOWN):
            tokens = [event for event in position.apply(action).events if isinstance(event, Token)]
            assert tokens == [told[square] for square in action.squares]


@given(positions())
@settings(max_examples=60)
def test_a_move_brings_what_its_preview_says(position: Position):
    for action in position.legal_actions():
        if action.kind is Kind.MOVE:
            preview = move_preview(position, action)
            events = position.apply(action).events
            assert [preview.space] == [event.to for event in events if isinstance(event, Moved)]
            assert preview.sweets == sum(event.count for event in events if isinstance(event, Sweets))
            assert list(preview.collected) == [event.owner for event in events if isinstance(event, Collected)]


@given(positions())
@settings(max_examples=100)
def test_a_marker_that_can_climb_misses_no_neighbour(position: Position):
    if any(action.kind is Kind.CLIMB for action in position.legal_actions()):
        assert missing_neighbours(position) == []
