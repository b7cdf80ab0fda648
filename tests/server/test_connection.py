"""A connection with a transport under the test's hands: slow clients, ends, commands that come too many at a time."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from holi.server.identity import Identities
from holi.server.settings import Settings
from holi.server.web.connection import MOST_UNREAD, MOST_WAITING, Connection
from holi.server.web.frames import GOING_AWAY, NOT_UTF8, PING, PONG, TEXT, close_frame, frame
from holi.server.web.handshake import Admitted, Reception
from holi.server.web.limits import Limits
from holi.server.web.metrics import Metrics

pytestmark = pytest.mark.anyio

KEY = b"dGhlIHNhbXBsZSBub25jZQ=="


def handshake(
    *lines: bytes, first: bytes = b"GET /api/socket HTTP/1.1", key: bytes = KEY, version: bytes = b"13"
) -> bytes:
    given = [first, b"upgrade: websocket", b"sec-websocket-key: " + key, b"sec-websocket-version: " + version, *lines]
    return b"\r\n".join([*given, b"", b""])


class Wire(asyncio.Transport):
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.closed = self.aborted = False
        self.reading = True

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return ("127.0.0.1", 1) if name == "peername" else default

    def write(self, data: Any) -> None:
        self.written.append(bytes(data))

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.aborted = True

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True


class Porter:
    """Lets everybody in and keeps what it hears (`Door`)."""

    def __init__(self) -> None:
        self.heard: list[str | None] = []
        self.answered = 0
        self.caught_up_with: list[Connection] = []
        self.lost_ones: list[Connection] = []

    def admit(self, head: bytes, client: Any) -> Admitted | bytes:
        return Admitted("ana", None, b"welcome") if b"please" in head else b"refused"

    def opened(self, connection: Connection) -> None:
        pass

    def heard_of(self, connection: Connection) -> None:
        self.answered += 1

    def received(self, connection: Connection, text: str | None) -> None:
        self.heard.append(text)

    def caught_up(self, connection: Connection) -> None:
        self.caught_up_with.append(connection)

    def lost(self, connection: Connection) -> None:
        self.lost_ones.append(connection)


@pytest.fixture
def porter() -> Porter:
    return Porter()


@pytest.fixture
async def wire() -> Wire:
    return Wire()


@pytest.fixture
async def connection(porter: Porter, wire: Wire) -> Connection:
    made = Connection(porter)
    made.connection_made(wire)
    made.data_received(b"please")
    assert wire.written.pop() == b"welcome"
    return made


def masked(kind: int, text: bytes) -> bytes:
    return bytes((0x80 | kind, 0x80 | len(text))) + bytes(4) + text


async def test_who_is_refused_is_told_so_and_not_listened_to(porter: Porter, wire: Wire):
    connection = Connection(porter)
    connection.connection_made(wire)
    connection.data_received(b"now!")
    assert (wire.written, wire.closed) == ([b"refused"], True)
    connection.data_received(b"please")
    connection.connection_lost(None)
    assert (wire.written, porter.heard, porter.lost_ones) == ([b"refused"], [], [])


async def test_a_quiet_client_is_asked_and_its_answer_counts(connection: Connection, porter: Porter, wire: Wire):
    connection.ask()
    assert wire.written == [frame(PING, b"")]
    connection.data_received(masked(PONG, b""))
    assert (porter.answered, porter.heard) == (1, [])
    connection.close(GOING_AWAY)
    before = list(wire.written)
    connection.ask()
    assert wire.written == before


async def test_a_slow_client_gets_what_waits_in_order(connection: Connection, wire: Wire):
    connection.send(b"0")
    connection.pause_writing()
    for number in range(1, 5):
        connection.send(b"%d" % number)
    assert wire.written == [frame(TEXT, b"0")]
    connection.resume_writing()
    assert wire.written == [frame(TEXT, b"%d" % number) for number in range(5)]


async def test_a_client_that_is_too_slow_gets_its_tables_whole_instead(
    connection: Connection, porter: Porter, wire: Wire
):
    connection.pause_writing()
    for _ in range(MOST_WAITING + 10):
        connection.send(b"step")
    assert connection.behind and wire.written == []
    connection.resume_writing()
    assert porter.caught_up_with == [connection]
    connection.send(b"sync")
    assert wire.written == [frame(TEXT, b"sync")]


async def test_what_waits_is_sent_before_the_end(connection: Connection, wire: Wire):
    connection.pause_writing()
    connection.send(b"closing")
    connection.close(1001)
    connection.send(b"too late")
    assert wire.written == []
    connection.resume_writing()
    assert wire.written == [frame(TEXT, b"closing"), close_frame(1001)]
    connection.data_received(masked(8, b"\x03\xe9"))
    assert wire.closed
    assert len(wire.written) == 2  # the client's own end needs no answer any more


async def test_a_client_that_ends_the_connection_is_answered(connection: Connection, porter: Porter, wire: Wire):
    connection.data_received(masked(1, b"last") + masked(8, b"\x03\xe8") + masked(1, b"never"))
    assert (porter.heard, wire.written, wire.closed) == (["last"], [close_frame(1000)], True)
    connection.connection_lost(None)
    assert porter.lost_ones == [connection]


async def test_pings_of_the_websocket_are_answered_and_bytes_are_no_text(
    connection: Connection, porter: Porter, wire: Wire
):
    connection.data_received(masked(9, b"there?") + masked(10, b"pong") + masked(2, b"bytes"))
    assert (wire.written, porter.heard) == ([frame(10, b"there?")], [None])


async def test_a_text_that_is_not_utf_8_ends_the_connection(connection: Connection, porter: Porter, wire: Wire):
    connection.data_received(masked(1, b"\xff\xfe"))
    connection.data_received(masked(1, b"never"))
    assert (porter.heard, wire.written) == ([], [close_frame(NOT_UTF8)])


async def test_a_step_and_the_answer_that_follows_go_out_together(connection: Connection, wire: Wire):
    connection.working = True
    connection.send(b"step")
    connection.send(b"done")
    connection.working = False
    connection.send(b"next")
    assert wire.written == []
    await asyncio.sleep(0)
    assert wire.written == [frame(TEXT, b"step") + frame(TEXT, b"done") + frame(TEXT, b"next")]


async def test_nothing_more_is_read_from_a_client_whose_commands_wait(connection: Connection, wire: Wire):
    for _ in range(MOST_UNREAD - 1):
        connection.unread.append("command")
        connection.hold_back()
    assert wire.reading
    connection.unread.append("command")
    connection.hold_back()
    assert not wire.reading
    connection.unread.clear()
    connection.go_on()
    assert wire.reading


# Handshakes


@pytest.fixture
def reception() -> Reception:
    settings = Settings(connections_per_address=1)
    return Reception(settings, Limits(settings), lambda: Identities("key"), Metrics().refusals)


def status(answer: Admitted | bytes) -> int:
    return int((answer if isinstance(answer, bytes) else answer.answer).split(b" ", 2)[1])


def test_a_handshake_that_may_be_is_accepted(reception: Reception):
    token = Identities("key").token("ana")
    admitted = reception.admit(handshake(b"authorization: Bearer " + token.encode()), ("127.0.0.1", 1))
    assert isinstance(admitted, Admitted)
    assert (status(admitted), admitted.player) == (101, "ana")
    assert b"sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n" in admitted.answer  # as in RFC 6455
    assert b"set-cookie" not in admitted.answer


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (handshake(first=b"POST /api/socket HTTP/1.1"), 405),
        (handshake(version=b"8"), 426),
        (handshake(b"sec-websocket-version: 13"), 426),
        (handshake(key=b"short"), 400),
        (handshake(b"sec-websocket-key: " + KEY), 400),
        (handshake(first=b"GET /api/other HTTP/1.1"), 404),
        (handshake(b"host: here", b"origin: http://elsewhere"), 403),
        (handshake(b"cookie: holi_player=x"), 403),
    ],
)
def test_a_handshake_that_may_not_be_is_refused(reception: Reception, head: bytes, expected: int):
    answer = reception.admit(head, ("127.0.0.1", 1))
    assert isinstance(answer, bytes)
    assert status(answer) == expected
    body = answer.partition(b"\r\n\r\n")[2]
    assert body and b"content-length: %d\r\n" % len(body) in answer


def test_connections_of_an_address_are_counted_until_they_end(reception: Reception):
    elsewhere = ("192.0.2.1", 1)
    first = reception.admit(handshake(), elsewhere)
    assert isinstance(first, Admitted) and first.until_closed is not None
    assert status(reception.admit(handshake(), elsewhere)) == 429
    first.until_closed.close()
    assert status(reception.admit(handshake(), elsewhere)) == 101
