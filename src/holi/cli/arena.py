"""`holi arena`: bots play each other, and a table says how strong they are."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from holi.game.errors import HoliError, quoted

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress
    from rich.table import Table
    from rich.text import Text

    from holi.lab.arena import Settings
    from holi.lab.match import Result
    from holi.lab.standings import Line, Share, Standings

NO_EDGE = 1000
"""The width for tables that go to a file or a pipe: as wide as they are."""

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""


def arena(
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT...", help="A level (greedy), a level with seconds a turn (greedy:0.5), or 'cmd:COMMAND LINE'."
        ),
    ] = None,
    bot: Annotated[list[str] | None, typer.Option(help="One more bot, written in the same way.")] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games; rounded up to a balanced schedule.")] = 100,
    players: Annotated[int, typer.Option(min=2, max=4, help="How many play in a game.")] = 2,
    rivalry: Annotated[
        str, typer.Option(help="Rivalry cards, comma-separated, or how many to draw: a number, or a range such as 0-3.")
    ] = "0-3",
    movetime: Annotated[
        float, typer.Option(min=0.001, max=3600.0, help="Seconds a turn for bots without a time of their own.")
    ] = 1.0,
    seed: Annotated[int, typer.Option(help="Another number makes other games.")] = 1,
    workers: Annotated[int | None, typer.Option(min=1, help="How many games at a time; as many as cores.")] = None,
    json_file: Annotated[
        str | None, typer.Option("--json", metavar="FILE", help="Write the results as JSON; '-' instead of the tables.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep finished games in this file, and go on from it.")
    ] = None,
) -> None:
    """Let bots play each other and say how strong they are.

    Every group of bots plays at all rotations of the seats with the same cards. docs/arena.md says what the figures
    mean and how to write a bot. Try: holi arena greedy random --games 20
    """
    from holi.lab.arena import Settings
    from holi.lab.match import parse_entrant, parse_rivalry
    from holi.lab.standings import Standings

    entrants = tuple(parse_entrant(text, movetime) for text in [*(bots or []), *(bot or [])])
    settings = Settings(entrants, players, parse_rivalry(rivalry), seed)
    if json_file not in (None, "-"):
        _check_folder(Path(str(json_file)))
    planned = settings.balanced(games)
    results, interrupted = _play(settings, planned, workers, resume)
    standings = Standings(settings, results, planned)
    if json_file is not None:
        _write_json(standings, json_file)
    if json_file != "-":
        _show(standings)
    if interrupted:
        how = "the same command goes on from here" if resume is not None else "with --resume FILE it could go on later"
        typer.echo(f"holi: interrupted after {len(results)} of {planned} games; {how}", err=True)
        raise typer.Exit(INTERRUPTED)


def _play(settings: Settings, planned: int, workers: int | None, resume: Path | None) -> tuple[list[Result], bool]:
    """Play what the journal does not have yet; all results, and whether Ctrl-C came in between."""
    from holi.lab.arena import Journal, cores, play_matches

    with ExitStack() as stack:
        journal = None if resume is None else stack.enter_context(Journal(resume, settings))
        known = {} if journal is None else journal.results
        results = [result for number, result in known.items() if number < planned]
        left = (settings.match(number) for number in range(planned) if number not in known)
        try:
            playing = stack.enter_context(closing(play_matches(settings, left, workers or cores())))
            with _progress(planned, len(results)) as progress:
                for result in playing:
                    if journal is not None:
                        journal.add(result)
                    results.append(result)
                    if progress is not None:
                        progress.advance(progress.task_ids[0])
        except KeyboardInterrupt:
            return results, True
    return results, False


@contextmanager
def _progress(planned: int, done: int) -> Iterator[Progress | None]:
    """A bar for somebody who watches standard error on a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games"),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        progress.add_task("", total=planned, completed=done)
        yield progress


def _check_folder(path: Path) -> None:
    """Say before the games, not after, that the file could not be written."""
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise HoliError(f"the file {quoted(str(path))} cannot be written; name one in a folder that is there")


