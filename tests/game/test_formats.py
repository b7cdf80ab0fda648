"""The texts that programs exchange: actions (F1), seeds and shuffles (F2), configurations and decks (F3)."""

import hashlib
import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holi.game import (
    Config,
    ConfigError,
    HoliError,
    IllegalActionError,
    MalformedError,
    PositionError,
    RecordError,
    commitment,
    complete_deck,
    drawn_rivalry,
    fair_seed,
    load_deck,
    new_position,
    new_seed,
    parse_action,
    parse_config,
    parse_deck,
    parse_seed,
    parse_space,
    parse_square,
    parse_turn,
    rivalry_card,
    rivalry_cards,
    shuffled_deck,
)
from holi.game.errors import quoted
from tests.game.nonsense import anything
from tests.game.strategies import FACES, seeds

SQUARES_IN_ORDER = [column + row for row in "123456" for column in "abcdef"]
SEED = "0123456789abcdef" * 4


# F1: malformed is not illegal


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "S", "T", "D", "M", "X", "CE", "c", "e", "C ", " C", "E\n", "C\x00", "Ｃ"),
        *("Sa0", "Sa7", "Sg1", "S1a", "SA1", "sa1", "SGa1", "Sa1 ", "Sa1a2", "S a1", "S7@a1", "Ca1", "Ea1"),
        *("Ma0", "Mg1", "MGc3", "Mc3d4", "me5", "M e5", "Me5 ", "Me５"),
        *("T7", "T7@", "T7b2", "T@b2", "T0@b2", "T14@b2", "T99@b2", "T07@b2", "T007@b2", "T-1@b2", "T+1@b2", "T1.0@b2"),
        *("T7@b", "T7@b2d", "T7@b7", "T7@g1", "T7@Gb2", "T7@b2 d4", "T7@b2,d4", "T7 @b2", "T 7@b2", "t7@b2", "T?@b2"),
        *(
            "D12",
            "D12@",
            "D0@e5",
            "D14@e5",
            "D012@e5",
            "D12@e5e6",
            "D12@Ge5",
            "D@e5",
            "D??@e5",
            "D?@",
            "D*@e5",
            "d1@e5",
        ),
        *("T٧@b2", "T7@b２", "T7@b2d4\n", "Sa1 Sa6", "null", "T7@" + "a1b1" * 1000 + "x"),
    ],
)
def test_a_text_of_no_form_is_malformed(text):
    with pytest.raises(MalformedError, match="is no action; the forms are Sa1, T7@b2d4, D12@e5, Me5, C and E") as error:
        parse_action(text)
    assert str(error.value).startswith(quoted(text))
    assert error.value.code == "malformed"


@pytest.mark.parametrize("text", [None, 7, 1.5, True, [], ["C"], {"a": 1}, b"C"])
def test_what_is_no_text_is_malformed(text):
    with pytest.raises(MalformedError, match="is no action"):
        parse_action(text)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("T7@d4b2", "b2d4"),
        ("T7@a2f1", "f1a2"),  # row 1 comes first, whatever the column
        ("T7@b1a1", "a1b1"),
        ("T7@b2b2", "b2"),
        ("T13@a1c1b1", "a1b1c1"),
    ],
)
def test_squares_out_of_order_are_malformed_and_the_right_order_is_told(text, right):
    with pytest.raises(
        MalformedError, match=re.escape(f"{text!r} names its squares out of order; write them as {right!r}")
    ):
        parse_action(text)


@pytest.mark.parametrize("number", range(36))
def test_squares_are_ordered_by_row_and_then_by_column(number):
    square = SQUARES_IN_ORDER[number]
    for other in SQUARES_IN_ORDER[number + 1 :]:
        assert str(parse_action(f"T1@{square}{other}")) == f"T1@{square}{other}"
        with pytest.raises(MalformedError):
            parse_action(f"T1@{other}{square}")


@pytest.mark.parametrize("card", range(1, 14))
def test_every_card_can_be_named(card):
    assert parse_action(f"T{card}@a1").card == card
    assert parse_action(f"D{card}@a1").card == card


def test_a_hidden_card_reads_as_a_question_mark():
    action = parse_action("D?@e5")
    assert action.card is None
    assert str(action) == "D?@e5"
    assert str(parse_action("D12@e5").hidden()) == "D?@e5"


@pytest.mark.parametrize("text", ["", " ", "Me5  E", " Me5 E", "Me5 E ", "Me5\tE", "Me5,E", "me5 E"])
def test_a_turn_has_single_blanks_between_its_actions(text):
    with pytest.raises(MalformedError):
        parse_turn(text)


def test_a_turn_reads_in_order():
    assert [str(action) for action in parse_turn("Me5 T7@b2d4 C E")] == ["Me5", "T7@b2d4", "C", "E"]


@pytest.mark.parametrize(
    "text", ["", "c3", "Gc", "gc3", "GC3", "Xc3", "Gg3", "Gc0", "Gc7", "Gc33", " Gc3", "Gc3\n", "Gc３"]
)
def test_what_is_no_space_is_malformed(text):
    with pytest.raises(MalformedError, match="is no space"):
        parse_space(text)


