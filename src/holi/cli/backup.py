"""`holi backup`: everything that the server keeps, in one file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from holi.server.settings import Settings


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file; compressed if its name ends in .gz.")],
    database: Annotated[
        str, typer.Option(envvar="HOLI_DATABASE", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME.")
    ] = Settings().database,
) -> None:
    """Write everything that the server keeps into a file, as it is at one moment; the server may go on meanwhile.

    The file holds the secrets of running games and the key that identities are signed with: keep it as safe as the
    database. 'holi restore' puts it into an empty database of either kind.
    """
    import asyncio

    from holi.server.store.backup import back_up_address

    with row_progress("backing up") as progress:
        header = asyncio.run(back_up_address(database, file, progress))
    typer.echo(f"{file} holds {header.rows['tables']} tables with {header.rows['entries']} entries.")


@contextmanager
def row_progress(doing: str) -> Iterator[Callable[[int, int], None]]:
    """A bar for somebody who watches standard error on a terminal."""
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(doing, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
