"""A process that thinks for others: `HOLI_MODE=compiled python -m holi.bots.worker`, one JSON object a line each way.

It remembers nothing between two questions, so one process serves any number of games: every question brings the view,
the level, the seed and the time. `choose` is the question that outside bots are asked (F4), with `level` and `seed`
beside it, and the answer has the whole rest of the turn as well, so that a turn is thought about only once.

| question | answer |
| --- | --- |
| `{"cmd":"warm-up"}` | nothing more than `ok`, as soon as all that the others need is compiled |
| `{"cmd":"choose","view":{...},"level":"master","seed":1,"movetime":1.0}` | `action`; `turn`: the whole rest |
| `{"cmd":"hint","view":{...},"most":5,"seed":1,"movetime":1.0}` | `seat`, `hints` as `holi hint --json` has them |
| `{"cmd":"analyse","record":"...","seed":1,"movetime":0.2,"first":1,"last":24}` | `analysis` of these turns |

Every answer has `"ok"`; an error is `{"ok":false,"code":"...","error":"..."}`, and the process goes on.
"""

from __future__ import annotations

import json
import os
import random
import select
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, BinaryIO

from holi.bots.analysis import NO_LAST, analyse
from holi.bots.base import Bot, View
from holi.bots.deal import deal
from holi.bots.hints import check_view, hints
from holi.bots.hurried_bot import HurriedBot
from holi.bots.levels import LEVELS, make_bot
from holi.bots.line_process import LONGEST_LINE
from holi.bots.thinking_bot import QUICK_LEVELS
from holi.game import Action, Config, Game, HoliError, Kind, MalformedError, Position, format_turn, parse_action
from holi.game import view_to_json as view_of
from holi.game.errors import quoted
from holi.kernel.mode import COMPILED
from holi.record import parse_record

DEFAULT_LEVEL = "master"
DEFAULT_MOVETIME = 1.0
LONGEST_MOVETIME = 3600.0
MOST_HINTS = 20
LEAST_SHARE = 0.05
"""However long the first action of a turn took, the next has this share of the turn's time."""

AGAIN = "--again"
"""A process that has compiled and begun again has this and how often as arguments; it answers the `warm-up` that is
still open."""

LARGE = 225_000_000
"""A process of so many bytes that has compiled begins again before it compiles the next function."""

MOST_BEGINNINGS = 100

Question = Mapping[str, Any]
Answer = dict[str, Any]


def answer(line: bytes) -> Answer:
    """The answer to one line; whatever is wrong with it, the next one can be asked."""
    try:
        return {"ok": True, **_answer(line)}
    except HoliError as error:
        return {"ok": False, "code": error.code, "error": str(error)}
    except Exception as error:  # noqa: BLE001 - a question that nobody foresaw must not end the others' games
        what = quoted(str(error))
        return {"ok": False, "code": "internal", "error": f"thinking failed with {type(error).__name__} {what}"}


def _answer(line: bytes) -> Answer:
    if len(line) > LONGEST_LINE:
        raise MalformedError(f"the line is longer than {LONGEST_LINE} bytes; ask for less at once")
    try:
        question = json.loads(line)
    except (ValueError, RecursionError):
        raise MalformedError(f"{quoted(line[:100].decode('utf-8', 'replace'))} is no JSON") from None
    name = question.get("cmd") if isinstance(question, dict) else None
    if not isinstance(name, str) or name not in _ANSWERS:
        raise MalformedError(f"'cmd' is {quoted(name)}; ask one of {', '.join(_ANSWERS)}")
    return _ANSWERS[name](question)


def _warm_up(_question: Question) -> Answer:
    warm_up()
    return {}


def _choose(question: Question) -> Answer:
    level, seed = question.get("level", DEFAULT_LEVEL), _seed(question)
    bot = make_bot(level, seed)
    if not COMPILED and level not in QUICK_LEVELS:
        bot = HurriedBot(seed)  # interpreted, the strong levels would take far longer than they may
    turn = whole_turn(bot, _view(question), _movetime(question))
    return {"action": str(turn[0]), "turn": format_turn(turn)}


def _hint(question: Question) -> Answer:
    most = question.get("most", 5)
    if type(most) is not int or not 1 <= most <= MOST_HINTS:
        raise MalformedError(f"'most' is {quoted(most)}; it is a number of turns from 1 to {MOST_HINTS}")
    view = _view(question)
    found = hints(view, _movetime(question), most, _seed(question))
    return {"seat": view["turn"]["seat"], "hints": [hint.to_json() for hint in found]}


def _analyse(question: Question) -> Answer:
    text, first, last = question.get("record"), question.get("first", 1), question.get("last", NO_LAST)
    if not isinstance(text, str):
        raise MalformedError(f"'record' is {quoted(text)}; it is the text of a saved game")
    if type(first) is not int or type(last) is not int or first < 1:
        raise MalformedError(f"'first' and 'last' are {quoted(first)} and {quoted(last)}; they are numbers of turns")
    record = parse_record(text)
    analysis = analyse(record, _movetime(question), seed=_seed(question), first_turn=first, last_turn=last)
    return {"analysis": analysis.to_json()}


