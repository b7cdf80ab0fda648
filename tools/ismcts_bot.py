"""OpenSpiel's information-set tree search (`ISMCTSBot`) as a bot for the arena, to measure our own bots against.

    holi arena master:1 "cmd:python tools/ismcts_bot.py" --games 40 --movetime 1

It needs OpenSpiel (`pip install '.[peers]'`). The search is OpenSpiel's Python code; this file only gives it Holi's
rules, compiled, in the shape that it expects, deals hidden cards for it, and stops it when its time is up. A world is
dealt again for each simulation; leaves are evaluated by random play to the end of the game.
"""

from __future__ import annotations

import json
import os
import sys
import time
from types import SimpleNamespace
from typing import Any

os.environ.setdefault("HOLI_MODE", "compiled")

import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot

from holi.game import Action, position_from_view
from holi.kernel.actions import apply_action
from holi.kernel.layout import (
    DECK,
    DISCARD,
    FACE_DOWN,
    HAND,
    MAX_PLAYERS,
    OVER,
    PHASE,
    PLAYERS,
    SCORE_SIZE,
    SCORE_TOTAL,
    SEAT,
)
from holi.kernel.mode import Ints, copy_of, plain, vector
from holi.kernel.playouts import random_playout, random_state
from holi.kernel.scoring import score_all
from holi.kernel.setup import deal_hidden
from holi.kernel.turns import legal_actions

UCT_C = 1.0
WORTH_ONE = 20
"""A lead of so many points is worth as much as can be; more counts no more."""

SHARE_OF_TIME = 0.5
"""Of what is left of a turn's time, so much is spent on each action: a turn has two to four."""

GAME_TYPE = SimpleNamespace(
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL, information=pyspiel.GameType.Information.IMPERFECT_INFORMATION
)
GAME = SimpleNamespace(get_type=lambda: GAME_TYPE)
ROOM = vector([0] * (1 << 12))
SCORES = vector([0] * (SCORE_SIZE * MAX_PLAYERS))


class World:
    """A complete position with the methods of a state that the search calls."""

    def __init__(self, state: Ints, rules: Ints) -> None:
        self.state = state
        self.rules = rules

    def get_game(self) -> SimpleNamespace:
        """The game that this is a state of."""
        return GAME

    def clone(self) -> World:
        """An independent copy."""
        return World(copy_of(self.state), self.rules)

    def current_player(self) -> int:
        """The seat to act."""
        return int(self.state[SEAT])

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.state[PHASE] == OVER)

    def is_chance_node(self) -> bool:
        """Never: decks are dealt in full."""
        return False

    def legal_actions(self, _player: int | None = None) -> list[int]:
        """The codes of all legal actions."""
        count = legal_actions(self.state, self.rules, ROOM, len(ROOM))
        return plain(ROOM[:count])

    def apply_action(self, action: int) -> None:
        """Do an action."""
        apply_action(self.state, self.rules, action)

    def information_state_string(self) -> bytes:
        """What the seat to act knows: everything but decks, and of the others hands and cards face down."""
        known = plain(self.state)
        seat = known[SEAT]
        for player in range(MAX_PLAYERS):
            known[DECK + player] = 0
            if player != seat:
                known[HAND + player] = 0
                for i in range(13):
                    if known[FACE_DOWN + player] >> i & 1:
                        known[DISCARD + player] &= ~(15 << 4 * i)
        return vector(known).tobytes()  # type: ignore[attr-defined]

    def returns(self) -> list[float]:
        """The lead over the best of the others, between -1 and 1."""
        score_all(self.state, self.rules, SCORES)
        totals = [int(SCORES[SCORE_SIZE * seat + SCORE_TOTAL]) for seat in range(self.rules[PLAYERS])]
        leads = [total - max(totals[:seat] + totals[seat + 1 :]) for seat, total in enumerate(totals)]
        return [max(-1.0, min(1.0, lead / WORTH_ONE)) for lead in leads]


class RandomPlay:
    """The evaluator: one random game to its end, compiled."""

    def __init__(self, seed: int) -> None:
        self._random = random_state(seed)

    def evaluate(self, world: World) -> list[float]:
        """What the game came to."""
        played = world.clone()
        random_playout(played.state, played.rules, self._random)
        return played.returns()

    def prior(self, world: World) -> list[tuple[int, float]]:
        """All actions alike."""
        legal = world.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


class Player:
    """Answers `choose` (F4)."""

    def __init__(self, seed: int) -> None:
        self._deals = random_state(seed)
        self._pool = vector([0] * 16)
        self._search = ISMCTSBot(GAME, RandomPlay(seed), uct_c=UCT_C, max_simulations=1)
        self.simulations = 0
        """In the last search."""

    def choose(self, view: dict[str, Any], legal: list[str], movetime: float) -> str:
        """The action visited most often when the time is up."""
        if len(legal) == 1:
            return legal[0]
        deadline = time.perf_counter() + SHARE_OF_TIME * movetime
        search, root = self._search, World(*position_from_view(view).vectors)
        search.reset()
        search.set_resampler(self._dealt_anew)
        # What `ISMCTSBot.run_search` does, but with a clock instead of a number of simulations.
        node = search.create_new_node(root)
        self.simulations = 0
        while time.perf_counter() < deadline or node.total_visits < 1:
            search.run_simulation(search.sample_root_state(root))
            self.simulations += 1
        policy = search.get_final_policy(root, node)
        action, _ = max(policy, key=lambda choice: choice[1])
        return str(Action.from_code(int(action)))

    def _dealt_anew(self, world: World, seat: int) -> World:
        """Another world that the seat cannot tell from this one."""
        other = world.clone()
        deal_hidden(other.state, other.rules, seat, self._deals, self._pool)
        return other


def main() -> None:
    """Answer line by line."""
    player = Player(seed=os.getpid())
    for line in sys.stdin:
        request = json.loads(line)
        action = player.choose(request["view"], request["legal"], request["movetime"])
        print(json.dumps({"action": action, "simulations": player.simulations}), flush=True)


if __name__ == "__main__":
    main()
