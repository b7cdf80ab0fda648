"""A tournament of bots: who meets whom, on all cores, with a journal so that it can be interrupted and go on.

The schedule is balanced: in every round each group of bots plays as many games as there are seats, all with the same
cards (the same seed), and everyone sits once at each seat.
"""

from __future__ import annotations

import json
import math
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Generator, Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cached_property
from hashlib import sha256
from importlib.util import find_spec
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from holi import __version__
from holi.game import HoliError
from holi.game.errors import quoted
from holi.lab.match import Entrant, Match, Result, entrant_names

JOURNAL_FORMAT = "holi-arena/1"
GRACE_SECONDS = 5.0
"""How long a playing process has to end its bots and itself before it is ended."""

TRIES = 2
"""How often a game is begun if the process that plays it dies."""

ONE_THREAD = dict.fromkeys(("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""The processes share the cores among them; more threads in each would only be in each other's way."""


class ArenaError(HoliError):
    """The arena cannot begin, or not go on."""

    code = "arena"


@dataclass(frozen=True)
class Settings:
    """What decides every game of a tournament; how many are played of it does not belong here."""

    entrants: tuple[Entrant, ...]
    players: int
    rivalry: str
    seed: int

    def __post_init__(self) -> None:
        if len(self.entrants) < 2:
            raise ArenaError(f"{len(self.entrants)} bots are named; an arena needs two or more")

    def to_json(self) -> dict[str, Any]:
        """As in the first line of a journal."""
        return {
            "bots": [asdict(entrant) for entrant in self.entrants],
            "players": self.players,
            "rivalry": self.rivalry,
            "seed": self.seed,
            "version": __version__,
        }

    @property
    def names(self) -> list[str]:
        """The bots' names, all different."""
        return entrant_names(self.entrants)

    @cached_property
    def groups(self) -> list[tuple[int, ...]]:
        """Which bots meet: all combinations, or two bots with one of them alone against several of the other."""
        bots = range(len(self.entrants))
        if len(bots) == 2:
            others = self.players - 1
            return [(0, *[1] * others), (1, *[0] * others)] if others > 1 else [(0, 1)]
        if len(bots) >= self.players:
            return list(combinations(bots, self.players))
        return [group for group in combinations_with_replacement(bots, self.players) if set(group) == set(bots)]

    @property
    def round_size(self) -> int:
        """How many games a round has: every group once at each rotation of the seats."""
        return len(self.groups) * self.players

    def balanced(self, games: int) -> int:
        """The smallest number of games that is no less than `games` and makes whole rounds."""
        return math.ceil(games / self.round_size) * self.round_size

    def match(self, number: int) -> Match:
        """The game with this number, counted from 0; the same for the same settings."""
        round_number, rest = divmod(number, self.round_size)
        group, rotation = divmod(rest, self.players)
        seed = sha256(f"holi-arena:{self.seed}:{round_number}:{group}".encode()).hexdigest()
        # Rotation alone would let the same bot follow the same other bot in every game of the group.
        order = sorted(range(self.players), key=lambda place: sha256(f"{seed}:order:{place}".encode()).digest())
        seats = [self.groups[group][place] for place in order]
        return Match(number, seed, tuple(seats[rotation:] + seats[:rotation]))


class Journal:
    """The finished games in a file, one JSON object a line behind a first line with the settings."""

    def __init__(self, path: Path, settings: Settings) -> None:
        self._path = path
        self._settings = settings
        self.results: dict[int, Result] = {}
        """By number, those that were there at the beginning."""
        if path.exists() and not path.is_file():
            raise ArenaError(f"the journal {quoted(str(path))} is no file; name one, or a new one")
        try:
            self._file = path.open("a+b")
        except OSError as error:
            raise ArenaError(f"the journal {quoted(str(path))} cannot be opened: {error.strerror}") from None
        try:
            self._lock()
            self._read()
        except BaseException:
            self._file.close()
            raise

    def _lock(self) -> None:
        """Keep a second arena from writing to the same file, where the system knows how."""
        with suppress(ImportError):
            import fcntl

            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise ArenaError(
                    f"the journal {quoted(str(self._path))} is in use by another arena; let that one end"
                ) from None

    def _read(self) -> None:
        """Take in the finished games, or begin the file."""
        header = _line({"format": JOURNAL_FORMAT, "settings": self._settings.to_json()})
        self._file.seek(0)
        data = self._file.read()
        if header.startswith(data):  # nothing yet, or killed while beginning
            self._file.truncate(0)
            self._write(header)
            return
        complete = data[: data.rfind(b"\n") + 1]
        first, *others = complete.splitlines() or [b""]
        self._check_header(first)
        for number, line in enumerate(others, 2):
            try:
                result = Result.from_json(json.loads(line))
                fits = self._settings.match(result.number) == Match(result.number, result.seed, result.seats)
            except (ValueError, KeyError, TypeError, RecursionError):
                raise self._damaged(number) from None
            if not fits or result.number in self.results:
                raise self._damaged(number)
            self.results[result.number] = result
        # A line without its end was being written when the arena was killed: that game is played again.
        self._file.truncate(len(complete))

    def _check_header(self, line: bytes) -> None:
        try:
            header: Any = json.loads(line)
        except (ValueError, RecursionError):
            header = None
        if not isinstance(header, dict) or header.get("format") != JOURNAL_FORMAT:
            raise self._damaged(1)
        ours, theirs = self._settings.to_json(), header.get("settings")
        if ours != theirs:
            theirs = theirs if isinstance(theirs, dict) else {}
            what, here = next((key, value) for key, value in ours.items() if theirs.get(key) != value)
            raise ArenaError(
                f"the journal {quoted(str(self._path))} is of other settings: its {what!r} is "
                f"{quoted(theirs.get(what))}, not {quoted(here)}; go on with those, or name another file"
            )

    def _damaged(self, line: int) -> ArenaError:
        return ArenaError(
            f"line {line} of {quoted(str(self._path))} is not of this arena's journal; name another file or mend it"
        )

    def add(self, result: Result) -> None:
        """Write down a finished game."""
        self._write(_line(result.to_json()))

    def _write(self, line: bytes) -> None:
        try:
            self._file.write(line)
            self._file.flush()
        except OSError as error:
            raise ArenaError(f"the journal {quoted(str(self._path))} cannot be written: {error.strerror}") from None

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data).encode("ascii") + b"\n"


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def worker_mode() -> str:
    """The speed of the playing processes: what `HOLI_MODE` asks for, else compiled if numba is there."""
    return os.environ.get("HOLI_MODE") or ("compiled" if find_spec("numba") is not None else "interpreted")


class _PlayingProcess:
    """A process that plays games one after another, see `holi.lab.match`."""

    def __init__(self) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        # In a process group of its own, so that Ctrl-C reaches only us, and we end it.
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "holi.lab.match"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                env={**os.environ, **ONE_THREAD, "HOLI_MODE": worker_mode()},
                process_group=0,
            )
        except OSError:
            self._errors.close()
            raise

    @property
    def _streams(self) -> tuple[IO[bytes], IO[bytes]]:
        assert self._process.stdin is not None and self._process.stdout is not None
        return self._process.stdin, self._process.stdout

    def play(self, settings: Settings, match: Match) -> Result | None:
        """Play a game; None if the process died of it."""
        stdin, stdout = self._streams
        task = {
            "number": match.number,
            "seed": match.seed,
            "seats": match.seats,
            "entrants": [asdict(entrant) for entrant in settings.entrants],
            "rivalry": settings.rivalry,
        }
        try:
            stdin.write(_line(task))
            stdin.flush()
            line = stdout.readline()
        except (BrokenPipeError, ValueError):  # it is gone, or we are being ended
            return None
        return Result.from_json(json.loads(line)) if line.endswith(b"\n") else None

    def reason(self) -> str:
        """Why it ended."""
        status = self._process.wait()
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else f"exit status {status}"

    def tell_to_end(self) -> None:
        """Let it end its bots and then itself; this does not wait."""
        self._process.terminate()

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()

    def close(self) -> None:
        """Wait until it has ended, and put everything away."""
        self._process.wait()
        for stream in self._streams:
            with suppress(BrokenPipeError):
                stream.close()
        self._errors.close()


