"""The tower and the players as text: readable by letters alone, nicer in colour."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from holi.cli.terminal import padded, painted, visible_width
from holi.game import PlayerState, Position, SeatScore, Space, Viewer
from holi.game.spaces import COLUMNS, LEVELS, ROWS


class SeatColour(NamedTuple):
    """A seat's colour: its name, its letter on the board and entries of the 256-colour palette.

    A token is written with `ink` on `paint`, a marker with `marker_ink` on white.
    """

    name: str
    letter: str
    paint: int
    ink: int
    marker_ink: int


SEAT_COLOURS: Final = (
    SeatColour("blue", "b", 27, 231, 27),
    SeatColour("yellow", "y", 220, 16, 130),
    SeatColour("red", "r", 160, 231, 160),
    SeatColour("green", "g", 34, 231, 28),
)
"""By seat."""

LEVEL_NAMES: Final = ("Ground", "Middle", "Top")
SWEETS_SIGNS: Final = ("", "'", '"')
"""By how many sweets lie on a space."""

SWEETS_PAINT, BOARD_PAINTS, BOARD_INK, HIGHLIGHT_INK, MARKER_PAINT = 213, (236, 238), 246, 231, 255
BLOCK_WIDTH, BLOCK_GAP = 22, 4
SHORTEST_NAME = 6
TO_ACT = ">"


def render_position(
    position: Position,
    *,
    width: int = 80,
    colour: bool = True,
    highlight: Collection[Space] = (),
    viewer: Viewer = "all",
    names: Sequence[str] = (),
) -> str:
    """The three levels, side by side as far as `width` allows, and below them a table of the players.

    Highlighted spaces stand between `<` and `>`. Without `names` the players are called by their colours.
    """
    names = names or [colour_name.name.capitalize() for colour_name in SEAT_COLOURS]
    return f"{render_levels(position, width=width, colour=colour, highlight=highlight)}\n\n" + render_players(
        position, names, width=width, colour=colour, viewer=viewer
    )


def render_levels(position: Position, *, width: int, colour: bool, highlight: Collection[Space] = ()) -> str:
    """The levels G, M and T with their tokens, markers and sweets."""
    blocks = [_level_block(position, level, colour, highlight) for level in range(len(LEVELS))]
    across = max(1, min(len(blocks), (width + BLOCK_GAP) // (BLOCK_WIDTH + BLOCK_GAP)))
    lines = []
    for first in range(0, len(blocks), across):
        rows = zip(*blocks[first : first + across], strict=True)
        lines += [(" " * BLOCK_GAP).join(row).rstrip() for row in rows]
    return "\n".join(lines)


def _level_block(position: Position, level: int, colour: bool, highlight: Collection[Space]) -> list[str]:
    points = level + 1  # R9.1
    title = f"  {LEVEL_NAMES[level]} ({LEVELS[level]}), {points} point{'s' if points > 1 else ''}"
    letters = "  " + "".join(f" {column} " for column in COLUMNS)
    lines = [
        painted(padded(title, BLOCK_WIDTH), colour, bold=True),
        painted(padded(letters, BLOCK_WIDTH), colour, dim=True),
    ]
    for row in reversed(range(len(ROWS))):
        spaces = [Space(level, len(COLUMNS) * row + column) for column in range(len(COLUMNS))]
        cells = "".join(_cell(position, space, colour, space in highlight) for space in spaces)
        label = painted(ROWS[row], colour, dim=True)
        lines.append(f"{label} {cells} {label}")
    return lines


def _cell(position: Position, space: Space, colour: bool, highlighted: bool) -> str:
    """Three characters: `[B]` a marker, ` b ` a token, ` b'` a token on one of the sweets, ` " ` two sweets."""
    marker, token = position.marker_at(space), position.token_at(space)
    sweets = SWEETS_SIGNS[position.sweets_at(space)]
    row, column = divmod(space.square, len(COLUMNS))
    board = BOARD_PAINTS[(row + column) % 2]
    if marker is not None:
        seat_colour = SEAT_COLOURS[marker]
        text, style = (
            f"[{seat_colour.letter.upper()}]",
            {"fg": seat_colour.marker_ink, "bg": MARKER_PAINT, "bold": True},
        )
    elif token is not None:
        seat_colour = SEAT_COLOURS[token]
        text, style = f" {seat_colour.letter}{sweets or ' '}", {"fg": seat_colour.ink, "bg": seat_colour.paint}
    elif sweets:
        text, style = f" {sweets} ", {"fg": SWEETS_PAINT, "bg": board, "bold": True}
    else:
        text, style = " · ", {"fg": BOARD_INK, "bg": board}
    if highlighted:
        text, style = f"<{text[1]}>", {"fg": HIGHLIGHT_INK, **style, "bold": True}
    return painted(text, colour, **style)


def seat_sign(seat: int, colour: bool) -> str:
    """The seat's letter, on its colour."""
    return painted(f" {SEAT_COLOURS[seat].letter} ", colour, fg=SEAT_COLOURS[seat].ink, bg=SEAT_COLOURS[seat].paint)


