"""What can be done in a position, with what would come of it: for whoever is to act, at a table or at practice."""

from __future__ import annotations

from typing import Any

from holi.game import Kind, Position, landings, missing_neighbours, move_preview


def forecast_at(position: Position) -> list[dict[str, Any]]:
    return [score.to_json() for score in position.scores()]


def options_at(position: Position) -> dict[str, Any]:
    """The options of the seat to act (`OptionsView`, but for the version)."""
    assert position.seat is not None
    legal = position.legal_actions()
    throws = {kind: [action for action in legal if action.kind is kind] for kind in (Kind.THROW_UP, Kind.THROW_DOWN)}
    return {
        "seat": position.seat,
        "cards": [
            {
                "card": card,
                "up": [str(action) for action in throws[Kind.THROW_UP] if action.card == card],
                "down": [str(action) for action in throws[Kind.THROW_DOWN] if action.card == card],
            }
            for card in position.players[position.seat].hand
        ],
        "landings": [
            {
                "space": str(token.path[0]),
                "path": [str(space) for space in token.path],
                "end": token.end,
                "onto": token.onto,
                "points": token.points,
            }
            for token in (landings(position).values() if any(throws.values()) else ())
        ],
        "moves": [
            {
                "space": str(preview.space),
                "sweets": preview.sweets,
                "collected": list(preview.collected),
                "swapped": preview.swapped,
            }
            for preview in (move_preview(position, action) for action in legal if action.kind is Kind.MOVE)
        ],
        "corners": [f"G{str(action)[1:]}" for action in legal if action.kind is Kind.PLACE_MARKER],
        "can_climb": any(action.kind is Kind.CLIMB for action in legal),
        "missing_to_climb": [str(space) for space in missing_neighbours(position)],
        "can_end": any(action.kind is Kind.END for action in legal),
        "no_throw_fits": position.phase == "play" and not position.thrown and not any(throws.values()),
    }
