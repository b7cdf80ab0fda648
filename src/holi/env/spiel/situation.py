"""A game whose draws are still open: what a state of the OpenSpiel game holds. OpenSpiel itself is not needed here.

The rules draw cards from the top of shuffled decks (R2.5, R8.1). Here no deck has an order: whenever the kernel draws,
the card is any of those that the seat has not drawn yet, each equally likely. So only the hands of others and the
cards they played face down are hidden, never the order of a deck.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, TypeAlias

from holi.env.encoding import FIRST_FACE_UP, ActionEncoding, action_code, action_id, encoding_of
from holi.game import END, Action, Config, Finished, IllegalActionError, Kind, Position, complete_deck, new_position
from holi.game.config import rules_of
from holi.game.errors import quoted
from holi.game.position import packed_cards
from holi.kernel import layout
from holi.kernel.actions import apply_action
from holi.kernel.layout import NOBODY
from holi.kernel.mode import Ints, copy_of, plain, vector
from holi.kernel.turns import can_throw_this_turn, legal_actions

ALL_CARDS: Final = (1 << layout.CARDS) - 1

DRAW: Final = (layout.END_ACTION >> layout.KIND_SHIFT) + 1
"""The kind of a log entry that is a card drawn; no kernel action has it."""

LONGEST_PLAY: Final = 1 + 3 * layout.CARDS + 2
"""The most actions of one seat: a corner, 13 turns of throw, move and end, and two climbs (R1.1, R1.2, R3.1)."""

Entry: TypeAlias = tuple[int, int]
"""Something that happened: the seat and the kernel's code of its action, or of the card drawn (`DRAW`)."""

Log: TypeAlias = tuple[Entry, ...]
"""All that happened. The cards that a seat draws at one time stand in ascending order: nobody acts between them."""


def draw_code(card: int) -> int:
    """The log's code for drawing a card; card 1 is 0 here, as in the kernel."""
    return DRAW << layout.KIND_SHIFT | card << layout.CARD_SHIFT


class Numbers(dict[int, int]):
    """Ids by the kernel's action codes, for a marker on one square; a cache, since finding them is slow."""

    def __init__(self, square: int, encoding: ActionEncoding) -> None:
        super().__init__()
        self._square = square
        self._encoding = encoding

    def __missing__(self, code: int) -> int:
        number = self[code] = int(action_id(code, self._square, self._encoding.vector))
        return number


