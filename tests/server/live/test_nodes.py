"""Several `holi serve` processes on one PostgreSQL and one Redis: one table for all, whatever becomes of them."""

from __future__ import annotations

import asyncio
import random
import secrets
import signal

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from holi.record import parse_record, verify_record
from holi.server.store.engine import on_database, open_engine
from holi.server.store.store import Store
from holi.server.store.upgrade import upgrade
from tests.server.conftest import NewPlayer, StartServer
from tests.server.player import PATIENT, Player, play_to_the_end, seated_game
from tests.server.processes import Redis, Server, run_holi

pytestmark = pytest.mark.anyio

QUICK = {"bot_movetime": 0.05, "bot_action_seconds": 0.02}


@pytest.fixture
async def database(postgres_url: str) -> str:
    """A PostgreSQL database that is ready for nodes."""
    await on_database(postgres_url, upgrade)
    return postgres_url


@pytest.fixture
def nodes(database: str, redis: Redis, start_server: StartServer) -> list[Server]:
    """Two nodes."""
    return [start_server(database=database, redis=redis.url, **QUICK) for _ in range(2)]


async def log_of(database: str, table: str):
    """What the store holds of a table."""
    store = Store(open_engine(database))
    found = await store.load(table)
    await store.engine.dispose()
    assert found is not None
    return found[1]


def everyone_sees_the_same_end(table: str, players: list[Player]) -> None:
    ends = [player.tables[table] for player in players]
    assert {end["phase"] for end in ends} == {"over"}
    assert len({end["version"] for end in ends}) == 1
    assert all(end["view"] == ends[0]["view"] for end in ends)


async def test_players_of_one_table_on_different_nodes_play_together(nodes, database, new_player: NewPlayer):
    players = [await new_player(nodes[number % 2], name=f"Player {number}") for number in range(4)]
    table = await seated_game(players)
    await play_to_the_end(table, players)
    for player in players:
        last = players[0].tables[table]["version"]
        await player.until(lambda player=player, last=last: player.tables[table]["version"] >= last)
    everyone_sees_the_same_end(table, players)
    log = await log_of(database, table)
    assert [logged.number for logged in log] == list(range(1, len(log) + 1))


async def test_chat_and_presence_cross_nodes(nodes, new_player: NewPlayer):
    ana, ben = await new_player(nodes[0], name="Ana"), await new_player(nodes[1], name="Ben")
    table = await seated_game([ana, ben])
    await ana.command("say", table=table, phrase="hello", text=None)
    said = await ben.wait_for("said")
    assert (said["name"], said["phrase"]) == ("Ana", "hello")
    for watching, other in ((ana, ben), (ben, ana)):
        await watching.until(lambda watching=watching: presence(watching, table) == [True, True])
        await other.disconnect()
        await watching.until(lambda watching=watching, other=other: False in presence(watching, table))
        await other.connect()
        await watching.until(lambda watching=watching: presence(watching, table) == [True, True])
        await other.until(lambda other=other: presence(other, table) == [True, True])


def presence(player: Player, table: str) -> list[bool]:
    """Who is there, by the last message that told it."""
    for message in reversed(player.messages):
        if message["type"] == "presence" and message["table"] == table:
            return message["seats"]
        if message["type"] == "sync" and message["state"]["table"] == table:
            return message["presence"]
    return []


async def test_the_players_of_a_node_that_died_are_gone_after_a_while(nodes, new_player: NewPlayer):
    ana, ben = await new_player(nodes[0]), await new_player(nodes[1])
    table = await seated_game([ana, ben])
    await ana.until(lambda: presence(ana, table) == [True, True])
    nodes[1].kill()
    while presence(ana, table) != [True, False]:
        await ana.command("ping")
        await asyncio.sleep(0.1)


