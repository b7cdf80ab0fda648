"""Back-ups: complete, of one moment, for either kind of database; refused if anything is wrong with them."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
from pathlib import Path

import pytest
from sqlalchemy import text

from holi.game.errors import quoted
from holi.server.store.backup import BackupError, back_up, restore, tables_in
from holi.server.store.engine import on_database, open_engine
from holi.server.store.upgrade import HEAD, upgrade, version_of
from tests.server.conftest import NewPlayer, StartServer
from tests.server.player import play_to_the_end, seated_game
from tests.server.processes import Postgres, run_holi
from tests.server.store.test_store_upgrade import next_version

pytestmark = pytest.mark.anyio

__all__ = ["next_version"]  # a fixture, used by its name

ROWS = [
    ("facts", "('signing-key', 'abc')"),
    ("players", "('ana', 'Ana ñ हो 祭 \"quoted\"', 1700000000000)"),
    ("tables", "('table1', 'BCDFG', '{}', 'playing', true, 1, 1700000000001, NULL, 'ana', 'c1', '[]')"),
    ("tables", "('table2', 'BCDFH', '{}', 'lobby', false, NULL, 1700000000001, 5, NULL, NULL, NULL)"),
    ("entries", "('table1', 1, 5, 'ana', 'c1', '{}')"),
    ("entries", "('table1', 2, 6, NULL, NULL, '{\"kind\":\"x\"}')"),
    ("seats", "('table1', 0, 'ana')"),
    ("chat", "('table1', 1, 7, 'ana', 0, 'Ana', NULL, 'two\nlines', NULL)"),
    ("transfers", "('digest', 'ana', 99)"),
    ("bans", "('192.0.2.0/24', 1700000000002, NULL, 'rude')"),
    ("reports", "('r1', 1700000000003, 'ana', 'ben', 'Ben', 'table1', '', '[]')"),
    ("devices", "('device', 'ana', 1700000000000, 1700000000001, 'Firefox on Linux', NULL)"),
    ("passkeys", "('passkey', 'ana', 'public', 3, 1700000000000, NULL, 'Firefox on Linux')"),
    ("recovery_codes", "('digest', 'ana')"),
    ("spent_challenges", "('digest', 1700000000000)"),
]


def no_progress(completed: int, total: int) -> None:
    assert 0 <= completed <= total


async def fill(url: str) -> None:
    engine = open_engine(url)
    await upgrade(engine)
    async with engine.begin() as connection:
        for table, values in ROWS:
            await connection.exec_driver_sql(f"INSERT INTO {table} VALUES {values}")
    await engine.dispose()


async def content(url: str) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables."""
    engine = open_engine(url)
    async with engine.connect() as connection:
        schema = await connection.run_sync(tables_in)
        found = {
            table.name: [tuple(row) for row in await connection.execute(table.select().order_by(*table.primary_key))]
            for table in schema.sorted_tables
        }
    await engine.dispose()
    return found


@pytest.fixture
async def backup_file(sqlite_url: str, tmp_path: Path) -> Path:
    """The back-up of a database with a row of every kind."""
    await fill(sqlite_url)
    engine = open_engine(sqlite_url)
    await back_up(engine, tmp_path / "backup.jsonl", no_progress)
    await engine.dispose()
    return tmp_path / "backup.jsonl"


@pytest.mark.parametrize("target_kind", ["sqlite", "postgresql"])
async def test_a_back_up_moves_everything_to_either_kind_of_database(
    any_database_url: str, target_kind: str, tmp_path: Path, postgres: Postgres
):
    await fill(any_database_url)
    before = await content(any_database_url)
    target = await postgres.new_database() if target_kind == "postgresql" else f"sqlite:///{tmp_path / 'target.db'}"
    file = tmp_path / f"{target_kind}.jsonl{'.gz' if target_kind == 'sqlite' else ''}"
    await on_database(any_database_url, lambda engine: back_up(engine, file, no_progress))
    await on_database(target, lambda engine: restore(engine, file, no_progress))
    assert await content(target) == before == await content(any_database_url)
    assert sorted(before) == sorted({table for table, _ in ROWS})
    assert all(before.values())