class _Hall:
    """The playing processes and the threads that feed them."""

    def __init__(self, settings: Settings, matches: Iterable[Match], workers: int) -> None:
        self._settings = settings
        self._matches = iter(matches)
        self._lock = threading.Lock()
        self._ending = False
        self._processes: list[_PlayingProcess] = []
        self.outcomes: queue.SimpleQueue[Result | ArenaError | None] = queue.SimpleQueue()
        """Results as they come, an error that stops everything, and None from each thread that is done."""
        self._threads = [threading.Thread(target=self._serve, daemon=True) for _ in range(workers)]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        """End all processes and threads, whatever they are doing."""
        with self._lock:
            self._ending = True
            for process in self._processes:
                process.tell_to_end()
        deadline = time.monotonic() + GRACE_SECONDS
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        with self._lock:
            for process in self._processes:
                process.kill()
        for thread in self._threads:
            thread.join()

    def _serve(self) -> None:
        """One thread: keep one process busy until no game is left."""
        process: _PlayingProcess | None = None
        try:
            while (match := self._next_match()) is not None:
                result = None
                for _ in range(TRIES):
                    process = process or self._new_process()
                    if process is None:
                        return
                    result = process.play(self._settings, match)
                    if result is not None:
                        self.outcomes.put(result)
                        break
                    reason = process.reason()
                    self._dismiss(process)
                    process = None
                if result is None:
                    what = f"the process that played game {match.number} ended early {TRIES} times"
                    self.outcomes.put(ArenaError(f"{what}: {reason}"))
                    return
        except OSError as error:
            self.outcomes.put(ArenaError(f"no process can be started to play in: {error.strerror}"))
        finally:
            if process is not None:
                process.tell_to_end()
                self._dismiss(process)
            self.outcomes.put(None)

    def _next_match(self) -> Match | None:
        with self._lock:
            return None if self._ending else next(self._matches, None)

    def _new_process(self) -> _PlayingProcess | None:
        with self._lock:
            if self._ending:
                return None
            process = _PlayingProcess()
            self._processes.append(process)
            return process

    def _dismiss(self, process: _PlayingProcess) -> None:
        """Forget a process that has ended or was told to."""
        process.close()
        with self._lock:
            self._processes.remove(process)


def play_matches(settings: Settings, matches: Iterable[Match], workers: int) -> Generator[Result, None, None]:
    """The results as the games end, in any order; leaving the loop early ends all processes."""
    hall = _Hall(settings, matches, workers)
    hall.start()
    count = workers
    try:
        while count:
            outcome = hall.outcomes.get()
            if outcome is None:
                count -= 1
            elif isinstance(outcome, ArenaError):
                raise outcome
            else:
                yield outcome
    finally:
        hall.end()
