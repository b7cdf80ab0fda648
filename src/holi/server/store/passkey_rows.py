"""Passkeys and recovery codes in the database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from holi.server.store.schema import PASSKEYS, RECOVERY_CODES, SPENT_CHALLENGES
from holi.server.store.store import answering


class Passkey(NamedTuple):
    """`id` and `public_key` in base64url; all times in ms."""

    id: str
    player: str
    public_key: str
    uses: int
    made: int
    used: int | None
    about: str


class PasskeyRows:
    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def of(self, player: str) -> list[Passkey]:
        return await self._found(PASSKEYS.c.player == player)

    async def get(self, passkey: str) -> Passkey | None:
        return next(iter(await self._found(PASSKEYS.c.id == passkey)), None)

    async def _found(self, which: object) -> list[Passkey]:
        with answering():
            async with self._engine.connect() as connection:
                rows = await connection.execute(select(PASSKEYS).where(which).order_by(PASSKEYS.c.made))  # type: ignore[arg-type]
                return [Passkey(*row) for row in rows]

    async def add(self, passkey: Passkey) -> bool:
        """False if somebody has it already."""
        try:
            with answering():
                async with self._engine.begin() as connection:
                    await connection.execute(insert(PASSKEYS), [passkey._asdict()])
        except IntegrityError:
            return False
        return True

    async def used(self, passkey: str, uses: int, now: int) -> None:
        with answering():
            async with self._engine.begin() as connection:
                await connection.execute(update(PASSKEYS).where(PASSKEYS.c.id == passkey).values(uses=uses, used=now))

    async def remove(self, player: str, passkey: str) -> bool:
        with answering():
            async with self._engine.begin() as connection:
                where = (PASSKEYS.c.id == passkey, PASSKEYS.c.player == player)
                return bool((await connection.execute(delete(PASSKEYS).where(*where))).rowcount)

    async def spend(self, digest: str, expires: int, now: int) -> bool:
        """Note that a challenge was answered, and forget those that have expired; False if it was before."""
        try:
            with answering():
                async with self._engine.begin() as connection:
                    await connection.execute(delete(SPENT_CHALLENGES).where(SPENT_CHALLENGES.c.expires < now))
                    await connection.execute(insert(SPENT_CHALLENGES), [{"digest": digest, "expires": expires}])
        except IntegrityError:
            return False
        return True

    async def new_codes(self, player: str, digests: Sequence[str]) -> None:
        """Keep the digests of a player's recovery codes, instead of those before."""
        with answering():
            async with self._engine.begin() as connection:
                await connection.execute(delete(RECOVERY_CODES).where(RECOVERY_CODES.c.player == player))
                rows = [{"digest": digest, "player": player} for digest in digests]
                await connection.execute(insert(RECOVERY_CODES), rows)

    async def codes_left(self, player: str) -> int:
        with answering():
            async with self._engine.connect() as connection:
                wanted = select(func.count()).select_from(RECOVERY_CODES).where(RECOVERY_CODES.c.player == player)
                return (await connection.execute(wanted)).scalar_one()

    async def take_code(self, digest: str) -> str | None:
        """Use up a code: its player, or None if it was used or never given."""
        taken = delete(RECOVERY_CODES).where(RECOVERY_CODES.c.digest == digest).returning(RECOVERY_CODES.c.player)
        with answering():
            async with self._engine.begin() as connection:
                player: str | None = (await connection.execute(taken)).scalar()
                return player
