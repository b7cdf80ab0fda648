"""Saved games: a text that a person can read and a program can play again and check (`holi-record/1`).

>>> from holi.game import Config, Game, parse_action
>>> from holi.record import format_record, parse_record, record_from_game, verify_record
>>> game = Game(Config(players=2), seed="0" * 64)
>>> _ = game.apply(parse_action("Sa1"))
>>> text = format_record(record_from_game(game, ["Anna", "Ravi"]))
>>> text.splitlines()[-2:]
['0. Sa1', '*']
>>> verify_record(parse_record(text)).position == game.position
True
"""

from holi.game.errors import RecordError
from holi.record.model import Comment, Lines, Record, RecordedTurn
from holi.record.reading import load_record, parse_record, read_record
from holi.record.receipt import RECEIPT_FORMAT, Receipt, differences, parse_receipt, read_receipt
from holi.record.replaying import ReplayStep, record_from_game, replay
from holi.record.tags import FORMAT
from holi.record.verifying import VerifiedRecord, verify_record
from holi.record.writing import format_record

__all__ = [
    "FORMAT",
    "RECEIPT_FORMAT",
    "Comment",
    "Lines",
    "Receipt",
    "Record",
    "RecordError",
    "RecordedTurn",
    "ReplayStep",
    "VerifiedRecord",
    "differences",
    "format_record",
    "load_record",
    "parse_receipt",
    "parse_record",
    "read_receipt",
    "read_record",
    "record_from_game",
    "replay",
    "verify_record",
]
