"""The final scores with all their parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.box import SIMPLE
from rich.table import Table as Grid

from holi.cli.board import SEAT_COLOURS
from holi.cli.drawing import drawn
from holi.cli.terminal import Terminal
from holi.game import Position, SeatScore, rivalry_card

PLACES = ("1st", "2nd", "3rd", "4th")


def score_table(position: Position, names: Sequence[str], terminal: Terminal) -> str:
    """A column for each player and a row for each part of the score, total and rank below (R9)."""
    scores = position.scores()
    grid = Grid(box=SIMPLE, show_footer=True, footer_style="bold")
    grid.add_column("", footer="total\nrank")
    for seat, score in enumerate(scores):
        colour = SEAT_COLOURS[seat]
        grid.add_column(
            f"{colour.letter} {names[seat]}",
            footer=f"{score.total}\n{PLACES[score.rank - 1]}",
            justify="right",
            header_style=f"bold color({colour.ink}) on color({colour.paint})",
        )
    for label, values in _parts(scores):
        grid.add_row(label, *map(str, values))
    return drawn(grid, terminal).strip("\n")


def _parts(scores: Sequence[SeatScore]) -> Iterator[tuple[str, list[int]]]:
    for level, name in enumerate(("ground", "middle", "top")):
        yield f"tokens on {name}", [score.levels[level] for score in scores]
    yield "tokens held by others", [score.on_others for score in scores]
    yield "sweets", [score.sweets for score in scores]
    yield "hits and the like", [score.hits for score in scores]
    for card in scores[0].rivalry:
        yield rivalry_card(card).title, [score.rivalry[card] for score in scores]


def tie_note(position: Position) -> str:
    """How equal totals were ranked, or an empty text if there are none (R9.5)."""
    totals = [score.total for score in position.scores()]
    if len(set(totals)) == len(totals):
        return ""
    last = "the earlier seat" if position.config.tie_break == "player-order" else "whoever was finished first"
    return f"Equal totals: more of one's tokens held by others wins, then more sweets, then {last} (R9.5)."
