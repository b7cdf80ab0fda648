"""A player for tests who uses HTTP alone, and what tests hold the server's answers against."""

from __future__ import annotations

import itertools
import secrets
from types import TracebackType
from typing import Any, Self

import httpx

from holi.game import commitment
from holi.server.wire.commands import TWINS
from holi.server.wire.results import name_of
from tests.server.player import legal_in
from tests.server.processes import PATIENT

Json = dict[str, Any]

ADDRESSES = {name_of(command): address for command, address in TWINS.items()}


class HttpPlayer:
    """One identity over HTTP: the token goes along as Bearer, so no Origin is needed."""

    def __init__(self, address: str, token: str | None = None, **headers: str) -> None:
        self.http = httpx.AsyncClient(base_url=address, headers=headers, timeout=PATIENT, trust_env=False)
        self.token = token
        self._ids = itertools.count(1)
        self._prefix = secrets.token_hex(4)

    async def __aenter__(self) -> Self:
        if self.token is None:
            self.token = (await self.http.get("/api/me")).raise_for_status().json()["token"]
        self.http.cookies.clear()
        self.http.headers["Authorization"] = f"Bearer {self.token}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self.http.aclose()

    async def ask(self, command: str, table: str | None = None, **fields: Any) -> httpx.Response:
        """Send the twin of a command, with a new id unless one is given."""
        body = {"id": f"{self._prefix}-{next(self._ids)}", **fields}
        return await self.http.post(ADDRESSES[command].format(table=table), json=body)

    async def command(self, command: str, table: str | None = None, **fields: Any) -> Json:
        """Send the twin of a command that must succeed; return `done`."""
        response = await self.ask(command, table, **fields)
        assert response.status_code == 200, response.text
        done: Json = response.json()
        return done

    async def refusal(self, command: str, table: str | None = None, **fields: Any) -> tuple[int, str]:
        """Send the twin of a command that must be refused; return the status and the code."""
        response = await self.ask(command, table, **fields)
        problem = response.json()
        assert set(problem) <= {"code", "message", "retry_after", "state"}, problem
        assert problem["message"]
        return response.status_code, problem["code"]

    async def create(self, players: int = 2, **settings: Any) -> str:
        made = await self.command("create", settings={"players": players, "first": "host", **settings})
        table: str = made["result"]["table"]
        return table

    async def sit(self, table: str, seat: int, name: str = "Ana") -> str:
        """Take a seat; return the nonce that was promised."""
        nonce = secrets.token_hex(32)
        await self.command("sit", table, seat=seat, name=name, nonce_commitment=commitment(nonce))
        return nonce

    async def sync(self, table: str) -> Json:
        response = await self.http.get(f"/api/tables/{table}")
        assert response.status_code == 200, response.text
        synced: Json = response.json()
        return synced


async def begun_game(players: list[HttpPlayer], **settings: Any) -> str:
    """A table of the first player where all sit, in order, and the game has begun; return its id."""
    host = players[0]
    table = await host.create(len(players), **settings)
    nonces = [await player.sit(table, seat) for seat, player in enumerate(players)]
    await host.command("start", table)
    for seat, (player, nonce) in enumerate(zip(players, nonces, strict=True)):
        await player.command("nonce", table, seat=seat, nonce=nonce)
    return table


async def played_game(players: list[HttpPlayer], **settings: Any) -> str:
    """A table where a whole game has been played, always by the last legal action but the end of a turn."""
    table = await begun_game(players, **settings)
    while True:
        for player in players:
            state = (await player.sync(table))["state"]
            if state["phase"] == "over":
                return table
            if legal := legal_in(state):
                throw = [action for action in legal if action[0] in "TD"]
                action = throw[0] if throw else legal[-1]
                await player.command("act", table, version=state["version"], action=action)
