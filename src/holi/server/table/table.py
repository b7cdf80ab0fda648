"""A table as its log has made it: seats, the start with its nonces, the game, its clock."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from pydantic_core import to_json

from holi.game import Config, Event, Game, commitment, drawn_first, fair_seed, parse_action, parse_config
from holi.record.verifying import NO_NONCE
from holi.server.table import entries
from holi.server.table.clock import Clock
from holi.server.table.entries import Entry, Founding, Logged, WhyAway
from holi.server.table.people import NOBODY, person_of
from holi.server.wire.messages import TablePhase
from holi.server.wire.parts import Colour, Level, OwnDeck

BOT = "bot"
"""Stands for any bot where players are named; no player has this name, for theirs are longer."""

OF_THE_GAME = entries.Acted | entries.TakenBack

COMMANDS_REMEMBERED = 8
"""Number of recent commands whose resends are recognised; an older one is stale by its version."""


@dataclass(slots=True)
class Seat:
    colour: Colour
    kind: Literal["open", "player", "bot"] = "open"
    player: str | None = None
    name: str | None = None
    level: Level | None = None
    reserved: str | None = None
    nonce_commitment: str | None = None
    nonce: str | None = None
    away: WhyAway | None = None

    @property
    def played_by_bot(self) -> bool:
        return self.kind == "bot" or self.away is not None

    @property
    def holder(self) -> str | None:
        """The player, `BOT`, or None: for lists of tables."""
        return BOT if self.kind == "bot" or self.away == "removed" else self.player

    @property
    def person(self) -> str | None:
        """Who sits here, or for whom the seat is kept."""
        player = self.player or self.reserved
        return None if player is None else person_of(player)

    @property
    def given_up(self) -> bool:
        """Whether no person comes back to it."""
        return self.kind == "bot" or self.away in ("resigned", "removed")

    def open(self) -> None:
        self.kind, self.player, self.name, self.level = "open", None, None, None
        self.nonce_commitment = self.nonce = self.reserved = None


class Table:
    """A table at version `number`, that of its last entry. `after` makes the next one, `evolve` changes this one."""

    def __init__(self, founding: Founding, log: Iterable[Logged] = ()) -> None:
        self.founding = founding
        self.id = founding.id
        self.settings = founding.settings
        self.phase: TablePhase = "lobby"
        self.chat = founding.settings.chat
        self.host = founding.host
        self.kept_out = founding.kept_out
        """By person: the name, if they had a seat."""
        self.muted = frozenset(founding.muted)
        self.seats = [Seat(seat.colour, name=seat.name, reserved=seat.reserved) for seat in founding.seats]
        for seat, founded in zip(self.seats, founding.seats, strict=True):
            if founded.level is not None:
                seat.kind, seat.level = "bot", founded.level
        self.first = 0
        """The place, as seats were numbered before the game, of whoever begins."""
        self.game: Game | None = None
        self.to_act: int | None = None
        self.clock = Clock(founding.settings.pace, founding.settings.players)
        self.number = 0
        self.position_number = 0
        """The number of the last entry that changed the game's position: a move made at it, or later, is not stale."""
        self.turns: list[tuple[int, int, bool]] = []
        """By action of the game: its number in the log, its seat, and whether a bot did it."""
        self.rematch: str | None = None
        self.summary: str | None = None
        """By seat, for lists of tables: name, level, whether resigned, points and rank."""
        self.spent: frozenset[str] = frozenset()
        """The promises of nonces that were given for starts that were broken off: somebody knows these nonces (F2)."""
        self._starts_full = founding.again
        self._done: dict[tuple[str, str], int] = {}
        self._held: dict[str, tuple[int, ...]] | None = None
        """By player: the seats; None until somebody asks after they may have changed."""
        for logged in log:
            self.evolve(logged)

    @cached_property
    def commitment(self) -> str:
        """The digest of the secret, published before play (F2)."""
        return commitment(self.founding.secret)

    def seats_of(self, player: str) -> tuple[int, ...]:
        if self._held is None:
            self._held = {}
            for number, seat in enumerate(self.seats):
                if seat.player is not None:
                    self._held[seat.player] = (*self._held.get(seat.player, ()), number)
        return self._held.get(player, ())

    def is_host(self, player: str) -> bool:
        return player == self.host

    def keeps_out(self, player: str | None) -> bool:
        return bool(self.kept_out) and player is not None and person_of(player) in self.kept_out

    def seats_of_person(self, person: str) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.person == person]

    def done_at(self, player: str | None, command: str | None) -> int | None:
        """The number of the entry that this command has made before, if it is a resend."""
        return None if player is None or command is None else self._done.get((player, command))

    @property
    def deadline(self) -> int | None:
        """When the seat to act must have acted; None without a clock or for a bot."""
        seat = self.to_act
        return None if seat is None or self.seats[seat].played_by_bot else self.clock.deadline(seat)

    @property
    def hints(self) -> bool:
        """As agreed; else only where one person plays bots."""
        agreed = self.settings.hints
        return agreed if agreed is not None else sum(seat.kind == "player" for seat in self.seats) == 1

    def after(self, logged: Logged) -> tuple[Table, tuple[Event, ...]]:
        """A copy of the table with the next entry applied, and the game's events."""
        table = object.__new__(Table)
        table.__dict__ = self.__dict__.copy()
        table.clock, table.game = self.clock.copy(), self.game and self.game.copy()
        table.turns, table._done = self.turns.copy(), self._done.copy()
        if not isinstance(logged.entry, OF_THE_GAME):  # these change no seat
            table.seats = [replace(seat) for seat in self.seats]
        return table, table.evolve(logged)

    def evolve(self, logged: Logged) -> tuple[Event, ...]:
        assert logged.number == self.number + 1, f"entry {logged.number} after {self.number}"
        events = _EVOLVE[type(logged.entry)](self, logged.entry, logged)
        if events is None:  # nobody sits down or gets up by an action
            self._held = None
        if events is None or self.phase == "over":
            self.summary = self._summed_up()
        self.number = logged.number
        if self.game is not None:
            self.to_act = self.game.position.seat if self.phase == "playing" else None
        if logged.player is not None and logged.command is not None:
            self._done[logged.player, logged.command] = logged.number
            if len(self._done) > COMMANDS_REMEMBERED:
                del self._done[next(iter(self._done))]
        return events or ()

    def _summed_up(self) -> str:
        game = self.game
        scores = game.position.scores() if game is not None and game.position.seat is None else ()
        ends: list[tuple[int | None, int | None]] = [(score.total, score.rank) for score in scores]
        whose = [(seat.holder and seat.name, seat.level, seat.away == "resigned") for seat in self.seats]
        return to_json(
            [(*who, *end) for who, end in zip(whose, ends or [(None, None)] * len(whose), strict=True)]
        ).decode()

    def _sat(self, entry: entries.Sat, logged: Logged) -> None:
        seat = self.seats[entry.seat]
        self._give_colour(entry.seat, entry.colour)
        seat.kind, seat.player, seat.name, seat.reserved = "player", entry.player, entry.name, None
        seat.nonce_commitment = entry.nonce_commitment
        self._start_if_full(logged)

    def _left(self, entry: entries.Left, _: Logged) -> None:
        self.seats[entry.seat].open()

    def _bot_seated(self, entry: entries.BotSeated, logged: Logged) -> None:
        seat = self.seats[entry.seat]
        seat.open()
        if entry.level is not None:
            seat.kind, seat.level = "bot", entry.level
        self._start_if_full(logged)

    def _colour_chosen(self, entry: entries.ColourChosen, _: Logged) -> None:
        self._give_colour(entry.seat, entry.colour)

    def _give_colour(self, number: int, colour: Colour) -> None:
        """Seats swap colours if another has this one."""
        for seat in self.seats:
            if seat.colour == colour:
                seat.colour = self.seats[number].colour
        self.seats[number].colour = colour

    def _start_if_full(self, logged: Logged) -> None:
        if self._starts_full and all(seat.kind != "open" for seat in self.seats):
            self._starting(entries.Starting(), logged)

    def _starting(self, _: entries.Starting, logged: Logged) -> None:
        self.phase = "dealing"
        self._begin_if_all_given(logged)

    def _nonce_given(self, entry: entries.NonceGiven, logged: Logged) -> None:
        self.seats[entry.seat].nonce = entry.nonce
        self._begin_if_all_given(logged)

    def _begin_if_all_given(self, logged: Logged) -> None:
        """Begin the game once no nonce is missing: the seed comes from the secret and the nonces (F2).

        It draws who begins (R2.3): from here on, seats are numbered from that place on.
        """
        if any(seat.kind == "player" and seat.nonce is None for seat in self.seats):
            return
        seed = fair_seed(self.founding.secret, [seat.nonce or NO_NONCE for seat in self.seats])
        if self.settings.first == "drawn":
            self.first = drawn_first(seed, len(self.seats))
            self.seats = [*self.seats[self.first :], *self.seats[: self.first]]
        self.game = Game(self._config(seed), seed)
        self.phase = "playing"
        self.position_number = logged.number
        self.clock.begin_turn(logged.at)

    def _config(self, seed: str) -> Config:
        settings = self.settings
        deck: Any = settings.deck.model_dump() if isinstance(settings.deck, OwnDeck) else settings.deck
        return parse_config(
            {"players": settings.players, "rivalry": settings.rivalry, "deck": deck, "tie_break": settings.tie_break},
            seed,
        )

    def _start_cancelled(self, _: entries.StartCancelled, __: Logged) -> None:
        self.phase, self._starts_full = "lobby", False
        for seat in self.seats:
            if seat.kind == "player":
                faithful = (seat.player, seat.name) if seat.nonce is not None else (None, None)
                if seat.nonce is not None and seat.nonce_commitment is not None:
                    self.spent |= {seat.nonce_commitment}
                seat.open()
                seat.reserved, seat.name = faithful

    def _acted(self, entry: entries.Acted, logged: Logged) -> tuple[Event, ...]:
        assert self.game is not None
        action = parse_action(entry.action)
        events = self.game.apply(action)
        self.turns.append((logged.number, entry.seat, entry.bot))
        self.position_number = logged.number
        if action.ends_turn:
            if not entry.bot or self.clock.handed_over is not None:
                self.clock.end_turn(entry.seat, logged.at)
            self.clock.begin_turn(logged.at)
        if self.game.position.seat is None:
            self.phase = "over"
        return events

    def _taken_back(self, _: entries.TakenBack, logged: Logged) -> None:
        assert self.game is not None
        self.game.undo()
        self.turns.pop()
        self.position_number = logged.number

    def _went_away(self, entry: entries.WentAway, logged: Logged) -> None:
        self.seats[entry.seat].away = entry.why
        if self.to_act == entry.seat:
            self.clock.handed_over = logged.at

    def _came_back(self, entry: entries.CameBack, logged: Logged) -> None:
        for number in (entry.seat, *entry.more):
            seat = self.seats[number]
            if self.to_act == number and seat.away == "clock":  # a whole turn again, but the reserve is used up
                self.clock.end_turn(number, logged.at)
                self.clock.begin_turn(logged.at)
            elif self.to_act == number:
                self.clock.handed_over = None  # the same turn goes on: going away must not win time
            seat.away = None

    def _resigned(self, entry: entries.Resigned, logged: Logged) -> None:
        for number in entry.seats:
            self._went_away(entries.WentAway(seat=number, why="resigned"), logged)
        self._end_if_given_up()

    def _end_if_given_up(self) -> None:
        if all(seat.given_up for seat in self.seats):
            self.phase = "over"

    def _chat_set(self, entry: entries.ChatSet, _: Logged) -> None:
        self.chat = entry.rule

    def _removed(self, entry: entries.Removed, logged: Logged) -> None:
        theirs = self.seats_of_person(entry.person)
        self.kept_out = {**self.kept_out, entry.person: entry.name}
        self._give_up(theirs, "removed", logged)

    def _give_up(self, theirs: list[int], why: WhyAway, logged: Logged) -> None:
        """Somebody is gone for good: their seats are free, or played by bots once the game has begun."""
        if self.phase == "dealing" and theirs:
            self._start_cancelled(entries.StartCancelled(), logged)
        if self.phase == "lobby":
            for number in theirs:
                self.seats[number].open()
        elif self.phase == "playing":
            for number in theirs:
                if not self.seats[number].given_up:
                    self._went_away(entries.WentAway(seat=number, why=why), logged)
            self._end_if_given_up()

    def _erased(self, entry: entries.Erased, logged: Logged) -> None:
        person = person_of(entry.player)
        theirs = self.seats_of_person(person)
        for number in theirs:
            self.seats[number].name = NOBODY
        self.kept_out = {who: name and (NOBODY if who == person else name) for who, name in self.kept_out.items()}
        self._give_up(theirs, "resigned", logged)
        if self.phase == "lobby" and self.is_host(entry.player):  # nobody else could start it
            self.phase = "closed"

    def _let_in(self, entry: entries.LetIn, _: Logged) -> None:
        """Whoever is let in again may come back to the game, as after leaving."""
        self.kept_out = {person: name for person, name in self.kept_out.items() if person != entry.person}
        for number in self.seats_of_person(entry.person):
            if self.seats[number].away == "removed":
                self.seats[number].away = "left"

    def _muted(self, entry: entries.Muted, _: Logged) -> None:
        self.muted = self.muted | {entry.person} if entry.muted else self.muted - {entry.person}

    def _handed_over(self, entry: entries.HandedOver, _: Logged) -> None:
        self.host = entry.player

    def _closed(self, _: entries.Closed, __: Logged) -> None:
        self.phase = "closed"

    def _resumed(self, _: entries.Resumed, logged: Logged) -> None:
        self.clock.begin_turn(logged.at)

    def _rematched(self, entry: entries.Rematched, _: Logged) -> None:
        self.rematch = entry.table


_EVOLVE: dict[type[Entry], Callable[[Table, Any, Logged], tuple[Event, ...] | None]] = {
    entries.Sat: Table._sat,
    entries.Left: Table._left,
    entries.BotSeated: Table._bot_seated,
    entries.ColourChosen: Table._colour_chosen,
    entries.Starting: Table._starting,
    entries.NonceGiven: Table._nonce_given,
    entries.StartCancelled: Table._start_cancelled,
    entries.Acted: Table._acted,
    entries.TakenBack: Table._taken_back,
    entries.WentAway: Table._went_away,
    entries.CameBack: Table._came_back,
    entries.Resigned: Table._resigned,
    entries.ChatSet: Table._chat_set,
    entries.Removed: Table._removed,
    entries.LetIn: Table._let_in,
    entries.Muted: Table._muted,
    entries.Erased: Table._erased,
    entries.HandedOver: Table._handed_over,
    entries.Closed: Table._closed,
    entries.Resumed: Table._resumed,
    entries.Rematched: Table._rematched,
}
