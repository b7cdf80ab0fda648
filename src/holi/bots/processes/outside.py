"""Bots that are programs of their own: asked by one line of JSON, answering by another (F4, `choose`)."""

from __future__ import annotations

import json
import shlex
import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from holi.bots.base import View
from holi.bots.processes.line_process import BotFaultError, LineProcess, answer_limit, shown
from holi.game import Action, MalformedError, parse_action, position_from_view, view_to_json
from holi.game.errors import quoted

START_SECONDS = 10.0
"""Extra time for the first answer, since a program has to start."""

LEAST_SHARE = 0.05
"""However long the first actions of a turn took, the next one gets this share of the turn's time."""

LONGEST_NAME = 30


def split_command(command: str) -> list[str]:
    """The words of a command line, if the program that it begins with is there."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise MalformedError(f"{quoted(command)} is no command line: {error}; close what is open") from None
    if not words:
        raise MalformedError(f"{quoted(command)} is no command line; name a program, as in 'cmd:node mybot.js'")
    if shutil.which(words[0]) is None:
        raise MalformedError(
            f"there is no program {quoted(words[0])} to run {quoted(command)}; check its name and path"
        )
    return words


class OutsideBot:
    """A program that plays. Making it starts the program; `close` ends it with all that it started."""

    def __init__(self, command: str) -> None:
        self._process = LineProcess(split_command(command))
        self.name = command_name(command)
        self._asked = False

    def turn(self, view: View, movetime: float) -> list[Action]:
        """What the program answers; after a `BotFaultError` it is ended and must not be asked again."""
        return turn_by_choices(self.choose, view, movetime)

    def choose(self, view: View, legal: Sequence[Action], movetime: float) -> Action:
        limit = answer_limit(movetime) + (0 if self._asked else START_SECONDS)
        self._asked = True
        request = {"cmd": "choose", "view": view, "legal": [str(action) for action in legal], "movetime": movetime}
        try:
            return _action_in(self._process.ask(json.dumps(request).encode("ascii") + b"\n", limit), legal)
        except BotFaultError:
            self._process.kill()
            raise

    def close(self) -> None:
        self._process.close()


def turn_by_choices(
    choose: Callable[[View, Sequence[Action], float], Action], view: View, movetime: float
) -> list[Action]:
    """Ask for one action after another until the turn ends; they share `movetime`.

    Nothing hidden shows before the turn ends, so the views are right wherever the hidden cards are.
    """
    position = position_from_view(view)
    seat = view["turn"]["seat"]
    turn: list[Action] = []
    used = 0.0
    while not turn or not turn[-1].ends_turn:
        if turn:
            position = position.apply(turn[-1]).position
            view = view_to_json(position, seat)
        legal = position.legal_actions()
        began = time.perf_counter()
        turn.append(choose(view, legal, max(LEAST_SHARE * movetime, movetime - used)))
        used += time.perf_counter() - began
    return turn


def command_name(command: str) -> str:
    """A short name for a command line: its last word that is no option, without folders, cut at 30 characters."""
    words = [word for word in shlex.split(command) if not word.startswith("-")]
    name = (Path(words[-1]).name if words else "") or command
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 3] + "..."


def _action_in(line: bytes, legal: Sequence[Action]) -> Action:
    try:
        answer: Any = json.loads(line)
    except (ValueError, RecursionError):
        raise BotFaultError("nonsense", f"its answer is no JSON: {quoted(shown(line))}") from None
    if not isinstance(answer, dict) or "action" not in answer:
        raise BotFaultError("nonsense", f"its answer is no object with an 'action': {quoted(shown(line))}")
    try:
        action = parse_action(answer["action"])
    except MalformedError as error:
        raise BotFaultError("nonsense", f"its action is malformed: {error}") from None
    if action not in legal:
        raise BotFaultError("nonsense", f"its action {str(action)!r} is not legal")
    return action
