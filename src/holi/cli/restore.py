"""`holi restore`: a back-up, put into an empty database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from holi.cli.backup import row_progress
from holi.server.settings import Settings


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What 'holi backup' has written.")],
    database: Annotated[
        str, typer.Option(envvar="HOLI_DATABASE", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME.")
    ] = Settings().database,
) -> None:
    """Put a back-up into an empty database, of either kind: all of it, or nothing if something is wrong.

    Games go on where they were, and players are known as before. Restore before the server's first start, because
    it writes to a new database at once.
    """
    import asyncio

    from holi.server.store.backup import restore_address

    with row_progress("restoring") as progress:
        header = asyncio.run(restore_address(database, file, progress))
    typer.echo(f"{header.rows['tables']} tables with {header.rows['entries']} entries were restored.")
