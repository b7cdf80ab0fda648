"""A connection with a transport under the test's hands: slow clients, ends, commands that come too many at a time."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from holi.server.identity import Identities, Known
from holi.server.limits import Limits
from holi.server.metrics import Metrics
from holi.server.settings import Settings
from holi.server.socket.connection import Connection
from holi.server.socket.frames import GOING_AWAY, NOT_UTF8, PING, PONG, TEXT, close_frame, frame
from holi.server.socket.handshake import Admitted, Reception
from holi.server.socket.session import MOST_UNREAD, MOST_WAITING, Session, Sessions

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
        self.closed = self.aborted = self.ended = False
        self.reading = True

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return ("127.0.0.1", 1) if name == "peername" else default

    def write(self, data: Any) -> None:
        self.written.append(bytes(data))

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.aborted = True

    def write_eof(self) -> None:
        self.ended = True

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True


ANA = Known("ana", "device", 0)


class Porter:
    """Lets everybody in who asks nicely (`Reception`)."""

    def admit(self, head: bytes, client: Any) -> Admitted | bytes:
        return Admitted(ANA, None, b"welcome") if b"please" in head else b"refused"


class HearingSession(Session):
    """A session that keeps what it hears instead of answering it."""

    def __init__(self, sessions: Sessions, connection: Connection, known: Known) -> None:
        super().__init__(sessions, connection, known)
        self.texts: list[str | None] = []
        self.answered = 0
        self.ended = False

    def heard_of(self) -> None:
        self.answered += 1

    def received(self, text: str | None) -> None:
        self.texts.append(text)

    def lost(self) -> None:
        self.ended = True


class HearingSessions(Sessions):
    def __init__(self) -> None:
        settings = Settings()
        limits, metrics = Limits(settings), Metrics()
        super().__init__(None, None, limits, metrics, lambda: 0)  # type: ignore[arg-type]
        self.opened: list[HearingSession] = []
        self.begun = 0

    def open(self, connection: Connection, known: Known, address: str | None = None) -> Session:
        self.opened.append(HearingSession(self, connection, known))
        return self.opened[-1]

    def begin(self, work: Any) -> Any:
        self.begun += 1
        work.close()


@pytest.fixture
def sessions() -> HearingSessions:
    return HearingSessions()


@pytest.fixture
async def wire() -> Wire:
    return Wire()


@pytest.fixture
async def connection(sessions: HearingSessions, wire: Wire) -> Connection:
    made = Connection(Porter(), sessions)  # type: ignore[arg-type]
    made.connection_made(wire)
    made.data_received(b"please")
    assert wire.written.pop() == b"welcome"
    return made


@pytest.fixture
def session(sessions: HearingSessions, connection: Connection) -> HearingSession:
    return sessions.opened[0]


def masked(kind: int, text: bytes) -> bytes:
    return bytes((0x80 | kind, 0x80 | len(text))) + bytes(4) + text


async def test_who_is_refused_is_told_so_and_not_listened_to(sessions: HearingSessions, wire: Wire):
    connection = Connection(Porter(), sessions)  # type: ignore[arg-type]
    connection.connection_made(wire)
    connection.data_received(b"now!")
    assert (wire.written, wire.closed) == ([b"refused"], True)
    connection.data_received(b"please")
    connection.connection_lost(None)
    assert (wire.written, sessions.opened) == ([b"refused"], [])


async def test_a_quiet_client_is_asked_and_its_answer_counts(
    connection: Connection, session: HearingSession, wire: Wire
):
    connection.ping()
    assert wire.written == [frame(PING, b"")]
    before = session.answered
    connection.data_received(masked(PONG, b""))
    assert (session.answered, session.texts) == (before + 1, [])
    connection.close(GOING_AWAY)
    before = list(wire.written)
    connection.ping()
    assert wire.written == before


async def test_a_slow_client_gets_what_waits_in_order(connection: Connection, session: Session, wire: Wire):
    session.send(b"0")
    connection.pause_writing()
    for number in range(1, 5):
        session.send(b"%d" % number)
    assert wire.written == [frame(TEXT, b"0")]
    connection.resume_writing()
    assert wire.written == [frame(TEXT, b"%d" % number) for number in range(5)]


async def test_a_client_that_is_too_slow_gets_its_tables_whole_instead(
    connection: Connection, session: Session, sessions: HearingSessions, wire: Wire
):
    connection.pause_writing()
    for _ in range(MOST_WAITING + 10):
        session.send(b"step")
    assert (sessions.begun, wire.written) == (0, [])
    connection.resume_writing()
    assert (sessions.begun, wire.written) == (1, [])  # all that waited was dropped, and its tables are sent
    session.send(b"sync")
    assert wire.written == [frame(TEXT, b"sync")]


async def test_what_waits_is_sent_before_the_end(connection: Connection, session: Session, wire: Wire):
    connection.pause_writing()
    session.send(b"closing")
    connection.close(1001)
    session.send(b"too late")
    assert wire.written == []
    connection.resume_writing()
    assert wire.written == [frame(TEXT, b"closing"), close_frame(1001)]
    connection.data_received(masked(8, b"\x03\xe9"))
    assert wire.closed
    assert len(wire.written) == 2  # the client's own end needs no answer any more


async def test_a_client_that_ends_the_connection_is_answered(
    connection: Connection, session: HearingSession, wire: Wire
):
    connection.data_received(masked(1, b"last") + masked(8, b"\x03\xe8") + masked(1, b"never"))
    assert (session.texts, wire.written, wire.closed) == (["last"], [close_frame(1000)], True)
    connection.connection_lost(None)
    assert session.ended


async def test_pings_of_the_websocket_are_answered_and_bytes_are_no_text(
    connection: Connection, session: HearingSession, wire: Wire
):
    connection.data_received(masked(9, b"there?") + masked(10, b"pong") + masked(2, b"bytes"))
    assert (wire.written, session.texts) == ([frame(10, b"there?")], [None])


async def test_a_text_that_is_not_utf_8_ends_the_connection(
    connection: Connection, session: HearingSession, wire: Wire
):
    connection.data_received(masked(1, b"\xff\xfe"))
    connection.data_received(masked(1, b"never"))
    assert (session.texts, wire.written, wire.ended) == ([], [close_frame(NOT_UTF8)], True)


async def test_a_step_and_the_answer_that_follows_go_out_together(connection: Connection, wire: Wire):
    connection.send(b"step", more=True)
    connection.send(b"done", more=True)
    connection.send(b"next")
    assert wire.written == []
    await asyncio.sleep(0)
    assert wire.written == [frame(TEXT, b"step") + frame(TEXT, b"done") + frame(TEXT, b"next")]


async def test_nothing_more_is_read_from_a_client_whose_commands_wait(connection: Connection, wire: Wire):
    answer = asyncio.Event()

    class Patient:
        async def handle(self, *_: object) -> dict[str, Any]:
            await answer.wait()
            return {}

    metrics = Metrics()
    sessions = Sessions(Patient(), None, Limits(Settings()), metrics, lambda: 0)  # type: ignore[arg-type]
    session = sessions.open(connection, ANA)
    for _ in range(MOST_UNREAD):
        session.received('{"type":"find","id":"a","code":"BCDFG"}')
    assert wire.reading
    session.received('{"type":"find","id":"a","code":"BCDFG"}')
    assert not wire.reading
    answer.set()
    while b"".join(wire.written).count(b"done") < MOST_UNREAD + 1:
        await asyncio.sleep(0)
    assert wire.reading


# Handshakes


@pytest.fixture
def reception() -> Reception:
    settings = Settings(connections_per_address=1)
    return Reception(settings, Limits(settings), lambda: Identities("key"), Metrics())


def status(answer: Admitted | bytes) -> int:
    return int((answer if isinstance(answer, bytes) else answer.answer).split(b" ", 2)[1])


def test_a_handshake_that_may_be_is_accepted(reception: Reception):
    token = Identities("key").token("ana")
    admitted = reception.admit(handshake(b"authorization: Bearer " + token.encode()), ("127.0.0.1", 1))
    assert isinstance(admitted, Admitted)
    assert (status(admitted), admitted.known.player) == (101, "ana")
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
