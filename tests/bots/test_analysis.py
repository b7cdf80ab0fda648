"""Analysis of saved games: what was given away is found, and nothing is made up."""

from __future__ import annotations

import json

import pytest

from holi.bots.advice.analysis import MISTAKE, AnalysedTurn, Analysis, analyse, count_turns
from holi.bots.advice.comparison import LEAST_ROUNDS, TurnComparison
from holi.bots.advice.reasons import REASONS
from holi.game import Action, Config, Game, Kind, RecordError, parse_action, parse_turn
from holi.record import Record, parse_record, record_from_game
from tests.record.games import golden, golden_text

PLENTY = 1e6
ROUNDS = 2 * LEAST_ROUNDS


def wasted_turn(game: Game) -> list[Action]:
    """A throw and a move onto what was thrown, by which the seat to act falls behind as far as it can."""
    before, seat = game.position, game.position.seat
    assert seat is not None
    turns: list[tuple[int, list[Action]]] = []
    for throw in before.legal_actions():
        if throw.kind in (Kind.THROW_UP, Kind.THROW_DOWN):
            thrown = before.apply(throw).position
            for move in thrown.legal_actions():
                if move.kind is Kind.MOVE and set(move.squares) <= set(throw.squares):
                    scores = [score.total for score in thrown.apply(move).position.scores()]
                    turns.append((scores[seat] - scores[1 - seat], [throw, move, parse_action("E")]))
    return min(turns, key=lambda found: found[0])[1]


def game_with_a_blunder(blunder: int) -> Record:
    """Four turns, the best that are found but for the one numbered `blunder`."""
    game = Game(Config(players=2), seed="d" * 64)
    for text in ("Sa1", "Sf6"):
        game.apply(parse_action(text))
    comparison = TurnComparison(seed=8, most_rounds=ROUNDS)
    for number in range(1, 5):
        assert game.position.seat is not None
        if number == blunder:
            turn = wasted_turn(game)
        else:
            found, _ = comparison.best(game.position, PLENTY, most=2)
            turn = list(found[0].turn)
        for action in turn:
            game.apply(action)
    return record_from_game(game, ["Anna", "Ravi"])


def analysed(record: Record, first_turn: int = 1) -> Analysis:
    return analyse(record, PLENTY, most_rounds=ROUNDS, first_turn=first_turn)


@pytest.fixture(scope="module")
def blunder() -> Analysis:
    return analysed(game_with_a_blunder(3))


def test_a_planted_blunder_is_the_largest_mistake(blunder):
    worst = max(blunder.turns, key=lambda turn: turn.loss)
    assert worst.number == 3
    assert worst.loss > MISTAKE
    assert blunder.mistakes(0)[0] is worst
    assert worst.best != worst.played
    assert worst.lead_best > worst.lead_played
    assert blunder.accuracy(0) < blunder.accuracy(1) <= 1


def test_chances_of_all_seats_make_one_and_no_loss_is_negative(blunder):
    for turn in blunder.turns:
        assert sum(turn.before) == pytest.approx(1)
        assert sum(turn.after) == pytest.approx(1)
        assert min(*turn.before, *turn.after) >= 0
        assert turn.loss >= 0
        assert turn.loss == pytest.approx(turn.before[turn.seat] - turn.after[turn.seat])


def test_the_json_has_its_shape(blunder):
    data = json.loads(json.dumps(blunder.to_json()))
    assert list(data) == ["format", "movetime", "result", "players", "turns"]
    assert (data["format"], data["result"]) == ("holi-analysis/1", None)
    assert [player["name"] for player in data["players"]] == ["Anna", "Ravi"]
    assert data["players"][0]["mistakes"][0] == 3
    assert [(turn["number"], turn["round"], turn["seat"]) for turn in data["turns"]] == [
        (1, 1, 0),
        (2, 1, 1),
        (3, 2, 0),
        (4, 2, 1),
    ]
    for turn in data["turns"]:
        for text in (turn["played"], turn["best"]):
            assert parse_turn(text)[-1].kind is Kind.END
        assert {reason["code"] for reason in turn["reasons"]} <= set(REASONS)


def test_after_the_last_turn_the_chances_are_the_result():
    told: list[AnalysedTurn] = []
    record = golden("two-players")
    analysis = analyse(record, 0.01, told.append, first_turn=count_turns(record) - 1)
    assert list(analysis.turns) == told
    assert [turn.number for turn in told] == [23, 24]
    assert told[-1].after == (1.0, 0.0)
    assert told[-1].loss == 0.0
    assert analysis.result == (45, 26)
    assert analysis.accuracy(0) is None


def test_a_game_that_is_not_over_is_evaluated_up_to_its_last_whole_turn():
    begun = parse_record(
        golden_text("two-players").partition("\n2. ")[0].replace("T12@d4e5 Mf4 E", "T12@d4e5") + "\n*\n"
    )
    assert count_turns(begun) == 1
    assert [turn.number for turn in analysed(begun).turns] == [1]
    corners = parse_record(golden_text("two-players").partition("\n1. ")[0] + "\n*\n")
    assert analysed(corners).turns == ()


def test_a_record_that_breaks_the_rules_is_refused_before_anything_is_evaluated():
    wrong = parse_record(golden_text("two-players").replace("D13@b6", "D12@b6"))
    told: list[AnalysedTurn] = []
    with pytest.raises(RecordError, match="card 12 is not in the hand"):
        analyse(wrong, 0.01, told.append)
    assert told == []
