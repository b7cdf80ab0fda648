"""From a command to an entry of the log, or a refusal: who may do what when."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, cast

from holi.game import HoliError, commitment, parse_action
from holi.game.errors import quoted
from holi.server.table import entries
from holi.server.table.entries import Entry
from holi.server.table.people import person_of
from holi.server.table.refusals import RefusedError
from holi.server.table.table import Seat, Table
from holi.server.wire import commands
from holi.server.wire.codes import RefusalCode
from holi.server.wire.parts import COLOURS, LONGEST_NAME, Colour, Live, TableCommand
from holi.server.wire.plain_text import distinct_name

MOST_KEPT_OUT = 200
"""People whom one table keeps out or mutes; its log and states stay small."""


MOST_ENTRIES = 5_000
"""In a table's log, which is read whole: a game has some hundred, but people could take back and sit down for hours."""

AFTER_THAT = (commands.Act, commands.ComeBack, commands.Resign, commands.Remove, commands.Close)
"""What ends a game that has so many; none of these goes on for ever."""


def decide(table: Table, player: str, command: TableCommand) -> Entry:
    admit(table, player)
    if table.number >= MOST_ENTRIES and not isinstance(command, AFTER_THAT):
        raise RefusedError("too-many", f"{MOST_ENTRIES} things have happened here, so the game can only be ended")
    return _DECIDE[type(command)](table, player, command)


def admit(table: Table, player: str | None) -> None:
    """Refuse whoever is kept out."""
    if table.keeps_out(player):
        raise RefusedError("kept-out", "the host keeps you out of this table")


def bot_action(table: Table, seat: int, action: str) -> entries.Acted:
    if table.to_act != seat or not table.seats[seat].played_by_bot:
        raise RefusedError("stale", f"no bot is to act for seat {seat} now")
    return _acted(table, seat, action, bot=True)


def time_is_up(table: Table, seat: int, now: int) -> entries.WentAway:
    deadline = table.deadline
    if table.to_act != seat or deadline is None or now < deadline:
        raise RefusedError("stale", f"the time of seat {seat} is not up")
    return entries.WentAway(seat=seat, why="clock")


def resumed(table: Table, since: int) -> entries.Resumed:
    """The server has been running `since` a time after the turn began: while it was away nobody could act."""
    timed = isinstance(table.settings.pace, Live) and table.deadline is not None
    if not timed or table.clock.turn_began >= since:
        raise RefusedError("stale", "the clock of this table has not stood still")
    return entries.Resumed()


def expired(table: Table) -> entries.Closed:
    if table.phase not in ("lobby", "dealing"):
        raise RefusedError("stale", "the game has begun, or the table is closed")
    return entries.Closed()


def vanished(table: Table, seat: int) -> entries.WentAway:
    if table.phase != "playing" or table.seats[seat].played_by_bot:
        raise RefusedError("stale", f"a bot plays for seat {seat} already, or there is no game")
    return entries.WentAway(seat=seat, why="vanished")


def returned(table: Table, seat: int) -> entries.CameBack:
    """A player who was away is here again. One who left must say so (`come-back`)."""
    if table.phase != "playing" or table.seats[seat].away not in ("vanished", "clock"):
        raise RefusedError("stale", f"no bot plays for seat {seat} because its player was away")
    return entries.CameBack(seat=seat)


def _sit(table: Table, player: str, command: commands.Sit) -> Entry:
    _in_lobby(table)
    held = table.seats_of(player)
    if held and not table.settings.hot_seat:
        raise RefusedError(
            "hot-seat-only", f"you sit in seat {held[0]}; one player has several only at a hot-seat table"
        )
    number = command.seat if command.seat is not None else _any_seat(table, player)
    seat = _seat(table, number)
    if seat.kind != "open" or seat.reserved not in (None, player):
        raise RefusedError("seat-taken", f"seat {number} is taken; choose another")
    colour = command.colour if command.colour is not None else seat.colour
    _check_colour(table, number, colour)
    if command.nonce_commitment in table.spent:
        raise RefusedError("bad-nonce", "this nonce was given for a start that was broken off; promise a new one (F2)")
    name = _name(table, player, number, command.name)
    return entries.Sat(seat=number, player=player, name=name, colour=colour, nonce_commitment=command.nonce_commitment)


def _name(table: Table, player: str, number: int, name: str) -> str:
    """The name, told apart from others at the table that look the same."""
    if not name:
        raise RefusedError("nothing-shown", "the name shows nothing; choose one that can be seen")
    others = [seat.name for other, seat in enumerate(table.seats) if other != number and seat.reserved != player]
    return distinct_name(name, others, LONGEST_NAME)


