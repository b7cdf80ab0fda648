"""The record of a table's game: anyone can check its shuffle, its turns and its result (F2, `holi verify`)."""

from __future__ import annotations

from datetime import UTC, datetime

from holi.game import commitment
from holi.record import format_record, record_from_game
from holi.record.tags import COMMITMENT, FIRST_DRAW, RIVALRY_DRAW, SECRET, nonce_commitment_tag, nonce_tag
from holi.record.verifying import NO_NONCE
from holi.server.table.refusals import RefusedError
from holi.server.table.table import Table


def record_text(table: Table) -> str:
    """The record of a finished game. A running one has none: its seed and actions would tell hidden cards."""
    if table.game is None or table.phase != "over":
        raise RefusedError("not-over", "there is a record when the game is over; until then it would tell hidden cards")
    tags = {
        "Date": datetime.fromtimestamp(table.founding.created / 1000, UTC).date().isoformat(),
        COMMITMENT: commitment(table.founding.secret),
        SECRET: table.founding.secret,
    }
    for number, seat in enumerate(table.seats):
        place = (number + table.first) % len(table.seats)
        tags[nonce_tag(place)] = seat.nonce or NO_NONCE
        if seat.nonce_commitment is not None:
            tags[nonce_commitment_tag(place)] = seat.nonce_commitment
    if table.settings.first == "drawn":
        tags[FIRST_DRAW] = str(table.first)
    for tag, why in (("Resigned", "resigned"), ("Removed", "removed")):
        if gone := [str(number) for number, seat in enumerate(table.seats) if seat.away == why]:
            tags[tag] = " ".join(gone)
    if isinstance(table.settings.rivalry, int):
        tags[RIVALRY_DRAW] = str(table.settings.rivalry)
    names = [seat.name or f"bot ({seat.level})" for seat in table.seats]
    return format_record(record_from_game(table.game, names, tags))
