"""Counting the game tree (perft): the number of sequences of legal actions, by their length.

`python -m tests.game.play.perft` counts the stored positions again and prints the counts; `--write` looks for new
positions and stores them with their counts. Do that only after an intended change of the rules, and look at the diff.
"""

import json
import random
import sys
from pathlib import Path
from typing import Any, NamedTuple

from holi.game import CLIMB, Config, Position, new_position, parse_deck, position_from_json, position_to_json
from holi.kernel.actions import apply_action
from holi.kernel.mode import Ints, copy_of, plain, vector
from holi.kernel.turns import legal_actions
from tests.game.strategies import FACES, played

DATA = Path(__file__).with_name("data") / "perft.json"
MIDGAME_DEPTH = 4
START_DEPTHS = {2: 5, 3: 6, 4: 7}
"""By players: beyond the corners, to the end of the first turn."""

MOST_NODES = 30_000
FEWEST_SEQUENCES = 50_000
"""A stored midgame position leads to at most so many positions in three actions and at least so many in four."""


class Case(NamedTuple):
    """A stored position and its numbers of sequences: of one action, of two, ..."""

    name: str
    position: Position
    counts: list[int]


def perft(position: Position, depth: int) -> int:
    """How many sequences of `depth` legal actions there are from the position."""
    state, rules = position.vectors
    return _sequences(state, rules, depth)


def _sequences(state: Ints, rules: Ints, depth: int) -> int:
    """The same on the kernel's vectors; the last action of a sequence is counted, but not done."""
    count = legal_actions(state, rules, state, 0)
    if depth == 1:
        return count
    codes = vector([0] * count)
    legal_actions(state, rules, codes, count)
    total = 0
    for code in plain(codes):
        after = copy_of(state)
        apply_action(after, rules, code)
        total += _sequences(after, rules, depth - 1)
    return total


def stored_cases() -> list[Case]:
    stored = json.loads(DATA.read_text("utf-8"))
    return [Case(name, position_from_json(case["position"]), case["counts"]) for name, case in stored.items()]


# Looking for positions worth storing


def _custom_deck() -> Any:
    chance = random.Random("custom deck")
    return {"name": "custom", "cards": {str(number): chance.choice(FACES) for number in range(1, 14)}}


def _found_positions() -> dict[str, Position]:
    found = {f"start, {players} players": new_position(Config(players), "0" * 64) for players in START_DEPTHS}
    custom = parse_deck(_custom_deck())
    for name, config in {
        "splash": Config(2, ("splash", "rangoli")),
        "mirror-dance": Config(3, ("mirror-dance", "summit")),
        "swap-places": Config(3, ("swap-places", "short-steps")),
        "helping-hands": Config(2, ("helping-hands", "cloudburst")),
        "last-dance": Config(4, ("last-dance", "sharp-aim", "open-pockets")),
        "custom deck": Config(2, ("free-handfuls",), deck=custom),
    }.items():
        found[f"{name}, {config.players} players"] = _first_that_matters(config, name)
    return found


def _first_that_matters(config: Config, name: str) -> Position:
    """The first position, in games from fixed seeds, where the named card makes a difference and the size is right."""
    chance = random.Random(name)
    for _ in range(500):
        start = new_position(config, f"{chance.getrandbits(256):064x}")
        for position, *_ in played(start, chance):
            if _matters(position, name) and perft(position, 3) <= MOST_NODES and perft(position, 4) >= FEWEST_SEQUENCES:
                return position
    raise LookupError(f"no game reaches a position in which {name} matters and the tree has a fitting size")


def _matters(position: Position, name: str) -> bool:
    if position.phase != "play" or position.turn_begun:
        return False
    if name == "last-dance":
        return any(player.finished is not None for player in position.players)
    if name == "custom deck":
        return CLIMB in position.legal_actions()
    written = position_to_json(position)
    written["config"]["rivalry"].remove(name)
    return position_from_json(written).legal_actions() != position.legal_actions()


def _write() -> None:
    entries = []
    for name, position in _found_positions().items():
        deepest = START_DEPTHS[position.config.players] if position.phase == "setup" else MIDGAME_DEPTH
        counts = [perft(position, depth) for depth in range(1, deepest + 1)]
        written = json.dumps(position_to_json(position), separators=(",", ":"))
        entries.append(f'{json.dumps(name)}: {{\n  "counts": {json.dumps(counts)},\n  "position": {written}\n}}')
    DATA.write_text("{\n" + ",\n".join(entries) + "\n}\n", "utf-8")


if __name__ == "__main__":
    if "--write" in sys.argv[1:]:
        _write()
    for case in stored_cases():
        counted = [perft(case.position, depth + 1) for depth in range(len(case.counts))]
        print(f"{case.name:24} {counted}{'' if counted == case.counts else f', stored: {case.counts}'}")
