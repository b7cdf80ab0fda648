"""The program under test: the conformance tests of F4 run against every command in `PROGRAMS`."""

import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NoReturn

import pytest

from tests.engine.client import Client, in_play

WEB = Path(__file__).parents[2] / "web"
PROGRAMS = {
    "holi engine": [sys.executable, "-m", "holi.cli", "engine"],
    "npm run engine": ["node", str(WEB / "tools" / "engine.mjs")],
}
"""Two implementations over the same rules; each runs in an environment where `holi` can be imported."""


@pytest.fixture(scope="session", params=PROGRAMS)
def program(request: pytest.FixtureRequest, leave_out: Callable[[str], NoReturn]) -> Sequence[str]:
    command = PROGRAMS[request.param]
    if command[0] == "node" and not (shutil.which("node") and (WEB / "node_modules" / "vite").exists()):
        leave_out(f"the conformance of '{request.param}', as Node.js or the packages of web/ are not installed")
    return command


@pytest.fixture
def fresh(program: Sequence[str]) -> Iterator[Client]:
    """A process for this test alone."""
    with Client(program) as started:
        yield started


@pytest.fixture(scope="session")
def without_game(program: Sequence[str]) -> Iterator[Client]:
    """A process that is shared by tests that begin no game."""
    with Client(program) as started:
        yield started


@pytest.fixture(scope="session")
def engine(program: Sequence[str]) -> Iterator[Client]:
    """A process that is shared by tests which begin a game of their own first."""
    with Client(program) as started:
        yield started


@pytest.fixture
def playing(engine: Client) -> Client:
    """In a game of three with a move done in the first turn, so that `undo` has something to take back."""
    return in_play(engine)
