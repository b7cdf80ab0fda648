"""A table on this node: commands become entries in the store, and then everyone watching is told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from pydantic_core import to_json

from holi.game import Event, Viewer
from holi.server.live.bus import Bus, Notice
from holi.server.settings import Patience
from holi.server.store.store import ChatLine, Store
from holi.server.store.writer import Append, Standing
from holi.server.table.decisions import decide
from holi.server.table.entries import Acted, BotSeated, Entry, Left, Logged, Sat, StartCancelled, TakenBack
from holi.server.table.refusals import RefusedError
from holi.server.table.table import Table
from holi.server.table.view_texts import ViewTexts
from holi.server.table.views import StepTexts, log_of, table_state, viewer_of
from holi.server.wire.command import TableCommand

SEATING = Sat | Left | BotSeated | StartCancelled
"""Entries that change who sits where."""

TRIES = 3
"""How often a command is tried that another node's entries come in the way of."""


class Client(Protocol):
    """A connection that watches tables."""

    player: str
    here: bool
    """Whether it has been heard of lately."""

    def send(self, message: bytes) -> None:
        """Send, without waiting; if too much is waiting already, the client is brought up to date later."""
        ...


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What every room needs."""

    store: Store
    bus: Bus
    now: Callable[[], int]
    node: str
    patience: Patience = field(default_factory=Patience)


class Room:
    """One table with those who watch it. Entries are made one at a time, and written before anyone hears of them."""

    def __init__(self, table: Table, around: Surroundings, on_change: Callable[[Room, bool], None]) -> None:
        """`on_change` is told of every change, and whether it can be one of who is there."""
        self.table = table
        self.clients: dict[Client, None] = {}
        self.last_chat = 0
        self.elsewhere: dict[str, tuple[str, ...]] = {}
        """By other node: the players connected there."""
        self.last_used = around.now()
        self._around = around
        self._on_change = on_change
        self._lock = asyncio.Lock()
        self._doubtful = False
        """Whether the table may be ahead of the store, so that it is to be made anew."""
        self._seeing_to_it: asyncio.Task[None] | None = None
        self._standing: Standing | None = None
        """How the store has the table standing, as far as this node wrote it."""
        self._own_number = 0
        self._views: ViewTexts | None = None
        """The views that were told last: what has not changed since need not be written again."""
        self._shown_presence: list[bool] = []
        self._told_here: tuple[str, ...] = ()
        """Which players are connected here, as far as the other nodes were told."""

    @property
    def wrote_last(self) -> bool:
        """Whether the table's last entry was made on this node, which then is the one to look after what follows."""
        return self._own_number == self.table.number

    async def carry_out(self, player: str, command: TableCommand) -> int:
        """Do what a player's command says; return the table's version after it. A resend changes nothing."""
        async with self._lock:
            if self._doubtful:
                await self._reload()
            tries = 0
            while True:
                table = self.table
                done = table.done_at(player, command.id)
                if done is not None:
                    return done
                try:
                    return await self._append(decide(table, player, command), player, command.id)
                except RefusedError:
                    # It may be refused only because this node has not heard yet what another has written.
                    tries += 1
                    if tries == TRIES or (table is self.table and not await self._take_over()):
                        raise

    async def record(self, make_entry: Callable[[Table], Entry]) -> int:
        """Do what comes from no player: a bot's action, time that has run out."""
        async with self.steady() as table:
            return await self._append(make_entry(table), None, None)

    @asynccontextmanager
    async def steady(self) -> AsyncIterator[Table]:
        """The table while nothing changes it, as the store has it: for whoever changes it or shows it to somebody."""
        async with self._lock:
            if self._doubtful:
                await self._reload()
            yield self.table

    async def _append(self, entry: Entry, player: str | None, command: str | None) -> int:
        """Carry an entry out, write it, and only then tell everyone.

        Nobody sees the table in between, for the lock is held. If another node was first, the table is made anew.
        """
        table = self.table
        logged = Logged(table.number + 1, self._around.now(), entry, player, command)
        self._doubtful = True
        events = table.evolve(logged)
        standing = Standing(table.phase, table.to_act, self._due())
        append = Append(
            table.id,
            logged,
            standing=standing if standing != self._standing else None,
            players=[seat.holder for seat in table.seats] if isinstance(entry, SEATING) else None,
        )
        try:
            written = await self._around.store.append(append)
        except asyncio.CancelledError:  # whoever asked has gone; the entry may be written all the same
            self._seeing_to_it = asyncio.create_task(self.catch_up())
            raise
        if not written:
            await self._reload()
            raise RefusedError("stale", f"the table has moved on to version {self.table.number}")
        self._doubtful = False
        self._standing = standing
        self._own_number = logged.number
        self._tell(logged, events)
        self._around.bus.publish(Notice(table.id, "entry", logged.number, node=self._around.node))
        return logged.number

    def _due(self) -> int | None:
        """When the table wants attention by itself: soon if a bot is to act, else when the clock runs out."""
        seat = self.table.to_act
        if seat is None:
            return None
        if not self.table.seats[seat].played_by_bot:
            return self.table.deadline
        patience = self._around.patience.bot
        soon = self._around.now() + patience
        written = self._standing.due if self._standing is not None else None
        return written if written is not None and soon - patience // 2 < written <= soon else soon

    async def _reload(self) -> None:
        """Make the table anew from the store, because what is in memory may not be what was written."""
        found = await self._around.store.load(self.table.id)
        assert found is not None  # tables are never deleted while they are in use
        self.table = Table(*found)
        self._doubtful = False
        self._standing = None
        self._send_whole()
        self._on_change(self, True)

    def _send_whole(self) -> None:
        """Send the table whole to everyone here, with who is there."""
        for client in self.clients:
            client.send(self.sync_for(client.player))
        self._shown_presence = self.presence()

    async def catch_up(self) -> None:
        """Take over what other nodes have written."""
        async with self.steady():
            await self._take_over()

    async def settled(self) -> None:
        """Wait until nothing of this room uses the store any more."""
        if self._seeing_to_it is not None:
            await asyncio.wait([self._seeing_to_it])

    async def _take_over(self) -> bool:
        """Take over what other nodes have written; whether they have."""
        table = self.table
        if self._around.bus.alone:
            return False
        entries = await self._around.store.entries_after(table.id, table.number)
        for logged in entries:
            self._standing = None
            self._tell(logged, table.evolve(logged))
        return bool(entries)

    def _tell(self, logged: Logged, events: tuple[Event, ...]) -> None:
        """Send an entry to everyone who watches: a step of the game, or else the table whole."""
        self.last_used = logged.at
        of_the_game = isinstance(logged.entry, Acted | TakenBack)
        self._on_change(self, not of_the_game)
        if not self.clients:
            return
        if not of_the_game:
            self._send_whole()
            return
        step = StepTexts(self.table, logged, events, self._around.now(), self._views)
        self._views = step.views
        made: dict[Viewer, bytes] = {}
        for client in self.clients:
            viewer = viewer_of(self.table, client.player)
            if viewer not in made:
                made[viewer] = step.for_viewer(viewer)
            client.send(made[viewer])

    def sync_for(self, player: str | None) -> bytes:
        """The table whole, as the player may know it."""
        return to_json(self.sync_of(player))

    def sync_of(self, player: str | None) -> dict[str, Any]:
        """The same, not yet written as JSON."""
        return {
            "type": "sync",
            "state": table_state(self.table, player, self._around.now()),
            "log": log_of(self.table, viewer_of(self.table, player)),
            "presence": self.presence(),
        }

    @property
    def here(self) -> set[str]:
        """The players connected at this node."""
        return {client.player for client in self.clients if client.here}

    def presence(self) -> list[bool]:
        """By seat, whether its player is connected, here or at another node."""
        there = self.here.union(*self.elsewhere.values())
        return [seat.player in there for seat in self.table.seats]

    async def watch(self, client: Client) -> None:
        """Begin to send a client what happens here, the table whole first."""
        async with self.steady():
            self.clients[client] = None
            self.last_used = self._around.now()
            client.send(self.sync_for(client.player))
            self.presence_changed()

    def unwatch(self, client: Client) -> None:
        """Send the client no more."""
        if client in self.clients:
            del self.clients[client]
            self.last_used = self._around.now()
            self.presence_changed()

    def players_elsewhere(self, node: str, players: tuple[str, ...]) -> None:
        """Another node told who is connected there."""
        if players:
            self.elsewhere[node] = players
        else:
            self.elsewhere.pop(node, None)
        self._show_presence()

    def presence_changed(self) -> None:
        """Somebody came, went, fell silent or was heard again here: tell those here and the other nodes."""
        here = tuple(sorted(self.here))
        if here != self._told_here:
            self._told_here = here
            self.tell_presence()
            self._show_presence()
            self._on_change(self, True)

    def tell_presence(self) -> None:
        """Tell the other nodes who is connected here."""
        self._around.bus.publish(Notice(self.table.id, "presence", players=self._told_here, node=self._around.node))

    def _show_presence(self) -> None:
        """Send who is there to everyone here, if it has changed."""
        seats = self.presence()
        if seats == self._shown_presence:
            return
        self._shown_presence = seats
        message = to_json({"type": "presence", "table": self.table.id, "seats": seats})
        for client in self.clients:
            client.send(message)
        self._on_change(self, True)

    async def say(self, line: Callable[[int], ChatLine]) -> ChatLine:
        """Keep a line of chat and send it to everyone here; `line` makes it from its number."""
        async with self._lock:
            while True:
                said = line(self.last_chat + 1)
                if await self._around.store.say(self.table.id, said):
                    break
                await self._take_over_chat()
            self._show_chat(said)
        self._around.bus.publish(Notice(self.table.id, "chat", said.number, node=self._around.node))
        return said

    async def catch_up_chat(self) -> None:
        """Take over what was said through other nodes."""
        async with self._lock:
            await self._take_over_chat()

    async def _take_over_chat(self) -> None:
        for said in await self._around.store.chat_after(self.table.id, self.last_chat):
            self._show_chat(said)

    def _show_chat(self, said: ChatLine) -> None:
        self.last_chat = said.number
        message = to_json(chat_message(self.table.id, said))
        for client in self.clients:
            client.send(message)


def chat_message(table: str, said: ChatLine) -> dict[str, Any]:
    """A line of chat as it is sent (`Said`)."""
    return {
        "type": "said",
        "table": table,
        "number": said.number,
        "at": said.at,
        "seat": said.seat,
        "name": said.name,
        "phrase": said.phrase,
        "text": said.text,
    }
