"""Passkeys and recovery codes prove who one is, and nothing that resembles them does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest

from holi.server.limits import GUESS_BURST
from holi.server.passkeys import CHALLENGE_SECONDS, CODE_LETTERS, Challenges, code_digest, from_base64, new_codes
from tests.server.authenticator import Authenticator
from tests.server.conftest import StartServer
from tests.server.http_player import HttpPlayer
from tests.server.processes import Server

pytestmark = pytest.mark.anyio

Json = dict[str, Any]


class Browser:
    """A page at the server's name, with the cookie that browsers have."""

    def __init__(self, server: Server, player: HttpPlayer) -> None:
        self.player = player
        self.http = player.http
        self.origin = server.address.replace("127.0.0.1", "localhost")
        self._headers = {"Origin": self.origin, "Host": self.origin.removeprefix("http://")}

    async def get(self, path: str) -> Json:
        response = await self.http.get(path, headers=self._headers)
        assert response.status_code == 200, response.text
        found: Json = response.json()
        return found

    async def post(self, path: str, body: Json | None = None, **headers: str) -> tuple[int, Json]:
        response = await self.http.post(path, json=body or {}, headers={**self._headers, **headers})
        return response.status_code, response.json()

    async def posted(self, path: str, body: Json | None = None) -> Json:
        status, found = await self.post(path, body)
        assert status == 200, found
        return found


@pytest.fixture
async def browsers(start_server: StartServer) -> AsyncIterator[list[Browser]]:
    """Two browsers, of Ana and of somebody without a name."""
    server = start_server()
    async with AsyncExitStack() as stack:
        desk, phone = [Browser(server, await stack.enter_async_context(HttpPlayer(server.address))) for _ in range(2)]
        await desk.player.command("rename", name="Ana")
        yield [desk, phone]


async def with_passkey(browser: Browser) -> Authenticator:
    keys = Authenticator(browser.origin)
    question = await browser.posted("/api/me/passkeys/question")
    kept = await browser.posted("/api/me/passkeys/add", keys.make(question))
    assert len(kept["passkeys"]) == 1
    return keys


def refused(answer: tuple[int, Json]) -> bool:
    status, problem = answer
    return status == 403 and problem["code"] == "no-log-in"


async def test_a_passkey_logs_in_once_for_each_challenge(browsers: list[Browser]):
    desk, phone = browsers
    keys = await with_passkey(desk)
    question = await phone.posted("/api/log-in/question")
    answer = keys.answer(question)
    assert (await phone.get("/api/me"))["name"] is None
    assert (await phone.posted("/api/log-in/passkey", answer))["name"] == "Ana"
    assert refused(await phone.post("/api/log-in/passkey", answer)), "the same answer again"
    assert refused(await phone.post("/api/log-in/passkey", keys.answer(question))), "the same challenge again"


async def test_what_was_signed_for_others_is_refused(browsers: list[Browser]):
    desk, phone = browsers
    keys = await with_passkey(desk)

    async def ask(browser: Browser, purpose: str = "log-in") -> Json:
        return await browser.posted("/api/log-in/question" if purpose == "log-in" else "/api/me/passkeys/question")

    assert refused(await phone.post("/api/log-in/passkey", keys.answer(await ask(desk)))), "another device's challenge"
    assert refused(await phone.post("/api/log-in/passkey", keys.answer(await ask(phone, "add")))), "another purpose"
    made_up = {"challenge": "AAAA" * 14, "host": "localhost"}
    assert refused(await phone.post("/api/log-in/passkey", keys.answer(made_up))), "a challenge that we did not make"
    elsewhere = {**await ask(phone), "host": "evil.example"}
    assert refused(await phone.post("/api/log-in/passkey", keys.answer(elsewhere))), "signed for another host"
    keys.origin = "https://evil.example"
    assert refused(await phone.post("/api/log-in/passkey", keys.answer(await ask(phone)))), "signed at another origin"
    keys.origin = phone.origin
    stranger = Authenticator(phone.origin)
    stranger.id = keys.id
    assert refused(await phone.post("/api/log-in/passkey", stranger.answer(await ask(phone)))), "another's key"
    changed = keys.answer(await ask(phone)) | {"signature": "AAAA"}
    assert refused(await phone.post("/api/log-in/passkey", changed)), "no signature"


