"""Real servers for tests, each on a free loopback port: `holi serve`, PostgreSQL and Redis. All end with the test."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Self

import asyncpg

import holi
from tests.forking import Forked, nursery

LOOPBACK = "127.0.0.1"
Finished = subprocess.CompletedProcess[str]
PATIENT = 120.0
"""Seconds after which a process that should start or end is given up; no test depends on how fast it is."""

POSTGRES_FOLDERS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


def free_port() -> int:
    with socket.create_server((LOOPBACK, 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def program(name: str) -> str | None:
    """Where a program is, also if it is PostgreSQL's and not on the path."""
    places = os.pathsep.join([os.environ.get("PATH", ""), *map(str, POSTGRES_FOLDERS)])
    return shutil.which(name, path=places)


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a `holi` process: this source, interpreted, and no setting of the machine's own."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("HOLI_")}
    return {**own, "PYTHONPATH": str(Path(holi.__file__).parents[1]), **(extra or {})}


class Process:
    """A process that a test started, ended by its id in any case."""

    def __init__(
        self,
        command: list[str],
        env: Mapping[str, str] | None = None,
        user: int | None = None,
        folder: Path | None = None,
    ) -> None:
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - closed when the process has ended
        self.process: subprocess.Popen[bytes] | Forked = subprocess.Popen(
            command,
            env=None if env is None else dict(env),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._log,
            user=user,
            group=None if user is None else pwd.getpwuid(user).pw_gid,
            extra_groups=None if user is None else [],
            cwd=folder,
        )
        assert self.process.stdout is not None
        self.output: IO[bytes] = self.process.stdout

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    @property
    def errors(self) -> str:
        """What it has written to standard error."""
        self._log.seek(0)
        return self._log.read().decode("utf-8", "replace")

    def stop(self, with_signal: signal.Signals = signal.SIGTERM) -> int:
        """End it with a signal; return its exit status."""
        if self.alive:
            self.process.send_signal(with_signal)
        try:
            return self.process.wait(PATIENT)
        finally:
            self.kill()

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        if self.alive:
            self.process.kill()
            self.process.wait(PATIENT)
        if not self.output.closed:
            self.output.close()

    def close(self) -> None:
        self.kill()
        self._log.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _option(name: str, value: object) -> list[str]:
    """An option as it is written on the command line."""
    dashed = name.replace("_", "-")
    if isinstance(value, bool):
        return [f"--{dashed}" if value else f"--no-{dashed}"]
    return [f"--{dashed}", str(value)]


class Server(Process):
    """A `holi serve` process; `options` as on the command line, such as `workers=1` or `redis="redis://..."`."""

    def __init__(self, database: str, env: Mapping[str, str] | None = None, **options: object) -> None:
        chosen: dict[str, object] = {"host": LOOPBACK, "port": 0, "database": database, "workers": 0, "migrate": True}
        chosen |= {"commands_per_second": 10_000, **options}
        arguments = [text for name, value in chosen.items() for text in _option(name, value)]
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - closed when the process has ended
        output, written = os.pipe()
        with Path(os.devnull).open("rb") as nothing:
            files = [nothing.fileno(), written, self._log.fileno()]
            self.process = nursery().start(["serve", *arguments], environment(env), files)
        os.close(written)
        self.output = os.fdopen(output, "rb")
        line = self.output.readline().decode()
        if "http://" not in line:
            self.process.wait(PATIENT)
            errors = self.errors
            self.close()
            raise AssertionError(f"the server did not start: {line}{errors}")
        self.address = "http://" + line.partition("http://")[2].partition("/")[0]
        """Such as `http://127.0.0.1:40123`."""

    @property
    def socket_address(self) -> str:
        return self.address.replace("http", "ws", 1) + "/api/socket/"


class Postgres(Process):
    """A PostgreSQL server with a data folder of its own."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="holi-postgres-"))
        self.port = free_port()
        user = pwd.getpwnam("postgres").pw_uid if os.geteuid() == 0 else None  # it refuses to run as root
        if user is not None:
            os.chown(self.folder, user, -1)
        subprocess.run(
            [
                str(program("initdb")),
                "-D",
                str(self.folder / "data"),
                "-U",
                "holi",
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--no-sync",
            ],
            check=True,
            capture_output=True,
            user=user,
            extra_groups=None if user is None else [],
            cwd=self.folder,
        )
        self._user = user
        super().__init__(*self._command())
        self._await_start()

    def _command(self) -> tuple[list[str], None, int | None, Path]:
        arguments = [
            "-D",
            str(self.folder / "data"),
            "-p",
            str(self.port),
            "-k",
            str(self.folder),
            "-h",
            LOOPBACK,
            "-F",
        ]
        return [str(program("postgres")), *arguments], None, self._user, self.folder

    def _await_start(self) -> None:
        ready = [str(program("pg_isready")), "-q", "-h", LOOPBACK, "-p", str(self.port)]
        give_up = time.monotonic() + PATIENT
        while subprocess.run(ready, check=False).returncode != 0:
            assert self.alive and time.monotonic() < give_up, self.errors
            time.sleep(0.05)

    def restart(self) -> None:
        """Start it again, with the same data and port, after `stop` or `kill`."""
        assert not self.alive
        self._log.close()
        super().__init__(*self._command())
        self._await_start()

    async def new_database(self) -> str:
        """The address of a new, empty database."""
        name = f"holi_{secrets.token_hex(6)}"
        connection = await asyncpg.connect(host=LOOPBACK, port=self.port, user="holi", database="postgres")
        try:
            await connection.execute(f"CREATE DATABASE {name}")
        finally:
            await connection.close()
        return f"postgresql://holi@{LOOPBACK}:{self.port}/{name}"

    def close(self) -> None:
        self.stop(signal.SIGQUIT)  # at once: the data are not needed any more
        super().close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Redis(Process):
    """A Redis server that keeps nothing on the disk."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://{LOOPBACK}:{self.port}/0"
        self._start()

    def _start(self) -> None:
        arguments = ["--port", str(self.port), "--bind", LOOPBACK, "--save", "", "--appendonly", "no"]
        super().__init__([str(program("redis-server")), *arguments], folder=Path(tempfile.gettempdir()))
        for line in self.output:
            if b"Ready to accept connections" in line:
                return
        raise AssertionError("Redis did not start")

    def restart(self) -> None:
        """Start it again, empty, after `stop` or `kill`."""
        assert not self.alive
        self._log.close()
        self._start()


def run_holi(*arguments: str, env: Mapping[str, str] | None = None, folder: Path | None = None) -> Finished:
    """Run a `holi` command to its end."""
    with Path(os.devnull).open("rb") as nothing, tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        files = [nothing.fileno(), output.fileno(), errors.fileno()]
        process = nursery().start(arguments, environment(env), files, folder)
        try:
            code = process.wait(PATIENT)
        finally:
            process.kill()
        output.seek(0)
        errors.seek(0)
        return Finished(arguments, code, output.read().decode(), errors.read().decode())
