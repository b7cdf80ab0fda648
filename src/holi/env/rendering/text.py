"""The tower as plain text, for `render_mode="ansi"`: what everybody may see, and nothing else."""

from __future__ import annotations

from typing import Final

from holi.game import PlayerState, Position, Space
from holi.game.notation import COLUMNS, LEVELS, ROWS

SEAT_LETTERS: Final = "abcd"
SWEETS: Final = (".", "*", "%")
"""An empty space by how many sweets lie there."""


def position_text(position: Position) -> str:
    """The three levels side by side and a line a player.

    `A` is the marker of player 0, `a` one of their tokens, `*` one and `%` two of the sweets.
    """
    lines = ["   ".join(f"  {level} {COLUMNS}" for level in LEVELS)]
    for row in reversed(range(len(ROWS))):
        squares = range(len(COLUMNS) * row, len(COLUMNS) * (row + 1))
        rows = ["".join(_cell(position, Space(level, square)) for square in squares) for level in range(len(LEVELS))]
        lines.append("   ".join(f"  {ROWS[row]} {cells}" for cells in rows))
    scores = position.scores()
    for seat, player in enumerate(position.players):
        lines.append(_player_text(position, seat, player, scores[seat].total))
    return "\n".join(lines)


def _cell(position: Position, space: Space) -> str:
    marker, token = position.marker_at(space), position.token_at(space)
    if marker is not None:
        return SEAT_LETTERS[marker].upper()
    return SWEETS[position.sweets_at(space)] if token is None else SEAT_LETTERS[token]


def _player_text(position: Position, seat: int, player: PlayerState, score: int) -> str:
    others = sum(count for colour, count in enumerate(player.supply) if colour != seat)
    return (
        f"{'>' if position.seat == seat else ' '} {SEAT_LETTERS[seat].upper()} player_{seat}: score {score}, "
        f"tokens {player.supply[seat]}, of others {others}, sweets {player.sweets}, "
        f"cards {len(player.hand)}+{len(player.deck)}{', finished' if player.finished is not None else ''}"
    )
