"""The codes by which clients tell refusals apart, with the HTTP status of each and when it comes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

RefusalCode: TypeAlias = Literal[
    "bad-colour", "bad-nonce", "chat-off", "hints-off", "hot-seat-only", "kept-out", "malformed", "illegal", "muted",
    "no-person", "no-seat", "no-table", "not-host", "not-over", "not-seated", "not-your-turn", "nothing-shown",
    "nothing-to-take-back", "seat-taken", "seats-open", "stale", "wrong-phase",
    # of the server around the table:
    "banned", "busy", "damaged", "internal", "invalid", "no-log-in", "no-passkeys", "no-transfer", "not-allowed",
    "not-found", "too-fast", "too-large", "too-many", "too-slow", "unavailable",
]  # fmt: skip


class Meaning(NamedTuple):
    """What a code means: the HTTP status it comes with, and when."""

    status: int
    when: str


CODES: Mapping[RefusalCode, Meaning] = {
    "bad-colour": Meaning(409, "another player has the colour"),
    "bad-nonce": Meaning(409, "the nonce is not the one promised, or was given before"),
    "banned": Meaning(403, "the administrator of the server has banned the player or the address"),
    "busy": Meaning(503, "all bot workers have enough to do, or two of your hints are under way; ask again later"),
    "chat-off": Meaning(403, "the host allows no chat, or only phrases"),
    "damaged": Meaning(500, "the server's database is damaged; only its host can help, with a back-up"),
    "hints-off": Meaning(403, "the table gives no hints: two or more people play, and hints were not agreed on"),
    "hot-seat-only": Meaning(403, "you have a seat; only at a hot-seat table may one player have several"),
    "illegal": Meaning(409, "the rules do not allow the action now"),
    "internal": Meaning(500, "a fault of the server; nothing was changed"),
    "invalid": Meaning(422, "the command is no JSON or has not the form that the schema asks for"),
    "kept-out": Meaning(403, "the host keeps you out of the table"),
    "malformed": Meaning(422, "the text of the action is no action (F1)"),
    "muted": Meaning(403, "the host has muted you at this table"),
    "no-log-in": Meaning(403, "the passkey or recovery code is not known, was used, or came too late"),
    "no-passkeys": Meaning(409, "the server was asked for by its address in numbers, or by a page of another origin"),
    "no-person": Meaning(404, "nobody at the table is that person"),
    "no-seat": Meaning(404, "the table has no such seat"),
    "no-table": Meaning(404, "there is no such table or code"),
    "no-transfer": Meaning(404, "the transfer code was never given, was used, or has run out"),
    "not-allowed": Meaning(
        403, "the page that asks is of another site, or the address does not take this method (405)"
    ),
    "not-found": Meaning(404, "there is nothing at this address"),
    "not-host": Meaning(403, "only the host of the table may do that"),
    "not-over": Meaning(409, "the game is not over: there is no record or rematch yet"),
    "not-seated": Meaning(403, "the seat is not yours, or you do not sit at the table"),
    "not-your-turn": Meaning(409, "another seat is to act, or a bot plays for you"),
    "nothing-shown": Meaning(422, "the name or the line of chat has nothing in it that can be seen"),
    "nothing-to-take-back": Meaning(409, "no action of this turn has been done"),
    "seat-taken": Meaning(409, "the seat is taken, or no seat is free"),
    "seats-open": Meaning(409, "the game cannot start while a seat is open"),
    "stale": Meaning(409, "the table has moved on; the answer has the table whole"),
    "too-fast": Meaning(429, "too many commands, lines of chat or requests in a short time; wait and send it again"),
    "too-large": Meaning(413, "the body is longer than 4,096 bytes (over a WebSocket: closed with 1009)"),
    "too-many": Meaning(429, "too many tables made, tables watched, connections or waiting requests"),
    "too-slow": Meaning(408, "the body of the request did not come within 20 seconds"),
    "unavailable": Meaning(503, "what is needed cannot be reached now: the database, a bot worker"),
    "wrong-phase": Meaning(409, "the table is not at the point where this can be done"),
}
