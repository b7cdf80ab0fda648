"""A new game (R2), and dealing again what a seat may not know: only that changes, and every deal is as likely."""

from collections import Counter

import pytest

from holi.game import Config
from holi.game.config import rules_of
from holi.game.position import Position
from holi.kernel import layout as at
from holi.kernel.mode import plain, vector
from holi.kernel.playouts import random_state
from holi.kernel.setup import clear_state, deal_hidden, new_game
from tests.rules.boards import position

SORTED = sum(card << 4 * card for card in range(13))
BACKWARDS = sum((12 - card) << 4 * card for card in range(13))


def test_a_state_is_cleared_whatever_was_in_it():
    state = vector([77] * at.STATE_SIZE)
    clear_state(state)
    minus = {*range(at.LEVEL, at.LEVEL + 4), *range(at.FINISHED, at.FINISHED + 4)}
    assert plain(state) == [-1 if index in minus else 0 for index in range(at.STATE_SIZE)]


@pytest.mark.parametrize("players", [2, 3])
def test_a_new_game_is_laid_out_from_the_decks(players):
    state, config = vector([77] * at.STATE_SIZE), Config(players=players)
    new_game(state, rules_of(config), vector([SORTED, BACKWARDS, SORTED, BACKWARDS]))
    board = Position(config, state)
    assert (board.phase, board.seat, board.turn_begun) == ("setup", 0, False)
    assert sum(map(sum, board.sweets)) == 24
    assert [sum(row) for row in board.sweets] == [16, 8, 0]
    orders = [tuple(range(1, 14)), tuple(range(13, 0, -1))]
    for seat, player in enumerate(board.players):
        assert (player.hand, player.deck) == ((), orders[seat % 2])
        assert player.supply == tuple(25 if colour == seat else 0 for colour in range(players))
    assert plain(state)[at.SUPPLY + 5 * players] == 0


IN_CORNERS = """
    C....B
    ......
    ......
    ......
    ......
    A.....
"""


def table():
    return position(
        IN_CORNERS,
        hands={0: [1, 2], 1: [3, 4, 5], 2: [6]},
        decks={0: [7, 8, 9], 1: [1, 2], 2: [1, 2, 3, 4]},
        discards={0: "10v 11", 1: "6v 7 8v 9", 2: "5v 8 7v"},
    )


def dealt(seat, seed):
    board = table()
    state, rules = board.vectors
    pool = vector([77] * (at.CARDS + 1))
    deal_hidden(state, rules, seat, random_state(seed), pool)
    assert pool[at.CARDS] == 77
    return Position(board.config, state)


@pytest.mark.parametrize("seat", [0, 1, 2, at.NOBODY])
def test_only_what_the_seat_may_not_know_is_dealt_again(seat):
    before = table()
    for seed in range(50):
        after = dealt(seat, seed)
        for number, (was, now) in enumerate(zip(before.players, after.players, strict=True)):
            assert len(now.deck) == len(was.deck) and len(now.hand) == len(was.hand)
            cards = sorted([*now.hand, *now.deck, *(card for card, _ in now.discard)])
            assert cards == list(range(1, 14))
            assert [face for _, face in now.discard] == [face for _, face in was.discard]
            if number == seat:
                assert (now.hand, now.discard) == (was.hand, was.discard)
            assert [d for d in now.discard if d.face == "up"] == [d for d in was.discard if d.face == "up"]
        hidden = {*range(at.HAND, at.HAND + 4), *range(at.DECK, at.DECK + 4), *range(at.DISCARD, at.DISCARD + 4)}
        unchanged = [index for index in range(at.STATE_SIZE) if index not in hidden]
        (was_state, _), (now_state, _) = before.vectors, after.vectors
        assert [was_state[index] for index in unchanged] == [now_state[index] for index in unchanged]


def test_the_same_chance_deals_the_same_cards():
    assert dealt(0, 5) == dealt(0, 5)
    assert dealt(0, 5) != dealt(0, 6)


def test_every_hidden_card_may_be_anywhere_with_the_same_chance():
    hands, tops, bottoms = Counter(), Counter(), Counter()
    for seed in range(2000):
        other = dealt(0, seed).players[1]
        hands.update(other.hand)
        tops.update(other.deck[:1])
        bottoms.update(card for card, face in other.discard if face == "down")
    unseen = {1, 2, 3, 4, 5, 6, 8, 10, 11, 12, 13} - {10, 11, 12, 13}
    assert set(hands) == set(tops) == set(bottoms) == unseen
    for counts, share in ((hands, 3), (tops, 1), (bottoms, 2)):
        expected = 2000 * share / len(unseen)
        assert all(abs(count - expected) < 5 * expected**0.5 for count in counts.values())
