"""The TypeScript library says of every position what `holi.game` says."""

import json
import random
import shutil
import subprocess
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import pytest

from holi.game import (
    Action,
    HoliError,
    Kind,
    Position,
    Viewer,
    missing_to_climb,
    new_position,
    parse_action,
    parse_config,
    position_to_json,
    rivalry_cards,
    view_to_json,
)
from holi.game.position_json import position_from_view
from holi.kernel.layout import CARDS, NOBODY
from holi.kernel.mode import vector
from holi.kernel.playouts import random_state
from holi.kernel.setup import deal_hidden
from tests.engine.client import Client, in_play
from tests.engine.conftest import PROGRAMS, WEB
from tests.engine.lines import KNOWN, SEED, WRONG_LINES
from tests.engine.options import options_at
from tests.engine.test_fuzz import places

SCRIPT = str(WEB.parent / "tests" / "engine" / "library.mjs")
OWN_DECK = {
    "name": "two and a star",
    "cards": {str(card): "##./.*./..#" if card % 2 else "#.#/.#./#.#" for card in range(1, CARDS + 1)},
}
NAMES = list(rivalry_cards())
CONFIGS: list[dict[str, Any]] = [
    *({"players": 2 + i % 3, "rivalry": NAMES[i : i + 3]} for i in range(0, len(NAMES), 3)),
    *({"players": players} for players in (2, 3, 4)),
    {"players": 3, "rivalry": ["mirror-dance"], "deck": OWN_DECK},
    {"players": 4, "tie_break": "first-finished", "rivalry": NAMES[-2:]},
]


class Library:
    """The library in a process of Node.js."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(["node", SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdin and self.process.stdout
        self.requests, self.answers = self.process.stdin, self.process.stdout

    def ask(self, cmd: str, **fields: Any) -> Any:
        self.requests.write(json.dumps({"cmd": cmd, **fields}).encode() + b"\n")
        self.requests.flush()
        return json.loads(self.answers.readline())


@pytest.fixture(scope="session")
def library(leave_out: Callable[[str], NoReturn]) -> Iterator[Library]:
    if not (shutil.which("node") and (WEB / "node_modules" / "vite").exists()):
        leave_out("the comparison with the TypeScript library, as Node.js or the packages of web/ are not installed")
    library = Library()
    yield library
    library.process.communicate()


def viewers_of(position: Position) -> list[Viewer]:
    return [*range(position.config.players), "spectator", "all"]


def dealt(view: dict[str, Any], seed: int) -> Position:
    position = position_from_view(view)
    if all(isinstance(player["deck"], list) for player in view["players"]):
        return position
    viewer = next((seat for seat, player in enumerate(view["players"]) if isinstance(player["hand"], list)), NOBODY)
    state, rules = position.vectors
    deal_hidden(state, rules, viewer, random_state(seed), vector([0] * CARDS))
    return Position(position.config, state)


def told(position: Position) -> dict[str, Any]:
    """What `tell` of the script says."""
    views = [view_to_json(position, viewer) for viewer in viewers_of(position)]
    return {
        "position": position_to_json(position),
        "views": views,
        "legal": [str(action) for action in position.legal_actions()],
        "scores": [score.to_json() for score in position.scores()],
        "missing": [missing_to_climb(position, seat) for seat in range(position.config.players)],
    }


def completed(position: Position, seed: int) -> dict[str, Any]:
    """What `complete` of the script says: the position from each viewer's view, filled in and dealt."""
    views = [view_to_json(position, viewer) for viewer in viewers_of(position)]
    return {
        "same": True,
        "filled": [position_to_json(position_from_view(view)) for view in views],
        "dealt": [position_to_json(dealt(view, seed)) for view in views],
    }


def any_action(chance: random.Random) -> Action:
    kind = chance.choice(list(Kind))
    count = {Kind.THROW_UP: chance.randint(1, 4), Kind.CLIMB: 0, Kind.END: 0}.get(kind, 1)
    squares = tuple(sorted(chance.sample(range(36), count)))
    return Action(kind, chance.randint(1, CARDS) if kind in (Kind.THROW_UP, Kind.THROW_DOWN) else None, squares)


def tried(position: Position, text: str) -> Any:
    """The events of an action, or what is wrong with it."""
    try:
        return [event.to_json() for event in position.apply(parse_action(text)).events]
    except HoliError as error:
        return f"{error.code}: {error}"


@pytest.mark.parametrize("number", range(2 * len(CONFIGS)))
def test_a_random_game_is_the_same_in_both(library, number):
    chance = random.Random(number)
    config, seed = CONFIGS[number % len(CONFIGS)], f"{number:064x}"
    library.ask("new", config=config, seed=seed)
    position = new_position(parse_config(config, seed), seed)
    while True:
        assert library.ask("tell") == told(position)
        texts = [str(any_action(chance)) for _ in range(12)] + ["C", "E", "D?@a1", "T1@b1a1", "Zé'\n"]
        assert library.ask("against", actions=texts) == [tried(position, text) for text in texts]
        if position.phase == "over":
            break
        if chance.random() < 0.3:
            dealing = chance.randrange(-(2**53), 2**53)
            assert library.ask("complete", dealing=dealing) == completed(position, dealing)
            assert library.ask("options") == options_at(position)
        action = chance.choice(position.legal_actions())
        position, events = position.apply(action)
        assert library.ask("apply", action=str(action)) == {
            "events": [[event.to_json(viewer) for event in events] for viewer in viewers_of(position)]
        }


@pytest.fixture(scope="module")
def both(library: Library) -> Iterator[Callable[[bytes], list[Any]]]:
    """Ask both engines."""
    first, second = PROGRAMS.values()
    with Client(first) as ours, Client(second) as theirs:
        clients = [in_play(ours), in_play(theirs)]
        yield lambda line: [client.send(line) for client in clients]


class TestSentences:
    """Both engines say the same of the same wrong input, but for what their readers of JSON say."""

    @pytest.mark.parametrize("code", [code for code in WRONG_LINES if code != "invalid-json"])
    def test_wrong_lines(self, both, code):
        for line in WRONG_LINES[code]:
            ours, theirs = both(line)
            assert theirs == ours, line[:200]

    def test_damaged_positions(self, both):
        chance = random.Random(3)
        for _ in range(400):
            position = json.loads(json.dumps(chance.choice(KNOWN["position"])))
            *path, last = chance.choice([path for path in places(position) if path])
            holder = position
            for key in path:
                holder = holder[key]
            holder[last] = chance.choice(
                [None, True, -1, 1, 2, 1.5, 2.0, 1e-7, 2**70, "1", "Gc3", "é\t'", [], {"a": [1]}]
            )
            ours, theirs = both(json.dumps({"cmd": "load", "position": position}).encode())
            assert theirs == ours

    def test_damaged_configurations(self, both):
        values = [None, 0, 3, 4, 2.0, -0.5, "x", ["splash", "splash"], [3], [None], {}, {"name": ""}, OWN_DECK,
                  {**OWN_DECK, "name": "x" * 61}, {**OWN_DECK, "colour": 1}, {"name": "a", "cards": {"14": "x"}},
                  {"name": "a", "cards": {**OWN_DECK["cards"], "3": "**./.../...", "4": "#../.../..."}}]  # fmt: skip
        for key in ("players", "rivalry", "deck", "tie_break", "colour"):
            for value in values:
                command = {"cmd": "new", "seed": SEED, "config": {"players": 3, key: value}}
                ours, theirs = both(json.dumps(command).encode())
                assert theirs == ours, command
