"""A node is killed again and again while people play: what was acknowledged is there, once, and the games are true.

`HOLI_KILLS=200 make kill` is the whole campaign; without it, a few kills are tried.
"""

import asyncio
import os
import random
import signal
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field

import pytest
from websockets.exceptions import WebSocketException

from holi.record import format_record, parse_record, record_from_game, verify_record
from holi.server.store.engine import open_engine
from holi.server.store.store import Store
from holi.server.table.game_record import record_text
from holi.server.table.table import Table
from tests.server.player import PATIENT, Player, RefusedError, seated_game
from tests.server.processes import Server, free_port

KILLS = int(os.environ.get("HOLI_KILLS", "4"))
TABLES = 6
ENOUGH = 10 * TABLES
"""Moves without which the test has not really played."""

LIVES = (0.15, 1.2)
"""How many seconds a node lives, at least and at most, once it serves."""

ENVIRONMENT = {"HOLI_MIGRATE": "1", "HOLI_TABLES_PER_HOUR": "100000"}

BROKEN = (ConnectionError, WebSocketException, OSError, TimeoutError)


@dataclass
class Acknowledged:
    """What a player was told is done: by command, the version and the action."""

    by_command: dict[str, tuple[int, str]] = field(default_factory=dict)
    resent: int = 0


class Survivor:
    """A player at a table who goes on after every kill: connects again, and sends again what was not answered."""

    def __init__(self, player: Player, table: str, chance: random.Random) -> None:
        self.player = player
        self.table = table
        self.done = Acknowledged()
        self._chance = chance
        self._count = 0

    async def play(self, stop: asyncio.Event) -> None:
        """Act whenever it is our turn, until told to stop or the game is over."""
        unanswered: dict[str, object] | None = None
        while not stop.is_set():
            try:
                if unanswered is not None:
                    await self._send(unanswered)
                    unanswered = None
                elif self.player.phase(self.table) == "over":
                    return
                elif self.player.legal(self.table):
                    unanswered = self._next()
                else:
                    await asyncio.sleep(0.005)
                    await self._notice_breaks()
            except BROKEN:
                self.done.resent += unanswered is not None
                await come_back(self.player, stop)

    def _next(self) -> dict[str, object]:
        self._count += 1
        state = self.player.tables[self.table]
        action = self._chance.choice(self.player.legal(self.table))
        return {"id": f"move-{self._count}", "version": state["version"], "action": action}

    async def _send(self, move: dict[str, object]) -> None:
        answer = await self.player.ask("act", table=self.table, **move)
        if answer["type"] == "done":
            self.done.by_command[str(move["id"])] = (answer["version"], str(move["action"]))
            await self.player.until(lambda: self.player.tables[self.table]["version"] >= answer["version"])
        else:  # the move had not got there before the kill, and the table has moved on, or we lag behind
            assert answer["code"] in ("stale", "not-your-turn", "illegal", "wrong-phase"), answer
            await self.player.watch(self.table)

    async def _notice_breaks(self) -> None:
        if self.player._reader is None or self.player._reader.done():
            raise ConnectionError("the connection is gone")


async def come_back(player: Player, stop: asyncio.Event) -> None:
    """Connect again, as soon as there is a node to connect to."""
    while not stop.is_set():
        with suppress(*BROKEN):
            await player.connect()
            return
        await asyncio.sleep(0.05)