async def test_a_passkey_of_somebody_is_nobody_elses(browsers: list[Browser]):
    desk, phone = browsers
    keys = await with_passkey(desk)
    question = await phone.posted("/api/me/passkeys/question")
    assert refused(await phone.post("/api/me/passkeys/add", keys.make(question)))
    (kept,) = (await desk.get("/api/me/passkeys"))["passkeys"]
    status, problem = await phone.post("/api/me/passkeys/remove", {"id": kept["id"]})
    assert (status, problem["code"]) == (404, "not-found")
    assert (await desk.posted("/api/me/passkeys/remove", {"id": kept["id"]}))["passkeys"] == []
    answer = keys.answer(await phone.posted("/api/log-in/question"))
    assert refused(await phone.post("/api/log-in/passkey", answer)), "it was removed"


async def test_an_address_in_numbers_has_no_passkeys(browsers: list[Browser]):
    browser = browsers[0]
    numbers = browser.origin.replace("localhost", "127.0.0.1")
    host = numbers.removeprefix("http://")
    status, problem = await browser.post("/api/me/passkeys/question", Origin=numbers, Host=host)
    assert (status, problem["code"]) == (409, "no-passkeys")


async def test_codes_log_in_once_each_and_new_ones_replace_them(browsers: list[Browser]):
    desk, phone = browsers
    first = (await desk.posted("/api/me/recovery-codes"))["codes"]
    assert (await desk.get("/api/me/passkeys"))["codes_left"] == len(first) == 10
    typed = {"code": first[0].lower().replace("-", " ")}
    assert (await phone.posted("/api/log-in/code", typed))["name"] == "Ana"
    assert refused(await phone.post("/api/log-in/code", typed))
    await desk.posted("/api/me/recovery-codes")
    assert refused(await phone.post("/api/log-in/code", {"code": first[1]}))


async def test_guessing_codes_is_slow(start_server: StartServer):
    server = start_server(trusted_proxies=1)
    async with HttpPlayer(server.address) as player:
        browser = Browser(server, player)
        for guess in range(GUESS_BURST + 1):
            status, problem = await browser.post(
                "/api/log-in/code", {"code": f"BBBB{guess}"}, **{"X-Forwarded-For": "192.0.2.7"}
            )
            if status == 429:
                break
        assert (status, problem["code"]) == (429, "too-fast")


class TestChallenges:
    @staticmethod
    def at(moment: list[int]) -> Challenges:
        return Challenges("key", lambda: moment[0])

    def test_they_end(self):
        moment = [1_000]
        challenges = self.at(moment)
        challenge = from_base64(challenges.make("add", "device"))
        assert challenges.expiry(challenge, "add", "device") == 1_000 + CHALLENGE_SECONDS * 1000
        moment[0] += CHALLENGE_SECONDS * 1000
        assert challenges.expiry(challenge, "add", "device") is None

    def test_they_are_for_one_purpose_one_device_and_one_server(self):
        challenges = self.at([0])
        challenge = from_base64(challenges.make("add", "device"))
        assert challenges.expiry(challenge, "log-in", "device") is None
        assert challenges.expiry(challenge, "add", "other") is None
        assert Challenges("other key", lambda: 0).expiry(challenge, "add", "device") is None
        later = challenge[:16] + (10**15).to_bytes(8) + challenge[24:]
        assert challenges.expiry(later, "add", "device") is None
        assert challenges.expiry(b"", "add", "device") is None


def test_codes_are_many_letters_and_read_however_they_are_typed():
    codes = new_codes()
    assert len(set(codes)) == 10
    assert all(len(code.replace("-", "")) == 16 and set(code) <= set(CODE_LETTERS + "-") for code in codes)
    assert code_digest(codes[0]) == code_digest(codes[0].lower().replace("-", " ")) != code_digest(codes[1])
