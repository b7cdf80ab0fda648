"""Whether a position is consistent, reachable or not (F3): each check names the clause it stands for."""

from __future__ import annotations

from itertools import pairwise

from holi.game.config import rules_of
from holi.game.errors import PositionError
from holi.game.position import Position
from holi.game.spaces import LEVELS, Space
from holi.kernel.layout import CORNERS, HAND_LIMIT, SWEETS_SPACES, TOKENS_PER_PLAYER

SWEETS_TOKENS = 24
SWEETS_PER_SPACE = (2, 1, 0)
"""By level (R2.1)."""

TOWER = tuple(Space(level, square) for level in range(len(LEVELS)) for square in range(36))


def check_consistent(position: Position) -> None:
    """Raise `PositionError` with the first clause that the position breaks."""
    _check_tokens(position)
    _check_markers(position)
    _check_sweets(position)
    _check_cards(position)
    _check_finished(position)
    if position.phase == "setup":
        _check_setup(position)
    elif position.phase == "play":
        _check_turn(position)


def _check_tokens(position: Position) -> None:
    for space in TOWER:
        if space.level and position.token_at(space) is not None:
            below = Space(space.level - 1, space.square)
            if position.token_at(below) is None:
                raise PositionError("R7.6", f"the token on {space} has no token below it on {below}")
    owners = [position.token_at(space) for space in TOWER]
    for seat in range(position.config.players):
        lying = owners.count(seat)
        held = sum(player.supply[seat] for player in position.players)
        if lying + held != TOKENS_PER_PLAYER:
            raise PositionError(
                "R7.6", f"seat {seat} has {lying} tokens on the tower and {held} in supplies; there are 25 in all"
            )


def _check_markers(position: Position) -> None:
    for seat, player in enumerate(position.players):
        marker = player.marker
        if marker is None:
            if position.phase != "setup":
                raise PositionError("R2.4", f"the marker of seat {seat} is not on the tower")
            continue
        if position.token_at(marker) is not None:
            raise PositionError("R7.6", f"{marker} holds a marker and a colour token")
        above = Space(marker.level + 1, marker.square)
        if above.level < len(LEVELS) and position.token_at(above) is not None:
            raise PositionError("R7.6", f"{above}, above the marker on {marker}, holds a colour token")


def _check_sweets(position: Position) -> None:
    for space in TOWER:
        count = position.sweets_at(space)
        most = SWEETS_PER_SPACE[space.level] if SWEETS_SPACES >> space.square & 1 else 0
        if count > most:
            raise PositionError("R2.1", f"{space} holds {count} sweets; at most {most} lie there")
        if count and position.marker_at(space) is not None:
            raise PositionError("R6.2", f"sweets lie under the marker on {space}")
    lying = sum(position.sweets_at(space) for space in TOWER)
    held = sum(player.sweets for player in position.players)
    if lying + held != SWEETS_TOKENS:
        raise PositionError("R7.6", f"{lying} sweets lie on the tower and {held} are held; there are 24 in all")


def _check_cards(position: Position) -> None:
    limit = rules_of(position.config)[HAND_LIMIT]
    for seat, player in enumerate(position.players):
        most = limit - 1 if position.thrown and seat == position.seat else limit
        if len(player.hand) > most:
            raise PositionError("R8.1", f"seat {seat} holds {len(player.hand)} cards; {most} are possible")
        if "free-handfuls" in position.config.rivalry:
            continue
        for lower, upper in pairwise(player.discard):
            if lower.face == upper.face == "down":
                raise PositionError(
                    "R5.2", f"seat {seat} threw the cards {lower.card} and {upper.card} face down running"
                )


def _check_finished(position: Position) -> None:
    numbers = sorted(player.finished for player in position.players if player.finished is not None)
    if numbers != list(range(len(numbers))):
        raise PositionError("R8.2", f"the players finished in the order {numbers}; it is 0, 1, ... once each")
    if position.phase == "setup" and numbers:
        raise PositionError("R8.2", "a player is finished before play begins")
    if position.phase == "over" and len(numbers) < position.config.players:
        raise PositionError("R8.4", "the game is over, but not all players are finished")


def _check_setup(position: Position) -> None:
    assert position.seat is not None
    if position.turn_begun:
        raise PositionError("R2.4", "nothing has been thrown, moved or climbed before the corners are chosen")
    for seat, player in enumerate(position.players):
        if (player.marker is not None) != (seat < position.seat):
            raise PositionError("R2.4", f"corners are chosen in seat order, and seat {position.seat} is to choose")
        if player.marker is not None and (player.marker.level or not CORNERS >> player.marker.square & 1):
            raise PositionError("R2.4", f"the marker on {player.marker} is not on a corner of G")
        if len(player.hand) != 1 or player.discard:
            raise PositionError("R2.5", f"seat {seat} does not hold one card and a deck of twelve")
        if player.supply[seat] != TOKENS_PER_PLAYER or player.sweets or player.points:
            raise PositionError("R1.2", f"seat {seat} does not have 25 tokens, no sweets and no points")


def _check_turn(position: Position) -> None:
    """A seat to act that can act (R3)."""
    assert position.seat is not None
    player = position.players[position.seat]
    assert player.marker is not None
    if player.finished is not None:
        raise PositionError("R8.3", f"seat {position.seat} is to act, but is finished")
    if position.thrown and not player.discard:
        raise PositionError("R4.9", f"seat {position.seat} has thrown, but has no discard")
    if position.climbed and player.marker.level == 0:
        raise PositionError("R6.4", f"seat {position.seat} has climbed, but is on the ground")
    if not position.legal_actions():
        raise PositionError("R3.3", f"seat {position.seat} cannot throw in this turn and would be finished")
