"""`holi load`: how many tables and moves a server bears."""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import Callable
from contextlib import ExitStack
from typing import Annotated, Any

import typer

from holi.game.errors import ConfigError, MalformedError, quoted


def load(
    url: Annotated[
        str | None,
        typer.Option(metavar="URL", help="A running server; without it, one is started on this machine for the run."),
    ] = None,
    tables: Annotated[int, typer.Option(min=1, max=5000, help="Tables at the same time.")] = 500,
    players: Annotated[int, typer.Option(min=2, max=4, help="Players at each table.")] = 4,
    seconds: Annotated[float, typer.Option(min=1, max=3600, help="How long to measure.")] = 30,
    pace: Annotated[
        float, typer.Option(min=0, max=60, help="Seconds between two moves at a table; 0 is as fast as possible.")
    ] = 2.0,
    warm_up: Annotated[float, typer.Option(min=0, max=600, help="Seconds of play before measuring.")] = 3,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="The database of the server that is started; a new SQLite file.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Play at many tables of a server at once, honestly, and tell moves a second and latencies.

    A latency is the time from sending a move until the last of the players at the table has seen it.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    try:
        from picows import WSError

        from holi.lab.load.own_server import own_server
        from holi.lab.load.run import LoadPlan, run_load
    except ModuleNotFoundError as error:
        raise ConfigError(f"'holi load' needs {error.name}; 'pip install \"holi[load]\"' adds it") from None
    gc.disable()  # the load is what is measured with: it must not stop for a moment to tidy up

    console = Console(stderr=True)
    with ExitStack() as stack:
        if url is None:
            address, process = stack.enter_context(own_server(database, UNLIMITED))
        else:
            address, process = url.rstrip("/"), None
        if not address.startswith(("http://", "https://")):
            raise MalformedError(f"{quoted(url)} is no address of a server; it begins with http:// or https://")
        plan = LoadPlan(
            "ws" + address.removeprefix("http") + "/api/socket", tables, players, seconds, pace, warm_up, process
        )
        progress = stack.enter_context(
            Progress(
                TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), console=console, transient=True
            )
        )
        opening = progress.add_task("tables opened", total=tables)
        playing = progress.add_task("seconds played", total=int(seconds + warm_up), visible=False)

        def on_second(_: int) -> None:
            progress.update(playing, advance=1, visible=True)

        try:
            with asyncio.Runner(loop_factory=_loop_factory()) as runner:
                result = runner.run(run_load(plan, lambda count: progress.advance(opening, count), on_second))
        except (OSError, WSError) as error:
            raise MalformedError(f"the server at {quoted(address)} does not serve this: {error}") from None
    print_result(result.to_json(), as_json)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The faster event loop, where there is one."""
    try:
        from uvloop import new_event_loop
    except ModuleNotFoundError:
        return None
    return new_event_loop


UNLIMITED = ["--commands-per-second", "10000", "--tables-per-hour", "100000"]
"""Options of the server that is started: all players come from one address, faster than people do."""


def print_result(result: dict[str, Any], as_json: bool) -> None:
    """Print the figures, for programs or for people."""
    if as_json:
        typer.echo(json.dumps(result))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(
        title=f"{result['tables']} tables of {result['players']}, {result['seconds']:.0f} s", show_header=False
    )
    pace = "as fast as possible" if not result["pace"] else f"a move every {result['pace']:g} s at each table"
    rows = [
        ("pace", pace),
        ("moves a second", f"{result['moves_per_second']:,.0f}"),
        ("latency, half of all", f"{result['latency_p50']:.1f} ms"),
        ("latency, 90%", f"{result['latency_p90']:.1f} ms"),
        ("latency, 99%", f"{result['latency_p99']:.1f} ms"),
        ("latency, longest", f"{result['latency_max']:.1f} ms"),
        ("refused", f"{result['refusals']}"),
        ("games finished", f"{result['games_finished']}"),
        ("cores taken by the load", f"{result['load_cpu']:.2f}"),
    ]
    if result["server_memory"] is not None:
        rows += [
            ("server time a move", f"{result['server_cpu_per_move']:.0f} µs"),
            ("server memory", f"{result['server_memory']:.0f} MB"),
            ("memory a table", f"{result['memory_per_table']:.0f} kB"),
        ]
    for name, value in rows:
        table.add_row(name, value)
    Console().print(table)
