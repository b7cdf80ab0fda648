"""WebSocket frames as a server reads and writes them (RFC 6455): no extensions, every message in bounds.

Written out here because a general library costs several times as much memory a connection and time a message
(docs/decisions/0016-carrying-messages.md).
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from hashlib import sha1
from typing import NamedTuple

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
FINAL, RESERVED, OPCODE, MASKED, LENGTH = 0x80, 0x70, 0x0F, 0x80, 0x7F
LONGEST_CONTROL = 125
SHORT, LONG = 126, 127
"""Lengths that say that the real one follows, in two or in eight bytes."""

NORMAL, GOING_AWAY, PROTOCOL_ERROR, NOT_UTF8, POLICY_VIOLATION, TOO_LARGE = 1000, 1001, 1002, 1007, 1008, 1009

_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class FrameError(Exception):
    """The client broke the protocol or sent too much; the connection ends with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


class Message(NamedTuple):
    kind: int
    data: bytes


class FrameReader:
    """Reads frames. A message of more than `largest` bytes, in however many frames, is refused."""

    __slots__ = ("_begun", "_kind", "_largest", "_needed", "_rest")

    def __init__(self, largest: int) -> None:
        self._largest = largest
        self._rest = b""
        """The beginning of a frame that has not come whole."""
        self._needed = 0
        """How long the rest must become before it is worth looking at again."""
        self._kind = CONTINUATION
        self._begun: bytearray | None = None
        """The first frames of a message whose last has not come."""

    def read(self, data: bytes) -> list[Message]:
        if self._rest:
            data = self._rest + data
        found: list[Message] = []
        at, end = 0, len(data)
        while end - at >= max(2, self._needed):
            self._needed = 0
            first, second = data[at], data[at + 1]
            size, start = second & LENGTH, at + 2
            if size >= SHORT:
                start += 2 if size == SHORT else 8
                size = int.from_bytes(data[at + 2 : start], "big") if end >= start else 0
            _check_head(first, second, size, self._largest)
            start += 4
            stop = start + size
            if stop > end:
                self._needed = stop - at
                break
            self._take(first, _unmasked(data[start:stop], data[start - 4 : start]), found)
            at = stop
        self._rest = data[at:]
        return found

    def _take(self, first: int, payload: bytes, found: list[Message]) -> None:
        """A frame is a message of its own, or part of one."""
        kind, final = first & OPCODE, first & FINAL
        if kind >= CLOSE:
            found.append(Message(kind, payload))
            return
        if (kind == CONTINUATION) == (self._begun is None):
            raise FrameError(PROTOCOL_ERROR)  # goes on with nothing, or begins before the last has ended
        if self._begun is None:
            if final:
                found.append(Message(kind, payload))
                return
            self._kind, self._begun = kind, bytearray()
        self._begun += payload
        if len(self._begun) > self._largest:
            raise FrameError(TOO_LARGE)
        if final:
            found.append(Message(self._kind, bytes(self._begun)))
            self._begun = None


def _check_head(first: int, second: int, size: int, largest: int) -> None:
    """Refuse a frame without mask, with reserved bits or an unknown kind; a control frame too long or in parts."""
    kind = first & OPCODE
    if first & RESERVED or not second & MASKED or BINARY < kind < CLOSE or kind > PONG:
        raise FrameError(PROTOCOL_ERROR)
    if kind >= CLOSE and (size > LONGEST_CONTROL or not first & FINAL):
        raise FrameError(PROTOCOL_ERROR)
    if size > largest:
        raise FrameError(TOO_LARGE)


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
