"""A progress bar on standard error, if that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial


@contextmanager
def progress_bar(description: str, total: int | None = None, done: int = 0) -> Iterator[Callable[..., None]]:
    """Yield a function that updates the bar; it takes what Rich's `Progress.update` takes, such as `advance=1`."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda **_: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    # What commands print meanwhile goes above the bar, unless it goes to a file or a pipe.
    with Progress(
        *columns,
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=sys.stdout is not None and sys.stdout.isatty(),
    ) as progress:
        yield partial(progress.update, progress.add_task(description, total=total, completed=done))
