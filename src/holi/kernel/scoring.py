"""Points at the end, the rivalry terms and the ranks (R9)."""

from __future__ import annotations

from holi.kernel.layout import (
    ALL,
    BEST_FRIENDS,
    COLUMN,
    COLUMNS_TOPPED,
    FINISHED,
    FIRST_FINISHED,
    FULL_LINES,
    GROUND,
    LARGEST_GROUP,
    MAX_TERMS,
    MESSIER_PLAYERS,
    MIDDLE,
    NOT_COLUMN_A,
    NOT_COLUMN_F,
    OCCUPIED,
    PLAYERS,
    POINTS,
    QUARTER,
    QUARTERS_LED,
    ROW,
    SCORE_HITS,
    SCORE_LEVELS,
    SCORE_ON_OTHERS,
    SCORE_SIZE,
    SCORE_SWEETS,
    SCORE_TERMS,
    SCORE_TOTAL,
    SUPPLY,
    SWEETS,
    SWEETS_HELD,
    TERM,
    TERM_POINTS,
    TERM_SPACES,
    TIE_BREAK,
    TOKENS,
    TOKENS_ON,
    TOKENS_STACKED,
    TOP,
)
from holi.kernel.mode import Ints, compiled, popcount


@compiled
def score(state: Ints, rules: Ints, seat: int, out: Ints, at: int) -> int:
    """Write the seat's score, by its parts, to `out` from index `at` on; return the total (R9.1-R9.4)."""
    total = 0
    for level in range(3):
        points = (level + 1) * popcount(state[TOKENS + 4 * level + seat])
        out[at + SCORE_LEVELS + level] = points
        total += points
    out[at + SCORE_ON_OTHERS] = 2 * tokens_on_others(state, rules, seat)
    out[at + SCORE_SWEETS] = 5 * _players_with_fewer_sweets(state, rules, seat)
    out[at + SCORE_HITS] = state[POINTS + seat]
    total += out[at + SCORE_ON_OTHERS] + out[at + SCORE_SWEETS] + out[at + SCORE_HITS]
    for slot in range(MAX_TERMS):
        points = 0
        if rules[TERM_POINTS + slot] != 0:
            counted = count_term(state, rules, seat, rules[TERM + slot], rules[TERM_SPACES + slot])
            points = rules[TERM_POINTS + slot] * counted
        out[at + SCORE_TERMS + slot] = points
        total += points
    out[at + SCORE_TOTAL] = total
    return total


@compiled
def tokens_on_others(state: Ints, rules: Ints, seat: int) -> int:
    """How many tokens of the seat's colour the others hold (R9.2)."""
    count = 0
    for other in range(rules[PLAYERS]):
        if other != seat:
            count += state[SUPPLY + 4 * other + seat]
    return count


@compiled
def _players_with_fewer_sweets(state: Ints, rules: Ints, seat: int) -> int:
    """R9.3."""
    count = 0
    for other in range(rules[PLAYERS]):
        if state[SWEETS + other] < state[SWEETS + seat]:
            count += 1
    return count


@compiled
def count_term(state: Ints, rules: Ints, seat: int, term: int, spaces: int) -> int:
    """How often a rivalry card's scoring term holds for the seat."""
    ground = state[TOKENS + seat]
    middle = state[TOKENS + 4 * MIDDLE + seat]
    top = state[TOKENS + 4 * TOP + seat]
    if term == SWEETS_HELD:
        return state[SWEETS + seat]
    if term == TOKENS_ON:
        return popcount(ground & spaces) + popcount(middle & spaces) + popcount(top & spaces)
    if term == COLUMNS_TOPPED:
        # By R7.6 a column is filled from below: a token is its highest if the space above holds none.
        return popcount(ground & ~state[OCCUPIED + MIDDLE]) + popcount(middle & ~state[OCCUPIED + TOP]) + popcount(top)
    if term == TOKENS_STACKED:
        return popcount(ground & middle) + popcount(middle & top)
    if term == FULL_LINES:
        return _full_lines(ground) + _full_lines(middle) + _full_lines(top)
    if term == LARGEST_GROUP:
        return max(_largest_group(ground), _largest_group(middle), _largest_group(top))
    if term == QUARTERS_LED:
        return _quarters_led(state, rules, seat)
    if term == MESSIER_PLAYERS:
        return _messier_players(state, rules, seat)
    if term == BEST_FRIENDS:
        return _best_friends(state, rules, seat)
    return 0


