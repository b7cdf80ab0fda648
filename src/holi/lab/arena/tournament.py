"""A tournament of bots: who meets whom, on all cores, with a journal so that it can be interrupted and go on.

The schedule is balanced: in every round each group of bots plays as many games as there are seats, all with the same
cards (the same seed), and everyone sits once at each seat.
"""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cached_property
from hashlib import sha256
from importlib.util import find_spec
from itertools import combinations, combinations_with_replacement, islice
from pathlib import Path
from typing import Any

from holi import __version__
from holi.bots.processes.line_process import BotFaultError
from holi.bots.processes.pool import Answer, NotReadyError, WorkerPool, WrongQuestionError
from holi.game import HoliError
from holi.game.errors import quoted
from holi.lab.arena.match import Entrant, Match, Result, entrant_names

JOURNAL_FORMAT = "holi-arena/1"
GRACE_SECONDS = 5.0
"""How long a playing process has to end its bots and itself before it is ended."""

ONE_THREAD = dict.fromkeys(("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""The processes share the cores among them; more threads in each would only be in each other's way."""


class ArenaError(HoliError):
    code = "arena"


@dataclass(frozen=True)
class Tournament:
    """What decides every game; how many of them are played does not belong here."""

    entrants: tuple[Entrant, ...]
    players: int
    rivalry: str
    seed: int

    def __post_init__(self) -> None:
        if len(self.entrants) < 2:
            raise ArenaError(f"{len(self.entrants)} bots are named; an arena needs two or more")

    def to_json(self) -> dict[str, Any]:
        return {
            "bots": [asdict(entrant) for entrant in self.entrants],
            "players": self.players,
            "rivalry": self.rivalry,
            "seed": self.seed,
            "version": __version__,
        }

    @property
    def names(self) -> list[str]:
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
        return len(self.groups) * self.players

    def balanced(self, games: int) -> int:
        """The smallest number of games that is no less than `games` and makes whole rounds."""
        return math.ceil(games / self.round_size) * self.round_size

    def match(self, number: int) -> Match:
        round_number, rest = divmod(number, self.round_size)
        group, rotation = divmod(rest, self.players)
        seed = sha256(f"holi-arena:{self.seed}:{round_number}:{group}".encode()).hexdigest()
        # Rotation alone would let the same bot follow the same other bot in every game of the group.
        order = sorted(range(self.players), key=lambda place: sha256(f"{seed}:order:{place}".encode()).digest())
        seats = [self.groups[group][place] for place in order]
        return Match(number, seed, tuple(seats[rotation:] + seats[:rotation]))


class Journal:
    """The finished games in a file, one JSON object a line behind a first line with the settings."""

    def __init__(self, path: Path, tournament: Tournament) -> None:
        self._path = path
        self._tournament = tournament
        self.results: dict[int, Result] = {}
        """By number, those that were there at the beginning."""
        if path.exists() and not path.is_file():
            raise ArenaError(f"the journal {quoted(path)} is no file; name one, or a new one")
        try:
            self._file = path.open("a+b")
        except OSError as error:
            raise ArenaError(f"the journal {quoted(path)} cannot be opened: {error.strerror}") from None
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
                    f"the journal {quoted(self._path)} is in use by another arena; let that one end"
                ) from None

    def _read(self) -> None:
        header = _line({"format": JOURNAL_FORMAT, "settings": self._tournament.to_json()})
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
                fits = self._tournament.match(result.number) == Match(result.number, result.seed, result.seats)
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
        ours, theirs = self._tournament.to_json(), header.get("settings")
        if ours != theirs:
            theirs = theirs if isinstance(theirs, dict) else {}
            what, here = next((key, value) for key, value in ours.items() if theirs.get(key) != value)
            raise ArenaError(
                f"the journal {quoted(self._path)} is of other settings: its {what!r} is "
                f"{quoted(theirs.get(what))}, not {quoted(here)}; go on with those, or name another file"
            )

    def _damaged(self, line: int) -> ArenaError:
        return ArenaError(
            f"line {line} of {quoted(self._path)} is not of this arena's journal; name another file or mend it"
        )

    def add(self, result: Result) -> None:
        self._write(_line(asdict(result)))

    def _write(self, line: bytes) -> None:
        try:
            self._file.write(line)
            self._file.flush()
        except OSError as error:
            raise ArenaError(f"the journal {quoted(self._path)} cannot be written: {error.strerror}") from None

    def close(self) -> None:
        self._file.close()


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data).encode("ascii") + b"\n"


def cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def worker_mode() -> str:
    """The speed of the playing processes: what `HOLI_MODE` asks for, else compiled if numba is there."""
    return os.environ.get("HOLI_MODE") or ("compiled" if find_spec("numba") is not None else "interpreted")


def play_matches(tournament: Tournament, matches: Iterable[Match], workers: int) -> Generator[Result, None, None]:
    """The results as the games end, in any order; leaving the loop early ends all processes."""
    todo = iter(matches)
    pool = WorkerPool(workers, worker_mode(), [sys.executable, "-m", "holi.lab.arena.match"], ONE_THREAD)
    try:
        playing = {_submit(pool, tournament, match): match for match in islice(todo, workers)}
        while playing:
            for done in wait(playing, return_when=FIRST_COMPLETED).done:
                yield _result(done, playing.pop(done))
                playing |= {_submit(pool, tournament, match): match for match in islice(todo, 1)}
    except NotReadyError as error:
        raise ArenaError(str(error)) from None
    finally:
        pool.close(GRACE_SECONDS)


def _submit(pool: WorkerPool, tournament: Tournament, match: Match) -> Future[Answer]:
    entrants = [asdict(entrant) for entrant in tournament.entrants]
    return pool.submit({"cmd": "play", **asdict(match), "entrants": entrants, "rivalry": tournament.rivalry})


def _result(done: Future[Answer], match: Match) -> Result:
    try:
        return Result.from_json(done.result()["result"])
    except (BotFaultError, WrongQuestionError) as error:
        raise ArenaError(f"game {match.number} could not be played: {error}") from None
