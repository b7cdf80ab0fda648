"""A whole game at the terminal: people and bots take turns, and the game is saved after each."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from holi.cli.terminal.board import render_position, score_table, seat_sign, tie_note
from holi.cli.terminal.console import Terminal, wrapped
from holi.cli.terminal.saving import SavedGame, SaveError
from holi.cli.terminal.table import Table, retold
from holi.cli.terminal.texts import in_a_row, rivalry_words, separated, t
from holi.cli.terminal.turn_dialogue import Leave, TurnDialogue
from holi.cli.terminal.turn_screen import rule
from holi.game import Position, Viewer, view_to_json

if TYPE_CHECKING:
    from holi.bots.processes.worker_bot import Notice


class PlaySession:
    def __init__(
        self,
        table: Table,
        terminal: Terminal,
        saved: SavedGame | None,
        movetime: float,
        notices: list[Notice],
    ) -> None:
        self._movetime = movetime
        self._table = table
        self._terminal = terminal
        self._saved = saved
        self._seen = dict.fromkeys(table.people, len(table.happenings))
        self._notices = notices
        """What bots have to tell the players after their turn."""
        self._looking: int | None = None if table.is_shared else table.people[0]
        """The person whose cards are on the screen, if others share the device."""

    def run(self) -> None:
        """Play until the end or until somebody leaves. However it stops, the game is saved."""
        self._save()
        try:
            self._open()
            while self._position.seat is not None:
                if self._table.bots[self._position.seat] is None:
                    self._person_acts(self._position.seat)
                else:
                    self._bot_acts(self._position.seat)
                self._try_to_save()
        except (Leave, EOFError):
            self._terminal.write()
            self._terminal.write(in_a_row([t("session.left"), self._where_saved()]))
            return
        except KeyboardInterrupt:
            self._terminal.write()
            self._terminal.write(in_a_row([t("session.interrupted"), self._where_saved()]))
            raise
        finally:
            self._try_to_save()
        self._close()

    @property
    def _position(self) -> Position:
        return self._table.game.position

    def _save(self) -> None:
        if self._saved is not None:
            self._saved.write(self._table.game, self._table.names)

    def _try_to_save(self) -> None:
        """Save; a full disk is no reason to end the game."""
        try:
            self._save()
        except SaveError as error:
            self._terminal.say(t("session.warning", text=error))

    def _where_saved(self) -> str:
        if self._saved is None:
            return ""
        return t("session.continue", command=f"holi play --resume {shlex.quote(str(self._saved.path))}")

    # ---- beginning and end

    def _open(self) -> None:
        terminal, config = self._terminal, self._table.game.config
        terminal.write(rule(t("app.title"), terminal))
        for seat, name in enumerate(self._table.names):
            bot = self._table.bots[seat]
            person = t("session.person" if self._table.is_shared else "session.you")
            who = person if bot is None else t("session.bot", bot=repr(bot.name))
            terminal.write(f"{seat_sign(seat, terminal.colour)} {separated([name, who])}")
        if self._table.first_drawn:
            terminal.say(t("said.first-drawn", name=self._table.names[0]))
        for card in () if terminal.is_roomy else config.rivalry_cards:  # a roomy screen shows the texts each turn
            title, text = rivalry_words(card)
            terminal.say(t("card.rivalry", title=title, kind=t(f"rivalry.kind-{card.kind}"), text=text), indent="  ")
        if config.warnings:  # there is only this one
            cards = separated(rivalry_words(card)[0] for card in config.rivalry_cards if card.kind == "rules")
            terminal.say(t("session.warning", text=t("session.two-rules", cards=cards)))
        terminal.say(in_a_row([t("session.own-cards"), t("session.help")]))
        terminal.write()

    def _close(self) -> None:
        terminal, position, names = self._terminal, self._position, self._table.names
        if self._table.is_shared:
            self._tell_since(min(self._seen.values()))
        terminal.write(rule(t("session.over"), terminal))
        terminal.write(render_position(position, names, terminal))
        terminal.write()
        terminal.write(score_table(position, names, terminal))
        terminal.write()
        scores = position.scores()
        winner = next(seat for seat, score in enumerate(scores) if score.rank == 1)
        wins = t("session.wins", name=names[winner], count=scores[winner].total)
        terminal.say(in_a_row([wins, tie_note(position)]))
        terminal.write(t("session.seed", seed=self._table.game.seed))
        if self._saved is not None:
            terminal.write(t("session.saved", command=f"holi replay {shlex.quote(str(self._saved.path))}"))

    # ---- turns

    def _person_acts(self, seat: int) -> None:
        if self._looking != seat:
            self._hand_over(seat)
        since = self._seen[seat]
        if self._table.is_shared:
            self._tell_since(since)
        dialogue = TurnDialogue(self._table, seat, self._terminal, since)
        try:
            if self._position.phase == "setup":
                dialogue.choose_corner()
            else:
                dialogue.play_turn()
        finally:
            self._seen[seat] = len(self._table.happenings)

    def _hand_over(self, seat: int) -> None:
        name = self._table.names[seat]
        if self._position.phase == "setup":  # nobody has cards to hide yet (R2.5)
            self._terminal.write(t("session.pass", name=name))
            return
        if self._looking is not None:
            self._terminal.clear()
        self._looking = None
        self._terminal.ask(t("session.pass-enter", name=name) + " ")
        self._terminal.clear()
        self._looking = seat

    def _bot_acts(self, seat: int) -> None:
        """Let a bot choose a corner or play a turn. A single person is told at once, several at their next turn."""
        bot = self._table.bots[seat]
        assert bot is not None
        first = len(self._table.happenings)
        with self._terminal.busy(t("session.thinking", name=self._table.names[seat])):
            for action in bot.turn(view_to_json(self._position, seat), self._movetime):
                self._table.do(action)
        while self._notices:
            kind, name, like, why = self._notices.pop(0)
            self._terminal.say(
                t(f"bot.{kind}", bot=repr(name), like=repr(like), why=why, command="pip install '.[fast]'")
            )
        if not self._table.is_shared:
            self._tell_since(first)

    def _tell_since(self, first: int) -> None:
        viewer: Viewer = self._looking if self._looking is not None else "spectator"
        terminal = self._terminal
        for seat, text in retold(self._table.happenings[first:], self._table.names, viewer):
            lines = wrapped(text, terminal.text_width - 4)
            sign = seat_sign(seat, terminal.colour)
            terminal.write("\n".join(f"{sign if i == 0 else '   '} {line}" for i, line in enumerate(lines)))
