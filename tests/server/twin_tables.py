"""Pairs of tables that differ only in what one viewer may not know: the same log to that viewer, other cards."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from holi.game import (
    Action,
    Game,
    HoliError,
    Kind,
    Position,
    Viewer,
    commitment,
    fair_seed,
    parse_action,
    position_from_json,
    position_to_json,
    rivalry_cards,
    shuffled_deck,
)
from holi.server.table.entries import (
    Acted,
    CameBack,
    Entry,
    Founding,
    FoundingSeat,
    Logged,
    NonceGiven,
    Sat,
    Starting,
    TakenBack,
    WentAway,
)
from holi.server.table.table import Table
from holi.server.wire.parts import COLOURS, Correspondence, Live, Relaxed, TableSettings
from tests.game.strategies import lively_choice
from tests.game.test_views import public_outcome, reshuffled

NOW = 1_800_000_000_000
HOST = "the-host"


@dataclass
class Twins:
    """Two tables, and an action of the seat to act that the viewer cannot tell apart, if there is one."""

    viewer: Viewer
    tables: tuple[Table, Table]
    actions: tuple[str, str] | None

    @property
    def player(self) -> str:
        """Who looks at them."""
        return (
            f"{self.tables[0].id}-spectator" if self.viewer == "spectator" else player_of(self.tables[0], self.viewer)
        )


def player_of(table: Table, seat: int) -> str:
    player = table.seats[seat].player
    assert player is not None
    return player


def random_table(chance: random.Random, id_: str, hot_seat: bool = False) -> Table:
    """A table whose game has just begun, with any settings."""
    names = sorted(rivalry_cards())
    players = chance.randint(2, 4)
    settings = TableSettings(
        players=players,
        rivalry=chance.choice([0, 2, chance.sample(names, chance.randint(0, 3))]),
        tie_break=chance.choice(["player-order", "first-finished"]),
        pace=chance.choice([Relaxed(), Live(), Correspondence()]),
        hot_seat=hot_seat,
        hints=True,
    )
    founding = Founding(
        id=id_,
        code="".join(chance.choices("BCDFGHJKLMNPQRSTVWXZ", k=7)),
        secret=f"{chance.getrandbits(256):064x}",
        host=HOST,
        settings=settings,
        seats=[FoundingSeat(colour=COLOURS[seat]) for seat in range(players)],
        created=NOW,
        rules_version=1,
    )
    table = Table(founding)
    nonces = [f"{chance.getrandbits(256):064x}" for _ in range(players)]
    for seat, nonce in enumerate(nonces):
        holder = f"{id_}-player-{seat % 2 if hot_seat else seat}"
        write(table, Sat(seat=seat, player=holder, name=f"Name {seat}", colour=COLOURS[seat],
                         nonce_commitment=commitment(nonce)))  # fmt: skip
    write(table, Starting())
    for seat, nonce in enumerate(nonces):
        write(table, NonceGiven(seat=seat, nonce=nonce))
    return table


def write(table: Table, entry: Entry) -> None:
    """Add an entry to a table's log."""
    table.evolve(Logged(table.number + 1, NOW + 1000 * table.number, entry))


def random_entry(table: Table, chance: random.Random) -> Entry:
    """Something that may happen next: mostly an action, now and then one taken back, or a player gone and back."""
    assert table.game is not None and table.to_act is not None
    seat = table.to_act
    if table.seats[seat].away:
        return CameBack(seat=seat)
    if chance.random() < 0.02:
        return WentAway(seat=seat, why="vanished")
    if table.game.can_undo and chance.random() < 0.1:
        return TakenBack(seat=seat)
    return Acted(seat=seat, action=str(lively_choice(table.game.position, chance)))


