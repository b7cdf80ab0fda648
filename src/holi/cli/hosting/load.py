"""`holi load`: a load test of a server."""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Annotated, Any

import typer

from holi.cli.options import AsJson, takes_options
from holi.cli.progress import progress_bar
from holi.game.errors import ConfigError, MalformedError, quoted

if TYPE_CHECKING:
    from holi.lab.load.run import LoadPlan

UNLIMITED = ["--commands-per-second", "10000", "--tables-per-hour", "100000"]
"""Options of the server that is started: all players come from one address, faster than people do."""


@dataclass(frozen=True)
class LoadOptions:
    url: Annotated[
        str | None,
        typer.Option(metavar="URL", help="A running server.", show_default="start one on this machine"),
    ] = None
    tables: Annotated[int, typer.Option(min=1, max=5000, help="Number of tables.")] = 500
    players: Annotated[int, typer.Option(min=2, max=4, help="Players per table.")] = 4
    seconds: Annotated[float, typer.Option(min=1, max=3600, help="How long to measure.")] = 30
    pace: Annotated[
        float, typer.Option(min=0, max=60, help="Seconds between moves at a table; 0 is as fast as possible.")
    ] = 2.0
    warm_up: Annotated[float, typer.Option(min=0, max=600, help="Seconds of play before measuring.")] = 3
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Database of the server that is started.", show_default="a new SQLite file"),
    ] = None
    as_json: AsJson = False


@takes_options(LoadOptions)
def load(options: LoadOptions) -> None:
    """Load-test a server: play at many tables at once and report moves per second and latency.

    Latency is the time from sending a move until the last player at the table has seen it.
    """
    from holi.lab.load.own_server import own_server
    from holi.lab.load.run import LoadPlan

    if options.url is not None and not options.url.startswith(("http://", "https://")):
        raise MalformedError(
            f"{quoted(options.url)} is not the address of a server; it begins with http:// or https://"
        )
    gc.disable()  # this process measures latency: it must not pause to collect garbage
    with ExitStack() as stack:
        if options.url is None:
            address, process = stack.enter_context(own_server(options.database, UNLIMITED))
        else:
            address, process = options.url.rstrip("/"), None
        socket = "ws" + address.removeprefix("http") + "/api/socket"
        plan = LoadPlan(
            socket, options.tables, options.players, options.seconds, options.pace, options.warm_up, process
        )
        result = _run(plan, address)
    print_result(result, options.as_json)


def _run(plan: LoadPlan, address: str) -> dict[str, Any]:
    from picows import WSError

    from holi.lab.load.run import run_load

    total, seconds = int(plan.seconds + plan.warm_up), count(1)
    with (
        progress_bar("tables opened", plan.tables) as update,
        asyncio.Runner(loop_factory=_loop_factory()) as runner,
    ):

        def on_second(_: int) -> None:
            update(description="seconds played", completed=next(seconds), total=total)

        try:
            return runner.run(run_load(plan, lambda opened: update(advance=opened), on_second))
        except OSError as error:
            raise ConfigError(f"no server answers at {quoted(address)}; start it first ({error})") from None
        except WSError as error:
            raise ConfigError(f"the server at {quoted(address)} is not a Holi server: {error}") from None


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Uvloop if installed."""
    try:
        from uvloop import new_event_loop
    except ModuleNotFoundError:
        return None
    return new_event_loop


def print_result(result: dict[str, Any], as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(result))
        return
    from rich.console import Console
    from rich.table import Table

    title = f"{result['tables']} tables of {result['players']}, {result['seconds']:.0f} s"
    table = Table(title=title, show_header=False)
    pace = f"a move every {result['pace']:g} s at each table" if result["pace"] else "as fast as possible"
    table.add_row("pace", pace)
    table.add_row("moves per second", f"{result['moves_per_second']:,.0f}")
    table.add_row("latency, median", f"{result['latency_p50']:.1f} ms")
    table.add_row("latency, 90%", f"{result['latency_p90']:.1f} ms")
    table.add_row("latency, 99%", f"{result['latency_p99']:.1f} ms")
    table.add_row("latency, longest", f"{result['latency_max']:.1f} ms")
    table.add_row("refused", f"{result['refusals']}")
    table.add_row("games finished", f"{result['games_finished']}")
    table.add_row("cores used by the load test", f"{result['load_cpu']:.2f}")
    if result["server_memory"] is not None:
        table.add_row("server time per move", f"{result['server_cpu_per_move']:.0f} µs")
        table.add_row("server memory", f"{result['server_memory']:.0f} MB")
        table.add_row("memory per table", f"{result['memory_per_table']:.0f} kB")
    Console().print(table)
