"""One client's connection: what waits to be sent is bounded, and a slow client is brought up to date later."""

from __future__ import annotations

import asyncio
import types
from collections.abc import Awaitable, Callable, Coroutine, Generator, MutableMapping
from typing import Any, cast

MOST_WAITING = 64
"""Messages that wait for a slow client; with more, they are all dropped and the tables sent whole instead."""

STALE_SECONDS = 9.0
"""A client that has not been heard of for so long does not count as present."""

GONE_SECONDS = 30.0
"""And after so long its connection is closed."""

AsgiSend = Callable[[MutableMapping[str, Any]], Awaitable[None]]
CatchUp = Callable[["Connection"], Awaitable[None]]


class Connection:
    """A WebSocket that watches tables (`holi.server.live.room.Client`).

    A message is handed to the socket at once. Only if the socket does not take it, because the client reads too slowly,
    a task waits for that, and further messages wait behind it.
    """

    __slots__ = (
        "_catch_up",
        "_closing",
        "_send",
        "_sending",
        "_waiting",
        "behind",
        "heard",
        "here",
        "player",
        "tables",
    )

    def __init__(self, player: str, send: AsgiSend, heard: float, catch_up: CatchUp) -> None:
        """`catch_up` sends the tables whole to a client that was too slow."""
        self.player = player
        self.here = True
        self.heard = heard
        self.tables: set[str] = set()
        self.behind = False
        """Whether messages were dropped, so that the tables must be sent whole."""
        self._send = send
        self._catch_up = catch_up
        self._waiting: list[bytes] = []
        self._sending: asyncio.Task[None] | None = None
        self._closing: int | None = None

    def send(self, message: bytes) -> None:
        """Send a message without waiting; too many for a client that does not take them are dropped."""
        if self.behind or self._closing is not None:
            return
        if self._sending is None:
            self._hand_over({"type": "websocket.send", "text": message.decode()})
        elif len(self._waiting) >= MOST_WAITING:
            self._waiting.clear()
            self.behind = True
        else:
            self._waiting.append(message)

    def close(self, code: int) -> None:
        """End the connection once what waits is sent."""
        if self._closing is None:
            self._closing = code
            if self._sending is None:
                self._hand_over({"type": "websocket.close", "code": code})

    def gone(self) -> None:
        """The client has left: nothing more is sent."""
        self._closing = 0
        if self._sending is not None:
            self._sending.cancel()

    def _hand_over(self, message: MutableMapping[str, Any]) -> None:
        """Begin to send; if the socket does not take it at once, a task waits for it."""
        sending = cast("Coroutine[Any, Any, None]", self._send(message))
        try:
            awaited = sending.send(None)
        except StopIteration:
            return
        except OSError:
            return  # the client has left, which whoever listens to it learns as well
        self._sending = asyncio.create_task(self._go_on(sending, awaited))

    async def _go_on(self, sending: Coroutine[Any, Any, None], awaited: Any) -> None:
        """Finish what the socket did not take at once, then send what has come to wait meanwhile."""
        try:
            await _resumed(sending, awaited)
            while self._waiting or self.behind or self._closing is not None:
                if self._waiting:
                    await self._send({"type": "websocket.send", "text": self._waiting.pop(0).decode()})
                elif self._closing is not None:
                    await self._send({"type": "websocket.close", "code": self._closing})
                    return
                else:
                    self.behind = False
                    await self._catch_up(self)
        except OSError:
            self._waiting.clear()  # the client has left
        finally:
            self._sending = None


@types.coroutine
def _resumed(begun: Coroutine[Any, Any, None], awaited: Any) -> Generator[Any, Any, None]:
    """Go on with a coroutine that was begun outside a task and now waits for something."""
    while True:
        yield awaited
        try:
            awaited = begun.send(None)
        except StopIteration:
            return
