"""One table of a load test: its players play random legal actions, at a pace or as fast as they can.

They play as the page does: what a seat may do is worked out here, from the view that it is sent, and only moves go over
the wire. A view is read once a turn; nothing that the seat cannot know happens before the turn ends.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from dataclasses import dataclass, field

from holi.game import END, Position, position_from_view
from holi.lab.load.seats import LoadError, LoadPlayer

PATIENCE = 30.0
"""Seconds after which a step that has not reached everyone counts as lost."""

VERSION = b'"version":'
VIEWER = b'"viewer":'
TO_ACT = b'"turn":{"seat":'


@dataclass(slots=True)
class LoadCount:
    latencies: list[float] = field(default_factory=list)
    """Seconds from sending an action until the last of the players had it."""
    games: int = 0
    counting: bool = False
    until: float = float("inf")


class LoadTable:
    def __init__(self, address: str, players: int, seed: int) -> None:
        self._players = [LoadPlayer(address) for _ in range(players)]
        self._random = random.Random(seed)  # noqa: S311 - play, not secrets
        self._table = ""
        self._seat: int | None = None
        """Who is to act next; None until that is known, and when the game is over."""
        self._version = 0
        self._step = b""
        """The last step as the seat to act was sent it."""
        self._position: Position | None = None
        """Where the turn has come to; None if it has not begun."""
        self._seen = 0
        self._sent = 0.0
        """When the action under way was sent; 0 if none is."""
        self._pace = 0.0
        self._count = LoadCount()
        self._new: asyncio.Task[None] | None = None
        self._finished: asyncio.Future[None] | None = None

    async def open(self) -> None:
        for player in self._players:
            player.on_step = self._on_step
            player.on_end = self._on_end
            await player.open()
        await self._new_game()

    def close(self) -> None:
        if self._new is not None:
            self._new.cancel()
        for player in self._players:
            player.close()

    @property
    def refusals(self) -> list[str]:
        return [refusal for player in self._players for refusal in player.refusals]

    async def _new_game(self) -> None:
        host = self._players[0]
        if self._table:
            for player in self._players:
                await player.ask("unwatch", table=self._table)
        made = await host.ask("create", settings={"players": len(self._players), "first": "host"})
        self._table = made["result"]["table"]
        for seat, player in enumerate(self._players):
            await player.sit(self._table, seat)
        await host.ask("start", table=self._table)
        for seat, player in enumerate(self._players):
            await player.ask("nonce", table=self._table, seat=seat, nonce=player.nonce)
        await host.ask("ping")
        state = json.loads(host.sync or b"null")["state"]
        if state["phase"] != "playing":
            raise LoadError("the game did not start although all nonces were given")
        self._seat, self._version, self._position = 0, state["version"], position_from_view(state["view"])

    async def play(self, pace: float, count: LoadCount) -> None:
        """Play until `count.until`; with a pace, one action every `pace` seconds."""
        self._pace, self._count = pace, count
        self._finished = asyncio.get_running_loop().create_future()
        asyncio.get_running_loop().call_later(self._random.random() * pace, self._act)
        await self._finished

    def check(self) -> None:
        """End the run if an action has not reached everyone for too long."""
        if self._sent and time.perf_counter() - self._sent > PATIENCE:
            self._end(
                LoadError(
                    f"an action at table {self._table} reached {self._seen} of {len(self._players)} players "
                    f"within {PATIENCE:.0f} s; refusals: {self.refusals[-3:]}"
                )
            )

    def _act(self) -> None:
        if time.perf_counter() >= self._count.until:
            self._end(None)
        elif self._seat is None:
            self._new = asyncio.create_task(self._play_another())
        else:
            seat, self._seat, self._seen = self._seat, None, 0
            self._sent = self._players[seat].act(self._table, self._version, self._next_action(seat))

    def _next_action(self, seat: int) -> str:
        position = self._position or position_from_view(json.loads(self._step)["view"])
        action = self._random.choice(position.legal_actions())
        after = None if action == END else position.apply(action).position
        self._position = after if after is not None and after.seat == seat else None
        return str(action)

    async def _play_another(self) -> None:
        try:
            await self._new_game()
        except LoadError as error:
            self._end(error)
            return
        self._count.games += 1
        self._act()

    def _on_step(self, _: LoadPlayer, message: bytes, at: float) -> None:
        """Count who has seen the step; whoever is to act in its view is the next."""
        self._seen += 1
        viewer = _number_after(VIEWER, message)
        if TO_ACT in message and _number_after(TO_ACT, message) == viewer:
            self._seat, self._version, self._step = viewer, _number_after(VERSION, message), message
        if self._seen == len(self._players):
            if self._count.counting:
                self._count.latencies.append(at - self._sent)
            wait = self._sent + self._pace - time.perf_counter() if self._pace else 0.0
            self._sent = 0.0
            if wait > 0:
                asyncio.get_running_loop().call_later(wait, self._act)
            else:
                self._act()

    def _on_end(self) -> None:
        self._end(LoadError(f"the server closed a connection at table {self._table}"))

    def _end(self, error: LoadError | None) -> None:
        self._sent = 0.0
        if self._finished is None or self._finished.done():
            return
        if error is None:
            self._finished.set_result(None)
        else:
            self._finished.set_exception(error)


def _number_after(key: bytes, message: bytes) -> int:
    begin = message.index(key) + len(key)
    return int(message[begin : message.index(b",", begin)])
