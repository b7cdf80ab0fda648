"""Whether the database has the form that this version needs, and bringing it there.

A new database is made at once from the schema; an older one takes the steps in `migrations`. Alembic is loaded for
these alone, because it takes a good part of a second and nearly every start finds the database as it should be.
"""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Column, Connection, MetaData, String, Table, insert, inspect, select
from sqlalchemy.ext.asyncio import AsyncEngine

from holi.game.errors import ConfigError, HoliError
from holi.server.store.engine import database_fault, kind_of_fault, reason_of, shown_address
from holi.server.store.schema import METADATA

if TYPE_CHECKING:
    from alembic.config import Config

HEAD = "0006"
"""The last step; a test holds it against the files in `migrations`."""

MIGRATIONS = Path(__file__).parent / "migrations"

ADVISORY_LOCK = 7_310_254
"""Any number, the same for all nodes: while one brings a PostgreSQL database up to date, the others wait."""

VERSION_TABLE = "alembic_version"

THREAD_SECONDS = 2.0

_VERSION = Table(VERSION_TABLE, MetaData(), Column("version_num", String(32), primary_key=True))


class OldDatabaseError(HoliError):
    code = "old-database"


async def make_ready(engine: AsyncEngine, migrate: bool | None) -> None:
    """Check the version of the database; migrate it if `migrate`, by default only SQLite."""
    version = await version_of(engine)
    if version == HEAD:
        return
    if migrate or (migrate is None and engine.dialect.name == "sqlite"):
        await upgrade(engine)
        return
    found = "is empty" if version is None else f"is at version {version}"
    raise OldDatabaseError(
        f"the database {shown_address(engine)} {found}, not at {HEAD}; run 'holi migrate' on it, then start again"
    )


async def version_of(engine: AsyncEngine) -> str | None:
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(version_in)
    except Exception as error:
        await _threads_ended()
        raise unusable(engine, error) from error


async def _threads_ended() -> None:
    """Wait for the threads of connections that did not open: they still call the event loop before they end."""
    for thread in threading.enumerate():
        if "_connection_worker_thread" in thread.name:
            await asyncio.to_thread(thread.join, THREAD_SECONDS)


def version_in(connection: Connection) -> str | None:
    if not inspect(connection).has_table(_VERSION.name):
        return None
    version: str | None = connection.execute(select(_VERSION.c.version_num)).scalar()
    return version


async def upgrade(engine: AsyncEngine, migrations: Path = MIGRATIONS) -> tuple[str | None, str]:
    """Migrate in one transaction; nodes that try it at the same time wait.

    Return the version before, None if the database was empty, and after.
    """
    try:
        async with engine.begin() as connection:
            return await connection.run_sync(_upgrade, migrations)
    except HoliError:
        raise
    except Exception as error:
        raise unusable(engine, error) from error


def _upgrade(connection: Connection, migrations: Path) -> tuple[str | None, str]:
    begin_alone(connection)
    before = version_in(connection)
    if before is None and migrations == MIGRATIONS and not inspect(connection).get_table_names():
        create_all(connection)
    elif before != HEAD or migrations != MIGRATIONS:
        take_steps(connection, migrations)
    after = version_in(connection)
    assert after is not None
    return before, after


def begin_alone(connection: Connection) -> None:
    """Begin a transaction in which nobody else can migrate."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # Python's driver would begin none for a change of form
    else:
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({ADVISORY_LOCK})")


def create_all(connection: Connection, version: str = HEAD, migrations: Path = MIGRATIONS) -> None:
    if version != HEAD:
        take_steps(connection, migrations, version)
        return
    METADATA.create_all(connection)
    _VERSION.create(connection)
    connection.execute(insert(_VERSION), [{"version_num": HEAD}])


def take_steps(connection: Connection, migrations: Path = MIGRATIONS, until: str = "head") -> None:
    from alembic import command
    from alembic.script.revision import ResolutionError
    from alembic.util import CommandError

    config = _alembic(migrations)
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, until)
    except (CommandError, ResolutionError):
        raise ConfigError(
            f"the database {shown_address(connection.engine)} was made by a later version of holi; "
            "install that one, or choose another database"
        ) from None


def knows(version: str, migrations: Path = MIGRATIONS) -> bool:
    if version == HEAD:
        return True
    from alembic.script import ScriptDirectory

    steps = ScriptDirectory.from_config(_alembic(migrations)).walk_revisions()
    return version in {step.revision for step in steps}


def _alembic(migrations: Path) -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def unusable(engine: AsyncEngine, error: Exception) -> ConfigError:
    """The error to raise instead of a fault of the database; any other error is raised as it is."""
    if not database_fault(error):
        raise error
    remedy = "; keep a copy of it and restore the last back-up" if kind_of_fault(error) == "damaged" else ""
    return ConfigError(f"the database {shown_address(engine)} cannot be used: {reason_of(error)}{remedy}")
