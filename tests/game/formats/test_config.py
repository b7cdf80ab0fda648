"""Configurations and decks (F3)."""

import json
import re

import pytest
from hypothesis import given, settings

from holi.game import Config, ConfigError, complete_deck, load_deck, parse_config, parse_deck
from holi.game.errors import quoted
from tests.game.formats.nonsense import anything
from tests.game.strategies import FACES

SEED = "0123456789abcdef" * 4


# F3: the configuration


def test_what_a_configuration_leaves_out_has_its_default():
    config = parse_config({"players": 3})
    assert config == Config(3, (), complete_deck(), "player-order")
    assert config.to_json() == {"players": 3, "rivalry": [], "deck": "complete", "tie_break": "player-order"}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "has no 'players'; say 2, 3 or 4"),
        *(
            ({"players": players}, "a game has 2, 3 or 4 players")
            for players in (1, 5, 0, -2, True, 2.0, "2", None, [2])
        ),
        ({"players": 2, "color": 1}, "unknown key 'color'"),
        ({"players": 2, "Players": 2}, "unknown key 'Players'"),
        ({"players": 2, "x": 2, 1: 2}, "unknown key 1"),
        *(
            ({"players": 2, "rivalry": cards}, "it is a list of rivalry cards")
            for cards in (1, "rangoli", None, {}, True)
        ),
        ({"players": 2, "rivalry": ["rangoli", "rangoli"]}, "'rangoli' is named twice"),
        ({"players": 2, "rivalry": ["rangoli", "splash", "summit", "quarters"]}, "at most three are in play"),
        *(
            ({"players": 2, "rivalry": [card]}, "there is no rivalry card")
            for card in ("Rangoli", "", 1, None, ["rangoli"])
        ),
        *(
            ({"players": 2, "tie_break": value}, "it is 'player-order' or 'first-finished'")
            for value in ("", 0, None, [])
        ),
        *(({"players": 2, "deck": deck}, "neither 'complete' nor a deck") for deck in ("Complete", "", 1, None, [])),
        *((data, "it is an object with at least 'players'") for data in (None, 2, "2", [], [["players", 2]])),
    ],
)
def test_a_wrong_configuration_is_refused(data, message):
    with pytest.raises(ConfigError, match=re.escape(message)) as error:
        parse_config(data)
    assert error.value.code == "bad-config"


@pytest.mark.parametrize("count", [-1, 4, 10**30, True, 1.0, "2", None])
def test_only_0_to_3_rivalry_cards_can_be_drawn(count):
    with pytest.raises(ConfigError, match="0 to 3"):
        parse_config({"players": 2, "rivalry": count}, SEED)


def test_two_rules_cards_are_accepted_with_a_warning():
    assert Config(2, ("splash", "rangoli")).warnings == ()
    (warning,) = Config(2, ("splash", "rangoli", "last-dance")).warnings
    assert warning.startswith("R2.2")
    assert "splash, last-dance" in warning


# F3: decks


CARDS = {str(number): "##./.../..." for number in range(1, 14)}


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        ({}, "the deck's name None"),
        ({"name": "", "cards": CARDS}, "the deck's name ''"),
        ({"name": "x" * 61, "cards": CARDS}, "1 to 60 characters"),
        ({"name": "a\nb", "cards": CARDS}, "no printable text"),
        ({"name": 7, "cards": CARDS}, "the deck's name 7"),
        ({"name": "x"}, "has no table 'cards'"),
        ({"name": "x", "cards": []}, "has no table 'cards'"),
        ({"name": "x", "cards": {}}, "card 1 is missing"),
        ({"name": "x", "cards": {**CARDS, "13": None}}, "card 13 is missing"),
        ({"name": "x", "cards": {**CARDS, "14": "##./.../..."}}, "has a card '14'; the ids are 1 to 13"),
        ({"name": "x", "cards": {**CARDS, "01": "##./.../..."}}, "has a card '01'; the ids are 1 to 13"),
        ({"name": "x", "cards": CARDS, "author": "me"}, "unknown entry 'author'"),
        ({"name": "x", "cards": CARDS, "keys": {}}, "unknown entry 'keys'"),
    ],
)
def test_a_wrong_deck_is_refused_with_the_reason(deck, message):
    with pytest.raises(ConfigError, match=re.escape(message)):
        parse_deck(deck)
    with pytest.raises(ConfigError, match=re.escape(message)):
        parse_config({"players": 2, "deck": deck})


