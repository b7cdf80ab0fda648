"""The devices of players in the database: made when, seen last, logged out or not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import and_, delete, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from holi.server.store.schema import DEVICES, FACTS
from holi.server.store.store import answering

OLD_TOKENS_UNTIL = "old-tokens-until"


class Device(NamedTuple):
    """All times in ms."""

    id: str
    player: str
    made: int
    seen: int
    about: str


_INSERTS: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


class DeviceRows:
    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def note(self, devices: Sequence[Device]) -> None:
        """Keep devices, or that they were seen again."""
        new = _INSERTS[self._engine.dialect.name](DEVICES)
        seen = {"seen": new.excluded.seen, "about": new.excluded.about}
        with answering():
            async with self._engine.begin() as connection:
                await connection.execute(
                    new.on_conflict_do_update(index_elements=[DEVICES.c.id], set_=seen),
                    [device._asdict() for device in devices],
                )

    async def of(self, player: str) -> list[Device]:
        """The devices that are not logged out, the one seen last first."""
        wanted = select(*[DEVICES.c[name] for name in Device._fields]).where(
            DEVICES.c.player == player, DEVICES.c.ended.is_(None)
        )
        with answering():
            async with self._engine.connect() as connection:
                rows = await connection.execute(wanted.order_by(DEVICES.c.seen.desc(), DEVICES.c.made.desc()))
                return [Device(*row) for row in rows]

    async def end(self, player: str, now: int, *, only: str | None = None, but: str | None = None) -> list[str]:
        """Log out a player's devices: `only` one, or all `but` one; return which were logged in."""
        theirs = [DEVICES.c.player == player, DEVICES.c.ended.is_(None)]
        if only is not None:
            theirs.append(DEVICES.c.id == only)
        if but is not None:
            theirs.append(DEVICES.c.id != but)
        with answering():
            async with self._engine.begin() as connection:
                ended = update(DEVICES).where(and_(*theirs)).values(ended=now).returning(DEVICES.c.id)
                return list((await connection.execute(ended)).scalars())

    async def erase(self, player: str, now: int) -> None:
        """Forget a player's devices, and keep instead that the player is logged out, until no token can be left."""
        ended = {**Device(player, player, now, now, "")._asdict(), "ended": now}
        with answering():
            async with self._engine.begin() as connection:
                await connection.execute(delete(DEVICES).where(DEVICES.c.player == player))
                await connection.execute(insert(DEVICES), [ended])

    async def ended_since(self, since: int) -> list[str]:
        with answering():
            async with self._engine.connect() as connection:
                return list((await connection.execute(select(DEVICES.c.id).where(DEVICES.c.ended >= since))).scalars())

    async def forget(self, before: int) -> None:
        """Delete what no token can name any more."""
        ended = and_(DEVICES.c.ended.is_not(None), DEVICES.c.ended < before)
        unseen = and_(DEVICES.c.ended.is_(None), DEVICES.c.seen < before)
        with answering():
            async with self._engine.begin() as connection:
                await connection.execute(delete(DEVICES).where(or_(ended, unseen)))

    async def old_tokens_until(self) -> int:
        """Until when tokens of earlier versions are believed, in ms; 0 if there are none."""
        with answering():
            async with self._engine.connect() as connection:
                wanted = select(FACTS.c.value).where(FACTS.c.name == OLD_TOKENS_UNTIL)
                return int((await connection.execute(wanted)).scalar() or 0)
