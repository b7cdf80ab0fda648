"""The last turns: the solver's choice is as good as what trying everything finds, and it says when it cannot know."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from holi.bots.level_bot import LevelBot
from holi.bots.search.endgame_search import (
    GREAT_MANY,
    MOST_CARDS,
    RANK_STEP,
    SEARCHING,
    SOLVED,
    STATUS,
    begin,
    cards_left,
    knows_what_it_draws,
    new_endgame_memory,
    search,
)
from holi.bots.search.memory import new_memory
from holi.bots.search.thinking import (
    DECIDED,
    ENDING_TIME,
    FINDING,
    SOLVING,
    STEPS_AT_A_TIME,
    Level,
    begin_thinking,
    new_thinking,
    think,
)
from holi.bots.search.turn_search import turn_from
from holi.game import (
    Action,
    Config,
    Kind,
    Position,
    new_position,
    position_from_json,
    position_to_json,
    rivalry_cards,
    view_to_json,
)
from holi.kernel.actions import apply_action
from holi.kernel.mode import floats, vector
from tests.bots.test_levels import redealt

SOLVES = Level(network=0, ending_steps=1 << 24)
SQUARES = [column + row for row in "123456" for column in "abcdef"]


def small_ending(rng: random.Random, cards: tuple[int, ...]) -> Position:
    """A crowded ground level, short steps, and so many cards in each hand; who has none is finished."""
    players = len(cards)
    names = [name for name in rivalry_cards() if name not in ("short-steps", "mirror-dance", "swap-places")]
    tie_break = rng.choice(["player-order", "first-finished"])
    config = Config(players, ("short-steps", *rng.sample(names, 2)), tie_break=tie_break)
    data = position_to_json(new_position(config, "0" * 64))
    owners = [rng.randrange(players) if rng.random() < 0.9 else None for _ in SQUARES]
    markers = rng.sample([i for i, owner in enumerate(owners) if owner is None], players)
    text = "".join("." if owner is None else str(owner) for owner in owners)
    data["levels"]["G"] = [text[start : start + 6] for start in range(30, -1, -6)]
    data["sweets"] = {level: [[0] * 6 for _ in range(6)] for level in "GMT"}
    data["phase"] = "play"
    data["turn"]["seat"] = rng.choice([seat for seat in range(players) if cards[seat]])
    finished = 0
    for seat, player in enumerate(data["players"]):
        deck = rng.sample(range(1, 14), 13)
        player["marker"] = "G" + SQUARES[markers[seat]]
        player["sweets"] = 24 // players
        player["points"] = rng.randrange(4)
        player["hand"] = sorted(deck[: cards[seat]])
        player["discard"] = [{"card": card, "face": "up"} for card in deck[cards[seat] :]]
        player["deck"] = []
        player["supply"] = [0] * players
        if not cards[seat]:
            player["finished"] = finished
            finished += 1
    for seat, player in enumerate(data["players"]):
        player["supply"][seat] = own = rng.randint(1, 3)
        data["players"][seat - 1]["supply"][seat] = 25 - own - text.count(str(seat))
    return position_from_json(data)


SMALL_ENOUGH = {
    (1, 0): [0, 1, 2, 3],
    (1, 1): [33, 39, 107],
    (0, 1, 0): [0, 1, 2],
    (1, 0, 1): [8, 64, 98],
    (0, 1, 0, 1): [26, 29],
}
"""By cards in the hands: seeds of endings in which everything can be tried within some thousand actions."""


def small_endings(cards: tuple[int, ...]) -> list[Position]:
    return [small_ending(random.Random(seed), cards) for seed in SMALL_ENOUGH[cards]]


def keys_of(position: Position) -> list[int]:
    totals = [score.total for score in position.scores()]
    return [
        RANK_STEP * (len(totals) - score.rank) + score.total - max(totals[:seat] + totals[seat + 1 :])
        for seat, score in enumerate(position.scores())
    ]


class Everything:
    """Tries all there is in a small position: every action of every turn, one after the other."""

    def __init__(self, asking: int) -> None:
        self._asking = asking
        self._known: dict[Position, list[int]] = {}

    def ends(self, position: Position) -> Iterator[Position]:
        """The positions after every turn."""
        for action in position.legal_actions():
            state, rules = position.vectors
            apply_action(state, rules, action.code)
            after = Position(position.config, state)
            if action.kind is Kind.END:
                yield after
            else:
                yield from self.ends(after)

    def best_outcome(self, position: Position) -> list[int]:
        """What everybody gets if each plays for the best of their own, and else against whoever asks."""
        if position.phase == "over":
            return keys_of(position)
        if position not in self._known:
            seat = position.seat
            assert seat is not None
            outcomes = [self.best_outcome(after) for after in set(self.ends(position))]
            self._known[position] = max(outcomes, key=lambda keys: (keys[seat], -keys[self._asking]))
        return self._known[position]


def solved(position: Position) -> tuple[list[Action] | None, list[int]]:
    """The best turn and what it comes to for every seat; None and nothing if that cannot be said."""
    state, rules = position.vectors
    seat = position.seat
    assert seat is not None
    memory = new_endgame_memory()
    begin(state, rules, memory)
    while search(1 << 12, seat, not knows_what_it_draws(state, rules, seat), rules, memory) == SEARCHING:
        pass
    if memory.control[STATUS] != SOLVED:
        return None, []
    return turn_from(memory.best_path), [int(key) for key in memory.best[0][: position.config.players]]


def played(position: Position, turn: list[Action]) -> Position:
    for action in turn:
        position = position.apply(action).position
    return position


@pytest.mark.parametrize("cards", SMALL_ENOUGH, ids=str)
def test_the_choice_is_as_good_as_what_trying_everything_finds(cards):
    for position in small_endings(cards):
        seat = position.seat
        everything = Everything(seat)
        best = everything.best_outcome(position)
        turn, outcome = solved(position)
        assert turn is not None
        assert outcome[seat] == best[seat]
        assert everything.best_outcome(played(position, turn))[seat] == best[seat]
        if len(cards) == 2:
            assert sum(outcome) == RANK_STEP, "what one of two gains the other loses"


def test_the_rest_of_a_turn_is_solved_inside_it():
    for position in small_endings((1, 1)):
        turn, outcome = solved(position)
        assert turn is not None
        inside = position.apply(turn[0]).position
        rest, same_outcome = solved(inside)
        assert rest is not None
        assert same_outcome == outcome
        assert keys_of(played(inside, rest)) == keys_of(played(position, turn))


def hidden(position: Position, **changes: object) -> int:
    """How many cards are left to somebody who may not know all, with these changes of the other player's part."""
    data = position_to_json(position)
    assert position.seat is not None
    data["players"][1 - position.seat].update(changes)
    return cards_left(*position_from_json(data).vectors, position.seat)