class Company:
    """Players who play one game after the other, so that every kill comes in the middle of some."""

    def __init__(self, players: list[Player], seed: int) -> None:
        self.players = players
        self.survivors: list[Survivor] = []
        self._chance = random.Random(seed)

    @property
    def acknowledged(self) -> int:
        return sum(len(survivor.done.by_command) for survivor in self.survivors)

    async def play(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            table = await self._sit_down(stop)
            if table is not None:
                at_table = [Survivor(player, table, random.Random(self._chance.random())) for player in self.players]
                self.survivors += at_table
                await asyncio.gather(*(survivor.play(stop) for survivor in at_table))

    async def _sit_down(self, stop: asyncio.Event) -> str | None:
        """Begin a game; if the node is killed meanwhile, that table is left alone."""
        for player in self.players:
            player.tables.clear()
            player.messages.clear()
        try:
            return await seated_game(self.players)
        except (*BROKEN, RefusedError):
            for player in self.players:
                player.tables.clear()
                await come_back(player, stop)
            return None


def acknowledged(companies: list[Company]) -> int:
    """How many moves have been acknowledged by now."""
    return sum(company.acknowledged for company in companies)


async def until_acknowledged(companies: list[Company], moves: int) -> None:
    async with asyncio.timeout(PATIENT):
        while acknowledged(companies) < moves:
            await asyncio.sleep(0.01)


async def kill_and_check(database: str) -> None:
    chance = random.Random(database.partition(":")[0])
    port = free_port()
    server = Server(database, port=port, env=ENVIRONMENT)
    try:
        companies = [
            Company([await Player(server.socket_address).connect() for _ in range(2 + number % 3)], number)
            for number in range(TABLES)
        ]
        stop = asyncio.Event()
        playing = [asyncio.create_task(company.play(stop)) for company in companies]
        lives: list[int] = []
        for number in range(KILLS):
            before = acknowledged(companies)
            if number % 4:  # most nodes live until people play again, however busy the machine is; some do not
                await until_acknowledged(companies, before + 1)
            await asyncio.sleep(chance.uniform(*LIVES))
            server.process.send_signal(signal.SIGKILL)
            lives.append(acknowledged(companies) - before)
            await asyncio.to_thread(server.close)
            server = await asyncio.to_thread(lambda: Server(database, port=port, env=ENVIRONMENT))
        await until_acknowledged(companies, max(acknowledged(companies) + 1, ENOUGH + 1))
        stop.set()
        await asyncio.gather(*playing)
        for company in companies:
            for player in company.players:
                await player.disconnect()
    finally:
        server.close()
    survivors = [survivor for company in companies for survivor in company.survivors]
    resent = sum(survivor.done.resent for survivor in survivors)
    print(
        f"{KILLS} kills, {sum(map(bool, lives))} of them of a node that had acknowledged moves in its life: "
        f"{sum(lives)} moves at {len({survivor.table for survivor in survivors})} tables, {resent} sent again"
    )
    assert sum(map(bool, lives)) > KILLS / 2, "most kills must come while people play"
    await check_store(database, survivors)


async def check_store(database: str, survivors: list[Survivor]) -> None:
    """Every acknowledged action is in its log at its place, no command is there twice, and every game replays."""
    store = Store(open_engine(database))
    try:
        acknowledged = 0
        for table_id in {survivor.table for survivor in survivors}:
            found = await store.load(table_id)
            assert found is not None
            founding, log = found
            assert [logged.number for logged in log] == list(range(1, len(log) + 1))
            commands = Counter((logged.player, logged.command) for logged in log if logged.command is not None)
            assert max(commands.values()) == 1, "a command was carried out twice"
            by_number = {logged.number: logged for logged in log}
            for survivor in (each for each in survivors if each.table == table_id):
                for command, (version, action) in survivor.done.by_command.items():
                    logged = by_number.get(version)
                    assert logged is not None, f"acknowledged {command} at {version} is lost"
                    assert (logged.command, logged.entry.action) == (command, action)  # type: ignore[union-attr]
                    acknowledged += 1
            verify(Table(founding, log))
        assert acknowledged > ENOUGH  # the test has really played
    finally:
        await store.engine.dispose()


def verify(table: Table) -> None:
    assert table.game is not None
    if table.phase == "over":
        assert verify_record(parse_record(record_text(table))).proven
    else:
        names = [seat.name or "" for seat in table.seats]
        verify_record(parse_record(format_record(record_from_game(table.game, names))))


@pytest.mark.anyio
async def test_a_node_killed_under_load_loses_nothing_and_repeats_nothing(any_database_url: str):
    await kill_and_check(any_database_url)
