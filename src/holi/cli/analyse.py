"""`holi analyse`: winning chances and mistakes in a saved game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from holi.cli.compiled import run_compiled
from holi.cli.options import AsJson, Colour
from holi.cli.progress import progress_bar
from holi.cli.verify import RecordFile, shown, summary, verified_file

if TYPE_CHECKING:
    from holi.bots.advice.analysis import AnalysedTurn, Analysis
    from holi.cli.terminal.console import Terminal

BAR_WIDTH = 24
TURN_WIDTH = 29
"""Characters; the longest turns fit."""

LARGE_MISTAKE = 0.15
NOTHING_TO_SAY = "no mistake of more than 5%"


def analyse(
    file: RecordFile,
    movetime: Annotated[float, typer.Option(min=0.01, max=600.0, help="Seconds to look ahead per turn.")] = 0.2,
    seed: Annotated[int, typer.Option(min=0, help="A different number deals the hidden cards differently.")] = 0,
    as_json: AsJson = False,
    colour: Colour = None,
) -> None:
    """Evaluate every turn of a saved game: winning chances, mistakes and better turns.

    Unfinished games are evaluated as far as they go. docs/analysis.md explains the figures.
    """
    run_compiled()
    from holi.bots.advice.analysis import analyse as analysed
    from holi.bots.advice.analysis import count_turns
    from holi.cli.terminal.console import Terminal

    verified = verified_file(file)
    terminal = Terminal(colour)
    with progress_bar("turns", count_turns(verified.record)) as update:
        analysis = analysed(verified.record, movetime, lambda _: update(advance=1), seed)
    if as_json:
        typer.echo(json.dumps(analysis.to_json(), indent=2))
        return
    terminal.say(f"{shown(file)}: {summary(verified)}")
    show(analysis, terminal)


def show(analysis: Analysis, terminal: Terminal) -> None:
    from holi.cli.terminal.console import padded, painted

    if not analysis.turns:
        terminal.say("No turn was finished, so there is nothing to evaluate.")
        return
    heading = f"  #  rd     {padded('turn', TURN_WIDTH)} {padded('chances to win after it', BAR_WIDTH)}  own  lost"
    terminal.write(f"\n{painted(heading, terminal.colour, dim=True)}")
    for turn in analysis.turns:
        terminal.write(_turn_line(turn, terminal))
    for seat in range(len(analysis.names)):
        _show_player(analysis, seat, terminal)


def _turn_line(turn: AnalysedTurn, terminal: Terminal) -> str:
    from holi.bots.advice.analysis import MISTAKE
    from holi.cli.terminal.board import seat_sign, shortened
    from holi.cli.terminal.console import padded, painted
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
    from holi.cli.terminal.board import SEAT_COLOURS
    from holi.cli.terminal.console import painted

    parts = []
    end, passed = 0, 0.0
    for seat, chance in enumerate(chances):
        begin, passed = end, passed + chance
        end = round(BAR_WIDTH * min(1.0, passed))
        look = SEAT_COLOURS[seat]
        parts.append(painted(look.letter * (end - begin), colour, fg=look.ink, bg=look.paint) if end > begin else "")
    return "".join(parts)


def _show_player(analysis: Analysis, seat: int, terminal: Terminal) -> None:
    from holi.cli.hint import reason_text
    from holi.cli.terminal.board import SEAT_COLOURS, seat_sign
    from holi.cli.terminal.console import painted
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
            terminal.say(text, first=" " * indent, indent=" " * 8)
