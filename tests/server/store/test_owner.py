"""A SQLite file belongs to one server at a time, and nobody else can read it."""

from __future__ import annotations

import os
import signal
import stat
from pathlib import Path

import pytest

from holi.server.store.engine import on_database, open_engine
from holi.server.store.owner import DatabaseInUseError, owning
from holi.server.store.upgrade import upgrade
from tests.server.conftest import NewPlayer, StartServer
from tests.server.processes import run_holi

pytestmark = pytest.mark.anyio


def modes(folder: Path) -> dict[str, str]:
    return {each.name: oct(stat.S_IMODE(each.stat().st_mode)) for each in folder.iterdir() if "holi.db" in each.name}


def serve(database: str) -> list[str]:
    return ["serve", "--port", "0", "--workers", "0", "--database", database]


async def test_a_second_server_on_the_same_file_is_refused(start_server: StartServer, sqlite_url: str, tmp_path: Path):
    first = start_server()
    other_name = tmp_path / "other.db"
    other_name.symlink_to("holi.db")
    for url in (sqlite_url, f"sqlite:///{other_name}"):
        second = run_holi(*serve(url))
        assert second.returncode == 2
        assert second.stderr == (
            f"holi: the database {url} is in use by another server of holi (process {first.process.pid}); "
            "stop that one, or name another file with 'holi serve --database'\n"
        )
    assert first.alive
    assert DatabaseInUseError.code == "database-in-use"


@pytest.mark.parametrize("with_signal", [signal.SIGTERM, signal.SIGKILL])
async def test_a_file_is_free_when_its_server_has_ended_however_it_did(
    start_server: StartServer, new_player: NewPlayer, with_signal: signal.Signals
):
    first = start_server(workers=1)  # a worker must not keep the lock either
    await (await new_player(first)).create()
    first.stop(with_signal)
    assert start_server().alive


async def test_what_only_reads_works_beside_a_server_and_what_changes_all_does_not(
    start_server: StartServer, new_player: NewPlayer, sqlite_url: str, tmp_path: Path
):
    server = start_server()
    await (await new_player(server)).create()
    file = tmp_path / "beside.jsonl.gz"
    made = run_holi("backup", str(file), "--database", sqlite_url)
    assert made.stdout == f"{file} holds 1 tables with 0 entries.\n"
    for command in (["migrate"], ["restore", str(file)]):
        run = run_holi(*command, "--database", sqlite_url)
        assert run.returncode == 2
        assert "is in use by another server of holi" in run.stderr


async def test_any_number_of_servers_share_postgresql(postgres_url: str):
    first, second = open_engine(postgres_url), open_engine(postgres_url)
    with owning(first), owning(second):
        pass
    for engine in (first, second):
        await engine.dispose()


async def test_only_the_owner_can_read_what_is_written(
    start_server: StartServer, new_player: NewPlayer, sqlite_url: str, tmp_path: Path
):
    before = os.umask(0)
    try:
        server = start_server()
        await (await new_player(server)).create()
        assert modes(tmp_path) == dict.fromkeys(("holi.db", "holi.db-wal", "holi.db-shm", "holi.db-lock"), "0o600")
        assert run_holi("backup", str(tmp_path / "copy.holi.db"), "--database", sqlite_url).returncode == 0
        assert modes(tmp_path)["copy.holi.db"] == "0o600"
    finally:
        os.umask(before)


async def test_files_that_others_could_read_are_mended_and_the_folder_is_left_alone(
    start_server: StartServer, sqlite_url: str, tmp_path: Path
):
    await on_database(sqlite_url, upgrade)
    (tmp_path / "holi.db-lock").touch()
    for file in tmp_path.iterdir():
        file.chmod(0o644)
    tmp_path.chmod(0o755)
    start_server()
    assert set(modes(tmp_path).values()) == {"0o600"}
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755
