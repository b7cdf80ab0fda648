"""The last turns, solved: when nothing that matters is hidden any more, the best turn is found for certain."""

from __future__ import annotations

import time
from collections.abc import Callable

from holi.bots.search.endgame_search import SEARCHING, SOLVED, STATUS, EndgameMemory, begin, new_endgame_memory, search
from holi.bots.search.turn_search import turn_from
from holi.game import Action
from holi.kernel.actions import cards_to_draw
from holi.kernel.layout import DECK_SIZE, FACE_DOWN, FINISHED, HAND, PLAYERS, THROWN
from holi.kernel.mode import COMPILED, Ints, compiled, popcount

GREAT_MANY = 1 << 10
MOST_CARDS = 2
"""With more cards than this left to all players together, looking through everything takes too long to be begun."""

STEPS_AT_A_TIME = 4_000 if COMPILED else 100
"""How many actions are tried between two looks at the clock."""

MOST_STEPS = 1 << 24 if COMPILED else 1 << 15
"""However much time there is, no more actions are tried than this."""

SHARE_OF_TIME = 0.6
"""The part of the thinking time that a bot gives to solving an ending; the rest is for looking ahead if it fails."""


@compiled
def knows_what_it_draws(state: Ints, rules: Ints, seat: int) -> bool:
    """Whether `seat` knows its hand after this turn: its deck has one card at most, or all of it is drawn (R8.1)."""
    hand = popcount(state[HAND + seat])
    if state[THROWN] == 0:
        hand -= 1
    deck = state[DECK_SIZE + seat]
    return deck <= 1 or cards_to_draw(rules, hand, deck) == deck


@compiled
def cards_left(state: Ints, rules: Ints, seat: int) -> int:
    """How many cards those who still play have together, if `seat` can work out all of them; else a great many.

    Another's hand can be worked out if nothing else of theirs is hidden: no deck, and no card face down. If `seat` will
    not know what it draws, only this turn of its own counts.
    """
    count = 0
    for player in range(rules[PLAYERS]):
        if state[FINISHED + player] >= 0:
            continue
        if player == seat and not knows_what_it_draws(state, rules, seat):
            count += 1
        elif player == seat or (state[DECK_SIZE + player] == 0 and state[FACE_DOWN + player] == 0):
            count += popcount(state[HAND + player]) + state[DECK_SIZE + player]
        else:
            return GREAT_MANY
    return count


class EndgameSolver:
    """Solves endings, one at a time; its memory is made when it is first needed and used again."""

    def __init__(self) -> None:
        self._memory: EndgameMemory | None = None
        self.outcome: list[int] = []
        """What the ending solved last comes to for each seat: `RANK_STEP` for each player left behind, and the lead."""

    def solve(
        self, state: Ints, rules: Ints, seat: int, deadline: float, clock: Callable[[], float] = time.perf_counter
    ) -> list[Action] | None:
        """The best rest of the turn for `seat`, to its end; None if that cannot be said for certain before `deadline`.

        `state` is a deal of what the seat may know; how the hidden cards were dealt makes no difference.
        """
        if cards_left(state, rules, seat) > MOST_CARDS:
            return None
        memory = self._memory = self._memory or new_endgame_memory()
        begin(state, rules, memory)
        only_this_turn = not knows_what_it_draws(state, rules, seat)
        status = memory.control[STATUS]
        steps = 0
        while status == SEARCHING and steps < MOST_STEPS and clock() < deadline:
            steps += STEPS_AT_A_TIME
            status = search(STEPS_AT_A_TIME, seat, only_this_turn, rules, memory)
        if status != SOLVED:
            return None
        self.outcome = [int(memory.best[0][player]) for player in range(rules[PLAYERS])]
        return turn_from(memory.best_path)
