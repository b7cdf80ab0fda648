"""Analyses of finished games: made in small parts, so that bots need not wait, and once for all who ask."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from hashlib import sha256
from typing import Any

from holi.bots.advice.analysis import MOST_MISTAKES
from holi.server.table.refusals import RefusedError

TURNS_TOGETHER = 3
"""Turns in one part; a bot waits for a worker at most as long as a part takes."""

MOST_UNDER_WAY = 4
MOST_KEPT = 64

Json = dict[str, Any]
AnalysePart = Callable[[str, int, int], Awaitable[Json]]
"""From the text of a record and the first and last turn to their analysis."""


class Analyses:
    def __init__(self, analyse_part: AnalysePart) -> None:
        self._analyse_part = analyse_part
        self._kept: OrderedDict[bytes, Json] = OrderedDict()
        self._under_way: dict[bytes, asyncio.Task[Json]] = {}

    async def of(self, record: str) -> Json:
        """The analysis of a record; `RefusedError` with `busy` if too many are being made."""
        key = sha256(record.encode()).digest()
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        task = self._under_way.get(key)
        if task is None:
            if len(self._under_way) >= MOST_UNDER_WAY:
                raise RefusedError("busy", "several games are being analysed; ask again in a while")
            task = self._under_way[key] = asyncio.create_task(self._make(key, record), name="analysis")
            task.add_done_callback(lambda done: self._finished(key, done))
        return await asyncio.shield(task)  # whoever else asks for it still gets it if this one leaves

    def _finished(self, key: bytes, task: asyncio.Task[Json]) -> None:
        del self._under_way[key]
        if not task.cancelled():
            task.exception()  # whoever waits gets it; if nobody does, it is of no interest

    async def _make(self, key: bytes, record: str) -> Json:
        parts: list[Json] = []
        while not parts or len(parts[-1]["turns"]) == TURNS_TOGETHER:
            first = len(parts) * TURNS_TOGETHER + 1
            parts.append(await self._analyse_part(record, first, first + TURNS_TOGETHER - 1))
        analysis = joined(parts)
        self._kept[key] = analysis
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return analysis


def joined(parts: Sequence[Json]) -> Json:
    turns = [turn for part in parts for turn in part["turns"]]
    losses = {turn["number"]: turn["loss"] for turn in turns}
    players = []
    for seat, player in enumerate(parts[0]["players"]):
        mistakes = [number for part in parts for number in part["players"][seat]["mistakes"]]
        players.append(
            {
                **player,
                "accuracy": _mean_accuracy(parts, seat),
                "mistakes": sorted(mistakes, key=lambda number: -losses[number])[:MOST_MISTAKES],
            }
        )
    return {**parts[0], "players": players, "turns": turns}


def _mean_accuracy(parts: Sequence[Json], seat: int) -> float | None:
    total, count = 0.0, 0
    for part in parts:
        own = sum(turn["seat"] == seat for turn in part["turns"])
        if own:
            total += own * part["players"][seat]["accuracy"]
            count += own
    return round(total / count, 4) if count else None
