"""Decks of one's own: the first thing wrong with one is told in a sentence."""

import pytest

from holi.game import ConfigError, complete_deck, parse_deck

FACES: dict[str, object] = {str(card.id): card.face for card in complete_deck().cards}


def deck(**change: object) -> dict[str, object]:
    return {"name": "mine", "cards": FACES, **change}


def test_a_deck_is_read():
    assert [card.face for card in parse_deck(deck()).cards] == list(FACES.values())


@pytest.mark.parametrize(
    ("face", "told"),
    [
        (None, "card 2 is missing"),
        ("nonsense", "card 2: 'nonsense' is no face"),
        ("*../.../..*", "card 2: '*../.../..*' has 2 stars"),
        (".../.#./...", "has 1 filled squares; it needs at least two"),
        (".../.*./...", "has 0 filled squares; it needs at least one"),
    ],
)
def test_the_first_bad_card_of_a_deck_is_named_with_what_is_wrong(face, told):
    with pytest.raises(ConfigError) as refused:
        parse_deck(deck(cards={**FACES, "2": face, "7": face}))
    assert told in str(refused.value)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"name": ""}, "the deck's name '' is no printable text"),
        ({"name": "a" * 61}, "is no printable text of 1 to 60 characters"),
        ({"cards": []}, "the deck 'mine' has no table 'cards'"),
        ({"colour": "red", "taste": "sweet"}, "an unknown entry 'colour'"),
        ({"cards": {**FACES, "x": "#"}}, "has a card 'x'; the ids are 1 to 13"),
    ],
)
def test_what_is_wrong_with_a_whole_deck_is_told(change, told):
    with pytest.raises(ConfigError) as refused:
        parse_deck(deck(**change))
    assert told in str(refused.value)
