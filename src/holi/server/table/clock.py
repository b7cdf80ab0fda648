"""The game clock of a table: how long the seat to act may think. All times are milliseconds."""

from __future__ import annotations

from dataclasses import dataclass, field

from holi.server.wire.parts import Correspondence, Live, Pace

SECOND = 1000
DAY = 24 * 3600 * SECOND


@dataclass
class Clock:
    """Measures turns; it does not run for bots."""

    pace: Pace
    players: int
    turn_began: int = 0
    handed_over: int | None = None
    """When the player to act went away in this turn, so that a bot goes on with it and the time counts no longer."""
    reserves: list[int] = field(init=False)

    def __post_init__(self) -> None:
        reserve = self.pace.reserve_seconds * SECOND if isinstance(self.pace, Live) else 0
        self.reserves = [reserve] * self.players

    def copy(self) -> Clock:
        other = object.__new__(Clock)
        other.__dict__ = self.__dict__.copy()
        return other

    def begin_turn(self, now: int) -> None:
        self.turn_began, self.handed_over = now, None

    def end_turn(self, seat: int, now: int) -> None:
        """Take what the turn lasted beyond its own time from the seat's reserve."""
        if isinstance(self.pace, Live):
            ended = now if self.handed_over is None else self.handed_over
            over = ended - self.turn_began - self.pace.turn_seconds * SECOND
            left = max(0, self.reserves[seat] - max(0, over))
            self.reserves = [*self.reserves[:seat], left, *self.reserves[seat + 1 :]]  # copies share the old list

    def deadline(self, seat: int) -> int | None:
        match self.pace:
            case Live(turn_seconds=seconds):
                return self.turn_began + seconds * SECOND + self.reserves[seat]
            case Correspondence(days=days):
                return self.turn_began + days * DAY
            case _:
                return None
