"""Our own engine: what a bot sees, faults of ours, the limits of its memory, Ctrl-C."""

import io
import json
import signal
import subprocess
import sys
from typing import Any, NoReturn

import pytest

from holi.bots.processes.lines import LONGEST_LINE, read_lines
from holi.engine import protocol
from holi.engine.protocol import Engine
from holi.game import parse_action
from tests.engine.client import Client, code_of
from tests.engine.lines import SEED

MAIN = "from holi.cli.app import main; main()"


def ask(engine: Engine, **command: Any) -> dict[str, Any]:
    answer = engine.answer(json.dumps(command).encode())
    assert answer is not None
    return answer


def ask_well(engine: Engine, **command: Any) -> dict[str, Any]:
    answer = ask(engine, **command)
    assert answer["ok"] is True, answer
    return answer


def engine_in_play() -> Engine:
    engine = Engine()
    ask_well(engine, cmd="new", config={"players": 3}, seed=SEED)
    for action in ("Sa1", "Sf6", "Sa6", "Mc3"):
        ask_well(engine, cmd="apply", action=action)
    return engine


class TestBots:
    def test_go_gives_the_bot_nothing_but_its_view(self, monkeypatch):
        seen: list[Any] = []

        class Spy:
            name = "spy"

            def turn(self, view, movetime):
                seen.append((view, movetime))
                return [parse_action(ask_well(engine, cmd="legal")["actions"][0])]

        monkeypatch.setattr("holi.engine.protocol.make_bot", lambda level, seed: seen.append((level, seed)) or Spy())
        engine = engine_in_play()
        ask_well(engine, cmd="go", seed=-7)
        assert seen[0] == ("greedy", -7)
        assert seen[1] == (ask_well(engine, cmd="view", seat=0)["view"], 1.0)

    def test_a_bot_that_cheats_is_an_internal_failure(self, monkeypatch):
        class Cheat:
            name = "cheat"

            def turn(self, view, movetime):
                return [parse_action("E")]

        monkeypatch.setattr("holi.engine.protocol.make_bot", lambda level, seed: Cheat())
        assert code_of(ask(engine_in_play(), cmd="go")) == "internal"


class TestFaults:
    @pytest.mark.parametrize("command", [{"cmd": "apply", "action": "Md4"}, {"cmd": "undo"}, {"cmd": "new"}])
    def test_an_unexpected_failure_is_internal_and_changes_nothing(self, monkeypatch, command):
        engine = engine_in_play()
        ask_well(engine, cmd="undo")
        ask_well(engine, cmd="apply", action="Mb2")
        before = ask(engine, cmd="position")
        command = {**command, "config": {"players": 2}}
        if command["cmd"] == "apply":
            command["action"] = ask_well(engine, cmd="legal")["actions"][0]

        def fail(*_: object) -> NoReturn:
            raise ZeroDivisionError("a fault\nof ours")

        with monkeypatch.context() as patch:
            patch.setattr(protocol, "position_to_json", fail)
            answer = ask(engine, **command)
        assert code_of(answer) == "internal"
        assert "ZeroDivisionError" in answer["error"]
        assert ask(engine, cmd="position") == before
        assert ask_well(engine, cmd="undo")["position"]["turn"]["moved"] is False


class Reads(io.BytesIO):
    """A stream that remembers the most that was asked for at once."""

    most = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        assert size > 0
        self.most = max(self.most, size)
        return super().readline(size)


class TestLines:
    @pytest.mark.parametrize(
        ("sent", "lines"),
        [
            (b"", []),
            (b"a\nb\n", [b"a", b"b"]),
            (b"a\r\nb", [b"a", b"b"]),
            (b"\n\r\n\n", [b"", b"", b""]),
            (b"a\rb\x0bc\x85\xe2\x80\xa8d\n", [b"a\rb\x0bc\x85\xe2\x80\xa8d"]),
        ],
    )
    def test_a_line_ends_with_newline_or_the_input(self, sent, lines):
        assert list(read_lines(io.BytesIO(sent))) == lines

    @pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
    def test_the_line_end_does_not_count(self, end):
        assert list(read_lines(io.BytesIO(b"x" * LONGEST_LINE + end))) == [b"x" * LONGEST_LINE]

    @pytest.mark.parametrize("extra", [1, 2, 3, LONGEST_LINE, 9 * LONGEST_LINE])
    @pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
    def test_too_long_a_line_is_one_line_and_never_held_whole(self, extra, end):
        stream = Reads(b"x" * (LONGEST_LINE + extra) + end + b'{"cmd":"quit"}')
        lines = list(read_lines(stream))
        assert code_of(Engine().answer(lines[0])) == "too-large"
        assert stream.most <= LONGEST_LINE + 2
        assert lines[1:] == ([b'{"cmd":"quit"}'] if end else [])


class TestProcess:
    def test_interrupt_is_quiet(self):
        # A test run in the background may have been started with interrupts ignored, which processes inherit.
        program = f"import signal; signal.signal(signal.SIGINT, signal.default_int_handler); {MAIN}"
        with Client([sys.executable, "-c", program, "engine"]) as engine:
            engine.ask(cmd="legal")
            engine.process.send_signal(signal.SIGINT)
            assert engine.end() == (b"", b"", 130)

    def test_what_a_bot_prints_does_not_reach_the_answers(self):
        program = (
            "import holi.bots, types\n"
            "from holi.game import parse_action\n"
            "turn = lambda view, movetime: print('thinking') or [parse_action('Sa1')]\n"
            "holi.bots.make_bot = lambda level, seed: types.SimpleNamespace(name=level, turn=turn)\n"
            f"{MAIN}"
        )
        sent = b'{"cmd":"new","config":{"players":2}}\n{"cmd":"go"}\n'
        done = subprocess.run([sys.executable, "-c", program, "engine"], input=sent, capture_output=True, check=True)
        assert json.loads(done.stdout.splitlines()[1])["action"] == "Sa1"
        assert b"thinking" in done.stderr