def random_twins(chance: random.Random, id_: str, hot_seat: bool = False) -> Twins | None:
    """A table after a random number of actions and its twin; None if the hidden cards cannot be others."""
    table = random_table(chance, id_, hot_seat)
    assert table.game is not None
    begun, start, entries = table.number, table.game.start, []
    for _ in range(chance.randint(0, 45 * len(table.seats))):
        entry = random_entry(table, chance)
        if isinstance(entry, Acted) and table.game.position.apply(parse_action(entry.action)).position.phase == "over":
            break  # after the game nothing is hidden
        write(table, entry)
        entries.append(entry)
    position = table.game.position
    viewer: Viewer = chance.choice([*range(len(table.seats)), "spectator"])
    if hot_seat and viewer != position.seat:
        viewer = "spectator"  # with several seats one looks as the seat to act, or as anybody
    action = lively_choice(position, chance)
    after = position.apply(action).position
    drawing = 0
    if viewer == position.seat and viewer != "spectator":
        drawing = len(position.players[viewer].deck) - len(after.players[viewer].deck)
    other = reshuffled(position, viewer, chance, drawing)
    if other == position:
        return None
    cards = [_renaming(position, other, seat) for seat in range(len(table.seats))]
    twin = _replayed(table, begun, start, entries, cards)
    if twin is None:
        return None
    assert twin.game is not None and twin.game.position == other
    return Twins(viewer, (table, twin), _alike(table.game, twin.game, action, viewer, chance))


def _renaming(position: Position, other: Position, seat: int) -> dict[int, int]:
    """Which card of the twin's stands for each card of a seat."""
    mine, theirs = (position_to_json(each)["players"][seat] for each in (position, other))
    pairs = list(zip(mine["hand"] + mine["deck"], theirs["hand"] + theirs["deck"], strict=True))
    kept = set(mine["hand"]) & set(theirs["hand"])  # a hand is sorted; what is in both stands for itself
    rest = zip((c for c in mine["hand"] if c not in kept), (c for c in theirs["hand"] if c not in kept), strict=True)
    hand = {**{card: card for card in kept}, **dict(rest)}
    discards = zip(mine["discard"], theirs["discard"], strict=True)
    return {**dict(pairs), **hand, **{one["card"]: another["card"] for one, another in discards}}


def _replayed(
    table: Table, begun: int, start: Position, entries: list[Entry], cards: list[dict[int, int]]
) -> Table | None:
    """The same game with the cards renamed; None if others could tell, because somebody falls out or cannot act."""
    assert table.game is not None
    written: dict[str, Any] = position_to_json(start)
    for seat, player in enumerate(written["players"]):
        player["hand"] = sorted(cards[seat][card] for card in player["hand"])
        player["deck"] = [cards[seat][card] for card in player["deck"]]
    lobby = random_table_like(table, begun)
    game = Game(table.game.config, table.game.seed)
    lobby.game = Game(table.game.config, table.game.seed, position=position_from_json(written))
    for entry in entries:
        renamed = entry
        if isinstance(entry, Acted):
            action = parse_action(entry.action)
            game.apply(action)
            renamed = Acted(seat=entry.seat, action=_renamed(action, cards[entry.seat]))
        elif isinstance(entry, TakenBack):
            game.undo()
        try:
            write(lobby, renamed)
        except HoliError:
            return None
        if public_outcome(lobby.game.position) != public_outcome(game.position):
            return None
    return lobby


def random_table_like(table: Table, begun: int) -> Table:
    """The same table right after its game began."""
    fresh = Table(table.founding)
    places = [table.seats[(place - table.first) % len(table.seats)] for place in range(len(table.seats))]
    for number, seat in enumerate(places):
        assert seat.player is not None and seat.name is not None and seat.nonce_commitment is not None
        write(fresh, Sat(seat=number, player=seat.player, name=seat.name, colour=seat.colour,
                         nonce_commitment=seat.nonce_commitment))  # fmt: skip
    write(fresh, Starting())
    for number, seat in enumerate(places):
        assert seat.nonce is not None
        write(fresh, NonceGiven(seat=number, nonce=seat.nonce))
    assert fresh.number == begun
    return fresh


