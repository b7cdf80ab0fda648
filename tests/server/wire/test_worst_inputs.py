"""No input takes longer than 5 ms of the event loop: the worst that are known, in processor time, best of several."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from holi.server.limits import LARGEST_MESSAGE, MOST_ITEMS, SMALL_MESSAGE
from holi.server.reading import InvalidCommandError, parse_command
from holi.server.socket.connection import MOST_AT_ONCE
from holi.server.socket.frames import FrameReader
from holi.server.wire.commands import commands
from holi.server.wire.results import name_of
from tests.server.socket.test_cases import TEXT, sent

MOST_SECONDS = 0.005


def processor_time(work: Callable[[], Any]) -> float:
    """The least of several runs: what the work itself takes, whatever else the machine does."""
    taken = []
    for _ in range(7):
        began = time.thread_time()
        work()
        taken.append(time.thread_time() - began)
    return min(taken)


def filled(before: str, unit: Callable[[int], str], after: str) -> str:
    """As many units as fit into the largest message."""
    parts: list[str] = []
    left = LARGEST_MESSAGE - len(before) - len(after) - 1
    while left > (size := len(unit(len(parts))) + 1):
        parts.append(unit(len(parts)))
        left -= size
    return before + ",".join(parts) + after


def worst_of(kind: str) -> dict[str, str]:
    start = f'{{"type":"{kind}","id":"a","table":"abcd"'
    create = '{"type":"create","id":"a","settings":{"players":2'
    return {
        "unknown fields": filled(start + ",", lambda at: f'"{at}":0', "}"),
        "unknown settings": filled(create + ",", lambda at: f'"{at}":0', "}}"),
        "cards of a deck": filled(create + ',"deck":{"name":"a","cards":{', lambda at: f'"{at}":""', "}}}}"),
        "rivalry cards": filled(create + ',"rivalry":[', lambda _: '""', "]}}"),
        "the same field again": filled(start + ",", lambda _: '"table":1', "}"),
        "lists in lists": start + ',"x":' + "[" * 1900 + "]" * 1900 + "}",
        "a long number": start + ',"version":' + "9" * 3900 + "}",
        "escapes": start + ',"text":"' + "\\ud83d\\ude00" * 330 + '"}',
        "a lone surrogate": start + ',"text":"' + "\\ud800" * 600 + '"}',
        "a long name": start + ',"name":"' + " x" * 1900 + '"}',
        "blanks": " " * 4000 + start,
    }


WORST = [(kind, name, text) for kind in map(name_of, commands()) for name, text in worst_of(kind).items()]


@pytest.mark.parametrize(("kind", "text"), [(k, t) for k, _, t in WORST], ids=[f"{k} {n}" for k, n, _ in WORST])
def test_the_worst_inputs_are_refused_in_a_few_milliseconds(kind: str, text: str):
    def refuse() -> None:
        with pytest.raises(InvalidCommandError):
            parse_command(text)

    assert processor_time(refuse) < MOST_SECONDS


def test_the_largest_honest_commands_are_read():
    deck = {"name": "n" * 60, "cards": {str(card): ".*.#.#.#." for card in range(1, 14)}}
    create = {"type": "create", "id": "a" * 64, "settings": {"players": 4, "deck": deck}}
    assert len(json.dumps(create)) < LARGEST_MESSAGE
    say = json.dumps({"type": "say", "id": "a" * 64, "table": "a" * 16, "text": "😀" * 300})
    assert SMALL_MESSAGE < len(say) < LARGEST_MESSAGE
    parse_command(say)
    sit = {"type": "sit", "id": "a" * 64, "table": "a" * 16, "name": "😀" * 24, "seat": 3, "colour": "yellow"}
    parse_command(json.dumps({**sit, "nonce_commitment": "0" * 64}))


@pytest.mark.parametrize("data", [[0] * (MOST_ITEMS + 1), {"a": [[0] * 40, [0] * 40]}])
def test_many_parts_are_refused_before_they_are_looked_at(data: Any):
    with pytest.raises(InvalidCommandError, match="at most 64 fields and elements"):
        parse_command(json.dumps({"type": "create", "id": "a", "settings": data}))


def test_a_read_full_of_small_frames_is_taken_in_short_turns():
    data = sent(TEXT, b"") * (256 * 1024 // 6)

    def turn() -> None:
        reader = FrameReader(LARGEST_MESSAGE)
        reader.feed(data)
        for _ in range(MOST_AT_ONCE):
            reader.next()

    assert processor_time(turn) < MOST_SECONDS
