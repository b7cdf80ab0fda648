"""A record holds only what can be written and read back."""

from dataclasses import replace

import pytest

from holi.game import CLIMB, END, Action, Config, Game, Kind, MalformedError, parse_action, position_from_json
from holi.game.position_json import position_to_json
from holi.record import Comment, Record, RecordedTurn, record_from_game
from tests.record.games import golden, play

CORNERS = (
    RecordedTurn(0, 0, (parse_action("Sa1"),)),
    RecordedTurn(0, 1, (parse_action("Sf6"),)),
)


def record(**parts) -> Record:
    return Record(**{"config": Config(players=2), "seed": "0" * 64, "names": ("A", "B"), **parts})


REFUSALS = [
    ({"seed": "0" * 63}, "is no seed"),
    ({"names": ("A",)}, "1 names are given; the game has 2 players"),
    ({"names": ("A", "B\n")}, "the name of seat 1 holds the control character '\\n'; leave it out"),
    ({"names": ("A", "x\u202ey")}, "the name of seat 1 holds the control character '\\u202e'"),
    ({"names": ("A", "x\u2066y")}, "the name of seat 1 holds the control character '\\u2066'"),
    ({"names": ("A", "x\ud800y")}, "the name of seat 1 holds the control character '\\ud800'"),
    ({"names": ("A", "")}, "the name '' of seat 1 has not 1 to 1000 characters"),
    ({"names": ("A", None)}, "the name of seat 1 is None; it is a text"),
    ({"tags": {"Seed": "0" * 64}}, "the tag 'Seed' is written by the record itself; leave it out of 'tags'"),
    ({"tags": {"Seat0": "A"}}, "the tag 'Seat0' is written by the record itself"),
    ({"tags": {"Seat2": "A"}}, "the tag 'Seat2' has no place in this game; the seats are 0 to 1"),
    ({"tags": {"Card1": "#../#../#.."}}, "the tag 'Card1' is written by the record itself"),
    ({"tags": {"my tag": "x"}}, "'my tag' is no name of a tag"),
    ({"tags": {"Event": "a\rb"}}, "the tag 'Event' holds the control character '\\r'"),
    ({"tags": {"Event": 3}}, "the tag 'Event' is 3; it is a text"),
    ({"tags": {"Date": "yesterday"}}, "the date 'yesterday' is none"),
    ({"tags": {"Secret": "xyz"}}, "the tag 'Secret' is 'xyz'; it is 64 lower-case hex digits (F2)"),
    ({"turns": CORNERS[1:]}, "the turn of seat 1 in round 0 is out of order after seat -1 in round 0"),
    ({"turns": (CORNERS[0], RecordedTurn(1, 0, (END,)))}, "the turn of seat 0 in round 1 is out of order"),
    ({"turns": (*CORNERS, RecordedTurn(2, 0, (END,)))}, "the turn of seat 0 in round 2 is out of order"),
    (
        {"turns": (*CORNERS, RecordedTurn(1, 1, (END,)), RecordedTurn(1, 0, (END,)))},
        "seat 0 in round 1 is out of order",
    ),
    ({"turns": (*CORNERS, RecordedTurn(1, 2, (END,)))}, "the turn of seat 2 in round 1 cannot be"),
    ({"turns": (*CORNERS, RecordedTurn(1, 0, ()))}, "the turn of seat 0 in round 1 has no action; leave the turn out"),
    (
        {"turns": (*CORNERS, RecordedTurn(1, 0, (Action(Kind.THROW_DOWN, None, (3,)),)))},
        "the card of 'D?@d1' is hidden",
    ),
    ({"turns": (*CORNERS, RecordedTurn(1, 0, (Action(Kind.CLIMB, None, (3,)),)))}, "is no action"),
    ({"turns": CORNERS[:1], "result": (1, 2)}, "the record has a result, but not all corners are chosen"),
    ({"turns": CORNERS, "result": (1, 2, 3)}, "the result has 3 totals; the game has 2 players"),
    ({"turns": CORNERS, "result": (1, -2)}, "the total -2 is no number from 0 to 999"),
    ({"turns": CORNERS, "result": (1, 1000)}, "the total 1000 is no number from 0 to 999"),
    ({"comments": (Comment(0, "early"),)}, "the comment 'early' is out of order or after the last round"),
    ({"turns": CORNERS, "comments": (Comment(0, "x"), Comment(-1, "y"))}, "the comment 'y' is out of order"),
    ({"comments": (Comment(-1, " x"),)}, "the comment ' x' is empty or has blanks around it"),
    ({"comments": (Comment(-1, ""),)}, "the comment '' is empty"),
    ({"comments": (Comment(-1, "a\nb"),)}, "the comment holds the control character '\\n'"),
]


@pytest.mark.parametrize(("parts", "sentence"), REFUSALS, ids=[sentence for _, sentence in REFUSALS])
def test_what_no_text_can_hold_is_refused(parts, sentence):
    with pytest.raises(MalformedError) as caught:
        record(**parts)
    assert sentence in str(caught.value)


def test_a_record_knows_its_actions_rounds_and_start():
    turns = (*CORNERS, RecordedTurn(1, 0, (CLIMB, END)))
    whole = record(turns=turns)
    assert [str(action) for action in whole.actions] == ["Sa1", "Sf6", "C", "E"]
    assert whole.rounds == 1
    assert record().rounds == 0
    assert whole.start == Game(Config(players=2), seed="0" * 64).position


def test_equal_records_are_equal_and_can_be_in_a_set():
    assert len({golden("two-players"), golden("two-players"), golden("hosted-three")}) == 2
    assert replace(golden("two-players"), result=None) != golden("two-players")


def test_changing_the_tags_that_were_given_does_not_change_the_record():
    tags = {"Event": "x"}
    made = record_from_game(Game(Config(players=2), seed="0" * 64), ["A", "B"], tags)
    tags["Event"] = "\n"
    assert made.tags == {"Event": "x"}


def test_a_game_that_goes_on_from_a_loaded_position_has_no_record():
    game = play(Config(players=2), 3, most_actions=20)
    loaded = position_from_json(position_to_json(game.position))
    for seed in (None, game.seed):
        with pytest.raises(MalformedError, match="a game that goes on from a loaded position has no record"):
            record_from_game(Game(game.config, seed, position=loaded), ["A", "B"])


def test_an_action_taken_back_is_not_recorded():
    game = play(Config(players=2), 3, most_actions=20)
    before = record_from_game(game, ["A", "B"])
    assert game.can_undo
    game.undo()
    assert record_from_game(game, ["A", "B"]).actions == before.actions[:-1]
