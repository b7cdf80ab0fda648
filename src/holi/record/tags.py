"""The tags of a record: their vocabulary, their one order, how values are escaped and what each may hold."""

from __future__ import annotations

import re
from datetime import date

from holi.game.config import MAX_RIVALRY
from holi.game.errors import MalformedError, quoted
from holi.game.notation import CARD_IDS
from holi.kernel.layout import MAX_PLAYERS

FORMAT = "holi-record/1"

EVENT, DATE = "Event", "Date"
RIVALRY_DRAW, FIRST_DRAW = "RivalryDraw", "FirstDraw"
COMMITMENT, SECRET = "Commitment", "Secret"

REQUIRED = ("Rules", "Players", "Rivalry", "TieBreak", "Deck", "Seed")
"""What every record has besides its format and the names of the seats."""

LONGEST_NAME = 40
LONGEST_VALUE = 1000

_NAME = re.compile(rf"[A-Za-z][A-Za-z0-9_]{{0,{LONGEST_NAME - 1}}}")
_NUMBERED = re.compile(r"(Card|Seat|Nonce|NonceCommitment)[0-9]+")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""What could break a line, steer a terminal, turn the direction of other text, or not be written as UTF-8."""


def card_tag(number: int) -> str:
    return f"Card{number}"


def seat_tag(seat: int) -> str:
    return f"Seat{seat}"


def nonce_tag(seat: int) -> str:
    return f"Nonce{seat}"


def nonce_commitment_tag(seat: int) -> str:
    return f"NonceCommitment{seat}"


def fairness_tags(players: int) -> tuple[str, ...]:
    seats = range(players)
    return (COMMITMENT, SECRET, *map(nonce_commitment_tag, seats), *map(nonce_tag, seats))


def tag_order(players: int) -> tuple[str, ...]:
    """All tags that have a meaning, in the order in which a record writes them; others follow by name."""
    return (
        *("Format", "Rules", EVENT, DATE, "Players", "Rivalry", RIVALRY_DRAW, FIRST_DRAW, "TieBreak", "Deck"),
        *map(card_tag, CARD_IDS),
        "Seed",
        *fairness_tags(players),
        *map(seat_tag, range(players)),
    )


def fixed_tags(players: int) -> frozenset[str]:
    """The tags that are written from a record's own fields and so cannot be among its free tags."""
    return frozenset(("Format", *REQUIRED, *map(card_tag, CARD_IDS), *map(seat_tag, range(players))))


def escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def unescaped(text: str) -> str:
    return re.sub(r'\\(["\\])', r"\1", text)


def check_text(what: str, text: object) -> None:
    if not isinstance(text, str):
        raise MalformedError(f"{what} is {quoted(text)}; it is a text")
    unsafe = _UNSAFE.search(text)
    if unsafe:
        raise MalformedError(f"{what} holds the control character {unsafe[0]!r}; leave it out")


def check_name(seat: int, name: object) -> None:
    check_text(f"the name of seat {seat}", name)
    assert isinstance(name, str)
    if not name.strip() or len(name) > LONGEST_VALUE:
        raise MalformedError(f"the name {quoted(name)} of seat {seat} has not 1 to {LONGEST_VALUE} characters")


def check_numbered(name: str, players: int) -> None:
    """Refuse `Seat3` in a game for three, `Card14` and the like: a slip, not a tag of somebody else's."""
    if _NUMBERED.fullmatch(name) and name not in tag_order(players):
        what = "a deck has the cards 1 to 13" if name.startswith("Card") else f"the seats are 0 to {players - 1}"
        raise MalformedError(f"the tag {quoted(name)} has no place in this game; {what}")


def check_tag(name: str, value: object) -> None:
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise MalformedError(
            f"{quoted(name)} is no name of a tag; take 1 to {LONGEST_NAME} letters, digits and _, a letter first"
        )
    check_text(f"the tag {name!r}", value)
    assert isinstance(value, str)
    if len(value) > LONGEST_VALUE:
        raise MalformedError(f"the tag {name!r} has {len(value)} characters; at most {LONGEST_VALUE} are possible")
    if name == DATE and not _is_date(value):
        raise MalformedError(f"the date {quoted(value)} is none; write year, month and day, such as '2026-11-15'")
    if name == RIVALRY_DRAW and value not in map(str, range(MAX_RIVALRY + 1)):
        raise MalformedError(f"the tag 'RivalryDraw' is {quoted(value)}; 0 to 3 cards can be drawn (R2.2)")
    if name == FIRST_DRAW and value not in map(str, range(MAX_PLAYERS)):
        raise MalformedError(f"the tag 'FirstDraw' is {quoted(value)}; it is the number of a place, 0 to 3 (R2.3)")
    if name in (COMMITMENT, SECRET) or (name.startswith("Nonce") and _NUMBERED.fullmatch(name)):
        check_digest(name, value)


def check_digest(name: str, value: str) -> None:
    if not is_digest(value):
        raise MalformedError(f"the tag {name!r} is {quoted(value)}; it is 64 lower-case hex digits (F2)")


def is_digest(value: object) -> bool:
    return isinstance(value, str) and _DIGEST.fullmatch(value) is not None


def _is_date(text: str) -> bool:
    if not _DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