HEADINGS: Final = ("", "", "player", "at", "left", "holds", "sweets", "pts", "score", "cards", "last card")
ALIGNMENTS: Final = "<<<<><>>>><"
NAME: Final = HEADINGS.index("player")


def render_players(
    position: Position, names: Sequence[str], *, width: int, colour: bool, viewer: Viewer = "all"
) -> str:
    """One line a player: marker, own tokens left, others' tokens held, sweets, points, score as it is now, cards.

    `pts` are those scored at once, `score` is what the player would have if the game ended now, and `cards` are those
    in hand and in the deck. Long names are cut to what the width leaves.
    """
    knows_all = viewer == "all" or position.phase == "over"
    rows: list[tuple[str, ...]] = [HEADINGS]
    for seat, (player, score) in enumerate(zip(position.players, position.scores(), strict=True)):
        knows = knows_all or viewer == seat
        rows.append(_player_row(position, seat, player, score, names[seat], knows, colour))
    widths = [max(visible_width(row[i]) for row in rows) for i in range(len(HEADINGS))]
    others = sum(widths) - widths[NAME] + 2 * (len(HEADINGS) - 3) + 1
    widths[NAME] = min(widths[NAME], max(SHORTEST_NAME, width - others))
    lines = []
    for row in rows:
        name = painted(shortened(row[NAME], widths[NAME]), colour, bold=row[0] == TO_ACT)
        texts = (*row[:NAME], name, *row[NAME + 1 :])
        cells = [padded(text, size, align) for text, size, align in zip(texts, widths, ALIGNMENTS, strict=True)]
        lines.append("".join(cells[:2]) + " " + "  ".join(cells[2:]).rstrip())
    lines[0] = painted(lines[0], colour, dim=True)
    return "\n".join(lines)


def _player_row(
    position: Position, seat: int, player: PlayerState, score: SeatScore, name: str, knows: bool, colour: bool
) -> tuple[str, ...]:
    held = [
        f"{SEAT_COLOURS[other].letter}{count}" for other, count in enumerate(player.supply) if other != seat and count
    ]
    cards = "finished" if player.finished is not None else f"{len(player.hand)}+{len(player.deck)}"
    return (
        TO_ACT if position.seat == seat else " ",
        seat_sign(seat, colour),
        name,
        "-" if player.marker is None else str(player.marker),
        str(player.supply[seat]),
        " ".join(held) or "-",
        str(player.sweets),
        str(player.points),
        painted(str(score.total), colour, bold=True),
        cards,
        _top_discard(player, knows),
    )


def _top_discard(player: PlayerState, knows: bool) -> str:
    if not player.discard:
        return "-"
    card, face = player.discard[-1]
    if face == "up":
        return str(card)
    return f"{card} face down" if knows else "face down"


def shortened(text: str, width: int) -> str:
    """The text, cut to so many columns."""
    if visible_width(text) <= width:
        return text
    while visible_width(text) > width - 2:
        text = text[:-1]
    return text + ".."
