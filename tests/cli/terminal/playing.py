"""Games for the tests of the terminal: typed input with a mirror of the game, processes with pipes and with a pty."""

import codecs
import fcntl
import os
import random
import re
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from typer.testing import CliRunner

import holi
from holi.cli.app import app
from holi.cli.terminal.console import Terminal
from holi.cli.terminal.table import Table
from holi.cli.terminal.turn_dialogue import TurnDialogue
from holi.game import Action, Config, Game, Kind, Position

SEED = "0" * 64
SOURCE = Path(holi.__file__).parents[1]
RUN = "from holi.cli.app import main; main()"
TAKE_TERMINAL = f"import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); {RUN}"
ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
LAST_OF_A_TURN = (Kind.PLACE_MARKER, Kind.END)


def environment(**changes: str | None) -> dict[str, str]:
    """This process's environment, with the sources of holi, without what would decide about colours."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
    wanted = {**kept, "PYTHONPATH": str(SOURCE), "PYTHONUTF8": "1", "TERM": "dumb", **changes}
    return {name: value for name, value in wanted.items() if value is not None}


def holi_piped(*arguments: str, typed: str = "", **changes: str | None) -> subprocess.CompletedProcess[str]:
    """`holi ...` as a process that reads `typed` from a pipe."""
    return subprocess.run(
        [sys.executable, "-c", RUN, *arguments],
        input=typed, capture_output=True, encoding="utf-8", errors="replace", env=environment(**changes), check=False,
    )  # fmt: skip


def holi_here(*arguments: str) -> str:
    """The output of `holi ...` in this process, which is quicker; it has to end well."""
    done = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert done.exit_code == 0
    return done.output


def played(*arguments: str, lines: Sequence[str], **changes: str | None) -> str:
    """The output of `holi play` on these lines, where the person begins; it has to end well."""
    done = holi_piped("play", "--seed", SEED, "--first", "me", *arguments, typed="\n".join([*lines, ""]), **changes)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout[-2000:] + done.stderr
    return done.stdout


class Mirror:
    """A hot-seat game as it should go: random legal actions, and the lines to type for them."""

    def __init__(self, config: Config, chance: int) -> None:
        self.game = Game(config, SEED)
        self.lines: list[str] = []
        self.positions: list[Position] = []
        """At each handing over."""
        random_choice = random.Random(chance).choice
        last_seat = None
        while (seat := self.game.position.seat) is not None:
            if seat != last_seat:
                if self.game.position.phase != "setup":  # no hands to hide yet, so no Enter
                    self.lines.append("")
                self.positions.append(self.game.position)
            last_seat = seat
            self._turn(random_choice)

    def _turn(self, choice: Callable[[Sequence[Action]], Action]) -> None:
        while True:
            legal = self.game.legal_actions()
            climbs = [action for action in legal if action.kind is Kind.CLIMB]
            action = climbs[0] if climbs else choice(legal)
            self.game.apply(action)
            self.lines.append(str(action))
            if action.kind in LAST_OF_A_TURN:
                return
            self.lines.append("y")


class PtyGame:
    """`holi play` on a terminal of its own, where the person begins."""

    def __init__(self, *arguments: str, size: tuple[int, int] = (24, 80), **changes: str | None) -> None:
        self._master, slave = os.openpty()
        rows, columns = size
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-c", TAKE_TERMINAL, "play", "--first", "me", *arguments],
            stdin=slave, stdout=slave, stderr=slave, env=environment(**changes), start_new_session=True,
        )  # fmt: skip
        os.close(slave)
        self.output = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._answered = 0
        """How much of the output was there when something was typed last."""

    def __enter__(self) -> "PtyGame":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._master)

    def read_until(self, pattern: str) -> re.Match[str] | None:
        """Read until the output since the last typing ends with the pattern; None if the process ends first."""
        while True:
            found = re.search(f"(?:{pattern})\\Z", ANSI.sub("", self.output[self._answered :]))
            if found:
                return found
            if not self._read():
                return None

    def _read(self) -> bool:
        select.select([self._master], [], [])
        try:
            chunk = os.read(self._master, 65536)
        except OSError:  # the other end of a pty was closed
            return False
        self.output += self._decoder.decode(chunk)
        return bool(chunk)

    def type(self, text: str) -> None:
        """Type a line."""
        self.press(text.encode() + b"\n")

    def press(self, key: bytes) -> None:
        """Press a key such as Ctrl-C."""
        self._answered = len(self.output)
        os.write(self._master, key)

    def interrupt(self) -> int:
        """Press Ctrl-C until the program ends: Python loses one that comes between a prompt and the wait for a line."""
        self.press(b"\x03")
        while self.process.poll() is None:
            if select.select([self._master], [], [], 1)[0]:
                self._read()
            else:
                self.press(b"\x03")
        return self.status()

    def status(self) -> int:
        """Read to the end and give the exit status."""
        while self._read():
            pass
        return self.process.wait()


def plain(text: str) -> str:
    """The text without colour and cursor codes."""
    return ANSI.sub("", text)


def last_menu(text: str) -> list[str]:
    """The keys of the menu shown last."""
    menus = re.findall(r"^(\[[tdmceu?]\] .*)$", text, re.MULTILINE)
    return re.findall(r"\[(.)\]", menus[-1])


class ScriptedTerminal(Terminal):
    """A terminal without colours at which these lines are typed, and then nothing more."""

    def __init__(self, *lines: str) -> None:
        self.colour = False
        self.lines = list(lines)
        self.text = ""
        self._seen_here = False

    def ask(self, prompt: str) -> str:
        if not self.lines:
            self.text += prompt
            raise EOFError
        line = self.lines.pop(0)
        self.text += f"{prompt}{line}\n"
        return line

    def write(self, text: str = "") -> None:
        self.text += text + "\n"


def table_at(position: Position, names: Sequence[str] = ("Anna", "Ravi", "Mei", "Zoe")) -> Table:
    """People at a table where the game stands so."""
    players = position.config.players
    return Table(Game(position.config, position=position), names[:players], [None] * players)


def turn_typed(position: Position, *lines: str) -> tuple[Table, str]:
    """What the person to act sees on typing these lines in the turn, and the table after them."""
    table = table_at(position)
    terminal = ScriptedTerminal(*lines)
    assert position.seat is not None
    with suppress(EOFError):
        TurnDialogue(table, position.seat, terminal, since=0).play_turn()
    assert not terminal.lines, f"not read: {terminal.lines}"
    return table, terminal.text


def after_screen(text: str) -> str:
    """What was said after the first prompt."""
    return text.partition("Anna> ")[2]
