"""The rules at three speeds: the WebAssembly module plays the same games as this process does, to the last bit.

The suite runs interpreted and compiled, so that all three are compared: by digests of every position, list of legal
actions, event, score, rank and random state.
"""

import json

import pytest

from holi.game import Config
from holi.game.cards import parse_deck, rivalry_cards
from tests.wasm.identity import Games, played_by_the_module, played_here

STEPS = 400_000

FULL_FACES = parse_deck(
    {"name": "Full", "cards": {str(card): "#.#/.*./##." if card % 2 else "##./#.#/..." for card in range(1, 14)}}
)
CONFIGS = [
    Config(2),
    Config(3),
    Config(4),
    Config(2, deck=FULL_FACES, tie_break="first-finished"),
    Config(4, ("splash", "sharp-aim", "cloudburst"), FULL_FACES),
    Config(3, ("short-steps", "cloudburst", "summit")),
    Config(4, ("swap-places", "splash", "sharp-aim"), tie_break="first-finished"),
    Config(2, ("helping-hands", "mirror-dance", "free-handfuls")),
    Config(4, ("open-pockets", "last-dance", "splash")),
    Config(2, ("sweet-tooth", "rangoli", "four-corners")),
    Config(3, ("rooftop-view", "pillars", "long-line")),
    Config(4, ("big-crowd", "quarters", "spotless")),
    Config(3, ("best-friend", "summit", "last-dance")),
    Config(2, ("best-friend", "spotless", "swap-places"), tie_break="first-finished"),
]
NAMES = [" ".join([str(config.players), *config.rivalry, config.deck.name, config.tie_break]) for config in CONFIGS]


def test_every_rivalry_card_is_in_play():
    assert {name for config in CONFIGS for name in config.rivalry} == set(rivalry_cards())


@pytest.mark.parametrize("config", CONFIGS, ids=NAMES)
def test_the_module_plays_as_this_process_does(config):
    games = Games(config, steps=-(-STEPS // len(CONFIGS)))
    here = played_here(games)
    run = played_by_the_module(games)
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == here
    assert here["steps"] >= games.steps
