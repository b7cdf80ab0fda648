"""An entry is written, then the table evolves: what is told is in the store, whatever becomes of whoever sent it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from holi.server.store.writer import Append
from holi.server.table.entries import ChatSet, Logged
from holi.server.table.refusals import RefusedError
from tests.server.rooms_here import RoomsHere, rooms_here, until

pytestmark = pytest.mark.anyio


class SlowStore:
    """Lets entries through when it is told to, or fails."""

    def __init__(self, here: RoomsHere) -> None:
        self._append = here.store.append
        self.go = asyncio.Event()
        here.store.append = self.append  # type: ignore[method-assign]

    def append(self, append: Append) -> asyncio.Future[bool]:
        async def later() -> bool:
            await self.go.wait()
            return await self._append(append)

        self.under_way = asyncio.ensure_future(later())
        return asyncio.ensure_future(asyncio.shield(self.under_way))


async def test_nobody_sees_a_move_before_it_is_written(sqlite_url: str):
    async with rooms_here(sqlite_url) as here:
        room = await here.game("ana", "ben")
        watcher = await here.watch("ben", room.table.id)
        slow, before = SlowStore(here), room.table
        told = len(watcher.messages)
        turn = asyncio.create_task(here.play_turn(room))
        await until(lambda: hasattr(slow, "under_way"))
        await asyncio.sleep(0.05)
        assert room.table is before and len(watcher.messages) == told
        slow.go.set()
        await turn
        assert room.table.number > before.number and before.to_act == 0
        assert watcher.messages[-1]["version"] == room.table.number


async def test_a_move_whose_sender_has_gone_is_still_carried_out_and_told(sqlite_url: str):
    async with rooms_here(sqlite_url) as here:
        room = await here.game("ana", "ben")
        watcher = await here.watch("ben", room.table.id)
        slow, version = SlowStore(here), room.table.number
        turn = asyncio.create_task(here.play_turn(room))
        await until(lambda: hasattr(slow, "under_way"))
        turn.cancel()
        slow.go.set()
        await until(lambda: room.table.number == version + 1)
        assert watcher.messages[-1]["version"] == version + 1
        await here.play_turn(room)  # and play goes on


async def test_a_table_that_cannot_be_written_stays_as_it_is(sqlite_url: str):
    async with rooms_here(sqlite_url) as here:
        room = await here.game("ana", "ben")
        append, before = here.store.append, room.table

        def failing(_: Append) -> Any:
            raise RefusedError("unavailable", "the database does not answer")

        here.store.append = failing  # type: ignore[method-assign]
        with pytest.raises(RefusedError):
            await here.play_turn(room)
        assert room.table is before
        here.store.append = append  # type: ignore[method-assign]
        await here.play_turn(room)
        assert room.table.number > before.number


async def test_an_entry_that_is_in_the_store_unnoticed_is_taken_over_and_the_command_tried_again(sqlite_url: str):
    """As after a commit whose answer was lost, or when another node was first."""
    async with rooms_here(sqlite_url) as here:
        room = await here.game("ana", "ben")
        watcher = await here.watch("ana", room.table.id)
        version = room.table.number
        entry = Logged(version + 1, here.rooms._around.now(), ChatSet(rule="off"))
        assert await here.store.append(Append(room.table.id, entry))
        assert (room.table.number, room.table.chat) == (version, "all")
        await here.command("ana", "set-chat", table=room.table.id, rule="phrases")
        assert (room.table.number, room.table.chat) == (version + 2, "phrases")
        states = [message["state"] for message in watcher.messages if message["type"] == "sync"]
        assert [state["chat"] for state in states[-2:]] == ["off", "phrases"]
