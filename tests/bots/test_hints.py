"""Hints: legal turns, from what the seat may know alone, with chances that are chances and reasons that are true."""

from __future__ import annotations

import random

import pytest
from tools.calibration import Sample, chances, fitted, mover_bonus, reliability, with_bonus

from holi.bots.advice.comparison import LEAST_ROUNDS, TurnComparison
from holi.bots.advice.hints import hints
from holi.bots.advice.reasons import REASONS, reasons_for
from holi.game import (
    Action,
    Config,
    Game,
    Kind,
    MalformedError,
    Position,
    parse_turn,
    position_from_json,
    position_to_json,
    view_to_json,
)
from holi.kernel.mode import COMPILED
from holi.record import replay
from tests.bots.test_levels import positions, redealt
from tests.record.games import golden

POSITIONS = 30 if COMPILED else 4
ROUNDS = LEAST_ROUNDS
PLENTY = 1e6


def view_of(position: Position) -> dict:
    assert position.seat is not None
    return view_to_json(position, position.seat)


def test_hinted_turns_can_be_played_and_the_best_comes_first():
    for position in positions(POSITIONS, seed=21):
        found = hints(view_of(position), PLENTY, most=3, most_rounds=ROUNDS)
        assert 1 <= len(found) <= 3
        assert [hint.win_chance for hint in found] == sorted((hint.win_chance for hint in found), reverse=True)
        assert len({hint.turn for hint in found}) == len(found)
        for hint in found:
            after = position
            for action in hint.turn:
                after = after.apply(action).position
            assert hint.turn[-1].kind is (Kind.END if position.phase == "play" else Kind.PLACE_MARKER)
            assert 0 <= hint.win_chance <= 1
            for reason in hint.reasons:
                assert tuple(reason.parameters) == REASONS[reason.code]


