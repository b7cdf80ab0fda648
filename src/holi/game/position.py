"""A position: everything that play goes on from, as an immutable value."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple

from holi.game.actions import Action, text_of_code
from holi.game.config import Config, rules_of
from holi.game.errors import IllegalActionError
from holi.game.events import Event
from holi.game.outcome import explain
from holi.game.reasons import reason_against
from holi.game.scores import SeatScore, scores_of
from holi.game.shuffle import parse_seed, shuffled_deck
from holi.game.spaces import Space, squares_of
from holi.kernel.actions import apply_action
from holi.kernel.layout import (
    CLIMBED,
    DECK,
    DECK_SIZE,
    DISCARD,
    DISCARD_SIZE,
    FACE_DOWN,
    FINISHED,
    GROUND,
    HAND,
    LEVEL,
    MARKED,
    MAX_PLAYERS,
    MIDDLE,
    MOVED,
    OVER,
    PHASE,
    POINTS,
    SEAT,
    SPACES,
    SQUARE,
    STATE_SIZE,
    SUPPLY,
    SWEETS,
    SWEETS_ONE,
    SWEETS_SPACES,
    SWEETS_TWO,
    THROWN,
    TOKENS,
    TOKENS_PER_PLAYER,
)
from holi.kernel.mode import Ints, copy_of, plain, vector
from holi.kernel.turns import legal_actions

Phase = Literal["setup", "play", "over"]
PHASES: tuple[Phase, Phase, Phase] = ("setup", "play", "over")
Face = Literal["up", "down"]


class Discard(NamedTuple):
    """A card on a discard pile and how it lies."""

    card: int
    face: Face


@dataclass(frozen=True, slots=True)
class PlayerState:
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

    def __init__(self, config: Config, state: Ints) -> None:
        """For the game layer: `state` is a kernel vector that nobody changes any more."""
        self.config = config
        self._state = state
        self._rules = rules_of(config)

    @cached_property
    def _values(self) -> list[int]:
        return plain(self._state)

    @property
    def vectors(self) -> tuple[Ints, Ints]:
        """Copies of the kernel's state vector and, to be read only, the rules vector; for searches and simulations."""
        return copy_of(self._state), self._rules

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
        return PHASES[self._values[PHASE]]

    @property
    def seat(self) -> int | None:
        """The seat to act; None when the game is over."""
        return None if self._values[PHASE] == OVER else self._values[SEAT]

    @property
    def thrown(self) -> bool:
        """Whether the turn's throw has been made."""
        return bool(self._values[THROWN])

    @property
    def moved(self) -> bool:
        """Whether the turn's move has been made."""
        return bool(self._values[MOVED])

    @property
    def climbed(self) -> bool:
        """Whether the turn's climb has been made."""
        return bool(self._values[CLIMBED])

    @property
    def turn_begun(self) -> bool:
        """Whether the seat to act has done something this turn."""
        return self.thrown or self.moved or self.climbed

    @cached_property
    def players(self) -> tuple[PlayerState, ...]:
        """Every player's part of the position, by seat."""
        return tuple(self._player(seat) for seat in range(self.config.players))

    def _player(self, seat: int) -> PlayerState:
        values = self._values
        return _player_state(
            values[LEVEL + seat],
            values[SQUARE + seat],
            tuple(values[SUPPLY + MAX_PLAYERS * seat :][: self.config.players]),
            values[SWEETS + seat],
            values[POINTS + seat],
            values[HAND + seat],
            (values[DECK + seat], values[DECK_SIZE + seat]),
            (values[DISCARD + seat], values[DISCARD_SIZE + seat], values[FACE_DOWN + seat]),
            values[FINISHED + seat],
        )

    def token_at(self, space: Space) -> int | None:
        """The seat owning the colour token on a space, if there is one."""
        return self._owners[space.level][space.square]

    @cached_property
    def _owners(self) -> list[tuple[int | None, ...]]:
        """By level and square: the seat owning the token there."""
        boards = self._values[TOKENS : TOKENS + 3 * MAX_PLAYERS]
        return [_owners_on(*boards[start : start + MAX_PLAYERS]) for start in range(0, len(boards), MAX_PLAYERS)]

    def marker_at(self, space: Space) -> int | None:
        """The seat whose marker is on a space, if there is one."""
        if not self._values[MARKED + space.level] >> space.square & 1:
            return None
        markers = [(self._values[LEVEL + seat], self._values[SQUARE + seat]) for seat in range(self.config.players)]
        return markers.index((space.level, space.square))

    def sweets_at(self, space: Space) -> int:
        """How many sweets tokens lie on a space."""
        return self._sweets[space.level][space.square]

    @cached_property
    def _sweets(self) -> list[tuple[int, ...]]:
        """By level and square: the number of sweets tokens there."""
        values = self._values
        return [_sweets_on(values[SWEETS_ONE + level], values[SWEETS_TWO + level]) for level in range(3)]

    def token_rows(self, level: int) -> list[str]:
        """A level's tokens as six texts, row 6 first; a digit is the seat owning the token, a dot no token."""
        return list(_rows_of(self._owners[level]))

    def sweets_rows(self, level: int) -> list[list[int]]:
        """A level's sweets as six rows of numbers, row 6 first."""
        return [list(self._sweets[level][start : start + 6]) for start in range(30, -1, -6)]

    @cached_property
    def _legal_codes(self) -> list[int]:
        count = legal_actions(self._state, self._rules, self._state, 0)
        codes = vector([0] * count)
        legal_actions(self._state, self._rules, codes, count)
        return plain(codes)

    def legal_actions(self) -> list[Action]:
        """All legal actions: face-up throws, face-down throws, moves, climb, end; none when the game is over."""
        return [Action.from_code(code) for code in self._legal_codes]

    def legal_texts(self) -> list[str]:
        """The texts of all legal actions (F1), in the same order."""
        return [text_of_code(code) for code in self._legal_codes]

    def is_legal(self, action: Action) -> bool:
        """Whether the action may be done now."""
        return action.code in self._legal_codes

    def apply(self, action: Action) -> Step:
        """Do a legal action; an illegal one raises `IllegalActionError`."""
        code = action.code
        if code not in self._legal_codes:
            raise IllegalActionError(f"{str(action)!r} is not legal now: {reason_against(self, action)}")
        state = copy_of(self._state)
        apply_action(state, self._rules, code)
        after = Position(self.config, state)
        return Step(after, tuple(explain(self, action, after)))

    def scores(self) -> tuple[SeatScore, ...]:
        """Every seat's score: final when the game is over, else as if it ended now."""
        return scores_of(self._state, self._rules, self.config)