@pytest.mark.parametrize("name", ["backup.jsonl", "backup.jsonl.gz"])
async def test_the_commands(name: str, sqlite_url: str, tmp_path: Path):
    await fill(sqlite_url)
    file = tmp_path / name
    made = run_holi("backup", str(file), "--database", sqlite_url)
    assert (made.returncode, made.stdout) == (0, f"{file} holds 2 tables with 2 entries.\n"), made.stderr
    assert file.stat().st_mode & 0o077 == 0
    assert (file.read_bytes()[:2] == b"\x1f\x8b") == name.endswith(".gz")
    target = f"sqlite:///{tmp_path / 'target.db'}"
    restored = run_holi("restore", str(file), env={"HOLI_DATABASE": target})
    assert (restored.returncode, restored.stdout) == (0, "2 tables with 2 entries were restored.\n"), restored.stderr
    assert await content(target) == await content(sqlite_url)


async def test_games_go_on_from_a_back_up_made_while_they_were_played(
    any_database_url: str, start_server: StartServer, new_player: NewPlayer, tmp_path: Path
):
    first = start_server(database=any_database_url)
    players = [await new_player(first), await new_player(first)]
    table = await seated_game(players)
    games = asyncio.gather(*(player.play(table, random.Random(number)) for number, player in enumerate(players)))
    await players[0].until(lambda: len(players[0].tables[table]["view"]["players"][0]["discard"]) >= 2)
    made = await asyncio.to_thread(run_holi, "backup", str(tmp_path / "live.jsonl.gz"), "--database", any_database_url)
    assert made.returncode == 0, made.stderr
    await games
    with gzip.open(tmp_path / "live.jsonl.gz", "rt", encoding="utf-8") as lines:
        numbers = [row[2] for row in map(json.loads, lines) if isinstance(row, list) and row[:2] == ["entries", table]]
    assert numbers == list(range(1, len(numbers) + 1))
    target = f"sqlite:///{tmp_path / 'restored.db'}"
    assert run_holi("restore", str(tmp_path / "live.jsonl.gz"), "--database", target).returncode == 0
    second = start_server(database=target)
    for player in players:
        player.tables = {table: player.tables[table]}
        await player.connect(second.socket_address)
        assert player.tables[table]["version"] == len(numbers)
        assert len(player.seats(table)) == 1
    await play_to_the_end(table, players)


async def test_a_database_that_is_not_empty_is_left_alone(backup_file: Path, any_database_url: str):
    if any_database_url.startswith("postgres"):
        await fill(any_database_url)
    before = await content(any_database_url)
    run = run_holi("restore", str(backup_file), "--database", any_database_url)
    assert run.returncode == 2
    assert run.stderr == (
        f"holi: {quoted(backup_file)} cannot be restored: the database {any_database_url} is not empty; "
        "name a new one, so that nothing is lost\n"
    )
    assert await content(any_database_url) == before


async def test_a_file_that_is_there_is_not_written_over(backup_file: Path, sqlite_url: str):
    before = backup_file.read_bytes()
    run = run_holi("backup", str(backup_file), "--database", sqlite_url)
    assert (run.returncode, run.stderr) == (
        2,
        f"holi: {quoted(backup_file)} exists already; choose another name\n",
    )
    assert backup_file.read_bytes() == before
    missing = run_holi("backup", str(backup_file.parent / "missing" / "b"), "--database", sqlite_url)
    assert missing.returncode == 2 and "cannot be written: No such file or directory" in missing.stderr
    assert {path.name for path in backup_file.parent.iterdir() if "unfinished" in path.name} == set()


async def test_an_empty_database_has_nothing_to_back_up(tmp_path: Path):
    run = run_holi("backup", str(tmp_path / "b"), "--database", f"sqlite:///{tmp_path / 'new.db'}")
    assert run.returncode == 2
    assert "holds nothing of holi, so there is nothing to back up" in run.stderr
    assert not (tmp_path / "b").exists()


async def refused(file: Path, tmp_path: Path) -> str:
    """Why a back-up cannot be restored; the database is as empty as it was."""
    url = f"sqlite:///{tmp_path / f'{random.random()}.db'}"
    engine = open_engine(url)
    with pytest.raises(BackupError) as error:
        await restore(engine, file, no_progress)
    assert await version_of(engine) is None
    await engine.dispose()
    return str(error.value).partition(": ")[2]


