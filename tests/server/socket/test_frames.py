"""WebSocket frames: what a client sends is taken apart as another library puts it together, or refused in bounds."""

from __future__ import annotations

import random
from base64 import b64encode

import pytest
from websockets.frames import Frame, Opcode
from websockets.utils import accept_key

from holi.server.socket.frames import (
    BINARY,
    CLOSE,
    PING,
    PROTOCOL_ERROR,
    TEXT,
    TOO_LARGE,
    FrameError,
    FrameReader,
    accept_of,
    close_frame,
    frame,
)

LARGEST = 70_000
SIZES = (0, 1, 3, 4, 125, 126, 127, 1000, 65_535, 65_536, LARGEST)


def sent(opcode: Opcode, data: bytes, *, fin: bool = True, mask: bool = True) -> bytes:
    """A frame as a client sends it, made by another library."""
    return Frame(opcode, data, fin).serialize(mask=mask)


def count_up() -> list[str]:
    """Names for cases that are bytes masked at random."""
    return [str(number) for number in range(12)]


def read_in_pieces(data: bytes, sizes: list[int]) -> list[tuple[int, bytes]]:
    reader = FrameReader(LARGEST)
    found: list[tuple[int, bytes]] = []
    at = 0
    for size in [*sizes, len(data)]:
        found += read(reader, data[at : at + size])
        at += size
    return found


def read(reader: FrameReader, data: bytes) -> list[tuple[int, bytes]]:
    reader.feed(data)
    return [message[:2] for message in iter(reader.next, None)]


@pytest.mark.parametrize("size", SIZES)
def test_messages_of_every_length_are_read(size: int):
    data = random.Random(size).randbytes(size)
    text = bytes(byte & 0x7F for byte in data)
    assert read(FrameReader(LARGEST), sent(Opcode.TEXT, text)) == [(TEXT, text)]
    assert read(FrameReader(LARGEST), sent(Opcode.BINARY, data)) == [(BINARY, data)]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 60, 130])
def test_it_does_not_matter_how_the_network_cuts_them(size: int):
    chance = random.Random(size)
    messages = [chance.randbytes(chance.choice((0, 5, 124, 125, 126, 300))) for _ in range(20)]
    data = b"".join(sent(Opcode.BINARY, message) for message in messages)
    found = read_in_pieces(data, [size] * (len(data) // size))
    assert found == [(BINARY, message) for message in messages]


def test_a_message_in_several_frames_with_a_ping_between_them():
    data = (
        sent(Opcode.TEXT, b"one ", fin=False)
        + sent(Opcode.CONT, b"two ", fin=False)
        + sent(Opcode.PING, b"there?")
        + sent(Opcode.CONT, b"three")
        + sent(Opcode.TEXT, b"next")
    )
    expected = [(PING, b"there?"), (TEXT, b"one two three"), (TEXT, b"next")]
    assert read(FrameReader(LARGEST), data) == expected
    assert read_in_pieces(data, [1] * len(data)) == expected


@pytest.mark.parametrize(
    "data",
    [
        sent(Opcode.TEXT, b"x" * (LARGEST + 1)),
        sent(Opcode.TEXT, b"x" * (LARGEST + 1))[:10],  # by its head alone
        b"\x81\xff" + (1 << 62).to_bytes(8, "big"),
        sent(Opcode.TEXT, b"x" * 40_000, fin=False) + sent(Opcode.CONT, b"x" * 40_000, fin=False),
        sent(Opcode.TEXT, b"x" * 40_000, fin=False) + sent(Opcode.CONT, b"x" * 40_000),
    ],
    ids=["at once", "by its head alone", "an enormous one", "in parts without end", "in two parts"],
)
def test_a_message_that_is_too_long_is_refused_however_it_comes(data: bytes):
    with pytest.raises(FrameError) as refused:
        read(FrameReader(LARGEST), data)
    assert refused.value.code == TOO_LARGE


@pytest.mark.parametrize(
    "data",
    [
        sent(Opcode.TEXT, b"not masked", mask=False),
        sent(Opcode.CONT, b"goes on with nothing"),
        sent(Opcode.TEXT, b"begins", fin=False) + sent(Opcode.TEXT, b"and begins again"),
        b"\x09\x80" + bytes(4),  # a ping in parts
        b"\x89\xfe\x00\x80" + bytes(4) + bytes(128),  # a ping of 128 bytes
        *(bytes((0x80 | reserved | 1, 0x80)) + bytes(4) for reserved in (0x40, 0x20, 0x10)),
        *(bytes((0x80 | kind, 0x80)) + bytes(4) for kind in (3, 7, 11, 15)),
    ],
    ids=count_up(),
)
def test_what_is_no_websocket_is_refused(data: bytes):
    with pytest.raises(FrameError) as refused:
        read(FrameReader(LARGEST), data)
    assert refused.value.code == PROTOCOL_ERROR


def test_random_bytes_are_read_or_refused_and_nothing_else_happens():
    chance = random.Random("frames")
    refused = 0
    for _ in range(3000):
        reader = FrameReader(200)
        try:
            for _ in range(10):
                for _, data in read(reader, chance.randbytes(chance.randrange(40))):
                    assert len(data) <= 200
        except FrameError:
            refused += 1
    assert refused > 2000


@pytest.mark.parametrize("size", SIZES)
def test_what_the_server_writes_is_what_another_library_writes(size: int):
    data = random.Random(size).randbytes(size)
    assert frame(TEXT, data) == sent(Opcode.TEXT, data, mask=False)


def test_the_end_of_a_connection():
    assert close_frame(1001) == sent(Opcode.CLOSE, b"\x03\xe9", mask=False)
    assert read(FrameReader(LARGEST), sent(Opcode.CLOSE, b"\x03\xe8bye")) == [(CLOSE, b"\x03\xe8bye")]


def test_the_answer_to_a_handshakes_key():
    key = b64encode(random.Random(1).randbytes(16))
    assert accept_of(key) == accept_key(key.decode()).encode()
    for wrong in (b"", b"abc", b"=", key[:-4], key + b"AAAA", b"\xff" * 24, key.replace(b"=", b"-")):
        assert accept_of(wrong) is None
