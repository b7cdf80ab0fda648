"""Hints: the best turns of a position as its seat may know it, with chances to win, and why they are good.

Every turn in question is looked ahead from many times, each time with the hidden cards dealt anew, the same deals for
all turns. At the end of each look ahead stands the expected final score of every seat, and a softmax makes chances of
these: the fewer throws are left, the more a lead counts. The reasons are read off the events of the turn.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp
from typing import Any, Final, NamedTuple

from holi.bots.base import View
from holi.bots.deal import deal
from holi.bots.look_ahead import deal_anew
from holi.bots.quick_play import SCALE, best_throw, quick_actions
from holi.bots.turn_bot import turn_of
from holi.bots.turn_search import EVERYTHING, Rows, TurnBuffers, best_turns, fingerprint
from holi.bots.value import FEATURES, Floats, points_to_come, throws_left
from holi.bots.weights import trained_weights
from holi.game import (
    Action,
    Climbed,
    Collected,
    Event,
    Finished,
    Kind,
    MalformedError,
    Position,
    Space,
    Sweets,
    Token,
    format_turn,
)
from holi.game.errors import quoted
from holi.game.spaces import squares_of
from holi.kernel.actions import apply_action
from holi.kernel.layout import (
    END_ACTION,
    FREE_HANDFULS,
    HAND,
    LEVEL,
    MARKED,
    MAX_PLAYERS,
    OVER,
    PHASE,
    PLACEMENTS,
    PLAYERS,
    REACH,
    SCORE_SIZE,
    SCORE_TOTAL,
    SEAT,
    SETUP,
    SPACES,
    SQUARE,
    STATE_SIZE,
)
from holi.kernel.mode import Ints, compiled, copy_into, floats, matrix, plain, vector
from holi.kernel.playouts import random_action, random_state
from holi.kernel.scoring import rank, score, score_all
from holi.kernel.turns import climbing_squares

SCALE_AT_END = 1.44
SCALE_GROWTH = 2.11
"""How many points make a chance e times another's: so many at the end, and more by the root of the throws left."""

MOVER_BONUS = 0.13
"""Points that the network gives too little, for each throw left, to whoever is about to end a turn.

These three are measured by `python -m holi.lab.calibration`, see docs/analysis.md.
"""

MOST_TURNS = 24
"""How many of the turns that look best at once are looked ahead from."""

TIME_USED = 0.95
"""The part of the time for looking ahead after which no new round begins."""

LEAST_ROUNDS = 8
"""However short the time is, the turns that are told are looked ahead from so often."""

NO_LIMIT: Final = 1 << 30
ALL_CARDS = (1 << 13) - 1

BLOCKED_POINTS = 3
"""By so many points must the best throw of another get worse for a turn to count as blocking it."""

FEW_CARDS = 3
"""With so many cards left, that one may still throw face down is worth a word."""

REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "finishes": ("why",),
    "climbs": ("to",),
    "scores-now": ("points",),
    "hits": ("whom", "points"),
    "rains": ("whom", "tokens"),
    "gives": ("tokens", "points"),
    "sweets": ("count",),
    "takes-back": ("tokens",),
    "blocks": ("whom", "what", "space", "points"),
    "keeps-card": ("card",),
    "keeps-face-down": (),
}
"""The codes of all reasons, in the order in which they are given, and their parameters; docs/analysis.md says more."""


class Reason(NamedTuple):
    """Why a turn is good, as a code that a client translates and its parameters, all of them ints or texts."""

    code: str
    parameters: Mapping[str, int | str]

    def to_json(self) -> dict[str, Any]:
        """The reason as in hints and analyses."""
        return {"code": self.code, **self.parameters}


