"""`holi replay`: step through a saved game."""

from __future__ import annotations

import re
import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from holi.cli.options import Colour, Language
from holi.cli.verify import STANDARD_INPUT, RecordFile, RecordFileError, shown, verified_file
from holi.game.errors import HoliError, MalformedError, quoted

if TYPE_CHECKING:
    from holi.cli.terminal.console import Terminal
    from holi.record import ReplayStep, VerifiedRecord

PROMPT = "replay> "


def replay(
    file: RecordFile,
    everything: Annotated[bool, typer.Option("--all", help="Print the whole game, turn by turn.")] = False,
    turn: Annotated[int | None, typer.Option(metavar="N", help="Print turn N only; the corners are turn 0.")] = None,
    pace: Annotated[
        float, typer.Option(metavar="SECONDS", min=0, max=60, help="Pause between actions when it plays by itself.")
    ] = 1.0,
    colour: Colour = None,
    language: Language = None,
) -> None:
    """Step through a saved game.

    Keys: Enter or n next action, t next turn, b back, p previous turn, g N go to round N, a play by itself, q quit.
    """
    from holi.cli.terminal.console import Terminal
    from holi.cli.terminal.texts import language_for, speak, t

    speak(language_for(language))
    if file == STANDARD_INPUT and not everything and turn is None:
        raise RecordFileError(t("replay.standard-input"))
    walk = Walk(verified_file(file))
    show = Screen(walk, Terminal(colour), title=shown(file))
    if turn is not None:
        show.turn(turn)
    elif everything:
        show.everything()
    else:
        show.interactively(pace)


@dataclass
class Walk:
    """A place in a saved game: how many of its actions are done. It cannot leave either end."""

    game: VerifiedRecord
    done: int = 0
    turn_ends: list[int] = field(init=False)
    """Number of actions done after the corners (turn 0) and after each turn; the last may be unfinished."""

    def __post_init__(self) -> None:
        steps = self.game.steps
        turns = [(step.round, step.seat if step.round else None) for step in steps]
        ends = [place for place in range(1, len(steps)) if turns[place] != turns[place - 1]]
        self.turn_ends = [*ends, len(steps)]

    @property
    def turns(self) -> int:
        return len(self.turn_ends) - 1

    def next(self) -> None:
        self.done = min(self.done + 1, len(self.game.steps))

    def back(self) -> None:
        self.done = max(self.done - 1, 0)

    def next_turn(self) -> None:
        """Go to the end of this turn, or of the next one if already there."""
        self.done = self.turn_ends[min(bisect_right(self.turn_ends, self.done), self.turns)]

    def previous_turn(self) -> None:
        """Go to the beginning of this turn, which is the end of the one before."""
        place = bisect_left(self.turn_ends, self.done)
        self.done = self.turn_ends[place - 1] if place else 0

    def go_to_round(self, number: int) -> None:
        from holi.cli.terminal.texts import t

        last = self.game.record.rounds
        if not 0 <= number <= last:
            raise MalformedError(t("replay.no-round", number=number, last=last))
        self.done = sum(step.round < number for step in self.game.steps)


@dataclass
class Screen:
    walk: Walk
    terminal: Terminal
    title: str

    def everything(self) -> None:
        self._heading()
        self._picture(0, 0)
        first = 0
        for end in self.walk.turn_ends:
            if end > first:
                self._frame(first, end)
            first = end

    def turn(self, number: int) -> None:
        from holi.cli.terminal.texts import t

        if not 0 <= number <= self.walk.turns:
            raise MalformedError(t("replay.no-turn", number=number, last=self.walk.turns))
        ends = self.walk.turn_ends
        self._frame(ends[number - 1] if number else 0, ends[number])

    def interactively(self, pace: float) -> None:
        from holi.cli.terminal.texts import t

        self._heading()
        self._picture(0, 0)
        self.terminal.say(t("replay.keys"))
        while True:
            try:
                typed = self.terminal.ask(PROMPT)
            except (EOFError, KeyboardInterrupt):
                self.terminal.write()
                return
            if typed == "q":
                return
            try:
                self._obey(typed, pace)
            except HoliError as error:
                self.terminal.say(str(error))

    def _obey(self, typed: str, pace: float) -> None:
        from holi.cli.terminal.texts import t

        before = self.walk.done
        to_round = re.fullmatch(r"g ?([0-9]{1,3})", typed)
        if typed == "a":
            self._play(pace)
            return
        if to_round is not None:
            self.walk.go_to_round(int(to_round[1]))
            self._arrived()
            return
        if typed not in STEPS:
            raise MalformedError(t("replay.bad-key", typed=quoted(typed), keys=t("replay.keys")))
        STEPS[typed](self.walk)
        if self.walk.done > before:
            self._frame(before, self.walk.done)
        elif self.walk.done < before:
            self._arrived()
        else:
            self.terminal.say(t("replay.end" if before else "replay.begin"))

    def _play(self, pace: float) -> None:
        from holi.cli.terminal.texts import t

        last = len(self.walk.game.steps)
        try:
            while self.walk.done < last:
                self.walk.next()
                self._frame(self.walk.done - 1, self.walk.done)
                if self.walk.done < last:
                    time.sleep(pace)
        except KeyboardInterrupt:
            self.terminal.write()
            return
        self.terminal.say(t("replay.end"))

    def _arrived(self) -> None:
        """After going back or jumping, show the last action done, or the beginning."""
        if self.walk.done:
            self._frame(self.walk.done - 1, self.walk.done)
        else:
            self._heading()
            self._picture(0, 0)

    def _heading(self) -> None:
        from holi.cli.terminal.texts import t

        game, record = self.walk.game, self.walk.game.record
        outcome = t("replay.not-over")
        if game.winner is not None and record.result is not None:
            outcome = t("replay.wins", name=record.names[game.winner], points=record.result[game.winner])
        rounds = t("replay.rounds", count=record.rounds)
        title = t("replay.title", file=self.title, players=record.config.players, rounds=rounds, outcome=outcome)
        self.terminal.write(title)

    def _frame(self, first: int, last: int) -> None:
        for (number, seat), actions in groupby(self.walk.game.steps[first:last], lambda step: (step.round, step.seat)):
            self._tell(number, seat, list(actions), bisect_left(self.walk.turn_ends, last))
        self._picture(first, last)

    def _tell(self, number: int, seat: int, steps: list[ReplayStep], turn: int) -> None:
        from holi.cli.terminal.narrate import narrate
        from holi.cli.terminal.texts import in_a_row, t

        names = self.walk.game.record.names
        actions = " ".join(str(step.action) for step in steps)
        values = {"round": number, "turn": turn, "all": self.walk.turns, "name": names[seat], "actions": actions}
        self.terminal.say(t("replay.turn" if number else "replay.corners", **values))
        self.terminal.say(in_a_row(line for step in steps for line in narrate(step.events, names, viewer="all")))

    def _picture(self, first: int, last: int) -> None:
        from holi.cli.terminal.board import render_position
        from holi.cli.terminal.table import changed_spaces

        steps = self.walk.game.steps
        position = steps[last - 1].position if last else self.walk.game.record.start
        names, spaces = self.walk.game.record.names, changed_spaces(steps[first:last])
        picture = render_position(position, names, self.terminal, highlight=spaces)
        self.terminal.write(f"\n{picture}\n")


STEPS: Mapping[str, Callable[[Walk], None]] = {
    "": Walk.next,
    "n": Walk.next,
    "t": Walk.next_turn,
    "b": Walk.back,
    "p": Walk.previous_turn,
}
