"""Do bots keep their time on a busy machine? Start programs that only use the processor, and measure decisions.

`HOLI_MODE=compiled python tools/bots_under_load.py` prints, by level and thinking time, the longest decision, and ends
with status 1 if one took more than 1.2 times the thinking time and a little for the scheduler.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from holi.bots import LEVELS, make_bot
from holi.game import Config, Game, Position, drawn_rivalry, view_to_json

ALLOWED = 1.2
SCHEDULING_SECONDS = 0.15
"""How late a busy system may let a process go on that has long been due."""

MOVETIMES = (0.3, 1.0)


@contextmanager
def busy_machine(programs: int) -> Iterator[None]:
    """So many programs that do nothing but keep a processor busy."""
    burners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(programs)]
    try:
        yield
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()


def positions(count: int) -> Iterator[Position]:
    """Starts of turns in games of greedy bots, from all parts of the game."""
    rng = random.Random(7)  # noqa: S311 - play, not secrets
    while count > 0:
        seed = f"{rng.getrandbits(256):064x}"
        game = Game(Config(rng.choice((2, 3, 4)), drawn_rivalry(seed, 2)), seed)
        bot = make_bot("greedy", rng.getrandbits(32))
        while (seat := game.position.seat) is not None and count > 0:
            if game.position.phase == "play" and not game.position.turn_begun and rng.random() < 0.1:
                count -= 1
                yield game.position
            for action in bot.turn(view_to_json(game.position, seat), 1.0):
                game.apply(action)


def decision_seconds(level: str, position: Position, movetime: float) -> float:
    """How long a decision took."""
    assert position.seat is not None
    view = view_to_json(position, position.seat)
    bot = make_bot(level, seed=1)
    began = time.perf_counter()
    bot.turn(view, movetime)
    return time.perf_counter() - began


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure whether bots keep their time on a busy machine.")
    parser.add_argument("--positions", type=int, default=40, help="decisions for each level and thinking time")
    parser.add_argument("--programs", type=int, default=2 * (os.cpu_count() or 1), help="programs that keep it busy")
    arguments = parser.parse_args()
    chosen = list(positions(arguments.positions))
    for level in LEVELS:
        decision_seconds(level, chosen[0], 0.05)  # compiling is not thinking
    late = False
    with busy_machine(arguments.programs):
        print(f"{arguments.programs} programs keep {os.cpu_count()} processors busy")
        for level in LEVELS:
            for movetime in MOVETIMES:
                took = sorted(decision_seconds(level, position, movetime) for position in chosen)
                too_late = sum(seconds > ALLOWED * movetime + SCHEDULING_SECONDS for seconds in took)
                late = late or too_late > 0
                print(
                    f"{level:8} {movetime:.1f} s: longest {took[-1]:.3f} s, median {took[len(took) // 2]:.3f} s, "
                    f"{too_late} of {len(took)} late",
                    flush=True,
                )
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
