"""How a game begins (R2), and dealing again what a seat may not know."""

from __future__ import annotations

from holi.kernel.layout import (
    CARDS,
    DECK,
    DECK_SIZE,
    DISCARD,
    FACE_DOWN,
    FINISHED,
    GROUND,
    HAND,
    LEVEL,
    MAX_PLAYERS,
    MIDDLE,
    PLAYERS,
    STATE_SIZE,
    SUPPLY,
    SWEETS_ONE,
    SWEETS_SPACES,
    SWEETS_TWO,
    TOKENS_PER_PLAYER,
)
from holi.kernel.mode import Ints, compiled, lowest, popcount
from holi.kernel.playouts import below


@compiled
def clear_state(state: Ints) -> None:
    """Nothing on the tower and nobody in the game."""
    for i in range(STATE_SIZE):
        state[i] = 0
    for seat in range(MAX_PLAYERS):
        state[LEVEL + seat] = -1
        state[FINISHED + seat] = -1


@compiled
def new_game(state: Ints, rules: Ints, decks: Ints) -> None:
    """The position before the first corner is chosen, all hands empty (R2.5); `decks` are shuffled, one a seat."""
    clear_state(state)
    state[SWEETS_ONE + GROUND] = SWEETS_SPACES  # R2.1
    state[SWEETS_TWO + GROUND] = SWEETS_SPACES
    state[SWEETS_ONE + MIDDLE] = SWEETS_SPACES
    for seat in range(rules[PLAYERS]):
        state[SUPPLY + 5 * seat] = TOKENS_PER_PLAYER
        state[DECK + seat] = decks[seat]
        state[DECK_SIZE + seat] = CARDS


@compiled
def deal_hidden(state: Ints, rules: Ints, seat: int, random: Ints, pool: Ints) -> None:
    """Deal all that `seat` may not know again: every deck, and the others' hands and face-down discards.

    For `NOBODY`, who knows no card, that is everything. How it was dealt before makes no difference. `pool` has room
    for all cards of a player.
    """
    for player in range(rules[PLAYERS]):
        hidden = 0 if player == seat else state[FACE_DOWN + player]
        hand = 0 if player == seat else state[HAND + player]
        count = _gather(state, player, hand, hidden, pool)
        for i in range(count - 1, 0, -1):
            j = below(random, i + 1)
            pool[i], pool[j] = pool[j], pool[i]
        _hand_out(state, player, hand, hidden, pool)


@compiled
def _gather(state: Ints, player: int, hand: int, hidden: int, pool: Ints) -> int:
    """Write the cards of the deck, of `hand` and of the `hidden` discards to `pool`, lowest first; return how many."""
    cards = hand
    for i in range(state[DECK_SIZE + player]):
        cards |= 1 << (state[DECK + player] >> 4 * i & 15)
    while hidden != 0:
        cards |= 1 << (state[DISCARD + player] >> 4 * lowest(hidden) & 15)
        hidden &= hidden - 1
    count = 0
    while cards != 0:
        pool[count] = lowest(cards)
        cards &= cards - 1
        count += 1
    return count


@compiled
def _hand_out(state: Ints, player: int, hand: int, hidden: int, pool: Ints) -> None:
    """Give as many cards back to deck, hand and hidden discards, in the order of `pool`."""
    count = state[DECK_SIZE + player]
    deck = 0
    for i in range(count):
        deck |= pool[i] << 4 * i
    state[DECK + player] = deck
    if hand != 0:
        dealt = 0
        for _ in range(popcount(hand)):
            dealt |= 1 << pool[count]
            count += 1
        state[HAND + player] = dealt
    while hidden != 0:
        at = 4 * lowest(hidden)
        hidden &= hidden - 1
        state[DISCARD + player] = state[DISCARD + player] & ~(15 << at) | pool[count] << at
        count += 1
