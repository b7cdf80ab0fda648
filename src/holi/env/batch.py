"""Many games at once: the compiled loops below the vector environment.

Every function goes over all games, so that no Python runs between two of them. A *variant* is a set of rivalry cards
with its rules vector.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from holi.env.encoding import action_code
from holi.env.masks import DOWN_CARDS, DOWN_SPACES, REACH, SINGLES, summarize_legal, write_mask
from holi.env.observation import summarize, write_observation
from holi.env.rewards import write_rewards
from holi.kernel.actions import apply_action
from holi.kernel.layout import NOBODY, OVER, PHASE, PLAYERS, SEAT, SQUARE
from holi.kernel.mode import Ints, Rows, compiled, copy_into, lowest, popcount
from holi.kernel.playouts import below, next_word
from holi.kernel.setup import deal_hidden


class Games(NamedTuple):
    """All memory of the loops, as one argument; where a field has rows, there is one for each game."""

    states: Rows
    variants: Ints
    randoms: Rows

    start: Ints
    """The state that every game begins from; its decks are shuffled afterwards."""
    rules: Rows
    """By variant."""
    rivalry: Ints
    """By variant the rivalry cards, as bits; ascending."""
    flags: Ints
    """By variant the flags of its rivalry cards in observations."""
    cards_drawn: int
    """How many rivalry cards a new game draws, if there is more than one variant."""
    cards: int
    rules_cards: int
    """The rivalry cards of kind "rules", as bits."""
    reward_setting: int
    encoding: Ints

    pool: Ints
    legal: Ints
    face_ups: Ints
    summary: Ints
    scores: Ints
    """Room to work in, from `pool` on."""

    observations: Any
    observation_words: Any
    masks: Any
    mask_words: Any
    legal_counts: Any
    seats: Any
    rewards: Any
    terminated: Any
    """The arrays of `VectorEnv`; those with `words` are the same memory, several bytes at a time."""


@compiled
def seed_games(randoms: Rows, master: Ints) -> None:
    """Give every game a generator of its own; that of game `i` does not depend on how many games there are."""
    for i in range(len(randoms)):
        randoms[i][0] = next_word(master)
        randoms[i][1] = next_word(master)
        if randoms[i][0] == 0 and randoms[i][1] == 0:
            randoms[i][0] = 1  # the one state the generator never leaves


@compiled
def draw_rivalry(random: Ints, count: int, cards: int, rules_cards: int) -> int:
    """Draw rivalry cards one after the other, passing over a second one of kind "rules" (R2.2), as a bit set."""
    drawn = 0
    passed_over = 0
    while popcount(drawn) < count:
        card = 1 << below(random, cards)
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
def start_game(games: Games, row: int) -> None:
    variant = 0
    if len(games.rivalry) > 1:
        drawn = draw_rivalry(games.randoms[row], games.cards_drawn, games.cards, games.rules_cards)
        variant = variant_with(games.rivalry, drawn)
    games.variants[row] = variant
    copy_into(games.states[row], games.start)
    deal_hidden(games.states[row], games.rules[variant], NOBODY, games.randoms[row], games.pool)


@compiled
def show_game(games: Games, row: int) -> None:
    state = games.states[row]
    variant = games.variants[row]
    rules = games.rules[variant]
    legal = games.legal
    seat = state[SEAT]
    games.seats[row] = seat
    count = summarize_legal(state, rules, games.encoding, legal, games.face_ups)
    write_mask(legal, games.face_ups, count, games.masks[row], games.mask_words[row])
    count += popcount(legal[REACH]) + popcount(legal[SINGLES])
    games.legal_counts[row] = count + popcount(legal[DOWN_SPACES]) * popcount(legal[DOWN_CARDS])
    summarize(state, rules, seat, games.flags[variant], games.summary)
    write_observation(games.summary, games.observations[row], games.observation_words[row])


@compiled
def first_illegal(actions: Any, masks: Any) -> int:
    for i in range(len(actions)):
        if actions[i] < 0 or actions[i] >= masks.shape[1] or masks[i, actions[i]] == 0:
            return i
    return -1


@compiled
def reset_games(games: Games) -> None:
    for i in range(len(games.states)):
        start_game(games, i)
        show_game(games, i)


@compiled
def step_games(games: Games, actions: Any) -> None:
    """Do one legal action in every game; where that ends the game, write its rewards and begin the next."""
    for i in range(len(games.states)):
        state = games.states[i]
        rules = games.rules[games.variants[i]]
        apply_action(state, rules, action_code(int(actions[i]), state[SQUARE + state[SEAT]], games.encoding))
        over = state[PHASE] == OVER
        games.terminated[i] = over
        if over:
            write_rewards(state, rules, games.reward_setting, games.scores, games.rewards[i])
            start_game(games, i)
        else:
            for seat in range(rules[PLAYERS]):
                games.rewards[i, seat] = 0.0
        show_game(games, i)


@compiled
def choose_at_random(mask_words: Any, counts: Any, random: Ints, actions: Any) -> None:
    """Choose one legal action for every game, uniformly; masks are read four actions at a time."""
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
