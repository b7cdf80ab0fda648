"""A worker process: `HOLI_MODE=compiled python -m holi.bots.processes.worker`, one JSON object a line each way.

It remembers nothing between two questions, so one process serves any number of games: every question brings the view,
the level, the seed and the time. `choose` is like the question for outside bots (F4), with `level` and `seed`, but is
answered with the whole rest of the turn, so that a turn is thought about only once.

| question | answer |
| --- | --- |
| `{"cmd":"warm-up"}` | nothing more than `ok`, as soon as all that the others need is compiled |
| `{"cmd":"choose","view":{...},"level":"master","seed":1,"movetime":1.0}` | `action`, `turn`, and `level` that played |
| `{"cmd":"hint","view":{...},"most":5,"seed":1,"movetime":1.0}` | `seat`, `hints` as `holi hint --json` has them |

Every answer has `"ok"`; an error is `{"ok":false,"code":"...","error":"..."}`, and the process goes on. The option
`--gentle` leaves the processor to others.
"""

from __future__ import annotations

import os
import select
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from pathlib import Path
from typing import BinaryIO

from holi.bots.advice.hints import check_view, hints
from holi.bots.base import View
from holi.bots.levels import LEVELS, InterpretedClub, make_bot
from holi.bots.processes import lines
from holi.bots.processes.lines import Answer, Command
from holi.bots.processes.worker_bot import QUICK_LEVELS
from holi.game import Config, Game, MalformedError, Position, format_turn, parse_action
from holi.game import view_to_json as view_of
from holi.game.errors import quoted
from holi.kernel.mode import COMPILED
from holi.kernel.playouts import below, random_state

DEFAULT_LEVEL = "master"
DEFAULT_MOVETIME = 1.0
MOST_HINTS = 20
GENTLE, NICENESS = "--gentle", 10
AGAIN = "--again"
"""With a number: how often a process that compiled was started again; it answers the `warm-up` that is still open."""

LARGE = 225_000_000
"""In bytes: a larger process that has compiled is started again before it compiles the next function."""

MOST_BEGINNINGS = 100


def answer(line: bytes) -> Answer | None:
    return lines.answer_line(line, _do, "the bot worker")


def _do(question: Command) -> Answer:
    name = question.get("cmd")
    if not isinstance(name, str) or name not in _ANSWERS:
        raise lines.UnknownCommandError(f"'cmd' is {quoted(name)}; ask one of {', '.join(_ANSWERS)}")
    return _ANSWERS[name](question)


def _warm_up(_question: Command) -> Answer:
    warm_up()
    return {}


def _choose(question: Command) -> Answer:
    level, seed = question.get("level", DEFAULT_LEVEL), _seed(question)
    bot = make_bot(level, seed)
    if not COMPILED and level not in QUICK_LEVELS:
        bot = InterpretedClub(seed)  # interpreted, the strong levels would take far longer than they may
    turn = bot.turn(_view(question), _movetime(question))
    return {"action": str(turn[0]), "turn": format_turn(list(turn)), "level": bot.name}


def _hint(question: Command) -> Answer:
    most = question.get("most", 5)
    if type(most) is not int or not 1 <= most <= MOST_HINTS:
        raise MalformedError(f"'most' is {quoted(most)}; it is a number of turns from 1 to {MOST_HINTS}")
    view = _view(question)
    found = hints(view, _movetime(question), most, _seed(question))
    return {"seat": view["turn"]["seat"], "hints": [hint.to_json() for hint in found]}


_ANSWERS: Mapping[str, Callable[[Command], Answer]] = {
    "warm-up": _warm_up,
    "choose": _choose,
    "hint": _hint,
}


def _view(question: Command) -> View:
    view = question.get("view")
    if not isinstance(view, dict) or view.get("format") != "holi-view/1":
        raise MalformedError(f"'view' is {quoted(view)}; it is what a seat may know (holi-view/1, F3)")
    check_view(view)
    return view


def _seed(question: Command) -> int:
    seed = question.get("seed", 0)
    if type(seed) is not int:
        raise MalformedError(f"'seed' is {quoted(seed)}; it is a whole number")
    return seed


def _movetime(question: Command) -> float:
    return lines.parse_movetime(question.get("movetime", DEFAULT_MOVETIME))


# Warming up


def warm_up(beginnings: int = 0) -> None:
    """Ask for everything once, so that all of it is compiled, or read from the cache on disk.

    Compiling leaves a process much larger than it needs to be. So a process that has compiled starts again and reads
    from the cache: whenever it has become large, and at the end. `beginnings` bounds that, in case there is no cache.
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
                again = [sys.executable, "-m", "holi.bots.processes.worker", AGAIN, str(beginnings + 1)]
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
            make_bot(level, seed=1).turn(view_of(position, position.seat or 0), movetime=0.01)
    hints(view_of(begun, begun.seat or 0), movetime=0.01, most=1)


def _memory() -> int:
    """Bytes that this process holds now; on systems that do not say, the most it has held."""
    try:
        return int(Path("/proc/self/statm").read_bytes().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def _warm_up_positions() -> tuple[Position, Position]:
    game = Game(Config(players=2), seed="0" * 64)
    for text in ("Sa1", "Sf6"):
        game.apply(parse_action(text))
    begun = last = game.position
    chance = random_state(0)
    while game.position.seat is not None:
        if not game.position.turn_begun:
            last = game.position
        legal = game.legal_actions()
        game.apply(legal[below(chance, len(legal))])
    return begun, last


def _leave_with_the_last_reader(stream: BinaryIO) -> None:
    """End this process in the middle of a thought once nobody can read the answer."""

    def watch() -> None:
        poll = select.poll()
        poll.register(stream.fileno(), 0)  # errors are always reported
        poll.poll()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def main() -> None:
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    _leave_with_the_last_reader(answers)
    if GENTLE in sys.argv:
        os.nice(NICENESS)
    with redirect_stdout(sys.stderr):  # standard output carries only answers
        if AGAIN in sys.argv:
            warm_up(beginnings=int(sys.argv[sys.argv.index(AGAIN) + 1]))
            lines.write_answer(answers, {"ok": True})
        for line in lines.read_lines(sys.stdin.buffer):
            if (answered := answer(line)) is not None:
                lines.write_answer(answers, answered)


if __name__ == "__main__":
    main()
