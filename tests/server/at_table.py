"""A table without server or database, for tests of its rules: commands in, entries and refusals out, time by hand."""

from __future__ import annotations

import itertools
from dataclasses import astuple
from hashlib import sha256
from typing import Any

import pytest

from holi.game import commitment, position_to_json
from holi.server.table.decisions import decide
from holi.server.table.entries import ENTRY, Entry, Founding, FoundingSeat, Logged
from holi.server.table.refusals import RefusedError
from holi.server.table.table import Table
from holi.server.wire.commands import COMMAND, TableCommand
from holi.server.wire.parts import COLOURS, TableSettings

HOST = "ana"
START = 1_700_000_000_000
SECRET = "5ec7e7" * 10 + "0000"


def nonce_of(player: str, seat: int, attempt: int = 0) -> str:
    """The nonce that a player picks for a seat; another at each attempt to start."""
    return sha256(f"{player}:{seat}:{attempt}".encode()).hexdigest()


def found(seats: list[FoundingSeat] | None = None, **settings: Any) -> Founding:
    agreed = TableSettings(**{"players": 2, "first": "host", **settings})
    return Founding(
        id="table1",
        code="BCDFG",
        secret=SECRET,
        host=HOST,
        settings=agreed,
        seats=seats or [FoundingSeat(colour=colour) for colour in COLOURS[: agreed.players]],
        created=START,
        rules_version=1,
    )


class AtTable:
    """A table of the player `ana`, with its log. `now` is the time, moved on by hand."""

    def __init__(self, founding: Founding | None = None, **settings: Any) -> None:
        self.table = Table(founding or found(**settings))
        self.log: list[Logged] = []
        self.now = START
        self.attempt = 0
        self._ids = itertools.count(1)

    def command(self, type_: str, **fields: Any) -> TableCommand:
        """A command about this table, checked as one that came over the wire."""
        wanted = {"type": type_, "id": f"c{next(self._ids)}", "table": self.table.id, **fields}
        command = COMMAND.validate_python(wanted)
        assert isinstance(command, TableCommand)
        return command

    def do(self, player: str, type_: str, **fields: Any) -> Entry:
        """A player's command, carried out."""
        command = self.command(type_, **fields)
        return self.enter(decide(self.table, player, command), player, command.id)

    def enter(self, entry: Entry, player: str | None = None, command: str | None = None) -> Entry:
        """An entry, put into the log and carried out."""
        logged = Logged(self.table.number + 1, self.now, entry, player, command)
        self.table.evolve(logged)
        self.log.append(logged)
        return entry

    def refusal(self, player: str, type_: str, **fields: Any) -> str:
        """The code with which a command is refused; nothing has changed by it."""
        before = everything(self.table)
        with pytest.raises(RefusedError) as refused:
            decide(self.table, player, self.command(type_, **fields))
        assert everything(self.table) == before
        assert str(refused.value)
        return refused.value.code

    def sit(self, player: str, seat: int | None = None, **fields: Any) -> int:
        """Take a seat, with the promise of the player's nonce for it."""
        known = seat if seat is not None else next(n for n, s in enumerate(self.table.seats) if s.kind == "open")
        promise = commitment(nonce_of(player, known, self.attempt))
        entry = self.do(player, "sit", seat=seat, **{"name": player.title(), "nonce_commitment": promise, **fields})
        number: int = entry.seat  # type: ignore[union-attr]
        return number

    def give_nonce(self, seat: int) -> Entry:
        player = self.table.seats[seat].player
        assert player is not None
        return self.do(player, "nonce", seat=seat, nonce=nonce_of(player, seat, self.attempt))

    def start(self, *players: str) -> None:
        """These players sit down, the host starts, all give their nonces."""
        for player in players:
            self.sit(player)
        self.do(HOST, "start")
        for number, seat in enumerate(self.table.seats):
            if seat.kind == "player":
                self.give_nonce(number)
        assert self.table.phase == "playing"

    def act(self, action: str | None = None) -> Entry:
        """The seat to act does an action: this one, or the first that is legal."""
        seat = self.table.to_act
        assert seat is not None
        player = self.table.seats[seat].player
        assert player is not None
        text = action or self.legal()[0]
        return self.do(player, "act", version=self.table.number, action=text)

    def corners(self) -> None:
        """Everyone chooses a corner, so that the first turn begins."""
        for _ in self.table.seats:
            self.act()

    def legal(self) -> list[str]:
        """The actions of the seat to act."""
        return [] if self.table.game is None else [str(action) for action in self.table.game.legal_actions()]

    def other_than_end(self) -> str:
        """An action that does not end the turn."""
        return next(text for text in self.legal() if text != "E")

    def take_turn(self) -> None:
        """The seat to act does something and ends its turn."""
        seat = self.table.to_act
        while self.table.to_act == seat:
            legal = self.legal()
            self.act("E" if "E" in legal else legal[0])

    def again(self) -> Table:
        """The table rebuilt from what a store would have kept of it."""
        kept = [logged._replace(entry=ENTRY.validate_json(logged.entry.model_dump_json())) for logged in self.log]
        return Table(Founding.model_validate_json(self.table.founding.model_dump_json()), kept)


def everything(table: Table) -> dict[str, Any]:
    """All that a table is, to be compared."""
    game = table.game
    return {
        "number": table.number,
        "phase": table.phase,
        "chat": table.chat,
        "order": (table.host, dict(table.kept_out), table.muted),
        "seats": [astuple(seat) for seat in table.seats],
        "spent": table.spent,
        "clock": astuple(table.clock),
        "turns": list(table.turns),
        "position_number": table.position_number,
        "rematch": table.rematch,
        "deadline": table.deadline,
        "game": None if game is None else (game.seed, [str(action) for action in game.actions], game.can_undo),
        "position": None if game is None else position_to_json(game.position),
    }
