"""A client of the engine protocol: it talks to a real process over its pipes and checks the form of every answer."""

import json
import os
import subprocess
from collections.abc import Sequence
from typing import Any

from tests.engine.lines import SEED

CODES = {
    "invalid-json", "unknown-command", "malformed", "illegal", "bad-config", "bad-position", "no-game", "too-large",
    "internal",
}  # fmt: skip


class Client:
    """A process and its pipes; leaving its `with` block ends it."""

    def __init__(self, program: Sequence[str]) -> None:
        self.process = subprocess.Popen(
            program,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
        )
        assert self.process.stdin and self.process.stdout
        self.requests, self.answers = self.process.stdin, self.process.stdout

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def send(self, line: bytes) -> dict[str, Any]:
        """Send a line that is not blank and read the answer."""
        self.pass_over(line)
        answer = self.answers.readline()
        assert answer.endswith(b"\n")
        assert answer.isascii()
        return dict(json.loads(answer, parse_constant=refuse_constant))

    def pass_over(self, line: bytes) -> None:
        """Send a line that gets no answer; if it gets one, the next question is answered wrongly."""
        self.requests.write(line + b"\n")
        self.requests.flush()

    def ask(self, **command: Any) -> dict[str, Any]:
        return self.send(json.dumps(command).encode())

    def ask_well(self, **command: Any) -> dict[str, Any]:
        answer = self.ask(**command)
        assert answer["ok"] is True, answer
        return answer

    def end(self) -> tuple[bytes, bytes, int]:
        """Close the input; what else came out, and the exit status."""
        out, err = self.process.communicate()
        return out, err, self.process.returncode


def refuse_constant(name: str) -> None:
    raise AssertionError(f"{name} is not JSON")


def in_play(client: Client, players: int = 3) -> Client:
    client.ask_well(cmd="new", config={"players": players}, seed=SEED)
    for action in [*("Sa1", "Sf6", "Sa6", "Sf1")[:players], "Mc3"]:
        client.ask_well(cmd="apply", action=action)
    return client


def code_of(answer: dict[str, Any] | None) -> str:
    assert answer is not None
    assert answer["ok"] is False, answer
    assert set(answer) == {"ok", "code", "error"}
    assert answer["code"] in CODES
    assert answer["error"] and "\n" not in answer["error"]
    return str(answer["code"])
