"""WebSocket frames as a server reads and writes them (RFC 6455): no extensions, every message in bounds.

Written out here because a general library costs several times as much memory a connection and time a message
(docs/decisions/0016-carrying-messages.md, 0024-cost-is-what-is-limited.md). `tests/server/socket/test_cases.py` has the
cases of the Autobahn suite that apply.
"""

from __future__ import annotations

import codecs
from base64 import b64decode, b64encode
from hashlib import sha1
from typing import NamedTuple

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
FINAL, RESERVED, OPCODE, MASKED, LENGTH = 0x80, 0x70, 0x0F, 0x80, 0x7F
LONGEST_CONTROL = 125
SHORT, LONG = 126, 127
"""Lengths that say that the real one follows, in two or in eight bytes."""

MOST_FRAMES = 256
"""Frames of one message; without a bound, empty ones could go on for ever."""

NORMAL, GOING_AWAY, PROTOCOL_ERROR, NOT_UTF8, POLICY_VIOLATION, TOO_LARGE = 1000, 1001, 1002, 1007, 1008, 1009
CLOSE_CODES = frozenset({*range(1000, 1004), *range(1007, 1015), *range(3000, 5000)})
"""Codes that a client may close with; the others are reserved, or never sent."""

_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_UTF8 = codecs.getincrementaldecoder("utf-8")


class FrameError(Exception):
    """The client broke the protocol or sent too much; the connection ends with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


class Message(NamedTuple):
    kind: int
    data: bytes
    text: str = ""
    """Of a text message, and of the reason of a close."""


class FrameReader:
    """Reads frames, a message at a time. One of more than `largest` bytes, in however many frames, is refused."""

    __slots__ = ("_at", "_begun", "_buffer", "_checked", "_decoder", "_frames", "_kind", "_largest")

    def __init__(self, largest: int) -> None:
        self._largest = largest
        self._buffer = b""
        """What has come; before `_at` it was read."""
        self._at = 0
        self._checked = 0
        """How many bytes of a text frame that has not come whole are known to be UTF-8."""
        self._kind = CONTINUATION
        self._frames = 0
        self._begun: bytearray | None = None
        """The first frames of a message whose last has not come."""
        self._decoder: codecs.IncrementalDecoder | None = None

    @property
    def half(self) -> bool:
        """Whether a frame or a message has begun and not ended."""
        return self._at < len(self._buffer) or self._begun is not None

    def feed(self, data: bytes) -> None:
        self._buffer = self._buffer[self._at :] + data if self._at < len(self._buffer) else data
        self._at = 0

    def next(self) -> Message | None:
        """The next message; None if it has not come whole."""
        while True:
            data, at = self._buffer, self._at
            end = len(data)
            if end - at < 2:
                return None
            first, second = data[at], data[at + 1]
            size, start = second & LENGTH, at + 2
            if size >= SHORT:
                start += 2 if size == SHORT else 8
                size = int.from_bytes(data[at + 2 : start], "big") if end >= start else 0
            self._check_head(first, second, size)
            start += 4
            stop = start + size
            if stop > end:
                self._check_half(first & OPCODE, start)
                return None
            payload = _unmasked(data[start:stop], data[start - 4 : start])
            self._at = stop
            if stop == end:  # keep nothing of it in memory
                self._buffer, self._at = b"", 0
            message = self._take(first & OPCODE, bool(first & FINAL), payload)
            if message is not None:
                return message

    def _check_head(self, first: int, second: int, size: int) -> None:
        """Refuse a frame without mask, with reserved bits, of an unknown kind, too long, or out of its order."""
        kind = first & OPCODE
        if first & RESERVED or not second & MASKED or BINARY < kind < CLOSE or kind > PONG:
            raise FrameError(PROTOCOL_ERROR)
        if kind >= CLOSE:
            if size > LONGEST_CONTROL or not first & FINAL:
                raise FrameError(PROTOCOL_ERROR)
            return
        if (kind == CONTINUATION) == (self._begun is None):
            raise FrameError(PROTOCOL_ERROR)  # goes on with nothing, or begins before the last has ended
        if size + len(self._begun or b"") > self._largest:
            raise FrameError(TOO_LARGE)

    def _check_half(self, kind: int, start: int) -> None:
        """Refuse a text at its first wrong byte, not only when its frame is whole."""
        came = len(self._buffer) - start
        if came <= self._checked or not (kind == TEXT or (kind == CONTINUATION and self._kind == TEXT)):
            return
        mask, new = self._buffer[start - 4 : start], self._buffer[start + self._checked :]
        turned = self._checked % 4
        self._decode(_unmasked(new, mask[turned:] + mask[:turned]))
        self._checked = came

    def _decode(self, payload: bytes) -> None:
        if self._decoder is None:
            self._decoder = _UTF8()
        try:
            self._decoder.decode(payload)
        except UnicodeDecodeError:
            raise FrameError(NOT_UTF8) from None
        begun = self._decoder.getstate()[0]
        if begun[:1] == b"\xed" and begun[1:] >= b"\xa0":  # a surrogate, of which Python waits for the last byte
            raise FrameError(NOT_UTF8)

    def _take(self, kind: int, final: bool, payload: bytes) -> Message | None:
        """A frame is a message of its own, or part of one."""
        if kind >= CLOSE:
            return _closing(payload) if kind == CLOSE else Message(kind, payload)
        if self._begun is None:
            self._kind = kind
            if final:
                return self._whole(payload)
            self._begun = bytearray()
        self._frames += 1
        if self._frames > MOST_FRAMES:
            raise FrameError(POLICY_VIOLATION)
        self._begun += payload
        if final:
            return self._whole(bytes(self._begun))
        if self._kind == TEXT:
            self._decode(payload[self._checked :])
        self._checked = 0
        return None

    def _whole(self, data: bytes) -> Message:
        self._begun = self._decoder = None
        self._checked = self._frames = 0
        if self._kind != TEXT:
            return Message(self._kind, data)
        try:
            return Message(TEXT, data, data.decode())
        except UnicodeDecodeError:
            raise FrameError(NOT_UTF8) from None


def _closing(payload: bytes) -> Message:
    """A close frame: nothing, or a code that may be sent and a reason."""
    if not payload:
        return Message(CLOSE, payload)
    if len(payload) < 2 or int.from_bytes(payload[:2], "big") not in CLOSE_CODES:
        raise FrameError(PROTOCOL_ERROR)
    try:
        return Message(CLOSE, payload, payload[2:].decode())
    except UnicodeDecodeError:
        raise FrameError(NOT_UTF8) from None


def _unmasked(payload: bytes, mask: bytes) -> bytes:
    size = len(payload)
    repeated = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(payload, "little") ^ int.from_bytes(repeated, "little")).to_bytes(size, "little")


def frame(kind: int, payload: bytes) -> bytes:
    """A frame as a server sends it: whole and not masked."""
    size = len(payload)
    if size < SHORT:
        return bytes((FINAL | kind, size)) + payload
    if size < 1 << 16:
        return bytes((FINAL | kind, SHORT, size >> 8, size & 0xFF)) + payload
    return bytes((FINAL | kind, LONG)) + size.to_bytes(8, "big") + payload


def close_frame(code: int) -> bytes:
    return frame(CLOSE, code.to_bytes(2, "big"))


def accept_of(key: bytes) -> bytes | None:
    """`Sec-WebSocket-Accept` for a key; None if it is no key."""
    try:
        if len(b64decode(key, validate=True)) != 16:
            return None
    except ValueError:
        return None
    return b64encode(sha1(key + _GUID, usedforsecurity=False).digest())
