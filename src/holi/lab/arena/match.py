"""One game between bots, and the process that plays such games for the arena: `python -m holi.lab.arena.match`.

It is a worker (see `holi.bots.processes.pool`): asked for one game at a time by a line of JSON, and answering with its
result by another.
"""

from __future__ import annotations

import math
import os
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any

from holi.bots import LEVELS, Bot, make_bot
from holi.bots.processes.line_process import BotFaultError, FaultKind
from holi.bots.processes.lines import LONGEST_MOVETIME, Answer, Command, answer_line, read_lines, write_answer
from holi.bots.processes.outside import OutsideBot, command_name, split_command
from holi.game import Action, Config, Game, MalformedError, drawn_rivalry, format_turn, view_to_json
from holi.game.config import MAX_RIVALRY
from holi.game.errors import ConfigError, quoted
from holi.kernel.mode import COMPILED

COMMAND = "cmd:"
WARM_UP_SEED = "0" * 64
WARM_UP_MOVETIME = 0.01


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot of the arena: a level or a command line, and its seconds a turn."""

    what: str
    movetime: float

    @property
    def command(self) -> str | None:
        return self.what.removeprefix(COMMAND) if self.what.startswith(COMMAND) else None

    def make(self, seed: int) -> Bot:
        return make_bot(self.what, seed) if self.command is None else OutsideBot(self.command)


def parse_entrant(text: str, movetime: float) -> Entrant:
    """A bot as it is named on the command line: `greedy`, `greedy:0.5` or `cmd:COMMAND LINE`."""
    if text.startswith(COMMAND):
        split_command(text.removeprefix(COMMAND))
        return Entrant(text, movetime)
    level, colon, seconds = text.partition(":")
    if level not in LEVELS:
        raise MalformedError(
            f"there is no bot {quoted(text)}; the levels are {', '.join(LEVELS)}, "
            "and a program of your own is named as in 'cmd:node mybot.js'"
        )
    if colon:
        try:
            movetime = float(seconds)
        except ValueError:
            movetime = math.nan
        if not 0 < movetime <= LONGEST_MOVETIME:
            raise MalformedError(f"the time of {quoted(text)} is no number of seconds above 0 and up to 3600")
    return Entrant(level, movetime)


def entrant_names(entrants: Sequence[Entrant]) -> list[str]:
    """A name for each, all different: with the time if that differs, with a number if two are still alike."""
    times = {entrant.movetime for entrant in entrants}
    names: list[str] = []
    for entrant in entrants:
        name = entrant.what if entrant.command is None else command_name(entrant.command)
        full = f"{name}:{entrant.movetime:g}" if len(times) > 1 else name
        number = 1
        while (unique := full if number == 1 else f"{full}#{number}") in names:
            number += 1
        names.append(unique)
    return names


def parse_rivalry(text: str) -> str:
    """The setting `--rivalry` in its one form: names, a number of cards to draw, or two numbers to draw it from."""
    wanted = text.strip()
    lowest, dash, highest = (part.strip() for part in wanted.partition("-"))
    if lowest.isdecimal() and (highest.isdecimal() if dash else True):
        numbers = [int(lowest), int(highest or lowest)]
        if not 0 <= numbers[0] <= numbers[1] <= MAX_RIVALRY:
            raise ConfigError(f"--rivalry is {quoted(text)}; 0 to 3 cards can be drawn (R2.2)")
        return f"{numbers[0]}-{numbers[1]}" if numbers[0] < numbers[1] else str(numbers[0])
    names = tuple(part.strip() for part in wanted.split(","))
    Config(2, names)  # refuses what no game can have
    return ",".join(names)


def rivalry_of(setting: str, seed: str) -> tuple[str, ...]:
    if not setting[0].isdecimal():
        return tuple(setting.split(","))
    lowest, _, highest = setting.partition("-")
    choices = int(highest or lowest) - int(lowest) + 1
    return drawn_rivalry(seed, int(lowest) + _number(f"{seed}:rivalry-count") % choices)


def _number(text: str) -> int:
    """A number that looks drawn at random and is always the same for the text."""
    return int.from_bytes(sha256(text.encode()).digest()[:4])


@dataclass(frozen=True, slots=True)
class Match:
    number: int
    seed: str
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    seat: int
    kind: FaultKind
    reason: str


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended, by seat; `turns` and `seconds` are without the choice of corners.

    With a fault there are no scores, and the bot at fault is last. A single other bot is first; several others have no
    rank, since nobody knows how they would have finished.
    """

    number: int
    seed: str
    seats: tuple[int, ...]
    rivalry: tuple[str, ...]
    scores: tuple[int, ...] | None
    ranks: tuple[int | None, ...]
    turns: tuple[int, ...]
    seconds: tuple[float, ...]
    fault: Fault | None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Result:
        """Read from a journal, which the caller has found to be ours."""
        lists = {name: tuple(data[name]) for name in ("seats", "rivalry", "ranks", "turns", "seconds")}
        scores = None if data["scores"] is None else tuple(data["scores"])
        fault = None if data["fault"] is None else Fault(**data["fault"])
        return cls(number=data["number"], seed=data["seed"], scores=scores, fault=fault, **lists)