@compiled
def _full_lines(board: int) -> int:
    """Rows and columns with four or more tokens."""
    count = 0
    for line in range(6):
        if popcount(board & ROW << (6 * line)) >= 4:
            count += 1
        if popcount(board & COLUMN << line) >= 4:
            count += 1
    return count


@compiled
def _largest_group(board: int) -> int:
    """The size of the largest orthogonally connected group."""
    largest = 0
    while board != 0:
        group = board & -board
        grown = 0
        while grown != group:
            grown = group
            beside = (group & NOT_COLUMN_F) << 1 | (group & NOT_COLUMN_A) >> 1 | (group << 6 & ALL) | group >> 6
            group |= beside & board
        board ^= group
        largest = max(largest, popcount(group))
    return largest


@compiled
def _quarters_led(state: Ints, rules: Ints, seat: int) -> int:
    """Quarters of G with more tokens of the seat than of every other player."""
    count = 0
    for corner in range(4):
        quarter = QUARTER << (3 * (corner & 1) + 18 * (corner >> 1))
        own = popcount(state[TOKENS + 4 * GROUND + seat] & quarter)
        leads = True
        for other in range(rules[PLAYERS]):
            if other != seat and popcount(state[TOKENS + 4 * GROUND + other] & quarter) >= own:
                leads = False
        if leads:
            count += 1
    return count


@compiled
def _foreign_tokens(state: Ints, rules: Ints, holder: int) -> int:
    """Tokens of other colours than their own that a player holds."""
    count = 0
    for colour in range(rules[PLAYERS]):
        if colour != holder:
            count += state[SUPPLY + 4 * holder + colour]
    return count


@compiled
def _messier_players(state: Ints, rules: Ints, seat: int) -> int:
    """Other players who hold more foreign tokens than the seat."""
    own = _foreign_tokens(state, rules, seat)
    count = 0
    for other in range(rules[PLAYERS]):
        if _foreign_tokens(state, rules, other) > own:
            count += 1
    return count


@compiled
def _best_friends(state: Ints, rules: Ints, seat: int) -> int:
    """Other players who hold more of the seat's tokens than of each third colour, and at least one."""
    count = 0
    for friend in range(rules[PLAYERS]):
        if friend == seat:
            continue
        held = state[SUPPLY + 4 * friend + seat]
        best = held > 0
        for colour in range(rules[PLAYERS]):
            if colour != seat and colour != friend and state[SUPPLY + 4 * friend + colour] >= held:
                best = False
        if best:
            count += 1
    return count


@compiled
def score_all(state: Ints, rules: Ints, out: Ints) -> None:
    """Write every seat's score to `out`, `SCORE_SIZE` entries a seat."""
    for seat in range(rules[PLAYERS]):
        score(state, rules, seat, out, SCORE_SIZE * seat)


@compiled
def ranks_before(state: Ints, rules: Ints, scores: Ints, seat: int, other: int) -> bool:
    """R9.5: whether `seat` ranks before `other`, given the scores written by `score_all`."""
    difference = scores[SCORE_SIZE * seat + SCORE_TOTAL] - scores[SCORE_SIZE * other + SCORE_TOTAL]
    if difference == 0:
        difference = tokens_on_others(state, rules, seat) - tokens_on_others(state, rules, other)
    if difference == 0:
        difference = state[SWEETS + seat] - state[SWEETS + other]
    if difference == 0 and rules[TIE_BREAK] == FIRST_FINISHED:
        difference = state[FINISHED + other] - state[FINISHED + seat]
    if difference == 0:
        difference = other - seat
    return difference > 0


@compiled
def rank(state: Ints, rules: Ints, scores: Ints, seat: int) -> int:
    """The seat's rank, from 1 (R9.5)."""
    place = 1
    for other in range(rules[PLAYERS]):
        if other != seat and ranks_before(state, rules, scores, other, seat):
            place += 1
    return place