def test_dealing_the_hidden_cards_anew_changes_no_hint():
    rng = random.Random(4)
    for position in positions(POSITIONS // 2, seed=22):
        first = hints(view_of(position), PLENTY, seed=7, most_rounds=ROUNDS)
        assert first == hints(view_of(redealt(position, rng)), PLENTY, seed=7, most_rounds=ROUNDS)


def test_the_chances_of_all_seats_make_one():
    comparison = TurnComparison(seed=3, most_rounds=ROUNDS)
    for position in positions(POSITIONS // 2, seed=23):
        found, _ = comparison.best(position, PLENTY, most=4)
        for turn in found:
            assert len(turn.chances) == position.config.players
            assert min(turn.chances) >= 0
            assert sum(turn.chances) == pytest.approx(1)


def test_the_chance_of_a_turn_that_ends_the_game_is_its_result():
    before_last = [step.position for step in replay(golden("two-players"))][-4]
    assert before_last.seat == 1 and not before_last.turn_begun
    for hint in hints(view_of(before_last), 0.01):
        after = before_last
        for action in hint.turn:
            after = after.apply(action).position
        anna, ravi = after.scores()
        assert hint.win_chance == float(ravi.rank == 1)
        assert hint.lead == ravi.total - anna.total


def test_the_rest_of_a_turn_is_found_inside_it():
    game = Game(Config(players=2), seed="b" * 64)
    for text in ("Sa1", "Sf6"):
        game.apply(parse_turn(text)[0])
    game.apply(next(action for action in game.legal_actions() if action.kind is Kind.THROW_UP))
    for hint in hints(view_of(game.position), PLENTY, most_rounds=ROUNDS):
        assert {action.kind for action in hint.turn} <= {Kind.MOVE, Kind.CLIMB, Kind.END}


def random_turns(count: int, seed: int) -> list[tuple[Position, list[Action], Position]]:
    """Turns from random games: the position before, the actions, and the position before the turn ends."""
    rng = random.Random(seed)
    found: list[tuple[Position, list[Action], Position]] = []
    while len(found) < count:
        game = Game(Config(players=rng.choice((2, 3, 4))), seed=f"{rng.getrandbits(256):064x}")
        start, actions = game.position, []
        while game.position.seat is not None:
            legal = game.legal_actions()
            kind = rng.choice(sorted({action.kind for action in legal}))
            action = rng.choice([action for action in legal if action.kind is kind])
            actions.append(action)
            if action.kind is Kind.END:
                found.append((start, actions, game.position))
            game.apply(action)
            if action.kind in (Kind.END, Kind.PLACE_MARKER):
                start, actions = game.position, []
    return found[:count]


def held_by_others(position: Position, seat: int) -> int:
    return sum(player.supply[seat] for other, player in enumerate(position.players) if other != seat)


def test_reasons_tell_what_the_turn_changed():
    seen = set()
    for before, actions, end in random_turns(300 if COMPILED else 80, seed=31):
        seat = before.seat
        assert seat is not None
        reasons = reasons_for(before, actions)
        told = {reason.code: reason.parameters for reason in reasons}
        seen |= set(told)
        then, now = before.players[seat], end.players[seat]
        assert [reason.code for reason in reasons] == sorted(
            (reason.code for reason in reasons), key=list(REASONS).index
        )
        assert told.get("sweets", {"count": 0})["count"] == now.sweets - then.sweets
        assert told.get("gives", {"tokens": 0})["tokens"] == held_by_others(end, seat) - held_by_others(before, seat)
        hit_points = sum(reason.parameters["points"] for reason in reasons if reason.code == "hits")
        assert hit_points == now.points - then.points
        assert ("climbs" in told) == (now.marker.level > then.marker.level)
        if "climbs" in told and actions[-2].kind is Kind.CLIMB:
            assert told["climbs"]["to"] == str(now.marker)
        thrown = then.supply[seat] - now.supply[seat] + told.get("takes-back", {"tokens": 0})["tokens"]
        assert thrown == next(len(action.squares) for action in actions if action.card is not None)
        if "keeps-card" in told:
            assert told["keeps-card"]["card"] in now.hand
        after = end.apply(actions[-1]).position.players[seat]
        assert ("finishes" in told) <= (after.finished is not None)
        assert told.get("scores-now", {"points": 0})["points"] == max(
            0, end.scores()[seat].total - before.scores()[seat].total
        )
    assert seen >= {"hits", "sweets", "gives", "takes-back", "scores-now", "keeps-card", "finishes", "keeps-face-down"}


def test_taking_a_token_away_beside_a_marker_blocks_its_climb():
    game = Game(Config(players=2), seed="c" * 64)
    for text in ("Sa1", "Sf6"):
        game.apply(parse_turn(text)[0])
    data = position_to_json(game.position)
    data["levels"]["G"] = ["......", "......", "..0...", ".0.0..", "..0...", "......"]
    data["players"][0]["supply"][0] -= 4
    data["players"][1]["marker"] = "Gc3"
    position = position_from_json(data)
    card = position.players[0].hand[0]
    blocking = reasons_for(position, parse_turn(f"D{card}@f6 Mc2 E"))
    assert ("blocks", {"whom": 1, "what": "climb", "space": "Gc3", "points": 0}) in blocking
    harmless = reasons_for(position, parse_turn(f"D{card}@f6 Mf5 E"))
    assert "climb" not in [reason.parameters.get("what") for reason in harmless]


def test_there_are_no_hints_for_a_game_that_is_over_or_a_hidden_hand():
    steps = list(replay(golden("two-players")))
    with pytest.raises(MalformedError, match="the game is over, so there is no turn to find"):
        hints(view_to_json(steps[-1].position, 0), 0.01)
    position = steps[5].position
    assert position.seat is not None
    with pytest.raises(MalformedError, match=f"seat {position.seat} is to act, but its hand is hidden"):
        hints(view_to_json(position, 1 - position.seat), 0.01)


def samples(count: int, at_end: float, growth: float) -> list[Sample]:
    """Games with winners drawn by a known scale, whose movers get half a point more for each throw left."""
    rng = random.Random(17)
    made = []
    for _ in range(count):
        totals = (rng.gauss(40, 6), rng.gauss(40, 6), rng.gauss(40, 6))
        sample = Sample(0, totals, rng.uniform(0.5, 12), (0, 0, 0), 0)
        finals = tuple(round(total) for total in with_bonus(sample, 0.5).totals)
        (winner,) = rng.choices(range(3), chances(sample, at_end, growth))
        made.append(sample._replace(finals=finals, winner=winner))
    return made


def test_the_calibration_finds_the_scale_that_results_were_drawn_with():
    made = samples(1500, at_end=1.5, growth=2.0)
    at_end, growth = fitted(made)
    for left in (4, 9):
        assert at_end + growth * left**0.5 == pytest.approx(1.5 + 2.0 * left**0.5, rel=0.15)
    for given, came, count in reliability(made, at_end, growth):
        assert came == pytest.approx(given, abs=4 * (given * (1 - given) / count) ** 0.5 + 0.01)
    assert mover_bonus(made) == pytest.approx(0.5, abs=0.02)
