"""A table as its log has made it: seats, the start with its nonces, the game, its clock."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from holi.game import Config, Event, Game, Kind, commitment, fair_seed, parse_action, parse_config
from holi.server.table.clock import Clock
from holi.server.table.entries import (
    Acted,
    BotSeated,
    CameBack,
    ChatSet,
    Closed,
    ColourChosen,
    Entry,
    Founding,
    Left,
    Logged,
    NonceGiven,
    Rematched,
    Sat,
    StartCancelled,
    Starting,
    TakenBack,
    WentAway,
    WhyAway,
)
from holi.server.wire.messages import TablePhase
from holi.server.wire.parts import Colour, Level, OwnDeck

NO_NONCE = "0" * 64
"""The nonce of a seat without a client of its own (F2)."""

BOT = "bot"
"""Stands for any bot where players are named; no player has this name, for theirs are longer."""

COMMANDS_REMEMBERED = 8
"""How many of the last commands a resend is recognised of; an older one is stale by its version."""


@dataclass(slots=True)
class Seat:
    """A place at the table."""

    colour: Colour
    kind: Literal["open", "player", "bot"] = "open"
    player: str | None = None
    name: str | None = None
    level: Level | None = None
    reserved: str | None = None
    nonce_commitment: str | None = None
    nonce: str | None = None
    away: WhyAway | None = None
    """Why a bot plays for the player; None if it does not."""

    @property
    def played_by_bot(self) -> bool:
        """Whether a bot acts for this seat now."""
        return self.kind == "bot" or self.away is not None

    @property
    def holder(self) -> str | None:
        """Who has the seat, as lists of tables count it: a player, `BOT`, or nobody."""
        return BOT if self.kind == "bot" else self.player

    def open(self) -> None:
        """Make the seat free."""
        self.kind, self.player, self.name, self.level = "open", None, None, None
        self.nonce_commitment = self.nonce = self.reserved = None


class Table:
    """A table at version `number`, the number of its last entry. Only `evolve` changes it."""

    def __init__(self, founding: Founding, log: Iterable[Logged] = ()) -> None:
        self.founding = founding
        self.id = founding.id
        """The table's name in addresses."""
        self.settings = founding.settings
        self.phase: TablePhase = "lobby"
        self.chat = founding.settings.chat
        self.seats = [Seat(seat.colour, reserved=seat.reserved) for seat in founding.seats]
        for seat, founded in zip(self.seats, founding.seats, strict=True):
            if founded.level is not None:
                seat.kind, seat.level = "bot", founded.level
        self.game: Game | None = None
        self.to_act: int | None = None
        """The seat that the game waits for."""
        self.clock = Clock(founding.settings.pace, founding.settings.players)
        self.number = 0
        self.position_number = 0
        """The number of the last entry that changed the game's position: a move made at it, or later, is not stale."""
        self.turns: list[tuple[int, int, bool]] = []
        """By action of the game: its number in the log, its seat, and whether a bot did it."""
        self.rematch: str | None = None
        self._done: OrderedDict[tuple[str, str], int] = OrderedDict()
        self._held: dict[str, tuple[int, ...]] | None = None
        """By player: the seats; None until somebody asks after they may have changed."""
        for logged in log:
            self.evolve(logged)

    @cached_property
    def commitment(self) -> str:
        """What the host has promised before play: the digest of the secret (F2)."""
        return commitment(self.founding.secret)

    def seats_of(self, player: str) -> tuple[int, ...]:
        """The seats that the player sits in."""
        if self._held is None:
            self._held = {}
            for number, seat in enumerate(self.seats):
                if seat.player is not None:
                    self._held[seat.player] = (*self._held.get(seat.player, ()), number)
        return self._held.get(player, ())

    def is_host(self, player: str) -> bool:
        """Whether the player made this table."""
        return player == self.founding.host

    def done_at(self, player: str | None, command: str | None) -> int | None:
        """The entry that a command has already made, if it was sent before."""
        return None if player is None or command is None else self._done.get((player, command))

    @property
    def deadline(self) -> int | None:
        """When the clock of the seat to act runs out; None without a clock or for a bot."""
        seat = self.to_act
        return None if seat is None or self.seats[seat].played_by_bot else self.clock.deadline(seat)

    def evolve(self, logged: Logged) -> tuple[Event, ...]:
        """Carry out the next entry of the log; return what happened in the game, if something did."""
        assert logged.number == self.number + 1, f"entry {logged.number} after {self.number}"
        events = _EVOLVE[type(logged.entry)](self, logged.entry, logged)
        if events is None:  # nobody sits down or gets up by an action
            self._held = None
        self.number = logged.number
        if self.game is not None:
            self.to_act = self.game.position.seat
        if logged.player is not None and logged.command is not None:
            self._done[logged.player, logged.command] = logged.number
            if len(self._done) > COMMANDS_REMEMBERED:
                self._done.popitem(last=False)
        return events or ()

    def _sat(self, entry: Sat, _: Logged) -> None:
        seat = self.seats[entry.seat]
        self._give_colour(entry.seat, entry.colour)
        seat.kind, seat.player, seat.name, seat.reserved = "player", entry.player, entry.name, None
        seat.nonce_commitment = entry.nonce_commitment

    def _left(self, entry: Left, _: Logged) -> None:
        self.seats[entry.seat].open()

    def _bot_seated(self, entry: BotSeated, _: Logged) -> None:
        seat = self.seats[entry.seat]
        seat.open()
        if entry.level is not None:
            seat.kind, seat.level = "bot", entry.level

    def _colour_chosen(self, entry: ColourChosen, _: Logged) -> None:
        self._give_colour(entry.seat, entry.colour)

    def _give_colour(self, number: int, colour: Colour) -> None:
        """Colour a seat; whoever had the colour and may lose it gets the other's."""
        for seat in self.seats:
            if seat.colour == colour:
                seat.colour = self.seats[number].colour
        self.seats[number].colour = colour

    def _starting(self, _: Starting, logged: Logged) -> None:
        self.phase = "dealing"
        self._begin_if_all_given(logged)

    def _nonce_given(self, entry: NonceGiven, logged: Logged) -> None:
        self.seats[entry.seat].nonce = entry.nonce
        self._begin_if_all_given(logged)

    def _begin_if_all_given(self, logged: Logged) -> None:
        """Make the seed from secret and nonces and begin the game, once no nonce is awaited (F2)."""
        if any(seat.kind == "player" and seat.nonce is None for seat in self.seats):
            return
        seed = fair_seed(self.founding.secret, [seat.nonce or NO_NONCE for seat in self.seats])
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

    def _start_cancelled(self, _: StartCancelled, __: Logged) -> None:
        self.phase = "lobby"
        for seat in self.seats:
            if seat.kind == "player":  # a nonce that has been shown cannot be promised again
                faithful = seat.player if seat.nonce is not None else None
                seat.open()
                seat.reserved = faithful

    def _acted(self, entry: Acted, logged: Logged) -> tuple[Event, ...]:
        assert self.game is not None
        action = parse_action(entry.action)
        events = self.game.apply(action)
        self.turns.append((logged.number, entry.seat, entry.bot))
        self.position_number = logged.number
        if action.kind in (Kind.END, Kind.PLACE_MARKER):
            if not entry.bot or self.clock.handed_over is not None:
                self.clock.end_turn(entry.seat, logged.at)
            self.clock.begin_turn(logged.at)
        if self.game.position.seat is None:
            self.phase = "over"
        return events

    def _taken_back(self, _: TakenBack, logged: Logged) -> None:
        assert self.game is not None
        self.game.undo()
        self.turns.pop()
        self.position_number = logged.number

    def _went_away(self, entry: WentAway, logged: Logged) -> None:
        self.seats[entry.seat].away = entry.why
        if self.to_act == entry.seat:
            self.clock.hand_over(logged.at)

    def _came_back(self, entry: CameBack, logged: Logged) -> None:
        for number in (entry.seat, *entry.more):
            seat = self.seats[number]
            if self.to_act == number and seat.away == "clock":  # a whole turn again, but the reserve is used up
                self.clock.end_turn(number, logged.at)
                self.clock.begin_turn(logged.at)
            elif self.to_act == number:
                self.clock.take_over()
            seat.away = None

    def _chat_set(self, entry: ChatSet, _: Logged) -> None:
        self.chat = entry.rule

    def _closed(self, _: Closed, __: Logged) -> None:
        self.phase = "closed"

    def _rematched(self, entry: Rematched, _: Logged) -> None:
        self.rematch = entry.table


_EVOLVE: dict[type[Entry], Callable[[Table, Any, Logged], tuple[Event, ...] | None]] = {
    Sat: Table._sat,
    Left: Table._left,
    BotSeated: Table._bot_seated,
    ColourChosen: Table._colour_chosen,
    Starting: Table._starting,
    NonceGiven: Table._nonce_given,
    StartCancelled: Table._start_cancelled,
    Acted: Table._acted,
    TakenBack: Table._taken_back,
    WentAway: Table._went_away,
    CameBack: Table._came_back,
    ChatSet: Table._chat_set,
    Closed: Table._closed,
    Rematched: Table._rematched,
}
