"""How a bot thinks about a turn, in short steps and without a clock; whoever asks looks at the time between them.

An ending is solved if the level does so and little is left. Else the turns that the level notices are evaluated, and
the best-looking candidates are told apart by looking ahead from each many times. In a round every candidate that is
still in question is tried with the same deal, so that luck of the draw cancels out; they are halved stage by stage.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from holi.bots.search.endgame_search import (
    GIVEN_UP,
    MOST_CARDS,
    SOLVED,
    EndgameMemory,
    begin,
    cards_left,
    knows_what_it_draws,
    search,
)
from holi.bots.search.evaluation import evaluate
from holi.bots.search.memory import LONGEST_TURN, Memory
from holi.bots.search.turn_search import EVERYTHING, face_up_turns, search_turns
from holi.bots.search.value import Floats
from holi.kernel.actions import apply_action
from holi.kernel.layout import (
    CORNERS,
    END_ACTION,
    KIND_SHIFT,
    MARKED,
    OVER,
    PHASE,
    PLACE_MARKER,
    PLAYERS,
    SEAT,
    SETUP,
    SPACES,
    STATE_SIZE,
)
from holi.kernel.mode import Ints, compiled, copy_into, lowest, popcount, vector
from holi.kernel.playouts import below, next_word, nth_space, random_action
from holi.kernel.setup import deal_hidden
from holi.kernel.turns import ends_turn, free_corners

NO_LIMIT = 1 << 30
"""Rounds of looking ahead where only the time limits them."""


class Level(NamedTuple):
    """What tells one bot from another."""

    network: int
    """1: positions are evaluated by the trained network; 0: by the score as it stands."""
    noticing: int = EVERYTHING
    """The percentage of ways to play that it sees, with the oversights of people; at 0 it plays at random."""
    attention: int = EVERYTHING
    """The percentage of the turns seen that get evaluated, to save time."""
    candidates: int = 1
    """With more than one, it looks ahead from these, to the end of its own next turn."""
    most_rounds: int = NO_LIMIT
    """Rounds of looking ahead; if the time allows for them, the same seed makes the same choices."""
    ending_steps: int = 0
    """Actions tried at most to solve an ending; at 0 it does not try to."""


NOTICING, ATTENTION, MOST_ROUNDS, ENDING_STEPS = 1, 2, 4, 5

DECIDED, SOLVING, FINDING, LOOKING_AHEAD = 0, 1, 2, 3
"""What a bot is doing."""

STEPS_AT_A_TIME = 400
"""Actions of an ending tried in one step of thinking."""

# Thousandths of the thinking time.
ALL_TIME: Final = 1000
ENDING_TIME = 600
"""After this an ending is given up; the rest is for looking ahead."""
TIME_USED = 900
"""After this nothing new begins."""

# How far it has come: the entries of `control`. BEGAN is the time gone by when looking ahead began, NEXT the place in
# `kept` of the candidate to be tried next, ROUNDS how many rounds are complete, EARLIER how many before this stage.
DOING, STEPS, BEGAN, COUNT, NEXT, ROUNDS, EARLIER, STAGE, STAGES = 0, 1, 2, 3, 4, 5, 6, 7, 8
THINKING_SIZE = 9


class Thinking(NamedTuple):
    """A bot's thoughts about one turn."""

    level: Ints
    control: Ints
    state: Ints
    """The position, with the hidden cards dealt at random."""
    turn: Ints
    """What it has decided, when it has."""
    kept: Ints
    """Numbers of the candidates in question, `COUNT` of them."""
    sums: Ints
    visits: Ints
    """By candidate: the sum of the values found by looking ahead, and how many there are."""
    luck: Ints
    """The generator's state at the start of a round."""


def new_thinking(candidates: int) -> Thinking:
    return Thinking(
        level=vector([0] * len(Level._fields)),
        control=vector([0] * THINKING_SIZE),
        state=vector([0] * STATE_SIZE),
        turn=vector([0] * (LONGEST_TURN + 1)),
        kept=vector([0] * candidates),
        sums=vector([0] * candidates),
        visits=vector([0] * candidates),
        luck=vector([0, 0]),
    )


