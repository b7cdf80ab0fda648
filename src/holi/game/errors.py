"""What can be wrong with input to the game.

HoliError
├── MalformedError      text that is no action, space, seed, ... at all
├── IllegalActionError  an action that the rules do not allow now
├── ConfigError         a configuration, deck or rivalry card that does not exist or fit
├── PositionError       a position that breaks a clause of the rules
└── RecordError         a saved game that cannot be read or is wrong (raised by `holi.record`)

Each class has a stable `code` for programs; the message is one sentence for people and quotes the input.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import ClassVar

LONGEST_QUOTE = 80


def quoted(value: object) -> str:
    """The value as Python would write it, cut at 80 characters; a path is whole, as its end says which file it is."""
    if isinstance(value, PurePath):
        return repr(str(value))
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # Python writes no int of thousands of digits, nor endless nesting
        text = f"<{type(value).__name__} too large to show>"
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 3] + "..."


def how_to_add(extra: str) -> str:
    """The end of a sentence about a package that is missing. No index has holi, so it comes from a checkout."""
    return f"add it from a checkout: pip install '.[{extra}]'"


class HoliError(Exception):
    """Something is wrong with the input; nothing was changed."""

    code: ClassVar[str] = "error"


class MalformedError(HoliError):
    """The text has not the form that is asked for."""

    code = "malformed"


class IllegalActionError(HoliError):
    """The action is well formed, but not legal in this position."""

    code = "illegal"


class ConfigError(HoliError):
    """The configuration, a deck or a rivalry card is wrong."""

    code = "bad-config"


class PositionError(HoliError):
    """The position breaks the clause named first in the message."""

    code = "bad-position"

    def __init__(self, clause: str, message: str) -> None:
        super().__init__(f"{clause}: {message}")
        self.clause = clause


class RecordError(HoliError):
    """The saved game cannot be read or is wrong, on the line named."""

    code = "bad-record"

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
