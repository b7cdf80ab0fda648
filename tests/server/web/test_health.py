"""`/health` writes, and says what is wrong; what is wrong with the database is told truly elsewhere too."""

from __future__ import annotations

import resource
import sqlite3
from pathlib import Path

import httpx
import pytest
from sqlalchemy import event, select

from holi.server.store.engine import open_engine
from holi.server.store.schema import FACTS
from holi.server.store.store import CHECKED, Store
from holi.server.store.upgrade import make_ready
from holi.server.table.refusals import RefusedError
from holi.server.web.health import KEPT, Health
from tests.server.conftest import NewPlayer, StartServer
from tests.server.player import RefusedError as Refused
from tests.server.processes import PATIENT, Server, run_holi

pytestmark = pytest.mark.anyio


async def asked(server: Server) -> tuple[int, str]:
    async with httpx.AsyncClient(base_url=server.address, timeout=PATIENT, trust_env=False) as http:
        answer = (await http.get("/health")).json()
    return answer.get("code", 200), answer.get("message", answer.get("status"))


async def checked(store: Store) -> str | None:
    async with store.engine.connect() as connection:
        return (await connection.execute(select(FACTS.c.value).where(FACTS.c.name == CHECKED))).scalar()


async def test_health_writes_at_most_once_a_second(any_database_url: str):
    store = Store(open_engine(any_database_url))
    await make_ready(store.engine, True)
    times = iter(range(1, 100))
    seconds = 0.0
    health = Health(store, lambda: next(times), lambda: seconds)
    for _ in range(5):
        await health.check()
    assert await checked(store) == "1"
    seconds += KEPT
    for _ in range(5):
        await health.check()
    assert await checked(store) == "2"
    await store.stop()


def limit(store: Store, pragma: str) -> None:
    """All connections from now on get a pragma."""
    event.listen(store.engine.sync_engine, "connect", lambda connection, _: connection.execute(f"PRAGMA {pragma}"))


async def test_a_database_that_can_only_be_read_is_not_healthy(sqlite_url: str):
    store = Store(open_engine(sqlite_url))
    await make_ready(store.engine, True)
    await store.engine.dispose()
    limit(store, "query_only=ON")
    with pytest.raises(RefusedError, match="the server may not write to its database; what was answered is kept"):
        await Health(store, lambda: 1).check()
    await store.stop()


async def test_a_full_disk_is_called_full(sqlite_url: str):
    store = Store(open_engine(sqlite_url))
    await make_ready(store.engine, True)
    await store.engine.dispose()
    limit(store, "max_page_count=1")  # SQLite takes as many as there are
    with pytest.raises(RefusedError, match="the server's disk is full, so nothing can be written"):
        await store.rename("ana", "Ana" * 100_000, 1)
    await store.stop()


async def test_health_tells_that_nothing_can_be_written_and_when_it_can_again(
    start_server: StartServer, new_player: NewPlayer
):
    server = start_server()
    player = await new_player(server)
    assert await asked(server) == (200, "ok")
    _, most = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, most))
    while (await asked(server))[0] == 200:
        pass
    sentence = "the server's disk fails, so its host has to look after it; what was answered is kept"
    assert await asked(server) == ("unavailable", sentence)
    with pytest.raises(Refused, match="unavailable: the server's disk fails"):
        await player.create()
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, most))
    while (await asked(server))[0] != 200:
        pass
    assert await player.create()


async def test_a_damaged_database_is_called_damaged(
    sqlite_url: str, start_server: StartServer, new_player: NewPlayer, tmp_path: Path
):
    server = start_server()
    player = await new_player(server)
    table = await player.create()
    server.stop()
    file = tmp_path / "holi.db"
    whole = file.read_bytes()
    page = int.from_bytes(whole[16:18], "big")
    with sqlite3.connect(file) as connection:
        root = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'tables'").fetchone()[0]
    connection.close()
    start = (root - 1) * page
    file.write_bytes(whole[:start] + b"\xee" * page + whole[start + page :])
    server = start_server()
    player = await new_player(server)
    with pytest.raises(Refused, match=r"damaged: .*damaged, and trying again does not help.*restore the last back-up"):
        await player.command("watch", table=table)
    assert "the database is damaged: database disk image is malformed" in server.errors
    server.stop()
    file.write_bytes(whole[:100] + b"\xee" * (len(whole) - 100))
    run = run_holi("serve", "--port", "0", "--workers", "0", "--database", sqlite_url)
    assert run.returncode == 2
    assert run.stderr == (
        f"holi: the database {sqlite_url} cannot be used: database disk image is malformed; "
        "keep a copy of it and restore the last back-up\n"
    )


async def test_a_row_that_makes_no_sense_is_damage(sqlite_url: str):
    store = Store(open_engine(sqlite_url))
    await make_ready(store.engine, True)
    async with store.engine.begin() as connection:
        row = "'table1', 'BCDFG', '{\"id\": 5}', 'lobby', 0, 1"
        await connection.exec_driver_sql(
            f"INSERT INTO tables (id, code, founding, phase, listed, changed) VALUES ({row})"
        )
    with pytest.raises(RefusedError) as refused:
        await store.load("table1")
    assert refused.value.code == "damaged"
    await store.stop()