@compiled
def choose_corner(state: Ints, random: Ints) -> int:
    """R2.4: the corner that shares sides of the tower with the fewest others taken, by chance among equals.

    Tower and cards look the same from all four sides, so for the first player all corners are alike. What the others'
    choice is worth was measured (docs/decisions/0012-opening-corner.md): little or nothing.
    """
    corners = free_corners(state)
    fewest = popcount(CORNERS)
    best = 0
    while corners != 0:
        corner = corners & -corners
        corners ^= corner
        opposite = 1 << (SPACES - 1 - lowest(corner))
        beside = popcount(state[MARKED] & CORNERS & ~(corner | opposite))
        if beside < fewest:
            fewest = beside
            best = 0
        if beside == fewest:
            best |= corner
    return PLACE_MARKER << KIND_SHIFT | nth_space(best, below(random, popcount(best)))


@compiled
def _play_at_random(state: Ints, rules: Ints, random: Ints, turn: Ints) -> None:
    for i in range(len(turn)):
        turn[i] = random_action(state, rules, random)
        if ends_turn(turn[i] >> KIND_SHIFT):
            break
        apply_action(state, rules, turn[i])


@compiled
def begin_thinking(
    state: Ints, rules: Ints, level: Ints, thinking: Thinking, memory: Memory, endgame: EndgameMemory
) -> None:
    """Begin to think about the turn of the seat to act. `state` may have the cards hidden from it in any order."""
    control, known, random = thinking.control, thinking.state, memory.random
    for i in range(THINKING_SIZE):
        control[i] = 0
    copy_into(thinking.level, level)
    copy_into(known, state)
    seat = state[SEAT]
    if level[NOTICING] == 0:
        _play_at_random(known, rules, random, thinking.turn)
    elif state[PHASE] == SETUP:
        thinking.turn[0] = choose_corner(state, random)
    else:
        control[DOING] = FINDING
        deal_hidden(known, rules, seat, random, memory.pool)
        if level[ENDING_STEPS] > 0 and cards_left(known, rules, seat) <= MOST_CARDS:
            control[DOING] = SOLVING
            begin(known, rules, endgame)


@compiled
def _decide(turn: Ints, thinking: Thinking) -> None:
    for i in range(len(thinking.turn)):
        thinking.turn[i] = turn[i]
    thinking.control[DOING] = DECIDED


@compiled
def _solve(elapsed: int, rules: Ints, thinking: Thinking, endgame: EndgameMemory) -> None:
    control, state = thinking.control, thinking.state
    status = GIVEN_UP
    if elapsed < ENDING_TIME and control[STEPS] < thinking.level[ENDING_STEPS]:
        control[STEPS] += STEPS_AT_A_TIME
        seat = state[SEAT]
        status = search(STEPS_AT_A_TIME, seat, not knows_what_it_draws(state, rules, seat), rules, endgame)
    if status == SOLVED:
        _decide(endgame.best_path, thinking)
    elif status == GIVEN_UP:
        control[DOING] = FINDING


@compiled
def _find(rules: Ints, weights: Floats, thinking: Thinking, memory: Memory) -> None:
    """Find the candidates among the turns noticed, or among all if that is none; prepare to look ahead from several."""
    control, state, level = thinking.control, thinking.state, thinking.level
    noticing = level[NOTICING]
    found = 0
    while found == 0:
        found = search_turns(state, rules, state[SEAT], weights, memory, noticing, level[ATTENTION], True)
        noticing = EVERYTHING
    for i in range(len(thinking.kept)):
        thinking.kept[i] = i
        thinking.sums[i] = 0
        thinking.visits[i] = 0
    control[DOING] = LOOKING_AHEAD
    control[COUNT] = found
    control[STAGE] = 1
    control[STAGES] = 1
    while 1 << control[STAGES] < found:
        control[STAGES] += 1
    if found == 1:
        _decide(memory.turns[0], thinking)


