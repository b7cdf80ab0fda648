"""The public names are a contract, and what is shown of them runs."""

import doctest
import re
import shutil
from pathlib import Path

import holi.record
from tests.record.games import DATA


def test_the_public_names_are_these():
    assert holi.record.__all__ == [
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
    assert all(hasattr(holi.record, name) for name in holi.record.__all__)


def test_the_example_of_the_package_runs():
    assert doctest.testmod(holi.record) == (0, 7)


def test_the_program_in_the_documentation_runs(tmp_path, monkeypatch, capsys):
    page = (Path(__file__).parents[2] / "docs" / "record-format.md").read_text("utf-8")
    program = re.search(r"```python\n(.*?)```", page, re.DOTALL)[1]
    shutil.copy(DATA / "two-players.holi", tmp_path / "game.holi")
    monkeypatch.chdir(tmp_path)
    exec(program, {})
    first, *_, last = capsys.readouterr().out.splitlines()
    assert first == "0 Anna Sa1 ['placed-marker']"
    assert last == "0"
