"""Play with each rivalry card and write down all that is said about it; run in a process of its own.

`python with_cards.py PREFIX AREA` takes the cards whose ids begin with PREFIX, which is left out of what is written.
"""

from __future__ import annotations

import io
import json
import random
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from holi.game import (
    Config,
    IllegalActionError,
    Position,
    new_position,
    parse_action,
    position_from_json,
    position_to_json,
    rivalry_cards,
    view_to_json,
)
from holi.game.notation import SQUARE_NAMES

SEED = "7" * 64


def games(card: str) -> list[tuple[Position, Any]]:
    """The positions of a random game with the card, each with the action that follows."""
    chance = random.Random(5)
    position = new_position(Config(players=2, rivalry=(card,)), SEED)
    steps = []
    while position.phase != "over":
        action = chance.choice(position.legal_actions())
        steps.append((position, action))
        position = position.apply(action).position
    return steps


def refusals(position: Position) -> list[str]:
    """What is said of actions that may not be legal."""
    hand = position.players[position.seat or 0].hand[:1] or (1,)
    texts = [*(f"M{square}" for square in SQUARE_NAMES[::5]), "C", "E", *(f"D{hand[0]}@{s}" for s in SQUARE_NAMES[::7])]
    said = []
    for text in texts:
        try:
            position.apply(parse_action(text))
        except IllegalActionError as error:
            said.append(str(error))
    return said


def game(card: str) -> Any:
    """Legal actions, events, refusals, scores and positions of a game."""
    told: list[Any] = []
    for number, (position, action) in enumerate(games(card)):
        after, events = position.apply(action)
        told.append([[str(action) for action in position.legal_actions()], [event.to_json() for event in events]])
        if number % 4 == 0:
            told.append(refusals(position))
            assert position_from_json(position_to_json(after)) == after
    return [*told, [score.to_json() for score in after.scores()], view_to_json(after, "spectator")]


def hints(card: str) -> Any:
    """The reasons given for every fifth turn of a game."""
    from holi.bots.advice.reasons import reasons_for

    turns: list[tuple[Position, list[Any]]] = []
    begins = True
    for position, action in games(card):
        if begins:
            turns.append((position, []))
        turns[-1][1].append(action)
        begins = action.ends_turn
    return [[reason.to_json() for reason in reasons_for(*turn)] for turn in turns[::5]]


def terminal(card: str) -> Any:
    """What the terminal shows of the card and of the choices in a game."""
    from holi.cli.app import app
    from holi.cli.terminal.console import Terminal
    from holi.cli.terminal.play_help import card_help, help_about
    from holi.cli.terminal.turn_screen import TurnOptions, menu_lines

    shown = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
    with redirect_stdout(shown):
        app(["cards", card, "--no-colour"], standalone_mode=False)
    screen = Terminal(False)
    shown.seek(0)
    told: list[Any] = [shown.read()]
    for position, _ in games(card)[::7]:
        if position.phase == "play" and position.seat is not None:
            options = TurnOptions(position, position.seat)
            told += [menu_lines(options, False, screen), options.why_no_throw()]
            told += [card_help(position, position.seat, number, screen) for number in options.player.hand]
    told.append(help_about(card, position, 0, screen).split())  # lines break elsewhere
    return told


def page(card: str) -> Any:
    """What the page knows of the card: its entry in `generated.ts`, as `make wasm` would write it."""
    sys.path.insert(0, str(Path(__file__).parents[2] / "tools" / "wasm"))
    from exports import EXPORTS
    from generated import typescript

    lines = typescript(EXPORTS, "").splitlines()
    return next(json.loads(line.rstrip(",")) for line in lines if f'{{"id": "{card}", "kind"' in line)


def env(card: str) -> Any:
    """Action numbers and observations of a game."""
    from holi.env.encoding import encoding_of
    from holi.env.observation import SUMMARY_SIZE, expand, rivalry_flags, summarize
    from holi.kernel.mode import vector

    told: list[Any] = []
    for position, action in games(card)[::5]:
        encoding = encoding_of(position.config.deck)
        summary = vector([0] * SUMMARY_SIZE)
        state, rules = position.vectors
        summarize(state, rules, position.seat, rivalry_flags(position.config), summary)
        told.append([encoding.id_of(action, position), encoding.legal_ids(position), expand(summary).tobytes().hex()])
    return [encoding.size, told]


AREAS = {"game": game, "hints": hints, "terminal": terminal, "page": page, "env": env}

if __name__ == "__main__":
    prefix, area = sys.argv[1:]
    names = [name for name in rivalry_cards() if name.startswith(prefix)]
    written = json.dumps({name: AREAS[area](name) for name in names})
    print(written.replace(prefix, "") if prefix else written)
