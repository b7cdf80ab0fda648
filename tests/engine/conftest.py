"""The program under test: the conformance tests of F4 run against every command in `PROGRAMS`."""

import sys
from collections.abc import Iterator, Sequence

import pytest

from tests.engine.client import Client, in_play

PROGRAMS = {"holi engine": [sys.executable, "-m", "holi.cli", "engine"]}
"""Each runs in an environment where `holi` can be imported; add a second implementation here."""


@pytest.fixture(scope="session", params=PROGRAMS.values(), ids=PROGRAMS)
def program(request: pytest.FixtureRequest) -> Sequence[str]:
    return request.param


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
