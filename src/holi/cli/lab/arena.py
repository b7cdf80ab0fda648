"""`holi arena`: bots play each other, and tables show how strong they are."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from holi.cli.options import check_target, takes_options
from holi.cli.progress import progress_bar
from holi.game.errors import HoliError, quoted

if TYPE_CHECKING:
    from rich.table import Table

    from holi.lab.arena.match import Result
    from holi.lab.arena.standings import Line, Share, Standings
    from holi.lab.arena.tournament import Tournament

NO_EDGE = 1000
"""Width of tables in a file or a pipe: as wide as they need."""

FIGURES = ("wins", "win % (95%)", "score", "margin", "rank", "rating", "s/turn")
INTERRUPTED = 130
"""Exit status after Ctrl-C, as in shells."""


@dataclass(frozen=True)
class ArenaOptions:
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT...",
            help="A level (greedy), a level with seconds per turn (greedy:0.5), or 'cmd:COMMAND LINE'.",
        ),
    ] = None
    bot: Annotated[list[str] | None, typer.Option(help="One more bot, written in the same way.")] = None
    games: Annotated[int, typer.Option(min=1, help="Number of games, rounded up to a balanced schedule.")] = 100
    players: Annotated[int, typer.Option(min=2, max=4, help="Players per game.")] = 2
    rivalry: Annotated[
        str, typer.Option(help="Rivalry cards, comma-separated, or how many to draw: a number, or a range such as 0-3.")
    ] = "0-3"
    movetime: Annotated[
        float, typer.Option(min=0.001, max=3600.0, help="Seconds per turn for bots that do not name their own.")
    ] = 1.0
    seed: Annotated[int, typer.Option(help="A different number gives different games.")] = 1
    workers: Annotated[
        int | None, typer.Option(min=1, help="Games played in parallel.", show_default="one per core")
    ] = None
    json_file: Annotated[
        str | None, typer.Option("--json", metavar="FILE", help="Write the results as JSON; '-' instead of the tables.")
    ] = None
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Store finished games in this file, and continue from it.")
    ] = None


@takes_options(ArenaOptions)
def arena(options: ArenaOptions) -> None:
    """Let bots play each other and report how strong they are.

    Every group of bots plays all rotations of the seats with the same cards. docs/arena.md explains the figures and
    how to write a bot. Try: holi arena greedy random --games 20
    """
    from holi.lab.arena.match import parse_entrant, parse_rivalry
    from holi.lab.arena.standings import Standings
    from holi.lab.arena.tournament import Tournament

    texts = [*(options.bots or []), *(options.bot or [])]
    entrants = tuple(parse_entrant(text, options.movetime) for text in texts)
    settings = Tournament(entrants, options.players, parse_rivalry(options.rivalry), options.seed)
    target = options.json_file
    if target not in (None, "-"):
        check_target(Path(str(target)))
    planned = settings.balanced(options.games)
    results, interrupted = _play(settings, planned, options)
    standings = Standings(settings, results, planned)
    if target is not None:
        _write_json(standings, target)
    if target != "-":
        _show(standings)
    if interrupted:
        how = "run the same command again to continue" if options.resume else "with --resume FILE it could be continued"
        typer.echo(f"holi: interrupted after {len(results)} of {planned} games; {how}", err=True)
        raise typer.Exit(INTERRUPTED)


def _play(settings: Tournament, planned: int, options: ArenaOptions) -> tuple[list[Result], bool]:
    """Play the games that the journal lacks. Return all results, and whether Ctrl-C came."""
    from holi.lab.arena.tournament import Journal, cores, play_matches

    with ExitStack() as stack:
        journal = None if options.resume is None else stack.enter_context(closing(Journal(options.resume, settings)))
        known = {} if journal is None else journal.results
        results = [result for number, result in known.items() if number < planned]
        left = (settings.match(number) for number in range(planned) if number not in known)
        try:
            playing = stack.enter_context(closing(play_matches(settings, left, options.workers or cores())))
            with progress_bar("games", planned, len(results)) as update:
                for result in playing:
                    if journal is not None:
                        journal.add(result)
                    results.append(result)
                    update(advance=1)
        except KeyboardInterrupt:
            return results, True
    return results, False


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

    console = Console(width=None if sys.stdout.isatty() else NO_EDGE)
    settings = standings.settings
    played = f"{len(standings.results)} games of {settings.players} players"
    typer.echo(f"{played}, rivalry {settings.rivalry}, seed {settings.seed}")
    plus_minus = "±" if "utf" in (sys.stdout.encoding or "").lower() else "+-"
    console.print(_table(FIGURES, [(line, _figures(line, plus_minus)) for line in standings.ranked]))
    typer.echo(f"{'Wins' if settings.players == 2 else 'How often it finished ahead'}: the row against the column")
    console.print(_crosstable(standings))
    if standings.alone:
        even = f"{100 / settings.players:.1f}% is even"
        typer.echo(f"First places alone against {settings.players - 1} of the other; {even}")
        alone = zip(standings.lines, standings.alone, strict=True)
        cells = [(line, [f"{share.wins}/{share.games}", _percent(share)]) for line, share in alone]
        console.print(_table(["first", "% (95%)"], cells))
    faulty = [line for line in standings.ranked if line.reasons]
    if faulty:
        typer.echo("Games lost by a fault")
        cells = [(line, [str(count) for count in line.faults.values()]) for line in faulty]
        console.print(_table(list(faulty[0].faults), cells))
        for line in faulty:
            typer.echo(f"{line.name}: {line.reasons[0]}")


def _table(columns: Sequence[str], rows: Iterable[tuple[Line, Sequence[str]]]) -> Table:
    """A table with a row per bot; names are Text, because they may look like Rich's mark-up."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("bot", overflow="fold")
    for heading in columns:
        table.add_column(Text(heading), justify="right", overflow="fold")
    for line, cells in rows:
        table.add_row(Text(line.name), *cells)
    return table


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
    ahead = standings.crosstable
    places = [standings.lines.index(line) for line in standings.ranked]

    def cell(row: int, column: int) -> str:
        return "" if row == column else f"{ahead[row][column]}/{ahead[row][column] + ahead[column][row]}"

    rows = [(standings.lines[row], [cell(row, column) for column in places]) for row in places]
    return _table([line.name for line in standings.ranked], rows)