def play_match(match: Match, entrants: Sequence[Entrant], rivalry: str) -> Result:
    """Play one game; a bot at fault loses it, and no fault goes further."""
    players = len(match.seats)
    game = Game(Config(players, rivalry_of(rivalry, match.seed)), match.seed)
    bots: list[Bot] = []
    turns, seconds = [0] * players, [0.0] * players
    fault, seat = None, 0
    try:
        while (seat := len(bots)) < players:
            bots.append(_seated_bot(match, seat, entrants))
        while game.position.seat is not None:
            seat = game.position.seat
            choosing_corner = game.position.phase == "setup"
            began = time.perf_counter()
            turn = bots[seat].turn(view_to_json(game.position, seat), entrants[match.seats[seat]].movetime)
            used = time.perf_counter() - began
            _do(game, turn)
            if not choosing_corner:
                turns[seat] += 1
                seconds[seat] += used
    except BotFaultError as error:
        fault = Fault(seat, error.kind, str(error))
    except Exception as error:  # noqa: BLE001 - whatever is wrong with one of our own bots, the others play on
        fault = Fault(seat, "crash", f"{type(error).__name__}: {error}")
    finally:
        for bot in bots:
            if isinstance(bot, OutsideBot):
                bot.close()
    scores, ranks = _outcome(game, fault)
    return Result(
        **asdict(match),
        rivalry=game.config.rivalry,
        scores=scores,
        ranks=ranks,
        turns=tuple(turns),
        seconds=tuple(round(used, 4) for used in seconds),
        fault=fault,
    )


def _seated_bot(match: Match, seat: int, entrants: Sequence[Entrant]) -> Bot:
    try:
        # Each rotation has its own choices: else two equal bots would only repeat their game.
        return entrants[match.seats[seat]].make(_number(f"{match.seed}:{match.seats}:bot:{seat}"))
    except MalformedError as error:  # its program was there when the arena began
        raise BotFaultError("crash", str(error)) from None


def _do(game: Game, turn: Sequence[Action]) -> None:
    for number, action in enumerate(turn, 1):
        if action not in game.legal_actions():
            raise BotFaultError("nonsense", f"its action {quoted(str(action))} is not legal")
        game.apply(action)
        if action.ends_turn != (number == len(turn)):
            raise BotFaultError("nonsense", f"its turn {quoted(format_turn(list(turn)))} does not end once")
    if not turn:
        raise BotFaultError("nonsense", "its turn is empty")


def _outcome(game: Game, fault: Fault | None) -> tuple[tuple[int, ...] | None, tuple[int | None, ...]]:
    """Scores and ranks."""
    if fault is None:
        final = game.position.scores()
        return tuple(score.total for score in final), tuple(score.rank for score in final)
    players = game.config.players
    ranks: list[int | None] = [1 if players == 2 else None] * players
    ranks[fault.seat] = players
    return None, tuple(ranks)


def warm_up(entrants: Sequence[Entrant]) -> None:
    """Let each level play a game that does not count, so that no turn's time goes into compiling."""
    for level in dict.fromkeys(entrant.what for entrant in entrants if entrant.command is None):
        play_match(Match(0, WARM_UP_SEED, (0, 0)), [Entrant(level, WARM_UP_MOVETIME)], "0")


def _play(task: Command, warm: set[str]) -> Answer:
    if task.get("cmd") == "warm-up":
        return {}
    entrants = [Entrant(**entrant) for entrant in task["entrants"]]
    if COMPILED:
        warm_up([entrant for entrant in entrants if entrant.what not in warm])
        warm.update(entrant.what for entrant in entrants)
    match = Match(task["number"], task["seed"], tuple(task["seats"]))
    return {"result": asdict(play_match(match, entrants, task["rivalry"]))}


def main() -> None:
    """Outside bots are ended also when we are told to end."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    warm: set[str] = set()
    with redirect_stdout(sys.stderr):  # our bots may print what they like
        for line in read_lines(sys.stdin.buffer):
            answer = answer_line(line, lambda task: _play(task, warm), "the game")
            if answer is not None:
                write_answer(answers, answer)


if __name__ == "__main__":
    main()
