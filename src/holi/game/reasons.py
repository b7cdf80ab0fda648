"""Why an action is not legal, in one clause-numbered sentence for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from holi.game.actions import Action, Kind
from holi.game.spaces import LEVELS, SQUARE_NAMES, Space

if TYPE_CHECKING:
    from holi.game.position import PlayerState, Position


def reason_against(position: Position, action: Action) -> str:
    """The first reason found against an illegal action."""
    if position.seat is None:
        return "the game is over (R8.4)"
    if position.phase == "setup":
        if action.kind is not Kind.PLACE_MARKER:
            return f"seat {position.seat} chooses a starting corner first (R2.4)"
        return "a marker starts on a free corner of G: a1, a6, f1 or f6 (R2.4)"
    player = position.players[position.seat]
    match action.kind:
        case Kind.PLACE_MARKER:
            return "all markers are placed (R2.4)"
        case Kind.THROW_UP | Kind.THROW_DOWN:
            return _against_throw(position, player, action)
        case Kind.MOVE:
            return _against_move(position, player, action)
        case Kind.CLIMB:
            return _against_climb(position, player)
        case Kind.END:
            return "the turn can be ended only after the throw (R3.4)"


def _against_throw(position: Position, player: PlayerState, action: Action) -> str:
    assert position.seat is not None and player.marker is not None
    if position.thrown:
        return "the throw of this turn has been made (R3.1)"
    if action.card not in player.hand:
        return f"card {action.card} is not in the hand (R2.5)"
    if player.supply[position.seat] == 0:
        return "the supply holds no token of one's own colour (R4.5)"
    for square in action.squares:
        space = Space(player.marker.level, square)
        if position.token_at(space) is not None:
            return f"{space} holds a colour token ({'R4.4' if action.kind is Kind.THROW_UP else 'R5.1'})"
    if action.kind is Kind.THROW_UP:
        return f"card {action.card} cannot be laid so from {player.marker} (R4.1, R4.2)"
    if any(position.marker_at(Space(player.marker.level, square)) is not None for square in action.squares):
        return "the space holds a marker (R5.1)"
    return "the last card thrown lies face down (R5.2)"


def _against_move(position: Position, player: PlayerState, action: Action) -> str:
    assert position.seat is not None and player.marker is not None
    if position.moved:
        return "the move of this turn has been made (R3.1)"
    if position.thrown and player.supply[position.seat] == 0:
        return "without a token of one's own colour, the turn can only be ended (R3.5)"
    to = Space(player.marker.level, action.squares[0])
    if to == player.marker:
        return "the marker stands there already (R6.1)"
    if position.marker_at(to) is not None and "swap-places" not in position.config.rivalry:
        return f"{to} holds a marker (R6.1)"
    if not position.thrown and not any(other.kind is Kind.MOVE for other in position.legal_actions()):
        return "no throw would be possible after a move (R3.2)"
    if "short-steps" in position.config.rivalry:
        return "the space is too far (short-steps), or no throw would be possible after the move (R3.2)"
    return "no throw would be possible after the move (R3.2)"


def _against_climb(position: Position, player: PlayerState) -> str:
    assert position.seat is not None and player.marker is not None
    if position.climbed:
        return "the climb of this turn has been made (R3.1)"
    if position.thrown and player.supply[position.seat] == 0:
        return "without a token of one's own colour, the turn can only be ended (R3.5)"
    missing = missing_to_climb(position, position.seat)
    if missing:
        return f"{missing} (R6.4)"
    return "no throw would be possible after the climb (R3.2)"


def missing_to_climb(position: Position, seat: int) -> str:
    """What keeps the seat's marker from climbing, or an empty text."""
    marker = position.players[seat].marker
    if marker is None:
        return "the marker is not placed yet"
    if marker.level == len(LEVELS) - 1:
        return "the marker is on the top level"
    row, column = divmod(marker.square, 6)
    if row in (0, 5) or column in (0, 5):
        return f"{marker} is at the edge"
    above = Space(marker.level + 1, marker.square)
    if position.marker_at(above) is not None:
        return f"{above} holds a marker"
    empty = empty_beside(position, seat)
    if empty:
        return f"no colour token on {' '.join(SQUARE_NAMES[space.square] for space in empty)}"
    return ""


def empty_beside(position: Position, seat: int) -> list[Space]:
    """The spaces beside the seat's marker that hold no token, if they are too many to climb from there (R6.4)."""
    marker = position.players[seat].marker
    if marker is None or marker.level == len(LEVELS) - 1:
        return []
    row, column = divmod(marker.square, 6)
    if row in (0, 5) or column in (0, 5):
        return []
    around = [Space(marker.level, marker.square + step) for step in (-6, -1, 1, 6)]
    empty = [space for space in around if position.token_at(space) is None]
    return empty if len(empty) > (1 if "helping-hands" in position.config.rivalry else 0) else []
