"""What browsers are told, whose pages may act, how much may be sent, and the page itself."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.conftest import StartServer
from tests.server.processes import PATIENT, Server

pytestmark = pytest.mark.anyio

ELSEWHERE = "https://friend.example"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page as the build makes it."""
    folder = tmp_path_factory.mktemp("page")
    (folder / "assets").mkdir()
    script = b"console.log('holi')" * 100
    (folder / "index.html").write_text("<!doctype html><title>Holi</title>")
    (folder / "favicon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (folder / "sw.js").write_text("addEventListener('fetch', () => {})")
    (folder / "manifest.webmanifest").write_text('{"name": "Holi"}')
    (folder / "assets" / "index-abc123.js").write_bytes(script)
    (folder / "assets" / "index-abc123.js.gz").write_bytes(gzip.compress(script))
    (folder / "assets" / "index-abc123.js.br").write_bytes(b"brotli, as the build made it")
    (folder.parent / "outside.txt").write_text("outside")
    return folder


@pytest.fixture(scope="module")
def site(page: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a page, behind TLS, that lets pages of another origin connect."""
    database = f"sqlite:///{tmp_path_factory.mktemp('site') / 'holi.db'}"
    with Server(database, page=page, origin=ELSEWHERE, env={"HOLI_SECURE_COOKIES": "1"}) as server:
        yield server


AS_BROWSER = {"Sec-Fetch-Site": "same-origin"}


def browser(server: Server) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=server.address, timeout=PATIENT, trust_env=False)


@pytest.mark.parametrize("path", ["/", "/api/me", "/api/tables", "/health", "/nowhere", "/api/tables/!"])
async def test_every_answer_has_the_security_headers(site: Server, path: str):
    async with browser(site) as http:
        headers = (await http.get(path)).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy.pop("script-src") == "'self' 'wasm-unsafe-eval'"  # WebAssembly, and no `eval`
    assert policy["style-src"] == policy["connect-src"] == "'self'"
    assert not any("unsafe" in sources or "*" in sources for sources in policy.values())
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert headers["strict-transport-security"].startswith("max-age=")
    assert "server" not in headers


async def test_cookies_are_for_tls_only_where_there_is_tls(site: Server, shared_server: Server):
    async with browser(site) as http:
        cookie = (await http.get("/api/me", headers=AS_BROWSER)).headers["set-cookie"]
        assert cookie.startswith("__Host-holi_player=") and cookie.endswith("; Secure") and "Domain" not in cookie
    async with browser(shared_server) as http:
        assert "; Secure" not in (await http.get("/api/me", headers=AS_BROWSER)).headers["set-cookie"]
        assert "strict-transport-security" not in (await http.get("/api/me")).headers


def made(server: Server) -> str:
    return server.address.removeprefix("http://")


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("own", 200),
        (ELSEWHERE, 200),
        ("https://evil.example", 403),
        ("null", 403),
        ("", 403),
        ("http://[", 403),
        ("http own", 403),
        ("https://own.evil.example", 403),
    ],
)
async def test_whose_pages_may_act_with_a_cookie(site: Server, origin: str, status: int):
    host = made(site)
    shown = {"own": f"https://{host}", "http own": f"http://{host}"}.get(origin, origin)
    async with browser(site) as http:
        token = (await http.get("/api/me")).json()["token"]
        headers = {"Origin": shown, "Cookie": f"__Host-holi_player={token}"}
        response = await http.post("/api/tables", json={"id": "a", "settings": {"players": 2}}, headers=headers)
        assert response.status_code == status
        if status == 403:
            assert response.json()["code"] == "not-allowed"
    socket = site.address.replace("http", "ws", 1) + "/api/socket"
    if status == 200:
        async with connect(socket, additional_headers=headers):
            pass
    else:
        with pytest.raises(InvalidStatus) as refused:
            async with connect(socket, additional_headers=headers):
                pass
        assert refused.value.response.status_code == 403


async def test_programs_without_an_origin_show_their_token_as_bearer(site: Server):
    body = {"id": "a", "settings": {"players": 2}}
    async with browser(site) as http:
        token = (await http.get("/api/me")).json()["token"]
        http.cookies.clear()
        with_cookie = await http.post("/api/tables", json=body, headers={"Cookie": f"__Host-holi_player={token}"})
        assert (with_cookie.status_code, with_cookie.json()["code"]) == (403, "not-allowed")
        with_header = await http.post("/api/tables", json=body, headers={"Authorization": f"Bearer {token}"})
        assert with_header.status_code == 200
        assert (await http.post("/api/tables", json=body)).status_code == 200
        reading = await http.get("/api/tables", headers={"Cookie": f"__Host-holi_player={token}"})
        assert reading.status_code == 200


async def test_a_browser_is_told_which_other_origins_may_ask(site: Server):
    asking = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    async with browser(site) as http:
        allowed = await http.options("/api/tables", headers={"Origin": ELSEWHERE, **asking})
        assert allowed.status_code == 204
        assert allowed.headers["access-control-allow-origin"] == ELSEWHERE
        assert "access-control-allow-credentials" not in allowed.headers
        answered = await http.get("/api/tables", headers={"Origin": ELSEWHERE})
        assert answered.headers["access-control-allow-origin"] == ELSEWHERE
        for method in ("OPTIONS", "GET"):
            evil = await http.request(method, "/api/tables", headers={"Origin": "https://evil.example", **asking})
            assert "access-control-allow-origin" not in evil.headers


async def test_a_body_that_is_too_long_is_refused(shared_server: Server):
    async with browser(shared_server) as http:
        just_fits = await http.post("/api/tables", content=b" " * 4096)
        assert just_fits.status_code == 422
        too_long = await http.post("/api/tables", content=b" " * 4097)
        assert (too_long.status_code, too_long.json()["code"]) == (413, "too-large")

        async def pieces():
            for _ in range(100):
                yield b" " * 1000

        streamed = await http.post("/api/tables", content=pieces())
        assert (streamed.status_code, streamed.json()["code"]) == (413, "too-large")


async def test_a_message_that_is_too_long_ends_the_connection(shared_server: Server):
    async with connect(shared_server.socket_address) as socket:
        await socket.send("x" * 65_537)
        with pytest.raises(ConnectionClosed) as closed:
            async with asyncio.timeout(PATIENT):
                await socket.recv()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009


async def test_a_socket_elsewhere_is_not_there(shared_server: Server):
    with pytest.raises(InvalidStatus) as refused:
        async with connect(shared_server.address.replace("http", "ws", 1) + "/api/nothing"):
            pass
    assert refused.value.response.status_code == 404


# The page


@pytest.mark.parametrize(
    "path",
    ["/", "/t/abcdef", "/t/abcdef/more", "/learn", "/cards/decks", "/replay", "/settings", "/my-games", "/index.html"],
)
async def test_the_page_is_served_for_the_addresses_it_makes_sense_of(site: Server, path: str):
    async with browser(site) as http:
        response = await http.get(path)
    assert response.text == "<!doctype html><title>Holi</title>"
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert response.headers["cache-control"] == "no-cache"


async def test_assets_are_kept_for_ever_and_compressed_as_the_client_takes_them(site: Server):
    path = "/assets/index-abc123.js"
    async with browser(site) as http:
        plain = await http.get(path, headers={"Accept-Encoding": "identity"})
        zipped = await http.get(path, headers={"Accept-Encoding": "gzip, br;q=0"})
        assert plain.text == zipped.text == "console.log('holi')" * 100
        assert zipped.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
        async with http.stream("GET", path, headers={"Accept-Encoding": "br, gzip"}) as best:
            assert best.headers["content-encoding"] == "br"
            assert b"".join([part async for part in best.aiter_raw()]) == b"brotli, as the build made it"
        for response in (plain, zipped):
            assert response.headers["cache-control"] == "public, max-age=31536000, immutable"
            assert response.headers["content-type"] == "text/javascript; charset=utf-8"
            assert response.headers["vary"] == "Accept-Encoding"
        again = await http.get(path, headers={"If-None-Match": plain.headers["etag"], "Accept-Encoding": "identity"})
        assert (again.status_code, again.content) == (304, b"")
        head = await http.head(path)
        assert (head.status_code, head.content) == (200, b"")
        assert (await http.get("/favicon.svg")).headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("path", "content_type"),
    [
        ("/sw.js", "text/javascript; charset=utf-8"),
        ("/manifest.webmanifest", "application/manifest+json; charset=utf-8"),
    ],
)
async def test_what_makes_the_page_installable_is_asked_for_anew(site: Server, path: str, content_type: str):
    async with browser(site) as http:
        response = await http.get(path)
    assert (response.status_code, response.headers["content-type"]) == (200, content_type)
    assert response.headers["cache-control"] == "no-cache"
    policy = response.headers["content-security-policy"].split("; ")
    assert "worker-src 'self'" in policy and "manifest-src 'self'" in policy


@pytest.mark.parametrize(
    "path",
    ["/outside.txt", "/../outside.txt", "/..%2foutside.txt", "/assets/%2e%2e/%2e%2e/outside.txt", "/assets/",
     "/assets/index-abc123.js.gz", "/assets/other.js", "/api", "//etc/passwd"],
)  # fmt: skip
async def test_nothing_else_is_served(site: Server, path: str):
    reader, writer = await asyncio.open_connection(*made(site).split(":"))
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {made(site)}\r\nConnection: close\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    assert answer.startswith(b"HTTP/1.1 404")
    assert b"outside" not in answer.partition(b"\r\n\r\n")[2]


async def test_without_a_built_page_the_server_says_so(start_server: StartServer, tmp_path: Path):
    server = start_server(page=tmp_path)
    async with browser(server) as http:
        response = await http.get("/")
        assert response.status_code == 200
        assert "has not been built" in response.text
        assert (await http.get("/assets/x.js")).status_code == 404
