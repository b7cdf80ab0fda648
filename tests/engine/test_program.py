"""The engine as a program: whole games, line ends, and how it ends (F4)."""

import json
import random
import subprocess
from collections.abc import Sequence

from tests.engine.client import CODES, code_of
from tests.engine.lines import FIELDS, KNOWN, LONGEST_LINE, SEED, WRONG_LINES


def run(program: Sequence[str], sent: bytes) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(program, input=sent, capture_output=True, check=False)


class TestProgram:
    def test_a_random_game_with_undo_at_each_step(self, fresh):
        position = fresh.ask(cmd="new", config={"players": 2, "rivalry": 2}, seed=SEED)["position"]
        chance = random.Random(1)
        while position["phase"] != "over":
            text = chance.choice(fresh.ask(cmd="legal")["actions"])
            after = fresh.ask(cmd="apply", action=text)
            undone = fresh.ask(cmd="undo")
            if text[0] in "SE":
                assert code_of(undone) == "illegal"
            else:
                assert undone == {"ok": True, "position": position}
                assert fresh.ask(cmd="apply", action=text) == after
            position = after["position"]
        assert sorted(score["rank"] for score in position["scores"]) == [1, 2]
        assert fresh.ask(cmd="quit") == {"ok": True}
        assert fresh.end() == (b"", b"", 0)

    def test_every_code_but_internal_and_then_it_still_plays(self, fresh):
        seen = {fresh.ask(cmd="legal")["code"]}
        fresh.ask(cmd="new", config={"players": 3}, seed=SEED)
        for action in ("Sa1", "Sf6", "Sa6", "Mc3"):
            before = fresh.ask(cmd="apply", action=action)["position"]
        for code, lines in WRONG_LINES.items():
            for line in lines[:20]:
                assert code_of(fresh.send(line)) == code
                seen.add(code)
            assert fresh.ask(cmd="position")["position"] == before
        assert seen == CODES - {"internal"}
        assert fresh.end() == (b"", b"", 0)

    def test_fuzzed_lines_each_get_one_answer(self, fresh):
        chance = random.Random(7)
        fresh.ask(cmd="new", config={"players": 2}, seed=SEED)
        for _ in range(300):
            line = bytearray(json.dumps({name: chance.choice(KNOWN[name]) for name in FIELDS}).encode())
            for _ in range(chance.randrange(3)):
                line[chance.randrange(len(line))] = chance.choice(b'\x00"{}[]:,\\x9\xff')
            answer = fresh.send(bytes(line))
            assert answer["ok"] or code_of(answer) != "internal"
        assert fresh.end() == (b"", b"", 0)

    def test_ten_megabytes_in_a_line(self, fresh):
        assert code_of(fresh.send(b"[" * 10_000_000)) == "too-large"
        assert code_of(fresh.send(b"x" * (LONGEST_LINE + 1))) == "too-large"
        assert code_of(fresh.send(b"x" * LONGEST_LINE)) == "invalid-json"
        assert fresh.ask(cmd="new", config={"players": 2})["ok"] is True

    def test_line_ends_blank_lines_and_a_last_line_without_end(self, program):
        done = run(program, b'\n  \r\n{"cmd":"legal"}\r\n\n{"cmd":"x"}\n{"cmd":"position"}')
        assert [json.loads(line)["code"] for line in done.stdout.splitlines()] == [
            "no-game", "unknown-command", "no-game",
        ]  # fmt: skip
        assert (done.stderr, done.returncode) == (b"", 0)

    def test_nothing_is_read_after_quit(self, program):
        done = run(program, b'{"cmd":"quit"}\n{"cmd":"legal"}\n')
        assert (done.stdout, done.stderr, done.returncode) == (b'{"ok":true}\n', b"", 0)

    def test_an_empty_input_ends_quietly(self, program):
        done = run(program, b"")
        assert (done.stdout, done.stderr, done.returncode) == (b"", b"", 0)

    def test_a_reader_that_goes_away_is_no_fault(self, fresh):
        fresh.ask(cmd="new", config={"players": 2})
        fresh.answers.close()
        fresh.requests.write(b'{"cmd":"position"}\n' * 3)
        fresh.requests.flush()
        assert fresh.process.wait() == 0
        assert fresh.process.stderr.read() == b""
