"""A position: everything that play goes on from, as an immutable value."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from holi.game.config import Config, rules_of
from holi.game.errors import IllegalActionError
from holi.game.events import FACES, Event, Face, read_events
from holi.game.notation import Action, Space, squares_of
from holi.game.reasons import reason_against
from holi.game.scores import SeatScore, scores_of
from holi.game.shuffle import parse_seed, shuffled_deck
from holi.kernel import layout
from holi.kernel.explain import foresee
from holi.kernel.mode import Ints, copy_of, plain, vector
from holi.kernel.setup import new_game
from holi.kernel.turns import legal_actions

Phase = Literal["setup", "play", "over"]
PHASES: tuple[Phase, Phase, Phase] = ("setup", "play", "over")


class Discard(NamedTuple):
    """A card on a discard pile and how it lies."""

    card: int
    face: Face


class PlayerState(NamedTuple):
    """One player's part of a position: `supply` by colour, `deck` from its top card, `discard` from its bottom card."""

    marker: Space | None
    supply: tuple[int, ...]
    sweets: int
    points: int
    hand: tuple[int, ...]
    deck: tuple[int, ...]
    discard: tuple[Discard, ...]
    finished: int | None


class Step(NamedTuple):
    """The result of an action: the position after it and what happened."""

    position: Position
    events: tuple[Event, ...]


class Position:
    """An immutable position. Make one with `new_position`, or with `position_from_json` (F3)."""

    __slots__ = ("_codes", "_owners", "_players", "_rules", "_scores", "_state", "_sweets", "_values", "config")

    def __init__(self, config: Config, state: Ints, before: Position | None = None) -> None:
        """For the game layer: `state` is a kernel vector that nobody changes any more.

        The rules and, if they are still the same, the scores are taken from the position before.
        """
        self.config = config
        self._state = state
        self._values = state if isinstance(state, list) else plain(state)
        self._codes: list[int] | None = None
        self._players: tuple[PlayerState, ...] | None = None
        self._owners: tuple[tuple[int | None, ...], ...] | None = None
        self._sweets: tuple[tuple[int, ...], ...] | None = None
        self._scores: tuple[SeatScore, ...] | None = None
        self._rules: Ints = rules_of(config) if before is None else before._rules
        if before is not None and _scored_numbers(self._values) == _scored_numbers(before._values):
            self._scores = before._scores

    @property
    def vectors(self) -> tuple[Ints, Ints]:
        """Copies of the kernel's state vector and, to be read only, the rules vector; for searches and simulations."""
        return copy_of(self._state), self._rules

    def rule(self, index: int) -> int:
        """One entry of the rules vector."""
        return int(self._rules[index])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.config == other.config and self._values == other._values

    def __hash__(self) -> int:
        return hash((self.config, tuple(self._values)))

    def __repr__(self) -> str:
        turn = "over" if self.phase == "over" else f"{self.phase}, seat {self.seat}"
        return f"<Position {self.config.players} players, {turn}>"

    @property
    def phase(self) -> Phase:
        """Choosing corners, playing, or over."""
        return PHASES[self._values[layout.PHASE]]

    @property
    def seat(self) -> int | None:
        """The seat to act; None when the game is over."""
        return None if self._values[layout.PHASE] == layout.OVER else self._values[layout.SEAT]

    @property
    def thrown(self) -> bool:
        """Whether the turn's throw has been made."""
        return bool(self._values[layout.THROWN])

    @property
    def moved(self) -> bool:
        """Whether the turn's move has been made."""
        return bool(self._values[layout.MOVED])

    @property
    def climbed(self) -> bool:
        """Whether the turn's climb has been made."""
        return bool(self._values[layout.CLIMBED])

    @property
    def turn_begun(self) -> bool:
        """Whether the seat to act has done something this turn."""
        return self.thrown or self.moved or self.climbed

    @property
    def players(self) -> tuple[PlayerState, ...]:
        """Every player's part of the position, by seat."""
        if self._players is None:
            count = self.config.players
            self._players = tuple(_player_state(_numbers(self._values, seat), count) for seat in range(count))
        return self._players

    @property
    def owners(self) -> tuple[tuple[int | None, ...], ...]:
        """By level and square: the seat owning the token there."""
        if self._owners is None:
            starts = range(layout.TOKENS, layout.LEVEL, layout.MAX_PLAYERS)
            self._owners = tuple(_owners_on(tuple(self._values[at : at + layout.MAX_PLAYERS])) for at in starts)
        return self._owners

    @property
    def sweets(self) -> tuple[tuple[int, ...], ...]:
        """By level and square: the number of sweets tokens there."""
        if self._sweets is None:
            ones = self._values[layout.SWEETS_ONE : layout.SWEETS_TWO]
            twos = self._values[layout.SWEETS_TWO : layout.TOKENS]
            self._sweets = tuple(_sweets_on(one, two) for one, two in zip(ones, twos, strict=True))
        return self._sweets

    def token_at(self, space: Space) -> int | None:
        """The seat owning the colour token on a space, if there is one."""
        return self.owners[space.level][space.square]

    def marker_at(self, space: Space) -> int | None:
        """The seat whose marker is on a space, if there is one."""
        return next((seat for seat, player in enumerate(self.players) if player.marker == space), None)

    def sweets_at(self, space: Space) -> int:
        """How many sweets tokens lie on a space."""
        return self.sweets[space.level][space.square]

    def token_rows(self, level: int) -> list[str]:
        """A level's tokens as six texts, row 6 first; a digit is the seat owning the token, a dot no token."""
        return rows_of(self.owners[level])

    def sweets_rows(self, level: int) -> list[list[int]]:
        """A level's sweets as six rows of numbers, row 6 first."""
        return sweets_rows_of(self.sweets[level])

    @property
    def _legal_codes(self) -> list[int]:
        if self._codes is None:
            count = legal_actions(self._state, self._rules, _SCRATCH, len(_SCRATCH))
            codes = _SCRATCH if count <= len(_SCRATCH) else vector([0] * count)
            if codes is not _SCRATCH:
                legal_actions(self._state, self._rules, codes, count)
            self._codes = plain(codes[:count])
        return self._codes

    def legal_actions(self) -> list[Action]:
        """All legal actions: face-up throws, face-down throws, moves, climb, end; none when the game is over."""
        return [Action.from_code(code) for code in self._legal_codes]

    def is_legal(self, action: Action) -> bool:
        """Whether the action may be done now."""
        return action.code in self._legal_codes

    def apply(self, action: Action) -> Step:
        """Do a legal action; an illegal one raises `IllegalActionError`."""
        code = action.code
        if code not in self._legal_codes:
            raise IllegalActionError(f"{str(action)!r} is not legal now: {reason_against(self, action)}")
        state, events = copy_of(self._state), copy_of(_EVENTS)
        count = foresee(self._state, self._rules, code, state, events)
        after = Position(self.config, state, self)
        told = plain(events[: layout.EVENT_SIZE * count])
        return Step(after, read_events(told, after.scores() if after.phase == "over" else ()))

    def scores(self) -> tuple[SeatScore, ...]:
        """Every seat's score: final when the game is over, else as if it ended now."""
        if self._scores is None:
            self._scores = scores_of(self._state, self._rules, self.config)
        return self._scores


