"""How nodes tell each other that a table has changed. Only that it has: what changed is read from the store."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, Protocol

Topic = Literal["entry", "chat", "presence", "who", "gone", "returned", "recovered"]
"""What a notice is about: a new entry or line of chat; who is connected at a node; the question who is; or, from the
bus itself: a node has fallen silent; it is heard of again; notices come through again after some may have been lost."""


class Notice(NamedTuple):
    """Word about a table: it has a new entry or line of chat with this number, or these players are there."""

    table: str
    topic: Topic
    number: int = 0
    players: tuple[str, ...] = ()
    node: str = ""


Listener = Callable[[Notice], None]


class Bus(Protocol):
    """What carries notices between nodes. It may lose some: the store is what counts."""

    @property
    def alone(self) -> bool:
        """Whether there can be no other node."""
        ...

    @property
    def healthy(self) -> bool:
        """Whether notices get through; if not, nodes look into the store now and then."""
        ...

    async def start(self, listener: Listener) -> None:
        """Begin to listen for the notices of other nodes."""
        ...

    async def stop(self) -> None:
        """Listen no more."""
        ...

    async def follow(self, table: str) -> None:
        """Listen for notices about a table from now on: those sent after this returns come through."""
        ...

    def unfollow(self, table: str) -> None:
        """Listen for notices about the table no more."""
        ...

    def publish(self, notice: Notice) -> None:
        """Tell the other nodes, without waiting for it."""
        ...

    async def claim(self, task: str, seconds: float) -> bool:
        """Whether this node is to do a task that one node is enough for."""
        ...


class OneNode:
    """The bus of a node that is alone."""

    alone = True
    healthy = True

    async def start(self, listener: Listener) -> None:
        """Nobody else is there to listen to."""

    async def stop(self) -> None:
        """Nothing was started."""

    async def follow(self, table: str) -> None:
        """Nobody else changes tables."""

    def unfollow(self, table: str) -> None:
        """Nothing was followed."""

    def publish(self, notice: Notice) -> None:
        """Nobody else is there to be told."""

    async def claim(self, task: str, seconds: float) -> bool:
        """Nobody else can do it."""
        return True
