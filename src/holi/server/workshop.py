"""What needs no table: positions that are tried out, records that are opened, decks that are checked."""

from __future__ import annotations

from typing import Any

from holi.game import HoliError, parse_action, position_from_json, position_to_json, view_to_json
from holi.game.cards import deck_problems
from holi.record import parse_record, verify_record
from holi.server.table.options import forecast_at, options_at
from holi.server.table.refusals import RefusedError

Json = dict[str, Any]


def tried(position: Json, actions: list[str]) -> Json:
    """Do actions in a position (`TriedView`); nothing in it is hidden from whoever brought it."""
    try:
        now = position_from_json(position)
        steps = []
        for text in actions:
            now, events = now.apply(parse_action(text))
            steps.append([event.to_json() for event in events])
    except HoliError as error:
        raise RefusedError("illegal" if error.code == "illegal" else "malformed", str(error)) from None
    return {
        "steps": steps,
        "position": position_to_json(now),
        "view": view_to_json(now, "all"),
        "forecast": forecast_at(now),
        "legal": now.legal_texts(),
        "options": None if now.seat is None else {"version": len(actions), **options_at(now)},
    }


def opened(text: str) -> Json:
    try:
        verified = verify_record(parse_record(text))
    except HoliError as error:
        raise RefusedError("malformed", str(error)) from None
    record = verified.record
    return {
        "names": list(record.names),
        "tags": dict(record.tags),
        "result": None if record.result is None else list(record.result),
        "proven": verified.proven,
        "start": view_to_json(record.start, "all"),
        "steps": [
            {
                "seat": step.seat,
                "round": step.round,
                "action": str(step.action),
                "events": [event.to_json() for event in step.events],
                "view": view_to_json(step.position, "all"),
                "forecast": forecast_at(step.position),
            }
            for step in verified.steps
        ],
    }


def deck_checked(deck: Json) -> Json:
    problems = list(deck_problems(deck))
    return {
        "problem": problems[0].text if problems else None,
        "problems": [{"card": problem.card, "code": problem.code} for problem in problems],
    }
