"""The TypeScript library reads, verifies and writes records as Python does, down to the sentence about a mistake."""

from __future__ import annotations

import base64
import io
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holi.game import HoliError, RecordError, position_to_json
from holi.record import format_record, read_record, record_from_game, verify_record
from tests.node import Node
from tests.record.games import player_names, random_games, safe_texts
from tests.record.test_damage import WHOLE, damaged

DAMAGES = 800


def told(data: bytes) -> dict[str, Any]:
    try:
        record = read_record(io.BytesIO(data))
    except RecordError as error:
        return {"code": error.code, "error": str(error)}
    written = {"text": format_record(record), "same": True}
    try:
        verified = verify_record(record)
    except RecordError as error:
        return {**written, "code": error.code, "error": str(error)}
    return {
        **written,
        "proven": verified.proven,
        "winner": verified.winner,
        "position": position_to_json(verified.position),
        "rounds": [step.round for step in verified.steps],
    }


def agrees(node: Node, data: bytes) -> None:
    assert node.ask("record", data=base64.b64encode(data).decode()) == told(data), data.decode("utf-8", "replace")


def test_whole_records_are_read_alike(node):
    for data in WHOLE:
        assert "error" not in told(data)
        agrees(node, data)
        agrees(node, b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"))


def test_damaged_records_are_refused_with_the_same_sentence(node):
    dice = random.Random(12)
    for _ in range(DAMAGES):
        agrees(node, damaged(dice.choice(WHOLE), dice))


AWKWARD = [
    ("Kitchen table", "Kitchen \u2028 table"),
    ("Kitchen table", 'Kitchen \U0001f3a8 \\\\ \\" table' * 60),
    ("Kitchen table", "x" * 1001),
    ("[Date ", "[Tag_ "),
    ("2026-11-15", "2023-02-29"),
    ("2026-11-15", "0000-01-01"),
    ("Anna", "\u3000"),
    ("Anna", "\ufeff"),
    ("Anna", "\U0001f3a8" * 1001),
    ("Anna", 'it\'s \\"so\\"'),
    ('[Rules "2"]', '[Rules "1"]'),
    ('[Rules "2"]', '[Rules "2"]\n[Rules "2"]'),
    ('[Players "2"]', '[Players "5"]'),
    ('[Players "2"]', '[Players "02"]'),
    ("summit", "summit summit"),
    ("summit", "summit  rangoli"),
    ("summit", "constructor"),
    ("[Seat1", "[Seat2"),
    ("[Seed", "[Card1 "),
    ("[Seed", '[Card1 "###/..*/..*"]\n[Seed'),
    ("[Seed", '[RivalryDraw "1"]\n[Seed'),
    ("[Seed", '[RivalryDraw "4"]\n[Seed'),
    *[("[Seed", f'[FirstDraw "{place}"]\n[Seed') for place in ("0", "1", "2", "4", "01", "x")],
    ("[Seed", '[Nonce7 ""]\n[Seed'),
    ("[Seed", '[constructor "a"]\n[__proto ""]\n[Seed'),
    ("first-finished", "last-finished"),
    ('[Deck "complete"]', '[Deck "mine"]'),
    ("D8@b6", "D?@b6"),
    ("D8@b6", "D?@b6 X"),
    ("T5@a5a6", "T5@a6a5"),
    ("45-26", "45-27"),
    ("45-26", "45-26-1"),
    ("45-26", "*"),
    ("45-26", "45-26\n45-26"),
    ("12. -", "12. D1@a1 E"),
    ("12. - |", "12. | - |"),
    ("0. Sa1 | Sf6", "0. Sa1 | -"),
    ("0. Sa1 | Sf6", "0. Sa1 | Sa1"),
    (" Md1 T2@c1c2d2 E", " Md1 E"),
    (" Md1 T2@c1c2d2 E", " Md1 T2@c1c2d2"),
    (" Md1 T2@c1c2d2 E", " Md1 T2@c1c2d2 E C"),
    ("45-26", "45-26 ;\t Anna \t; is\tfirst \t"),
    ("45-26", "45-26; \u202e"),
]


@pytest.mark.parametrize(("old", "new"), AWKWARD)
def test_awkward_records_are_told_apart_alike(node, old, new):
    whole = WHOLE[-1].decode()
    assert old in whole
    agrees(node, whole.replace(old, new).encode("utf-8", "surrogatepass"))


def test_too_large_and_other_bytes_are_refused_alike(node):
    comment = b";" + b"x" * 100 + b"\n"
    for data in (WHOLE[0] + comment * 10_000, b"\n" * 1_000_001, b"", b"\n\n", b"; \xed\xa0\x80", b"\n\xf0\x9f\x8e"):
        agrees(node, data)


@settings(max_examples=40)
@given(
    random_games,
    st.lists(player_names | safe_texts, min_size=4, max_size=4),
    safe_texts,
    st.booleans(),
    st.integers(0, 3),
)
def test_a_game_makes_the_same_record(node, game, names, event, all_names, first):
    names = names if all_names else names[: game.config.players]
    tags = {"Event": event, "Zeta": "1", "Alpha": event[:3], "FirstDraw": str(first)}
    try:
        expected = {"text": format_record(record_from_game(game, names, tags))}
    except HoliError as error:
        expected = {"code": error.code, "error": str(error)}
    actions = [str(action) for action in game.actions]
    made = node.ask(
        "make-record", config=game.config.to_json(), seed=game.seed, actions=actions, names=names, tags=tags
    )
    assert made == expected
    if "text" in expected:
        agrees(node, expected["text"].encode())
