"""Deleting what is old: tables, with their logs, seats and chat."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import ColumnElement, and_, delete, func, or_, select
from sqlalchemy.ext.asyncio import AsyncEngine

from holi.server.store.schema import TABLES

DAY = 24 * 3600 * 1000

UNFINISHED_DAYS = 30
"""A game that has begun is kept at least so long after its last turn: a turn may last 14 days."""

TOGETHER = 100
"""Tables deleted in one transaction, so that no move waits long."""


def _old(now: int, days: float) -> ColumnElement[bool]:
    before, playing = now - round(days * DAY), TABLES.c.phase == "playing"
    begun_before = min(before, now - UNFINISHED_DAYS * DAY)
    return or_(and_(~playing, TABLES.c.changed < before), and_(playing, TABLES.c.changed < begun_before))


async def count_old(engine: AsyncEngine, now: int, days: float) -> int:
    async with engine.connect() as connection:
        counted = await connection.execute(select(func.count()).select_from(TABLES).where(_old(now, days)))
        return counted.scalar() or 0


async def prune(engine: AsyncEngine, now: int, days: float, spared: Collection[str] = ()) -> int:
    """Delete the tables that have not changed for so many days; return how many there were."""
    deleted = 0
    wanted = select(TABLES.c.id).where(_old(now, days), TABLES.c.id.not_in(spared)).limit(TOGETHER)
    while True:
        async with engine.begin() as connection:
            old = list((await connection.execute(wanted)).scalars())
            await connection.execute(delete(TABLES).where(TABLES.c.id.in_(old)))
        deleted += len(old)
        if len(old) < TOGETHER:
            return deleted


async def waiting_since(engine: AsyncEngine, before: int) -> list[str]:
    """Tables whose game has not begun and at which nothing has happened since a time."""
    wanted = select(TABLES.c.id).where(TABLES.c.phase.in_(("lobby", "dealing")), TABLES.c.changed < before)
    async with engine.connect() as connection:
        return list((await connection.execute(wanted.order_by(TABLES.c.changed).limit(TOGETHER))).scalars())
