"""`holi migrate`, `holi backup` and `holi restore`: looking after the server's database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from holi.cli.progress import progress_bar
from holi.server.settings import Database, Settings

DEFAULT = Settings().database


def migrate(database: Database = DEFAULT) -> None:
    """Update the server's database to this version.

    PostgreSQL needs this before the first start and after upgrades; 'holi serve' updates SQLite files by itself.
    Nothing is lost, but make a backup first all the same.
    """
    import asyncio

    from holi.server.store.owner import on_own_database
    from holi.server.store.upgrade import upgrade

    before, after = asyncio.run(on_own_database(database, upgrade))
    if before == after:
        typer.echo(f"The database is at version {after} already.")
    elif before is None:
        typer.echo(f"The database is new, at version {after}.")
    else:
        typer.echo(f"The database was brought from version {before} to {after}.")


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file; compressed if its name ends in .gz.")],
    database: Database = DEFAULT,
) -> None:
    """Write everything that the server stores into one file.

    The server may keep running: the file shows one moment. It holds the secrets of running games and the key that
    signs identities, so keep it as safe as the database. 'holi restore' puts it into an empty database of either kind.
    """
    import asyncio

    from holi.server.store.backup import back_up
    from holi.server.store.engine import on_database

    with progress_bar("backing up") as update:
        header = asyncio.run(on_database(database, lambda engine: back_up(engine, file, update)))
    typer.echo(f"{file} holds {header.rows['tables']} tables with {header.rows['entries']} entries.")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that 'holi backup' wrote.")],
    database: Database = DEFAULT,
) -> None:
    """Put a backup into an empty database.

    All of it is restored, or nothing if something is wrong. Games go on where they were, and players keep their
    identities. Restore before the server's first start, because it writes to a new database at once.
    """
    import asyncio

    from holi.server.store.backup import restore
    from holi.server.store.owner import on_own_database

    with progress_bar("restoring") as update:
        header = asyncio.run(on_own_database(database, lambda engine: restore(engine, file, update)))
    typer.echo(f"{header.rows['tables']} tables with {header.rows['entries']} entries were restored.")
