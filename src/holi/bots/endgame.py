"""The last turns, solved: when nothing that matters is hidden any more, the best turn is found for certain.

Whole turns are the moves of the search. What counts is the rank at the end (R9.5, ties broken) and then the lead over
the best of the others. With two players this is alpha-beta search; with more, everybody is taken to play for the best
outcome of their own (max^n; among outcomes alike to them, the worst for whoever asks), and nothing is pruned.
Positions that several orders of play lead to are looked at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

from holi.bots.turn_search import LONGEST_TURN, MOST_ACTIONS, Rows
from holi.game import Action, Kind
from holi.kernel.actions import apply_action
from holi.kernel.layout import (
    DECK_SIZE,
    END_ACTION,
    FACE_DOWN,
    FINISHED,
    FINISHED_COUNT,
    HAND,
    HAND_LIMIT,
    LAST_DANCE,
    MAX_PLAYERS,
    OVER,
    PHASE,
    PLAYERS,
    SCORE_SIZE,
    SCORE_TOTAL,
    SEAT,
    STATE_SIZE,
    SUPPLY,
    THROWN,
)
from holi.kernel.mode import COMPILED, Ints, compiled, copy_into, matrix, popcount, vector
from holi.kernel.scoring import rank, score_all
from holi.kernel.turns import legal_actions

RANK_STEP: Final = 1 << 12
"""A better rank is worth more than any lead."""

GREAT_MANY: Final = 1 << 10
NOTHING_YET: Final = -(1 << 40)
TRIED: Final = -(1 << 41)

MOST_CARDS = 2
"""With more cards than this left to all players together, looking through everything takes too long to be begun."""

MOST_PLIES = 8
"""How many turns deep a search can go; a player may have no more than three or four cards."""

MOST_TURNS = 1 << 14 if COMPILED else 1 << 12
"""Room for the turns of one position."""

TABLE_SIZE = 1 << 15 if COMPILED else 1 << 12
STEPS_AT_A_TIME = 4_000 if COMPILED else 100
"""How many actions are tried between two looks at the clock."""

MOST_STEPS = 1 << 24 if COMPILED else 1 << 15
"""However much time there is, no more actions are tried than this."""

SHARE_OF_TIME = 0.6
"""The part of the thinking time that a bot gives to solving an ending; the rest is for looking ahead if it fails."""

DEPTHS = LONGEST_TURN + 1

# Where a search stands: the entries of `control`.
PLY, DEPTH, STATUS, RETURNING = 0, 1, 2, 3
CONTROL_SIZE = 4
SEARCHING, SOLVED, GIVEN_UP = 0, 1, 2

# By ply: how many turns were found, whether all are, the position's mark.
FOUND, ALL_FOUND, MARK = 0, 1, 2
PLY_SIZE = 3

# The table of positions: mark, what is known, and the outcome by seat.
TABLE_MARK, TABLE_KNOWN, TABLE_KEYS = 0, 1, 2
TABLE_COLUMNS = 2 + MAX_PLAYERS
NO_BETTER, BETTER, TOO_GOOD = 0, 1, 2
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
"""What the table knows of the outcome for the seat to move."""


@compiled
def knows_what_it_draws(state: Ints, rules: Ints, seat: int) -> bool:
    """Whether `seat` knows its hand after this turn: its deck has one card at most, or all of it is drawn (R8.1)."""
    hand = popcount(state[HAND + seat])
    if state[THROWN] == 0:
        hand -= 1
    return state[DECK_SIZE + seat] <= max(1, rules[HAND_LIMIT] - hand)


@compiled
def cards_left(state: Ints, rules: Ints, seat: int) -> int:
    """How many cards those who still play have together, if `seat` can work out all of them; else a great many.

    Another's hand can be worked out if nothing else of theirs is hidden: no deck, and no card face down. If `seat` will
    not know what it draws, only this turn of its own counts.
    """
    count = 0
    for player in range(rules[PLAYERS]):
        if state[FINISHED + player] >= 0:
            continue
        if player == seat and not knows_what_it_draws(state, rules, seat):
            count += 1
        elif player == seat or (state[DECK_SIZE + player] == 0 and state[FACE_DOWN + player] == 0):
            count += popcount(state[HAND + player]) + state[DECK_SIZE + player]
        else:
            return GREAT_MANY
    return count


@compiled
def finished_by_this_turn(state: Ints, rules: Ints, seat: int) -> bool:
    """Whether `seat` will be finished, whatever it draws, when it ends its turn now (R8.2, `last-dance`)."""
    return state[SUPPLY + 5 * seat] == 0 or (rules[LAST_DANCE] != 0 and state[FINISHED_COUNT] > 0)


@compiled
def write_keys(state: Ints, rules: Ints, scores: Ints, keys: Ints) -> None:
    """Write what a finished game is worth to every seat: rank first, then the lead."""
    score_all(state, rules, scores)
    players = rules[PLAYERS]
    for seat in range(players):
        best = -RANK_STEP
        for other in range(players):
            if other != seat:
                best = max(best, scores[SCORE_SIZE * other + SCORE_TOTAL])
        lead = scores[SCORE_SIZE * seat + SCORE_TOTAL] - best
        keys[seat] = RANK_STEP * (players - rank(state, rules, scores, seat)) + lead


@compiled
def position_mark(state: Ints) -> int:
    """A number that two different positions hardly ever share."""
    mixed = 1
    for i in range(STATE_SIZE):
        mixed = ((mixed ^ state[i]) * 0x5851F42D + (mixed >> 21)) & 0xFFFFFFFFFFFF
    return mixed


@compiled
def _enter(ply: int, states: Rows, rules: Ints, actions: Rows, left: Ints, plies: Rows, best: Rows) -> None:
    """Begin to look for the turns of the position that stands first in the ply."""
    row = DEPTHS * ply
    left[row] = legal_actions(states[row], rules, actions[row], MOST_ACTIONS)
    plies[ply][FOUND] = 0
    plies[ply][ALL_FOUND] = 0
    plies[ply][MARK] = position_mark(states[row])
    for seat in range(MAX_PLAYERS):
        best[ply][seat] = NOTHING_YET


@compiled
def _consider(ply: int, mover: int, seat: int, players: int, keys: Ints, best: Rows, floors: Rows) -> int:
    """Take an outcome if the mover likes it best so far, and say so; it may be too good for others to let it happen."""
    if keys[mover] < best[ply][mover] or (keys[mover] == best[ply][mover] and keys[seat] >= best[ply][seat]):
        return NO_BETTER
    for player in range(players):
        best[ply][player] = keys[player]
    floors[ply][mover] = max(floors[ply][mover], keys[mover])
    # Two players share a constant sum of outcomes; the other one has something better elsewhere.
    if players == 2 and keys[mover] >= RANK_STEP - floors[ply][1 - mover]:
        return TOO_GOOD
    return BETTER


@compiled
def _remember(mark: int, mover: int, players: int, cut: bool, floor: int, best: Ints, table: Rows) -> None:
    """Write into the table what was found out about a position."""
    entry = table[mark & (TABLE_SIZE - 1)]
    entry[TABLE_MARK] = mark
    entry[TABLE_KNOWN] = EXACT
    if cut:
        entry[TABLE_KNOWN] = AT_LEAST
    elif players == 2 and best[mover] <= floor:
        entry[TABLE_KNOWN] = AT_MOST
    for seat in range(MAX_PLAYERS):
        entry[TABLE_KEYS + seat] = best[seat]


@compiled
def _forget(table: Rows) -> None:
    """Empty the table."""
    for i in range(TABLE_SIZE):
        table[i][TABLE_KNOWN] = 0


@compiled
def _recall(mark: int, mover: int, floors: Ints, keys: Ints, table: Rows) -> bool:
    """Whether the table knows enough about a position; then its outcome is written to `keys`."""
    entry = table[mark & (TABLE_SIZE - 1)]
    known = entry[TABLE_KNOWN]
    if known == 0 or entry[TABLE_MARK] != mark:
        return False
    if known == AT_LEAST and entry[TABLE_KEYS + mover] < RANK_STEP - floors[1 - mover]:
        return False
    if known == AT_MOST and entry[TABLE_KEYS + mover] > floors[mover]:
        return False
    for seat in range(MAX_PLAYERS):
        keys[seat] = entry[TABLE_KEYS + seat]
    return True


@compiled
def _hand_back(seat: int, rules: Ints, control: Ints, states: Rows, best: Rows, floors: Rows) -> int:
    """The position of this ply is known; its outcome goes to the turn that led there."""
    control[RETURNING] = 0
    ply = control[PLY]
    if ply == 0:
        control[STATUS] = SOLVED
        return NO_BETTER
    control[PLY] = ply - 1
    return _consider(ply - 1, states[DEPTHS * (ply - 1)][SEAT], seat, rules[PLAYERS], best[ply], best, floors)


@compiled
def _find_turn(
    seat: int, only_this_turn: bool, rules: Ints, control: Ints, states: Rows, actions: Rows, left: Ints, path: Ints,
    plies: Rows, paths: Rows, worth: Rows, best: Rows, floors: Rows, work: Ints, keys: Ints, scores: Ints,
) -> int:  # fmt: skip
    """One more action on the way through all turns of the position; a turn that ends the game has its outcome."""
    ply = control[PLY]
    depth = control[DEPTH]
    row = DEPTHS * ply + depth
    if left[row] == 0:
        if depth == 0:
            plies[ply][ALL_FOUND] = 1
        control[DEPTH] = max(0, depth - 1)
        return NO_BETTER
    left[row] -= 1
    action = actions[row][left[row]]
    path[row] = action
    if action != END_ACTION:
        copy_into(states[row + 1], states[row])
        apply_action(states[row + 1], rules, action)
        left[row + 1] = legal_actions(states[row + 1], rules, actions[row + 1], MOST_ACTIONS)
        if left[row + 1] > MOST_ACTIONS:
            control[STATUS] = GIVEN_UP
        control[DEPTH] = depth + 1
        return NO_BETTER
    mover = states[row][SEAT]
    if only_this_turn and mover == seat and not finished_by_this_turn(states[row], rules, seat):
        control[STATUS] = GIVEN_UP
        return NO_BETTER
    copy_into(work, states[row])
    apply_action(work, rules, END_ACTION)
    write_keys(work, rules, scores, keys)
    if work[PHASE] == OVER:
        return _consider(ply, mover, seat, rules[PLAYERS], keys, best, floors)
    found = plies[ply][FOUND]
    if found == MOST_TURNS:
        control[STATUS] = GIVEN_UP
        return NO_BETTER
    for i in range(depth + 1):
        paths[MOST_TURNS * ply + found][i] = path[DEPTHS * ply + i]
    worth[ply][found] = keys[mover]
    plies[ply][FOUND] = found + 1
    return NO_BETTER


@compiled
def _most_promising(found: int, worth: Ints) -> int:
    """The turn not tried yet that is worth most at once, now counted as tried; -1 if there is none."""
    chosen = -1
    most = TRIED
    for i in range(found):
        if worth[i] > most:
            most = worth[i]
            chosen = i
    if chosen >= 0:
        worth[chosen] = TRIED
    return chosen


@compiled
def _try_turn(
    seat: int, rules: Ints, control: Ints, states: Rows, actions: Rows, left: Ints, path: Ints, plies: Rows,
    paths: Rows, worth: Rows, best: Rows, floors: Rows, entry_floors: Rows, table: Rows, work: Ints, keys: Ints,
) -> int:  # fmt: skip
    """Go on to the position after the next turn to be tried, unless the table knows it; or be done with this ply."""
    ply = control[PLY]
    mover = states[DEPTHS * ply][SEAT]
    players = rules[PLAYERS]
    chosen = _most_promising(plies[ply][FOUND], worth[ply])
    if chosen < 0:
        _remember(plies[ply][MARK], mover, players, False, entry_floors[ply][mover], best[ply], table)
        control[RETURNING] = 1
        return NO_BETTER
    way = paths[MOST_TURNS * ply + chosen]
    copy_into(work, states[DEPTHS * ply])
    for i in range(DEPTHS):
        path[DEPTHS * ply + i] = way[i]
        apply_action(work, rules, way[i])
        if way[i] == END_ACTION:
            break
    if _recall(position_mark(work), work[SEAT], floors[ply], keys, table):
        return _consider(ply, mover, seat, players, keys, best, floors)
    if ply + 1 == MOST_PLIES:
        control[STATUS] = GIVEN_UP
        return NO_BETTER
    control[PLY] = ply + 1
    control[DEPTH] = 0
    copy_into(states[DEPTHS * (ply + 1)], work)
    copy_into(floors[ply + 1], floors[ply])
    copy_into(entry_floors[ply + 1], floors[ply])
    _enter(ply + 1, states, rules, actions, left, plies, best)
    return NO_BETTER


@compiled
def search(
    steps: int, seat: int, only_this_turn: bool, rules: Ints, control: Ints, states: Rows, actions: Rows, left: Ints,
    path: Ints, plies: Rows, paths: Rows, worth: Rows, best: Rows, floors: Rows, entry_floors: Rows, best_path: Ints,
    table: Rows, work: Ints, keys: Ints, scores: Ints,
) -> int:  # fmt: skip
    """Search on for so many steps, from where `control` says; return the status.

    It gives up if `seat` would have to play a further turn with cards it does not know (`only_this_turn`), or if there
    is too much to look at.
    """
    while steps > 0 and control[STATUS] == SEARCHING:
        steps -= 1
        if control[RETURNING] != 0:
            verdict = _hand_back(seat, rules, control, states, best, floors)
        elif plies[control[PLY]][ALL_FOUND] == 0:
            verdict = _find_turn(
                seat, only_this_turn, rules, control, states, actions, left, path, plies, paths, worth, best, floors,
                work, keys, scores,
            )  # fmt: skip
        else:
            verdict = _try_turn(
                seat, rules, control, states, actions, left, path, plies, paths, worth, best, floors, entry_floors,
                table, work, keys,
            )  # fmt: skip
        ply = control[PLY]
        if verdict != NO_BETTER and ply == 0:
            copy_into(best_path, path)
        if verdict == TOO_GOOD:
            mover = states[DEPTHS * ply][SEAT]
            _remember(plies[ply][MARK], mover, rules[PLAYERS], True, 0, best[ply], table)
            control[RETURNING] = 1
    return control[STATUS]


class EndgameSolver:
    """Solves endings, one at a time; its memory is made when it is first needed and used again."""

    def __init__(self) -> None:
        self._buffers: tuple[Any, ...] | None = None
        self.outcome: list[int] = []
        """What the ending solved last comes to for each seat: `RANK_STEP` for each player left behind, and the lead."""

    def solve(
        self, state: Ints, rules: Ints, seat: int, deadline: float, clock: Callable[[], float] = time.perf_counter
    ) -> list[Action] | None:
        """The best rest of the turn for `seat`, to its end; None if that cannot be said for certain before `deadline`.

        `state` is a deal of what the seat may know; how the hidden cards were dealt makes no difference.
        """
        if cards_left(state, rules, seat) > MOST_CARDS:
            return None
        control = vector([0] * CONTROL_SIZE)
        states, actions, left, path, plies, paths, worth, best, floors, entry_floors, best_path, table, *rest = (
            self._memory()
        )
        _forget(table)
        for player in range(MAX_PLAYERS):
            floors[0][player] = entry_floors[0][player] = NOTHING_YET
        copy_into(states[0], state)
        _enter(0, states, rules, actions, left, plies, best)
        only_this_turn = not knows_what_it_draws(state, rules, seat)
        status = SEARCHING if left[0] <= MOST_ACTIONS else GIVEN_UP
        steps = 0
        while status == SEARCHING and steps < MOST_STEPS and clock() < deadline:
            steps += STEPS_AT_A_TIME
            status = search(
                STEPS_AT_A_TIME, seat, only_this_turn, rules, control, states, actions, left, path, plies, paths, worth,
                best, floors, entry_floors, best_path, table, *rest,
            )  # fmt: skip
        if status != SOLVED:
            return None
        self.outcome = [int(best[0][player]) for player in range(rules[PLAYERS])]
        turn: list[Action] = []
        while not turn or turn[-1].kind is not Kind.END:
            turn.append(Action.from_code(int(best_path[len(turn)])))
        return turn

    def _memory(self) -> tuple[Any, ...]:
        if self._buffers is None:
            rows = DEPTHS * MOST_PLIES
            self._buffers = (
                matrix(rows, STATE_SIZE),
                matrix(rows, MOST_ACTIONS),
                vector([0] * rows),
                vector([0] * rows),
                matrix(MOST_PLIES, PLY_SIZE),
                matrix(MOST_PLIES * MOST_TURNS, DEPTHS),
                matrix(MOST_PLIES, MOST_TURNS),
                matrix(MOST_PLIES, MAX_PLAYERS),
                matrix(MOST_PLIES, MAX_PLAYERS),
                matrix(MOST_PLIES, MAX_PLAYERS),
                vector([0] * rows),
                matrix(TABLE_SIZE, TABLE_COLUMNS),
                vector([0] * STATE_SIZE),
                vector([0] * MAX_PLAYERS),
                vector([0] * (SCORE_SIZE * MAX_PLAYERS)),
            )
        return self._buffers
