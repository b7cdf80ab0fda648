"""What docs/engine-protocol.md shows is what the engine does."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from tests.engine.client import CODES
from tests.engine.lines import KNOWN

DOCUMENT = (Path(__file__).parents[2] / "docs" / "engine-protocol.md").read_text("utf-8")


def code_block(language: str) -> str:
    return re.findall(rf"```{language}\n(.*?)```", DOCUMENT, re.DOTALL)[0]


class TestDocument:
    def test_the_conversation_is_real(self, fresh):
        lines = code_block("text").splitlines()
        assert len(lines) > 20
        for sent, shown in zip(lines[::2], lines[1::2], strict=True):
            assert sent.startswith("> ")
            answer = json.dumps(fresh.send(sent[2:].encode()), separators=(",", ":"))
            pattern = ".*".join(re.escape(part) for part in shown.removeprefix("< ").split("…"))
            assert re.fullmatch(pattern, answer), f"{sent}\n{answer}"
        assert fresh.end() == (b"", b"", 0)

    def test_every_command_and_code_is_described(self):
        for name in (*KNOWN["cmd"], "quit"):
            assert f'| `{{"cmd":"{name}"' in DOCUMENT
        for code in CODES:
            assert f"| `{code}` |" in DOCUMENT

    @pytest.mark.parametrize(("language", "program"), [("python", sys.executable), ("javascript", "node")])
    def test_the_clients_check_a_shuffle_in_ten_lines(
        self, language, program, tmp_path, leave_out: Callable[[str], NoReturn]
    ):
        found = shutil.which(program)
        if found is None:
            leave_out(f"the {language} client of docs/engine-protocol.md, as {program} is not installed")
        client = code_block(language)
        assert len([line for line in client.splitlines() if line]) <= 10
        command = tmp_path / "holi"
        command.write_text(f"#!{sys.executable}\nfrom holi.cli.app import main\nmain()\n")
        command.chmod(0o755)
        done = subprocess.run(
            [found, "-"],
            input=client,
            env={**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ.get('PATH', '')}"},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.splitlines() == [f"seat {seat} is fair" for seat in range(4)]
        assert done.stderr == ""
