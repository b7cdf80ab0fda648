"""`holi replay`: look at a saved game again, action by action."""

from __future__ import annotations

import re
import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from holi.cli.verify import STANDARD_INPUT, RecordFileError, shown, summary, verified_file
from holi.game.errors import HoliError, MalformedError, quoted

if TYPE_CHECKING:
    from holi.cli.terminal import Terminal
    from holi.record import ReplayStep, VerifiedRecord

KEYS = "Enter or n next, t turn, b back, p previous turn, g N round N, a play, q quit"
PROMPT = "replay> "


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A saved game (.holi); - is standard input.")],
    everything: Annotated[bool, typer.Option("--all", help="Print the whole game, turn by turn, and stop.")] = False,
    turn: Annotated[
        int | None, typer.Option("--turn", metavar="N", help="Print turn N and stop; the corners are turn 0.")
    ] = None,
    pace: Annotated[
        float, typer.Option("--pace", metavar="SECONDS", min=0, max=60, help="Between actions when playing by itself.")
    ] = 1.0,
    colour: Annotated[
        bool | None,
        typer.Option("--colour/--no-colour", help="Colours or letters only.", show_default="colours on a terminal"),
    ] = None,
) -> None:
    """Step through a saved game: next action, next turn, back, to a round, or let it play by itself.

    Keys: Enter or n next action, t next turn, b back, p previous turn, g N to round N, a by itself, q quit.
    """
    from holi.cli.terminal import Terminal

    if file == STANDARD_INPUT and not everything and turn is None:
        raise RecordFileError("the keys come from standard input, so the game cannot; add --all or --turn N")
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
    """A place in a saved game: how many of its actions are done. Going beyond either end stays there."""

    game: VerifiedRecord
    done: int = 0
    turn_ends: list[int] = field(init=False)
    """How many actions are done after the corners (turn 0) and after each turn, the last one perhaps not ended."""

    def __post_init__(self) -> None:
        steps = self.game.steps
        turns = [(step.round, step.seat if step.round else None) for step in steps]
        ends = [place for place in range(1, len(steps)) if turns[place] != turns[place - 1]]
        self.turn_ends = [*ends, len(steps)]

    @property
    def turns(self) -> int:
        """The number of the last turn."""
        return len(self.turn_ends) - 1

    def turn_of(self, done: int) -> int:
        """The number of the turn to which the last of so many actions belongs."""
        return bisect_left(self.turn_ends, done)

    def next(self) -> None:
        """One action on."""
        self.done = min(self.done + 1, len(self.game.steps))

    def back(self) -> None:
        """One action back."""
        self.done = max(self.done - 1, 0)

    def next_turn(self) -> None:
        """To the end of this turn, or of the next one if this is ended."""
        self.done = self.turn_ends[min(bisect_right(self.turn_ends, self.done), self.turns)]

    def previous_turn(self) -> None:
        """To the beginning of this turn, which is the end of the one before."""
        place = bisect_left(self.turn_ends, self.done)
        self.done = self.turn_ends[place - 1] if place else 0

    def go_to_round(self, number: int) -> None:
        """To the beginning of a round."""
        last = self.game.record.rounds
        if not 0 <= number <= last:
            raise MalformedError(f"there is no round {number}; the rounds are 0 to {last}")
        self.done = sum(step.round < number for step in self.game.steps)


@dataclass
class Screen:
    """Shows the places of a walk on a terminal or in a pipe."""

    walk: Walk
    terminal: Terminal
    title: str

    def everything(self) -> None:
        """The whole game, one picture a turn."""
        self._heading()
        self._picture(0, 0)
        first = 0
        for end in self.walk.turn_ends:
            if end > first:
                self._frame(first, end)
            first = end

    def turn(self, number: int) -> None:
        """One turn and the position after it."""
        if not 0 <= number <= self.walk.turns:
            raise MalformedError(f"there is no turn {number}; the turns are 0 to {self.walk.turns}")
        ends = self.walk.turn_ends
        self._frame(ends[number - 1] if number else 0, ends[number])

    def interactively(self, pace: float) -> None:
        """Read keys and show where they lead, until q, the end of the input or Ctrl-C."""
        self._heading()
        self._picture(0, 0)
        self.terminal.write(KEYS)
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
        """Go where a key leads and show what happened on the way."""
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
            raise MalformedError(f"{quoted(typed)} is no key of the replay: {KEYS}")
        STEPS[typed](self.walk)
        if self.walk.done > before:
            self._frame(before, self.walk.done)
        elif self.walk.done < before:
            self._arrived()
        else:
            self.terminal.say("The record ends here." if before else "The game begins here.")

    def _play(self, pace: float) -> None:
        """Action after action up to the end; Ctrl-C stops it."""
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
        self.terminal.say("The record ends here.")

    def _arrived(self) -> None:
        """Where a way back or a leap led: the last action done there, or the beginning."""
        if self.walk.done:
            self._frame(self.walk.done - 1, self.walk.done)
        else:
            self._heading()
            self._picture(0, 0)

    def _heading(self) -> None:
        self.terminal.write(f"{self.title}: {summary(self.walk.game)}")

    def _frame(self, first: int, last: int) -> None:
        """The actions from `first` up to `last`, what they did and the position after them."""
        for (number, seat), actions in groupby(self.walk.game.steps[first:last], lambda step: (step.round, step.seat)):
            self._tell(number, seat, list(actions), self.walk.turn_of(last))
        self._picture(first, last)

    def _tell(self, number: int, seat: int, steps: list[ReplayStep], turn: int) -> None:
        from holi.cli.narrate import narrate

        names = self.walk.game.record.names
        turns = f"turn {turn} of {self.walk.turns}" if number else "the corners"
        self.terminal.say(f"Round {number}, {turns}, {names[seat]}: {' '.join(str(step.action) for step in steps)}")
        self.terminal.say(" ".join(narrate(event, names, viewer="all") for step in steps for event in step.events))

    def _picture(self, first: int, last: int) -> None:
        from holi.cli.board import render_position
        from holi.cli.table import Happening, changed_spaces

        steps = self.walk.game.steps
        happenings = [Happening(step.seat, step.action, step.events) for step in steps[first:last]]
        picture = render_position(
            steps[last - 1].position if last else self.walk.game.record.start,
            width=self.terminal.width,
            colour=self.terminal.colour,
            highlight=changed_spaces(happenings),
            names=self.walk.game.record.names,
        )
        self.terminal.write(f"\n{picture}\n")


STEPS: Mapping[str, Callable[[Walk], None]] = {
    "": Walk.next,
    "n": Walk.next,
    "t": Walk.next_turn,
    "b": Walk.back,
    "p": Walk.previous_turn,
}
"""The keys that lead from one place to another."""
