"""The bots of the TypeScript library choose the same turns, and advise with the same numbers, as those in Python.

Interpreted, only what is quick is compared; `tests/speeds/choices.py` shows that both speeds of Python choose alike.
"""

from __future__ import annotations

import json
import random
import struct

import pytest

from holi.bots.advice.analysis import analyse
from holi.bots.advice.hints import hints
from holi.bots.level_bot import LevelBot
from holi.bots.levels import LEVELS
from holi.bots.search.weights import trained_weights
from holi.game import Config, Game, view_to_json
from holi.kernel.mode import COMPILED
from holi.record import parse_record
from tests.record.games import golden_text

PLENTY = 1e6
ROUNDS = 6
GAMES = [
    (Config(2), "random", 4),
    (Config(3, ("rangoli", "summit")), "greedy", 7),
    (Config(4, ("last-dance",)), "club", 9),
]
if not COMPILED:
    GAMES = [(Config(3, ("rangoli", "summit")), "random", 12)]
    ROUNDS = 1
COMPARED = list(LEVELS) if COMPILED else ["random", "novice"]


def positions(config: Config, level: str, step: int):
    """Views of a game between bots, one turn in `step`."""
    bot = LevelBot(level, LEVELS[level], seed=3)
    game = Game(config, seed="c" * 64)
    number = 0
    while game.position.phase != "over":
        view = view_to_json(game.position, game.position.seat)
        if number % step == 0:
            yield view
        number += 1
        for action in bot.turn(view, PLENTY):
            game.apply(action)


def test_the_weights_are_the_same_numbers(node):
    assert node.ask("weights") == [float(weight) for weight in trained_weights()]


@pytest.mark.parametrize("level", COMPARED)
@pytest.mark.parametrize(("config", "player", "step"), GAMES)
def test_bots_choose_the_same_turns(node, level, config, player, step):
    for number, view in enumerate(positions(config, player, step)):
        bot = LevelBot(level, LEVELS[level]._replace(most_rounds=ROUNDS), seed=number)
        expected = [str(action) for action in bot.turn(view, PLENTY)]
        assert node.ask("turn", view=view, level=level, seed=number, rounds=ROUNDS) == expected


@pytest.mark.parametrize(("config", "player", "step"), GAMES)
def test_hints_are_the_same(node, config, player, step):
    for number, view in enumerate(positions(config, player, 2 * step)):
        found = hints(view, PLENTY, most=4, seed=number, most_rounds=ROUNDS)
        assert node.ask("hints", view=view, most=4, seed=number, rounds=ROUNDS) == {
            "format": "holi-hints/1",
            "seat": view["turn"]["seat"],
            "hints": [hint.to_json() for hint in found],
        }


def test_the_analysis_of_a_game_is_the_same(node):
    text = golden_text("two-players")
    if not COMPILED:
        text = text.partition(" | T12@d4e5")[0] + "\n*\n"
    expected = analyse(parse_record(text), PLENTY, seed=4, most_rounds=ROUNDS).to_json()
    found = node.ask("analysis", record=text, movetime=PLENTY, rounds=ROUNDS, seed=4)
    assert found == json.loads(json.dumps(expected))
    assert len(found["turns"]) == (24 if COMPILED else 1)


def test_numbers_are_rounded_as_python_does(node):
    dice = random.Random(5)
    halves = [sign * odd / 64 for sign in (1, -1) for odd in range(1, 400)]
    near = [
        struct.unpack("<d", struct.pack("<q", bits))[0] for bits in range(0x3FC0000000000000 - 40, 0x3FC0000000000028)
    ]
    values = [*halves, *near, *(dice.uniform(-30, 30) for _ in range(2000)), *(n / 1000 for n in range(-200, 200))]
    for decimals in (2, 4):
        expected = [round(value, decimals) for value in values]
        assert node.ask("round", values=values, decimals=decimals) == expected
