"""`holi engine`: the rules and the bots for programs in any language, one JSON object a line (F4)."""

from __future__ import annotations

import json
import os
import secrets
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stdout
from typing import Any, BinaryIO, NamedTuple

from holi.game import (
    Config,
    HoliError,
    IllegalActionError,
    MalformedError,
    Position,
    new_position,
    new_seed,
    parse_action,
    parse_config,
    parse_seed,
    position_from_json,
    position_to_json,
    view_to_json,
)
from holi.game.errors import quoted

LONGEST_LINE = 1_000_000
"""In bytes, without the line's end."""

DEEPEST_NESTING = 50
"""How deep arrays and objects may be nested; a position needs five. Far from what Python itself can read and quote."""

LONGEST_MOVETIME = 3600.0
DEFAULT_MOVETIME = 1.0
DEFAULT_LEVEL = "greedy"

Command = Mapping[str, Any]
Answer = dict[str, Any]


class InvalidJsonError(HoliError):
    """The line is not JSON."""

    code = "invalid-json"


class UnknownCommandError(HoliError):
    """There is no such command."""

    code = "unknown-command"


class NoGameError(HoliError):
    """The command needs a position, and there is none yet."""

    code = "no-game"


class TooLargeError(HoliError):
    """The line is longer than anybody needs."""

    code = "too-large"


class _Play(NamedTuple):
    """Where play is: the position, and those of this turn that `undo` leads back to."""

    position: Position
    earlier: tuple[Position, ...] = ()


class Engine:
    """Answers one line at a time. An error, expected or not, leaves the position as it was."""

    def __init__(self) -> None:
        self.quitting = False
        self._play: _Play | None = None

    def answer(self, line: bytes) -> Answer | None:
        """The answer to a line, given without its end; None to a blank one."""
        try:
            return self._answer(line)
        except HoliError as error:
            return _failure(error.code, str(error))
        except Exception as error:  # noqa: BLE001 - whatever goes wrong, the process lives on and says so
            what = quoted(str(error))
            return _failure(
                "internal", f"the engine failed with {type(error).__name__} {what}; please report this line"
            )

    def _answer(self, line: bytes) -> Answer | None:
        if len(line) > LONGEST_LINE:
            raise TooLargeError(f"the line is longer than {LONGEST_LINE} bytes; send less at once")
        if not line.strip():
            return None
        command = _parse_line(line)
        name = command.get("cmd")
        if isinstance(name, str) and name in _OPENING:
            return {"ok": True, **_OPENING[name](self, command)}
        if not isinstance(name, str) or name not in _PLAYING:
            known = ", ".join([*_OPENING, *_PLAYING])
            raise UnknownCommandError(f"'cmd' is {quoted(name)}; the commands are {known}")
        if self._play is None:
            raise NoGameError(f"there is no game for {name!r} yet; send 'new' or 'load' first")
        return {"ok": True, **_PLAYING[name](self, self._play, command)}

    # Every command makes its whole answer first and changes the engine last, so that a failure changes nothing.

    def _new(self, command: Command) -> Answer:
        seed = parse_seed(command["seed"]) if "seed" in command else new_seed()
        config: Config = parse_config(command.get("config"), seed)
        position = new_position(config, seed)
        answer = {"position": position_to_json(position), "seed": seed, "warnings": list(config.warnings)}
        self._play = _Play(position)
        return answer

    def _load(self, command: Command) -> Answer:
        position = position_from_json(command.get("position"))
        answer = {"position": position_to_json(position)}
        self._play = _Play(position)
        return answer

    def _quit(self, _command: Command) -> Answer:
        self.quitting = True
        return {}

    def _position(self, play: _Play, _command: Command) -> Answer:
        return {"position": position_to_json(play.position)}

    def _legal(self, play: _Play, _command: Command) -> Answer:
        return {"actions": [str(action) for action in play.position.legal_actions()]}

    def _apply(self, play: _Play, command: Command) -> Answer:
        position, events = play.position.apply(parse_action(command.get("action")))
        answer = {"position": position_to_json(position), "events": [event.to_json("all") for event in events]}
        # A corner or an end of turn leaves nothing of the new turn to take back (R3.4).
        self._play = _Play(position, (*play.earlier, play.position) if position.turn_begun else ())
        return answer

    def _undo(self, play: _Play, _command: Command) -> Answer:
        if not play.earlier:
            raise IllegalActionError("there is no action of this turn to take back")
        answer = {"position": position_to_json(play.earlier[-1])}
        self._play = _Play(play.earlier[-1], play.earlier[:-1])
        return answer

    def _view(self, play: _Play, command: Command) -> Answer:
        seat = command.get("seat")
        if seat is not None and type(seat) is not int:  # "all" is no seat: it would show the hidden cards
            raise MalformedError(f"'seat' is {quoted(seat)}; it is a seat's number, or null for a spectator")
        return {"view": view_to_json(play.position, "spectator" if seat is None else seat)}

    def _go(self, play: _Play, command: Command) -> Answer:
        from holi.bots import make_bot  # only those who ask for a bot wait for it

        movetime = _parse_movetime(command.get("movetime", DEFAULT_MOVETIME))
        bot_seed = command.get("seed", secrets.randbits(63))
        if type(bot_seed) is not int:
            raise MalformedError(f"'seed' is {quoted(bot_seed)}; for 'go' it is a whole number")
        bot = make_bot(command.get("level", DEFAULT_LEVEL), bot_seed)
        seat = play.position.seat
        if seat is None:
            raise IllegalActionError("there is nothing to choose: the game is over (R8.4)")
        legal = play.position.legal_actions()
        began = time.perf_counter()
        action = bot.choose(view_to_json(play.position, seat), legal, movetime)
        seconds = round(time.perf_counter() - began, 6)
        if action not in legal:
            raise RuntimeError(f"the bot {bot.name} chose {action}, which is not legal")
        return {"action": str(action), "info": {"level": bot.name, "seconds": seconds, "legal": len(legal)}}


