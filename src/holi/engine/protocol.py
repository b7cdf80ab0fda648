"""The commands of the engine protocol: one game at a time, one answer per line."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from typing import BinaryIO

from holi.bots import make_bot
from holi.bots.processes import lines
from holi.bots.processes.lines import Answer, Command
from holi.game import Game, Position, new_seed, parse_action, parse_config, parse_seed
from holi.game.errors import HoliError, IllegalActionError, MalformedError, quoted
from holi.game.position_json import position_from_json, position_to_json, view_to_json

DEFAULT_MOVETIME = 1.0
DEFAULT_LEVEL = "greedy"


class NoGameError(HoliError):
    code = "no-game"


class Engine:
    """Answers one line at a time. An error, expected or not, leaves the game as it was."""

    def __init__(self) -> None:
        self.quitting = False
        self._game: Game | None = None

    def answer(self, line: bytes) -> Answer | None:
        """Answer a line, given without its end; None for a blank one."""
        return lines.answer_line(line, self._run, "the engine")

    def _run(self, command: Command) -> Answer:
        name = command.get("cmd")
        if name == "quit":
            self.quitting = True
            return {}
        if isinstance(name, str) and name in _BEGINNINGS:
            game, answer = _BEGINNINGS[name](command)
        elif isinstance(name, str) and name in _COMMANDS:
            if self._game is None:
                raise NoGameError(f"there is no game for {name!r} yet; send 'new' or 'load' first")
            game = self._game.copy()
            answer = _COMMANDS[name](game, command)
        else:
            known = ", ".join([*_BEGINNINGS, "quit", *_COMMANDS])
            raise lines.UnknownCommandError(f"'cmd' is {quoted(name)}; the commands are {known}")
        self._game = game  # only now: a command that fails changes nothing
        return answer


def _new(command: Command) -> tuple[Game, Answer]:
    seed = parse_seed(command["seed"]) if "seed" in command else new_seed()
    game = Game(parse_config(command.get("config"), seed), seed)
    return game, {**_position(game, command), "seed": seed, "warnings": list(game.config.warnings)}


def _load(command: Command) -> tuple[Game, Answer]:
    position = position_from_json(command.get("position"))
    game = Game(position.config, position=position)
    return game, _position(game, command)


def _position(game: Game, _command: Command) -> Answer:
    return {"position": position_to_json(game.position)}


def _legal(game: Game, _command: Command) -> Answer:
    return {"actions": [str(action) for action in game.legal_actions()]}


def _apply(game: Game, command: Command) -> Answer:
    events = game.apply(parse_action(command.get("action")))
    return {**_position(game, command), "events": [event.to_json("all") for event in events]}


def _undo(game: Game, command: Command) -> Answer:
    game.undo()
    return _position(game, command)


def _view(game: Game, command: Command) -> Answer:
    seat = command.get("seat")
    if seat is not None and type(seat) is not int:  # "all" is not a seat: it would show the hidden cards
        raise MalformedError(f"'seat' is {quoted(seat)}; it is a seat's number, or null for a spectator")
    return {"view": view_to_json(game.position, "spectator" if seat is None else seat)}


def _go(game: Game, command: Command) -> Answer:
    movetime = lines.parse_movetime(command.get("movetime", DEFAULT_MOVETIME))
    seed = command.get("seed", secrets.randbits(63))
    if type(seed) is not int:
        raise MalformedError(f"'seed' is {quoted(seed)}; for 'go' it is a whole number")
    return _choose(game.position, command.get("level", DEFAULT_LEVEL), seed, movetime)


def _choose(position: Position, level: object, seed: int, movetime: float) -> Answer:
    """Ask a bot, which sees only what the seat to act may know."""
    bot = make_bot(level, seed)
    if position.seat is None:
        raise IllegalActionError("there is nothing to choose: the game is over (R8.4)")
    legal = position.legal_actions()
    began = time.perf_counter()
    action = bot.turn(view_to_json(position, position.seat), movetime)[0]
    seconds = round(time.perf_counter() - began, 6)
    if action not in legal:
        raise RuntimeError(f"the bot {bot.name} chose {action}, which is not legal")
    return {"action": str(action), "info": {"level": bot.name, "seconds": seconds, "legal": len(legal)}}


_BEGINNINGS: Mapping[str, Callable[[Command], tuple[Game, Answer]]] = {"new": _new, "load": _load}

_COMMANDS: Mapping[str, Callable[[Game, Command], Answer]] = {
    "position": _position,
    "legal": _legal,
    "apply": _apply,
    "undo": _undo,
    "view": _view,
    "go": _go,
}


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    engine = Engine()
    for line in lines.read_lines(requests):
        answer = engine.answer(line)
        if answer is not None:
            lines.write_answer(answers, answer)
        if engine.quitting:
            return
