"""Decks of one's own: every problem has a code that clients translate, and the card it is about."""

import pytest

from holi.game import ConfigError, complete_deck, parse_deck
from holi.game.cards import deck_problems

FACES: dict[str, object] = {str(card.id): card.face for card in complete_deck().cards}


def deck(**change: object) -> dict[str, object]:
    return {"name": "mine", "cards": FACES, **change}


def found(data: dict[str, object]) -> list[tuple[int | None, str]]:
    problems = list(deck_problems(data))
    with pytest.raises(ConfigError) as refused:
        parse_deck(data)
    assert str(refused.value) == problems[0].text
    return [(problem.card, problem.code) for problem in problems]


def test_a_deck_that_can_be_played_with_has_no_problems():
    assert list(deck_problems(deck())) == []


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
    assert found(deck(cards={**FACES, "2": face, "7": face})) == [(2, code), (7, code)]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"name": ""}, "bad-name"),
        ({"name": "a" * 61}, "bad-name"),
        ({"cards": []}, "no-cards"),
        ({"colour": "red", "taste": "sweet"}, "unknown-entry"),
        ({"cards": {**FACES, **{f"x{i}": "#" for i in range(3000)}}}, "unknown-card"),
    ],
)
def test_what_is_wrong_with_a_whole_deck_is_about_no_card_and_told_once(change, code):
    assert found(deck(**change)) == [(None, code)]
