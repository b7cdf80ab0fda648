"""Who a player is: a signed token in a cookie or a header, a name, and a way to another device."""

from __future__ import annotations

import httpx
import pytest

from holi.server.identity import COOKIE, DAY, HOST_COOKIE, TOKEN_SECONDS, Identities, cookie_header, shown_token
from tests.server.conftest import NewPlayer
from tests.server.http_player import HttpPlayer
from tests.server.player import RefusedError
from tests.server.processes import PATIENT, Server

anyio = pytest.mark.anyio


def test_a_token_proves_its_player_and_no_other():
    identities = Identities("key")
    player = identities.new_player()
    token = identities.token(player)
    assert identities.player(token) == player
    assert Identities("another key").player(token) is None
    for other in (None, "", ".", player, token[:-1], token + "0", "x" + token, token.upper(), "é" + token, "0" * 1000):
        assert identities.player(other) is None, other


def test_a_token_ends_unless_it_is_renewed_by_use():
    now = 1_000_000_000.0
    identities = Identities("key", clock=lambda: now)
    known = identities.new("ana")
    token = identities.token(known)
    now += DAY - 1
    assert identities.renewed(known) == known
    now += 1
    renewed = identities.renewed(known)
    assert (renewed.player, renewed.device, renewed.made - known.made) == ("ana", known.device, DAY)
    now += TOKEN_SECONDS - DAY - 1
    assert identities.known(token) == known
    now += 1
    assert identities.known(token) is None
    assert identities.known(identities.token(renewed)) == renewed


def test_no_token_of_a_device_that_was_logged_out_is_believed():
    identities = Identities("key")
    known, other = identities.new("ana"), identities.new("ana")
    identities.ended.add(known.device)
    assert identities.player(identities.token(known)) is None
    assert identities.player(identities.token(other)) == "ana"


def test_tokens_of_earlier_versions_are_believed_for_a_while_and_exchanged():
    now = 1_000_000_000.0
    old = f"ana.{Identities('key')._signature('ana')}"
    identities = Identities("key", old_until=now + DAY, clock=lambda: now)
    known = identities.known(old)
    assert known is not None and known.player == "ana"
    assert identities.renewed(known).made == int(now)
    identities.ended.add(known.device)
    assert identities.known(old) is None
    assert Identities("key", old_until=now - 1, clock=lambda: now).known(old) is None


def test_players_are_not_given_twice():
    identities = Identities("key")
    assert len({identities.new_player() for _ in range(1000)}) == 1000


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ([], None),
        ([(b"authorization", b"Bearer abc")], ("abc", "header")),
        ([(b"authorization", b"bearer  abc ")], ("abc", "header")),
        ([(b"authorization", b"Basic abc")], None),
        ([(b"cookie", b"holi_player=abc")], ("abc", "cookie")),
        ([(b"cookie", b'other={"odd": 1}; holi_player=abc; last=1')], ("abc", "cookie")),
        ([(b"cookie", b"a=1"), (b"cookie", b'holi_player="abc"')], ("abc", "cookie")),
        ([(b"cookie", b"xholi_player=abc; holi_player")], None),
        ([(b"cookie", b"holi_player=abc"), (b"authorization", b"Bearer def")], ("def", "header")),
        ([(b"cookie", b"holi_player=\xff\xfe")], ("ÿþ", "cookie")),
    ],
)
def test_where_a_token_is_looked_for(headers, expected):
    assert shown_token(headers) == expected


@pytest.mark.parametrize(
    ("cookies", "expected"),
    [
        (b"__Host-holi_player=abc", "abc"),
        (b"holi_player=a.b.c.d; __Host-holi_player=abc", "abc"),
        (b"holi_player=a.b.c.d", None),
        (b"holi_player=player.signature", "player.signature"),
        (b"x__Host-holi_player=abc", None),
    ],
)
def test_under_tls_only_the_cookie_of_this_very_host_counts(cookies: bytes, expected: str | None):
    shown = shown_token([(b"cookie", cookies)], secure=True)
    assert (shown and shown.token) == expected


def test_the_cookie_is_not_for_scripts_nor_other_sites():
    assert cookie_header("t", secure=False) == f"{COOKIE}=t; Path=/; Max-Age={TOKEN_SECONDS}; HttpOnly; SameSite=Lax"
    assert cookie_header("t", secure=True) == (
        f"{HOST_COOKIE}=t; Path=/; Max-Age={TOKEN_SECONDS}; HttpOnly; SameSite=Lax; Secure"
    )


@anyio
async def test_a_new_program_gets_a_token_and_is_known_by_it_again(shared_server: Server):
    async with httpx.AsyncClient(base_url=shared_server.address, timeout=PATIENT, trust_env=False) as program:
        first = await program.get("/api/me")
        token = first.json()["token"]
        assert first.json()["name"] is None and "set-cookie" not in first.headers
        assert (await program.get("/api/me", headers={"Authorization": f"Bearer {token}"})).json() == first.json()
        forged = await program.get("/api/me", headers={"Authorization": f"Bearer {token[:-1]}x"})
        assert forged.json()["token"] != token