@compiled
def _stage_is_over(elapsed: int, thinking: Thinking) -> bool:
    """Each stage has the same share of the time and of the rounds; the time gone by is asked after a round at least."""
    control = thinking.control
    stage, stages, rounds = control[STAGE], control[STAGES], control[ROUNDS]
    if rounds >= thinking.level[MOST_ROUNDS] * stage // stages:
        return True
    until = control[BEGAN] + (TIME_USED - control[BEGAN]) * stage // stages
    return rounds > control[EARLIER] and elapsed >= until


@compiled
def look_ahead(end: Ints, rules: Ints, seat: int, weights: Floats, memory: Memory) -> int:
    """Deal the hidden cards again, play on up to the end of the seat's own next turn, and evaluate before it ends.

    Every next player takes the turn with a throw face up that the network likes best; throws face down are left out,
    since they are many and seldom better.
    """
    work = memory.work
    copy_into(work, end)
    deal_hidden(work, rules, seat, memory.random, memory.pool)
    mover = work[SEAT]
    for _ in range(rules[PLAYERS]):
        apply_action(work, rules, END_ACTION)
        if work[PHASE] == OVER:
            break
        mover = work[SEAT]
        face_up_turns(work, rules, mover, weights, memory)
        copy_into(work, memory.ends[0])
        if mover == seat:
            break
    return evaluate(work, rules, seat, mover, weights, memory)


@compiled
def best_first(kept: Ints, count: int, sums: Ints, visits: Ints) -> None:
    """Sort the first `count` candidates in `kept` by their mean value."""
    for i in range(1, count):
        turn = kept[i]
        j = i
        while j > 0 and sums[kept[j - 1]] * visits[turn] < sums[turn] * visits[kept[j - 1]]:
            kept[j] = kept[j - 1]
            j -= 1
        kept[j] = turn


@compiled
def _try_candidate(
    elapsed: int, rules: Ints, weights: Floats, thinking: Thinking, memory: Memory, ahead: Memory
) -> None:
    """Look ahead from the next candidate; or end the stage, or decide, when it is time."""
    control, kept, luck = thinking.control, thinking.kept, thinking.luck
    if control[NEXT] == 0 and control[ROUNDS] == 0:
        control[BEGAN] = min(elapsed, TIME_USED)
    time_is_up = elapsed >= TIME_USED
    if time_is_up or (control[NEXT] == 0 and _stage_is_over(elapsed, thinking)):
        best_first(kept, control[COUNT], thinking.sums, thinking.visits)
        control[COUNT] = (control[COUNT] + 1) // 2
        control[STAGE] += 1
        control[EARLIER] = control[ROUNDS]
        if time_is_up or control[COUNT] == 1:
            _decide(memory.turns[kept[0]], thinking)
        return
    if control[NEXT] == 0:
        luck[0] = next_word(memory.random)
        luck[1] = next_word(memory.random) | 1  # both words must not be 0
    copy_into(ahead.random, luck)
    candidate = kept[control[NEXT]]
    thinking.sums[candidate] += look_ahead(memory.ends[candidate], rules, thinking.state[SEAT], weights, ahead)
    thinking.visits[candidate] += 1
    control[NEXT] += 1
    if control[NEXT] == control[COUNT]:
        control[NEXT] = 0
        control[ROUNDS] += 1


@compiled
def think(
    steps: int,
    elapsed: int,
    rules: Ints,
    weights: Floats,
    thinking: Thinking,
    memory: Memory,
    ahead: Memory,
    endgame: EndgameMemory,
) -> int:
    """Think on for so many steps; return what the bot is doing now.

    `elapsed` is the time gone by, in thousandths of the thinking time. Without a network `weights` is empty. `memory`
    has room for the level's candidates, `ahead` for one.
    """
    control = thinking.control
    for _ in range(steps):
        if control[DOING] == SOLVING:
            _solve(elapsed, rules, thinking, endgame)
        elif control[DOING] == FINDING:
            _find(rules, weights, thinking, memory)
        elif control[DOING] == LOOKING_AHEAD:
            _try_candidate(elapsed, rules, weights, thinking, memory, ahead)
    return control[DOING]
