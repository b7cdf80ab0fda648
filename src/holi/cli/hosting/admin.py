"""`holi admin`: what the host of a server does with its database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from holi.server.settings import Database, Settings

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

admin_app = typer.Typer(name="admin", help="Look after the tables of a server.", no_args_is_help=True)

DEFAULT = Settings().database


@admin_app.callback()
def _admin() -> None:
    """Look after the tables of a server."""


@admin_app.command()
def prune(
    days: Annotated[float, typer.Option(min=0.0, help="Delete tables that have not changed for so many days.")],
    database: Database = DEFAULT,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell how many there are.")] = False,
) -> None:
    """Delete old tables with their moves, seats and chat.

    The server may keep running. Games that have begun are kept for at least 30 days after their last turn. 'holi serve
    --keep-days' does the same by itself.
    """
    import asyncio

    from holi.server.steady import wall
    from holi.server.store.engine import on_database
    from holi.server.store.retention import count_old, prune
    from holi.server.store.upgrade import make_ready, unusable

    async def work(engine: AsyncEngine) -> int:
        await make_ready(engine, migrate=False)
        try:
            return await (count_old if dry_run else prune)(engine, wall(), days)
        except Exception as error:
            raise unusable(engine, error) from error

    count = asyncio.run(on_database(database, work))
    what = "1 table has" if count == 1 else f"{count} tables have"
    typer.echo(f"{what} not changed for {days:g} days." if dry_run else f"{what} been deleted.")