# An action changes little of a position: most parts of the next one have been made before, and are found again.
# Two thousand of each are enough for the games that a server has going on at a time.
_remembered = lru_cache(maxsize=2048)


@_remembered
def _player_state(
    level: int, square: int, supply: tuple[int, ...], sweets: int, points: int, hand: int, deck: tuple[int, int],
    discard: tuple[int, int, int], finished: int,
) -> PlayerState:  # fmt: skip
    """A player's part of a position from the kernel's numbers."""
    *packed_discard, faces = discard
    return PlayerState(
        marker=None if level < 0 else Space(level, square),
        supply=supply,
        sweets=sweets,
        points=points,
        hand=tuple(card for card in range(1, 14) if hand >> (card - 1) & 1),
        deck=tuple(_unpacked(*deck)),
        discard=tuple(
            Discard(card, "down" if faces >> i & 1 else "up") for i, card in enumerate(_unpacked(*packed_discard))
        ),
        finished=None if finished < 0 else finished,
    )


@_remembered
def _owners_on(*boards: int) -> tuple[int | None, ...]:
    """By square: the seat owning the token there, from each seat's board of one level."""
    owners: list[int | None] = [None] * SPACES
    for seat, board in enumerate(boards):
        for square in squares_of(board):
            owners[square] = seat
    return tuple(owners)


@_remembered
def _rows_of(owners: tuple[int | None, ...]) -> tuple[str, ...]:
    """A level's tokens as six texts, row 6 first."""
    letters = ["." if owner is None else str(owner) for owner in owners]
    return tuple("".join(letters[start : start + 6]) for start in range(30, -1, -6))


@_remembered
def _sweets_on(one: int, two: int) -> tuple[int, ...]:
    """By square: the number of sweets tokens there."""
    return tuple((one >> square & 1) + (two >> square & 1) for square in range(SPACES))


def _unpacked(packed: int, size: int) -> list[int]:
    """Card ids from four bits each, the lowest first."""
    return [(packed >> 4 * i & 15) + 1 for i in range(size)]


def packed_cards(cards: list[int]) -> int:
    """Card ids as the kernel keeps decks and discard piles: four bits each, the first card lowest."""
    return sum((card - 1) << 4 * i for i, card in enumerate(cards))


def blank_state() -> list[int]:
    """A state vector with nothing on the tower and nobody in the game."""
    values = [0] * STATE_SIZE
    for seat in range(MAX_PLAYERS):
        values[LEVEL + seat] = -1
        values[FINISHED + seat] = -1
    return values


def new_position(config: Config, seed: str) -> Position:
    """The position before the first corner is chosen: sweets laid out (R2.1), decks shuffled, one card drawn (R2.5)."""
    parse_seed(seed)
    values = blank_state()
    values[SWEETS_ONE + GROUND] = values[SWEETS_TWO + GROUND] = values[SWEETS_ONE + MIDDLE] = SWEETS_SPACES
    for seat in range(config.players):
        first, *rest = shuffled_deck(seed, seat)
        values[SUPPLY + MAX_PLAYERS * seat + seat] = TOKENS_PER_PLAYER
        values[HAND + seat] = 1 << (first - 1)
        values[DECK + seat] = packed_cards(rest)
        values[DECK_SIZE + seat] = len(rest)
    return Position(config, vector(values))
