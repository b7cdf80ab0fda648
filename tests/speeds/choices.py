"""What bots of all levels choose, and what is advised, as lines of JSON: the same at every speed.

`python -m tests.speeds.choices` prints a line for each position, with the view, the seed and the turns. Rounds and
steps are counted and work memory has the same size, so no line depends on speed. Evaluating takes long interpreted; so
`attention` is low, and most positions in which bots look ahead have few cards left.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from holi.bots import LEVELS
from holi.bots.advice.hints import hints
from holi.bots.level_bot import LevelBot
from holi.bots.search.endgame_search import MOST_CARDS, cards_left, new_endgame_memory
from holi.game import Config, Game, Position, format_turn, rivalry_cards, view_to_json

ENDLESS = 1e6
ROUNDS = 2
LIMITS = {"attention": 8, "most_rounds": ROUNDS}
LOOKING_AHEAD = {**LIMITS, "candidates": 3, "ending_steps": 1200}
"""With this many steps some endings are solved and some are given up."""

ROOM = 1 << 10
"""For turns and for positions known in an ending."""


def games(seed: int) -> Iterator[Game]:
    """Games with every rivalry card in turn, most of them with a second one."""
    chance = random.Random(seed)
    names = list(rivalry_cards())
    for number, name in enumerate(names):
        second = () if number % 3 == 0 else (chance.choice([other for other in names if other != name]),)
        yield Game(Config(players=2 + number % 3, rivalry=(name, *second)), seed=f"{chance.getrandbits(256):064x}")


def somewhere(game: Game, chance: random.Random, setup: bool) -> Position:
    """A position while corners are chosen, or somewhere in play, more often than not at the beginning of a turn."""
    position = game.position
    least = chance.randrange(position.config.players if setup else 60)
    at_beginning = chance.random() < 0.6
    steps = 0
    while game.position.seat is not None and (steps < least or (at_beginning and position.turn_begun)):
        game.apply(chance.choice(game.legal_actions()))
        steps += 1
        if game.position.seat is not None:
            position = game.position
    return position


def near_the_end(game: Game, chance: random.Random) -> Position:
    """The first position that could be solved, or the last before the end."""
    position = game.position
    while game.position.seat is not None:
        position = game.position
        if position.phase == "play" and cards_left(*position.vectors, game.position.seat) <= MOST_CARDS:
            break
        game.apply(chance.choice(game.legal_actions()))
    return position


def choices(position: Position, seed: int, limits: Mapping[str, int]) -> dict[str, Any]:
    """The position as its seat may know it, and the turns of all levels, or only of those that do not look ahead."""
    assert position.seat is not None
    view = view_to_json(position, position.seat)
    turns = {}
    for name, level in LEVELS.items():
        if "ending_steps" in limits or not level.ending_steps:
            bot = LevelBot(name, level._replace(**limits), seed, new_endgame_memory(ROOM, ROOM))
            turns[name] = format_turn(bot.turn(view, ENDLESS))
    return {"view": view, "seed": seed, "turns": turns}


def lines() -> Iterator[str]:
    chance = random.Random(1)
    for number, game in enumerate(games(seed=2)):
        position = somewhere(game, chance, setup=number % 7 == 0)
        ahead = position.phase == "setup" or number % 10 == 1
        yield json.dumps(choices(position, number, LOOKING_AHEAD if ahead else LIMITS))
    for number, game in enumerate(games(seed=3)):
        chosen = choices(near_the_end(game, chance), number, LOOKING_AHEAD)
        hinted = [hint.to_json() for hint in hints(chosen["view"], ENDLESS, 2, number, ROUNDS)]
        yield json.dumps({**chosen, "hints": hinted})


if __name__ == "__main__":
    for line in lines():
        sys.stdout.write(line + "\n")
