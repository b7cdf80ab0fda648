"""`npm run engine`, the second program for the engine protocol."""

import json
import shutil
import subprocess
from collections.abc import Callable
from typing import NoReturn

from tests.engine.conftest import WEB


def test_npm_adds_nothing_to_the_answers(leave_out: Callable[[str], NoReturn]):
    npm = shutil.which("npm")
    if npm is None or not (WEB / "node_modules" / "vite").exists():
        leave_out("'npm run engine', as npm or the packages of web/ are not installed")
    sent = b'{"cmd":"new","config":{"players":2}}\n{"cmd":"legal"}\n{"cmd":"quit"}\n'
    done = subprocess.run([npm, "run", "engine"], cwd=WEB, input=sent, capture_output=True, check=False)
    assert (done.stderr, done.returncode) == (b"", 0)
    assert [json.loads(line)["ok"] for line in done.stdout.splitlines()] == [True, True, True]
