"""A game whose draws are still open: what a state of the OpenSpiel game holds. OpenSpiel itself is not needed here.

The rules draw cards from the top of shuffled decks (R2.5, R8.1). Here no deck has an order: at the moment the rules
draw, a card is drawn from those that the seat has not drawn yet, with the same chance for each. So what is hidden
are only the hands of others and the cards they played face down, never the order of a deck.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, TypeAlias

from holi.env.encoding import FIRST_FACE_UP, ActionEncoding, action_code, action_id, encoding_of
from holi.game import Action, Config, IllegalActionError, Kind, Position, complete_deck, new_position
from holi.game.config import rules_of
from holi.game.errors import quoted
from holi.game.position import packed_cards
from holi.kernel.actions import apply_action
from holi.kernel.layout import (
    CARD_SHIFT,
    CARDS,
    DECK,
    DECK_SIZE,
    END,
    END_ACTION,
    FINISHED,
    FINISHED_COUNT,
    HAND,
    HAND_LIMIT,
    KIND_SHIFT,
    LAST_DANCE,
    MAX_PLAYERS,
    OVER,
    PHASE,
    SEAT,
    SETUP,
    SPACES,
    SQUARE,
    SUPPLY,
)
from holi.kernel.mode import Ints, copy_of, plain, vector
from holi.kernel.turns import can_throw_this_turn, legal_actions

NOBODY: Final = -1
"""As the seat that draws: nobody does."""

ALL_CARDS: Final = (1 << CARDS) - 1

DRAW: Final = END + 1
"""In a log only: the kind of an entry that is no action, but a card drawn."""

LONGEST_PLAY: Final = 1 + 3 * CARDS + 2
"""The most actions of one seat: a corner, 13 turns of throw, move and end, and two climbs (R1.1, R1.2, R3.1)."""

Entry: TypeAlias = tuple[int, int]
"""Something that happened: the seat and the kernel's code of its action, or of the card drawn (`DRAW`)."""

Log: TypeAlias = tuple[Entry, ...]
"""All that happened. The cards that a seat draws at one time stand in ascending order: nobody acts between them."""


def draw_code(card: int) -> int:
    """The log's code for drawing a card; card 1 is 0 here, as in the kernel."""
    return DRAW << KIND_SHIFT | card << CARD_SHIFT


class Numbers(dict[int, int]):
    """From the kernel's codes of actions to ids, for a marker on one square; found once each, for it takes time."""

    def __init__(self, square: int, encoding: ActionEncoding) -> None:
        super().__init__()
        self._square = square
        self._encoding = encoding

    def __missing__(self, code: int) -> int:
        number = self[code] = int(action_id(code, self._square, self._encoding.vector))
        return number


