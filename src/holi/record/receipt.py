"""Receipts (`holi-receipt/1`): what a client was shown before it gave its nonce, to hold a record against (F2)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, BinaryIO

from holi.game.errors import MalformedError, quoted
from holi.record.model import Record
from holi.record.tags import COMMITMENT, FIRST_DRAW, RIVALRY_DRAW, is_digest, nonce_commitment_tag, nonce_tag
from holi.record.verifying import NO_NONCE

RECEIPT_FORMAT = "holi-receipt/1"
LARGEST_RECEIPT = 10_000
"""In bytes; the longest takes less than one thousand."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """`seats` are the promises by place, None for a bot's; `yours` the owner's places, none for a watcher.

    `rivalry` is how many cards were to be drawn, or which were chosen; `starts` how often the table started, this time
    included, as far as the client saw; `first` whether it was to be drawn who begins, None if nothing was shown.
    """

    table: str
    commitment: str
    seats: tuple[str | None, ...]
    yours: tuple[int, ...]
    rivalry: int | tuple[str, ...]
    starts: int = 1
    first: str | None = None


def read_receipt(stream: BinaryIO) -> Receipt:
    """The receipt in a stream of bytes; one that is none raises `MalformedError`."""
    data = stream.read(LARGEST_RECEIPT + 1)
    try:
        if len(data) > LARGEST_RECEIPT:
            raise ValueError
        return parse_receipt(json.loads(data))
    except (ValueError, RecursionError):
        raise MalformedError(f"this is no receipt; one is JSON of at most {LARGEST_RECEIPT} bytes") from None


def parse_receipt(data: object) -> Receipt:
    """The receipt that a JSON value holds; keys that are not known are passed over."""
    found: dict[str, Any] = data if isinstance(data, dict) else {}
    if found.get("format") != RECEIPT_FORMAT:
        raise MalformedError(f"the format {quoted(found.get('format'))} is none of a receipt; it is {RECEIPT_FORMAT!r}")
    seats, yours, rivalry = found.get("seats"), found.get("yours"), found.get("rivalry")
    right = {
        "table": isinstance(found.get("table"), str),
        "commitment": is_digest(found.get("commitment")),
        "seats": isinstance(seats, list) and 2 <= len(seats) <= 4 and all(s is None or is_digest(s) for s in seats),
        "yours": isinstance(yours, list) and all(type(s) is int and s in _promised(seats) for s in yours),
        "rivalry": type(rivalry) is int or (isinstance(rivalry, list) and all(isinstance(r, str) for r in rivalry)),
        "starts": type(found.get("starts")) is int and found["starts"] > 0,
        "first": found.get("first") in (None, "drawn", "host"),
    }
    for name, is_right in right.items():
        if not is_right:
            raise MalformedError(f"{name!r} of the receipt is {quoted(found.get(name))}; see docs/fairness.md")
    chosen = rivalry if isinstance(rivalry, int) else tuple(rivalry or ())
    promises, own = tuple(seats or ()), tuple(yours or ())
    return Receipt(found["table"], found["commitment"], promises, own, chosen, found["starts"], found.get("first"))


def _promised(seats: object) -> list[int]:
    return [seat for seat, promise in enumerate(seats) if promise is not None] if isinstance(seats, list) else []


def differences(record: Record, receipt: Receipt) -> tuple[str, ...]:
    """What the record has otherwise than the receipt, a phrase each; none if what was shown was kept."""
    tags, players = record.tags, record.config.players
    if COMMITMENT not in tags:
        return ("the record has no commitments at all",)
    if players != len(receipt.seats):
        return (f"the record has {players} seats, the receipt {len(receipt.seats)}",)
    found = []
    if tags[COMMITMENT] != receipt.commitment:
        found.append("the host's commitment is another")
    for place, promise in enumerate(receipt.seats):
        seat = record.seat_of(place)
        who = f"seat {seat} ({record.names[seat]!r})"
        if promise is None and tags.get(nonce_tag(place)) != NO_NONCE:
            found.append(f"{who} has a nonce, but a bot sat there, which has none")
        elif promise is not None and tags.get(nonce_commitment_tag(place)) != promise:
            found.append(f"the commitment of {who} is another")
    drawn = int(tags[RIVALRY_DRAW]) if RIVALRY_DRAW in tags else tuple(record.config.rivalry)
    if drawn != receipt.rivalry:
        found.append("the rivalry cards were not drawn or chosen as agreed")
    if receipt.first is not None and (receipt.first == "drawn") != (FIRST_DRAW in tags):
        found.append("it was not drawn or chosen as agreed who begins")
    return tuple(found)
