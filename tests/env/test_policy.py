"""Trained agents as bots: from a view to the same observation and mask that an environment gives."""

import numpy as np
from hypothesis import given, settings

from holi.env import PolicyBot, action_mask, observe
from holi.env.episode import Episode
from holi.game import view_to_json
from tests.game.strategies import positions


@settings(max_examples=60)
@given(positions(over=False))
def test_a_view_gives_what_an_environment_gives(position):
    view = view_to_json(position, position.seat)
    episode = Episode(position)
    np.testing.assert_array_equal(observe(view), episode.observation(position.seat))
    np.testing.assert_array_equal(action_mask(view), episode.mask(position.seat))


@settings(max_examples=30)
@given(positions(over=False))
def test_a_policy_plays_whole_turns_as_a_bot(position):
    legal = position.legal_actions()
    for action in legal[:: max(1, len(legal) // 5)]:
        first = [Episode(position).encoding.id_of(action, position)]
        bot = PolicyBot(lambda observation, mask, first=first: first.pop() if first else int(mask.argmax()))
        turn = bot.turn(view_to_json(position, position.seat), 1.0)
        assert turn[0] == action
        assert [done.ends_turn for done in turn] == [False] * (len(turn) - 1) + [True]
        after = position
        for done in turn:
            after = after.apply(done).position
