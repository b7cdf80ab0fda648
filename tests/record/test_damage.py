"""Whatever happens to a file, it is a record, or one sentence says why not."""

import io
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from holi.game import RecordError
from holi.record import format_record, parse_record, read_record, verify_record
from tests.record.games import GOLDEN

WHOLE = [path.read_bytes() for path in GOLDEN]
TELLING = [b"[", b"]", b'"', b"\\", b";", b"|", b"-", b".", b"*", b"\n", b"\r", b"\t", b"\0", b"\xff", b"\xc3", b"E"]


def told(data: bytes) -> str:
    """What reading, verifying and writing the bytes comes to; anything but a `RecordError` fails the test."""
    try:
        record = read_record(io.BytesIO(data))
    except RecordError as error:
        return str(error)
    assert parse_record(format_record(record)) == record
    try:
        verify_record(record)
    except RecordError as error:
        return str(error)
    return "valid"


def damaged(data: bytes, dice: random.Random) -> bytes:
    """The bytes with a few of them changed, lost, added, doubled or moved."""
    pieces = bytearray(data)
    for _ in range(dice.choice((1, 1, 2, 5, 30))):
        place = dice.randrange(len(pieces) + 1)
        length = dice.choice((1, 1, 2, 8, 60))
        match dice.randrange(5):
            case 0:
                pieces[place : place + 1] = bytes([dice.randrange(256)])
            case 1:
                del pieces[place : place + length]
            case 2:
                pieces[place:place] = dice.choice(TELLING)
            case 3:
                pieces[place:place] = pieces[place : place + length]
            case 4:
                other = dice.randrange(len(pieces) + 1)
                pieces[other:other] = pieces[place : place + length]
    return bytes(pieces)


@settings(max_examples=400)
@given(st.sampled_from(WHOLE), st.integers(0, 2**32))
def test_a_damaged_file_is_read_or_refused_with_a_line(data, seed):
    sentence = told(damaged(data, random.Random(seed)))
    assert sentence == "valid" or sentence.startswith("line ")
    assert "\n" not in sentence


@settings(max_examples=200)
@given(st.binary(max_size=300), st.sampled_from([b"", *WHOLE]), st.booleans())
def test_garbage_alone_or_beside_a_record_is_refused_with_a_line(garbage, data, before):
    sentence = told(garbage + data if before else data + garbage)
    assert sentence == "valid" or sentence.startswith("line ")


def test_undamaged_files_are_valid():
    assert [told(data) for data in WHOLE] == ["valid"] * 3
