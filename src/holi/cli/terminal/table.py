"""The players at the terminal, and what has happened in their game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from holi.bots import Bot
from holi.cli.terminal.narrate import narrate, upshot
from holi.cli.terminal.texts import in_a_row
from holi.game import Action, Climbed, Drew, Event, Game, Kind, Moved, Over, PlacedMarker, Space, Token, Turn, Viewer
from holi.game.scores import SeatScore
from holi.record import ReplayStep


class Happening(NamedTuple):
    seat: int
    action: Action
    events: tuple[Event, ...]
    scores: tuple[Sequence[SeatScore], Sequence[SeatScore]] | None = None
    """Of a turn that has ended: before and after it."""


@dataclass
class Table:
    """A game in progress; `bots` has None where a person plays."""

    game: Game
    names: Sequence[str]
    bots: Sequence[Bot | None]
    first_drawn: bool = False
    """Whether the seed has drawn who begins, which is still to be told."""
    happenings: list[Happening] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._before_turn = self.game.position.scores()

    @property
    def people(self) -> list[int]:
        return [seat for seat, bot in enumerate(self.bots) if bot is None]

    @property
    def is_shared(self) -> bool:
        """True if several people share the device, so that hands must be hidden between their turns."""
        return len(self.people) > 1

    def do(self, action: Action) -> Happening:
        seat = self.game.position.seat
        assert seat is not None  # the game is not over
        events, scores = self.game.apply(action), None
        if action.ends_turn:
            before, self._before_turn = self._before_turn, self.game.position.scores()
            scores = before, self._before_turn
        happening = Happening(seat, action, events, scores)
        self.happenings.append(happening)
        return happening

    def take_back(self) -> Action:
        action = self.game.undo()
        self.happenings.pop()
        return action


def retold(happenings: Iterable[Happening], names: Sequence[str], viewer: Viewer) -> list[tuple[int, str]]:
    """Describe what happened, one paragraph for each run of actions by the same seat.

    Leaves out what the screen shows: whose turn it is, the final scores and everybody's first card (R2.5).
    """
    paragraphs: list[tuple[int, list[str]]] = []
    for happening in happenings:
        if not paragraphs or paragraphs[-1][0] != happening.seat:
            paragraphs.append((happening.seat, []))
        left_out = Drew | Turn | Over if happening.action.kind is Kind.PLACE_MARKER else Turn | Over
        told = [event for event in happening.events if not isinstance(event, left_out)]
        paragraphs[-1][1].extend(narrate(told, names, viewer=viewer))
        if happening.scores is not None:
            paragraphs[-1][1].extend(upshot(*happening.scores, names))
    return [(seat, in_a_row(sentences)) for seat, sentences in paragraphs if sentences]


def changed_spaces(happenings: Iterable[Happening | ReplayStep]) -> set[Space]:
    spaces = set()
    for happening in happenings:
        for event in happening.events:
            match event:
                case Token(path=path):
                    spaces.add(path[-1])
                case Moved(to=space) | Climbed(to=space) | PlacedMarker(space=space):
                    spaces.add(space)
                case _:
                    pass
    return spaces
