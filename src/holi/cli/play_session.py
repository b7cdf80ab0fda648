"""A whole game at the terminal: people and bots in turn, saved as it goes on."""

from __future__ import annotations

import shlex
from typing import Final

from holi.bots.thinking_bot import ThinkingBot
from holi.cli.board import render_position, seat_sign
from holi.cli.final_scores import score_table, tie_note
from holi.cli.saving import SavedGame, SaveError
from holi.cli.table import Table, retold
from holi.cli.terminal import Terminal, wrapped
from holi.cli.turn_dialogue import Leave, TurnDialogue
from holi.cli.turn_screen import rule
from holi.game import Kind, Position, Viewer, view_to_json

OWN_CARDS: Final = "The cards are our own set, not the printed game's; 'holi cards' shows them."


class PlaySession:
    """Plays the table's game to its end, or until somebody leaves."""

    def __init__(self, table: Table, terminal: Terminal, saved: SavedGame | None, movetime: float) -> None:
        self._movetime = movetime
        self._table = table
        self._terminal = terminal
        self._saved = saved
        self._seen = dict.fromkeys(table.people, len(table.happenings))
        self._looking: int | None = None if table.is_shared else table.people[0]
        """The person at the device, if any other should not see what they see."""

    def run(self) -> bool:
        """Play; whether the game came to its end. However it stops, the file holds all that was done."""
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
            self._terminal.write(f"The game is left unfinished.{self._where_saved()}")
            return False
        except KeyboardInterrupt:
            self._terminal.write()
            self._terminal.write(f"Interrupted.{self._where_saved()}")
            raise
        finally:
            self._try_to_save()
        self._close()
        return True

    @property
    def _position(self) -> Position:
        return self._table.game.position

    def _save(self) -> None:
        if self._saved is not None:
            self._saved.write(self._table.game, self._table.names)

    def _try_to_save(self) -> None:
        """Save; a full disk in the middle of a game is no reason to end it."""
        try:
            self._save()
        except SaveError as error:
            self._terminal.say(f"Warning: {error}.")

    def _where_saved(self) -> str:
        if self._saved is None:
            return ""
        return f" It is saved; go on with: holi play --resume {shlex.quote(str(self._saved.path))}"

    # ---- beginning and end

    def _open(self) -> None:
        terminal, config = self._terminal, self._table.game.config
        terminal.write(rule("HOLI, the festival of colours", terminal.width, terminal.colour))
        for seat, name in enumerate(self._table.names):
            bot = self._table.bots[seat]
            person = "a person" if self._table.is_shared else "you"
            who = person if bot is None else f"the bot {bot.name!r}"
            terminal.write(f"{seat_sign(seat, terminal.colour)} {name}, {who}")
        for card in () if terminal.is_roomy else config.rivalry_cards:  # a roomy screen shows the texts each turn
            terminal.write(
                "\n".join(wrapped(f"{card.title} ({card.kind}): {card.text}", terminal.text_width, indent="  "))
            )
        for warning in config.warnings:
            terminal.say(f"Warning: {warning}.")
        terminal.say(f"{OWN_CARDS} Type ? for help at any time.")
        terminal.write()

    def _close(self) -> None:
        terminal, position, names = self._terminal, self._position, self._table.names
        if self._table.is_shared:
            self._tell_since(min(self._seen.values()))
        terminal.write(rule("The game is over", terminal.width, terminal.colour))
        terminal.write(render_position(position, width=terminal.width, colour=terminal.colour, names=names))
        terminal.write()
        terminal.write(score_table(position, names, terminal))
        terminal.write()
        scores = position.scores()
        winner = next(seat for seat, score in enumerate(scores) if score.rank == 1)
        note = tie_note(position)
        terminal.say(f"{names[winner]} wins with {scores[winner].total} points! {note}".rstrip())
        terminal.write(f"Seed: {self._table.game.seed}")
        if self._saved is not None:
            terminal.write(f"The game is saved: holi replay {shlex.quote(str(self._saved.path))}")

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
        """Hide what the last person saw, and wait for the next one."""
        if self._looking is not None:
            self._terminal.clear()
        self._looking = None
        self._terminal.ask(f"Pass the device to {self._table.names[seat]}, then press Enter. ")
        self._terminal.clear()
        self._looking = seat

    def _bot_acts(self, seat: int) -> None:
        """A bot's corner or turn; with one person at the table it is told at once, else when the next one looks."""
        bot = self._table.bots[seat]
        assert bot is not None
        first = len(self._table.happenings)
        with self._terminal.busy(f"{self._table.names[seat]} is thinking ..."):
            while True:
                position = self._position
                action = bot.choose(view_to_json(position, seat), position.legal_actions(), self._movetime)
                self._table.do(action)
                if action.kind in (Kind.PLACE_MARKER, Kind.END):
                    break
        for notice in bot.notices() if isinstance(bot, ThinkingBot) else ():
            self._terminal.say(notice)
        if not self._table.is_shared:
            self._tell_since(first)

    def _tell_since(self, first: int) -> None:
        viewer: Viewer = self._looking if self._looking is not None else "spectator"
        terminal = self._terminal
        for seat, text in retold(self._table.happenings[first:], self._table.names, viewer):
            lines = wrapped(text, terminal.text_width - 4)
            sign = seat_sign(seat, terminal.colour)
            terminal.write("\n".join(f"{sign if i == 0 else '   '} {line}" for i, line in enumerate(lines)))