@dataclass(frozen=True, slots=True)
class Hint:
    """A turn, the chance to win with it, the expected lead over the best other at the end, and what it does."""

    turn: tuple[Action, ...]
    win_chance: float
    lead: float
    reasons: tuple[Reason, ...]

    def to_json(self) -> dict[str, Any]:
        """The hint as `holi hint --json` writes it."""
        return {
            "turn": format_turn(list(self.turn)),
            "win_chance": round(self.win_chance, 4),
            "lead": round(self.lead, 2),
            "reasons": [reason.to_json() for reason in self.reasons],
        }


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """A turn with every seat's chance to win after it and its own seat's expected lead."""

    turn: tuple[Action, ...]
    chances: tuple[float, ...]
    lead: float


# Chances


@compiled
def expected_totals(
    state: Ints, rules: Ints, mover: int, weights: Floats, random: Ints, scores: Ints, features: Floats, totals: Floats
) -> None:
    """Write every seat's expected final score when `mover` is about to end the turn."""
    for seat in range(rules[PLAYERS]):
        totals[seat] = score(state, rules, seat, scores, 0)
        totals[seat] += points_to_come(state, rules, seat, mover, weights, random, features)


@compiled
def all_throws_left(state: Ints, rules: Ints) -> int:
    """How many more throws all seats together have."""
    left = 0
    for seat in range(rules[PLAYERS]):
        left += throws_left(state, seat)
    return left


@compiled
def write_chances(totals: Floats, players: int, scale: float, chances: Floats) -> None:
    """Every seat's chance to win from the expected final scores: the softmax of score by `scale`."""
    most = totals[0]
    for seat in range(1, players):
        most = max(most, totals[seat])
    together = 0.0
    for seat in range(players):
        chances[seat] = exp((totals[seat] - most) / scale)
        together += chances[seat]
    for seat in range(players):
        chances[seat] /= together


@compiled
def write_forecast(
    state: Ints, rules: Ints, mover: int, weights: Floats, random: Ints, scores: Ints, features: Floats,
    totals: Floats, chances: Floats,
) -> None:  # fmt: skip
    """Write every seat's expected final score and chance to win; the turn of `mover` is about to end, or all is over.

    If nobody has a throw left, the turn is ended and the result is exact.
    """
    players = rules[PLAYERS]
    left = all_throws_left(state, rules) / players
    if left == 0 and state[PHASE] != OVER:
        apply_action(state, rules, END_ACTION)
    if state[PHASE] == OVER:
        score_all(state, rules, scores)
        for seat in range(players):
            totals[seat] = scores[SCORE_SIZE * seat + SCORE_TOTAL]
            chances[seat] = 1.0 if rank(state, rules, scores, seat) == 1 else 0.0
    else:
        expected_totals(state, rules, mover, weights, random, scores, features, totals)
        totals[mover] += MOVER_BONUS * left
        write_chances(totals, players, SCALE_AT_END + SCALE_GROWTH * left**0.5, chances)


@compiled
def play_on(state: Ints, rules: Ints, seat: int, random: Ints) -> int:
    """Play quick turns for a round of the table, up to the last one's end; return whose turn that is.

    The turn of `seat` is about to end; or it has chosen a corner, and the others take theirs at random.
    """
    mover = seat
    if state[PHASE] == SETUP:
        while state[PHASE] == SETUP:
            apply_action(state, rules, random_action(state, rules, random))
        mover = state[SEAT]
        quick_actions(state, rules, random)
    for _ in range(rules[PLAYERS]):
        apply_action(state, rules, END_ACTION)
        if state[PHASE] == OVER:
            break
        mover = state[SEAT]
        quick_actions(state, rules, random)
    return mover


@compiled
def forecast_round(
    ends: Rows, rules: Ints, seat: int, weights: Floats, kept: Ints, count: int, random: Ints, work: Rows, pool: Ints,
    scores: Ints, features: Floats, totals: Floats, chances: Floats, sums: Floats,
) -> None:  # fmt: skip
    """Look ahead once from each of the first `count` turns in `kept`, all with the same deal, and add up in `sums`.

    There, each turn has the chances of four seats and then the lead of `seat`.
    """
    first = random[0]
    second = random[1]
    state = work[0]
    for i in range(count):
        copy_into(state, ends[kept[i]])
        random[0] = first
        random[1] = second
        deal_anew(state, rules, seat, random, pool)
        mover = play_on(state, rules, seat, random)
        write_forecast(state, rules, mover, weights, random, scores, features, totals, chances)
        at = kept[i] * (MAX_PLAYERS + 1)
        best = -1.0e9
        for player in range(rules[PLAYERS]):
            sums[at + player] += chances[player]
            if player != seat:
                best = max(best, totals[player])
        sums[at + MAX_PLAYERS] += totals[seat] - best


