"""The rooms of this node: loaded when somebody needs them, put away when nobody does."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from pydantic_core import to_json

from holi.kernel.layout import PLAYABLE_VERSIONS, RULES_VERSION
from holi.server.costs import charged, in_slices
from holi.server.live.attention import Attendant
from holi.server.live.bus import Notice, Topic
from holi.server.live.room import Room, Surroundings
from holi.server.live.workers import BotWorkers
from holi.server.store.order import tables_gone
from holi.server.store.store import answering
from holi.server.table.decisions import resumed
from holi.server.table.entries import Founding
from holi.server.table.refusals import RefusedError
from holi.server.table.table import Table

log = logging.getLogger(__name__)

IDLE = 30_000
"""Milliseconds that a room without watchers is kept."""

SWEEP_SECONDS = 2.0
"""How often idle rooms are put away and due tables looked for."""

LOOK_SECONDS = 0.5
"""How often the store is looked into while notices between nodes do not get through."""

LOOK_ANYWAY_SECONDS = 15.0
"""And how often while they do: a notice may be lost."""


class Rooms:
    def __init__(self, around: Surroundings, workers: BotWorkers) -> None:
        self._around = around
        self._workers = workers
        self.loaded: dict[str, Room] = {}
        self._attendants: dict[str, Attendant] = {}
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._behind: dict[str, set[Topic]] = {}
        """By table: what other nodes announced that is not yet read from the store."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._started = 0

    async def start(self) -> None:
        self._started = self._around.now()
        await self._around.bus.start(self._hear)
        self._begin(self._sweep(), "sweeper")
        if not self._around.bus.alone:
            self._begin(self._look_now_and_then(), "looking into the store")

    async def stop(self) -> None:
        ending: list[asyncio.Future[Any]] = [*self._tasks, *self._loading.values()]
        for task in self._tasks:
            task.cancel()
        for attendant in self._attendants.values():
            ending += attendant.stop()
        await self._around.bus.stop()
        await asyncio.gather(*ending, return_exceptions=True)
        self.loaded.clear()
        self._attendants.clear()

    def _begin(self, work: Coroutine[Any, Any, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def get(self, table: str) -> Room:
        room = self.loaded.get(table)
        if room is not None:
            return room
        loading = self._loading.get(table)
        if loading is None:
            loading = asyncio.ensure_future(charged(self._load(table)))
            self._loading[table] = loading
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def _load(self, table: str) -> Room:
        bus = self._around.bus
        await bus.follow(table)  # before it is read, so that nothing is missed in between
        try:
            found = await self._around.store.load(table)
            if found is None:
                raise RefusedError("no-table", f"there is no table {table!r}")
            founding, log_ = found
            _check_rules(founding)
            played = Table(founding)
            async for logged in in_slices(log_):
                played.evolve(logged)
            room = Room(played, self._around, self._changed)
            room.last_chat = (await self._around.store.last_numbers("chat", [table])).get(table, 0)
            if bus.alone:
                with suppress(RefusedError):  # its clock has not stood still, or cannot be written now
                    await room.record(lambda now: resumed(now, self._started))
        except BaseException:
            bus.unfollow(table)
            raise
        self.loaded[table] = room
        self._attendants[table] = Attendant(room, self._around, self._workers)
        bus.publish(Notice(table, "who", node=self._around.node))
        self._changed(room, True)
        return room

    def _changed(self, room: Room, presence: bool) -> None:
        attendant = self._attendants.get(room.table.id)
        if attendant is not None:
            attendant.attend(presence=presence)

    def _hear(self, notice: Notice) -> None:
        room = self.loaded.get(notice.table)
        match notice.topic:
            case "gone":
                for each in self.loaded.values():
                    each.players_elsewhere(notice.node, ())
            case "returned":
                self._ask_who_is_where()
            case "recovered":
                self._ask_who_is_where()
                for each in self.loaded.values():
                    each.tell_presence()
                self._begin(self._look_into_store(), "looking into the store")
            case "presence" if room is not None:
                room.players_elsewhere(notice.node, notice.players)
            case "who" if room is not None:
                room.tell_presence()
            case "entry" if room is not None and notice.number > room.table.number:
                self._catch_up_soon(notice.table, "entry")
            case "chat" if room is not None and notice.number > room.last_chat:
                self._catch_up_soon(notice.table, "chat")

    def _ask_who_is_where(self) -> None:
        for table in self.loaded:
            self._around.bus.publish(Notice(table, "who", node=self._around.node))

    def _catch_up_soon(self, table: str, topic: Topic) -> None:
        """Read what is new from the store; notices that come meanwhile need only one more read."""
        if table in self._behind:
            self._behind[table].add(topic)
        else:
            self._behind[table] = {topic}
            self._begin(self._catch_up(table), f"catching up at {table}")

    async def _catch_up(self, table: str) -> None:
        try:
            while (topics := self._behind[table]) and (room := self.loaded.get(table)) is not None:
                self._behind[table] = set()
                if "entry" in topics:
                    await room.catch_up()
                if "chat" in topics:
                    await room.catch_up_chat()
        except Exception:
            log.exception("table %s could not be read; it is tried again", table)
        finally:
            del self._behind[table]

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                self._put_idle_away()
                for table in await self._around.store.due(self._around.now()):
                    if await self._around.bus.claim(f"due:{table}", SWEEP_SECONDS * 2):
                        await self._attend_due(table)
            except RefusedError as refusal:
                log.warning("no due tables were looked for: %s", refusal)
            except Exception:
                log.exception("sweeping failed; it is tried again")

    async def _attend_due(self, table: str) -> None:
        """Take over a table whose node died before it handled a due bot turn or clock."""
        try:
            room = await self.get(table)
            await room.catch_up()
            self._attendants[table].attend(overdue=True)
        except RefusedError as refusal:
            log.warning("table %s is due, but could not be attended to: %s", table, refusal)
        except Exception:
            log.exception("table %s is due, but could not be attended to; it is tried again", table)

    def _put_idle_away(self) -> None:
        now = self._around.now()
        for table, room in list(self.loaded.items()):
            if not room.clients and not self._attendants[table].busy and now - room.last_used > IDLE:
                self._attendants.pop(table).stop()
                del self.loaded[table]
                self._around.bus.unfollow(table)

    async def drop_deleted(self) -> None:
        """Put away tables that an administrator has deleted, and tell whoever watches them."""
        with answering():
            gone = await tables_gone(self._around.store.engine, list(self.loaded))
        for table in gone & self.loaded.keys():
            self._attendants.pop(table).stop()
            room = self.loaded.pop(table)
            self._around.bus.unfollow(table)
            for client in list(room.clients):
                client.send(to_json({"type": "removed", "table": table}))
                room.unwatch(client)

    def look_for_deleted(self) -> None:
        self._begin(self.drop_deleted(), "deleted tables")

    async def _look_now_and_then(self) -> None:
        waited = 0.0
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            waited += LOOK_SECONDS
            if not self._around.bus.healthy or waited >= LOOK_ANYWAY_SECONDS:
                waited = 0.0
                await self._look_into_store()

    async def _look_into_store(self) -> None:
        """Look for entries and chat that other nodes have written at the tables loaded here."""
        try:
            for topic in ("entry", "chat"):
                for table, number in (await self._around.store.last_numbers(topic, list(self.loaded))).items():
                    self._hear(Notice(table, topic, number))
        except Exception:
            log.exception("the store could not be looked into; it is tried again")


def _check_rules(founding: Founding) -> None:
    """Refuse a table whose log this version of the rules would play differently."""
    if founding.rules_version not in PLAYABLE_VERSIONS:
        raise RefusedError(
            "unavailable",
            f"the table was begun under version {founding.rules_version} of the rules, and this server plays version "
            f"{RULES_VERSION}; it can be played on a server of its own version",
        )
