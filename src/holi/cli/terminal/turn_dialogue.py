"""Asking a person what to do: menus, notation, previews, undo."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import TypeVar

from holi.cli.terminal.board import render_levels
from holi.cli.terminal.console import Terminal, side_by_side
from holi.cli.terminal.pictures import why_not
from holi.cli.terminal.play_help import help_about
from holi.cli.terminal.preview import Preview, placement_label, preview
from holi.cli.terminal.table import Table, changed_spaces, retold
from holi.cli.terminal.texts import listed, t, why_not_now
from holi.cli.terminal.turn_screen import TurnOptions, menu_lines, screen
from holi.cli.terminal.typed_input import looks_like_notation, typed_actions, typed_number, typed_square, typed_squares
from holi.game import Action, HoliError, Kind
from holi.game.errors import quoted
from holi.game.notation import LEVELS, SQUARE_NAMES

YES, NO = ("y", "yes"), ("n", "no", "back")
HELP, QUIT = ("?", "h", "help"), ("q", "quit", "exit")
BACK = ("", "x", "back", "n", "no")
WORDS = {
    "throw": "t", "down": "d", "facedown": "d", "move": "m", "undo": "u", "board": "b", "log": "l", "climb": "c",
    "end": "e",
}  # fmt: skip


Choice = TypeVar("Choice")
FEW_SQUARES = 12


class Leave(Exception):
    """Raised when the person leaves the game."""


class _NothingChosen(Exception):
    """Raised when no action was chosen; the message, if any, says why."""


class TurnDialogue:
    """Asks the person at `seat` for a starting corner or a turn; `since` is how many happenings they have seen."""

    def __init__(self, table: Table, seat: int, terminal: Terminal, since: int) -> None:
        self._table = table
        self._seat = seat
        self._terminal = terminal
        self._since = since

    # ---- a starting corner

    def choose_corner(self) -> None:
        position = self._table.game.position
        corners = [action.squares[0] for action in position.legal_actions()]
        self._show_screen()
        names = [f"{number} {SQUARE_NAMES[square]}" for number, square in enumerate(corners, 1)]
        self._terminal.say(t("ask.corner", corners=listed(names, "or")))
        while True:
            typed = self._ask(t("ask.corner-prompt") + "> ")
            number = typed_number(typed)
            square = typed_square(typed.removeprefix("S").removeprefix("s"))
            if number is not None and 1 <= number <= len(corners):
                square = corners[number - 1]
            if square in corners:
                self._table.do(Action(Kind.PLACE_MARKER, None, (square,)))
                return
            self._terminal.say(t("bad.corner", typed=quoted(typed), corners=listed(names, "or")))

    # ---- a turn

    def play_turn(self) -> None:
        self._show_turn()
        while self._table.game.position.seat == self._seat:
            turn_so_far = len(self._table.happenings)
            typed = self._ask(f"{self._table.names[self._seat]}> ")
            try:
                actions = self._understood(typed)
            except _NothingChosen as reason:
                if reason.args:
                    self._terminal.say(str(reason))
                continue
            if actions and self._confirmed(actions) and self._do(actions):
                return
            if len(self._table.happenings) != turn_so_far:
                self._show_turn()

    def _do(self, actions: list[Action]) -> bool:
        """Do the actions. Return True if they ended the turn; the same seat may then be next again."""
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

    def _understood(self, typed: str) -> list[Action]:
        """The actions that were typed or chosen; none after any other command."""
        first, _, rest = typed.partition(" ")
        key = WORDS.get(first.lower(), first.lower())
        choices = {"t": self._choose_throw, "d": self._choose_face_down, "m": self._choose_move}
        others = {"": self._show_turn, "b": self._show_turn, "u": self._take_back, "l": self._tell}
        if key in choices:
            return choices[key](rest.strip())
        if typed_number(key) is not None:
            return self._choose_throw(typed)
        if key in others and not rest:
            others[key]()
            return []
        return self._read_notation(key if key in ("c", "e") and not rest else typed)

    def _read_notation(self, typed: str) -> list[Action]:
        try:
            return typed_actions(typed)
        except HoliError as error:
            if looks_like_notation(typed):
                raise _NothingChosen(error) from None
            raise _NothingChosen(t("bad.typed", typed=quoted(typed))) from None

    def _take_back(self) -> None:
        if not self._table.game.can_undo:
            self._terminal.say(t("not-taken-back"))
            return
        self._terminal.say(t("taken-back", action=self._table.take_back()))

    def _tell(self) -> None:
        told = retold(self._table.happenings[self._since :], self._table.names, self._seat)
        for text in [text for _, text in told] or [t("nothing-happened")]:
            self._terminal.say(text, indent="  ")

    # ---- choosing step by step

    def _choose_throw(self, given: str) -> list[Action]:
        options = self._options()
        if options.position.thrown:
            raise _NothingChosen(why_not_now(options.position, Action(Kind.THROW_UP, 1, (0,))))
        if reasons := options.why_no_throw():
            self._say_lines(reasons)
            raise _NothingChosen
        card, squares = self._card_and_rest(given, "ask.card")
        throws = options.throws(Kind.THROW_UP, card)
        if not throws:
            reason = why_not(options.position, options.marker, card)
            raise _NothingChosen(t("no-fit", card=card, space=options.marker, why=reason))
        return [throws[0] if len(throws) == 1 and not squares else self._choose_placement(throws, squares)]

    def _card_and_rest(self, given: str, question: str) -> tuple[int, str]:
        """The card that was typed or is asked for, and what was typed after it."""
        hand = self._options().player.hand
        held = listed(map(str, hand), "or")
        number, _, rest = given.partition(" ")
        if not number and len(hand) == 1:
            return hand[0], ""

        def understand(typed: str) -> int | None:
            if (card := typed_number(typed)) in hand:
                return card
            self._terminal.say(t("bad.card", typed=quoted(typed), cards=held))
            return None

        card = self._choose(number, t(question, cards=held), understand)
        return card, rest.strip() if typed_number(number) == card else ""

    def _choose_placement(self, throws: list[Action], given: str) -> Action:
        by_squares = {action.squares: action for action in throws}

        def understand(typed: str) -> Action | None:
            number, squares = typed_number(typed), typed_squares(typed)
            if number is not None and 1 <= number <= len(throws):
                return throws[number - 1]
            if squares in by_squares:
                return by_squares[squares]
            if squares:
                self._terminal.say(t("bad.way", typed=quoted(typed)))
            else:
                self._terminal.say(t("bad.way-number", typed=quoted(typed), count=len(throws)))
            return None

        if not given:
            position, names = self._table.game.position, self._table.names
            menu = [[f"{n:>3}  {placement_label(position, action, names)}"] for n, action in enumerate(throws, 1)]
            self._terminal.write("\n".join(side_by_side(menu, self._terminal.width, gap=2, spaced=False)))
        return self._choose(given, t("ask.way", count=len(throws)), understand)

    def _choose_face_down(self, given: str) -> list[Action]:
        options = self._options()
        if options.position.thrown:
            raise _NothingChosen(why_not_now(options.position, Action(Kind.THROW_DOWN, 1, (0,))))
        if not options.throws(Kind.THROW_DOWN):
            raise _NothingChosen(options.why_no_face_down())
        card, square = self._card_and_rest(given, "ask.card-down")
        return [self._choose_square(square, t("ask.down-square"), options.throws(Kind.THROW_DOWN, card))]

    def _choose_move(self, given: str) -> list[Action]:
        options = self._options()
        if options.position.moved:
            raise _NothingChosen(options.why_no_move())
        if not options.moves:
            raise _NothingChosen(options.why_no_move())
        return [self._choose_square(given, t("ask.move-square"), options.moves)]

    def _choose_square(self, given: str, question: str, legal: list[Action]) -> Action:
        """One of the legal actions by its square; if there are only a few, the question lists them."""
        by_square = {action.squares[0]: action for action in legal}
        if len(by_square) <= FEW_SQUARES and not given:
            question = f"{question} {' '.join(SQUARE_NAMES[square] for square in sorted(by_square))}"

        def understand(typed: str) -> Action | None:
            square = typed_square(typed)
            if square is None:
                level = LEVELS[self._options().marker.level]
                self._terminal.say(t("bad.square", typed=quoted(typed), level=level))
            elif square not in by_square:
                self._preview([Action(legal[0].kind, legal[0].card, (square,))])  # says why not
            return None if square is None else by_square.get(square)

        return self._choose(given, question, understand)

    def _choose(self, given: str, question: str, understand: Callable[[str], Choice | None]) -> Choice:
        """Ask until the answer, at first `given`, is understood; `understand` says what is wrong itself."""
        typed = given
        while True:
            typed = typed or self._ask(f"{question} {t('ask.back')}> ")
            if typed.lower() in BACK:
                raise _NothingChosen
            chosen = understand(typed)
            if chosen is not None:
                return chosen
            typed = ""

    # ---- confirming

    def _confirmed(self, actions: list[Action]) -> bool:
        """Show what the actions would do and ask; the end of a turn alone needs no confirmation."""
        tried = self._preview(actions)
        if tried is None or not tried.happenings:
            return tried is not None
        spaces = changed_spaces(tried.happenings)
        self._terminal.write(render_levels(tried.after, self._terminal, spaces))
        for line in tried.lines(self._table.names):
            self._terminal.write(f"  {line}")
        while True:
            answer = self._ask(t("ask.sure") + "> ").lower()
            if answer in ("", *YES, *t("ask.yes").split()):
                return True
            if answer in (*NO, *t("ask.no").split()):
                self._terminal.say(t("nothing-done"))
                return False
            self._terminal.say(t("bad.answer", typed=quoted(answer)))

    def _preview(self, actions: list[Action]) -> Preview | None:
        """What the actions would do; None if one is illegal, which it says."""
        try:
            return preview(self._table.game.position, actions)
        except HoliError as error:
            self._terminal.say(str(error))
            return None

    # ---- reading and showing

    def _ask(self, prompt: str) -> str:
        """Read an answer; help and quitting work at every prompt."""
        while True:
            typed = self._terminal.ask(prompt)
            first, _, rest = typed.partition(" ")
            if first.lower() in HELP or typed.startswith("?"):
                topic = rest if first.lower() in HELP else typed[1:]
                self._terminal.write(help_about(topic, self._table.game.position, self._seat, self._terminal))
            elif typed.lower() not in QUIT:
                return typed
            elif self._terminal.ask(t("ask.leave") + "> ").lower() in (*YES, *t("ask.yes").split(), *QUIT):
                raise Leave

    def _show_turn(self) -> None:
        self._show_screen()
        options = self._options()
        self._say_lines(options.why_no_throw())
        self._terminal.write("\n".join(menu_lines(options, self._table.game.can_undo, self._terminal)))

    def _say_lines(self, lines: list[str]) -> None:
        for line in lines:
            self._terminal.say(line, indent="  ")

    def _show_screen(self) -> None:
        happenings = self._table.happenings
        own = [*takewhile(lambda each: each.seat == self._seat and not each.action.ends_turn, reversed(happenings))]
        news = changed_spaces(own or happenings[self._since :])
        self._terminal.write(screen(self._table, self._seat, self._terminal, news))
