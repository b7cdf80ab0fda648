"""Who sits at the table and what has happened there so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from holi.bots import Bot
from holi.cli.board import SEAT_COLOURS
from holi.cli.narrate import narrate
from holi.game import Action, Climbed, Event, Game, Moved, Over, PlacedMarker, Space, Token, Turn, Viewer


class Happening(NamedTuple):
    """An action that was done, by whom, and its events."""

    seat: int
    action: Action
    events: tuple[Event, ...]


@dataclass
class Table:
    """A game in progress with its players: a name each, and a bot where no person sits."""

    game: Game
    names: Sequence[str]
    bots: Sequence[Bot | None]
    happenings: list[Happening] = field(default_factory=list)

    @property
    def people(self) -> list[int]:
        """The seats where people sit."""
        return [seat for seat, bot in enumerate(self.bots) if bot is None]

    @property
    def is_shared(self) -> bool:
        """Whether several people share the device, so that hands have to be hidden between their turns."""
        return len(self.people) > 1

    def do(self, action: Action) -> Happening:
        """Do the action of the seat to act."""
        seat = self.game.position.seat
        assert seat is not None  # the game is not over
        happening = Happening(seat, action, self.game.apply(action))
        self.happenings.append(happening)
        return happening

    def take_back(self) -> Action:
        """Take back the last action of this turn."""
        action = self.game.undo()
        self.happenings.pop()
        return action


def default_names(players: int) -> list[str]:
    """Players without a name are called by their colours."""
    return [colour.name.capitalize() for colour in SEAT_COLOURS[:players]]


def retold(happenings: Iterable[Happening], names: Sequence[str], viewer: Viewer) -> list[tuple[int, str]]:
    """What happened, one paragraph for each stretch of a seat's actions.

    Whose turn is next and the final scores are left out: the screen shows them.
    """
    paragraphs: list[tuple[int, list[str]]] = []
    for happening in happenings:
        if not paragraphs or paragraphs[-1][0] != happening.seat:
            paragraphs.append((happening.seat, []))
        told = (event for event in happening.events if not isinstance(event, Turn | Over))
        paragraphs[-1][1].extend(narrate(event, names, viewer=viewer) for event in told)
    return [(seat, " ".join(sentences)) for seat, sentences in paragraphs if sentences]


def changed_spaces(happenings: Iterable[Happening]) -> set[Space]:
    """The spaces to look at: where tokens came to rest and markers went."""
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
