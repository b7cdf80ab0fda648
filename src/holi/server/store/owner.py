"""Who may use a SQLite file: one server at a time, and only the user that it runs as."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncEngine

from holi.game.errors import ConfigError, HoliError
from holi.server.store.engine import Result, on_database, shown_address

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


log = logging.getLogger(__name__)

PRIVATE = 0o600
OTHERS = 0o077
LOCK_SUFFIX = "-lock"
SUFFIXES = ("", "-wal", "-shm", "-journal", LOCK_SUFFIX)


class DatabaseInUseError(HoliError):
    code = "database-in-use"


@contextmanager
def owning(engine: AsyncEngine) -> Iterator[None]:
    """Hold the lock of a SQLite file, which the system frees when the process ends, however it does.

    The lock is on a file beside the database: SQLite loses its own locks when another descriptor of the database is
    closed. PostgreSQL needs none: any number of nodes may share it.
    """
    file = _file_of(engine)
    if file is None:
        yield
        return
    try:
        descriptor = os.open(f"{file}{LOCK_SUFFIX}", os.O_RDWR | os.O_CREAT, PRIVATE)
    except OSError as error:
        raise ConfigError(f"the database {shown_address(engine)} cannot be used: {error.strerror}") from None
    try:
        try:
            _lock(descriptor)
        except (BlockingIOError, PermissionError):
            raise DatabaseInUseError(
                f"the database {shown_address(engine)} is in use by another server of holi{_who(descriptor)}; "
                "stop that one, or name another file with 'holi serve --database'"
            ) from None
        except OSError as error:
            raise ConfigError(f"the database {shown_address(engine)} cannot be used: {error.strerror}") from None
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, b"%d\n" % os.getpid(), 0)
        make_private(file)
        yield
    finally:
        os.close(descriptor)


async def on_own_database(address: str, work: Callable[[AsyncEngine], Awaitable[Result]]) -> Result:
    """Like `on_database`, for what no server may do at the same time."""

    async def alone(engine: AsyncEngine) -> Result:
        with owning(engine):
            return await work(engine)

    return await on_database(address, alone)


def _who(descriptor: int) -> str:
    """The process id that the owner left in the lock file."""
    told = os.pread(descriptor, 20, 0).strip()
    return f" (process {told.decode()})" if told.isdigit() else ""


def _file_of(engine: AsyncEngine) -> Path | None:
    database = engine.url.database
    if engine.url.get_backend_name() != "sqlite" or database is None:
        return None
    return Path(database).resolve()


def make_private(file: Path) -> None:
    """Let nobody else read the database and the files beside it: they hold the key that identities are signed with."""
    for suffix in SUFFIXES:
        each = Path(f"{file}{suffix}")
        try:
            if each.stat().st_mode & OTHERS:
                each.chmod(PRIVATE)
        except FileNotFoundError:
            continue
        except OSError as error:
            log.warning("%s can be read by others, which cannot be changed: %s", each, error.strerror)
