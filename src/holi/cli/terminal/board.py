"""The tower, the players and their scores as text: readable by letters alone, nicer in colour."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from holi.cli.terminal.console import Terminal, padded, painted, side_by_side, visible_width
from holi.cli.terminal.texts import rivalry_words, t
from holi.game import PlayerState, Position, SeatScore, Space, Viewer, rivalry_card
from holi.game.notation import COLUMNS, LEVELS, ROWS
from holi.game.secrecy import eyes_of, sees_cards_of


class SeatColour(NamedTuple):
    """A seat's colours in the 256-colour palette: tokens are `ink` on `paint`, markers `marker_ink` on white."""

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

SWEETS_SIGNS: Final = ("", "'", '"')
"""By number of sweets on a space."""

SWEETS_PAINT, BOARD_PAINTS, BOARD_INK, HIGHLIGHT_INK, MARKER_PAINT = 213, (236, 238), 246, 231, 255
BLOCK_WIDTH, BLOCK_GAP = 22, 4
SHORTEST_NAME = 6
TO_ACT = ">"


def render_position(
    position: Position,
    names: Sequence[str],
    terminal: Terminal,
    viewer: Viewer = "all",
    highlight: Collection[Space] = (),
) -> str:
    """Draw the levels, side by side as far as there is room, above a table of the players.

    Highlighted spaces are marked `<` and `>`.
    """
    players = render_players(position, names, terminal, viewer)
    return f"{render_levels(position, terminal, highlight)}\n\n{players}"


def render_levels(position: Position, terminal: Terminal, highlight: Collection[Space]) -> str:
    blocks = [_level_block(position, level, terminal.colour, highlight) for level in range(len(LEVELS))]
    return "\n".join(side_by_side(blocks, terminal.width, BLOCK_GAP, spaced=False))


def _level_block(position: Position, level: int, colour: bool, highlight: Collection[Space]) -> list[str]:
    letter, points = LEVELS[level], level + 1  # R9.1
    title = "  " + t("board.level", level=t(f"level.{letter}"), letter=letter, count=points)
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
    """Three characters: `[B]` a marker, ` b ` a token, ` b'` a token and one sweet, ` " ` two sweets."""
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
    return painted(f" {SEAT_COLOURS[seat].letter} ", colour, fg=SEAT_COLOURS[seat].ink, bg=SEAT_COLOURS[seat].paint)


ALIGNMENTS: Final = "<<<<><>>>><"
NAME: Final = 2
"""The column of names."""


def render_players(position: Position, names: Sequence[str], terminal: Terminal, viewer: Viewer) -> str:
    """One line per player.

    `pts` were scored during play, `score` is the total if the game ended now, `cards` counts hand and deck. Long names
    are cut to fit the width.
    """
    eyes, colour = eyes_of(viewer, position.phase == "over"), terminal.colour
    rows: list[tuple[str, ...]] = [("", "", *t("board.headings").split("|"))]
    for seat, (player, score) in enumerate(zip(position.players, position.scores(), strict=True)):
        knows = sees_cards_of(eyes, seat)
        rows.append(_player_row(position, seat, player, score, names[seat], knows, colour))
    widths = [max(visible_width(row[i]) for row in rows) for i in range(len(ALIGNMENTS))]
    others = sum(widths) - widths[NAME] + 2 * (len(ALIGNMENTS) - 3) + 1
    widths[NAME] = min(widths[NAME], max(SHORTEST_NAME, terminal.width - others))
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
    cards = t("player.finished") if player.finished is not None else f"{len(player.hand)}+{len(player.deck)}"
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
    return t("board.card-face-down", card=card) if knows else t("board.face-down")


def shortened(text: str, width: int) -> str:
    if visible_width(text) <= width:
        return text
    while visible_width(text) > width - 2:
        text = text[:-1]
    return text + ".."


def score_table(position: Position, names: Sequence[str], terminal: Terminal) -> str:
    from rich.box import SIMPLE
    from rich.table import Table

    scores = position.scores()
    grid = Table(box=SIMPLE, show_footer=True, footer_style="bold")
    grid.add_column("", footer=t("scores.total"))
    for seat, score in enumerate(scores):
        colour = SEAT_COLOURS[seat]
        grid.add_column(
            f"{colour.letter} {names[seat]}",
            footer=f"{score.total}\n{t(f'scores.place-{score.rank}')}",
            justify="right",
            header_style=f"bold color({colour.ink}) on color({colour.paint})",
        )
    for label, values in _parts(scores):
        grid.add_row(label, *map(str, values))
    return terminal.drawn(grid).strip("\n")


def _parts(scores: Sequence[SeatScore]) -> Iterator[tuple[str, list[int]]]:
    for level, letter in enumerate(LEVELS):
        yield t(f"score.{letter}"), [score.levels[level] for score in scores]
    yield t("score.on-others"), [score.on_others for score in scores]
    yield t("score.sweets"), [score.sweets for score in scores]
    yield t("score.hits"), [score.hits for score in scores]
    for card in scores[0].rivalry:
        yield rivalry_words(rivalry_card(card))[0], [score.rivalry[card] for score in scores]


def tie_note(position: Position) -> str:
    """Explain how equal totals were ranked; empty if there are none (R9.5)."""
    totals = [score.total for score in position.scores()]
    if len(set(totals)) == len(totals):
        return ""
    return t(f"scores.tie-{position.config.tie_break}")
