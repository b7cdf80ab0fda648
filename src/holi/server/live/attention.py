"""What a room does by itself: bots act when it is their turn, clocks run out, players vanish and come back.

Of several nodes, the one that wrote a table's last entry looks after the bot that is to act; if it dies, the table
becomes due (`Settings.bot_takeover`) and another one takes over. Should two do so, the store refuses one of them.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from holi.server.live.room import Room, Surroundings
from holi.server.live.workers import BotWorkers
from holi.server.settings import Settings
from holi.server.table.decisions import bot_action, returned, time_is_up, vanished
from holi.server.table.entries import Entry
from holi.server.table.refusals import RefusedError
from holi.server.table.table import Table
from holi.server.table.views import view_of
from holi.server.wire.parts import Live, Relaxed

log = logging.getLogger(__name__)

TRIES = 3
"""How often busy workers are asked for a bot's turn before it does any legal action, so that the game goes on."""

RETRY_SECONDS = 1.0
AWAY_LEVEL = "club"

SOON = 60_000
"""Milliseconds; what is due later does not keep a room here: the sweeper finds it in the store."""

MakeEntry = Callable[[Table], Entry]


def grace(table: Table, settings: Settings) -> float | None:
    """Seconds to wait for a vanished player; None where turns last days and the clock decides."""
    pace = table.settings.pace
    if isinstance(pace, Relaxed):
        return settings.grace_relaxed
    if isinstance(pace, Live):
        return min(settings.grace_live_most, max(settings.grace_live_least, pace.turn_seconds))
    return None


