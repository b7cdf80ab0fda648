"""Figures about a node for Prometheus. Labels are bounded: commands, codes, routes, kinds; never a table or player."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import get_args

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import generate_latest

from holi.server.store.writer import Append
from holi.server.table.entries import Acted, Entry
from holi.server.table.refusals import RefusedError
from holi.server.turned_away import TurnedAway

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
THINKING = (0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 120.0)


class Metrics:
    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()
        self.tcp = Gauge("holi_tcp_connections", "Connections that are open, WebSockets among them", registry=registry)
        self.connections = Gauge("holi_connections", "WebSockets that are open", registry=registry)
        self.rooms = Gauge("holi_rooms", "Tables in memory", registry=registry)
        self.pollers = Gauge("holi_pollers", "Players who watch a table over HTTP", registry=registry)
        self.commands = Counter("holi_commands", "Commands that were carried out", ["command"], registry=registry)
        about = "Commands and requests that were refused"
        self.refusals = Counter("holi_refusals", about, ["code"], registry=registry)
        about = "Requests, commands and connections turned away for what they cost"
        self.turned_away = TurnedAway(Counter("holi_turned_away", about, ["code"], registry=registry))
        entries = Counter("holi_entries", "Entries written to the logs of tables", ["kind"], registry=registry)
        moves = Counter("holi_moves", "Actions of games, written and told", ["by"], registry=registry)
        about = "From an entry made to it being in the store"
        self.write_seconds = Histogram("holi_write_seconds", about, buckets=QUICK, registry=registry)
        about = "From a command read to its answer"
        self.command_seconds = Histogram("holi_command_seconds", about, buckets=QUICK, registry=registry)
        self.requests = Counter("holi_http_requests", "HTTP requests", ["route", "status"], registry=registry)
        self.jobs = Counter("holi_jobs", "Jobs for bot workers", ["kind", "outcome"], registry=registry)
        about = "From a job asked for to its answer"
        self.job_seconds = Histogram("holi_job_seconds", about, ["kind"], buckets=THINKING, registry=registry)
        self.jobs_now = Gauge("holi_jobs_now", "Jobs under way", ["kind"], registry=registry)
        self._by = {bot: moves.labels("bot" if bot else "player") for bot in (False, True)}
        self._kinds = {kind: entries.labels(kind.model_fields["kind"].default) for kind in get_args(Entry)}

    @contextmanager
    def job(self, kind: str) -> Iterator[None]:
        began = time.perf_counter()
        outcome = "failed"
        self.jobs_now.labels(kind).inc()
        try:
            yield
            outcome = "done"
        except RefusedError as refusal:
            outcome = refusal.code
            raise
        finally:
            self.jobs_now.labels(kind).dec()
            self.jobs.labels(kind, outcome).inc()
            self.job_seconds.labels(kind).observe(time.perf_counter() - began)

    def written(self, append: Append) -> None:
        entry = append.logged.entry
        self.write_seconds.observe(time.perf_counter() - append.made)
        self._kinds[type(entry)].inc()
        if isinstance(entry, Acted):
            self._by[entry.bot].inc()

    def text(self) -> bytes:
        return generate_latest(self._registry)
