"""Random commands by random players, in any order: no invariant of a table breaks, and its log makes it again."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holi.game import HoliError, commitment, fair_seed
from holi.record import parse_record, verify_record
from holi.server.table.decisions import bot_action, decide, returned, time_is_up, vanished
from holi.server.table.game_record import record_text
from holi.server.table.refusals import RefusedError
from holi.server.table.table import NO_NONCE, Table
from holi.server.wire.parts import COLOURS, Level
from tests.game.strategies import custom_decks, rivalry_sets
from tests.server.at_table import HOST, SECRET, AtTable, everything, nonce_of

PLAYERS = [HOST, "ben", "cy"]
LEVELS: tuple[Level, ...] = Level.__args__  # type: ignore[attr-defined]

paces = st.one_of(
    st.just({"kind": "relaxed"}),
    st.builds(
        lambda turn, reserve: {"kind": "live", "turn_seconds": turn, "reserve_seconds": reserve},
        st.integers(5, 60),
        st.integers(0, 60),
    ),
    st.builds(lambda days: {"kind": "correspondence", "days": days}, st.integers(1, 3)),
)


@st.composite
def any_settings(draw: st.DrawFn) -> dict[str, Any]:
    deck = draw(st.none() | custom_decks())
    return {
        "players": draw(st.integers(2, 4)),
        "rivalry": draw(st.integers(0, 3) | rivalry_sets().map(list)),
        "deck": "complete" if deck is None else deck.to_json(),
        "tie_break": draw(st.sampled_from(["player-order", "first-finished"])),
        "pace": draw(paces),
        "hot_seat": draw(st.booleans()),
    }


class Unruly:
    """Players who send whatever comes to their mind, and the clock and bots beside them."""

    def __init__(self, at: AtTable, chance: random.Random) -> None:
        self.at = at
        self.chance = chance
        self.done: list[str] = []

    def step(self) -> None:
        """One attempt at something, sensible or not; time passes."""
        self.at.now += self.chance.choice([0, 10, 2_000, 20_000, 200_000])
        attempt = self.chance.choice(self.attempts())
        before = everything(self.at.table)
        try:
            attempt()
        except RefusedError:
            assert everything(self.at.table) == before, "a refusal changes nothing"
        else:
            self.done.append(type(self.at.log[-1].entry).__name__)

    def attempts(self) -> list[Callable[[], object]]:
        attempts: list[Callable[[], object]] = [self.command] * 3 + [self.server]
        if self.at.table.phase in ("playing", "over"):
            attempts += [self.sensible] * 10
        else:
            attempts += [self.onwards] * 3
        return attempts

    def command(self) -> None:
        """Anybody sends any command."""
        seat, player = self.chance.randrange(4), self.chance.choice(PLAYERS)
        if seat < len(self.at.table.seats) and self.chance.random() < 0.5:
            player = self.at.table.seats[seat].player or player
        version = max(0, self.at.table.number - self.chance.choice([0, 0, 0, 1, 5, -1]))
        action = self.chance.choice([*self.at.legal(), "E", "Sa1", "C", "T7@a1b2", "x"])
        type_, fields = self.chance.choice(
            [
                ("sit", {"seat": self.chance.choice([None, seat]), "colour": self.chance.choice([None, *COLOURS])}),
                ("leave", {"seat": seat}),
                ("choose-colour", {"seat": seat, "colour": self.chance.choice(COLOURS)}),
                ("seat-bot", {"seat": seat, "level": self.chance.choice([None, *LEVELS])}),
                ("start", {}),
                ("nonce", {"seat": seat, "nonce": self.chance.choice([nonce_of(player, seat), "0" * 64])}),
                ("cancel-start", {}),
                ("act", {"version": version, "action": action}),
                ("take-back", {"version": version}),
                ("come-back", {}),
                ("set-chat", {"rule": self.chance.choice(["all", "phrases", "off"])}),
                *([("close", {})] if self.chance.random() < 0.3 else []),
                *([("resign", {})] if self.chance.random() < 0.1 else []),
            ]
        )
        if type_ == "sit":
            promise = commitment(nonce_of(player, seat))
            fields |= {"name": player.title(), "nonce_commitment": promise}
        self.at.do(player, type_, **fields)

    def onwards(self) -> None:
        """What brings the table to its game."""
        open_seats = [number for number, seat in enumerate(self.at.table.seats) if seat.kind == "open"]
        waiting = [
            number for number, seat in enumerate(self.at.table.seats) if seat.kind == "player" and not seat.nonce
        ]
        if self.at.table.phase == "dealing" and waiting:
            self.at.give_nonce(self.chance.choice(waiting))
        elif open_seats and self.chance.random() < 0.7:
            self.at.sit(self.chance.choice(PLAYERS), self.chance.choice(open_seats))
        elif open_seats:
            self.at.do(HOST, "seat-bot", seat=open_seats[0], level=self.chance.choice(LEVELS))
        else:
            self.at.do(HOST, "start")

    def sensible(self) -> None:
        """The seat to act acts, by player or bot."""
        seat = self.at.table.to_act
        if seat is None:
            raise RefusedError("wrong-phase", "the game is over")
        action = self.chance.choice(self.at.legal())
        if self.at.table.seats[seat].played_by_bot:
            self.at.enter(bot_action(self.at.table, seat, action))
        else:
            self.at.act(action)

    def server(self) -> None:
        """What the server does by itself, at the right moment or not."""
        table, seat = self.at.table, self.chance.randrange(len(self.at.table.seats))
        entries = [
            lambda: time_is_up(table, seat, self.at.now),
            lambda: vanished(table, seat),
            lambda: returned(table, seat),
        ]
        self.at.enter(self.chance.choice(entries)())


def check(table: Table) -> None:
    """What holds at every moment."""
    colours = [seat.colour for seat in table.seats]
    assert len(set(colours)) == len(colours)
    seated = [seat.player for seat in table.seats if seat.player is not None]
    assert table.settings.hot_seat or len(set(seated)) == len(seated)
    for seat in table.seats:
        assert (seat.kind == "player") == (seat.player is not None) == (seat.nonce_commitment is not None)
        assert (seat.kind == "bot") == (seat.level is not None)
        assert seat.nonce is None or commitment(seat.nonce) == seat.nonce_commitment
        assert seat.away is None or (seat.kind == "player" and table.game is not None)
        assert seat.reserved is None or seat.kind == "open"
    if table.phase in ("lobby", "closed"):
        assert table.game is None and table.to_act is None
        assert table.phase == "closed" or all(seat.nonce is None for seat in table.seats)
    if table.phase == "dealing":
        assert table.game is None and all(seat.kind != "open" for seat in table.seats)
        assert any(seat.kind == "player" and seat.nonce is None for seat in table.seats)
    if table.phase in ("playing", "over"):
        assert table.game is not None
        assert table.game.seed == fair_seed(SECRET, [seat.nonce or NO_NONCE for seat in table.seats])
        given_up = all(seat.kind == "bot" or seat.away == "resigned" for seat in table.seats)
        over = table.game.position.phase == "over" or (given_up and any(seat.player for seat in table.seats))
        assert (table.phase == "over") == (table.to_act is None) == over
        assert len(table.turns) == len(table.game.actions)
        assert all(earlier[0] < later[0] for earlier, later in zip(table.turns, table.turns[1:], strict=False))
    assert 0 <= table.position_number <= table.number
    assert all(reserve >= 0 for reserve in table.clock.reserves)
    if table.deadline is not None:
        assert table.settings.pace.kind != "relaxed" and table.phase == "playing"


@settings(max_examples=40)
@given(any_settings(), st.integers(0, 2**32), st.integers(20, 150))
def test_nothing_that_is_sent_breaks_a_table(agreed, seed, steps):
    unruly = Unruly(AtTable(**agreed), random.Random(seed))
    at = unruly.at
    reserves = list(at.table.clock.reserves)
    for _ in range(steps):
        unruly.step()
        check(at.table)
        assert all(left <= before for left, before in zip(at.table.clock.reserves, reserves, strict=True))
        reserves = list(at.table.clock.reserves)
        assert at.table.number == len(at.log)
    assert everything(at.again()) == everything(at.table)


def test_the_unruly_reach_everything_that_can_happen():
    """The test above would show nothing if its players only ever met refusals."""
    seen: set[str] = set()
    phases: set[str] = set()
    for seed, steps in enumerate([400] * 8 + [25] * 100):
        at = AtTable(players=2 + seed % 3, hot_seat=seed % 2 == 0, pace={"kind": "live"})
        unruly = Unruly(at, random.Random(seed))
        for _ in range(steps):
            unruly.step()
            phases.add(at.table.phase)
        seen.update(unruly.done)
    assert phases == {"lobby", "dealing", "playing", "over", "closed"}
    assert seen == {
        "Sat", "Left", "BotSeated", "ColourChosen", "Starting", "NonceGiven", "StartCancelled", "Acted", "TakenBack",
        "WentAway", "CameBack", "Resigned", "ChatSet", "Closed",
    }  # fmt: skip


@settings(max_examples=15)
@given(any_settings(), st.integers(0, 2**32))
def test_a_finished_game_has_a_record_that_verifies(agreed, seed):
    at, chance = AtTable(**{**agreed, "hot_seat": True}), random.Random(seed)
    for number in range(agreed["players"]):
        if number % 3 == 2:
            at.do(HOST, "seat-bot", seat=number, level="club")
        else:
            at.sit(PLAYERS[number % 2])
    at.start()
    unruly = Unruly(at, chance)
    while at.table.phase != "over":
        with pytest.raises(RefusedError, match="there is a record when the game is over"):
            record_text(at.table)
        unruly.sensible()
        if chance.random() < 0.1:
            unruly.step()
    verified = verify_record(parse_record(record_text(at.table)))
    assert verified.proven
    assert record_text(at.again()) == record_text(at.table)


@given(any_settings(), st.integers(0, 2**32))
@settings(max_examples=20)
def test_a_command_sent_again_changes_nothing(agreed, seed):
    """As a room does it: a command whose id is known is answered with the version it made."""
    unruly = Unruly(AtTable(**agreed), random.Random(seed))
    at = unruly.at
    for _ in range(60):
        length = len(at.log)
        unruly.step()
        if len(at.log) > length and at.log[-1].command is not None:
            sent = at.log[-1]
            assert at.table.done_at(sent.player, sent.command) == sent.number
            assert at.again().done_at(sent.player, sent.command) == sent.number


def test_an_answer_to_somebody_else_tells_nothing_about_the_position():
    """Whoever is not to act gets the same refusal for any action, legal or not."""
    at = AtTable()
    at.start("ana", "ben")
    at.corners()
    version = at.table.number
    refusals = set()
    for action in [*at.legal(), "E", "C", "T13@a1", "x"]:
        with pytest.raises(HoliError) as refused:
            decide(at.table, "ben", at.command("act", version=version, action=action))
        refusals.add(str(refused.value))
    assert refusals == {"it is the turn of seat 0"}
