"""The last turns, solved: when nothing that matters is hidden any more, the best turn is found for certain.

Whole turns are the moves of the search. What counts is the rank at the end (R9.5, ties broken) and then the lead over
the best of the others. With two players this is alpha-beta search; with more, everybody is taken to play for the best
outcome of their own (max^n; among outcomes alike to them, the worst for whoever asks), and nothing is pruned.
Positions that several orders of play lead to are looked at once.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from holi.bots.search.memory import LONGEST_TURN, MOST_ACTIONS
from holi.kernel.actions import apply_action, cards_to_draw, why_finished
from holi.kernel.layout import (
    DECK_SIZE,
    END_ACTION,
    FACE_DOWN,
    FINISHED,
    FINISHED_COUNT,
    HAND,
    MAX_PLAYERS,
    NOT_FINISHED,
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
from holi.kernel.mode import COMPILED, Ints, Rows, compiled, copy_into, matrix, popcount, vector
from holi.kernel.scoring import rank, score_all
from holi.kernel.turns import legal_actions

GREAT_MANY = 1 << 10
MOST_CARDS = 2
"""With more cards than this left to all players together, looking through everything takes too long to be begun."""

RANK_STEP: Final = 1 << 12
"""A better rank is worth more than any lead."""

NOTHING_YET: Final = -(1 << 40)
TRIED: Final = -(1 << 41)

MOST_PLIES = 8
"""How many turns deep a search can go; a player may have no more than three or four cards."""

MOST_TURNS = 1 << 14 if COMPILED else 1 << 12
TABLE_SIZE = 1 << 15 if COMPILED else 1 << 12
"""The usual room for the turns of one position, and for positions known; what is solved depends on both."""

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


class EndgameMemory(NamedTuple):
    """By ply and depth: `states`, `actions`, `left` and `path`; by ply and turn: `paths` and `worth`."""

    control: Ints
    states: Rows
    actions: Rows
    left: Ints
    path: Ints
    plies: Rows
    paths: Rows
    worth: Rows
    best: Rows
    """By ply: the outcome by seat of the best turn so far."""
    floors: Rows
    """By ply: what each seat can already be sure of; `entry_floors` is the same when the ply began."""
    entry_floors: Rows
    best_path: Ints
    table: Rows
    work: Ints
    keys: Ints
    scores: Ints


def new_endgame_memory(
    most_turns: int = MOST_TURNS, table_size: int = TABLE_SIZE, most_actions: int = MOST_ACTIONS
) -> EndgameMemory:
    """`table_size` is a power of two."""
    rows = DEPTHS * MOST_PLIES
    return EndgameMemory(
        control=vector([0] * CONTROL_SIZE),
        states=matrix(rows, STATE_SIZE),
        actions=matrix(rows, most_actions),
        left=vector([0] * rows),
        path=vector([0] * rows),
        plies=matrix(MOST_PLIES, PLY_SIZE),
        paths=matrix(MOST_PLIES * most_turns, DEPTHS),
        worth=matrix(MOST_PLIES, most_turns),
        best=matrix(MOST_PLIES, MAX_PLAYERS),
        floors=matrix(MOST_PLIES, MAX_PLAYERS),
        entry_floors=matrix(MOST_PLIES, MAX_PLAYERS),
        best_path=vector([0] * rows),
        table=matrix(table_size, TABLE_COLUMNS),
        work=vector([0] * STATE_SIZE),
        keys=vector([0] * MAX_PLAYERS),
        scores=vector([0] * (SCORE_SIZE * MAX_PLAYERS)),
    )


@compiled
def knows_what_it_draws(state: Ints, rules: Ints, seat: int) -> bool:
    """Whether `seat` knows its hand after this turn: its deck has one card at most, or all of it is drawn (R8.1)."""
    hand = popcount(state[HAND + seat])
    if state[THROWN] == 0:
        hand -= 1
    deck = state[DECK_SIZE + seat]
    return deck <= 1 or cards_to_draw(rules, hand, deck) == deck


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
    """Whether `seat` will be finished when it ends its turn now, even with a card in hand (R8.2)."""
    return why_finished(rules, state[SUPPLY + 5 * seat], 1, state[FINISHED_COUNT]) != NOT_FINISHED


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
def _enter(ply: int, rules: Ints, memory: EndgameMemory) -> None:
    """Begin to look for the turns of the position that stands first in the ply."""
    row = DEPTHS * ply
    state = memory.states[row]
    memory.left[row] = legal_actions(state, rules, memory.actions[row], len(memory.actions[row]))
    memory.plies[ply][FOUND] = 0
    memory.plies[ply][ALL_FOUND] = 0
    memory.plies[ply][MARK] = position_mark(state)
    for seat in range(MAX_PLAYERS):
        memory.best[ply][seat] = NOTHING_YET


@compiled
def _consider(ply: int, seat: int, players: int, keys: Ints, memory: EndgameMemory) -> int:
    """Take an outcome if the mover likes it best so far, and say so; it may be too good for others to let it happen."""
    mover = memory.states[DEPTHS * ply][SEAT]
    best = memory.best[ply]
    floors = memory.floors[ply]
    if keys[mover] < best[mover] or (keys[mover] == best[mover] and keys[seat] >= best[seat]):
        return NO_BETTER
    for player in range(players):
        best[player] = keys[player]
    floors[mover] = max(floors[mover], keys[mover])
    # Two players share a constant sum of outcomes; the other one has something better elsewhere.
    if players == 2 and keys[mover] >= RANK_STEP - floors[1 - mover]:
        return TOO_GOOD
    return BETTER


@compiled
def _remember(ply: int, players: int, cut: bool, memory: EndgameMemory) -> None:
    mark = memory.plies[ply][MARK]
    mover = memory.states[DEPTHS * ply][SEAT]
    best = memory.best[ply]
    entry = memory.table[mark & (len(memory.table) - 1)]
    entry[TABLE_MARK] = mark
    entry[TABLE_KNOWN] = EXACT
    if cut:
        entry[TABLE_KNOWN] = AT_LEAST
    elif players == 2 and best[mover] <= memory.entry_floors[ply][mover]:
        entry[TABLE_KNOWN] = AT_MOST
    for seat in range(MAX_PLAYERS):
        entry[TABLE_KEYS + seat] = best[seat]


@compiled
def _forget(table: Rows) -> None:
    for i in range(len(table)):
        table[i][TABLE_KNOWN] = 0


@compiled
def _recall(mark: int, mover: int, floors: Ints, keys: Ints, table: Rows) -> bool:
    """Whether the table knows enough about a position; then its outcome is written to `keys`."""
    entry = table[mark & (len(table) - 1)]
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
def _hand_back(seat: int, rules: Ints, memory: EndgameMemory) -> int:
    """The position of this ply is known; its outcome goes to the turn that led there."""
    control = memory.control
    control[RETURNING] = 0
    ply = control[PLY]
    if ply == 0:
        control[STATUS] = SOLVED
        return NO_BETTER
    control[PLY] = ply - 1
    return _consider(ply - 1, seat, rules[PLAYERS], memory.best[ply], memory)


@compiled
def _find_turn(seat: int, only_this_turn: bool, rules: Ints, memory: EndgameMemory) -> int:
    """One more action on the way through all turns of the position; a turn that ends the game has its outcome."""
    control, states, left = memory.control, memory.states, memory.left
    ply = control[PLY]
    depth = control[DEPTH]
    row = DEPTHS * ply + depth
    if left[row] == 0:
        if depth == 0:
            memory.plies[ply][ALL_FOUND] = 1
        control[DEPTH] = max(0, depth - 1)
        return NO_BETTER
    left[row] -= 1
    action = memory.actions[row][left[row]]
    memory.path[row] = action
    if action != END_ACTION:
        copy_into(states[row + 1], states[row])
        apply_action(states[row + 1], rules, action)
        room = len(memory.actions[row + 1])
        left[row + 1] = legal_actions(states[row + 1], rules, memory.actions[row + 1], room)
        if left[row + 1] > room:
            control[STATUS] = GIVEN_UP
        control[DEPTH] = depth + 1
        return NO_BETTER
    mover = states[row][SEAT]
    if only_this_turn and mover == seat and not finished_by_this_turn(states[row], rules, seat):
        control[STATUS] = GIVEN_UP
        return NO_BETTER
    work, keys = memory.work, memory.keys
    copy_into(work, states[row])
    apply_action(work, rules, END_ACTION)
    write_keys(work, rules, memory.scores, keys)
    if work[PHASE] == OVER:
        return _consider(ply, seat, rules[PLAYERS], keys, memory)
    found = memory.plies[ply][FOUND]
    most_turns = len(memory.worth[ply])
    if found == most_turns:
        control[STATUS] = GIVEN_UP
        return NO_BETTER
    for i in range(depth + 1):
        memory.paths[most_turns * ply + found][i] = memory.path[DEPTHS * ply + i]
    memory.worth[ply][found] = keys[mover]
    memory.plies[ply][FOUND] = found + 1
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
def _try_turn(seat: int, rules: Ints, memory: EndgameMemory) -> int:
    """Go on to the position after the next turn to be tried, unless the table knows it; or be done with this ply."""
    control, states, work = memory.control, memory.states, memory.work
    ply = control[PLY]
    chosen = _most_promising(memory.plies[ply][FOUND], memory.worth[ply])
    if chosen < 0:
        _remember(ply, rules[PLAYERS], False, memory)
        control[RETURNING] = 1
        return NO_BETTER
    way = memory.paths[len(memory.worth[ply]) * ply + chosen]
    copy_into(work, states[DEPTHS * ply])
    for i in range(DEPTHS):
        memory.path[DEPTHS * ply + i] = way[i]
        apply_action(work, rules, way[i])
        if way[i] == END_ACTION:
            break
    if _recall(position_mark(work), work[SEAT], memory.floors[ply], memory.keys, memory.table):
        return _consider(ply, seat, rules[PLAYERS], memory.keys, memory)
    if ply + 1 == MOST_PLIES:
        control[STATUS] = GIVEN_UP
        return NO_BETTER
    control[PLY] = ply + 1
    control[DEPTH] = 0
    copy_into(states[DEPTHS * (ply + 1)], work)
    copy_into(memory.floors[ply + 1], memory.floors[ply])
    copy_into(memory.entry_floors[ply + 1], memory.floors[ply])
    _enter(ply + 1, rules, memory)
    return NO_BETTER


@compiled
def search(steps: int, seat: int, only_this_turn: bool, rules: Ints, memory: EndgameMemory) -> int:
    """Search on for this many steps, from where `control` says; return the status.

    It gives up if `seat` would have to play a further turn with cards it does not know (`only_this_turn`), or if there
    is too much to look at.
    """
    control = memory.control
    while steps > 0 and control[STATUS] == SEARCHING:
        steps -= 1
        if control[RETURNING] != 0:
            verdict = _hand_back(seat, rules, memory)
        elif memory.plies[control[PLY]][ALL_FOUND] == 0:
            verdict = _find_turn(seat, only_this_turn, rules, memory)
        else:
            verdict = _try_turn(seat, rules, memory)
        if verdict != NO_BETTER and control[PLY] == 0:
            copy_into(memory.best_path, memory.path)
        if verdict == TOO_GOOD:
            _remember(control[PLY], rules[PLAYERS], True, memory)
            control[RETURNING] = 1
    return control[STATUS]


@compiled
def begin(state: Ints, rules: Ints, memory: EndgameMemory) -> None:
    _forget(memory.table)
    for i in range(CONTROL_SIZE):
        memory.control[i] = 0
    for player in range(MAX_PLAYERS):
        memory.floors[0][player] = NOTHING_YET
        memory.entry_floors[0][player] = NOTHING_YET
    copy_into(memory.states[0], state)
    _enter(0, rules, memory)
    memory.control[STATUS] = SEARCHING if memory.left[0] <= len(memory.actions[0]) else GIVEN_UP
