"""Figures about a node for Prometheus. Labels are bounded: commands, codes, routes, kinds; never a table or player."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, get_args

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import generate_latest
from sqlalchemy.ext.asyncio import AsyncEngine

from holi.server.live.thinking import Thinkers
from holi.server.store.store import Store
from holi.server.store.writer import Append
from holi.server.table.entries import Acted, Entry
from holi.server.table.refusals import RefusedError
from holi.server.web.tallies import Durations, Tally

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
THINKING = (0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 120.0)

Answer = TypeVar("Answer")


class Metrics:
    """The figures of one node, in a registry of its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._connections = self._gauge("holi_connections", "WebSockets that are open")
        self._rooms = self._gauge("holi_rooms", "Tables in memory")
        self._pollers = self._gauge("holi_pollers", "Players who watch a table over HTTP")
        self.commands = self._tally("holi_commands", "Commands that were carried out", "command")
        self.refusals = self._counter("holi_refusals", "Commands and requests that were refused", "code")
        self.entries = self._tally("holi_entries", "Entries written to the logs of tables", "kind")
        self.moves = self._tally("holi_moves", "Actions of games, written and told", "by")
        self.write_seconds = self._durations("holi_write_seconds", "From an entry made to it being in the store")
        self.command_seconds = self._durations("holi_command_seconds", "From a command read to its answer")
        self.requests = self._counter("holi_http_requests", "HTTP requests", "route", "status")
        self.jobs = self._counter("holi_jobs", "Jobs for bot workers", "kind", "outcome")
        self.job_seconds = self._histogram("holi_job_seconds", "From a job asked for to its answer", THINKING, "kind")
        self.jobs_now = Gauge("holi_jobs_now", "Jobs under way", ["kind"], registry=self.registry)

    def measure(self, connections: Callable[[], int], rooms: Callable[[], int], pollers: Callable[[], int]) -> None:
        """Say where the figures that are looked up come from."""
        self._connections.set_function(connections)
        self._rooms.set_function(rooms)
        self._pollers.set_function(pollers)

    def text(self) -> bytes:
        """All figures in the form that Prometheus reads."""
        return generate_latest(self.registry)

    def _gauge(self, name: str, about: str) -> Gauge:
        return Gauge(name, about, registry=self.registry)

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(name, about, labels, registry=self.registry)

    def _tally(self, name: str, about: str, label: str) -> Tally:
        tally = Tally(name, about, label)
        self.registry.register(tally)
        return tally

    def _durations(self, name: str, about: str) -> Durations:
        durations = Durations(name, about, QUICK)
        self.registry.register(durations)
        return durations

    def _histogram(self, name: str, about: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(name, about, labels, buckets=buckets, registry=self.registry)


class MeasuredStore(Store):
    """The store, with its writes timed and counted."""

    def __init__(self, engine: AsyncEngine, metrics: Metrics) -> None:
        super().__init__(engine)
        self._seconds = metrics.write_seconds
        self._moves = {bot: metrics.moves.labels("bot" if bot else "player") for bot in (False, True)}
        self._entries = {kind: metrics.entries.labels(kind.model_fields["kind"].default) for kind in get_args(Entry)}

    def written(self, append: Append) -> None:
        """An entry of a log is in the database."""
        entry = append.logged.entry
        self._seconds.observe(time.perf_counter() - append.made)
        self._entries[type(entry)].inc()
        if isinstance(entry, Acted):
            self._moves[entry.bot].inc()


class MeasuredThinkers:
    """Bot workers, with their jobs timed and counted (`Thinkers`)."""

    def __init__(self, thinkers: Thinkers, metrics: Metrics) -> None:
        self._thinkers = thinkers
        self._metrics = metrics

    async def start(self) -> None:
        """Begin to take requests."""
        await self._thinkers.start()

    async def stop(self) -> None:
        """Finish or give up what is under way."""
        await self._thinkers.stop()

    async def choose(self, view: dict[str, Any], level: str, movetime: float, seed: int) -> list[str]:
        """What a bot of this level does next."""
        return await self._measured("choose", self._thinkers.choose(view, level, movetime, seed))

    async def hint(self, view: dict[str, Any], movetime: float) -> Any:
        """The best turns of the seat to act."""
        return await self._measured("hint", self._thinkers.hint(view, movetime))

    async def analyse(self, record: str) -> Any:
        """The analysis of a finished game."""
        return await self._measured("analyse", self._thinkers.analyse(record))

    async def _measured(self, kind: str, job: Awaitable[Answer]) -> Answer:
        began = time.perf_counter()
        outcome = "failed"
        self._metrics.jobs_now.labels(kind).inc()
        try:
            answer = await job
            outcome = "done"
        except RefusedError as refusal:
            outcome = refusal.refusal
            raise
        else:
            return answer
        finally:
            self._metrics.jobs_now.labels(kind).dec()
            self._metrics.jobs.labels(kind, outcome).inc()
            self._metrics.job_seconds.labels(kind).observe(time.perf_counter() - began)