def _write_json(standings: Standings, target: str) -> None:
    text = json.dumps(standings.to_json(), indent=2)
    if target == "-":
        typer.echo(text)
        return
    try:
        Path(target).write_text(text + "\n", "utf-8")
    except OSError as error:
        raise HoliError(f"the file {quoted(target)} cannot be written: {error.strerror}") from None


def _show(standings: Standings) -> None:
    from rich.console import Console

    console: Console = Console()
    if not console.is_terminal:
        console = Console(width=NO_EDGE)
    settings = standings.settings
    played = f"{len(standings.results)} games of {settings.players} players"
    typer.echo(f"{played}, rivalry {settings.rivalry}, seed {settings.seed}")
    console.print(_ratings_table(standings))
    typer.echo(f"{'Wins' if settings.players == 2 else 'How often it finished ahead'}: the row against the column")
    console.print(_crosstable(standings))
    if standings.alone:
        typer.echo(
            f"First places alone against {settings.players - 1} of the other; {100 / settings.players:.1f}% is even"
        )
        console.print(_alone_table(standings))
    if any(line.reasons for line in standings.lines):
        typer.echo("Games lost by a fault")
        console.print(_fault_table(standings))
        for line in standings.ranked:
            if line.reasons:
                typer.echo(f"{line.name}: {line.reasons[0]}")


def _new_table(*columns: str) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("bot", overflow="fold")
    for heading in columns:
        # Text, here and below, since a bot's name may look like Rich's mark-up.
        table.add_column(Text(heading), justify="right", overflow="fold")
    return table


def _ratings_table(standings: Standings) -> Table:
    table = _new_table("wins", "win % (95%)", "score", "margin", "rank", "rating", "s/turn")
    plus_minus = "±" if "utf" in (sys.stdout.encoding or "").lower() else "+-"
    for line in standings.ranked:
        table.add_row(_name(line), *_figures(line, plus_minus))
    return table


def _name(line: Line) -> Text:
    from rich.text import Text

    return Text(line.name)


def _figures(line: Line, plus_minus: str) -> list[str]:
    return [
        f"{line.won.wins}/{line.won.games}",
        _percent(line.won),
        _number(line.score, ".1f"),
        _number(line.margin, "+.1f"),
        _number(line.rank, ".2f"),
        f"{line.rating.points:.0f} {plus_minus}{line.rating.plus_minus:.0f}",
        _number(line.seconds_a_turn, ".3f"),
    ]


def _number(value: float | None, form: str) -> str:
    return "-" if value is None else format(value, form)


def _percent(share: Share) -> str:
    if share.share is None:
        return "-"
    low, high = share.interval
    return f"{100 * share.share:.1f} ({100 * low:.0f}-{100 * high:.0f})"


def _crosstable(standings: Standings) -> Table:
    """How often each finished ahead of each other, out of how often they met."""
    lines = standings.ranked
    ahead = standings.crosstable
    table = _new_table(*(line.name for line in lines))
    places = [standings.lines.index(line) for line in lines]
    for row, line in zip(places, lines, strict=True):
        cells = [
            "" if row == column else f"{ahead[row][column]}/{ahead[row][column] + ahead[column][row]}"
            for column in places
        ]
        table.add_row(_name(line), *cells)
    return table


def _alone_table(standings: Standings) -> Table:
    table = _new_table("first", "% (95%)")
    for line, share in zip(standings.lines, standings.alone, strict=True):
        table.add_row(_name(line), f"{share.wins}/{share.games}", _percent(share))
    return table


def _fault_table(standings: Standings) -> Table:
    from holi.bots.outside import FAULT_KINDS

    table = _new_table(*FAULT_KINDS)
    for line in standings.ranked:
        if line.reasons:
            table.add_row(_name(line), *(str(line.faults[kind]) for kind in FAULT_KINDS))
    return table
