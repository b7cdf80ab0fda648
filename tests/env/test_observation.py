"""Observations are what a seat's view says, and nothing that the seat may not know."""

import numpy as np
import pytest
from hypothesis import given, settings

from holi.env import board_and_features
from holi.env.episode import Episode
from holi.env.observation import FEATURES, OBSERVATION_SIZE, PLANES, highest_values
from holi.game import Config, new_position
from tests.env.views import observation_of
from tests.game.strategies import chances, positions
from tests.game.test_views import reshuffled


@settings(max_examples=60)
@given(positions())
def test_an_observation_is_what_the_view_of_the_seat_says(position):
    episode = Episode(position)
    for seat in range(position.config.players):
        seen = episode.observation(seat)
        assert seen.dtype == np.uint8
        np.testing.assert_array_equal(seen, observation_of(position, seat))
        assert (seen <= highest_values()).all()


@settings(max_examples=60)
@given(positions(over=False))
def test_a_mask_allows_what_the_rules_allow_and_only_whose_turn_it_is(position):
    episode = Episode(position)
    space = episode.encoding
    for seat in range(position.config.players):
        mask = episode.mask(seat)
        assert mask.dtype == np.int8
        allowed = [space.action_of(int(number), position) for number in np.flatnonzero(mask)]
        legal = position.legal_actions() if seat == position.seat else []
        assert sorted(map(str, allowed)) == sorted(map(str, legal))


@settings(max_examples=30)
@given(positions(over=False), chances())
def test_hidden_cards_change_neither_observation_nor_mask(position, chance):
    for seat in range(position.config.players):
        own = Episode(position)
        for _ in range(3):
            twin = Episode(reshuffled(position, seat, chance))
            np.testing.assert_array_equal(twin.observation(seat), own.observation(seat))
            np.testing.assert_array_equal(twin.mask(seat), own.mask(seat))


def test_taking_an_observation_apart_copies_nothing():
    many = np.zeros((5, 7, OBSERVATION_SIZE), dtype=np.uint8)
    board, features = board_and_features(many)
    assert board.shape == (5, 7, PLANES, 6, 6)
    assert features.shape == (5, 7, FEATURES)
    assert np.shares_memory(board, many) and np.shares_memory(features, many)
    with pytest.raises(ValueError, match="the last dimension is 3; observations have 1168 entries"):
        board_and_features(np.zeros((2, 3)))


def test_rows_of_a_plane_are_rows_of_the_board():
    position = new_position(Config(2), "0" * 64)
    board, _ = board_and_features(Episode(position).observation(0))
    assert {(int(row), int(column)) for row, column in np.argwhere(board[24])} == {
        (1, 0), (0, 1), (4, 0), (5, 1), (0, 4), (1, 5), (5, 4), (4, 5),
    }  # fmt: skip
