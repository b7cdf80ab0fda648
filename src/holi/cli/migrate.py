"""`holi migrate`: the server's database in the form that this version needs."""

from __future__ import annotations

from typing import Annotated

import typer

from holi.server.settings import Settings


def migrate(
    database: Annotated[
        str, typer.Option(envvar="HOLI_DATABASE", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME.")
    ] = Settings().database,
) -> None:
    """Bring the server's database up to date: needed for PostgreSQL, before the first start and after an upgrade.

    SQLite files are brought up to date by 'holi serve' itself. Nothing is lost; make a back-up first all the same.
    """
    import asyncio

    from holi.server.store.upgrade import upgrade_address

    before, after = asyncio.run(upgrade_address(database))
    if before == after:
        typer.echo(f"The database is at version {after} already.")
    elif before is None:
        typer.echo(f"The database is new, at version {after}.")
    else:
        typer.echo(f"The database was brought from version {before} to {after}.")
