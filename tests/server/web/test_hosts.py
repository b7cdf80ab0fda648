"""Under which names the server answers, and what it says of proxies that nobody announced."""

from __future__ import annotations

import json
import logging
import socket

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from holi.server.settings import Settings
from holi.server.table.refusals import RefusedError
from holi.server.web.hosts import Hosts, UnannouncedProxy
from tests.server.conftest import StartServer
from tests.server.processes import PATIENT, Server

pytestmark = pytest.mark.anyio

OURS = [
    "localhost",
    "LOCALHOST:8000",
    "localhost.",
    "play.localhost:80",
    "127.0.0.1:8000",
    "192.168.1.20",
    "10.0.0.1:1",
    "[::1]:8000",
    "[fe80::1]",
    "[2001:db8::1]:443",
    "Play.Example.org",
    "play.example.org:443",
    ":8000",
]
OTHERS = [
    "evil.example",
    "evil.example:8000",
    "play.example.org.evil.example",
    "127.0.0.1.evil.example",
    "localhost.evil",
    "xlocalhost",
    "1.2.3.4.5",
    "evil.example:127.0.0.1",
    "[::1].evil.example",
    "0x7f.1.evil",
    "user@localhost",
]


def asked(name: str, value: str) -> dict[str, object]:
    return {"headers": [(name.encode(), value.encode())]}


@pytest.mark.parametrize("host", OURS)
def test_own_names_and_addresses_in_numbers_are_answered(host: str):
    Hosts(Settings(public_name=["play.example.org"])).check(asked("host", host))


def test_the_name_of_the_machine_is_answered():
    for name in (socket.gethostname(), f"{socket.gethostname().partition('.')[0]}.local:8000"):
        Hosts(Settings()).check(asked("host", name))


@pytest.mark.parametrize("host", OTHERS)
def test_other_names_are_refused(host: str):
    with pytest.raises(RefusedError, match="start it with --public-name or HOLI_PUBLIC_NAME") as refused:
        Hosts(Settings(public_name=["play.example.org"])).check(asked("host", host))
    assert refused.value.code == "not-allowed"


async def test_a_site_whose_name_points_here_gets_nothing(shared_server: Server):
    """DNS rebinding: for the browser, page and server are of one origin."""
    port = shared_server.address.rpartition(":")[2]
    evil = {"Host": f"evil.example:{port}", "Origin": f"http://evil.example:{port}"}
    async with httpx.AsyncClient(base_url=shared_server.address, timeout=PATIENT, trust_env=False) as http:
        for method, path in [("GET", "/api/me"), ("GET", "/"), ("POST", "/api/tables"), ("OPTIONS", "/api/tables")]:
            answer = await http.request(method, path, headers=evil)
            assert answer.status_code == 403
            assert answer.json()["message"] == (
                "this server is not known as 'evil.example'; if that is its name, start it with --public-name or "
                "HOLI_PUBLIC_NAME"
            )
            assert "set-cookie" not in answer.headers
        assert (await http.get("/api/me", headers={"Host": f"localhost:{port}"})).status_code == 200
    with pytest.raises(InvalidStatus) as refused:
        async with connect(f"ws://evil.example:{port}/api/socket", host="127.0.0.1", additional_headers=evil):
            pass
    assert refused.value.response.status_code == 403


async def test_a_server_answers_to_its_public_names(start_server: StartServer):
    server = start_server(env={"HOLI_PUBLIC_NAME": "play.example.org holi.example.org"})
    async with httpx.AsyncClient(base_url=server.address, timeout=PATIENT, trust_env=False) as http:
        statuses = [
            (await http.get("/health", headers={"Host": host})).status_code
            for host in ("play.example.org", "holi.example.org:443", "example.org", "example.com")
        ]
    assert statuses == [200, 200, 403, 403]
    warnings = [line for line in server.errors.splitlines() if "not known as" in line]
    assert len(warnings) == 1, "told once"


@pytest.mark.parametrize("header", ["x-forwarded-for", "forwarded"])
def test_a_proxy_that_was_not_announced_is_warned_of_once(caplog: pytest.LogCaptureFixture, header: str):
    caplog.set_level(logging.WARNING)
    proxy = UnannouncedProxy(Settings())
    proxy.look(asked("accept", "*/*"))
    assert caplog.messages == []
    for _ in range(3):
        proxy.look(asked(header, "192.0.2.7"))
    assert len(caplog.messages) == 1
    assert "set --trusted-proxies or HOLI_TRUSTED_PROXIES to the number of proxies" in caplog.messages[0]
    UnannouncedProxy(Settings(trusted_proxies=1)).look(asked(header, "192.0.2.7"))
    assert len(caplog.messages) == 1


async def test_the_warning_is_in_the_log_of_a_server(start_server: StartServer):
    server = start_server()
    async with httpx.AsyncClient(base_url=server.address, timeout=PATIENT, trust_env=False) as http:
        for _ in range(3):
            await http.get("/health", headers={"X-Forwarded-For": "192.0.2.7"})
    told = [json.loads(line) for line in server.errors.splitlines()]
    assert [line["level"] for line in told if "--trusted-proxies" in line["message"]] == ["warning"]
    assert "192.0.2.7" not in server.errors
