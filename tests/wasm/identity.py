"""Random games at the speed of this process, and the same games by the WebAssembly module, as digests of every step.

What is written into a digest, and when, has to be the same here and in `web/engine/tests/identity.mjs`.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import struct
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.build_page import WEB, with_node

from holi.game import Config
from holi.game.config import rules_of
from holi.game.position import packed_cards
from holi.game.shuffle import shuffled_deck
from holi.kernel import layout, tables
from holi.kernel.actions import apply_action
from holi.kernel.checks import inconsistency
from holi.kernel.explain import explain, foresee, write_landings
from holi.kernel.mode import copy_into, plain, vector
from holi.kernel.playouts import below, next_word, random_action, random_playout, random_state
from holi.kernel.reasons import empty_neighbours, missing_to_climb, reason_against
from holi.kernel.scoring import rank, score_all
from holi.kernel.setup import clear_state, deal_hidden, new_game
from holi.kernel.throws import may_throw_face_down
from holi.kernel.turns import legal_actions

MODULE = WEB / "engine" / "src" / "holi.wasm"
PROGRAM = WEB / "engine" / "tests" / "identity.mjs"
LOOK_EVERY = 50
ROOM = 4096
SEED = "5e" * 32
LAYOUT = {name: value for name, value in vars(layout).items() if name.isupper() and type(value) is int}


@dataclass(frozen=True, slots=True)
class Games:
    """Random games of a configuration, one after the other, until there are at least so many steps."""

    config: Config
    steps: int

    def to_json(self) -> str:
        settings = {name: value for card in self.config.rivalry_cards for name, value in card.settings.items()}
        reach, mirror = (settings.get(name, usual) for name, usual in tables.TABLE_SETTINGS.items())
        games = {
            "layout": LAYOUT,
            "head": plain(rules_of(self.config))[: layout.REACH],
            "faces": [tables.face_code(card.rows) for card in self.config.deck.cards],
            "reach": reach,
            "mirror": mirror,
            "decks": self.decks,
            "random": plain(random_state(self.config.players)),
            "steps": self.steps,
        }
        return json.dumps(games)

    @property
    def decks(self) -> list[int]:
        return [packed_cards(shuffled_deck(SEED, seat)) for seat in range(self.config.players)]


def played_by_the_module(games: Games, module: Path = MODULE) -> subprocess.CompletedProcess[str]:
    """The run of node, whose output is the JSON of what `played_here` returns."""
    environment = with_node()
    assert environment is not None, "Node.js is not installed"
    node = str(shutil.which("node", path=environment["PATH"]))
    return subprocess.run(
        [node, str(PROGRAM), str(module)],
        input=games.to_json(),
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


def played_here(games: Games) -> dict[str, Any]:
    return Play(games).run()


class Play:
    """The vectors of games that are being played, and the digest so far."""

    def __init__(self, games: Games) -> None:
        self.least = games.steps
        self.rules = rules_of(games.config)
        self.decks = vector(games.decks)
        self.random = random_state(games.config.players)
        self.hash = hashlib.sha256()
        self.state, self.other = (vector([0] * layout.STATE_SIZE) for _ in range(2))
        self.pool = vector([0] * layout.CARDS)
        self.codes = vector([0] * ROOM)
        self.events = vector([0] * (layout.MOST_EVENTS * layout.EVENT_SIZE))
        self.landings = vector([0] * (layout.SPACES * layout.EVENT_SIZE))
        self.scores = vector([0] * (layout.MAX_PLAYERS * layout.SCORE_SIZE))
        self.about = vector([0] * layout.ABOUT_SIZE)

    def run(self) -> dict[str, Any]:
        self.write(self.rules)
        steps = games = 0
        while steps < self.least:
            clear_state(self.state)
            new_game(self.state, self.rules, self.decks)
            deal_hidden(self.state, self.rules, layout.NOBODY, self.random, self.pool)
            step = 0
            while self.state[layout.PHASE] != layout.OVER:
                self.step(looking=step % LOOK_EVERY == LOOK_EVERY - 1)
                step += 1
            steps += step
            games += 1
        return {"digest": self.hash.hexdigest(), "steps": steps, "games": games}

    def step(self, looking: bool) -> None:
        state, rules = self.state, self.rules
        count = int(legal_actions(state, rules, self.codes, ROOM))
        self.write([count])
        self.write(self.codes[:count])
        action = random_action(state, rules, self.random)
        if looking:
            self.look(action)
        copy_into(self.other, state)
        apply_action(state, rules, action)
        happened = explain(self.other, state, rules, action, self.events)
        self.write(self.events[: layout.EVENT_SIZE * happened])
        self.write(state)
        self.write(self.random)
        score_all(state, rules, self.scores)
        self.write(self.scores)
        self.write(rank(state, rules, self.scores, seat) for seat in range(rules[layout.PLAYERS]))

    def look(self, action: int) -> None:
        """All that a position can be asked besides."""
        state, rules, about = self.state, self.rules, self.about
        seat = state[layout.SEAT]
        happened = foresee(state, rules, action, self.other, self.events)
        self.write(self.events[: layout.EVENT_SIZE * happened])
        self.write(self.other)
        write_landings(state, rules, seat, self.landings)
        self.write(self.landings)
        self.write(
            [
                inconsistency(state, rules, about),
                reason_against(state, rules, layout.CLIMB_ACTION, about),
                reason_against(state, rules, layout.END_ACTION, about),
                missing_to_climb(state, rules, seat, about),
                empty_neighbours(state, rules, seat),
                may_throw_face_down(state, rules, seat),
                below(self.random, 1000),
                next_word(self.random),
            ]
        )
        self.write(about)
        copy_into(self.other, state)
        deal_hidden(self.other, rules, seat, self.random, self.pool)
        self.write(self.other)
        self.write([random_playout(self.other, rules, self.random)])
        self.write(self.other)

    def write(self, values: Iterable[int]) -> None:
        ints = plain(values) if isinstance(values, type(self.state)) else list(values)
        self.hash.update(struct.pack(f"<{len(ints)}q", *ints))
