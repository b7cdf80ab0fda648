"""What the games of an arena add up to: a line for each bot, who finished ahead of whom, and who won alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import Any

from holi.bots.processes.line_process import FAULT_KINDS, FaultKind
from holi.lab.arena.match import Result
from holi.lab.arena.ratings import Comparison, Rating, bradley_terry, wilson_interval
from holi.lab.arena.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Share:
    """Wins among games, and their share with Wilson's 95% interval."""

    wins: int
    games: int

    @property
    def share(self) -> float | None:
        return self.wins / self.games if self.games else None

    @property
    def interval(self) -> tuple[float, float]:
        return wilson_interval(self.wins, self.games)

    def to_json(self) -> dict[str, Any]:
        return {"games": self.games, "wins": self.wins, "share": self.share, "interval": list(self.interval)}


@dataclass(frozen=True, slots=True)
class Line:
    """One bot's results. A bot at several seats of a game has played it once for each."""

    name: str
    won: Share
    score: float | None
    margin: float | None
    rank: float | None
    rating: Rating
    seconds_a_turn: float | None
    faults: dict[FaultKind, int]
    reasons: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            **self.won.to_json(),
            "score": self.score,
            "margin": self.margin,
            "rank": self.rank,
            "rating": self.rating.points,
            "rating_interval": [
                self.rating.points - self.rating.plus_minus,
                self.rating.points + self.rating.plus_minus,
            ],
            "seconds_a_turn": self.seconds_a_turn,
            "faults": dict(self.faults),
            "reasons": list(self.reasons),
        }


class Standings:
    """The results of some games of a tournament; the order in which they ended makes no difference."""

    def __init__(self, settings: Tournament, results: Iterable[Result], planned: int) -> None:
        self.settings = settings
        self.results = sorted(results, key=lambda result: result.number)
        self.planned = planned

    @property
    def complete(self) -> bool:
        return len(self.results) == self.planned

    @cached_property
    def lines(self) -> list[Line]:
        """One for each bot, in the order in which they were named."""
        ratings = self._ratings()
        return [self._line(bot, name, ratings[bot]) for bot, name in enumerate(self.settings.names)]

    @property
    def ranked(self) -> list[Line]:
        return sorted(self.lines, key=lambda line: -line.rating.points)

    @cached_property
    def crosstable(self) -> list[list[int]]:
        """How often each bot (the row) finished ahead of each other bot (the column)."""
        bots = range(len(self.settings.entrants))
        table = [[0 for _ in bots] for _ in bots]
        for result in self.results:
            for winner, loser in _comparisons(result):
                table[winner][loser] += 1
        return table

    @cached_property
    def alone(self) -> list[Share]:
        """With two bots and more than two players: how often each came first alone against several of the other."""
        if len(self.settings.entrants) != 2 or self.settings.players == 2:
            return []
        return [
            _share_of_firsts(rank for seat, rank in self._ranks_of(bot) if seat.count(bot) == 1)
            for bot in range(len(self.settings.entrants))
        ]

    def _ranks_of(self, bot: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Every rank that the bot had, with who sat at that table."""
        for result in self.results:
            for seat, rank in enumerate(result.ranks):
                if result.seats[seat] == bot and rank is not None:
                    yield result.seats, rank

    def _ratings(self) -> list[Rating]:
        clusters: dict[str, list[Comparison]] = {}
        for result in self.results:
            clusters.setdefault(result.seed, []).extend(_comparisons(result))
        return bradley_terry(len(self.settings.entrants), list(clusters.values()))

    def _line(self, bot: int, name: str, rating: Rating) -> Line:
        ranks = [rank for _, rank in self._ranks_of(bot)]
        scores, margins = [], []
        seconds, turns = 0.0, 0
        faults: dict[FaultKind, int] = dict.fromkeys(FAULT_KINDS, 0)
        reasons: dict[str, None] = {}  # each once, in the order of the games
        for result in self.results:
            for seat in (seat for seat, sitting in enumerate(result.seats) if sitting == bot):
                seconds += result.seconds[seat]
                turns += result.turns[seat]
                if result.scores is not None:
                    scores.append(result.scores[seat])
                    margins.append(result.scores[seat] - max(result.scores[:seat] + result.scores[seat + 1 :]))
                if result.fault is not None and result.fault.seat == seat:
                    faults[result.fault.kind] += 1
                    reasons[result.fault.reason] = None
        return Line(
            name=name,
            won=_share_of_firsts(ranks),
            score=_mean(scores),
            margin=_mean(margins),
            rank=_mean(ranks),
            rating=rating,
            seconds_a_turn=seconds / turns if turns else None,
            faults=faults,
            reasons=tuple(reasons),
        )

    def to_json(self) -> dict[str, Any]:
        names = self.settings.names
        return {
            "format": "holi-arena-report/1",
            "settings": self.settings.to_json(),
            "games": len(self.results),
            "planned": self.planned,
            "complete": self.complete,
            "bots": [line.to_json() for line in self.lines],
            "crosstable": {
                name: dict(zip(names, row, strict=True)) for name, row in zip(names, self.crosstable, strict=True)
            },
            "alone": {name: share.to_json() for name, share in zip(names, self.alone, strict=bool(self.alone))},
        }


def _comparisons(result: Result) -> Iterator[Comparison]:
    """Which bot finished ahead of which other one; after a fault, all did ahead of the bot at fault."""
    for (one, one_rank), (other, other_rank) in permutations(zip(result.seats, result.ranks, strict=True), 2):
        if one != other and other_rank is not None and (one_rank or 0) < other_rank:
            yield one, other


def _share_of_firsts(ranks: Iterable[int]) -> Share:
    listed = list(ranks)
    return Share(listed.count(1), len(listed))


def _mean(numbers: Sequence[float]) -> float | None:
    return sum(numbers) / len(numbers) if numbers else None