@pytest.mark.parametrize("text", ["", "c", "3", "c0", "c7", "g3", "C3", "Gc3", "c3 ", "c3\n", "cc"])
def test_what_is_no_square_is_malformed(text):
    with pytest.raises(MalformedError, match="is no square"):
        parse_square(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Sb2", "R2.4"),
        ("C", "R2.4"),
        ("E", "R2.4"),
        ("Me5", "R2.4"),
        ("T1@a1b1c1d1e1f1", "R2.4"),
        ("D1@e5", "R2.4"),
    ],
)
def test_a_well_formed_text_that_the_rules_forbid_is_illegal_and_names_the_clause(text, why):
    with pytest.raises(IllegalActionError, match=re.escape(f"'{text}' is not legal now")) as error:
        new_position(Config(players=2), SEED).apply(parse_action(text))
    assert why in str(error.value)
    assert error.value.code == "illegal"


def test_errors_quote_the_input_cut_at_80_characters():
    assert quoted("x" * 78) == repr("x" * 78)
    assert quoted("x" * 79) == repr("x" * 79)[:77] + "..."
    assert len(quoted("x" * 10_000)) == 80
    with pytest.raises(MalformedError) as error:
        parse_action("x" * 10_000)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("value", [10**5000, -(10**5000), [10**5000]], ids=["huge", "negative", "inside a list"])
def test_a_number_of_thousands_of_digits_can_be_quoted(value):
    assert 0 < len(quoted(value)) <= 80


def test_deeply_nested_input_can_be_quoted():
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]
    try:
        assert 0 < len(quoted(nested)) <= 80
    finally:
        while nested:  # taken apart from outside: dropping it whole would go as deep as it is nested
            nested = nested.pop()


def test_every_error_is_a_holi_error_with_its_own_code():
    codes = {
        error.code for error in (HoliError, MalformedError, IllegalActionError, ConfigError, PositionError, RecordError)
    }
    assert codes == {"error", "malformed", "illegal", "bad-config", "bad-position", "bad-record"}
    assert str(PositionError("R7.6", "two markers are on Gc3")) == "R7.6: two markers are on Gc3"
    assert str(RecordError(3, "it is cut off")) == "line 3: it is cut off"


# F2: seed, shuffle and fairness, recomputed here


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()


@pytest.mark.parametrize(
    "text", ["", "0" * 63, "0" * 65, "A" * 64, "g" * 64, " " + "0" * 63, "0" * 64 + "\n", None, 0, [], "０" * 64]
)
def test_what_is_no_seed_is_malformed(text):
    with pytest.raises(MalformedError, match="is no seed; a seed is 64 lower-case hex digits"):
        parse_seed(text)
    with pytest.raises(MalformedError):
        new_position(Config(players=2), text)


def test_new_seeds_are_seeds_and_differ():
    made = {new_seed() for _ in range(20)}
    assert len(made) == 20
    assert all(re.fullmatch("[0-9a-f]{64}", seed) for seed in made)


@given(seeds(), st.integers(2, 4))
def test_each_deck_is_sorted_by_digest_and_its_top_card_is_drawn(seed, players):
    position = new_position(Config(players=players), seed)
    for seat, player in enumerate(position.players):
        deck = sorted(range(1, 14), key=lambda card: sha256(f"{seed}:{seat}:{card}"))
        assert shuffled_deck(seed, seat) == deck
        assert (list(player.hand), list(player.deck)) == (deck[:1], deck[1:])


def test_a_shuffle_is_what_it_always_was():
    assert shuffled_deck("0" * 64, 0) == [12, 9, 7, 6, 8, 11, 5, 13, 2, 10, 1, 4, 3]
    assert shuffled_deck("0" * 64, 3) == [13, 4, 10, 12, 3, 9, 8, 7, 1, 5, 2, 11, 6]
    assert drawn_rivalry("0" * 64, 3) == ("long-line", "big-crowd", "mirror-dance")
    assert drawn_rivalry("b" * 64, 3) == ("splash", "best-friend", "four-corners")  # open-pockets is passed over


@given(seeds())
def test_rivalry_cards_are_drawn_by_digest_and_never_two_of_kind_rules(seed):
    order = sorted(rivalry_cards(), key=lambda card: sha256(f"{seed}:rivalry:{card}"))
    taken: list[str] = []
    for card in order:
        if rivalry_card(card).kind == "scoring" or all(rivalry_card(other).kind != "rules" for other in taken):
            taken.append(card)
    for count in range(4):
        drawn = drawn_rivalry(seed, count)
        assert drawn == tuple(taken[:count])
        assert sum(rivalry_card(card).kind == "rules" for card in drawn) <= 1
        config = parse_config({"players": 2, "rivalry": count}, seed)
        assert config.rivalry == drawn
        assert config.warnings == ()


def test_every_rivalry_card_can_be_drawn_first():
    first = {drawn_rivalry(f"{number:064x}", 1)[0] for number in range(400)}
    assert first == set(rivalry_cards())


def test_a_fair_seed_is_the_digest_of_secret_and_nonces():
    secret, nonces = "a" * 64, ["b" * 64, "0" * 64, "c" * 64]
    assert commitment(secret) == sha256("holi:" + secret)
    assert fair_seed(secret, nonces) == sha256(":".join([secret, *nonces]))
    assert fair_seed(secret, nonces) != fair_seed(secret, nonces[::-1])
    assert parse_seed(fair_seed(secret, nonces))


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
    for content in (b"name = ", b"\xff\xfe", b"= 1"):
        good.write_bytes(content)
        with pytest.raises(ConfigError, match="is not valid TOML"):
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
