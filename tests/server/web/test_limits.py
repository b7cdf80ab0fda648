"""Nobody can ask for too much: by player, by address, and by what is asked; others are not affected."""

from __future__ import annotations

import asyncio
import itertools
import json
from contextlib import ExitStack
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from holi.server.limits import (
    GUESS_BURST,
    GUESS_RATE,
    MOST_REMEMBERED,
    Limits,
    RateLimit,
    RateLimits,
    address_of,
)
from holi.server.live.service import CODE_LENGTH, CODE_LETTERS
from holi.server.settings import Settings
from holi.server.table.refusals import RefusedError
from holi.server.wire.commands import Create, Find, Hint, Ping, Say
from holi.server.wire.parts import TableSettings
from tests.server.conftest import NewPlayer, StartServer
from tests.server.http_player import HttpPlayer
from tests.server.processes import PATIENT, Server

anyio = pytest.mark.anyio

SAY = Say(id="a", table="abcd", phrase="hello")
CREATE = Create(id="a", settings=TableSettings(players=2))
HINT = Hint(id="a", table="abcd")


class Clock:
    """A clock that stands still unless it is moved."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def limits(clock: Clock) -> Limits:
    settings = Settings(
        commands_per_second=2, requests_per_second=3, connections_per_address=2, tables_per_hour=60
    )  # fmt: skip
    return Limits(settings, clock)


def allowed(limits: Limits, take: Any) -> int:
    """How often something may be done at once, up to 1000."""
    for count in range(1000):
        try:
            take()
        except RefusedError:
            return count
    return 1000


def carry_out(
    limits: Limits, player: str, command: Any, address: str | None = None, *, spectator: bool = False
) -> None:
    with limits.carrying_out(player, command, address, spectator=spectator):
        pass


def test_a_rate_limit_fills_up_with_time_but_not_beyond_its_most():
    limit = RateLimit(rate=2, most=3)
    assert [limit.take(0) for _ in range(4)] == [True, True, True, False]
    assert [limit.take(1) for _ in range(3)] == [True, True, False]
    assert [limit.take(1000) for _ in range(4)] == [True, True, True, False]


def test_those_not_heard_of_for_longest_are_forgotten():
    limits = RateLimits(rate=0, most=1)
    for number in range(MOST_REMEMBERED + 1):
        assert limits.take(str(number), 0)
    assert not limits.take("1", 0)
    assert limits.take("0", 0)


def test_commands_are_limited_by_player(limits: Limits, clock: Clock):
    assert allowed(limits, lambda: limits.command("ana")) == 6
    assert allowed(limits, lambda: limits.command("bo")) == 6
    clock.now += 1
    assert allowed(limits, lambda: limits.command("ana")) == 2


def test_a_players_connections_share_one_rate_limit(limits: Limits):
    assert limits.commands.of("ana") is limits.commands.of("ana")


def test_requests_are_limited_by_address_but_not_those_of_the_machine_itself(limits: Limits):
    assert allowed(limits, lambda: limits.request("192.0.2.1")) == 30
    assert allowed(limits, lambda: limits.request("192.0.2.2")) == 30
    assert allowed(limits, lambda: limits.request(None)) == 1000


def test_connections_are_counted_by_address_until_they_end(limits: Limits):
    with ExitStack() as open_connections:
        take = lambda: open_connections.enter_context(limits.connection("192.0.2.1"))  # noqa: E731
        assert allowed(limits, take) == 2
        with limits.connection("192.0.2.2"), limits.connection(None):
            pass
    with limits.connection("192.0.2.1"):
        pass
    assert not limits._connections


def test_new_players_are_limited_by_address(limits: Limits):
    assert allowed(limits, lambda: limits.newcomer("192.0.2.1")) == 200
    assert allowed(limits, lambda: limits.newcomer(None)) == 1000


def test_chat_tables_and_hints_have_limits_of_their_own(limits: Limits, clock: Clock):
    assert allowed(limits, lambda: carry_out(limits, "ana", SAY)) == 6
    assert allowed(limits, lambda: carry_out(limits, "ana", CREATE)) == 10
    assert allowed(limits, lambda: carry_out(limits, "ana", HINT)) == 10
    assert allowed(limits, lambda: carry_out(limits, "ana", Ping(id="a"))) == 1000
    clock.now += 60
    assert allowed(limits, lambda: carry_out(limits, "ana", CREATE)) == 1
    assert allowed(limits, lambda: carry_out(limits, "ana", SAY)) == 6


def test_two_hints_of_a_player_are_thought_about_at_once(limits: Limits):
    with limits.carrying_out("ana", HINT), limits.carrying_out("ana", HINT):
        with pytest.raises(RefusedError, match="wait for the hints"), limits.carrying_out("ana", HINT):
            pass
        with limits.carrying_out("bo", HINT):
            pass
    with limits.carrying_out("ana", HINT):
        pass


LISTED = Create(id="a", settings=TableSettings(players=2, listed=True))
FIND = Find(id="a", code="BCDFGHJ")
HERE, ELSEWHERE = "192.0.2.1", "192.0.2.2"


def test_an_address_makes_and_lists_only_so_many_tables_whoever_asks(limits: Limits):
    names = itertools.count()
    take = lambda command, at: lambda: carry_out(limits, str(next(names)), command, at)  # noqa: E731
    assert allowed(limits, take(LISTED, HERE)) == 10
    assert allowed(limits, take(CREATE, HERE)) == 40
    assert allowed(limits, take(LISTED, ELSEWHERE)) == 10


def test_chat_is_limited_by_address_and_for_spectators_by_table(limits: Limits):
    names = itertools.count()
    assert allowed(limits, lambda: carry_out(limits, str(next(names)), SAY, HERE)) == 20
    assert allowed(limits, lambda: carry_out(limits, str(next(names)), SAY, str(next(names)), spectator=True)) == 6
    carry_out(limits, "seated", SAY, ELSEWHERE)


def wrong_code(limits: Limits, address: str | None) -> None:
    """Raises `no-table`, or `too-fast` if the code was not even looked up."""
    with limits.carrying_out("ana", FIND, address):
        raise RefusedError("no-table", "no such table")


def test_wrong_codes_are_limited_by_address_and_right_ones_are_not(limits: Limits, clock: Clock):
    def codes(count: int, address: str | None) -> list[str]:
        found = []
        for _ in range(count):
            with pytest.raises(RefusedError) as refused:
                wrong_code(limits, address)
            found.append(refused.value.code)
        return found

    assert allowed(limits, lambda: carry_out(limits, "bo", FIND, HERE)) == 1000
    assert codes(21, HERE) == ["no-table"] * 20 + ["too-fast"]
    assert codes(30, ELSEWHERE)[:20] == ["no-table"] * 20
    assert codes(100, None) == ["no-table"] * 100
    clock.now += 60
    assert codes(3, HERE) == ["no-table", "no-table", "too-fast"]


def test_ten_hours_of_guessing_from_a_hundred_addresses_find_no_table():
    guesses = 100 * (GUESS_BURST + 10 * 3600 * GUESS_RATE)
    tables = 5000
    assert guesses * tables / len(CODE_LETTERS) ** CODE_LENGTH < 1


def test_requests_that_wait_are_limited_by_address(limits: Limits):
    with ExitStack() as waiting:
        assert allowed(limits, lambda: waiting.enter_context(limits.polling(HERE))) == 200
        with limits.polling(ELSEWHERE):
            pass
    with limits.polling(HERE):
        pass


def scope(client: str | None, *forwarded: str) -> dict[str, Any]:
    return {
        "client": None if client is None else (client, 1234),
        "headers": [(b"x-forwarded-for", each.encode()) for each in forwarded],
    }


@pytest.mark.parametrize(
    ("client", "forwarded", "proxies", "expected"),
    [
        ("192.0.2.1", [], 0, "192.0.2.1"),
        ("192.0.2.1", ["203.0.113.9"], 0, "192.0.2.1"),
        ("127.0.0.1", ["203.0.113.9"], 0, None),
        ("127.0.0.1", ["203.0.113.9"], 1, "203.0.113.9"),
        ("127.0.0.1", ["198.51.100.7, 203.0.113.9"], 1, "203.0.113.9"),
        ("127.0.0.1", ["198.51.100.7", "203.0.113.9"], 2, "198.51.100.7"),
        ("127.0.0.1", ["203.0.113.9"], 3, "203.0.113.9"),
        ("192.0.2.1", [], 1, "192.0.2.1"),
        ("127.0.0.1", ["no address at all"], 1, "no address at all"),
        ("::1", [], 0, None),
        ("::ffff:127.0.0.1", [], 0, None),
        ("::ffff:192.0.2.1", [], 0, "192.0.2.1"),
        ("2001:db8::1:2:3:4", [], 0, "2001:db8::/64"),
        ("127.0.0.1", ["[2001:db8::5]"], 1, "2001:db8::/64"),
        (None, [], 0, None),
    ],
)
def test_by_which_address_a_request_is_limited(client, forwarded, proxies, expected):
    assert address_of(scope(client, *forwarded), proxies) == expected


# Over a real server, as if behind a proxy


@pytest.fixture
def strict_server(start_server: StartServer) -> Server:
    return start_server(
        trusted_proxies=1, commands_per_second=20, requests_per_second=1, connections_per_address=3, tables_per_hour=18
    )


def coming_from(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": address}


@anyio
async def test_an_address_that_asks_too_often_is_told_to_wait_and_others_are_served(strict_server: Server):
    async with HttpPlayer(strict_server.address, **coming_from("203.0.113.1")) as eager:
        statuses = [(await eager.http.get("/api/tables")).status_code for _ in range(20)]
        assert statuses[0] == 200 and statuses[-1] == 429
        refused = await eager.http.get("/api/tables")
        assert refused.json()["code"] == "too-fast"
        assert refused.headers["retry-after"] == "1"
    async with HttpPlayer(strict_server.address, **coming_from("203.0.113.2")) as other:
        assert (await other.http.get("/api/tables")).status_code == 200


@anyio
async def test_an_address_holds_only_so_many_connections(strict_server: Server):
    def connected() -> Any:
        return connect(strict_server.socket_address, additional_headers=coming_from("203.0.113.3"))

    held: list[ClientConnection] = [await connected() for _ in range(3)]
    with pytest.raises(InvalidStatus) as refused:
        await connected()
    assert refused.value.response.status_code == 429
    assert json.loads(refused.value.response.body or b"")["code"] == "too-many"
    async with connect(strict_server.socket_address, additional_headers=coming_from("203.0.113.4")):
        pass
    await held.pop().close()
    async with asyncio.timeout(PATIENT):
        while True:  # the server learns a moment later that the connection is closed
            try:
                held.append(await connected())
                break
            except InvalidStatus:
                await asyncio.sleep(0.2)
    for each in held:
        await each.close()


@anyio
async def test_a_player_makes_only_so_many_tables(strict_server: Server):
    async with HttpPlayer(strict_server.address) as player, HttpPlayer(strict_server.address) as other:
        for _ in range(3):
            await player.create()
        assert await player.refusal("create", settings={"players": 2}) == (429, "too-many")
        await other.create()


@anyio
async def test_a_flood_of_commands_is_refused_and_then_closed_while_others_play_on(
    strict_server: Server, new_player: NewPlayer
):
    honest = await new_player(strict_server)
    table = await honest.create()
    async with asyncio.timeout(PATIENT), connect(strict_server.socket_address) as flood:
        with pytest.raises(ConnectionClosed):
            await send_without_end(flood)
    await honest.sit(table, 0)
    assert honest.seats(table) == [0]


async def send_without_end(socket: ClientConnection) -> None:
    while True:
        await socket.send(json.dumps({"type": "ping", "id": "again"}))
