"""What `options` of the TypeScript library says, put together from `holi.game`."""

from typing import Any

from holi.game import Kind, Position, landings, missing_neighbours, move_preview


def options_at(position: Position) -> dict[str, Any]:
    legal = position.legal_actions()
    throws = {kind: [action for action in legal if action.kind is kind] for kind in (Kind.THROW_UP, Kind.THROW_DOWN)}
    assert position.seat is not None
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
            {"space": str(token.path[0]), **{key: token.to_json()[key] for key in ("path", "end", "onto", "points")}}
            for token in (landings(position).values() if any(throws.values()) else ())
        ],
        "moves": [
            {**preview._asdict(), "space": str(preview.space), "collected": list(preview.collected)}
            for preview in (move_preview(position, action) for action in legal if action.kind is Kind.MOVE)
        ],
        "corners": [f"G{str(action)[1:]}" for action in legal if action.kind is Kind.PLACE_MARKER],
        "can_climb": any(action.kind is Kind.CLIMB for action in legal),
        "missing_to_climb": [str(space) for space in missing_neighbours(position)],
        "can_end": any(action.kind is Kind.END for action in legal),
        "no_throw_fits": position.phase == "play" and not position.thrown and not any(throws.values()),
    }