class Attendant:
    """Looks after one room: at most one bot's turn and one alarm at a time."""

    def __init__(self, room: Room, around: Surroundings, workers: BotWorkers) -> None:
        self._room = room
        self._around = around
        self._workers = workers
        self._settings = around.settings
        self._bot: asyncio.Task[object] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._alarm_due = 0
        self._again: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[object]] = set()
        self._absent_since: dict[int, int] = {}
        self._were_here: set[str] = set()
        self._stopped = False

    @property
    def busy(self) -> bool:
        """True while the room must stay loaded: a bot is thinking, or something is due soon."""
        rings_soon = self._alarm is not None and self._alarm_due - self._around.now() < SOON
        return rings_soon or self._again is not None or bool(self._tasks)

    def stop(self) -> list[asyncio.Task[object]]:
        """Stop looking after the room; return the tasks that are still ending."""
        self._stopped = True
        for timer in (self._alarm, self._again):
            if timer is not None:
                timer.cancel()
        ending = list(self._tasks)
        for task in ending:
            task.cancel()
        return ending

    def attend(self, *, overdue: bool = False, presence: bool = True) -> None:
        """The room has changed: see what it wants.

        `overdue`: whoever should have looked after it has not. `presence`: somebody may have come or gone.
        """
        if self._stopped:
            return
        table = self._room.table
        if presence or table.phase != "playing" or not self._around.bus.alone:
            self._note_presence(table)
        ours = overdue or self._around.bus.alone or self._room.wrote_last
        seat = table.to_act
        if ours and seat is not None and table.seats[seat].played_by_bot and (self._bot is None or self._bot.done()):
            self._bot = self._begin(self._play(), f"bot at {table.id}")
        self._set_alarm(table)

    def _begin(self, work: Coroutine[Any, Any, object], name: str) -> asyncio.Task[object]:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # Presence

    def _note_presence(self, table: Table) -> None:
        """Remember since when each player has been gone; welcome those who are here again."""
        if table.phase != "playing":
            self._absent_since.clear()
            return
        here = self._room.here
        came = here - self._were_here
        self._were_here = here
        if not self._around.bus.healthy:
            self._absent_since.clear()  # nobody knows who is connected elsewhere, so nobody counts as gone
        for number, present in enumerate(self._room.presence()):
            seat = table.seats[number]
            if seat.away in ("vanished", "clock") and seat.player in came:
                self._begin(self._record(partial(returned, seat=number)), f"return to {table.id}")
            if present or seat.kind != "player" or not self._around.bus.healthy:
                self._absent_since.pop(number, None)
            else:
                self._absent_since.setdefault(number, self._around.now())

    # Alarms

    def _set_alarm(self, table: Table) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        due = min((due for due, _ in self._wanted(table)), default=None)
        if due is None or self._stopped:
            return
        self._alarm_due = due
        left = max(0, due - self._around.now()) / 1000 + 0.01
        self._alarm = asyncio.get_running_loop().call_later(left, self._ring)

    def _wanted(self, table: Table) -> list[tuple[int, MakeEntry]]:
        seat = table.to_act
        if seat is None or table.seats[seat].played_by_bot:
            return []
        wanted: list[tuple[int, MakeEntry]] = []
        deadline = table.deadline
        if deadline is not None:
            wanted.append((deadline, lambda now: time_is_up(now, seat, self._around.now())))
        if seat in self._absent_since and any(self._room.presence()):
            waited = grace(table, self._settings)
            if waited is not None:
                wanted.append((self._absent_since[seat] + round(1000 * waited), lambda now: vanished(now, seat)))
        return wanted

    def _ring(self) -> None:
        self._alarm = None
        self._begin(self._act_on_alarm(), f"alarm at {self._room.table.id}")

    async def _act_on_alarm(self) -> None:
        now = self._around.now()
        for due, make_entry in self._wanted(self._room.table):
            if due <= now and not await self._record(make_entry):
                self.attend_again()
                return
        self._set_alarm(self._room.table)

    async def _record(self, make_entry: MakeEntry) -> bool:
        """Make an entry, unless it has become needless; False if it could not be written."""
        try:
            await self._room.record(make_entry)
        except RefusedError as refusal:  # needless: the player acted or came, or another node was first
            return refusal.code != "unavailable"
        except Exception:
            log.exception("nothing could be written at table %s; it is tried again", self._room.table.id)
            return False
        return True

    def attend_again(self) -> None:
        if self._again is None and not self._stopped:
            self._again = asyncio.get_running_loop().call_later(RETRY_SECONDS, self._attend_now)

    def _attend_now(self) -> None:
        self._again = None
        self.attend()

    # Bots

    async def _play(self) -> None:
        room = self._room
        try:
            while (seat := room.table.to_act) is not None and room.table.seats[seat].played_by_bot:
                began = asyncio.get_running_loop().time()
                for action in await self._plan(seat):
                    thought = asyncio.get_running_loop().time() - began
                    await asyncio.sleep(max(0.0, self._settings.bot_action_seconds - thought))
                    await room.record(lambda now, seat=seat, action=action: bot_action(now, seat, action))  # type: ignore[misc]
                    began = asyncio.get_running_loop().time()
        except RefusedError as refusal:
            if refusal.code != "stale":  # stale: the player came back, or another node was first
                log.warning("a bot at table %s was refused: %s", room.table.id, refusal)
            self.attend_again()
        except Exception:
            log.exception("a bot at table %s failed; it is tried again", room.table.id)
            self.attend_again()

    async def _plan(self, seat: int) -> list[str]:
        """What the bot of a seat does next; if no worker answers, any legal action, so that the game goes on."""
        table = self._room.table
        if table.to_act != seat or not table.seats[seat].played_by_bot:
            return []
        view = view_of(table, seat)
        level = table.seats[seat].level or AWAY_LEVEL
        assert view is not None and table.game is not None
        fallback = str(secrets.choice(table.game.legal_actions()))
        for attempt in range(TRIES):
            try:
                return await self._workers.turn(view, level, self._settings.bot_movetime, secrets.randbits(32))
            except RefusedError as refusal:
                log.info("no bot answered for table %s: %s", self._room.table.id, refusal)
                if refusal.code != "busy":
                    break
                await asyncio.sleep(RETRY_SECONDS * (attempt + 1))
        return [fallback]
