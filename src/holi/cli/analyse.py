"""`holi analyse`: how the chances went in a saved game, and where they were given away."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from holi.cli.verify import shown, summary, verified_file

if TYPE_CHECKING:
    from rich.progress import Progress

    from holi.bots.analysis import AnalysedTurn, Analysis
    from holi.cli.terminal import Terminal

BAR_WIDTH = 24
TURN_WIDTH = 29
"""The longest turns take so many characters."""

LARGE_MISTAKE = 0.15
NOTHING_TO_SAY = "no mistake of more than 5%"


def analyse(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A saved game (.holi); - is standard input.")],
    movetime: Annotated[float, typer.Option(min=0.01, max=600.0, help="Seconds to look ahead in each turn.")] = 0.2,
    seed: Annotated[int, typer.Option(min=0, help="Another number deals the hidden cards otherwise.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Write the analysis as JSON (holi-analysis/1).")] = False,
    colour: Annotated[
        bool | None,
        typer.Option("--colour/--no-colour", help="Colours or letters only.", show_default="colours on a terminal"),
    ] = None,
) -> None:
    """Judge every turn of a saved game: chances to win after it, mistakes, and what was better.

    A game that is not over is judged as far as it goes. docs/analysis.md says what the figures mean.
    """
    run_compiled()
    from holi.bots.analysis import analyse as analysed
    from holi.bots.analysis import count_turns
    from holi.cli.terminal import Terminal

    verified = verified_file(file)
    terminal = Terminal(colour)
    with _progress(count_turns(verified.record)) as progress:

        def on_turn(_: AnalysedTurn) -> None:
            if progress is not None:
                progress.advance(progress.task_ids[0])

        analysis = analysed(verified.record, movetime, on_turn, seed)
    if as_json:
        typer.echo(json.dumps(analysis.to_json(), indent=2))
        return
    terminal.say(f"{shown(file)}: {summary(verified)}")
    show(analysis, terminal)


def run_compiled() -> None:
    """Begin again in the compiled mode if numba is there, unless the caller has chosen a mode; before anything is read.

    The mode is decided once a process, and looking ahead is many times faster compiled.
    """
    if "HOLI_MODE" in os.environ or importlib.util.find_spec("numba") is None:
        return
    os.execve(  # noqa: S606 - this very program
        sys.executable,
        [sys.executable, "-m", "holi.cli", *sys.argv[1:]],
        {**os.environ, "HOLI_MODE": "compiled"},
    )


@contextmanager
def _progress(turns: int) -> Iterator[Progress | None]:
    """A bar for somebody who watches standard error on a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("turns, left:"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        progress.add_task("", total=turns)
        yield progress


def show(analysis: Analysis, terminal: Terminal) -> None:
    """The table of turns, then every player's accuracy and mistakes."""
    from holi.cli.terminal import padded, painted

    if not analysis.turns:
        terminal.say("No turn was played to its end, so there is nothing to judge.")
        return
    heading = f"  #  rd     {padded('turn', TURN_WIDTH)} {padded('chances to win after it', BAR_WIDTH)}  own  lost"
    terminal.write(f"\n{painted(heading, terminal.colour, dim=True)}")
    for turn in analysis.turns:
        terminal.write(_turn_line(turn, terminal))
    for seat in range(len(analysis.names)):
        _show_player(analysis, seat, terminal)


def _turn_line(turn: AnalysedTurn, terminal: Terminal) -> str:
    from holi.bots.analysis import MISTAKE
    from holi.cli.board import seat_sign, shortened
    from holi.cli.terminal import padded, painted
    from holi.game import format_turn

    text = padded(shortened(format_turn(list(turn.played)), TURN_WIDTH), TURN_WIDTH)
    loss = "" if round(turn.loss, 2) == 0 else f"{-turn.loss:.0%}"
    if turn.loss > MISTAKE:
        mark = "??" if turn.loss > LARGE_MISTAKE else "?"
        loss = painted(f"{loss}{mark}", terminal.colour, fg="red" if mark == "??" else "yellow", bold=True)
    sign = seat_sign(turn.seat, terminal.colour)
    line = f"{turn.number:3} {turn.round:3} {sign} {text} {bar(turn.after, terminal.colour)} "
    return f"{line}{turn.after[turn.seat]:4.0%}  {loss}".rstrip()


def bar(chances: Sequence[float], colour: bool) -> str:
    """The chances side by side, each as many of the seat's letters as it has part of the whole."""
    from holi.cli.board import SEAT_COLOURS
    from holi.cli.terminal import painted

    parts = []
    end, passed = 0, 0.0
    for seat, chance in enumerate(chances):
        begin, passed = end, passed + chance
        end = round(BAR_WIDTH * min(1.0, passed))
        look = SEAT_COLOURS[seat]
        parts.append(painted(look.letter * (end - begin), colour, fg=look.ink, bg=look.paint) if end > begin else "")
    return "".join(parts)


def _show_player(analysis: Analysis, seat: int, terminal: Terminal) -> None:
    from holi.cli.board import SEAT_COLOURS, seat_sign
    from holi.cli.hint import reason_text
    from holi.cli.terminal import painted, wrapped
    from holi.game import format_turn

    accuracy = analysis.accuracy(seat)
    if accuracy is None:
        return
    mistakes = analysis.mistakes(seat)
    name = painted(analysis.names[seat], terminal.colour, bold=True)
    rest = "" if mistakes else f", {NOTHING_TO_SAY}"
    terminal.write(f"\n{seat_sign(seat, terminal.colour)} {name}: accuracy {accuracy:.0%}{rest}")
    colours = [look.name for look in SEAT_COLOURS]
    for turn in mistakes:
        reasons = ", ".join(reason_text(reason, colours) for reason in turn.reasons)
        played = f"turn {turn.number}: {format_turn(list(turn.played))} lost {turn.loss:.0%}"
        better = f"better {format_turn(list(turn.best))}" + (f" ({reasons})" if reasons else "")
        for text, indent in ((played, 4), (better, 6)):
            terminal.write("\n".join(wrapped(text, terminal.text_width, first=" " * indent, indent=" " * 8)))