def _any_seat(table: Table, player: str) -> int:
    free = [number for number, seat in enumerate(table.seats) if seat.kind == "open"]
    kept = [number for number in free if table.seats[number].reserved == player]
    unreserved = [number for number in free if table.seats[number].reserved is None]
    if not kept and not unreserved:
        raise RefusedError("seat-taken", "no seat is free; you can watch")
    return (kept or unreserved)[0]


def _check_colour(table: Table, number: int, colour: Colour) -> None:
    """A colour is free if nobody sits in a seat of it; open seats give theirs away."""
    for other, seat in enumerate(table.seats):
        if other != number and seat.colour == colour and seat.kind == "player":
            raise RefusedError("bad-colour", f"{colour} is taken; choose one of {', '.join(COLOURS)}")


def _leave(table: Table, player: str, command: commands.Leave) -> Entry:
    _own(table, player, command.seat)
    if table.phase == "lobby":
        return entries.Left(seat=command.seat)
    if table.phase == "playing" and not table.seats[command.seat].away:
        return entries.WentAway(seat=command.seat, why="left")
    raise RefusedError("wrong-phase", "the seat cannot be left now")


def _choose_colour(table: Table, player: str, command: commands.ChooseColour) -> Entry:
    _in_lobby(table)
    _own(table, player, command.seat)
    _check_colour(table, command.seat, command.colour)
    return entries.ColourChosen(seat=command.seat, colour=command.colour)


def _seat_bot(table: Table, player: str, command: commands.SeatBot) -> Entry:
    _in_lobby(table)
    _host(table, player, "puts bots in seats")
    if _seat(table, command.seat).kind == "player":
        raise RefusedError("seat-taken", f"a player sits in seat {command.seat}")
    return entries.BotSeated(seat=command.seat, level=command.level)


def _start(table: Table, player: str, _: commands.Start) -> Entry:
    _in_lobby(table)
    _host(table, player, "starts the game")
    free = [number for number, seat in enumerate(table.seats) if seat.kind == "open"]
    if free:
        raise RefusedError("seats-open", f"seat {free[0]} is open; wait for a player or put a bot there")
    return entries.Starting()


def _nonce(table: Table, player: str, command: commands.GiveNonce) -> Entry:
    if table.phase != "dealing":
        raise RefusedError("wrong-phase", "no nonce is awaited now")
    seat = _own(table, player, command.seat)
    if seat.nonce is not None:
        raise RefusedError("bad-nonce", f"the nonce of seat {command.seat} has been given")
    if commitment(command.nonce) != seat.nonce_commitment:
        raise RefusedError("bad-nonce", "the nonce is not the one that was promised when the seat was taken (F2)")
    return entries.NonceGiven(seat=command.seat, nonce=command.nonce)


def _cancel_start(table: Table, player: str, _: commands.CancelStart) -> Entry:
    if table.phase != "dealing":
        raise RefusedError("wrong-phase", "the game is not about to start")
    if not table.is_host(player) and not table.seats_of(player):
        raise RefusedError("not-seated", "only the host and the players can go back to choosing seats")
    return entries.StartCancelled()


def _act(table: Table, player: str, command: commands.Act) -> Entry:
    seat = _on_turn(table, player, command.version)
    return _acted(table, seat, command.action, bot=False)


def _acted(table: Table, seat: int, text: str, *, bot: bool) -> entries.Acted:
    assert table.game is not None
    try:
        action = parse_action(text)
        if not table.game.position.is_legal(action):
            table.game.position.apply(action)  # raises, with the reason
    except HoliError as error:
        raise RefusedError(cast("RefusalCode", error.code), str(error)) from None
    return entries.Acted(seat=seat, action=text, bot=bot)


def _take_back(table: Table, player: str, command: commands.TakeBack) -> Entry:
    seat = _on_turn(table, player, command.version)
    assert table.game is not None
    if not table.game.can_undo:
        raise RefusedError("nothing-to-take-back", "there is no action of this turn to take back")
    return entries.TakenBack(seat=seat)


def _come_back(table: Table, player: str, _: commands.ComeBack) -> Entry:
    away = [number for number in table.seats_of(player) if table.seats[number].away in ("vanished", "left", "clock")]
    if table.phase != "playing" or not away:
        raise RefusedError("wrong-phase", "no bot plays for you")
    return entries.CameBack(seat=away[0], more=away[1:])