@anyio
async def test_a_new_browser_gets_a_cookie_and_its_scripts_never_the_token(shared_server: Server):
    origin = {"Origin": shared_server.address}
    async with httpx.AsyncClient(base_url=shared_server.address, timeout=PATIENT, trust_env=False) as browser:
        first = await browser.get("/api/me", headers={"Sec-Fetch-Site": "same-origin"})
        assert first.json() == {"name": None, "token": None}
        token = browser.cookies[COOKIE]
        again = await browser.get("/api/me")
        assert again.json() == {"name": None, "token": None} and token in again.headers["set-cookie"]
        made = await browser.post("/api/me/transfer", headers=origin)
        claimed = await browser.post("/api/me/claim", json={"code": made.json()["code"]}, headers=origin)
        assert claimed.json() == {"name": None, "token": None} and COOKIE in claimed.headers["set-cookie"]
        for path in ("/api/me/devices", "/api/me/tables"):
            assert browser.cookies[COOKIE].rpartition(".")[2] not in (await browser.get(path)).text


@anyio
async def test_a_command_without_an_identity_makes_one(shared_server: Server):
    async with httpx.AsyncClient(base_url=shared_server.address, timeout=PATIENT, trust_env=False) as browser:
        made = await browser.post("/api/tables", json={"id": "a", "settings": {"players": 2}})
        assert made.status_code == 200
        table = made.json()["result"]["table"]
        sync = (await browser.get(f"/api/tables/{table}")).json()
        assert sync["state"]["you_are_host"]


@anyio
async def test_the_same_identity_over_http_and_websocket(shared_server: Server, new_player: NewPlayer):
    player = await new_player(shared_server)
    table = await player.create()
    async with HttpPlayer(shared_server.address, player.token) as visitor:
        assert (await visitor.sync(table))["state"]["you_are_host"]
        await visitor.command("rename", name="Ana")
        assert (await visitor.http.get("/api/me")).json() == {"name": "Ana", "token": player.token}


@anyio
@pytest.mark.parametrize(
    ("name", "code"),
    [
        *[(name, "nothing-shown") for name in ("", "   ", "\n", "\u202e", "\u200b", "\u3164")],
        ("x" * 25, "invalid"),
        ("\ufdfa" * 2, "invalid"),
    ],
)
async def test_a_name_shows_something_on_one_line(shared_server: Server, name: str, code: str):
    async with HttpPlayer(shared_server.address) as visitor:
        assert await visitor.refusal("rename", name=name) == (422, code)
        assert (await visitor.http.get("/api/me")).json()["name"] is None


@anyio
async def test_a_transfer_code_moves_an_identity_once(shared_server: Server):
    async with HttpPlayer(shared_server.address) as old, HttpPlayer(shared_server.address) as new:
        await old.command("rename", name="Ana")
        table = await old.create()
        await old.sit(table, 0)
        transfer = (await old.http.post("/api/me/transfer")).json()
        assert transfer["link"] == f"/settings#transfer={transfer['code']}"
        claimed = await new.http.post("/api/me/claim", json={"code": transfer["code"]})
        token = claimed.json()["token"]
        assert claimed.json()["name"] == "Ana" and old.token is not None
        assert token.split(".")[0] == old.token.split(".")[0] and token.split(".")[1] != old.token.split(".")[1]
        assert "set-cookie" not in claimed.headers
        again = await new.http.post("/api/me/claim", json={"code": transfer["code"]})
        assert (again.status_code, again.json()["code"]) == (404, "no-transfer")
        wrong = await new.http.post("/api/me/claim", json={"code": "x" * 24})
        assert (wrong.status_code, wrong.json()["code"]) == (404, "no-transfer")
        bad = await new.http.post("/api/me/claim", json={"code": "x"})
        assert (bad.status_code, bad.json()["code"]) == (422, "invalid")
    async with HttpPlayer(shared_server.address, claimed.json()["token"]) as moved:
        lines = (await moved.http.get("/api/me/tables")).json()["tables"]
        assert [line["table"] for line in lines] == [table]


@anyio
async def test_nobody_can_act_for_another(shared_server: Server, new_player: NewPlayer):
    host, other = await new_player(shared_server), await new_player(shared_server)
    table = await host.create()
    await host.sit(table, 0)
    for command, fields in {"leave": {"seat": 0}, "choose-colour": {"seat": 0, "colour": "red"}}.items():
        with pytest.raises(RefusedError, match="not-seated"):
            await other.command(command, table=table, **fields)
    for command in ("start", "close"):
        with pytest.raises(RefusedError, match="not-host"):
            await other.command(command, table=table)
    await other.watch(table)
    assert host.token is not None
    assert host.token.partition(".")[0] not in str(other.messages)
