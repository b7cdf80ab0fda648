"""`holi admin`: what the host of a server does with its database."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from holi.server.settings import Database, Settings

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

Result = TypeVar("Result")

admin_app = typer.Typer(name="admin", help="Look after the tables of a server.", no_args_is_help=True)

DEFAULT = Settings().database
DAY = 24 * 3600 * 1000

Most = Annotated[int, typer.Option(min=1, max=100_000, help="List at most so many.")]


@admin_app.callback()
def _admin() -> None:
    """Look after the tables and the people of a server.

    Works on the server's database, also while the server runs; it follows within seconds.
    """


@admin_app.command()
def tables(database: Database = DEFAULT, most: Most = 50) -> None:
    """List tables, those changed last first, and who sits at them."""
    from holi.server.store import order

    for table in _on(database, lambda engine: order.list_tables(engine, most)):
        where = "listed" if table.listed else "by code"
        typer.echo(
            f"{table.id}  {table.code}  {table.phase}  {where}  changed {_day(table.changed)}  host {table.host}"
        )
        for seat, player, name in table.players:
            typer.echo(f"    seat {seat}: {player}{'' if name is None else f'  {name}'}")


@admin_app.command()
def players(
    name: Annotated[str | None, typer.Argument(help="A part of the name.", show_default="everybody")] = None,
    database: Database = DEFAULT,
    most: Most = 50,
) -> None:
    """List players by their ids, with names and the number of seats they hold."""
    from holi.server.store import order

    for player in _on(database, lambda engine: order.list_players(engine, name, most)):
        typer.echo(f"{player.id}  {player.name or '(no name)'}  {_count(player.tables, 'seat')}")


@admin_app.command()
def reports(database: Database = DEFAULT, most: Most = 20) -> None:
    """Show what people have reported, the newest first, with the lines of chat before it."""
    from holi.server.store import order

    for report in _on(database, lambda engine: order.list_reports(engine, most)):
        typer.echo(f"{report.id}  {_day(report.at)}  table {report.table_id}")
        typer.echo(f"    about {report.player}  {report.name}")
        typer.echo(f"    by {report.reporter}{f': {report.why}' if report.why else ''}")
        for line in json.loads(report.chat):
            typer.echo(f"    | {line['name']}: {line['text'] or line['phrase']}")


@admin_app.command("delete-report")
def delete_report(report: str, database: Database = DEFAULT) -> None:
    """Delete a report that is dealt with."""
    from holi.server.store import order

    _on(database, lambda engine: order.delete_report(engine, report))
    typer.echo(f"The report {report} is deleted.")


@admin_app.command()
def bans(database: Database = DEFAULT) -> None:
    """List all bans."""
    from holi.server.store import order

    for ban in _on(database, order.bans):
        until = "for good" if ban.expires is None else f"until {_day(ban.expires)}"
        typer.echo(f"{ban.who}  {until}{f'  {ban.why}' if ban.why else ''}")


@admin_app.command()
def ban(
    who: Annotated[str, typer.Argument(help="A player's id, an address, or a range such as 192.0.2.0/24.")],
    days: Annotated[
        float | None, typer.Option(min=0.001, max=36_500, help="How long.", show_default="for good")
    ] = None,
    why: Annotated[str, typer.Option(help="A note for yourself.")] = "",
    database: Database = DEFAULT,
) -> None:
    """Ban a player or a range of addresses from the server."""
    from holi.server.steady import wall
    from holi.server.store import order

    now = wall()
    made = order.Ban(order.banned_as(who), now, None if days is None else now + round(days * DAY), why)
    _on(database, lambda engine: order.ban(engine, made))
    typer.echo(f"{made.who} is banned {'for good' if made.expires is None else f'until {_day(made.expires)}'}.")


@admin_app.command()
def lift(who: Annotated[str, typer.Argument(help="What was banned.")], database: Database = DEFAULT) -> None:
    """Lift a ban."""
    from holi.server.store import order

    banned = order.banned_as(who)
    _on(database, lambda engine: order.lift(engine, banned))
    typer.echo(f"{banned} is no longer banned.")


@admin_app.command("delete-table")
def delete_table(table: Annotated[str, typer.Argument(help="Its id or code.")], database: Database = DEFAULT) -> None:
    """Delete a table with its moves, seats and chat."""
    from holi.server.store import order

    _on(database, lambda engine: order.delete_table(engine, table))
    typer.echo(f"The table {table} is deleted.")


@admin_app.command("delete-name")
def delete_name(player: Annotated[str, typer.Argument(help="The player's id.")], database: Database = DEFAULT) -> None:
    """Delete a player's name wherever it is kept. Games stay, without it.

    Games that are being watched show it until everybody has left them.
    """
    from holi.server.store import order

    count = _on(database, lambda engine: order.delete_name(engine, player))
    typer.echo(f"The name of {player} is deleted, at {_count(count, 'table')} too.")


@admin_app.command()
def prune(
    days: Annotated[float, typer.Option(min=0.0, help="Delete tables that have not changed for so many days.")],
    database: Database = DEFAULT,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say how many there are.")] = False,
) -> None:
    """Delete old tables with their moves, seats and chat.

    Games that have begun are kept for at least 30 days after their last turn. 'holi serve --keep-days' does the same by
    itself.
    """
    from holi.server.steady import wall
    from holi.server.store import retention

    work = retention.count_old if dry_run else retention.prune
    count = _on(database, lambda engine: work(engine, wall(), days))
    what = "1 table has" if count == 1 else f"{count} tables have"
    typer.echo(f"{what} not changed for {days:g} days." if dry_run else f"{what} been deleted.")


def _on(database: str, work: Callable[[AsyncEngine], Awaitable[Result]]) -> Result:
    """Do something with a database of this version; faults of it are said in one sentence."""
    import asyncio

    from holi.game.errors import HoliError
    from holi.server.store.engine import on_database
    from holi.server.store.upgrade import make_ready, unusable

    async def checked(engine: AsyncEngine) -> Result:
        await make_ready(engine, migrate=False)
        try:
            return await work(engine)
        except HoliError:
            raise
        except Exception as error:
            raise unusable(engine, error) from error

    return asyncio.run(on_database(database, checked))


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")


def _count(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
