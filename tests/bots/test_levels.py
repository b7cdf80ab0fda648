"""Every level: legal actions only, nothing hidden used, whole turns."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from holi.bots import LEVELS, make_bot
from holi.bots.level_bot import LevelBot
from holi.bots.search.thinking import Level
from holi.bots.search.turn_search import EVERYTHING
from holi.game import (
    Action,
    Config,
    Game,
    Kind,
    MalformedError,
    Position,
    format_turn,
    position_from_json,
    position_to_json,
    rivalry_cards,
    view_to_json,
)
from holi.kernel.mode import COMPILED

POSITIONS = 60 if COMPILED else 4
"""How many positions each level chooses in; thinking takes long interpreted."""

THINKING = 0.05


def positions(count: int, seed: int) -> list[Position]:
    """Positions at the start of turns and inside them, from random play with all rivalry cards in turn."""
    rng = random.Random(seed)
    names = list(rivalry_cards())
    found: list[Position] = []
    while len(found) < count:
        cards = rng.sample(names, 2) if rng.random() < 0.5 else [names[len(found) % len(names)]]
        game = Game(Config(players=rng.choice((2, 3, 4)), rivalry=tuple(cards)), seed=f"{rng.getrandbits(256):064x}")
        for _ in range(rng.randrange(100)):
            if game.position.seat is None:
                break
            game.apply(rng.choice(game.legal_actions()))
        if game.position.seat is not None:
            found.append(game.position)
    return found


def late_positions(count: int) -> list[Position]:
    """Positions with three cards left: looking ahead is quick, interpreted too, and the end is not solved yet."""
    rng = random.Random(13)
    found: list[Position] = []
    while len(found) < count:
        game = Game(Config(players=2), seed=f"{rng.getrandbits(256):064x}")
        while game.position.seat is not None:
            if sum(len(player.hand) + len(player.deck) for player in game.position.players) == 3:
                found.append(game.position)
                break
            game.apply(rng.choice(game.legal_actions()))
    return found


def redealt(position: Position, rng: random.Random) -> Position:
    """The same position with all that the seat to act may not know dealt again."""
    data = position_to_json(position)
    for seat, player in enumerate(data["players"]):
        hidden = [*player["deck"]]
        if seat != position.seat:
            hidden += player["hand"] + [item["card"] for item in player["discard"] if item["face"] == "down"]
        rng.shuffle(hidden)
        player["deck"] = [hidden.pop() for _ in player["deck"]]
        if seat != position.seat:
            player["hand"] = sorted(hidden.pop() for _ in player["hand"])
            for item in player["discard"]:
                if item["face"] == "down":
                    item["card"] = hidden.pop()
    return position_from_json(data)


def chosen(level: str, position: Position, thinking: float = THINKING) -> list[Action]:
    assert position.seat is not None
    return list(make_bot(level, seed=5).turn(view_to_json(position, position.seat), thinking))


def played(position: Position, turn: Sequence[Action]) -> Position:
    """The position after a turn, each action of which is legal and only the last one ends it."""
    for action in turn:
        assert action in position.legal_actions()
        position = position.apply(action).position
    assert [action.kind in (Kind.PLACE_MARKER, Kind.END) for action in turn] == [False] * (len(turn) - 1) + [True]
    return position


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_whole_legal_turns_with_every_rivalry_card(level):
    for position in positions(POSITIONS, seed=11):
        played(position, chosen(level, position))


@pytest.mark.parametrize("level", [level for level in LEVELS if level != "master"])
def test_dealing_the_hidden_cards_anew_changes_no_choice(level):
    # `master` thinks until its time is up, so two of its choices may differ by the clock alone; with plenty of time the
    # others do not look at it.
    rng = random.Random(3)
    some = positions(POSITIONS // 2, seed=12)
    if level == "expert" and not COMPILED:  # it looks ahead, which takes long interpreted
        some = late_positions(2)
    for position in some:
        assert chosen(level, position, 1e6) == chosen(level, redealt(position, rng), 1e6)


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_plays_its_turns_to_the_end(level):
    game = Game(Config(players=2, rivalry=("splash", "rangoli")), seed="a" * 64)
    bots = [make_bot(level, seed=1), make_bot("random", seed=2)]
    ended, enough = 0, 26 if COMPILED else 3
    while game.position.seat is not None and ended < enough:
        seat = game.position.seat
        turn = bots[seat].turn(view_to_json(game.position, seat), THINKING)
        for action in turn:
            game.apply(action)
        ended += turn[-1].kind is Kind.END
    assert ended >= min(enough, 4)


def test_the_same_seed_makes_the_same_choice_when_rounds_are_counted():
    for position in late_positions(20 if COMPILED else 1):
        assert position.seat is not None
        view = view_to_json(position, position.seat)
        bots = [LevelBot("", Level(network=1, candidates=3, most_rounds=4), seed=7) for _ in range(2)]
        assert len({format_turn(bot.turn(view, 1e6)) for bot in bots}) == 1


def lead_after_turn(position: Position, noticing: int) -> int:
    """What a turn of a bot that sees so much comes to: the seat's lead over the best of the others."""
    seat = position.seat
    assert seat is not None
    for action in LevelBot("", Level(network=0, noticing=noticing), seed=5).turn(view_to_json(position, seat), 1.0)[
        :-1
    ]:
        position = position.apply(action).position
    totals = [score.total for score in position.scores()]
    return totals[seat] - max(total for other, total in enumerate(totals) if other != seat)


def test_who_overlooks_something_never_finds_more_and_often_less():
    turns = [position for position in positions(POSITIONS, seed=14) if position.phase != "setup"]
    leads = [(lead_after_turn(position, 12), lead_after_turn(position, EVERYTHING)) for position in turns]
    assert all(some <= best for some, best in leads)
    assert any(some < best for some, best in leads)


def test_an_unknown_level_is_refused_with_the_list():
    with pytest.raises(MalformedError, match="there is no bot level 'grandmaster'; the levels are random, novice"):
        make_bot("grandmaster", seed=1)
