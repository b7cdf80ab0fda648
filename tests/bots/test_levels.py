"""Every level: legal actions only, nothing hidden used, whole turns."""

from __future__ import annotations

import random

import pytest

from holi.bots import LEVELS, make_bot
from holi.game import (
    Config,
    Game,
    Kind,
    MalformedError,
    Position,
    position_from_json,
    position_to_json,
    rivalry_cards,
    view_to_json,
)
from holi.kernel.mode import COMPILED

POSITIONS = 60 if COMPILED else 6
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


def redealt(position: Position, rng: random.Random) -> Position:
    """The same position with all that the seat to act may not know dealt anew."""
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


def chosen(level: str, position: Position, thinking: float = THINKING) -> str:
    assert position.seat is not None
    view = view_to_json(position, position.seat)
    return str(make_bot(level, seed=5).choose(view, position.legal_actions(), thinking))


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_chooses_legal_actions_with_every_rivalry_card(level):
    for position in positions(POSITIONS, seed=11):
        assert chosen(level, position) in [str(action) for action in position.legal_actions()]


@pytest.mark.parametrize("level", [level for level in LEVELS if level != "master"])
def test_dealing_the_hidden_cards_anew_changes_no_choice(level):
    # `master` thinks until its time is up, so two of its choices may differ by the clock alone; with plenty of time the
    # others do not look at it.
    rng = random.Random(3)
    for position in positions(POSITIONS // 2, seed=12):
        assert chosen(level, position, 1e6) == chosen(level, redealt(position, rng), 1e6)


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_plays_its_turns_to_the_end(level):
    game = Game(Config(players=2, rivalry=("splash", "rangoli")), seed="a" * 64)
    bots = [make_bot(level, seed=1), make_bot("random", seed=2)]
    ended = 0
    while game.position.seat is not None and ended < (26 if COMPILED else 4):
        seat = game.position.seat
        action = bots[seat].choose(view_to_json(game.position, seat), game.legal_actions(), THINKING)
        game.apply(action)
        ended += action.kind is Kind.END
    assert ended >= 4


def test_an_unknown_level_is_refused_with_the_list():
    with pytest.raises(MalformedError, match="there is no bot level 'grandmaster'; the levels are random, novice"):
        make_bot("grandmaster", seed=1)