@dataclass
class TurnJudge:
    """Finds and compares turns. The same seed, views and rounds give the same judgements."""

    seed: int = 0
    most_rounds: int = NO_LIMIT
    _deals: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self._deals = random.Random(self.seed)  # noqa: S311 - play, not secrets
        self._random = random_state(self.seed)
        self._buffers = TurnBuffers.new(MOST_TURNS)
        self._ends = matrix(MOST_TURNS + 1, STATE_SIZE)
        self._work = matrix(1, STATE_SIZE)
        self._pool = vector([0] * 16)
        self._scores = vector([0] * (SCORE_SIZE * MAX_PLAYERS))
        self._features = floats([0.0] * FEATURES)
        self._totals = floats([0.0] * MAX_PLAYERS)
        self._chances = floats([0.0] * MAX_PLAYERS)
        self._ready = False

    def best(
        self, view: View, movetime: float, most: int, played: Sequence[Action] | None = None
    ) -> tuple[list[JudgedTurn], JudgedTurn | None]:
        """Up to `most` turns, best first, and the judgement of the turn played, if one is named."""
        position = deal(view, self._deals)
        seat = position.seat
        assert seat is not None
        state, rules = position.vectors
        if position.phase == "setup":
            turns: list[tuple[Action, ...]] = [(corner,) for corner in position.legal_actions()]
            for number, corner in enumerate(turns):
                copy_into(self._ends[number], state)
                apply_action(self._ends[number], rules, corner[0].code)
        else:
            turns = self._found(state, rules, seat)
        own = None
        if played is not None:
            own = self._number_of(tuple(played), turns, state, rules, seat)
        order = list(range(len(turns)))
        if not self._ready:  # compiling is not thinking
            self._rounds(rules, seat, order[:1], floats([0.0] * (MAX_PLAYERS + 1)), 0.0, 1, 1)
            self._ready = True
        begin = time.perf_counter()
        stages = 1
        while len(order) > max(most, 1) << (stages - 1):
            stages += 1
        sums = floats([])
        for stage in range(1, stages + 1):
            count = min(len(order), most << (stages - stage))
            order = _with(own, order, count)
            sums = floats([0.0] * ((MAX_PLAYERS + 1) * (MOST_TURNS + 1)))  # fresh deals do not favour who was lucky
            until = begin + TIME_USED * movetime * stage / stages
            least = LEAST_ROUNDS if stage == stages else 1
            rounds = self._rounds(rules, seat, order, sums, until, least, max(1, self.most_rounds // stages))
            order.sort(key=lambda turn: _rank_key(sums, turn, seat), reverse=True)
        players = position.config.players
        judged = {turn: _judged(turns[turn], sums, turn, rounds, players) for turn in order}
        best = [judged[turn] for turn in order][:most]
        return best, None if own is None else judged[own]

    def _found(self, state: Ints, rules: Ints, seat: int) -> list[tuple[Action, ...]]:
        """The turns that look best at once; their ends are in `_ends`."""
        found = best_turns(state, rules, seat, trained_weights(), EVERYTHING, self._random, *self._buffers.arguments)
        for number in range(found):
            copy_into(self._ends[number], self._buffers.ends[number])
        return [tuple(turn_of(self._buffers, number)) for number in range(found)]

    def _number_of(
        self, played: tuple[Action, ...], turns: list[tuple[Action, ...]], state: Ints, rules: Ints, seat: int
    ) -> int:
        """The number of the turn played, added unless one found ends alike; then it stands for that one."""
        end = self._ends[len(turns)]
        copy_into(end, state)
        for action in played[:-1]:
            apply_action(end, rules, action.code)
        mark = fingerprint(end, seat)
        for number in range(len(turns)):
            if fingerprint(self._ends[number], seat) == mark:
                turns[number] = played
                return number
        turns.append(played)
        return len(turns) - 1

    def _rounds(
        self, rules: Ints, seat: int, order: list[int], sums: Floats, until: float, least: int, most: int
    ) -> int:
        """Look ahead from the turns in `order`, round by round; return how many rounds there were."""
        kept = vector(order)
        rounds = 0
        while rounds < most and (rounds < least or time.perf_counter() < until):
            forecast_round(
                self._ends, rules, seat, trained_weights(), kept, len(order), self._random, self._work, self._pool,
                self._scores, self._features, self._totals, self._chances, sums,
            )  # fmt: skip
            rounds += 1
        return rounds


def _with(own: int | None, order: list[int], count: int) -> list[int]:
    """The first `count` turns, and the turn played whatever its place."""
    kept = order[:count]
    return kept if own is None or own in kept else [*kept, own]


def _rank_key(sums: Floats, turn: int, seat: int) -> tuple[float, float]:
    at = turn * (MAX_PLAYERS + 1)
    return sums[at + seat], sums[at + MAX_PLAYERS]


def _judged(turn: tuple[Action, ...], sums: Floats, number: int, rounds: int, players: int) -> JudgedTurn:
    at = number * (MAX_PLAYERS + 1)
    chances = tuple(float(sums[at + seat]) / rounds for seat in range(players))
    return JudgedTurn(turn, chances, float(sums[at + MAX_PLAYERS]) / rounds)


def hints(view: View, movetime: float, most: int = 5, seed: int = 0, most_rounds: int = NO_LIMIT) -> list[Hint]:
    """The best turns for the seat to act, best first, from its view alone; while corners are chosen, the best corners.

    Inside a turn they are the rest of it. Once the turns are found, looking ahead takes about `movetime` seconds; if
    `most_rounds` ends it earlier, the same seed gives the same hints.
    """
    check_view(view)
    best, _ = TurnJudge(seed, most_rounds).best(view, movetime, most)
    dealt = deal(view, random.Random(seed))  # noqa: S311 - play, not secrets
    seat = view["turn"]["seat"]
    return [Hint(turn.turn, turn.chances[seat], turn.lead, reasons_for(dealt, turn.turn)) for turn in best]


def check_view(view: View) -> None:
    """Refuse a view in which nobody acts, or not the seat that it shows the hand of."""
    if view["turn"] is None:
        raise MalformedError("the game is over, so there is no turn to find; give a position during play")
    seat = view["turn"]["seat"]
    if not isinstance(view["players"][seat]["hand"], list):
        raise MalformedError(f"seat {quoted(seat)} is to act, but its hand is hidden; give the view of that seat")


# Reasons


def reasons_for(position: Position, turn: Sequence[Action]) -> tuple[Reason, ...]:
    """What a turn does that may be good, in the order of `REASONS`; nothing that depends on hidden cards."""
    if position.phase == "setup" or position.seat is None:
        return ()
    seat = position.seat
    events: list[Event] = []
    after = position
    for action in turn[:-1]:
        after, happened = after.apply(action)
        events += happened
    events += after.apply(turn[-1]).events
    found = [
        *_from_events(events, seat),
        *_from_scores(position, after, seat),
        *_blocks(position, after, seat),
        *_keeps(position, after, turn, seat),
    ]
    return tuple(sorted(found, key=lambda reason: list(REASONS).index(reason.code)))


def _from_events(events: Sequence[Event], seat: int) -> Iterator[Reason]:
    tokens = [event for event in events if isinstance(event, Token) and event.onto not in (None, seat)]
    for whom in sorted({token.onto for token in tokens if token.onto is not None}):
        hit = [token.points for token in tokens if token.onto == whom and token.end == "hit"]
        rained = sum(token.onto == whom and token.end == "rain" for token in tokens)
        if hit:
            yield Reason("hits", {"whom": whom, "points": sum(hit)})
        if rained:
            yield Reason("rains", {"whom": whom, "tokens": rained})
    if tokens:
        yield Reason("gives", {"tokens": len(tokens), "points": 2 * len(tokens)})  # R9.2
    sweets = sum(event.count for event in events if isinstance(event, Sweets))
    if sweets:
        yield Reason("sweets", {"count": sweets})
    taken = sum(isinstance(event, Collected) and event.owner == seat for event in events)
    if taken:
        yield Reason("takes-back", {"tokens": taken})
    for event in events:
        if isinstance(event, Climbed):
            yield Reason("climbs", {"to": str(event.to)})
        if isinstance(event, Finished) and event.seat == seat and event.why != "no-throw":
            yield Reason("finishes", {"why": event.why})


def _from_scores(before: Position, after: Position, seat: int) -> Iterator[Reason]:
    points = after.scores()[seat].total - before.scores()[seat].total
    if points > 0:
        yield Reason("scores-now", {"points": points})


def _blocks(before: Position, after: Position, seat: int) -> Iterator[Reason]:
    """Another who could have climbed and cannot now, or whose best throw from where it stands got worse."""
    (state, rules), (later, _) = before.vectors, after.vectors
    for other, player in enumerate(before.players):
        if other == seat or player.finished is not None or player.marker is None:
            continue
        places = _climbing_places(state, rules, other)
        if places and not _climbing_places(later, rules, other):
            here = places >> player.marker.square & 1
            space = player.marker if here else Space(player.marker.level, squares_of(places)[0])
            yield Reason("blocks", {"whom": other, "what": "climb", "space": str(space), "points": 0})
        lost = _best_throw_points(before, other) - _best_throw_points(after, other)
        if lost >= BLOCKED_POINTS and after.players[other].marker == player.marker:
            yield Reason("blocks", {"whom": other, "what": "throw", "space": str(player.marker), "points": lost})


def _climbing_places(state: Ints, rules: Ints, seat: int) -> int:
    """The squares on which a player can climb in the next turn, at once or after a move (R6.4)."""
    level, square = int(state[LEVEL + seat]), int(state[SQUARE + seat])
    reached = 1 << square | int(rules[REACH + square]) & ~int(state[MARKED + level])
    return int(climbing_squares(state, rules, level)) & reached


def _best_throw_points(position: Position, seat: int) -> int:
    """What the best face-up throw from where a player stands is worth, with any card not seen in the discard."""
    state, rules = position.vectors
    thrown = sum(1 << (card - 1) for card, face in position.players[seat].discard if face == "up")
    state[HAND + seat] = ALL_CARDS & ~thrown
    found = best_throw(state, rules, seat, state[LEVEL + seat], state[SQUARE + seat], random_state(0))
    return max(0, int(found) >> 44) // SCALE


def _keeps(before: Position, after: Position, turn: Sequence[Action], seat: int) -> Iterator[Reason]:
    """The card with the most uses, if another was thrown; face down, if few cards are left and it may be next time."""
    throw = next((action for action in turn if action.kind in (Kind.THROW_UP, Kind.THROW_DOWN)), None)
    if throw is None:
        return
    rules = plain(before.vectors[1])
    hand = before.players[seat].hand
    uses = {card: rules[PLACEMENTS + SPACES * card] - rules[PLACEMENTS + SPACES * (card - 1)] for card in hand}
    most = max(uses, key=uses.__getitem__)
    if throw.card != most and list(uses.values()).count(uses[most]) == 1:
        yield Reason("keeps-card", {"card": most})
    cards = len(after.players[seat].hand) + len(after.players[seat].deck)
    last = before.players[seat].discard[-1:]
    allowed = rules[FREE_HANDFULS] or not (last and last[0].face == "down")
    if throw.kind is Kind.THROW_UP and allowed and 0 < cards <= FEW_CARDS:
        yield Reason("keeps-face-down", {})