async def test_a_killed_node_costs_its_clients_a_reconnect_and_nothing_else(nodes, database, new_player: NewPlayer):
    players = [await new_player(nodes[number % 2], name=f"Player {number}") for number in range(3)]
    table = await seated_game(players)
    acknowledged: list[tuple[int, str]] = []

    async def play(player: Player) -> None:
        """Play on, at the other node if this one dies; a move not acknowledged is sent again as it was."""
        chance = random.Random(player.name)
        move = None
        while True:
            try:
                state = player.tables[table]
                if move is None:
                    await player.until(lambda: player.phase(table) == "over" or player.legal(table))
                    if player.phase(table) == "over":
                        return
                    state = player.tables[table]
                    action = chance.choice(player.legal(table))
                    move = {"id": secrets.token_hex(8), "version": state["version"], "action": action}
                answer = await player.ask("act", table=table, **move)
                if answer["type"] == "done":
                    acknowledged.append((answer["version"], move["action"]))
                    await player.until(lambda answer=answer: player.tables[table]["version"] >= answer["version"])
                move = None
            except (ConnectionError, OSError, ConnectionClosed):
                await player.connect(nodes[1].socket_address)

    async def kill_soon() -> None:
        while len(acknowledged) < 15:
            await asyncio.sleep(0.01)
        nodes[0].kill()

    async with asyncio.TaskGroup() as group:
        group.create_task(kill_soon())
        for player in players:
            group.create_task(play(player))
    log = {logged.number: logged.entry for logged in await log_of(database, table)}
    assert len(log) == max(log)
    assert all(log[version].action == action for version, action in acknowledged)
    acted = [number for number, entry in log.items() if entry.kind == "acted"]
    assert len(set(acknowledged)) == len(acknowledged)
    assert len(acted) - len(acknowledged) <= 1, "at most the move whose answer the dead node could not give"


async def test_a_bots_turn_goes_on_when_its_node_is_killed(database, redis, start_server, new_player: NewPlayer):
    slow = start_server(database=database, redis=redis.url, bot_movetime=0.05, bot_action_seconds=30)
    other = start_server(database=database, redis=redis.url, **QUICK)
    ana = await new_player(slow)
    table = await ana.create(2)
    await ana.sit(table, 1)
    await ana.command("seat-bot", table=table, seat=0, level="novice")
    await ana.command("start", table=table)
    await ana.until(lambda: ana.phase(table) == "playing")
    slow.kill()
    await ana.connect(other.socket_address)
    await ana.until(lambda: ana.legal(table))
    assert ana.tables[table]["log"] or ana.tables[table]["view"]["turn"]["seat"] == 1


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
async def test_play_goes_on_while_redis_is_away_and_after(nodes, redis, database, new_player: NewPlayer, how):
    players = [await new_player(nodes[0], name="Ana"), await new_player(nodes[1], name="Ben")]
    table = await seated_game(players)

    async def turns(count: int) -> None:
        """So many more actions, whoever's turn it is."""
        until = max(player.tables[table]["version"] for player in players) + count
        async with asyncio.TaskGroup() as group:
            for player in players:
                group.create_task(play_until(player, table, until))

    await turns(8)
    await asyncio.to_thread(redis.stop, how)
    await turns(6)
    await players[0].command("say", table=table, phrase="thinking", text=None)
    await players[1].wait_for("said")
    redis.restart()
    await turns(6)
    await play_to_the_end(table, players)
    last = max(player.tables[table]["version"] for player in players)
    for player in players:
        await player.until(lambda player=player: player.tables[table]["version"] >= last)
    everyone_sees_the_same_end(table, players)
    assert all(not seat["away"] for seat in players[0].tables[table]["seats"])
    log = await log_of(database, table)
    assert [logged.number for logged in log] == list(range(1, len(log) + 1))


async def play_until(player: Player, table: str, version: int) -> None:
    """Do legal actions whenever it is our turn, until the table has come to a version."""
    chance = random.Random(version)
    while True:
        await player.until(lambda: player.tables[table]["version"] >= version or player.legal(table))
        if player.tables[table]["version"] >= version:
            return
        done = await player.act(table, chance.choice(player.legal(table)))
        await player.until(lambda done=done: player.tables[table]["version"] >= done["version"])


