"""How nodes tell each other that a table has changed; what changed is read from the store."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

Topic = Literal["entry", "chat", "presence", "who", "gone", "returned", "recovered"]
"""What a notice is about: a new entry or line of chat; who is connected at a node; the question who is; or, from the
bus itself: a node has fallen silent; it is heard of again; notices come through again after some may have been lost."""


class Notice(NamedTuple):
    """A table has a new entry or line of chat with this number, or these players are connected at a node."""

    table: str
    topic: Topic
    number: int = 0
    players: tuple[str, ...] = ()
    node: str = ""


Listener = Callable[[Notice], None]


class Bus:
    """Carries notices between nodes; this one is for a node that is alone. A bus may lose some: the store counts."""

    alone = True
    """True if there can be no other node."""
    healthy = True
    """False while notices do not get through; nodes then read the store now and then."""

    async def start(self, listener: Listener) -> None: ...

    async def stop(self) -> None: ...

    async def follow(self, table: str) -> None:
        """Listen for notices about a table: all that are sent after this returns come through."""

    def unfollow(self, table: str) -> None: ...

    def publish(self, notice: Notice) -> None:
        """Tell the other nodes, without waiting for it."""

    async def claim(self, task: str, seconds: float) -> bool:
        """True if this node is to do a task that only one node needs to do."""
        return True
