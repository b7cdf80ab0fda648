"""`holi engine` as a real process over its pipes, and what docs/engine-protocol.md shows of it (F4)."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from holi.cli.engine import LONGEST_LINE
from tests.cli.engine_lines import CODES, FIELDS, KNOWN, SEED, WRONG_LINES, code_of

DOCUMENT = (Path(__file__).parents[2] / "docs" / "engine-protocol.md").read_text("utf-8")
MAIN = "from holi.cli.app import main; main()"


class Pipe:
    """The real process, asked over its pipes."""

    def __init__(self) -> None:
        # A test run in the background may have been started with interrupts ignored, which processes inherit.
        program = f"import signal; signal.signal(signal.SIGINT, signal.default_int_handler); {MAIN}"
        self.process = subprocess.Popen(
            [sys.executable, "-c", program, "engine"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
        )
        assert self.process.stdin and self.process.stdout
        self.requests, self.answers = self.process.stdin, self.process.stdout

    def send(self, line: bytes) -> dict[str, Any]:
        self.requests.write(line + b"\n")
        self.requests.flush()
        answer = self.answers.readline()
        assert answer.endswith(b"\n")
        assert answer.isascii()
        return dict(json.loads(answer))

    def ask(self, **command: Any) -> dict[str, Any]:
        return self.send(json.dumps(command).encode())

    def end(self) -> tuple[bytes, bytes, int]:
        """Close the input; what else came out, and the exit status."""
        out, err = self.process.communicate()
        return out, err, self.process.returncode


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    started = Pipe()
    yield started
    started.process.kill()
    started.process.communicate()


def run_engine(sent: bytes) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run([sys.executable, "-c", MAIN, "engine"], input=sent, capture_output=True, check=False)


class TestProcess:
    def test_a_random_game_with_undo_at_each_step(self, pipe):
        position = pipe.ask(cmd="new", config={"players": 2, "rivalry": 2}, seed=SEED)["position"]
        chance = random.Random(1)
        while position["phase"] != "over":
            text = chance.choice(pipe.ask(cmd="legal")["actions"])
            after = pipe.ask(cmd="apply", action=text)
            undone = pipe.ask(cmd="undo")
            if text[0] in "SE":
                assert code_of(undone) == "illegal"
            else:
                assert undone == {"ok": True, "position": position}
                assert pipe.ask(cmd="apply", action=text) == after
            position = after["position"]
        assert sorted(score["rank"] for score in position["scores"]) == [1, 2]
        assert pipe.ask(cmd="quit") == {"ok": True}
        assert pipe.end() == (b"", b"", 0)

    def test_every_code_but_internal_and_then_it_still_plays(self, pipe):
        seen = {pipe.ask(cmd="legal")["code"]}
        pipe.ask(cmd="new", config={"players": 3}, seed=SEED)
        for action in ("Sa1", "Sf6", "Sa6", "Mc3"):
            before = pipe.ask(cmd="apply", action=action)["position"]
        for code, lines in WRONG_LINES.items():
            for line in lines[:20]:
                assert code_of(pipe.send(line)) == code
                seen.add(code)
            assert pipe.ask(cmd="position")["position"] == before
        assert seen == CODES - {"internal"}
        assert pipe.end() == (b"", b"", 0)

    def test_fuzzed_lines_each_get_one_answer(self, pipe):
        chance = random.Random(7)
        pipe.ask(cmd="new", config={"players": 2}, seed=SEED)
        for _ in range(300):
            line = bytearray(json.dumps({name: chance.choice(KNOWN[name]) for name in FIELDS}).encode())
            for _ in range(chance.randrange(3)):
                line[chance.randrange(len(line))] = chance.choice(b'\x00"{}[]:,\\x9\xff')
            answer = pipe.send(bytes(line))
            assert answer["ok"] or code_of(answer) != "internal"
        assert pipe.end() == (b"", b"", 0)

    def test_ten_megabytes_in_a_line(self, pipe):
        assert code_of(pipe.send(b"[" * 10_000_000)) == "too-large"
        assert code_of(pipe.send(b"x" * (LONGEST_LINE + 1))) == "too-large"
        assert code_of(pipe.send(b"x" * LONGEST_LINE)) == "invalid-json"
        assert pipe.ask(cmd="new", config={"players": 2})["ok"] is True

    def test_line_ends_blank_lines_and_a_last_line_without_end(self):
        done = run_engine(b'\n  \r\n{"cmd":"legal"}\r\n\n{"cmd":"x"}\n{"cmd":"position"}')
        assert [json.loads(line)["code"] for line in done.stdout.splitlines()] == [
            "no-game", "unknown-command", "no-game",
        ]  # fmt: skip
        assert (done.stderr, done.returncode) == (b"", 0)

    def test_nothing_is_read_after_quit(self):
        done = run_engine(b'{"cmd":"quit"}\n{"cmd":"legal"}\n')
        assert (done.stdout, done.stderr, done.returncode) == (b'{"ok":true}\n', b"", 0)

    def test_an_empty_input_ends_quietly(self):
        done = run_engine(b"")
        assert (done.stdout, done.stderr, done.returncode) == (b"", b"", 0)

    def test_interrupt_is_quiet(self, pipe):
        pipe.ask(cmd="legal")
        pipe.process.send_signal(signal.SIGINT)
        out, err, status = pipe.end()
        assert (out, err) == (b"", b"")
        assert status == 130

    def test_a_reader_that_goes_away_is_no_fault(self, pipe):
        pipe.ask(cmd="new", config={"players": 2})
        pipe.answers.close()
        pipe.requests.write(b'{"cmd":"position"}\n' * 3)
        pipe.requests.flush()
        assert pipe.process.wait() == 0
        assert pipe.process.stderr.read() == b""

    def test_what_a_bot_prints_does_not_reach_the_answers(self):
        program = (
            "import holi.bots, types\n"
            "choose = lambda view, legal, movetime: print('thinking') or legal[0]\n"
            "holi.bots.make_bot = lambda level, seed: types.SimpleNamespace(name=level, choose=choose)\n"
            f"{MAIN}"
        )
        sent = b'{"cmd":"new","config":{"players":2}}\n{"cmd":"go"}\n'
        done = subprocess.run([sys.executable, "-c", program, "engine"], input=sent, capture_output=True, check=True)
        assert json.loads(done.stdout.splitlines()[1])["action"] == "Sa1"
        assert b"thinking" in done.stderr


def code_block(language: str) -> str:
    return re.findall(rf"```{language}\n(.*?)```", DOCUMENT, re.DOTALL)[0]


class TestDocument:
    def test_the_conversation_is_real(self, pipe):
        lines = code_block("text").splitlines()
        assert len(lines) > 20
        for sent, shown in zip(lines[::2], lines[1::2], strict=True):
            assert sent.startswith("> ")
            answer = json.dumps(pipe.send(sent[2:].encode()), separators=(",", ":"))
            pattern = ".*".join(re.escape(part) for part in shown.removeprefix("< ").split("…"))
            assert re.fullmatch(pattern, answer), f"{sent}\n{answer}"
        assert pipe.end() == (b"", b"", 0)

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