_SCRATCH = vector([0] * 1024)
"""Where legal actions are written; more of them than fit are counted first and written a second time."""

_EVENTS = vector([0] * (layout.EVENT_SIZE * layout.MOST_EVENTS))
"""Room for the events of an action, to be copied."""


_PARTS = [
    (
        slice(layout.LEVEL + seat, layout.SUPPLY, layout.MAX_PLAYERS),
        slice(layout.SWEETS + seat, layout.STATE_SIZE, layout.MAX_PLAYERS),
        slice(layout.SUPPLY + layout.MAX_PLAYERS * seat, layout.SUPPLY + layout.MAX_PLAYERS * (seat + 1)),
    )
    for seat in range(layout.MAX_PLAYERS)
]
"""Where the kernel's numbers of each player stand: all entries that are kept by seat, then the supply."""


def _numbers(values: list[int], seat: int) -> tuple[int, ...]:
    places, rest, supply = _PARTS[seat]
    return (*values[places], *values[rest], *values[supply])


def _scored_numbers(values: list[int]) -> list[int]:
    """The kernel's numbers that decide the scores: tokens, supplies, sweets, points and who is finished."""
    return [*values[layout.TOKENS : layout.LEVEL], *values[layout.SUPPLY : layout.HAND], *values[layout.FINISHED :]]


@lru_cache(maxsize=1 << 12)
def _player_state(numbers: tuple[int, ...], players: int) -> PlayerState:
    """A player's part of a position from the kernel's numbers, kept because most actions change one player or none."""
    level, square, sweets, points, hand, deck, deck_size, discard, faces, discard_size, finished, *supply = numbers
    thrown = _unpacked(discard, discard_size)
    return PlayerState(
        marker=None if level < 0 else Space(level, square),
        supply=tuple(supply[:players]),
        sweets=sweets,
        points=points,
        hand=tuple([card for card in range(1, 14) if hand >> (card - 1) & 1]),
        deck=tuple(_unpacked(deck, deck_size)),
        discard=tuple([Discard(card, FACES[faces >> i & 1]) for i, card in enumerate(thrown)]),
        finished=None if finished < 0 else finished,
    )


@lru_cache(maxsize=1 << 10)
def _owners_on(boards: tuple[int, ...]) -> tuple[int | None, ...]:
    """By square: the seat owning the token there, from each seat's board of one level."""
    owners: list[int | None] = [None] * layout.SPACES
    for seat, board in enumerate(boards):
        for square in squares_of(board):
            owners[square] = seat
    return tuple(owners)


def rows_of(owners: tuple[int | None, ...]) -> list[str]:
    """A level's tokens as six texts, row 6 first."""
    letters = "".join([_LETTERS[owner] for owner in owners])
    return [letters[start : start + 6] for start in range(30, -1, -6)]


_LETTERS: dict[int | None, str] = {None: ".", **{seat: str(seat) for seat in range(layout.MAX_PLAYERS)}}


def sweets_rows_of(sweets: tuple[int, ...]) -> list[list[int]]:
    """A level's sweets as six rows of numbers, row 6 first."""
    return [list(sweets[start : start + 6]) for start in range(30, -1, -6)]


@lru_cache(maxsize=256)
def _sweets_on(one: int, two: int) -> tuple[int, ...]:
    """By square: the number of sweets tokens there; a game has few of these boards, and all games the same ones."""
    return tuple((one >> square & 1) + (two >> square & 1) for square in range(layout.SPACES))


def _unpacked(packed: int, size: int) -> list[int]:
    """Card ids from four bits each, the lowest first."""
    return [(packed >> 4 * i & 15) + 1 for i in range(size)]


def packed_cards(cards: list[int]) -> int:
    """Card ids as the kernel keeps decks and discard piles: four bits each, the first card lowest."""
    return sum((card - 1) << 4 * i for i, card in enumerate(cards))


def new_position(config: Config, seed: str) -> Position:
    """The position before the first corner is chosen, with decks shuffled by the seed (F2)."""
    parse_seed(seed)
    state, rules = vector([0] * layout.STATE_SIZE), rules_of(config)
    decks = [packed_cards(shuffled_deck(seed, seat)) for seat in range(config.players)]
    new_game(state, rules, vector(decks))
    return Position(config, state)
