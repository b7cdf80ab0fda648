"""What needs no table: positions tried out, records opened, decks checked."""

import random

import pytest
from hypothesis import given, settings

from holi.game import Config, Game, complete_deck, position_from_json, position_to_json
from holi.record import format_record, record_from_game
from holi.server.table.refusals import RefusedError
from holi.server.wire.workshop import DeckChecked, RecordView, TriedView
from holi.server.workshop import deck_checked, opened, tried
from tests.game.strategies import positions

CHANCE = random.Random(4)


def finished_game() -> Game:
    game = Game(Config(players=3, rivalry=("rangoli",)), seed="3" * 64)
    while game.position.seat is not None:
        game.apply(CHANCE.choice(game.legal_actions()))
    return game


@given(positions())
@settings(max_examples=30)
def test_trying_an_action_does_what_the_game_does(position):
    legal = position.legal_actions()
    done = [str(legal[0])] if legal else []
    result = tried(position_to_json(position), done)
    TriedView.model_validate(result)
    after = position.apply(legal[0]).position if legal else position
    assert position_from_json(result["position"]) == after
    assert result["legal"] == [str(action) for action in after.legal_actions()]
    assert (result["options"] is None) == (after.seat is None)


def test_an_illegal_action_is_refused_with_its_reason():
    game = Game(Config(players=2), seed="0" * 64)
    with pytest.raises(RefusedError, match="'Sa2' is not legal now") as refused:
        tried(position_to_json(game.position), ["Sa2"])
    assert refused.value.code == "illegal"


def test_nonsense_for_a_position_is_refused_in_one_sentence():
    with pytest.raises(RefusedError, match="F3") as refused:
        tried({"format": "nonsense"}, [])
    assert refused.value.code == "malformed"


def test_a_record_is_opened_action_by_action():
    game = finished_game()
    result = opened(format_record(record_from_game(game, ["Ana", "Ravi", "Yuki"])))
    RecordView.model_validate(result)
    assert [step["action"] for step in result["steps"]] == [str(action) for action in game.actions]
    assert result["names"] == ["Ana", "Ravi", "Yuki"]
    assert result["result"] == [score.total for score in game.position.scores()]
    assert result["steps"][-1]["view"]["phase"] == "over"


def test_a_record_that_is_not_true_is_refused_with_its_line():
    game = finished_game()
    text = format_record(record_from_game(game, ["Ana", "Ravi", "Yuki"]))
    with pytest.raises(RefusedError, match="line"):
        opened(text.replace('Seed "3', 'Seed "4'))


def test_a_deck_is_checked():
    good = {"name": "mine", "cards": {str(card.id): card.face for card in complete_deck().cards}}
    assert deck_checked(good) == {"problem": None, "problems": []}


@pytest.mark.parametrize(
    ("face", "code"),
    [
        (None, "missing-card"),
        ("nonsense", "no-face"),
        ("*../.../..*", "too-many-stars"),
        (".../.#./...", "needs-two-filled"),
        (".../.*./...", "needs-one-filled"),
    ],
)
def test_every_bad_card_of_a_deck_is_named_with_what_is_wrong(face, code):
    faces: dict[str, object] = {str(card.id): card.face for card in complete_deck().cards}
    result = deck_checked({"name": "mine", "cards": {**faces, "2": face, "7": face}})
    DeckChecked.model_validate(result)
    assert result["problems"] == [{"card": 2, "code": code}, {"card": 7, "code": code}]
    assert result["problem"].startswith("card 2")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"name": ""}, "bad-name"),
        ({"name": "a" * 61}, "bad-name"),
        ({"cards": []}, "no-cards"),
        ({"colour": "red", "taste": "sweet"}, "unknown-entry"),
    ],
)
def test_what_is_wrong_with_a_whole_deck_is_about_no_card(change, code):
    faces = {str(card.id): card.face for card in complete_deck().cards}
    result = deck_checked({"name": "mine", "cards": faces, **change})
    DeckChecked.model_validate(result)
    assert result["problems"] == [{"card": None, "code": code}]


def test_of_thousands_of_unknown_cards_one_is_told():
    faces = {str(card.id): card.face for card in complete_deck().cards}
    result = deck_checked({"name": "mine", "cards": {**faces, **{f"x{i}": "#" for i in range(3000)}}})
    assert result["problems"] == [{"card": None, "code": "unknown-card"}]
