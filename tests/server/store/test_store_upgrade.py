"""The form of the database: made new, brought up to date, refused if it does not fit."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncEngine

from holi.game.errors import ConfigError
from holi.server.store.engine import open_engine, shown_address
from holi.server.store.schema import METADATA
from holi.server.store.upgrade import HEAD, MIGRATIONS, OldDatabaseError, make_ready, take_steps, upgrade, version_of
from tests.server.processes import run_holi

pytestmark = pytest.mark.anyio

NEXT_STEP = '''
"""A step that the next version might take."""
import sqlalchemy as sa
from alembic import op
revision = "9999"
down_revision = "{head}"
def upgrade():
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("language", sa.String(5)))
'''


@pytest.fixture
async def engine(any_database_url: str) -> AsyncIterator[AsyncEngine]:
    engine = open_engine(any_database_url)
    yield engine
    await engine.dispose()


@pytest.fixture
def next_version(tmp_path: Path) -> Path:
    """The steps of a version of holi that comes after this one."""
    folder = tmp_path / "100% next"  # a percent sign has a meaning in Alembic's settings
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "v9999_language.py").write_text(NEXT_STEP.format(head=HEAD), "utf-8")
    return folder


def differences(connection: Connection) -> list[object]:
    return compare_metadata(MigrationContext.configure(connection, opts={"compare_server_default": True}), METADATA)


def test_the_last_step_is_the_last_file():
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]


async def test_the_steps_lead_to_the_schema(engine: AsyncEngine):
    async with engine.begin() as connection:
        await connection.run_sync(take_steps)
        assert await connection.run_sync(differences) == []
    assert await version_of(engine) == HEAD


async def test_a_new_database_is_as_the_steps_would_make_it(engine: AsyncEngine):
    assert await upgrade(engine) == (None, HEAD)
    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
        tables = set(await connection.run_sync(lambda sync: inspect(sync).get_table_names()))
    assert tables == {*METADATA.tables, "alembic_version"}
    assert await upgrade(engine) == (HEAD, HEAD)


async def test_an_old_database_is_brought_up_to_date_with_all_that_is_in_it(engine: AsyncEngine, next_version: Path):
    await upgrade(engine)
    async with engine.begin() as connection:
        await connection.execute(text("INSERT INTO players (id, name, created) VALUES ('a', 'Ana', 1)"))
    assert await upgrade(engine, next_version) == (HEAD, "9999")
    async with engine.connect() as connection:
        rows = (await connection.execute(text("SELECT id, name, created, language FROM players"))).all()
    assert rows == [("a", "Ana", 1, None)]


async def test_tables_of_the_first_version_get_their_hosts(engine: AsyncEngine):
    async with engine.begin() as connection:
        await connection.run_sync(take_steps, MIGRATIONS, "0001")
        await connection.execute(
            text(
                "INSERT INTO tables (id, code, founding, phase, listed, changed) "
                "VALUES ('table1', 'BCDFG', :founding, 'lobby', true, 5)"
            ),
            {"founding": '{"host":"ana"}'},
        )
    assert await upgrade(engine) == ("0001", HEAD)
    async with engine.connect() as connection:
        assert (await connection.execute(text("SELECT host, command FROM tables"))).all() == [("ana", None)]


async def test_a_step_that_fails_leaves_the_database_as_it_was(engine: AsyncEngine, next_version: Path):
    await upgrade(engine)
    step = next_version / "versions" / "v9999_language.py"
    step.write_text(step.read_text("utf-8") + "    op.drop_table('no_such_table')\n", "utf-8")
    with pytest.raises(ConfigError, match=r"cannot be used: .*no_such_table"):
        await upgrade(engine, next_version)
    assert await version_of(engine) == HEAD
    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_a_database_of_a_later_version_is_refused(engine: AsyncEngine, next_version: Path):
    await upgrade(engine)
    await upgrade(engine, next_version)
    with pytest.raises(ConfigError, match="was made by a later version of holi"):
        await make_ready(engine, migrate=True)


async def test_many_may_bring_a_new_database_up_to_date_at_once(any_database_url: str):
    engines = [open_engine(any_database_url) for _ in range(4)]
    results = await asyncio.gather(*(upgrade(engine) for engine in engines))
    assert sorted(results, key=str) == sorted([(None, HEAD), *[(HEAD, HEAD)] * 3], key=str)
    for engine in engines:
        await engine.dispose()


async def test_sqlite_is_made_ready_on_start_but_postgresql_only_when_asked(sqlite_url: str, postgres_url: str):
    sqlite, postgres = open_engine(sqlite_url), open_engine(postgres_url)
    await make_ready(sqlite, migrate=None)
    assert await version_of(sqlite) == HEAD
    with pytest.raises(OldDatabaseError, match=f"is empty, not at {HEAD}; run 'holi migrate' on it"):
        await make_ready(postgres, migrate=None)
    assert await version_of(postgres) is None
    await make_ready(postgres, migrate=True)
    await make_ready(postgres, migrate=None)
    await sqlite.dispose()
    await postgres.dispose()


async def test_sqlite_is_not_touched_if_the_host_says_so(sqlite_url: str):
    engine = open_engine(sqlite_url)
    with pytest.raises(OldDatabaseError, match="holi migrate"):
        await make_ready(engine, migrate=False)
    assert await version_of(engine) is None
    await engine.dispose()


async def test_the_commands_on_postgresql(postgres_url: str):
    refused = run_holi("serve", "--database", postgres_url, "--port", "0")
    assert refused.returncode == 2
    assert refused.stderr == (
        f"holi: the database {postgres_url} is empty, not at {HEAD}; run 'holi migrate' on it, then start again\n"
    )
    assert run_holi("migrate", "--database", postgres_url).stdout == f"The database is new, at version {HEAD}.\n"
    again = run_holi("migrate", env={"HOLI_DATABASE": postgres_url})
    assert again.stdout == f"The database is at version {HEAD} already.\n"


def test_a_database_that_cannot_be_used_is_named_in_one_sentence(tmp_path: Path):
    (tmp_path / "notes.txt").write_text("no database, but quite a long text about something else " * 40, "utf-8")
    expected = {
        f"sqlite:///{tmp_path}/missing/holi.db": "cannot be used: No such file or directory",
        f"sqlite:///{tmp_path}/notes.txt": "cannot be used: file is not a database",
        "postgresql://ana:secret@127.0.0.1:1/holi": "cannot be used: ",
        "mysql://host/name": "is no database that holi knows; use sqlite or postgresql",
        "holi.db": "is no database; write sqlite:///FILE or postgresql://USER@HOST/NAME",
        "sqlite://": "names no file",
    }
    commands = [["serve", "--port", "0"], *[["migrate"]] * (len(expected) - 1)]
    for command, (address, sentence) in zip(commands, expected.items(), strict=True):
        run = run_holi(*command, "--database", address)
        assert run.returncode == 2
        assert run.stderr.startswith("holi: ") and sentence in run.stderr and run.stderr.count("\n") == 1
        assert "secret" not in run.stderr


def test_passwords_are_not_shown():
    assert shown_address(open_engine("postgresql://ana:secret@host/name")) == "postgresql://ana:***@host/name"
