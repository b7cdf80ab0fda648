"""A table on this node: an entry is written to the store, then the table changes and everyone hears of it."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from pydantic_core import to_json

from holi.game import Event, Viewer
from holi.server.costs import PAYING, SLICE, Payer, charge, in_slices
from holi.server.live.bus import Bus, Notice
from holi.server.settings import Settings
from holi.server.store.store import ChatLine, Store
from holi.server.store.writer import Append, Standing
from holi.server.table.decisions import admit, decide
from holi.server.table.entries import BotSeated, Entry, Erased, Left, LetIn, Logged, Removed, Sat, StartCancelled
from holi.server.table.refusals import RefusedError
from holi.server.table.table import OF_THE_GAME, Table
from holi.server.table.view_texts import ViewTexts
from holi.server.table.views import StepTexts, log_of, table_state, viewer_of
from holi.server.wire.parts import TableCommand

SEATING = Sat | Left | BotSeated | StartCancelled | Removed | LetIn | Erased

TRIES = 3
"""How often a command is tried when entries of another node get in its way."""


class Client(Protocol):
    """Whoever watches tables: a session, or somebody who polls over HTTP."""

    player: str
    here: bool
    """False if the client has been silent for too long."""

    def send(self, message: bytes) -> None:
        """Send without waiting; a client with too much in its queue is brought up to date later."""
        ...


@dataclass(frozen=True, slots=True)
class Surroundings:
    store: Store
    bus: Bus
    now: Callable[[], int]
    node: str
    settings: Settings


class Room:
    """One table and its clients. `table` is always as the store has it, or behind it; never ahead."""

    def __init__(self, table: Table, around: Surroundings, on_change: Callable[[Room, bool], None]) -> None:
        """`on_change` hears of every change, and whether somebody may have come or gone by it."""
        self.table = table
        self.clients: dict[Client, None] = {}
        self.last_chat = 0
        self.elsewhere: dict[str, tuple[str, ...]] = {}
        """By other node: the players connected there."""
        self.last_used = around.now()
        self._around = around
        self._on_change = on_change
        self._lock = asyncio.Lock()
        """Held while an entry or a line of chat is decided and written: one at a time."""
        self._standing: Standing | None = None
        """The table's row in the store, as far as this node wrote it."""
        self._own_number = 0
        self._views: ViewTexts | None = None
        """The views sent last: what has not changed since is not written again."""
        self._outbox: deque[tuple[Client, Callable[[], bytes], tuple[Payer, ...]]] = deque()
        """What many clients are to be told, in order; made when it is their turn, and charged to whose doing it was."""
        self._shown_presence: list[bool] = []
        self._told_here: tuple[str, ...] = ()
        """The players connected here, as the other nodes were told."""

    @property
    def wrote_last(self) -> bool:
        """Whether this node wrote the table's last entry, and so looks after what follows."""
        return self._own_number == self.table.number

    async def carry_out(self, player: str, command: TableCommand) -> int:
        """Do what a player's command says; return the table's version after it. A resend changes nothing."""
        async with self._lock:
            tries = 0
            while True:
                table = self.table
                done = table.done_at(player, command.id)
                if done is not None:
                    return done
                try:
                    return await self._write(decide(table, player, command), player, command.id)
                except RefusedError:
                    # It may be refused only because this node has not heard yet what another has written.
                    tries += 1
                    if tries == TRIES or (table is self.table and not await self._catch_up()):
                        raise

    async def record(self, make_entry: Callable[[Table], Entry]) -> int:
        """Do what comes from no player: a bot's action, time that has run out."""
        async with self._lock:
            return await self._write(make_entry(self.table))

    async def _write(self, entry: Entry, player: str | None = None, command: str | None = None) -> int:
        """Write an entry. Once it is in the store, `_evolve` follows, even if whoever sent it has gone."""
        logged = Logged(self.table.number + 1, self._around.now(), entry, player, command)
        table, events = self.table.after(logged)
        standing = Standing(table.phase, table.to_act, self._due(table), table.summary)
        begins = self.table.game is None and table.game is not None  # the draw of who begins moves all seats
        append = Append(
            table.id,
            logged,
            partial(self._evolve, table, logged, events, standing, PAYING.get() if player is not None else ()),
            standing=standing if standing != self._standing else None,
            players=[seat.holder for seat in table.seats] if isinstance(entry, SEATING) or begins else None,
        )
        if not await self._around.store.append(append):
            await self._take_over()
            raise RefusedError("stale", f"the table has moved on to version {self.table.number}")
        return logged.number

    def _evolve(
        self, table: Table, logged: Logged, events: tuple[Event, ...], standing: Standing | None = None,
        payers: tuple[Payer, ...] = (),
    ) -> None:  # fmt: skip
        """An entry is in the store: the table becomes what the entry makes of it, and all clients are told.

        `standing` is what this node wrote with it; None if another node wrote the entry.
        """
        if self.table.number >= logged.number:  # an own entry may be read from the store first, if its sender has gone
            return
        self.table = table
        self._standing = standing
        if standing is not None:
            self._own_number = logged.number
            self._around.bus.publish(Notice(table.id, "entry", logged.number, node=self._around.node))
        self.last_used = logged.at
        of_the_game = isinstance(logged.entry, OF_THE_GAME)
        if isinstance(logged.entry, Removed):
            self._show_out()
        self._on_change(self, not of_the_game)
        if not self.clients:
            return
        if not of_the_game:
            presence = self._shown_presence = self.presence()
            self._tell(lambda client: to_json(_sync(table, client.player, self._around.now(), presence)), payers)
            return
        step = StepTexts(table, logged, events, self._around.now(), self._views)
        self._views = step.views
        made: dict[Viewer, bytes] = {}

        def text(client: Client) -> bytes:
            viewer = viewer_of(table, client.player)
            if viewer not in made:
                made[viewer] = step.for_viewer(viewer)
            return made[viewer]

        self._tell(text, payers)

    def _tell(self, text: Callable[[Client], bytes], payers: tuple[Payer, ...] = ()) -> None:
        """Send all clients a message, many in several turns of the event loop; each gets its messages in order."""
        under_way = bool(self._outbox)
        self._outbox += ((client, partial(text, client), payers) for client in self.clients)
        if not under_way:
            self._send_outbox()

    def _send_outbox(self) -> None:
        began = now = time.thread_time()
        while self._outbox and now < began + SLICE:
            client, text, payers = self._outbox.popleft()
            if client in self.clients:
                client.send(text())
            before, now = now, time.thread_time()
            charge(payers, now - before)
        if self._outbox:
            asyncio.get_running_loop().call_soon(self._send_outbox)

    def _due(self, table: Table) -> int | None:
        """When the table needs attention by itself: soon if a bot is to act, else when the clock runs out."""
        seat = table.to_act
        if seat is None:
            return None
        if not table.seats[seat].played_by_bot:
            return table.deadline
        patience = round(1000 * self._around.settings.bot_takeover)
        soon = self._around.now() + patience
        written = self._standing.due if self._standing is not None else None
        return written if written is not None and soon - patience // 2 < written <= soon else soon

    async def catch_up(self) -> None:
        async with self._lock:
            await self._catch_up()

    async def read_again(self) -> None:
        """Apply what was written to the store past this room."""
        async with self._lock:
            await self._take_over()

    async def _catch_up(self) -> bool:
        return not self._around.bus.alone and await self._take_over()

    async def _take_over(self) -> bool:
        """Apply what the store has beyond this table. Return True if there was anything."""
        entries = await self._around.store.entries_after(self.table.id, self.table.number)
        async for logged in in_slices(entries):
            if logged.number > self.table.number:  # else it came while the store was read
                table, events = self.table.after(logged)
                self._evolve(table, logged, events)
        return bool(entries)

    def admit(self, player: str | None) -> None:
        admit(self.table, player)

    def sync_of(self, player: str | None) -> dict[str, Any]:
        self.admit(player)
        return _sync(self.table, player, self._around.now(), self.presence())

    # Presence

    @property
    def here(self) -> set[str]:
        return {client.player for client in self.clients if client.here}

    def presence(self) -> list[bool]:
        """By seat, whether its player is connected, here or at another node."""
        there = self.here.union(*self.elsewhere.values())
        return [seat.player in there for seat in self.table.seats]

    def watch(self, client: Client) -> None:
        whole = to_json(self.sync_of(client.player))
        self.clients[client] = None
        self.last_used = self._around.now()
        client.send(whole)
        self.presence_changed()

    def unwatch(self, client: Client) -> None:
        if client in self.clients:
            del self.clients[client]
            self.last_used = self._around.now()
            self.presence_changed()

    def _show_out(self) -> None:
        """Send nothing more to whoever is kept out."""
        for client in [client for client in self.clients if self.table.keeps_out(client.player)]:
            client.send(to_json({"type": "removed", "table": self.table.id}))
            self.unwatch(client)

    def players_elsewhere(self, node: str, players: tuple[str, ...]) -> None:
        if players:
            self.elsewhere[node] = players
        else:
            self.elsewhere.pop(node, None)
        self._show_presence()

    def presence_changed(self) -> None:
        """Somebody came, went, fell silent or was heard again here: tell the clients and the other nodes."""
        here = tuple(sorted(self.here))
        if here != self._told_here:
            self._told_here = here
            self.tell_presence()
            self._show_presence()
            self._on_change(self, True)

    def tell_presence(self) -> None:
        self._around.bus.publish(Notice(self.table.id, "presence", players=self._told_here, node=self._around.node))

    def _show_presence(self) -> None:
        seats = self.presence()
        if seats == self._shown_presence:
            return
        self._shown_presence = seats
        message = to_json({"type": "presence", "table": self.table.id, "seats": seats})
        self._tell(lambda _: message)
        self._on_change(self, True)

    # Chat

    async def say(self, line: Callable[[int], ChatLine]) -> ChatLine:
        """Keep a line of chat and send it to all clients; `line` makes it from its number."""
        async with self._lock:
            while not await self._around.store.say(self.table.id, said := line(self.last_chat + 1)):
                if not await self._take_over_chat():
                    raise RefusedError("no-table", f"the table {self.table.id!r} was deleted")
            self._show_chat(said)
        self._around.bus.publish(Notice(self.table.id, "chat", said.number, node=self._around.node))
        return said

    async def catch_up_chat(self) -> None:
        async with self._lock:
            await self._take_over_chat()

    async def _take_over_chat(self) -> bool:
        """Show what other nodes have written. Return True if there was anything."""
        lines = await self._around.store.chat_after(self.table.id, self.last_chat)
        for said in lines:
            self._show_chat(said)
        return bool(lines)

    def _show_chat(self, said: ChatLine) -> None:
        self.last_chat = said.number
        if not said.says_something:
            return
        message = to_json({"type": "said", "table": self.table.id, **said.to_json()})
        self._tell(lambda _: message)


def _sync(table: Table, player: str | None, now: int, presence: list[bool]) -> dict[str, Any]:
    return {
        "type": "sync",
        "state": table_state(table, player, now),
        "log": log_of(table, viewer_of(table, player)),
        "presence": presence,
    }