_ANSWERS: Mapping[str, Callable[[Question], Answer]] = {
    "warm-up": _warm_up,
    "choose": _choose,
    "hint": _hint,
    "analyse": _analyse,
}


def _view(question: Question) -> View:
    view = question.get("view")
    if not isinstance(view, dict) or view.get("format") != "holi-view/1":
        raise MalformedError(f"'view' is {quoted(view)}; it is what a seat may know (holi-view/1, F3)")
    check_view(view)
    return view


def _seed(question: Question) -> int:
    seed = question.get("seed", 0)
    if type(seed) is not int:
        raise MalformedError(f"'seed' is {quoted(seed)}; it is a whole number")
    return seed


def _movetime(question: Question) -> float:
    movetime = question.get("movetime", DEFAULT_MOVETIME)
    if type(movetime) not in (int, float) or not 0 < movetime <= LONGEST_MOVETIME:
        raise MalformedError(f"'movetime' is {quoted(movetime)}; it is a number of seconds above 0 and up to 3600")
    return float(movetime)


def whole_turn(bot: Bot, view: View, movetime: float) -> list[Action]:
    """All that a bot would do until its turn ends; nothing hidden shows before that, so any deal will do."""
    began = time.perf_counter()
    position = deal(view, random.Random(0))  # noqa: S311 - play, not secrets
    seat = view["turn"]["seat"]
    turn: list[Action] = []
    while not turn or turn[-1].kind not in (Kind.PLACE_MARKER, Kind.END):
        left = max(LEAST_SHARE * movetime, movetime - (time.perf_counter() - began))
        turn.append(bot.choose(view, position.legal_actions(), left))
        position = position.apply(turn[-1]).position
        view = view_of(position, seat) if position.seat == seat else view
    return turn


# Warming up


def warm_up(beginnings: int = 0) -> None:
    """Ask for everything once, so that all of it is compiled, or read from the cache on disk.

    Compiling leaves a process much larger than it has to be, for good. So a process that has compiled begins again and
    reads that from the cache: whenever it has become large, and in the end; not for ever, lest there be no cache.
    """
    if not COMPILED:
        return
    from numba.core import event

    class Compiling(event.Listener):
        compiled = 0

        def on_start(self, _: object) -> None:
            if self.compiled and _memory() > LARGE:
                self.begin_again()

        def on_end(self, _: object) -> None:
            self.compiled += 1

        @staticmethod
        def begin_again() -> None:
            if beginnings < MOST_BEGINNINGS:
                again = [sys.executable, "-m", "holi.bots.worker", AGAIN, str(beginnings + 1)]
                os.execv(sys.executable, again)  # noqa: S606 - this very program

    compiling = Compiling()
    with event.install_listener("numba:compile", compiling):
        _ask_for_everything()
    if compiling.compiled:
        compiling.begin_again()


def _ask_for_everything() -> None:
    begun, ending = _warm_up_positions()
    for level in LEVELS:
        for position in (begun, ending):
            whole_turn(make_bot(level, seed=1), view_of(position, position.seat or 0), movetime=0.01)
    hints(view_of(begun, begun.seat or 0), movetime=0.01, most=1)


def _memory() -> int:
    """Bytes that this process holds now; where that is not told, the most it has held."""
    try:
        return int(Path("/proc/self/statm").read_bytes().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def _warm_up_positions() -> tuple[Position, Position]:
    """A position at the beginning and one near the end of a game."""
    game = Game(Config(players=2), seed="0" * 64)
    for text in ("Sa1", "Sf6"):
        game.apply(parse_action(text))
    begun = last = game.position
    chance = random.Random(0)  # noqa: S311 - play, not secrets
    while game.position.seat is not None:
        if not game.position.turn_begun:
            last = game.position
        game.apply(chance.choice(game.legal_actions()))
    return begun, last


def _leave_with_the_last_reader(stream: BinaryIO) -> None:
    """End this process, whatever it is thinking about, once nobody can read the answer: whoever asked is gone."""

    def watch() -> None:
        poll = select.poll()
        poll.register(stream.fileno(), 0)  # an error is told without being asked for
        poll.poll()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines that are not blank; of one that is too long, only a beginning that is too long as well."""
    most = LONGEST_LINE + 2
    while line := stream.readline(most):
        if len(line) == most and not line.endswith(b"\n"):
            rest = b"..."
            while rest and not rest.endswith(b"\n"):
                rest = stream.readline(most)
        if line.strip():
            yield line


def main() -> None:
    """Answer standard input line by line, until it ends."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    _leave_with_the_last_reader(answers)

    def tell(content: Answer) -> None:
        data = json.dumps(content).encode("ascii") + b"\n"
        while data:
            data = data[answers.write(data) :]

    with redirect_stdout(sys.stderr):  # standard output carries only answers
        if AGAIN in sys.argv:
            warm_up(beginnings=int(sys.argv[sys.argv.index(AGAIN) + 1]))
            tell({"ok": True})
        for line in _lines(sys.stdin.buffer):
            tell(answer(line))


if __name__ == "__main__":
    main()
