"""`holi serve` as a process: whole games on both kinds of database, faults, and a stop in good order."""

from __future__ import annotations

import asyncio
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest
from httpx import AsyncClient

from holi.server.store.engine import open_engine
from holi.server.store.store import Store
from holi.server.table.table import Table
from tests.server.conftest import NewPlayer, StartServer
from tests.server.player import Player, RefusedError, play_to_the_end, seated_game
from tests.server.processes import Postgres, Server, environment, run_holi

pytestmark = pytest.mark.anyio


async def stored(database: str, table: str) -> Table:
    """A table as the database has it."""
    store = Store(open_engine(database))
    found = await store.load(table)
    await store.stop()
    assert found is not None
    return Table(*found)


async def verified(server: Server, tables: list[str], folder: Path) -> str:
    """What `holi verify` says of the records of these tables' games, downloaded."""
    files = []
    async with AsyncClient(base_url=server.address) as client:
        for table in tables:
            answer = await client.get(f"/api/tables/{table}/record")
            answer.raise_for_status()
            files.append(folder / f"{table}.holi")
            files[-1].write_bytes(answer.content)
    run = run_holi("verify", *map(str, files))
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout


async def test_whole_games_are_played_and_their_records_verify(
    any_database_url: str, start_server: StartServer, new_player: NewPlayer, tmp_path: Path
):
    server = start_server(database=any_database_url)
    games: dict[str, list[Player]] = {}
    for count in (2, 3, 4):
        players = [await new_player(server, name=f"Player {number}") for number in range(count)]
        games[await seated_game(players, rivalry=count - 1)] = players
    async with asyncio.TaskGroup() as tasks:
        for table, group in games.items():
            tasks.create_task(play_to_the_end(table, group))
    for table, group in games.items():
        assert {player.phase(table) for player in group} == {"over"}
        views = [player.tables[table]["view"] for player in group]
        assert all(view == views[0] for view in views)  # nothing is hidden any more
    report = await verified(server, list(games), tmp_path)
    verdicts = [line for line in report.splitlines() if not line.startswith("  ")]
    assert len(verdicts) == 3 and all(".holi: valid, " in line for line in verdicts)


async def test_a_hot_seat_game_is_played_by_one_client(
    server: Server, sqlite_url: str, new_player: NewPlayer, tmp_path
):
    player = await new_player()
    table = await player.create(3, hot_seat=True)
    assert [await player.sit(table, name=f"Friend {number}") for number in range(3)] == [0, 1, 2]
    await player.command("start", table=table)
    await player.play(table)
    await verified(server, [table], tmp_path)


async def test_a_cancelled_start_takes_the_table_off_the_lists_of_those_who_lost_their_seats(
    server: Server, new_player: NewPlayer
):
    players = [await new_player(), await new_player()]
    table = await players[0].create()
    for player in players:
        player.gives_nonces = False
        await player.sit(table)
    await players[0].command("start", table=table)
    for cancelled in (False, True):
        if cancelled:
            await players[1].command("cancel-start", table=table)
        for player in players:
            headers = {"Authorization": f"Bearer {player.token}"}
            async with AsyncClient(base_url=server.address, headers=headers) as client:
                listed = (await client.get("/api/me/tables")).json()["tables"]
            lost = cancelled and player is not players[0]  # the host still waits there for others
            assert [line["table"] for line in listed] == ([] if lost else [table])


async def test_a_node_that_is_killed_has_kept_what_it_acknowledged(
    sqlite_url: str, start_server: StartServer, new_player: NewPlayer, tmp_path: Path
):
    server = start_server()
    players = [await new_player(server) for _ in range(3)]
    table = await seated_game(players)
    acknowledged = 0
    chance = random.Random(5)
    for _ in range(3):
        for _ in range(10):
            state = await some_turn(players, table)
            done = await state.act(table, chance.choice(state.legal(table)))
            acknowledged = done["version"]
            await state.until(lambda state=state, done=done: state.tables[table]["version"] >= done["version"])
        server.process.kill()
        for player in players:
            await player.socket.wait_closed()
        assert (await stored(sqlite_url, table)).number == acknowledged
        server = start_server()
        for player in players:
            await player.connect(server.socket_address)
            assert player.tables[table]["version"] == acknowledged
    await play_to_the_end(table, players)
    await verified(server, [table], tmp_path)


async def some_turn(players: list[Player], table: str) -> Player:
    """The player who is to act."""
    for player in players:
        newest = max(other.tables[table]["version"] for other in players)
        await player.until(lambda player=player, newest=newest: player.tables[table]["version"] >= newest)
    return next(player for player in players if player.legal(table))


