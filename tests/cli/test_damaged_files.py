"""Damaged and hostile files of every kind: each is taken, or refused with one sentence; nothing else ever happens.

HOLI_FUZZ_EXAMPLES sets how much is tried (`make fuzz`): 30 times as many files of each kind, a tenth as many back-ups.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic_core import from_json

from holi.cli.hint import _view
from holi.cli.verify import receipt_file, verified_file
from holi.game import complete_deck, load_deck, position_from_json, view_to_json
from holi.game.errors import HoliError
from holi.server.store.backup import back_up, restore
from holi.server.store.engine import on_database
from tests.game.formats.nonsense import TEMPTING
from tests.game.formats.positions import BASES
from tests.record.games import GOLDEN
from tests.record.test_damage import damaged
from tests.server.store.test_store_backup import fill, no_progress

EXAMPLES = int(os.environ.get("HOLI_FUZZ_EXAMPLES", "4"))
FILES = 30 * EXAMPLES
BACK_UPS = max(4, EXAMPLES // 10)

DEEP = 20_000
HUGE = b"9" * 5000

POSITIONS = [make() for make in BASES.values()]
RECEIPT = {
    "format": "holi-receipt/1",
    "table": "BCDFG",
    "commitment": "0" * 64,
    "seats": ["1" * 64, None, "2" * 64],
    "yours": [0],
    "rivalry": ["rangoli"],
    "starts": 1,
}


def deck_text() -> str:
    faces = "".join(f'{card.id} = "{card.face}"\n' for card in complete_deck().cards)
    return f'name = "mine"\n[cards]\n{faces}[keys]\n1 = "one"\n'


WHOLE: dict[str, tuple[Callable[[str], object], list[bytes]]] = {
    "record": (verified_file, [path.read_bytes() for path in GOLDEN]),
    "receipt": (receipt_file, [json.dumps(RECEIPT).encode()]),
    "deck": (lambda file: load_deck(Path(file)), [deck_text().encode()]),
    "position": (_view, [json.dumps(position).encode() for position in POSITIONS]),
    "view": (
        _view,
        [
            json.dumps(view_to_json(position_from_json(each), viewer)).encode()
            for each in POSITIONS
            for viewer in (0, 1)
        ],
    ),
}


def spoiled(data: Any, dice: random.Random) -> Any:
    """The data with one value, anywhere inside, made another, dropped or doubled."""
    holder: Any = [data]
    key: Any = 0
    while isinstance(holder[key], dict | list) and holder[key] and (holder[key] is data or dice.random() < 0.8):
        holder = holder[key]
        key = dice.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
    match dice.randrange(4):
        case 0 if isinstance(holder, dict):
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.append(holder[key])
        case 2 if type(holder[key]) is int:
            holder[key] += dice.choice((-1, 1, 2**31, 2**63, 10**30))
        case _:
            holder[key] = dice.choice(TEMPTING)
    return data


def hostile(whole: bytes, dice: random.Random) -> bytes:
    """Another file: bytes changed, a value changed, garbage, or what takes much to read."""
    match dice.randrange(8):
        case 0 | 1 | 2:
            return damaged(whole, dice)
        case 3 | 4 | 5 if whole.startswith(b"{") and b"\n" not in whole:
            return json.dumps(spoiled(from_json(whole), dice)).encode()
        case 6:
            return dice.randbytes(dice.randrange(300))
        case 7:
            at = dice.randrange(len(whole))
            piece = dice.choice([b"[" * DEEP, b'{"a":' * DEEP, HUGE, b"a." * DEEP])
            return dice.choice([piece, b"a = " + piece, whole[:at] + piece + whole[at:]])
        case _:
            return damaged(damaged(whole, dice), dice)


def told(read: Callable[[], object]) -> str:
    """Why it was refused, in one line; any error that is none of ours fails the test."""
    try:
        read()
    except HoliError as error:
        sentence = str(error)
        assert sentence and "\n" not in sentence and len(sentence) < 1000, sentence
        return "refused"
    return "taken"


@pytest.mark.parametrize("kind", WHOLE)
def test_a_file_of_any_bytes_is_taken_or_refused_with_a_sentence(kind: str, tmp_path: Path):
    read, wholes = WHOLE[kind]
    dice = random.Random(f"{kind} {EXAMPLES}")
    file = tmp_path / f"a.{kind}"
    outcomes: Counter[str] = Counter()
    for _ in range(FILES):
        file.write_bytes(hostile(dice.choice(wholes), dice))
        outcomes[told(lambda: read(str(file)))] += 1
    print(f"{outcomes.total()} files as a {kind}: {dict(outcomes)}")
    assert outcomes["refused"] > FILES / 4
    for whole in wholes:
        file.write_bytes(whole)
        outcomes[told(lambda: read(str(file)))] += 1
    assert outcomes["taken"]


def test_a_back_up_of_any_bytes_is_restored_or_refused_with_a_sentence(tmp_path: Path):
    source, file = f"sqlite:///{tmp_path / 'source.db'}", tmp_path / "whole.jsonl"
    asyncio.run(fill(source))
    asyncio.run(on_database(source, lambda engine: back_up(engine, file, no_progress)))
    whole = file.read_bytes()
    head, rest = whole.split(b"\n", 1)
    dice = random.Random(f"back-up {EXAMPLES}")
    outcomes: Counter[str] = Counter()
    damage = tmp_path / "damaged.jsonl"

    def put(name: Path) -> None:
        target = tmp_path / "target.db"
        target.unlink(missing_ok=True)
        asyncio.run(on_database(f"sqlite:///{target}", lambda engine: restore(engine, name, no_progress)))

    assert told(lambda: put(file)) == "taken"
    for number in range(BACK_UPS):
        bad = hostile(head, dice) + b"\n" + rest if number % 2 else hostile(whole, dice)
        target = damage if number % 4 < 3 else damage.with_suffix(".gz")
        target.write_bytes(bad)
        outcomes[told(lambda target=target: put(target))] += 1  # type: ignore[misc]
    print(f"{outcomes.total()} files as a back-up: {dict(outcomes)}")
