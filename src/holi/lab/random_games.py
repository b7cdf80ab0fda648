"""Whole random games without Python between them, at the speed of this process (`HOLI_MODE`)."""

from __future__ import annotations

from holi.game import Config, new_position
from holi.kernel.layout import CARDS, DECK, DECK_SIZE, HAND, PLAYERS, STATE_SIZE
from holi.kernel.mode import Ints, compiled, copy_of
from holi.kernel.playouts import below, random_playout, random_state

ANY_SEED = "0" * 64
"""For the first position; every game is dealt anew."""

SORTED_CARDS = sum(card << (4 * card) for card in range(CARDS))
"""All cards as the kernel packs a deck: four bits each."""


@compiled
def deal(state: Ints, rules: Ints, random: Ints) -> None:
    """Shuffle every deck and draw the first card (R2.5)."""
    for seat in range(rules[PLAYERS]):
        cards = SORTED_CARDS
        for last in range(CARDS - 1, 0, -1):
            other = below(random, last + 1)
            swapped = (cards >> (4 * last) ^ cards >> (4 * other)) & 15
            cards ^= swapped << (4 * last)
            cards ^= swapped << (4 * other)
        state[HAND + seat] = 1 << (cards & 15)
        state[DECK + seat] = cards >> 4
        state[DECK_SIZE + seat] = CARDS - 1


@compiled
def play_games(start: Ints, state: Ints, rules: Ints, random: Ints, games: int) -> int:
    """Play so many games from the position `start`, each with decks of its own; return the number of all actions."""
    steps = 0
    for _ in range(games):
        for i in range(STATE_SIZE):
            state[i] = start[i]
        deal(state, rules, random)
        steps += random_playout(state, rules, random)
    return steps


class RandomGames:
    """An endless supply of random games for a number of players."""

    def __init__(self, players: int, seed: int) -> None:
        self._start, self._rules = new_position(Config(players), ANY_SEED).vectors
        self._state = copy_of(self._start)
        self._random = random_state(seed)

    def play(self, games: int) -> int:
        """Play so many games; return the number of actions done."""
        return int(play_games(self._start, self._state, self._rules, self._random, games))
