"""A game in progress: configuration, seed and the actions so far, with take-back inside a turn."""

from __future__ import annotations

from copy import copy

from holi.game.config import Config
from holi.game.errors import ConfigError, IllegalActionError
from holi.game.events import Event
from holi.game.notation import Action
from holi.game.position import Position, new_position
from holi.game.shuffle import new_seed


class Game:
    """A game that changes as actions are done. Without a seed one is made; with `position` play goes on from it."""

    def __init__(self, config: Config, seed: str | None = None, *, position: Position | None = None) -> None:
        if position is not None and position.config != config:
            raise ConfigError("the position was made with another configuration than the game's")
        self.config = config
        self.seed = new_seed() if seed is None and position is None else seed
        self.start = position if position is not None else new_position(config, self.seed or "")
        self.position = self.start
        self.actions: list[Action] = []
        self.seats: list[int] = []
        """By action, whose it was."""
        self._turn_positions: list[Position] = []

    def copy(self) -> Game:
        """The same game to go on from: what is done in one does not change the other."""
        twin = copy(self)
        twin.actions, twin.seats = self.actions.copy(), self.seats.copy()
        twin._turn_positions = self._turn_positions.copy()
        return twin

    def legal_actions(self) -> list[Action]:
        """All legal actions; none when the game is over."""
        return self.position.legal_actions()

    def apply(self, action: Action) -> tuple[Event, ...]:
        """Do a legal action and return what happened; an illegal one raises and changes nothing."""
        before = self.position
        self.position, events = before.apply(action)
        assert before.seat is not None  # else nothing is legal
        self.actions.append(action)
        self.seats.append(before.seat)
        if action.ends_turn:
            self._turn_positions.clear()
        else:
            self._turn_positions.append(before)
        return events

    @property
    def can_undo(self) -> bool:
        """Whether an action of this turn can be taken back."""
        return bool(self._turn_positions)

    def undo(self) -> Action:
        """Take back the last action of this turn and return it; never a corner or another turn (R3.4)."""
        if not self._turn_positions:
            raise IllegalActionError("there is no action of this turn to take back")
        self.position = self._turn_positions.pop()
        self.seats.pop()
        return self.actions.pop()
