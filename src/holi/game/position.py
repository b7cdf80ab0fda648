"""A position: everything that play goes on from, as an immutable value."""

from __future__ import annotations

from functools import lru_cache
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
FACES: tuple[Face, Face] = ("up", "down")


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

        An action changes little of a position, so the parts that are still the same are taken from the one before.
        """
        self.config = config
        self._state = state
        self._values = state if isinstance(state, list) else plain(state)
        self._codes: list[int] | None = None
        self._players: tuple[PlayerState, ...] | None = None
        self._owners: tuple[tuple[int | None, ...], ...] | None = None
        self._sweets: tuple[tuple[int, ...], ...] | None = None
        self._scores: tuple[SeatScore, ...] | None = None
        if before is None:
            self._rules = rules_of(config)
        else:
            self._rules = before._rules
            self._take_over(before)

    def _take_over(self, before: Position) -> None:
        """Take what is the same as before from there."""
        new, old = self._values, before._values
        if new[SWEETS_ONE:TOKENS] == old[SWEETS_ONE:TOKENS]:
            self._sweets = before._sweets
        same_tokens = new[TOKENS:LEVEL] == old[TOKENS:LEVEL]
        if same_tokens:
            self._owners = before._owners
        if same_tokens and new[SUPPLY:HAND] == old[SUPPLY:HAND] and new[FINISHED:] == old[FINISHED:]:
            self._scores = before._scores
        if before._players is not None:
            players = list(before._players)
            for seat, player in enumerate(players):
                numbers, were = _numbers(new, seat), _numbers(old, seat)
                if numbers != were:
                    players[seat] = _changed_state(player, were, numbers)
            self._players = tuple(players)
        if before._owners is not None and not same_tokens:
            self._owners = tuple(
                owners
                if new[start : start + MAX_PLAYERS] == old[start : start + MAX_PLAYERS]
                else _owners_on(new[start : start + MAX_PLAYERS])
                for start, owners in zip(range(TOKENS, LEVEL, MAX_PLAYERS), before._owners, strict=True)
            )

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

    @property
    def players(self) -> tuple[PlayerState, ...]:
        """Every player's part of the position, by seat."""
        if self._players is None:
            values, count = self._values, self.config.players
            self._players = tuple(_player_state(_numbers(values, seat), count) for seat in range(count))
        return self._players

    @property
    def owners(self) -> tuple[tuple[int | None, ...], ...]:
        """By level and square: the seat owning the token there."""
        if self._owners is None:
            values = self._values
            self._owners = tuple(
                _owners_on(values[start : start + MAX_PLAYERS]) for start in range(TOKENS, LEVEL, MAX_PLAYERS)
            )
        return self._owners

    @property
    def sweets(self) -> tuple[tuple[int, ...], ...]:
        """By level and square: the number of sweets tokens there."""
        if self._sweets is None:
            values = self._values
            self._sweets = tuple(
                _sweets_on(values[SWEETS_ONE + level], values[SWEETS_TWO + level]) for level in range(3)
            )
        return self._sweets

    def token_at(self, space: Space) -> int | None:
        """The seat owning the colour token on a space, if there is one."""
        level, square = space
        start = TOKENS + MAX_PLAYERS * level
        for seat in range(MAX_PLAYERS):
            if self._values[start + seat] >> square & 1:
                return seat
        return None

    def marker_at(self, space: Space) -> int | None:
        """The seat whose marker is on a space, if there is one."""
        level, square = space
        values = self._values
        if not values[MARKED + level] >> square & 1:
            return None
        return next(
            seat
            for seat in range(self.config.players)
            if values[LEVEL + seat] == level and values[SQUARE + seat] == square
        )

    def sweets_at(self, space: Space) -> int:
        """How many sweets tokens lie on a space."""
        level, square = space
        return (self._values[SWEETS_ONE + level] >> square & 1) + (self._values[SWEETS_TWO + level] >> square & 1)

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
        after = Position(self.config, state, self)
        return Step(after, tuple(explain(self, action, after)))

    def scores(self) -> tuple[SeatScore, ...]:
        """Every seat's score: final when the game is over, else as if it ended now."""
        if self._scores is None:
            self._scores = scores_of(self._state, self._rules, self.config)
        return self._scores


_SCRATCH = vector([0] * 1024)
"""Where legal actions are written; more of them than fit are counted first and written a second time."""


def _numbers(values: list[int], seat: int) -> list[int]:
    """The kernel's numbers of one player: all entries that are kept by seat, then the supply."""
    return [
        *values[LEVEL + seat : SUPPLY : MAX_PLAYERS],
        *values[SWEETS + seat :: MAX_PLAYERS],
        *values[SUPPLY + MAX_PLAYERS * seat : SUPPLY + MAX_PLAYERS * (seat + 1)],
    ]


def _player_state(numbers: list[int], players: int) -> PlayerState:
    """A player's part of a position from the kernel's numbers."""
    level, square, sweets, points, hand, deck, deck_size, discard, faces, discard_size, finished, *supply = numbers
    return PlayerState(
        marker=None if level < 0 else Space(level, square),
        supply=tuple(supply[:players]),
        sweets=sweets,
        points=points,
        hand=_cards_in(hand),
        deck=tuple(_unpacked(deck, deck_size)),
        discard=_discards(discard, faces, discard_size),
        finished=None if finished < 0 else finished,
    )


def _changed_state(before: PlayerState, were: list[int], numbers: list[int]) -> PlayerState:
    """The same from the player's part before, whose numbers were others: most actions leave the cards as they lie."""
    level, square, sweets, points, hand, deck, deck_size, discard, faces, discard_size, finished, *supply = numbers
    return PlayerState(
        None if level < 0 else Space(level, square),
        tuple(supply[: len(before.supply)]),
        sweets,
        points,
        _cards_in(hand),
        before.deck if numbers[5:7] == were[5:7] else tuple(_unpacked(deck, deck_size)),
        before.discard if numbers[7:10] == were[7:10] else _discards(discard, faces, discard_size),
        None if finished < 0 else finished,
    )


def _discards(packed: int, faces: int, size: int) -> tuple[Discard, ...]:
    return tuple([Discard(card, FACES[faces >> i & 1]) for i, card in enumerate(_unpacked(packed, size))])


@lru_cache(maxsize=1 << 13)
def _cards_in(hand: int) -> tuple[int, ...]:
    """The cards of a hand, ascending; there are few hands."""
    return tuple([card for card in range(1, 14) if hand >> (card - 1) & 1])


def _owners_on(boards: list[int]) -> tuple[int | None, ...]:
    """By square: the seat owning the token there, from each seat's board of one level."""
    owners: list[int | None] = [None] * SPACES
    for seat, board in enumerate(boards):
        for square in squares_of(board):
            owners[square] = seat
    return tuple(owners)


def rows_of(owners: tuple[int | None, ...]) -> list[str]:
    """A level's tokens as six texts, row 6 first."""
    letters = "".join([_LETTERS[owner] for owner in owners])
    return [letters[start : start + 6] for start in range(30, -1, -6)]


_LETTERS: dict[int | None, str] = {None: ".", **{seat: str(seat) for seat in range(MAX_PLAYERS)}}


def sweets_rows_of(sweets: tuple[int, ...]) -> list[list[int]]:
    """A level's sweets as six rows of numbers, row 6 first."""
    return [list(sweets[start : start + 6]) for start in range(30, -1, -6)]


@lru_cache(maxsize=256)
def _sweets_on(one: int, two: int) -> tuple[int, ...]:
    """By square: the number of sweets tokens there; a game has few of these boards, and all games the same ones."""
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