@pytest.mark.parametrize("number", ["1", "4", "13"])
@pytest.mark.parametrize(
    ("face", "reason"),
    [
        ("##./...", "is no face"),
        ("##.......", "is no face"),
        ("##./.../..x", "is no face"),
        ("##./.../...\n", "is no face"),
        (["##.", "...", "..."], "is no face"),
        (5, "is no face"),
        ("##*/*../...", "has 2 stars; at most one is possible"),
        ("#../.../...", "has 1 filled squares; it needs at least two"),
        (".../.../...", "has 0 filled squares; it needs at least two"),
        ("*../.../...", "has 0 filled squares; it needs at least one"),
    ],
)
def test_a_wrong_face_is_refused_with_the_card_and_the_reason(number, face, reason):
    with pytest.raises(ConfigError, match=re.escape(f"card {number}: {quoted(face)} {reason}")):
        parse_deck({"name": "x", "cards": {**CARDS, number: face}})


@pytest.mark.parametrize("face", FACES[::100])
def test_every_face_within_the_limits_is_accepted(face):
    deck = parse_deck({"name": "x", "cards": {str(number): face for number in range(1, 14)}})
    assert {card.face for card in deck.cards} == {face}
    assert deck.card(1).tokens == face.count("#") - (0 if "*" in face else 1)
    assert deck.card(1).has_star == ("*" in face)


def test_the_complete_deck_is_all_ways_to_fill_three_squares():
    shapes = {canonical(card.face) for card in complete_deck().cards}
    everything = {canonical(face) for face in FACES if face.count("#") == 3 and "*" not in face}
    assert len(shapes) == 13
    assert shapes == everything
    assert [card.id for card in complete_deck().cards if card.has_star] == [2, 8, 9, 13]
    assert complete_deck().to_json() == "complete"


def canonical(face: str) -> tuple[tuple[int, int], ...]:
    """The filled squares, shifted to the origin, in the rotation that sorts first."""
    filled = [(x, y) for y, row in enumerate(face.split("/")) for x, shown in enumerate(row) if shown == "#"]
    turned = []
    for _ in range(4):
        filled = [(-y, x) for x, y in filled]
        left, top = min(x for x, _ in filled), min(y for _, y in filled)
        turned.append(tuple(sorted((x - left, y - top) for x, y in filled)))
    return min(turned)


def test_a_deck_file_is_read_and_a_bad_one_refused(tmp_path):
    good = tmp_path / "deck.toml"
    cards = "\n".join(f'{number} = "##./.../..."' for number in range(1, 14))
    good.write_text(f'name = "mine"\n[cards]\n{cards}\n[keys]\n1 = "first"\n', "utf-8")
    deck = load_deck(good)
    assert (deck.name, deck.card(1).key, deck.card(2).key) == ("mine", "first", "card-2")
    assert parse_deck(json.loads(json.dumps(deck.to_json()))) == deck
    with pytest.raises(ConfigError, match="cannot be read"):
        load_deck(tmp_path / "missing.toml")
    with pytest.raises(ConfigError, match="cannot be read"):
        load_deck(tmp_path)
    for content in (b"name = ", b"\xff\xfe", b"= 1", b"a = " + b"[" * 9000, b"a = " + b"9" * 9000):
        good.write_bytes(content)
        with pytest.raises(ConfigError, match="is not valid TOML"):
            load_deck(good)
    good.write_bytes(b"a." * 50_000)  # which takes the parser minutes
    with pytest.raises(ConfigError, match="is longer than 10000 bytes"):
        load_deck(good)


@settings(max_examples=150)
@given(anything())
def test_nonsense_for_a_configuration_is_a_config_error(data):
    for config in (
        data,
        {"players": data},
        *({"players": 2, key: data} for key in ("rivalry", "deck", "tie_break", "x")),
    ):
        for seed in (None, SEED):
            try:
                parsed = parse_config(config, seed)
            except ConfigError:
                continue
            assert parse_config(parsed.to_json()) == parsed
