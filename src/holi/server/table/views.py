"""Everything about a table that leaves for a client is made here; `holi.game.secrecy` says what that client may know.

The viewer is a seat or "spectator". A player of a hot-seat table sees as the seat to act, if it is one of theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from holi.game import Event, Viewer, view_to_json
from holi.game.secrecy import action_for, eyes_of
from holi.server.table.entries import Acted, Logged
from holi.server.table.people import person_of
from holi.server.table.table import Table
from holi.server.table.view_texts import JSON, ViewTexts, as_text

Json = dict[str, Any]


def viewer_of(table: Table, player: str | None) -> Viewer:
    held = table.seats_of(player) if player is not None else ()
    if len(held) == 1:
        return held[0]
    to_act = table.to_act
    return to_act if to_act is not None and to_act in held else "spectator"


def table_state(table: Table, player: str | None, now: int) -> Json:
    viewer = viewer_of(table, player)
    return {
        "table": table.id,
        "version": table.number,
        "code": table.founding.code,
        "phase": table.phase,
        "settings": table.settings.model_dump(),
        "commitment": table.commitment,
        "nonce_commitments": [seat.nonce_commitment for seat in table.seats],
        "chat": table.chat,
        "you_are_host": player is not None and table.is_host(player),
        "seats": [_seat(table, number, player) for number in range(len(table.seats))],
        "viewer": None if viewer == "spectator" else viewer,
        "view": view_of(table, viewer),
        "can_take_back": _can_take_back(table, viewer),
        "clock": clock_of(table, now),
        "rematch": table.rematch,
        "hints": table.hints,
        **_people(table, player),
    }


def _people(table: Table, player: str | None) -> Json:
    """Who is who. Only the host is told whom the table keeps out or mutes; others, whether they are muted."""
    own = None if player is None else person_of(player)
    host = player is not None and table.is_host(player)
    return {
        "person": own,
        "people": [None if seat.player is None else person_of(seat.player) for seat in table.seats],
        "removed": [number for number, seat in enumerate(table.seats) if seat.away == "removed"],
        "muted": sorted(person for person in table.muted if host or person == own),
        "kept_out": [{"person": person, "name": name} for person, name in table.kept_out.items()] if host else [],
    }


def _seat(table: Table, number: int, player: str | None) -> Json:
    seat = table.seats[number]
    return {
        "kind": seat.kind,
        "name": seat.name,
        "colour": seat.colour,
        "level": seat.level,
        "you": player is not None and seat.player == player,
        "host": seat.player is not None and table.is_host(seat.player),
        "away": seat.away is not None,
        "resigned": seat.away == "resigned",
        "kept": None if seat.reserved is None else "you" if seat.reserved == player else "other",
        "promised": seat.nonce_commitment is not None,
        "given": seat.nonce is not None,
    }


def view_of(table: Table, viewer: Viewer) -> Json | None:
    return None if table.game is None else view_to_json(table.game.position, viewer)


def _can_take_back(table: Table, viewer: Viewer) -> bool:
    return table.game is not None and viewer == table.to_act and table.game.can_undo


def clock_of(table: Table, now: int) -> Json:
    timed = table.settings.pace.kind == "live" and table.game is not None
    return {"now": now, "deadline": table.deadline, "reserves": list(table.clock.reserves) if timed else None}


def log_of(table: Table, viewer: Viewer) -> list[Json]:
    if table.game is None:
        return []
    eyes = eyes_of(viewer, table.phase == "over")
    return [
        {"number": number, "seat": seat, "action": str(action_for(eyes, seat, action)), "bot": bot}
        for (number, seat, bot), action in zip(table.turns, table.game.actions, strict=True)
    ]


class StepTexts:
    """One entry of the game as the messages that viewers get (`Step`).

    What all may know is written once. What depends on who looks is written apart: the action and the events for the
    seat whose cards they show, and each viewer's view.
    """

    def __init__(
        self, table: Table, logged: Logged, events: Sequence[Event], now: int, before: ViewTexts | None = None
    ) -> None:
        """`table` as the entry made it; `before` are the views of the step before, if known."""
        assert table.game is not None
        entry = logged.entry
        self._table = table
        self._events = events
        self._seat: int = entry.seat  # type: ignore[union-attr]
        self._action = table.game.actions[-1] if isinstance(entry, Acted) else None
        self.views = ViewTexts(table.game.position, before)
        self._knowing = {event.secret_of for event in events}
        """The seats that may know more of what happened than the others."""
        self._happened = self._told("spectator")
        self._shared = (
            f'{{"type":"step","table":"{table.id}","version":{logged.number},"seat":{self._seat},'
            f'"bot":{JSON[isinstance(entry, Acted) and entry.bot]},'
            f'"clock":{as_text(clock_of(table, now))},'
        )

    def for_viewer(self, viewer: Viewer) -> bytes:
        happened = self._told(viewer) if viewer in self._knowing else self._happened
        return (
            f'{self._shared}{happened},"viewer":{"null" if viewer == "spectator" else viewer},'
            f'"view":{self.views.of(viewer)},"can_take_back":{JSON[_can_take_back(self._table, viewer)]}}}'
        ).encode()

    def _told(self, viewer: Viewer) -> str:
        eyes = eyes_of(viewer, self._table.phase == "over")
        action = "null" if self._action is None else f'"{action_for(eyes, self._seat, self._action)}"'
        return f'"action":{action},"events":{as_text([event.to_json(viewer) for event in self._events])}'