async def test_while_the_database_is_away_commands_are_unavailable_and_nothing_is_lost(
    own_postgres: Postgres, start_server: StartServer, new_player: NewPlayer, tmp_path: Path
):
    database = await own_postgres.new_database()
    server = start_server(database=database)
    players = [await new_player(server), await new_player(server)]
    table = await seated_game(players)
    for round_ in range(2):
        player = await some_turn(players, table)
        version, action = player.tables[table]["version"], player.legal(table)[0]
        own_postgres.stop(signal.SIGQUIT)
        move = {"table": table, "version": version, "action": action, "id": f"move-{round_}"}
        for _ in range(2):
            with pytest.raises(RefusedError, match="unavailable: the database does not answer"):
                await player.command("act", **move)
        with pytest.raises(RefusedError, match="unavailable"):
            await player.command("create", settings={"players": 2})
        own_postgres.restart()
        done = await player.command("act", **move)
        assert done["version"] == version + 1
        assert (await player.command("act", **move))["version"] == version + 1
    await play_to_the_end(table, players)
    await verified(server, [table], tmp_path)
    assert "Traceback" not in server.errors, server.errors


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_clients_are_told_when_the_node_stops(server: Server, new_player: NewPlayer, number: signal.Signals):
    player = await new_player()
    await player.create()
    server.process.send_signal(number)
    closing = await player.wait_for("closing")
    assert closing["retry_after"] > 0
    await player.socket.wait_closed()
    assert player.socket.close_code == 1001
    assert server.stop() == 0
    assert server.errors == ""


def test_an_address_that_cannot_be_listened_at_is_refused_in_one_sentence(server: Server, tmp_path: Path):
    port = server.address.rpartition(":")[2]
    folder = tmp_path / "empty"
    folder.mkdir()
    for host, reason in [
        ("127.0.0.1", "Address already in use"),
        ("no.such.host.invalid", "Name or service not known"),
    ]:
        run = run_holi("serve", "--host", host, "--port", port, folder=folder)
        assert run.returncode == 2
        assert run.stderr == (
            f"holi: the server cannot listen at '{host}', port {port}: {reason}; choose --host and --port\n"
        )
    assert list(folder.iterdir()) == []


def test_the_server_refuses_to_run_compiled():
    command = [sys.executable, "-m", "holi.cli", "serve"]
    run = subprocess.run(
        command, env=environment({"HOLI_MODE": "compiled"}), capture_output=True, text=True, check=False
    )
    assert run.returncode == 2
    assert "HOLI_MODE is 'compiled'; unset it" in run.stderr


async def test_the_first_page_and_health_are_served(server: Server):
    async with AsyncClient(base_url=server.address) as client:
        page = await client.get("/")
        health = await client.get("/health")
    assert (page.status_code, health.status_code) == (200, 200)
    assert page.headers["content-type"].startswith("text/html")


def test_a_start_loads_nothing_that_takes_long_and_is_seldom_needed(sqlite_url: str):
    """Numba and numpy never, Alembic only for an older database, PostgreSQL and Redis only where they are used."""
    program = (
        "import asyncio, sys\n"
        "from holi.server.serving import assemble\n"
        "from holi.server.settings import Settings\n"
        "from holi.server.web.app import make_app\n"
        "async def run(node):\n"
        "    async with node.running():\n"
        "        pass\n"
        "for again in range(2):\n"
        "    node = assemble(Settings(database=sys.argv[1], workers=0))\n"
        "    make_app(node)\n"
        "    asyncio.run(run(node))\n"
        "print(*sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, sqlite_url], env=environment(), capture_output=True, text=True, check=True
    )
    loaded = {name.partition(".")[0] for name in run.stdout.split()}
    assert {"holi", "fastapi", "sqlalchemy"} <= loaded
    assert loaded & {"numba", "llvmlite", "numpy", "alembic", "asyncpg", "redis"} == set()


async def test_a_running_server_never_loads_numba(
    start_server: StartServer, new_player: NewPlayer, leave_out: Callable[[str], NoReturn]
):
    if not Path("/proc/self/maps").exists():
        leave_out("this system does not show what a process has loaded")
    server = start_server(workers=1, bot_movetime=0.05, bot_action_seconds=0)
    player = await new_player(server)
    table = await player.create(2)
    await player.sit(table, 0)
    await player.command("seat-bot", table=table, seat=1, level="club")
    await player.command("start", table=table)
    await player.until(lambda: player.phase(table) == "playing" and player.legal(table))
    await player.act(table, player.legal(table)[0])
    await player.until(lambda: player.legal(table))  # the bot has chosen its corner, in its own process
    maps = Path(f"/proc/{server.process.pid}/maps").read_text("utf-8")
    assert "uvloop" in maps
    assert not [name for name in ("numba", "llvmlite", "numpy") if name in maps]