_OPENING: Mapping[str, Callable[[Engine, Command], Answer]] = {
    "new": Engine._new,
    "load": Engine._load,
    "quit": Engine._quit,
}
"""The commands that need no position."""

_PLAYING: Mapping[str, Callable[[Engine, _Play, Command], Answer]] = {
    "position": Engine._position,
    "legal": Engine._legal,
    "apply": Engine._apply,
    "undo": Engine._undo,
    "view": Engine._view,
    "go": Engine._go,
}
"""The commands about the position there is."""


def _failure(code: str, message: str) -> Answer:
    return {"ok": False, "code": code, "error": message}


def _parse_line(line: bytes) -> Command:
    """The JSON object on a line."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidJsonError(f"{quoted(line[:100])} is not UTF-8 at byte {error.start}") from None
    try:
        data = json.loads(text, object_pairs_hook=_distinct, parse_constant=_refuse_constant)
    except RecursionError:
        raise _too_deep() from None
    except ValueError as error:
        raise InvalidJsonError(f"{quoted(text[:100])} is not valid JSON: {error}") from None
    _check_nesting(data)
    if not isinstance(data, dict):
        raise MalformedError(f'{quoted(data)} is no command; send an object such as {{"cmd": "legal"}}')
    return data


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of a command; readers of JSON differ about a key that comes twice, so it is refused."""
    entries = dict(pairs)
    if len(entries) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in entries if keys.count(key) > 1)
        raise ValueError(f"the key {quoted(twice)} comes twice in an object")
    return entries


def _refuse_constant(name: str) -> None:
    """Python would read these; JSON has no such numbers."""
    raise ValueError(f"{name} is no JSON number")


def _too_deep() -> InvalidJsonError:
    return InvalidJsonError(f"the line nests arrays and objects more than {DEEPEST_NESTING} deep; nothing needs that")


def _check_nesting(data: object) -> None:
    """Refuse deep nesting here, so that nothing later has to recurse into it."""
    layer = [data] if isinstance(data, dict | list) else []
    for _ in range(DEEPEST_NESTING):
        if not layer:
            return
        layer = [
            inner
            for outer in layer
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
    if layer:
        raise _too_deep()


def _parse_movetime(value: object) -> float:
    """Seconds that a bot may think."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value <= LONGEST_MOVETIME:
        raise MalformedError(f"'movetime' is {quoted(value)}; it is a number of seconds above 0 and up to 3600")
    return float(value)


def read_lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream without their ends; of one that is too long, only a beginning that is too long as well."""
    most = LONGEST_LINE + len(b"\r\n")
    while line := stream.readline(most):
        if len(line) == most and not line.endswith(b"\n"):
            rest = b"..."
            while rest and not rest.endswith(b"\n"):
                rest = stream.readline(most)
        yield line.removesuffix(b"\n").removesuffix(b"\r")


def _serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer every line, each at once, until `quit` or the end of the input."""
    encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode
    engine = Engine()
    for line in read_lines(requests):
        answer = engine.answer(line)
        if answer is not None:
            answers.write(encode(answer).encode("ascii") + b"\n")
            answers.flush()
        if engine.quitting:
            return


def engine() -> None:
    """Serve the rules and the bots to another program: one JSON object a line in, one answer a line out.

    docs/engine-protocol.md describes the commands. Try: echo '{"cmd":"new","config":{"players":2}}' | holi engine
    """
    if sys.stdin is None or sys.stdout is None:  # started without standard streams: nobody asks, or nobody listens
        return
    answers = sys.stdout.buffer
    try:
        with redirect_stdout(sys.stderr):  # standard output carries only answers, whatever a bot may print
            _serve(sys.stdin.buffer, answers)
    except BrokenPipeError:
        # Whoever asked has gone. Python would complain about the unsent answer at exit, so let it go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), answers.fileno())
