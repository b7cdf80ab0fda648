"""The cases of the Autobahn suite that apply to a server without extensions, by its numbers, in our sizes.

Each is what a client sends and what comes of it: messages that the server reads, or the code that it closes with.
Sections 9 and 10 are of small sizes; 12 and 13 are about compression, which is not offered.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from holi.server.limits import LARGEST_MESSAGE
from holi.server.socket.frames import (
    BINARY,
    CLOSE,
    CONTINUATION,
    MOST_FRAMES,
    NOT_UTF8,
    PING,
    POLICY_VIOLATION,
    PONG,
    PROTOCOL_ERROR,
    TEXT,
    TOO_LARGE,
    FrameError,
    FrameReader,
)  # fmt: skip

MASK = b"\x37\xfa\x21\x3d"


def sent(kind: int, data: bytes = b"", *, final: bool = True, reserved: int = 0) -> bytes:
    size = len(data)
    length = bytes([0x80 | size]) if size < 126 else b"\xff" + size.to_bytes(8, "big")
    if 126 <= size < 1 << 16:
        length = b"\xfe" + size.to_bytes(2, "big")
    masked = bytes(byte ^ MASK[at % 4] for at, byte in enumerate(data))
    return bytes([(0x80 if final else 0) | reserved << 4 | kind]) + length + MASK + masked


def parts(kind: int, *pieces: bytes) -> bytes:
    """A message in fragments."""
    frames = [sent(kind if not at else CONTINUATION, piece, final=False) for at, piece in enumerate(pieces[:-1])]
    return b"".join([*frames, sent(CONTINUATION, pieces[-1])])


class Case(NamedTuple):
    number: str
    data: bytes
    read: list[tuple[int, bytes]]
    code: int | None = None


GREEK = "Hello-µ@ßöäüàá-UTF-8!!".encode()
KOSME = "κόσμε".encode()
SIZES = (0, 125, 126, 127, 128, 1000, LARGEST_MESSAGE)

ECHOES = [
    *(Case(f"1.1.{at}", sent(TEXT, b"*" * size), [(TEXT, b"*" * size)]) for at, size in enumerate(SIZES, 1)),
    *(Case(f"1.2.{at}", sent(BINARY, b"\xfe" * size), [(BINARY, b"\xfe" * size)]) for at, size in enumerate(SIZES, 1)),
    Case("1.1.9", sent(TEXT, b"*" * (LARGEST_MESSAGE + 1)), [], TOO_LARGE),
    Case("1.1.10", sent(TEXT, b"*" * 65_536)[:14], [], TOO_LARGE),
]
PINGS = [
    *(
        Case(f"2.{at}", sent(PING, data), [(PING, data)])
        for at, data in enumerate((b"", b"Hello", b"\x00\xff\xfe\xfd\xfc\xfb\x00\xff", b"\xfe" * 125), 1)
    ),
    Case("2.5", sent(PING, b"\xfe" * 126), [], PROTOCOL_ERROR),
    Case("2.7", sent(PONG), [(PONG, b"")]),
    Case("2.8", sent(PONG, b"unsolicited"), [(PONG, b"unsolicited")]),
    Case("2.9", sent(PONG, b"no") + sent(PING, b"yes"), [(PONG, b"no"), (PING, b"yes")]),
    Case("2.10", b"".join(sent(PING, b"%d" % n) for n in range(10)), [(PING, b"%d" % n) for n in range(10)]),
]
RESERVED = [
    *(Case(f"3.{bits}", sent(TEXT, b"a", reserved=bits), [], PROTOCOL_ERROR) for bits in range(1, 8)),
    *(Case(f"3.{bits} ping", sent(PING, reserved=bits), [], PROTOCOL_ERROR) for bits in (1, 5)),
    *(Case(f"3.{bits} close", sent(CLOSE, reserved=bits), [], PROTOCOL_ERROR) for bits in (2, 7)),
    Case("3.2 after", sent(TEXT, b"a") + sent(TEXT, b"b", reserved=2), [(TEXT, b"a")], PROTOCOL_ERROR),
    *(Case(f"4.1.{kind}", sent(kind, b"x"), [], PROTOCOL_ERROR) for kind in range(3, 8)),
    *(Case(f"4.2.{kind}", sent(kind, b"x"), [], PROTOCOL_ERROR) for kind in range(11, 16)),
    *(Case(f"4.3.{kind}", sent(TEXT, b"a") + sent(kind), [(TEXT, b"a")], PROTOCOL_ERROR) for kind in (3, 11)),
    Case("not masked", b"\x81\x01a", [], PROTOCOL_ERROR),
]
FRAGMENTS = [
    Case("5.1", sent(PING, b"a", final=False) + sent(CONTINUATION, b"b"), [], PROTOCOL_ERROR),
    Case("5.2", sent(PONG, b"a", final=False) + sent(CONTINUATION, b"b"), [], PROTOCOL_ERROR),
    Case("5.3", parts(TEXT, b"one", b"two"), [(TEXT, b"onetwo")]),
    Case(
        "5.6", sent(TEXT, b"one", final=False) + sent(PING, b"p") + sent(CONTINUATION, b"two"),
        [(PING, b"p"), (TEXT, b"onetwo")],
    ),
    Case("5.9", sent(CONTINUATION, b"none") + sent(TEXT, b"a"), [], PROTOCOL_ERROR),
    Case("5.12", sent(CONTINUATION, b"none", final=False) + sent(TEXT, b"a"), [], PROTOCOL_ERROR),
    Case("5.15", parts(TEXT, b"a", b"b") + sent(CONTINUATION, b"c", final=False), [(TEXT, b"ab")], PROTOCOL_ERROR),
    Case("5.18", sent(TEXT, b"a", final=False) + sent(TEXT, b"b"), [], PROTOCOL_ERROR),
    Case(
        "5.19",
        sent(TEXT, b"1", final=False) + sent(CONTINUATION, b"2", final=False) + sent(PING, b"a")
        + sent(CONTINUATION, b"3", final=False) + sent(CONTINUATION, b"4", final=False) + sent(PING, b"b")
        + sent(CONTINUATION, b"5"),
        [(PING, b"a"), (PING, b"b"), (TEXT, b"12345")],
    ),
    Case("a close between", sent(TEXT, b"1", final=False) + sent(CLOSE), [(CLOSE, b"")]),
    Case("empty without end", parts(TEXT, *[b""] * (MOST_FRAMES + 2)), [], POLICY_VIOLATION),
    Case("too large in parts", parts(TEXT, *[b"x" * 1000] * 6), [], TOO_LARGE),
]  # fmt: skip

VALID = {
    "6.2.1": GREEK, "6.5.1": KOSME, "6.7.1": b"\x00", "6.7.2": b"\xc2\x80", "6.7.3": b"\xe0\xa0\x80",
    "6.7.4": b"\xf0\x90\x80\x80", "6.9.1": b"\x7f", "6.9.2": b"\xdf\xbf", "6.9.3": b"\xef\xbf\xbf",
    "6.9.4": b"\xf4\x8f\xbf\xbf", "6.11.1": b"\xed\x9f\xbf", "6.11.2": b"\xee\x80\x80", "6.11.3": b"\xef\xbf\xbd",
    "6.11.4": b"\xf4\x8f\xbf\xbf", "6.22.1": b"\xef\xbf\xbe", "6.22.2": b"\xef\xbf\xbf", "6.23.1": b"\xf0\x9f\xbf\xbe",
}  # fmt: skip
INVALID = {
    "6.3.1": KOSME + b"\xed\xa0\x80edited", "6.8.1": b"\xf8\x88\x80\x80\x80", "6.8.2": b"\xfc\x84\x80\x80\x80\x80",
    "6.10.1": b"\xf7\xbf\xbf\xbf", "6.10.2": b"\xfb\xbf\xbf\xbf\xbf", "6.10.3": b"\xfd\xbf\xbf\xbf\xbf\xbf",
    "6.11.5": b"\xf4\x90\x80\x80", "6.12.1": b"\x80", "6.12.2": b"\xbf", "6.12.5": b"\x80\xbf\x80\xbf",
    "6.13.1": bytes(range(0xC0, 0xE0)), "6.13.3": b"\xf0 \xf1 ", "6.14.1": b"\xc0", "6.14.2": b"\xe0\x80",
    "6.14.5": b"\xfc\x80\x80\x80\x80", "6.14.6": b"\xdf", "6.14.7": b"\xef\xbf", "6.15.1": b"\xc0\xe0\x80\xf0\x80\x80",
    "6.16.1": b"\xfe", "6.16.2": b"\xff", "6.17.1": b"\xc0\xaf", "6.17.2": b"\xe0\x80\xaf", "6.18.1": b"\xc1\xbf",
    "6.18.2": b"\xe0\x9f\xbf", "6.19.1": b"\xc0\x80", "6.20.1": b"\xed\xa0\x80", "6.20.7": b"\xed\xbf\xbf",
    "6.21.1": b"\xed\xa0\x80\xed\xb0\x80", "6.21.8": b"\xed\xaf\xbf\xed\xbf\xbf",
}  # fmt: skip
TEXTS = [
    Case("6.1.1", sent(TEXT), [(TEXT, b"")]),
    Case("6.1.2", parts(TEXT, b"", b"", b""), [(TEXT, b"")]),
    Case("6.1.3", parts(TEXT, b"", b"middle", b""), [(TEXT, b"middle")]),
    *(Case(number, sent(TEXT, data), [(TEXT, data)]) for number, data in VALID.items()),
    *(
        Case(f"{number} byte by byte", parts(TEXT, *(bytes([byte]) for byte in data), b""), [(TEXT, data)])
        for number, data in VALID.items()
    ),
    *(Case(number, sent(TEXT, data), [], NOT_UTF8) for number, data in INVALID.items()),
    *(
        Case(f"{number} byte by byte", parts(TEXT, *(bytes([byte]) for byte in data), b""), [], NOT_UTF8)
        for number, data in INVALID.items()
    ),
]
GOOD_CODES = (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999)
BAD_CODES = (0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999, 5000, 65_535)


def code(number: int, reason: bytes = b"") -> bytes:
    return number.to_bytes(2, "big") + reason


CLOSES = [
    Case("7.1.1", sent(TEXT, b"a") + sent(CLOSE), [(TEXT, b"a"), (CLOSE, b"")]),
    Case("7.3.1", sent(CLOSE), [(CLOSE, b"")]),
    Case("7.3.2", sent(CLOSE, b"a"), [], PROTOCOL_ERROR),
    Case("7.3.4", sent(CLOSE, code(1000, b"Hello World!")), [(CLOSE, code(1000, b"Hello World!"))]),
    Case("7.3.5", sent(CLOSE, code(1000, b"*" * 123)), [(CLOSE, code(1000, b"*" * 123))]),
    Case("7.3.6", sent(CLOSE, code(1000, b"*" * 124)), [], PROTOCOL_ERROR),
    Case("7.5.1", sent(CLOSE, code(1000, KOSME + b"\xed\xa0\x80")), [], NOT_UTF8),
    *(Case(f"7.7 {number}", sent(CLOSE, code(number)), [(CLOSE, code(number))]) for number in GOOD_CODES),
    *(Case(f"7.9 {number}", sent(CLOSE, code(number)), [], PROTOCOL_ERROR) for number in BAD_CODES),
]
LARGEST = bytes(range(1, 65)) * (LARGEST_MESSAGE // 64)
SOME_SIZES = (64, 256, 1024, LARGEST_MESSAGE)
PERFORMANCE = [
    *(Case(f"9.1 {size}", sent(TEXT, LARGEST[:size]), [(TEXT, LARGEST[:size])]) for size in SOME_SIZES),
    *(Case(f"9.2 {size}", sent(BINARY, LARGEST[:size]), [(BINARY, LARGEST[:size])]) for size in SOME_SIZES),
    *(
        Case(f"9.3 {size}", parts(kind, *(LARGEST[at : at + size] for at in range(0, len(LARGEST), size))),
             [(kind, LARGEST)])
        for kind in (TEXT, BINARY) for size in (64, 256, 1024)
    ),
    *(Case(f"9.7 {size}", sent(TEXT, b"*" * size) * 100, [(TEXT, b"*" * size)] * 100) for size in (0, 16, 64, 256)),
    Case("10.1.1", parts(TEXT, *(b"*" * 1300 for _ in range(3)), b"*" * 196), [(TEXT, b"*" * LARGEST_MESSAGE)]),
]  # fmt: skip

CASES = [*ECHOES, *PINGS, *RESERVED, *FRAGMENTS, *TEXTS, *CLOSES, *PERFORMANCE]


def outcome(pieces: list[bytes]) -> tuple[list[tuple[int, bytes]], int | None]:
    reader = FrameReader(LARGEST_MESSAGE)
    found: list[tuple[int, bytes]] = []
    try:
        for piece in pieces:
            reader.feed(piece)
            while (message := reader.next()) is not None:
                found.append(message[:2])
    except FrameError as error:
        return found, error.code
    return found, None


@pytest.mark.parametrize("case", CASES, ids=[case.number for case in CASES])
@pytest.mark.parametrize("size", [None, 1, 7], ids=["at once", "byte by byte", "in sevens"])
def test_autobahns_case(case: Case, size: int | None):
    step = size or max(1, len(case.data))
    pieces = [case.data[at : at + step] for at in range(0, len(case.data), step)]
    assert outcome(pieces) == (case.read, case.code)


@pytest.mark.parametrize("in_parts", [False, True], ids=["in one frame", "in fragments"])
@pytest.mark.parametrize("rest", [b"\xf4\x90", b"\xed\xa0", b"\xff", b"\xc0"], ids=["6.4.1", "6.4.2", "6.4.3", "6.4.4"])
def test_a_text_is_refused_at_its_first_wrong_byte(rest: bytes, in_parts: bool):
    """Before its frame, or its message, has come whole."""
    start = KOSME + rest
    data = sent(TEXT, start, final=False) if in_parts else sent(TEXT, start + b"never sent")[: -len("never sent")]
    assert outcome([data]) == ([], NOT_UTF8)
    before = data[:-1] if not in_parts else sent(TEXT, start[:-1], final=False)
    assert outcome([before]) == ([], None)


def test_messages_larger_than_a_read_come_out_whole():
    data = b"".join(sent(TEXT, b"%d" % number) for number in range(5000))
    found, code = outcome([data[at : at + 65_536] for at in range(0, len(data), 65_536)])
    assert (len(found), code) == (5000, None)