async def test_a_node_that_starts_without_redis_serves_and_finds_it_later(
    database, redis, start_server, new_player: NewPlayer
):
    redis.stop()
    nodes = [start_server(database=database, redis=redis.url, **QUICK) for _ in range(2)]
    players = [await new_player(node) for node in nodes]
    table = await seated_game(players)
    redis.restart()
    await play_to_the_end(table, players)
    last = max(player.tables[table]["version"] for player in players)
    for player in players:
        await player.until(lambda player=player: player.tables[table]["version"] >= last)
    everyone_sees_the_same_end(table, players)


async def test_two_nodes_never_fork_a_game(nodes, database, new_player: NewPlayer):
    """One player at both nodes at once, who sends a different move through each, again and again."""
    ana, ben = await new_player(nodes[0]), await new_player(nodes[0])
    table = await seated_game([ana, ben])
    twins = [await new_player(nodes[1], token=player.token) for player in (ana, ben)]
    for twin in twins:
        await twin.watch(table)
    accepted: list[tuple[int, str]] = []
    chance = random.Random(5)

    async def try_move(player: Player, version: int, action: str) -> None:
        answer = await player.ask("act", table=table, version=version, action=action)
        if answer["type"] == "done":
            accepted.append((answer["version"], action))
        else:
            assert answer["code"] in ("stale", "not-your-turn", "illegal"), answer

    for _ in range(25):
        here = next(player for player in (ana, ben) if player.legal(table))
        there = twins[0] if here is ana else twins[1]
        version = here.tables[table]["version"]
        await there.until(lambda there=there, version=version: there.tables[table]["version"] >= version)
        first, second = (chance.choice(here.legal(table)) for _ in range(2))
        before = len(accepted)
        await asyncio.gather(try_move(here, version, first), try_move(there, version, second))
        assert len(accepted) > before
        last = max(number for number, _ in accepted)
        for player in (ana, ben, *twins):
            await player.until(lambda player=player, last=last: player.tables[table]["version"] >= last)
    log = {logged.number: logged.entry for logged in await log_of(database, table)}
    assert sorted(log) == list(range(1, len(log) + 1))
    assert len({number for number, _ in accepted}) == len(accepted), "no number was given twice"
    assert all(log[number].action == action for number, action in accepted)
    states = [player.tables[table] for player in (ana, twins[0])]
    assert states[0]["view"] == states[1]["view"]


async def test_many_tables_are_written_by_two_nodes_at_once(nodes, database, new_player: NewPlayer):
    """Both nodes write to the same tables in every order, many in one transaction; neither waits for ever."""
    games = []
    for number in range(6):
        players = [await new_player(nodes[(number + seat) % 2]) for seat in range(2)]
        games.append((await seated_game(players), players))
    async with asyncio.TaskGroup() as group:
        for table, players in games:
            group.create_task(play_to_the_end(table, players))
    for table, players in games:
        log = await log_of(database, table)
        assert [logged.number for logged in log] == list(range(1, len(log) + 1))
        assert players[0].phase(table) == "over"
    for node in nodes:
        assert node.errors == ""


async def test_the_record_of_a_game_across_nodes_verifies(nodes, new_player: NewPlayer):
    players = [await new_player(nodes[0]), await new_player(nodes[1])]
    table = await seated_game(players)
    await play_to_the_end(table, players)
    async with httpx.AsyncClient() as client:
        texts = []
        for node, player in zip(nodes, players, strict=True):
            await player.until(lambda player=player: player.phase(table) == "over")
            answer = await client.get(f"{node.address}/api/tables/{table}/record")
            texts.append(answer.text)
    assert texts[0] == texts[1]
    verify_record(parse_record(texts[0]))


async def test_a_banned_player_is_put_out_of_all_nodes(nodes, database, new_player: NewPlayer):
    ben = await new_player(nodes[0])
    player = ben.token.partition(".")[0]
    elsewhere, ana = await new_player(nodes[1], token=ben.token), await new_player(nodes[1])
    await asyncio.to_thread(run_holi, "admin", "ban", player, "--database", database)
    async with asyncio.timeout(PATIENT):
        await asyncio.gather(ben.socket.wait_closed(), elsewhere.socket.wait_closed())
    await ana.command("ping")