class GameData:
    """What stays the same during a game: configuration, rules and action space. Get it with `game_data`."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.rules = rules_of(config)
        self.encoding: ActionEncoding = encoding_of(config.deck)
        self.numbers = [Numbers(square, self.encoding) for square in range(layout.SPACES)]
        self.room = vector([0] * self.encoding.size)

    def __reduce__(self) -> tuple[Any, ...]:
        return game_data, (self.config.players, self.config.rivalry, self.config.tie_break)


@lru_cache(maxsize=64)
def game_data(players: int, rivalry: tuple[str, ...], tie_break: str) -> GameData:
    """With the deck `complete`."""
    return GameData(Config(players, rivalry, complete_deck(), tie_break))


class Situation:
    """A moment of a game, never changed: `state` is the kernel's vector, `draws` the seats that draw, card by card.

    While a seat draws at the end of its turn, the turn is not yet over in `state`: it ends with the last card drawn.
    `holdable` has for each seat the cards, as bits, that its hand may have as far as others know: when a player is
    finished because no throw was possible (R3.3), only those that could not be thrown then.
    """

    __slots__ = ("_legal", "data", "draws", "holdable", "log", "state")

    def __init__(
        self, data: GameData, state: Ints, log: Log, draws: tuple[int, ...], holdable: tuple[int, ...]
    ) -> None:
        self.data = data
        self.state = state
        self.log = log
        self.draws = draws
        self.holdable = holdable
        self._legal: tuple[int, ...] | None = None

    @classmethod
    def first(cls, data: GameData) -> Situation:
        state, _ = new_position(data.config, "0" * 64).vectors
        for seat in range(data.config.players):
            state[layout.DECK + seat] = packed_cards(list(range(1, layout.CARDS + 1)))  # undo the shuffle
        return cls(data, state, (), draws=(), holdable=(ALL_CARDS,) * data.config.players)

    def __deepcopy__(self, memo: object) -> Situation:
        return self  # OpenSpiel copies all that a state holds with every clone

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.data, plain(self.state), self.log, self.draws, self.holdable)

    @property
    def drawing(self) -> int:
        """The seat that is to draw a card, or `NOBODY`."""
        return self.draws[0] if self.draws else NOBODY

    @property
    def over(self) -> bool:
        return bool(self.state[layout.PHASE] == layout.OVER)

    @property
    def acting(self) -> int | None:
        if self.draws:
            return self.drawing
        return None if self.over else int(self.state[layout.SEAT])

    @property
    def position(self) -> Position:
        """Its decks are sorted, for their order is not decided yet."""
        return Position(self.data.config, self.state)

    @property
    def legal(self) -> tuple[int, ...]:
        """The ids of all legal actions, ascending; none when the game is over or a card is to be drawn."""
        if self._legal is None:
            self._legal = () if self.draws else self._legal_numbers()
        return self._legal

    def _legal_numbers(self) -> tuple[int, ...]:
        codes = copy_of(self.data.room)
        count = legal_actions(self.state, self.data.rules, codes, len(codes))
        numbers = self.data.numbers[self._square]
        return tuple(sorted([numbers[code] for code in plain(codes[:count])]))

    @property
    def _square(self) -> int:
        """The square of the marker of the seat to act; 0 before it is placed."""
        return int(self.state[layout.SQUARE + self.state[layout.SEAT]])

    @property
    def undrawn(self) -> list[int]:
        """The cards that the drawing seat may draw, ascending; card 1 is 0."""
        packed = int(self.state[layout.DECK + self.drawing])
        return sorted(packed >> 4 * i & 15 for i in range(int(self.state[layout.DECK_SIZE + self.drawing])))

    def text_of(self, number: int) -> str:
        """The text of an action (F1); a throw face up that leaves the grid from here, in steps from the marker."""
        encoding = self.data.encoding
        if number < FIRST_FACE_UP or number >= encoding.size:
            return str(encoding.action_of(number, self.position))
        throw = encoding.throws[number - FIRST_FACE_UP]
        squares = None if self.state[layout.PHASE] == layout.SETUP else throw.squares_from(self._square)
        if squares is None:
            return f"T{throw.card}@({' '.join(f'{x:+d}{y:+d}' for x, y in throw.steps)})"
        return str(Action(Kind.THROW_UP, throw.card, squares))

    def after(self, number: int) -> Situation:
        if self.draws:
            return self._after_draw(number)
        if number not in self.legal:
            raise IllegalActionError(f"{quoted(number)} is not legal now; the legal numbers are {quoted(self.legal)}")
        code = int(action_code(number, self._square, self.data.encoding.vector))
        log = (*self.log, (int(self.state[layout.SEAT]), code))
        state = copy_of(self.state)
        apply_action(state, self.data.rules, code)
        drawn = [
            int(self.state[layout.DECK_SIZE + seat] - state[layout.DECK_SIZE + seat])
            for seat in range(layout.MAX_PLAYERS)
        ]
        draws = tuple(seat for seat, count in enumerate(drawn) for _ in range(count))
        if not draws:
            return self._settled(state, log)
        if code == layout.END_ACTION:  # whose turn is next depends on the cards
            return Situation(self.data, self.state, log, draws, self.holdable)
        for seat in draws:
            for field in (layout.HAND, layout.DECK, layout.DECK_SIZE):
                state[field + seat] = self.state[field + seat]
        return Situation(self.data, state, log, draws, self.holdable)

    def _after_draw(self, card: int) -> Situation:
        seat = self.drawing
        undrawn = self.undrawn
        if card not in undrawn:
            raise IllegalActionError(f"seat {seat} cannot draw {quoted(card)} now; the legal numbers are {undrawn}")
        undrawn.remove(card)
        state = copy_of(self.state)
        state[layout.HAND + seat] |= 1 << card
        state[layout.DECK + seat] = packed_cards([other + 1 for other in undrawn])
        state[layout.DECK_SIZE + seat] = len(undrawn)
        log = _with_draw(self.log, seat, card)
        following = Situation(self.data, state, log, self.draws[1:], self.holdable)
        if following.draws or not state[layout.THROWN]:  # only who ends a turn has thrown
            return following
        state = copy_of(state)
        apply_action(state, self.data.rules, layout.END_ACTION)
        return following._settled(state, log)

    def _settled(self, state: Ints, log: Log) -> Situation:
        """The situation with nothing left to draw, where `state` follows on that of this one."""
        holdable = list(self.holdable)
        if state[layout.FINISHED_COUNT] != self.state[layout.FINISHED_COUNT]:
            for event in self.position.apply(END)[1]:
                if isinstance(event, Finished) and event.why == "no-throw":
                    holdable[event.seat] = cards_not_thrown(state, self.data.rules, event.seat)
        return Situation(self.data, state, log, (), tuple(holdable))


def cards_not_thrown(state: Ints, rules: Ints, seat: int) -> int:
    """The cards, as bits, that a seat could not throw this turn, each tried as its whole hand."""
    state = copy_of(state)
    cards = 0
    for card in range(layout.CARDS):
        state[layout.HAND + seat] = 1 << card
        if not can_throw_this_turn(state, rules, seat):
            cards |= 1 << card
    return cards


def _restored(
    data: GameData, values: list[int], log: Log, draws: tuple[int, ...], holdable: tuple[int, ...]
) -> Situation:
    return Situation(data, vector(values), log, draws, holdable)


def _with_draw(log: Log, seat: int, card: int) -> Log:
    """The log with one more card drawn, in ascending order among those just drawn."""
    entry = (seat, draw_code(card))
    at = len(log)
    while at > 0 and log[at - 1][0] == seat and log[at - 1][1] > entry[1]:
        at -= 1  # a draw has the highest of all codes, so this passes over nothing else
    return (*log[:at], entry, *log[at:])


@lru_cache(maxsize=4096)
def entry_text(code: int) -> str:
    """An entry of a log for those who know its card: an action (F1), or `+7` for card 7 drawn."""
    return (
        f"+{(code >> layout.CARD_SHIFT & 15) + 1}" if code >> layout.KIND_SHIFT == DRAW else str(Action.from_code(code))
    )


@lru_cache(maxsize=4096)
def hidden_entry_text(code: int) -> str:
    """An entry of a log for those who may not know a card drawn or played face down (R5.3)."""
    return "+?" if code >> layout.KIND_SHIFT == DRAW else str(Action.from_code(code).hidden())
