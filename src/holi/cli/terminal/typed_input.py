"""Lenient reading of what people type: any case, squares in any order."""

from __future__ import annotations

import re

from holi.cli.terminal.texts import t
from holi.game import Action, HoliError, Kind, MalformedError, parse_action, parse_square
from holi.game.errors import quoted
from holi.game.notation import SQUARE_NAMES

_SQUARES = re.compile(r"(?:[a-f][1-6][\s,]*)+")
_THROW = re.compile(r"([td])\s*([0-9]+)\s*@\s*((?:[a-f][1-6])+)")


def typed_number(text: str) -> int | None:
    """A menu or card number; None for anything else."""
    return int(text) if text.isdecimal() and len(text) <= 3 else None


def typed_square(text: str) -> int | None:
    """A square, in any case and perhaps with its level; None for anything else."""
    lowered = text.strip().lower()
    if len(lowered) == 3 and lowered[0] in "gmt":
        lowered = lowered[1:]
    return parse_square(lowered) if lowered in SQUARE_NAMES else None


def typed_squares(text: str) -> tuple[int, ...] | None:
    """Squares such as `d4 b2` or `b2d4`, sorted; None for anything else."""
    lowered = text.strip().lower()
    if not _SQUARES.fullmatch(lowered):
        return None
    return tuple(sorted({SQUARE_NAMES.index(name) for name in re.findall("[a-f][1-6]", lowered)}))


def typed_action(text: str) -> Action:
    """An action; a bare square is a move. Raises `MalformedError`."""
    lowered = text.lower()
    if lowered in SQUARE_NAMES:
        return Action(Kind.MOVE, None, (SQUARE_NAMES.index(lowered),))
    throw = _THROW.fullmatch(lowered)
    if throw:
        squares = typed_squares(throw[3]) or ()
        names = "".join(SQUARE_NAMES[square] for square in squares)
        return parse_action(f"{throw[1].upper()}{throw[2]}@{names}")
    return parse_action(lowered[:1].upper() + lowered[1:])


def typed_actions(text: str) -> list[Action]:
    """A turn or part of one. Raises `MalformedError`, which quotes the part that is not an action."""
    return [_whole_action(part) for part in text.split() or [text]]


def _whole_action(part: str) -> Action:
    try:
        action = typed_action(part)
    except HoliError:
        raise MalformedError(t("bad.action", typed=quoted(part))) from None
    if action.kind is Kind.THROW_DOWN and action.card is None:  # it hides its card, as logs do
        raise MalformedError(t("bad.action", typed=quoted(part)))
    return action


def looks_like_notation(text: str) -> bool:
    """True if the person probably meant notation, so that its own error message helps most."""
    return "@" in text or bool(re.fullmatch(r"(?i)[smtd]?\s*[a-z]\d+", text))
