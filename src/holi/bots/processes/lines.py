"""The line protocol of `holi engine` and of bot workers: one JSON object a line each way (F4).

An error is answered as `{"ok": false, "code": ..., "error": ...}`, and the next line can be sent.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, ClassVar, TypeAlias

from holi.game import HoliError, MalformedError
from holi.game.errors import quoted

LONGEST_LINE = 1_000_000
"""In bytes, without the line's end; for questions and answers."""

DEEPEST_NESTING = 50
"""How deep arrays and objects may be nested; a position needs five. Far from what Python itself can read and quote."""

LONGEST_MOVETIME = 3600.0

Command: TypeAlias = dict[str, Any]
Answer: TypeAlias = dict[str, Any]


class InvalidJsonError(HoliError):
    code: ClassVar[str] = "invalid-json"


class TooLargeError(HoliError):
    code: ClassVar[str] = "too-large"


class UnknownCommandError(HoliError):
    code: ClassVar[str] = "unknown-command"


def read_lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream without their ends; one that is too long is cut, but stays too long to be answered."""
    most = LONGEST_LINE + len(b"\r\n")
    while line := stream.readline(most):
        if len(line) == most and not line.endswith(b"\n"):
            rest = b"..."
            while rest and not rest.endswith(b"\n"):
                rest = stream.readline(most)
        yield line.removesuffix(b"\n").removesuffix(b"\r")


def answer_line(line: bytes, do: Callable[[Command], Answer], who: str) -> Answer | None:
    """Answer a line with what `do` makes of its command, or with the error; None for a blank line."""
    try:
        if len(line) > LONGEST_LINE:
            raise TooLargeError(f"the line is longer than {LONGEST_LINE} bytes; send less at once")
        return {"ok": True, **do(parse_line(line))} if line.strip() else None
    except HoliError as error:
        return {"ok": False, "code": error.code, "error": str(error)}
    except Exception as error:  # noqa: BLE001 - whatever goes wrong, the process lives on and says so
        what = f"{who} failed with {type(error).__name__} {quoted(str(error))}; please report this line"
        return {"ok": False, "code": "internal", "error": what}


def write_answer(stream: BinaryIO, answer: Answer) -> None:
    stream.write(json.dumps(answer, separators=(",", ":"), allow_nan=False).encode("ascii") + b"\n")
    stream.flush()


def parse_line(line: bytes) -> Command:
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


def parse_movetime(value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value <= LONGEST_MOVETIME:
        raise MalformedError(f"'movetime' is {quoted(value)}; it is a number of seconds above 0 and up to 3600")
    return float(value)


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse an object in which a key comes twice: readers of JSON differ about what that means."""
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