def test_what_cannot_be_worked_out_is_not_solved():
    position = small_endings((1, 1))[0]
    other = position_to_json(position)["players"][1 - position.seat]
    assert hidden(position) == 2
    face_down = [*other["discard"][:-1], {**other["discard"][-1], "face": "down"}]
    assert hidden(position, discard=face_down) == GREAT_MANY
    in_deck = {"discard": other["discard"][:-1], "deck": [other["discard"][-1]["card"]]}
    assert hidden(position, **in_deck) == GREAT_MANY
    assert hidden(position, discard=face_down, finished=0) == 1, "who is finished has no secrets that matter"


def test_ones_own_deck_may_hold_a_single_card_but_no_more():
    position = small_endings((1, 1))[0]
    seat = position.seat
    for size, left in ((0, 2), (1, 3), (2, 2), (5, 2)):
        data = position_to_json(position)
        own = data["players"][seat]
        own["hand"] = sorted([*own["hand"], *(item["card"] for item in own["discard"][-2:])])
        own["discard"] = own["discard"][:-2]
        own["deck"] = [item["card"] for item in own["discard"][len(own["discard"]) - size :]]
        own["discard"] = own["discard"][: len(own["discard"]) - size]
        cards = cards_left(*position_from_json(data).vectors, seat)
        # With a hand of three and two or more in the deck, what is drawn is not known: only this turn counts.
        assert cards == (left + 2 if size < 2 else left)


def test_with_unknown_cards_to_draw_only_a_turn_that_finishes_is_solved():
    rng = random.Random(12)
    solved_some = given_up = 0
    for position in small_endings((1, 0)):
        data = position_to_json(position)
        own = data["players"][position.seat]
        own["hand"] = sorted([*own["hand"], *(item["card"] for item in own["discard"][:2])])
        own["deck"] = [item["card"] for item in own["discard"][2:6]]
        own["discard"] = own["discard"][6:]
        changed = position_from_json(data)
        turn, outcome = solved(changed)
        for _ in range(3):
            assert solved(redealt(changed, rng)) == (turn, outcome)
        if turn is None:
            given_up += 1
        else:
            solved_some += 1
            assert played(changed, turn).players[position.seat].finished is not None
    assert given_up > 0
    assert solved_some > 0


class Thoughts:
    """A bot that solves endings, thinking about one position."""

    def __init__(self, position: Position, level: Level = SOLVES) -> None:
        state, self._rules = position.vectors
        self._thinking = new_thinking(1)
        self._memories = new_memory(1, seed=1), new_memory(1, seed=0), new_endgame_memory()
        memory, _, endgame = self._memories
        begin_thinking(state, self._rules, vector(level), self._thinking, memory, endgame)

    def doing_after(self, steps: int, elapsed: int = 0) -> int:
        return think(steps, elapsed, self._rules, floats([]), self._thinking, *self._memories)


def test_a_bot_plays_the_solved_turn_however_the_hidden_cards_are_dealt():
    rng = random.Random(2)
    for position in small_endings((1, 1))[:2]:
        seat = position.seat
        assert seat is not None
        best, _ = solved(position)
        for seed in range(3):
            view = view_to_json(redealt(position, rng), seat)
            assert LevelBot("", SOLVES, seed).turn(view, 1e6) == best


def test_it_gives_up_when_the_share_of_time_for_endings_is_over_or_all_steps_are_done():
    position = max(small_endings((1, 1)), key=lambda position: len(position.legal_actions()))
    thoughts = Thoughts(position)
    assert thoughts.doing_after(1, elapsed=ENDING_TIME - 1) == SOLVING
    assert thoughts.doing_after(1, elapsed=ENDING_TIME) == FINDING
    assert thoughts.doing_after(1, elapsed=ENDING_TIME) == DECIDED
    thoughts = Thoughts(position, SOLVES._replace(ending_steps=STEPS_AT_A_TIME))
    assert [thoughts.doing_after(1) for _ in range(3)] == [SOLVING, FINDING, DECIDED]


def test_with_many_cards_it_does_not_begin():
    position = small_endings((1, 1))[0]
    data = position_to_json(position)
    for player in data["players"]:
        player["hand"] = sorted([*player["hand"], player["discard"].pop()["card"]])
    crowded = position_from_json(data)
    assert cards_left(*crowded.vectors, crowded.seat) == 4 > MOST_CARDS
    assert Thoughts(crowded).doing_after(0) == FINDING
    assert Thoughts(position, SOLVES._replace(ending_steps=0)).doing_after(0) == FINDING
    assert Thoughts(position).doing_after(0) == SOLVING