def _renamed(action: Action, cards: dict[int, int]) -> str:
    if action.kind not in (Kind.THROW_UP, Kind.THROW_DOWN):
        return str(action)
    text = str(action)
    return f"{text[0]}{cards[action.card]}@{text.partition('@')[2]}"


def _alike(one: Game, other: Game, action: Action, viewer: Viewer, chance: random.Random) -> tuple[str, str] | None:
    """The action, and one in the twin that the viewer cannot tell from it nor by what comes of it."""
    hidden = action.hidden() if viewer != one.position.seat else action
    alike = [
        legal
        for legal in other.position.legal_actions()
        if (legal.hidden() if viewer != one.position.seat else legal) == hidden
    ]
    if not alike:
        return None
    chosen = chance.choice(alike)
    after, twin_after = one.position.apply(action).position, other.position.apply(chosen).position
    if public_outcome(after) != public_outcome(twin_after) or after.phase == "over":
        return None  # with the other hands another player falls out (R3.3), which all may see
    return str(action), str(chosen)


def twins_by_nonce(chance: random.Random, id_: str) -> tuple[Table, list[Entry], list[Entry]]:
    """A lobby with two players, and two logs from there that seat 0 cannot tell apart, though only a nonce differs.

    So a real server deals both games. Both have thrown once, face down; seat 0 is to act again.
    """
    while True:
        founding = Founding(
            id=id_, code="BCDFGH", secret=f"{chance.getrandbits(256):064x}", host="player-0",
            settings=TableSettings(players=2, first="host"),
            seats=[FoundingSeat(colour=COLOURS[seat]) for seat in range(2)], created=NOW, rules_version=1,
        )  # fmt: skip
        nonce = f"{chance.getrandbits(256):064x}"
        first = _opening(founding, nonce, f"{chance.getrandbits(256):064x}")
        for _ in range(20_000):
            other = f"{chance.getrandbits(256):064x}"
            seed = fair_seed(founding.secret, [nonce, other])
            if sorted(first.own_cards) == sorted(shuffled_deck(seed, 0)[:4]):
                second = _opening(founding, nonce, other)
                if first.alike(second):
                    return Table(founding), first.entries, second.entries


@dataclass
class _Opening:
    """The log of a game's first turns."""

    entries: list[Entry]
    table: Table

    @property
    def own_cards(self) -> list[int]:
        assert self.table.game is not None
        return list(shuffled_deck(self.table.game.seed or "", 0)[:4])

    def alike(self, other: _Opening) -> bool:
        """Whether seat 0 sees the same in both, and seat 1 has other cards."""
        assert self.table.game is not None and other.table.game is not None
        one, another = self.table.game.position, other.table.game.position
        return (
            self.own_cards[0] == other.own_cards[0]
            and public_outcome(one) == public_outcome(another) == [0, None, None]
            and one.players[1] != another.players[1]
        )


def _opening(founding: Founding, *nonces: str) -> _Opening:
    table, entries = Table(founding), []

    def add(entry: Entry) -> None:
        write(table, entry)
        entries.append(entry)

    for seat in range(len(nonces)):
        promise = commitment(nonces[0])  # what was promised is checked when a nonce is given, not when it is read
        add(Sat(seat=seat, player=f"player-{seat}", name=f"Name {seat}", colour=COLOURS[seat],
                nonce_commitment=promise))  # fmt: skip
    add(Starting())
    for seat, nonce in enumerate(nonces):
        add(NonceGiven(seat=seat, nonce=nonce))
    assert table.game is not None
    for seat, corner in enumerate(("Sa1", "Sf6")):
        add(Acted(seat=seat, action=corner))
    for seat, square in enumerate(("c3", "d4")):
        (card,) = table.game.position.players[seat].hand
        add(Acted(seat=seat, action=f"D{card}@{square}"))
        add(Acted(seat=seat, action="E"))
    return _Opening(entries, table)
