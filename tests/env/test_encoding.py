"""The action space: every action has one number, every number one meaning, at both speeds."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holi.env.encoding import (
    CLIMB_ID,
    END_ID,
    FIRST_CORNER,
    FIRST_FACE_UP,
    Throw,
    action_code,
    action_id,
    encoding_of,
)
from holi.game import (
    CLIMB,
    END,
    Action,
    Config,
    Kind,
    MalformedError,
    complete_deck,
    new_position,
    parse_action,
    parse_deck,
)
from holi.kernel.layout import PLACEMENTS, SPACES
from tests.game.strategies import chances, configs, played, positions, seeds

ALL_FILLED = parse_deck({"name": "full", "cards": {str(number): "###/###/###" for number in range(1, 14)}})

COMPLETE_DECK_SIZE = 884


@settings(max_examples=60)
@given(positions(over=False))
def test_every_legal_action_has_a_number_of_its_own_that_leads_back_to_it(position):
    space = encoding_of(position.config.deck)
    legal = position.legal_actions()
    numbers = [space.id_of(action, position) for action in legal]
    assert len(set(numbers)) == len(legal)
    assert all(0 <= number < space.size for number in numbers)
    assert [space.action_of(number, position) for number in numbers] == legal
    assert space.legal_ids(position) == sorted(numbers)


@settings(max_examples=30)
@given(positions(over=False), st.data())
def test_every_number_is_one_action_or_is_refused(position, data):
    space = encoding_of(position.config.deck)
    number = data.draw(st.integers(0, space.size - 1))
    marker = position.players[position.seat].marker
    throw = space.throws[number - FIRST_FACE_UP] if number >= FIRST_FACE_UP else None
    if throw is not None and marker is not None and throw.squares_from(marker.square) is None:
        with pytest.raises(MalformedError, match=f"{number} throws card {throw.card} out of the grid"):
            space.action_of(number, position)
    else:
        assert space.id_of(space.action_of(number, position), position) == number


@settings(max_examples=15)
@given(configs(), seeds(), chances())
def test_the_compiled_functions_say_the_same_in_a_whole_game(config, seed, chance):
    space = encoding_of(config.deck)
    for before, action, _, _ in played(new_position(config, seed), chance):
        marker = before.players[before.seat].marker
        square = 0 if marker is None else marker.square
        number = space.id_of(action, before)
        assert action_id(action.code, square, space.vector) == number
        assert action_code(number, square, space.vector) == action.code


def test_the_size_is_the_same_for_all_players_and_rivalry_cards():
    assert encoding_of(complete_deck()).size == COMPLETE_DECK_SIZE
    assert encoding_of(Config(4, ("mirror-dance", "splash")).deck) is encoding_of(Config(2).deck)


def test_the_ids_stand_where_the_table_says():
    space = encoding_of(complete_deck())
    position = new_position(Config(2), "0" * 64)
    assert [str(space.action_of(number, position)) for number in range(FIRST_CORNER, CLIMB_ID)] == [
        "Sa1", "Sf1", "Sa6", "Sf6",
    ]  # fmt: skip
    assert space.action_of(CLIMB_ID, position) == CLIMB
    assert space.action_of(END_ID, position) == END
    assert str(space.action_of(35, position)) == "Mf6"
    assert str(space.action_of(36 * 12 + 28, position)) == "D12@e5"


def test_face_up_throws_go_by_card_and_begin_with_the_full_ones():
    space = encoding_of(complete_deck())
    assert [throw.card for throw in space.throws] == sorted(throw.card for throw in space.throws)
    assert len(set(space.throws)) == len(space.throws)
    for card in complete_deck().cards:
        sizes = [len(throw.steps) for throw in space.throws if throw.card == card.id]
        assert sizes[0] == card.tokens
        assert all(first >= second for first, second in pairwise(sizes))
    assert Counter(throw.card for throw in space.throws)[7] == 12 + 8  # a vee has 3 squares x 4 turns, and parts


def test_the_same_throw_from_another_square_has_the_same_number():
    vector = encoding_of(complete_deck()).vector
    upwards = {
        action_id(Action(Kind.THROW_UP, 1, (square + 6, square + 12)).code, square, vector) for square in range(24)
    }
    assert len(upwards) == 1
    assert upwards != {-1}


def test_every_way_to_lay_a_card_of_a_strange_deck_has_a_number():
    space = encoding_of(ALL_FILLED)
    _, rules = new_position(Config(2, deck=ALL_FILLED), "0" * 64).vectors
    for square in range(SPACES):
        entry = PLACEMENTS + square
        for i in range(rules[entry], rules[entry + 1]):
            code = 1 << 40 | int(rules[i])
            number = action_id(code, square, space.vector)
            assert number >= FIRST_FACE_UP
            assert action_code(number, square, space.vector) == code
    # Nine squares for the marker; a set of spaces counts once, however many of the nine make it.
    full = [throw for throw in space.throws if throw.card == 1 and len(throw.steps) == 8]
    assert len(full) == 9
    assert len({throw.pattern for throw in space.throws if throw.card == 1}) * 13 == len(space.throws)


@pytest.mark.parametrize("number", [-1, COMPLETE_DECK_SIZE, 10**6])
def test_a_number_outside_the_space_is_refused(number):
    position = new_position(Config(2), "0" * 64)
    with pytest.raises(MalformedError, match=f"{number} is no action; the numbers are 0 to 883"):
        encoding_of(complete_deck()).action_of(number, position)


def test_a_throw_that_no_card_makes_is_refused():
    position = new_position(Config(2), "0" * 64)
    for corner in ("Sa1", "Sf6"):
        position, _ = position.apply(parse_action(corner))
    for text in ("T1@f6", "T1@f1", "T1@a1", "T1@b1c3"):  # from f1 round the edge to a2 is no step of the grid
        with pytest.raises(MalformedError, match=f"'{text}' has no number; no card throws like that from here"):
            encoding_of(complete_deck()).id_of(parse_action(text), position)


def test_a_throw_out_of_the_grid_has_no_squares():
    assert Throw(1, ((0, 1), (0, 2))).squares_from(24) is None
    assert Throw(1, ((0, 1), (0, 2))).squares_from(18) == (24, 30)
    assert Throw(1, ((1, 0), (2, 0))).squares_from(4) is None