class Table:
    """What stays the same during a game: configuration, rules and action space. Get it with `table_of`."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.rules = rules_of(config)
        self.encoding: ActionEncoding = encoding_of(config.deck)
        self.numbers = [Numbers(square, self.encoding) for square in range(SPACES)]
        self.room = vector([0] * self.encoding.size)
        """As long as any list of legal actions, which all have different ids; to be copied."""

    def __reduce__(self) -> tuple[Any, ...]:
        return table_of, (self.config.players, self.config.rivalry, self.config.tie_break)


@lru_cache(maxsize=64)
def table_of(players: int, rivalry: tuple[str, ...], tie_break: str) -> Table:
    """The table for a configuration with the deck `complete`."""
    return Table(Config(players, rivalry, complete_deck(), tie_break))


class Situation:
    """A moment of a game, never changed: `state` is the kernel's vector, `drawing` the seat that is to draw a card.

    While a seat draws at the end of its turn, the turn is not yet over in `state`: it ends with the last card drawn.
    By seat, `holdable` is the set of cards, as bits, that may be in its hand for all that others know of R3.3: when a
    player has fallen out because no throw was possible, only those cards that could not be thrown then.
    """

    __slots__ = ("_legal", "drawing", "holdable", "log", "state", "table")

    def __init__(self, table: Table, state: Ints, log: Log, drawing: int, holdable: tuple[int, ...]) -> None:
        self.table = table
        self.state = state
        self.log = log
        self.drawing = drawing
        self.holdable = holdable
        self._legal: tuple[int, ...] | None = None

    def __deepcopy__(self, memo: object) -> Situation:
        return self  # OpenSpiel copies all that a state holds with every clone

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.table, plain(self.state), self.log, self.drawing, self.holdable)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.state[PHASE] == OVER)

    @property
    def acting(self) -> int | None:
        """The seat to act or to draw; None when the game is over."""
        if self.drawing != NOBODY:
            return self.drawing
        return None if self.over else int(self.state[SEAT])

    @property
    def position(self) -> Position:
        """The position; its decks are sorted, for their order is not decided yet."""
        return Position(self.table.config, self.state)

    @property
    def legal(self) -> tuple[int, ...]:
        """The ids of all legal actions, ascending; none when the game is over or a card is to be drawn."""
        if self._legal is None:
            self._legal = () if self.drawing != NOBODY else self._legal_numbers()
        return self._legal

    def _legal_numbers(self) -> tuple[int, ...]:
        codes = copy_of(self.table.room)
        count = legal_actions(self.state, self.table.rules, codes, len(codes))
        numbers = self.table.numbers[self._square]
        return tuple(sorted([numbers[code] for code in plain(codes[:count])]))

    @property
    def _square(self) -> int:
        """The square of the marker of the seat to act; 0 before it is placed."""
        return int(self.state[SQUARE + self.state[SEAT]])

    @property
    def undrawn(self) -> list[int]:
        """The cards that the drawing seat may draw, ascending; card 1 is 0."""
        packed = int(self.state[DECK + self.drawing])
        return sorted(packed >> 4 * i & 15 for i in range(int(self.state[DECK_SIZE + self.drawing])))

    def text_of(self, number: int) -> str:
        """The text of an action (F1); a throw face up that leaves the grid from here, in steps from the marker."""
        encoding = self.table.encoding
        if number < FIRST_FACE_UP or number >= encoding.size:
            return str(encoding.action_of(number, self.position))
        throw = encoding.throws[number - FIRST_FACE_UP]
        squares = None if self.state[PHASE] == SETUP else throw.squares_from(self._square)
        if squares is None:
            return f"T{throw.card}@({' '.join(f'{x:+d}{y:+d}' for x, y in throw.steps)})"
        return str(Action(Kind.THROW_UP, throw.card, squares))

    def after(self, number: int) -> Situation:
        """The situation after an action, or after drawing a card if one is to be drawn."""
        if self.drawing != NOBODY:
            return self._after_draw(number)
        if number not in self.legal:
            raise IllegalActionError(f"{quoted(number)} is not legal now; the legal numbers are {quoted(self.legal)}")
        code = int(action_code(number, self._square, self.table.encoding.vector))
        seat = int(self.state[SEAT])
        log = (*self.log, (seat, code))
        if code == END_ACTION and self._draws_more(self.state, seat):
            return Situation(self.table, self.state, log, seat, self.holdable)
        return self._acted(self.state, code, log)

    def _acted(self, before: Ints, code: int, log: Log) -> Situation:
        state = copy_of(before)
        apply_action(state, self.table.rules, code)
        holdable = self.holdable
        if state[FINISHED_COUNT] != before[FINISHED_COUNT]:
            holdable = tuple(
                cards_not_thrown(state, self.table.rules, seat) if self._fell_out(before, state, seat) else cards
                for seat, cards in enumerate(holdable)
            )
        return Situation(self.table, state, log, NOBODY, holdable)

    def _fell_out(self, before: Ints, state: Ints, seat: int) -> bool:
        """Whether a turn's end finished a seat because it could not throw (R3.3), and for no other reason (R8.2)."""
        if state[FINISHED + seat] < 0 or before[FINISHED + seat] >= 0:
            return False
        if seat != before[SEAT]:
            return True
        last_dance = self.table.rules[LAST_DANCE] != 0 and before[FINISHED_COUNT] > 0
        return bool(state[SUPPLY + (MAX_PLAYERS + 1) * seat] != 0 and state[HAND + seat] != 0 and not last_dance)

    def _after_draw(self, card: int) -> Situation:
        seat = self.drawing
        undrawn = self.undrawn
        if card not in undrawn:
            raise IllegalActionError(f"seat {seat} cannot draw {quoted(card)} now; the legal numbers are {undrawn}")
        undrawn.remove(card)
        state = copy_of(self.state)
        state[HAND + seat] |= 1 << card
        state[DECK + seat] = packed_cards([other + 1 for other in undrawn])
        state[DECK_SIZE + seat] = len(undrawn)
        log = _with_draw(self.log, seat, card)
        if state[PHASE] == SETUP:  # R2.5: one card for each, before the corners are chosen
            following = seat + 1 if seat + 1 < self.table.config.players else NOBODY
            return Situation(self.table, state, log, following, self.holdable)
        if self._draws_more(state, seat):
            return Situation(self.table, state, log, seat, self.holdable)
        return self._acted(state, END_ACTION, log)

    def _draws_more(self, state: Ints, seat: int) -> bool:
        """R8.1."""
        return bool(int(state[HAND + seat]).bit_count() < self.table.rules[HAND_LIMIT] and state[DECK_SIZE + seat] > 0)


def cards_not_thrown(state: Ints, rules: Ints, seat: int) -> int:
    """The cards, as bits, with which a seat cannot throw in a turn; of a hand can be thrown what of one card can."""
    state = copy_of(state)
    cards = 0
    for card in range(CARDS):
        state[HAND + seat] = 1 << card
        if not can_throw_this_turn(state, rules, seat):
            cards |= 1 << card
    return cards


def _restored(table: Table, values: list[int], log: Log, drawing: int, holdable: tuple[int, ...]) -> Situation:
    """A situation out of a serialized state."""
    return Situation(table, vector(values), log, drawing, holdable)


def _with_draw(log: Log, seat: int, card: int) -> Log:
    """The log with one more card drawn, among those just drawn in ascending order."""
    entry = (seat, draw_code(card))
    at = len(log)
    while at > 0 and log[at - 1][0] == seat and log[at - 1][1] > entry[1]:
        at -= 1  # a draw has the highest of all codes, so this passes over nothing else
    return (*log[:at], entry, *log[at:])


def first_situation(table: Table) -> Situation:
    """The situation before anything was drawn."""
    state, _ = new_position(table.config, "0" * 64).vectors  # the shuffle is undone below
    for seat in range(table.config.players):
        state[HAND + seat] = 0
        state[DECK + seat] = packed_cards(list(range(1, CARDS + 1)))
        state[DECK_SIZE + seat] = CARDS
    return Situation(table, state, (), drawing=0, holdable=(ALL_CARDS,) * table.config.players)


@lru_cache(maxsize=4096)
def entry_text(code: int) -> str:
    """An entry of a log for those who know its card: an action (F1), or `+7` for card 7 drawn."""
    return f"+{(code >> CARD_SHIFT & 15) + 1}" if code >> KIND_SHIFT == DRAW else str(Action.from_code(code))


@lru_cache(maxsize=4096)
def hidden_entry_text(code: int) -> str:
    """An entry of a log for those who may not know a card drawn or played face down (R5.3)."""
    return "+?" if code >> KIND_SHIFT == DRAW else str(Action.from_code(code).hidden())
