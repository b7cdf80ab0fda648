"""Texts of actions, turns and spaces (F1), and the errors that wrong ones raise: malformed is not illegal."""

import re

import pytest

from holi.game import (
    Config,
    ConfigError,
    HoliError,
    IllegalActionError,
    MalformedError,
    PositionError,
    RecordError,
    new_position,
    parse_action,
    parse_space,
    parse_square,
    parse_turn,
)
from holi.game.errors import quoted

SQUARES_IN_ORDER = [column + row for row in "123456" for column in "abcdef"]
SEED = "0123456789abcdef" * 4


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