async def test_a_back_up_that_was_cut_anywhere_is_refused(backup_file: Path, tmp_path: Path):
    whole = backup_file.read_bytes()
    lines = whole.splitlines(keepends=True)
    for kept in range(1, len(lines)):
        backup_file.write_bytes(b"".join(lines[:kept]))
        assert await refused(backup_file, tmp_path) == f"it ends after line {kept}, too early; make a new one"
    backup_file.write_bytes(whole[: len(whole) // 2])
    assert await refused(backup_file, tmp_path)
    packed = tmp_path / "b.gz"
    packed.write_bytes(gzip.compress(whole)[:-20])
    assert "end-of-stream" in await refused(packed, tmp_path)


async def test_a_back_up_that_was_changed_is_refused(backup_file: Path, tmp_path: Path):
    lines = backup_file.read_text("utf-8").splitlines(keepends=True)
    header = json.loads(lines[0])
    row = next(number for number, line in enumerate(lines) if line.startswith('["players"'))
    changed = "it was changed after it was made: its last line does not fit the others"
    for number, line, reason in [
        (row, lines[row].replace("Ana", "Bob"), changed),
        (row, "", changed),
        (row, lines[row] + lines[row], "cannot be used"),
        (row, "[]\n", f"line {row + 1} is no row of a table"),
        (row, '["players", 1]\n', f"line {row + 1} is no row of a table"),
        (row, '["strangers", "a", "b", 1]\n', f"line {row + 1} is no row of a table"),
        (row, "}\n", f"line {row + 1} is no JSON"),
        (row, "[" * 100_000 + "\n", f"line {row + 1} is no JSON"),
        (row, f'["players", "ana", "Ana", {10**30}]\n', "cannot be kept"),
        (row, '["players", "ana", "\\ud800", 1]\n', "cannot be kept"),
        (0, json.dumps({**header, "format": "holi-backup/2"}) + "\n", "its first line is not that of a holi-backup/1"),
        (0, json.dumps({**header, "tables": 3}) + "\n", "its first line does not describe what follows"),
        (0, lines[0].replace('"columns":["id"', '"columns":["di"', 1), "has other columns than that of the database"),
        (
            0,
            json.dumps({**header, "version": "9999"}) + "\n",
            "it was made by a later version of holi, at version 9999",
        ),
        (len(lines) - 1, lines[-1] + "[]\n", changed),
    ]:
        backup_file.write_text("".join([*lines[:number], line, *lines[number + 1 :]]), "utf-8")
        if reason == "cannot be used":
            run = run_holi("restore", str(backup_file), "--database", f"sqlite:///{tmp_path / 'twice.db'}")
            assert run.returncode == 2 and "UNIQUE constraint failed" in run.stderr
        else:
            assert reason in await refused(backup_file, tmp_path)


async def test_a_file_that_is_no_back_up_is_refused(tmp_path: Path):
    other = tmp_path / "notes.txt"
    other.write_text("some notes\n", "utf-8")
    assert await refused(other, tmp_path) == "line 1 is no JSON"
    assert await refused(tmp_path / "missing", tmp_path) == "No such file or directory"
    (tmp_path / "no.gz").write_text("some notes\n", "utf-8")
    assert "Not a gzipped file" in await refused(tmp_path / "no.gz", tmp_path)


async def test_a_back_up_of_an_older_version_is_brought_up_to_date(
    backup_file: Path, any_database_url: str, next_version: Path, tmp_path: Path
):
    """As if this version of holi had one step more than the one that made the back-up."""
    url = f"sqlite:///{tmp_path / 'next.db'}" if any_database_url.startswith("sqlite") else any_database_url
    engine = open_engine(url)
    header = await restore(engine, backup_file, no_progress, next_version)
    assert header.version == HEAD
    assert await version_of(engine) == "9999"
    async with engine.connect() as connection:
        assert (await connection.execute(text("SELECT id, language FROM players"))).all() == [("ana", None)]
    await engine.dispose()