def _resign(table: Table, player: str, _: commands.Resign) -> Entry:
    seats = [number for number in table.seats_of(player) if table.seats[number].away != "resigned"]
    if not seats:
        raise RefusedError("not-seated", "you play no seat of this table")
    if table.phase != "playing":
        raise RefusedError("wrong-phase", "no game is being played at this table")
    return entries.Resigned(seats=seats)


def _close(table: Table, player: str, _: commands.Close) -> Entry:
    _host(table, player, "closes the table")
    if table.phase not in ("lobby", "dealing"):
        raise RefusedError("wrong-phase", "only a table whose game has not begun can be closed")
    return entries.Closed()


def _set_chat(table: Table, player: str, command: commands.SetChat) -> Entry:
    _host(table, player, "says what may be said")
    return entries.ChatSet(rule=command.rule)


def _remove(table: Table, player: str, command: commands.Remove) -> Entry:
    _other_person(table, player, command.person, "removes people")
    _room_for(table.kept_out, command.person)
    seats = table.seats_of_person(command.person)
    return entries.Removed(person=command.person, name=table.seats[seats[0]].name if seats else None)


def _let_in(table: Table, player: str, command: commands.LetIn) -> Entry:
    _host(table, player, "lets people in again")
    if command.person not in table.kept_out:
        raise RefusedError("no-person", "that person is not kept out")
    return entries.LetIn(person=command.person)


def _mute(table: Table, player: str, command: commands.Mute) -> Entry:
    _other_person(table, player, command.person, "mutes people")
    _room_for(table.muted, command.person)
    return entries.Muted(person=command.person, muted=command.muted)


def _hand_over(table: Table, player: str, command: commands.HandOver) -> Entry:
    _other_person(table, player, command.person, "hands the table over")
    for number in table.seats_of_person(command.person):
        seat = table.seats[number]
        if seat.player is not None and not seat.given_up:
            return entries.HandedOver(player=seat.player)
    raise RefusedError("no-person", "the table is handed over to somebody who plays at it")


def _other_person(table: Table, player: str, person: str, does: str) -> None:
    _host(table, player, does)
    if person == person_of(player):
        raise RefusedError("not-allowed", "you are the host yourself; choose another person")


def _room_for(people: Collection[str], person: str) -> None:
    if person not in people and len(people) >= MOST_KEPT_OUT:
        raise RefusedError("too-many", f"a table keeps out or mutes at most {MOST_KEPT_OUT} people")


def _in_lobby(table: Table) -> None:
    if table.phase != "lobby":
        raise RefusedError("wrong-phase", "the seats are no longer chosen at this table")


def _host(table: Table, player: str, does: str) -> None:
    if not table.is_host(player):
        raise RefusedError("not-host", f"only the host of the table {does}")


def _seat(table: Table, number: int) -> Seat:
    if number >= len(table.seats):
        raise RefusedError("no-seat", f"there is no seat {quoted(number)}; the seats are 0 to {len(table.seats) - 1}")
    return table.seats[number]


def _own(table: Table, player: str, number: int) -> Seat:
    seat = _seat(table, number)
    if seat.player != player:
        raise RefusedError("not-seated", f"seat {number} is not yours")
    return seat


def _on_turn(table: Table, player: str, version: int) -> int:
    """The seat to act, which must be the player's; anything else is refused before the action is looked at.

    So an answer never tells one player what another could do.
    """
    if table.phase != "playing":
        raise RefusedError("wrong-phase", "no game is being played at this table")
    held = table.seats_of(player)
    if not held:
        raise RefusedError("not-seated", "you do not sit at this table")
    seat = table.to_act
    if not table.position_number <= version <= table.number:
        raise RefusedError("stale", f"the table is at version {table.number}, not {version}")
    if seat not in held or seat is None:
        raise RefusedError("not-your-turn", f"it is the turn of seat {seat}")
    if table.seats[seat].away:
        raise RefusedError("not-your-turn", "a bot plays for you; come back first")
    return seat


_DECIDE: dict[type[TableCommand], Callable[[Table, str, Any], Entry]] = {
    commands.Sit: _sit,
    commands.Leave: _leave,
    commands.ChooseColour: _choose_colour,
    commands.SeatBot: _seat_bot,
    commands.Start: _start,
    commands.GiveNonce: _nonce,
    commands.CancelStart: _cancel_start,
    commands.Act: _act,
    commands.TakeBack: _take_back,
    commands.ComeBack: _come_back,
    commands.Resign: _resign,
    commands.Close: _close,
    commands.SetChat: _set_chat,
    commands.Remove: _remove,
    commands.LetIn: _let_in,
    commands.Mute: _mute,
    commands.HandOver: _hand_over,
}
