"""From a command to an entry of the log, or a refusal: who may do what when."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from holi.game import HoliError, commitment, parse_action
from holi.game.errors import quoted
from holi.server.table.entries import (
    Acted,
    BotSeated,
    CameBack,
    ChatSet,
    Closed,
    ColourChosen,
    Entry,
    Left,
    NonceGiven,
    Sat,
    StartCancelled,
    Starting,
    TakenBack,
    WentAway,
)
from holi.server.table.refusals import RefusedError
from holi.server.table.table import Seat, Table
from holi.server.wire.codes import RefusalCode
from holi.server.wire.command import TableCommand
from holi.server.wire.commands import (
    Act,
    CancelStart,
    ChooseColour,
    Close,
    ComeBack,
    GiveNonce,
    Leave,
    SeatBot,
    SetChat,
    Sit,
    Start,
    TakeBack,
)
from holi.server.wire.parts import COLOURS, Colour


def decide(table: Table, player: str, command: TableCommand) -> Entry:
    """The entry that the player's command makes; `RefusedError` if it may not be."""
    return _DECIDE[type(command)](table, player, command)


def decides(command: object) -> bool:
    """Whether a command is one that makes an entry in a table's log."""
    return type(command) in _DECIDE


def bot_action(table: Table, seat: int, action: str) -> Acted:
    """The entry of an action that a bot chose for a seat."""
    if table.to_act != seat or not table.seats[seat].played_by_bot:
        raise RefusedError("stale", f"no bot is to act for seat {seat} now")
    return _acted(table, seat, action, bot=True)


def time_is_up(table: Table, seat: int, now: int) -> WentAway:
    """The entry that hands a seat over to a bot because its clock has run out."""
    deadline = table.deadline
    if table.to_act != seat or deadline is None or now < deadline:
        raise RefusedError("stale", f"the time of seat {seat} is not up")
    return WentAway(seat=seat, why="clock")


def vanished(table: Table, seat: int) -> WentAway:
    """The entry that hands a seat over to a bot because its player has been gone for too long."""
    if table.phase != "playing" or table.seats[seat].played_by_bot:
        raise RefusedError("stale", f"a bot plays for seat {seat} already, or there is no game")
    return WentAway(seat=seat, why="vanished")


def returned(table: Table, seat: int) -> CameBack:
    """The entry that gives a seat back to its player, who is there again; one who left says so first."""
    if table.phase != "playing" or table.seats[seat].away in (None, "left"):
        raise RefusedError("stale", f"no bot plays for seat {seat} because its player was away")
    return CameBack(seat=seat)


def _sit(table: Table, player: str, command: Sit) -> Entry:
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
    return Sat(seat=number, player=player, name=command.name, colour=colour, nonce_commitment=command.nonce_commitment)


def _any_seat(table: Table, player: str) -> int:
    """The seat kept for the player, else the first that is free."""
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


def _leave(table: Table, player: str, command: Leave) -> Entry:
    _own(table, player, command.seat)
    if table.phase == "lobby":
        return Left(seat=command.seat)
    if table.phase == "playing" and not table.seats[command.seat].away:
        return WentAway(seat=command.seat, why="left")
    raise RefusedError("wrong-phase", "the seat cannot be left now")


def _choose_colour(table: Table, player: str, command: ChooseColour) -> Entry:
    _in_lobby(table)
    _own(table, player, command.seat)
    _check_colour(table, command.seat, command.colour)
    return ColourChosen(seat=command.seat, colour=command.colour)


def _seat_bot(table: Table, player: str, command: SeatBot) -> Entry:
    _in_lobby(table)
    _host(table, player, "puts bots in seats")
    if _seat(table, command.seat).kind == "player":
        raise RefusedError("seat-taken", f"a player sits in seat {command.seat}")
    return BotSeated(seat=command.seat, level=command.level)


def _start(table: Table, player: str, _: Start) -> Entry:
    _in_lobby(table)
    _host(table, player, "starts the game")
    free = [number for number, seat in enumerate(table.seats) if seat.kind == "open"]
    if free:
        raise RefusedError("seats-open", f"seat {free[0]} is open; wait for a player or put a bot there")
    return Starting()


def _nonce(table: Table, player: str, command: GiveNonce) -> Entry:
    if table.phase != "dealing":
        raise RefusedError("wrong-phase", "no nonce is awaited now")
    seat = _own(table, player, command.seat)
    if seat.nonce is not None:
        raise RefusedError("bad-nonce", f"the nonce of seat {command.seat} has been given")
    if commitment(command.nonce) != seat.nonce_commitment:
        raise RefusedError("bad-nonce", "the nonce is not the one that was promised when the seat was taken (F2)")
    return NonceGiven(seat=command.seat, nonce=command.nonce)


def _cancel_start(table: Table, player: str, _: CancelStart) -> Entry:
    if table.phase != "dealing":
        raise RefusedError("wrong-phase", "the game is not about to start")
    if not table.is_host(player) and not table.seats_of(player):
        raise RefusedError("not-seated", "only the host and the players can go back to choosing seats")
    return StartCancelled()


def _act(table: Table, player: str, command: Act) -> Entry:
    seat = _on_turn(table, player, command.version)
    return _acted(table, seat, command.action, bot=False)


def _acted(table: Table, seat: int, text: str, *, bot: bool) -> Acted:
    assert table.game is not None
    try:
        action = parse_action(text)
        if not table.game.position.is_legal(action):
            table.game.position.apply(action)  # raises, with the reason
    except HoliError as error:
        raise RefusedError(cast("RefusalCode", error.code), str(error)) from None
    return Acted(seat=seat, action=text, bot=bot)


def _take_back(table: Table, player: str, command: TakeBack) -> Entry:
    seat = _on_turn(table, player, command.version)
    assert table.game is not None
    if not table.game.can_undo:
        raise RefusedError("nothing-to-take-back", "there is no action of this turn to take back")
    return TakenBack(seat=seat)


def _come_back(table: Table, player: str, _: ComeBack) -> Entry:
    away = [number for number in table.seats_of(player) if table.seats[number].away]
    if table.phase != "playing" or not away:
        raise RefusedError("wrong-phase", "no bot plays for you")
    return CameBack(seat=away[0], more=away[1:])


def _close(table: Table, player: str, _: Close) -> Entry:
    _host(table, player, "closes the table")
    if table.phase not in ("lobby", "dealing"):
        raise RefusedError("wrong-phase", "only a table whose game has not begun can be closed")
    return Closed()


def _set_chat(table: Table, player: str, command: SetChat) -> Entry:
    _host(table, player, "says what may be said")
    return ChatSet(rule=command.rule)


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
    Sit: _sit,
    Leave: _leave,
    ChooseColour: _choose_colour,
    SeatBot: _seat_bot,
    Start: _start,
    GiveNonce: _nonce,
    CancelStart: _cancel_start,
    Act: _act,
    TakeBack: _take_back,
    ComeBack: _come_back,
    Close: _close,
    SetChat: _set_chat,
}
