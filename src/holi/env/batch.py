"""Many games at once: the compiled loops below the vector environment.

Every function goes over all games, so that no Python runs between two of them. Games lie in rows: `states`, and the
generator of each game, `randoms`. A *variant* is a set of rivalry cards with its rules vector, a row of `bank`.
"""

from __future__ import annotations

from typing import Any, Final

from holi.bots.look_ahead import deal_anew
from holi.bots.turn_search import Rows
from holi.env.encoding import action_code
from holi.env.masks import DOWN_CARDS, DOWN_SPACES, REACH, SINGLES, summarize_legal, write_mask
from holi.env.observation import RIVALRY_CARDS, summarize, write_observation
from holi.env.rewards import write_rewards
from holi.kernel.actions import apply_action
from holi.kernel.layout import OVER, PHASE, PLAYERS, SEAT, SQUARE
from holi.kernel.mode import Ints, compiled, copy_into, lowest, popcount
from holi.kernel.playouts import below, next_word

NOBODY: Final = -1
"""A seat that knows no card, so that all of them are dealt anew."""


@compiled
def seed_games(randoms: Rows, master: Ints) -> None:
    """Give every game a generator of its own; that of game `i` does not depend on how many games there are."""
    for i in range(len(randoms)):
        randoms[i][0] = next_word(master)
        randoms[i][1] = next_word(master)
        if randoms[i][0] == 0 and randoms[i][1] == 0:
            randoms[i][0] = 1  # the one state the generator never leaves


@compiled
def draw_rivalry(random: Ints, count: int, rules_cards: int) -> int:
    """Draw rivalry cards one after the other, passing over a second one of kind "rules" (R2.2), as a bit set."""
    drawn = 0
    passed_over = 0
    while popcount(drawn) < count:
        card = 1 << below(random, RIVALRY_CARDS)
        if (drawn | passed_over) & card == 0:
            if card & rules_cards != 0 and drawn & rules_cards != 0:
                passed_over |= card
            else:
                drawn |= card
    return drawn


@compiled
def variant_with(variant_bits: Ints, wanted: int) -> int:
    """The number of the variant with these rivalry cards; `variant_bits` ascend."""
    low = 0
    high = len(variant_bits) - 1
    while low < high:
        middle = (low + high) // 2
        if variant_bits[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


@compiled
def start_game(
    state: Ints, start: Ints, bank: Rows, variant_bits: Ints, drawn: int, rules_cards: int, random: Ints, pool: Ints
) -> int:
    """Begin a new game with shuffled decks; return its variant."""
    variant = 0
    if len(variant_bits) > 1:
        variant = variant_with(variant_bits, draw_rivalry(random, drawn, rules_cards))
    copy_into(state, start)
    deal_anew(state, bank[variant], NOBODY, random, pool)
    return variant


@compiled
def show_game(
    state: Ints, rules: Ints, rivalry: int, row: int, encoding: Ints, legal: Ints, face_ups: Ints, summary: Ints,
    nibble_words: Any, byte_words: Any, observations: Any, observation_words: Any, masks: Any, mask_words: Any,
    counts: Any, seats: Any,
) -> None:  # fmt: skip
    """Write the observation and the mask of the seat to act to a row of the arrays."""
    seat = state[SEAT]
    seats[row] = seat
    count = summarize_legal(state, rules, encoding, legal, face_ups)
    write_mask(legal, face_ups, count, nibble_words, masks[row], mask_words[row])
    counts[row] = count + popcount(legal[REACH]) + popcount(legal[SINGLES])
    counts[row] += popcount(legal[DOWN_SPACES]) * popcount(legal[DOWN_CARDS])
    summarize(state, rules, seat, rivalry, summary)
    write_observation(summary, byte_words, observations[row], observation_words[row])


@compiled
def first_illegal(actions: Any, masks: Any) -> int:
    """The first game whose action its mask does not allow, or -1."""
    for i in range(len(actions)):
        if actions[i] < 0 or actions[i] >= masks.shape[1] or masks[i, actions[i]] == 0:
            return i
    return -1


@compiled
def reset_games(
    states: Rows, variants: Ints, randoms: Rows, start: Ints, bank: Rows, variant_bits: Ints, drawn: int,
    rules_cards: int, pool: Ints, encoding: Ints, legal: Ints, face_ups: Ints, summary: Ints, nibble_words: Any,
    byte_words: Any, observations: Any, observation_words: Any, masks: Any, mask_words: Any, counts: Any, seats: Any,
) -> None:  # fmt: skip
    """Begin every game anew."""
    for i in range(len(states)):
        variant = start_game(states[i], start, bank, variant_bits, drawn, rules_cards, randoms[i], pool)
        variants[i] = variant
        show_game(
            states[i], bank[variant], variant_bits[variant], i, encoding, legal, face_ups, summary, nibble_words,
            byte_words, observations, observation_words, masks, mask_words, counts, seats,
        )  # fmt: skip


@compiled
def step_games(
    actions: Any, setting: int, scores: Ints, rewards: Any, terminated: Any,
    states: Rows, variants: Ints, randoms: Rows, start: Ints, bank: Rows, variant_bits: Ints, drawn: int,
    rules_cards: int, pool: Ints, encoding: Ints, legal: Ints, face_ups: Ints, summary: Ints, nibble_words: Any,
    byte_words: Any, observations: Any, observation_words: Any, masks: Any, mask_words: Any, counts: Any, seats: Any,
) -> None:  # fmt: skip
    """Do one legal action in every game; a game that is over is paid out and begun anew."""
    for i in range(len(states)):
        state = states[i]
        variant = variants[i]
        rules = bank[variant]
        apply_action(state, rules, action_code(int(actions[i]), state[SQUARE + state[SEAT]], encoding))
        over = state[PHASE] == OVER
        terminated[i] = over
        if over:
            write_rewards(state, rules, setting, scores, rewards[i])
            variant = start_game(state, start, bank, variant_bits, drawn, rules_cards, randoms[i], pool)
            variants[i] = variant
        else:
            for seat in range(rules[PLAYERS]):
                rewards[i, seat] = 0.0
        show_game(
            state, bank[variant], variant_bits[variant], i, encoding, legal, face_ups, summary, nibble_words,
            byte_words, observations, observation_words, masks, mask_words, counts, seats,
        )  # fmt: skip


@compiled
def choose_at_random(mask_words: Any, counts: Any, random: Ints, actions: Any) -> None:
    """One legal action for every game, each with the same chance; masks are read four actions at a time."""
    for i in range(len(counts)):
        left = below(random, int(counts[i]))
        at = 0
        here = popcount(int(mask_words[i, at]))
        while left >= here:
            left -= here
            at += 1
            here = popcount(int(mask_words[i, at]))
        word = int(mask_words[i, at])
        for _ in range(left):
            word &= word - 1
        actions[i] = 4 * at + lowest(word) // 8
