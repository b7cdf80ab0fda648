"""A table of the load: its players play legal actions, one after the other, at a pace or as fast as they can."""

from __future__ import annotations

import asyncio
import json
import random
import time
from dataclasses import dataclass, field

from holi.lab.load.seats import LoadError, LoadPlayer

PATIENCE = 30.0
"""Seconds after which a step that has not reached everyone counts as lost."""


@dataclass(slots=True)
class Tally:
    """What the tables have seen while it counted."""

    latencies: list[float] = field(default_factory=list)
    """Seconds from sending an action until the last of the players had it."""
    games: int = 0
    counting: bool = False
    until: float = float("inf")


class LoadTable:
    """One table and its players, who begin a new game when one is over."""

    def __init__(self, address: str, players: int, seed: int) -> None:
        self._players = [LoadPlayer(address) for _ in range(players)]
        self._random = random.Random(seed)  # noqa: S311 - play, not secrets
        self._table = ""
        self._seat: int | None = None
        self._version = 0
        self._legal: list[str] = []
        self._seen = 0
        self._last_seen = 0.0
        self._all_seen = asyncio.Event()

    async def open(self) -> None:
        """Connect all players and start a game."""
        for player in self._players:
            await player.open()
            player.on_step = self._on_step
        await self._new_game()

    async def close(self) -> None:
        """Disconnect all players."""
        for player in self._players:
            await player.close()

    @property
    def refusals(self) -> list[str]:
        """What the server refused although honest players sent it."""
        return [refusal for player in self._players for refusal in player.refusals]

    async def _new_game(self) -> None:
        host = self._players[0]
        if self._table:
            for player in self._players:
                await player.ask("unwatch", table=self._table)
        made = await host.ask("create", settings={"players": len(self._players)})
        self._table = made["result"]["table"]
        for seat, player in enumerate(self._players):
            await player.sit(self._table, seat)
        await host.ask("start", table=self._table)
        for seat, player in enumerate(self._players):
            await player.ask("nonce", table=self._table, seat=seat, nonce=player.nonce)
        await host.ask("ping")
        sync = host.sync
        if sync is None or sync["state"]["phase"] != "playing":
            raise LoadError("the game did not start although all nonces were given")
        state = sync["state"]
        self._seat, self._version, self._legal = state["view"]["turn"]["seat"], state["version"], state["legal"]

    async def play(self, pace: float, tally: Tally) -> None:
        """Play until the tally says that it is over; with a pace, one action every so many seconds."""
        await asyncio.sleep(self._random.random() * pace)
        while time.perf_counter() < tally.until:
            if self._seat is None:
                await self._new_game()
                tally.games += 1
                continue
            began = time.perf_counter()
            self._seen, seat = 0, self._seat
            self._seat = None
            self._all_seen.clear()
            sent = await self._players[seat].act(self._table, self._version, self._random.choice(self._legal))
            try:
                await asyncio.wait_for(self._all_seen.wait(), PATIENCE)
            except TimeoutError:
                raise LoadError(
                    f"an action at table {self._table} reached {self._seen} of {len(self._players)} players "
                    f"within {PATIENCE:.0f} s; refusals: {self.refusals[-3:]}"
                ) from None
            if tally.counting:
                tally.latencies.append(self._last_seen - sent)
            if pace:
                await asyncio.sleep(max(0.0, began + pace - time.perf_counter()))

    def _on_step(self, _: LoadPlayer, text: str, at: float) -> None:
        """Count who has seen the step; whoever gets legal actions with it is the next to act."""
        self._seen += 1
        self._last_seen = at
        if '"legal":[]' not in text:
            step = json.loads(text)
            self._seat, self._version, self._legal = step["viewer"], step["version"], step["legal"]
        if self._seen == len(self._players):
            self._all_seen.set()
