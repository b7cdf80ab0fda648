"""What the server's tests share: real processes, real databases, and players who connect to them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from typing import Any, NoReturn

import pytest

from tests.server.player import Player
from tests.server.processes import Postgres, Redis, Server, program

StartServer = Callable[..., Server]
NewPlayer = Callable[..., Awaitable[Player]]


@pytest.fixture
def anyio_backend() -> str:
    """Tests marked `anyio` run on asyncio, as the server does."""
    return "asyncio"


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The address of a new SQLite file."""
    return f"sqlite:///{tmp_path / 'holi.db'}"


@pytest.fixture(scope="session")
def _postgres_of_session() -> Iterator[Postgres | None]:
    if program("initdb") is None:
        yield None
        return
    with Postgres() as postgres:
        yield postgres


@pytest.fixture
def postgres(_postgres_of_session: Postgres | None, leave_out: Callable[[str], NoReturn]) -> Postgres:
    """A running PostgreSQL server, shared by tests; a test that stops it starts a `Postgres()` of its own."""
    if _postgres_of_session is None:
        leave_out("PostgreSQL is not installed")
    return _postgres_of_session


@pytest.fixture
async def postgres_url(postgres: Postgres) -> str:
    """The address of a new, empty PostgreSQL database."""
    return await postgres.new_database()


@pytest.fixture(params=["sqlite", "postgresql"])
def any_database_url(request: pytest.FixtureRequest) -> str:
    """The address of a new, empty database of either kind: a test that asks for it runs twice."""
    return request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url")


@pytest.fixture
def own_postgres(leave_out: Callable[[str], NoReturn]) -> Iterator[Postgres]:
    """A PostgreSQL server of this test alone, to stop and start."""
    if program("initdb") is None:
        leave_out("PostgreSQL is not installed")
    with Postgres() as postgres:
        yield postgres


@pytest.fixture
def redis(leave_out: Callable[[str], NoReturn]) -> Iterator[Redis]:
    """A running Redis server of this test alone."""
    if program("redis-server") is None:
        leave_out("Redis is not installed")
    with Redis() as redis:
        yield redis


@pytest.fixture
def start_server(sqlite_url: str) -> Iterator[StartServer]:
    """Start `holi serve` processes: `start_server(database=..., workers=1, env={...})`; SQLite without a database."""
    with ExitStack() as stack:

        def start(database: str = sqlite_url, **options: Any) -> Server:
            return stack.enter_context(Server(database, **options))

        yield start


@pytest.fixture
def server(start_server: StartServer) -> Server:
    """A running `holi serve` with a SQLite file of its own and no bot workers."""
    return start_server()


@pytest.fixture
async def new_player(request: pytest.FixtureRequest) -> AsyncIterator[NewPlayer]:
    """Connect players: `await new_player()` to the fixture `server`, or `await new_player(other_server)`."""
    async with AsyncExitStack() as stack:

        async def connect(server: Server | None = None, **options: Any) -> Player:
            at = server if server is not None else request.getfixturevalue("server")
            return await stack.enter_async_context(Player(at.socket_address, **options))

        yield connect


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running `holi serve` for tests that mind nobody else's tables: started once, so many small tests are quick."""
    folder = tmp_path_factory.mktemp("shared")
    with Server(f"sqlite:///{folder / 'holi.db'}", tables_per_hour=100_000) as server:
        yield server
