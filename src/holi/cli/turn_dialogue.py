"""Asking a person what to do: menus, notation, previews, take-back."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile

from holi.cli.board import render_levels
from holi.cli.pictures import why_not
from holi.cli.play_help import help_about
from holi.cli.preview import Preview, placement_label, preview
from holi.cli.table import Happening, Table, changed_spaces, retold
from holi.cli.terminal import Terminal, comma_list, padded, visible_width, wrapped
from holi.cli.turn_screen import TurnOptions, menu_lines, screen
from holi.cli.typed_input import looks_like_notation, typed_actions, typed_number, typed_square, typed_squares
from holi.game import Action, HoliError, Kind
from holi.game.errors import quoted
from holi.game.spaces import LEVELS, SQUARE_NAMES

YES, NO = ("", "y", "yes"), ("n", "no", "back")
HELP, QUIT = ("?", "h", "help"), ("q", "quit", "exit")
BACK = ("", "x", "back", "n", "no")
WORDS = {
    "throw": "t", "down": "d", "facedown": "d", "move": "m", "undo": "u", "board": "b", "log": "l", "climb": "c",
    "end": "e",
}  # fmt: skip


class Leave(Exception):
    """The person wants to leave the game."""


class TurnDialogue:
    """The conversation with the person at `seat`: a starting corner, or a turn up to its end."""

    def __init__(self, table: Table, seat: int, terminal: Terminal, since: int) -> None:
        """`since` is the number of happenings that the person has seen."""
        self._table = table
        self._seat = seat
        self._terminal = terminal
        self._since = since

    # ---- a starting corner

    def choose_corner(self) -> None:
        """Ask for a starting corner (R2.4)."""
        position = self._table.game.position
        corners = [action.squares[0] for action in position.legal_actions()]
        self._show_screen()
        names = [f"{number} {SQUARE_NAMES[square]}" for number, square in enumerate(corners, 1)]
        self._terminal.say(f"Choose a starting corner on G: {comma_list(names, 'or')}.")
        while True:
            typed = self._ask("corner> ")
            number = typed_number(typed)
            square = typed_square(typed.removeprefix("S").removeprefix("s"))
            if number is not None and 1 <= number <= len(corners):
                square = corners[number - 1]
            if square in corners:
                self._table.do(Action(Kind.PLACE_MARKER, None, (square,)))
                return
            self._terminal.say(f"{quoted(typed)} is no free corner; type {comma_list(names, 'or')}.")

    # ---- a turn

    def play_turn(self) -> None:
        """Ask until the turn is ended."""
        self._show_turn()
        while self._table.game.position.seat == self._seat:
            turn_so_far = len(self._table.happenings)
            typed = self._ask(f"{self._table.names[self._seat]}> ")
            actions = self._understood(typed)
            if actions and self._confirmed(actions):
                ended = self._do(actions)
                if ended:
                    return
            if len(self._table.happenings) != turn_so_far:
                self._show_turn()

    def _do(self, actions: list[Action]) -> bool:
        """Do what was confirmed; whether it ended the turn, so that the next seat may be the same person's again."""
        for action in actions:
            happening = self._table.do(action)
        if happening.action.kind is not Kind.END:
            return False
        if not self._table.is_shared:
            for _, text in retold([happening], self._table.names, self._seat):
                self._terminal.say(text)
        return True

    def _options(self) -> TurnOptions:
        return TurnOptions(self._table.game.position, self._seat)

    def _understood(self, typed: str) -> list[Action] | None:
        """The actions that were typed or chosen; None if something else was asked for or nothing fits."""
        first, _, rest = typed.partition(" ")
        key = WORDS.get(first.lower(), first.lower())
        commands: dict[str, Callable[[str], list[Action] | None]] = {
            "t": self._choose_throw, "d": self._choose_face_down, "m": self._choose_move,
        }  # fmt: skip
        if key in commands:
            return commands[key](rest.strip())
        if typed_number(key) is not None:
            return self._choose_throw(typed)
        if not rest:
            if key in ("", "b"):
                self._show_turn()
                return None
            if key in ("u", "l"):
                (self._take_back if key == "u" else self._tell)()
                return None
            typed = key if key in ("c", "e") else typed
        return self._read_notation(typed)

    def _read_notation(self, typed: str) -> list[Action] | None:
        try:
            return typed_actions(typed)
        except HoliError as error:
            if looks_like_notation(typed):
                self._refuse(error)
            else:
                self._terminal.say(
                    f"{quoted(typed)} means nothing here; type a key of the menu, an action such as Me5, or ? for help."
                )
            return None

    def _help(self, topic: str) -> str:
        return help_about(topic, self._table.game.position, self._seat, self._terminal)

    def _take_back(self) -> None:
        if not self._table.game.can_undo:
            self._terminal.say("There is nothing of this turn to take back.")
            return
        self._terminal.say(f"Taken back: {self._table.take_back()}.")

    def _tell(self) -> None:
        """What happened since the person's last turn."""
        for line in self._retold_lines() or ["Nothing has happened since your last turn."]:
            self._terminal.write(line)

    def _retold_lines(self) -> list[str]:
        told = retold(self._table.happenings[self._since :], self._table.names, self._seat)
        return [line for _, text in told for line in wrapped(text, self._terminal.text_width, indent="  ")]

    # ---- choosing step by step

    def _choose_throw(self, given: str) -> list[Action] | None:
        options = self._options()
        if options.position.thrown:
            self._terminal.say("You have thrown this turn already (R3.1).")
            return None
        reasons = options.why_no_throw()
        if reasons:
            self._say_lines(reasons)
            return None
        card, squares = self._card_and_rest(given, "Throw which card?")
        if card is None:
            return None
        throws = options.throws(Kind.THROW_UP, card)
        if not throws:
            self._terminal.say(
                f"Card {card} does not fit from {options.marker}: {why_not(options.position, options.marker, card)}."
            )
            return None
        return self._choose_placement(throws, squares)

    def _card_and_rest(self, given: str, question: str) -> tuple[int | None, str]:
        """The card that was typed or is asked for now, and what was typed after it."""
        hand = self._options().player.hand
        number, _, rest = given.partition(" ")
        while True:
            card = typed_number(number)
            if card in hand:
                return card, rest.strip()
            held = comma_list(map(str, hand), "or")
            if number:
                self._terminal.say(f"Card {quoted(number)} is not in your hand; you hold {held}.")
            elif len(hand) == 1:
                return hand[0], ""
            number, rest = self._ask(f"{question} {held} (Enter goes back)> "), ""
            if number.lower() in BACK:
                return None, ""

    def _choose_placement(self, throws: list[Action], given: str) -> list[Action] | None:
        position, names = self._table.game.position, self._table.names
        by_squares = {action.squares: action for action in throws}
        typed = given
        if len(throws) == 1 and not typed:
            return throws
        if not typed:
            labels = [placement_label(position, action, names) for action in throws]
            self._terminal.write("\n".join(_numbered(labels, self._terminal.width)))
        while True:
            typed = typed or self._ask(f"Which way? 1 to {len(throws)}, or its squares (Enter goes back)> ")
            if typed.lower() in BACK:
                return None
            number = typed_number(typed)
            if number is not None and 1 <= number <= len(throws):
                return [throws[number - 1]]
            squares = typed_squares(typed)
            if squares in by_squares:
                return [by_squares[squares]]
            if squares:
                self._terminal.say(f"The card cannot be laid on {quoted(typed)}; choose one of the ways listed.")
            else:
                self._terminal.say(f"{quoted(typed)} is no way to lay it; type a number from 1 to {len(throws)}.")
            typed = ""

    def _choose_face_down(self, given: str) -> list[Action] | None:
        options = self._options()
        if options.position.thrown:
            self._terminal.say("You have thrown this turn already (R3.1).")
            return None
        if not options.throws(Kind.THROW_DOWN):
            self._terminal.say(f"No card can be thrown face down: {options.why_no_face_down()}.")
            return None
        card, square = self._card_and_rest(given, "Throw which card face down?")
        if card is None:
            return None
        chosen = self._choose_square(
            square, "Onto which square?", options.throws(Kind.THROW_DOWN, card),
            f"a free square of level {LEVELS[options.marker.level]}, such as e5",
        )  # fmt: skip
        return None if chosen is None else [Action(Kind.THROW_DOWN, card, (chosen,))]

    def _choose_move(self, given: str) -> list[Action] | None:
        options = self._options()
        if options.position.moved:
            self._terminal.say("You have moved this turn already (R3.1).")
            return None
        if not options.moves:
            self._terminal.say(f"You cannot move: {options.why_no_move()}.")
            return None
        chosen = self._choose_square(
            given,
            "Move to which square?",
            options.moves,
            f"a square of level {LEVELS[options.marker.level]}, such as e5",
        )
        return None if chosen is None else [Action(Kind.MOVE, None, (chosen,))]

    def _choose_square(self, given: str, question: str, legal: list[Action], wanted: str) -> int | None:
        """A square of one of the legal actions; where there are few, they are named."""
        squares = [action.squares[0] for action in legal]
        if len(squares) <= 12 and not given:
            question = f"{question} {' '.join(SQUARE_NAMES[square] for square in sorted(squares))}"
        typed = given
        while True:
            typed = typed or self._ask(f"{question} (Enter goes back)> ")
            if typed.lower() in BACK:
                return None
            square = typed_square(typed)
            if square in squares:
                return square
            if square is None:
                self._terminal.say(f"{quoted(typed)} is no square; type {wanted}.")
            else:
                self._refuse_action(Action(legal[0].kind, legal[0].card, (square,)))
            typed = ""

    # ---- confirming

    def _confirmed(self, actions: list[Action]) -> bool:
        """Show what the actions would do and ask; an end of turn alone needs no question."""
        try:
            tried = preview(self._table.game.position, actions)
        except HoliError as error:
            self._refuse(error)
            return False
        if not tried.happenings:
            return True
        self._show_preview(tried)
        while True:
            answer = self._ask("Do it? [Y/n]> ").lower()
            if answer in YES:
                return True
            if answer in NO:
                self._terminal.say("Nothing was done.")
                return False
            self._terminal.say(f"{quoted(answer)} is no answer; type y (or Enter) to do it, n to leave it.")

    def _show_preview(self, tried: Preview) -> None:
        terminal = self._terminal
        spaces = changed_spaces(tried.happenings)
        terminal.write(render_levels(tried.after, width=terminal.width, colour=terminal.colour, highlight=spaces))
        for line in tried.lines(self._table.names):
            terminal.write(f"  {line}")

    def _refuse_action(self, action: Action) -> None:
        try:
            preview(self._table.game.position, [action])
        except HoliError as error:
            self._refuse(error)

    def _refuse(self, error: HoliError) -> None:
        self._terminal.say(f"{error}.")

    # ---- reading and showing

    def _ask(self, prompt: str) -> str:
        """What is typed; help and quitting work at every prompt."""
        while True:
            typed = self._terminal.ask(prompt)
            first, _, rest = typed.partition(" ")
            if first.lower() in HELP:
                self._terminal.write(self._help(rest))
            elif typed.startswith("?"):
                self._terminal.write(self._help(typed[1:]))
            elif typed.lower() not in QUIT:
                return typed
            elif self._terminal.ask("Leave the game? [y/N]> ").lower() in ("y", "yes", *QUIT):
                raise Leave

    def _show_turn(self) -> None:
        self._show_screen()
        options = self._options()
        self._say_lines(options.why_no_throw())
        self._terminal.write("\n".join(menu_lines(options, self._table.game.can_undo, self._terminal)))

    def _say_lines(self, lines: list[str]) -> None:
        for line in lines:
            self._terminal.write("\n".join(wrapped(line, self._terminal.text_width, indent="  ")))

    def _show_screen(self) -> None:
        happenings = self._table.happenings
        own = [*takewhile(self._is_of_this_turn, reversed(happenings))]
        news = changed_spaces(own or happenings[self._since :])
        self._terminal.write(screen(self._table, self._seat, self._terminal, news))

    def _is_of_this_turn(self, happening: Happening) -> bool:
        return happening.seat == self._seat and happening.action.kind not in (Kind.END, Kind.PLACE_MARKER)


def _numbered(labels: list[str], width: int) -> list[str]:
    """A numbered menu, in columns where the labels are short."""
    items = [f"{number:>3}  {label}" for number, label in enumerate(labels, 1)]
    column = max(map(visible_width, items)) + 2
    across = max(1, width // column)
    return [
        "".join(padded(item, column) for item in items[i : i + across]).rstrip() for i in range(0, len(items), across)
    ]
