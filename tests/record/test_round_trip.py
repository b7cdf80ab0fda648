"""Every record has one text, and reading it gives the record back."""

import re
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from holi.game import Config, Game, MalformedError, parse_deck
from holi.record import Comment, format_record, parse_record, record_from_game, replay, verify_record
from tests.record.games import GOLDEN, golden, golden_text, play, player_names, random_games, remarks, safe_texts

tag_values = safe_texts | st.sampled_from(['"', "\\", '\\"', '"]', "; no comment", "[x]", "", "é" * 1000])
other_tags = st.dictionaries(st.sampled_from(["Event", "Site", "zz_9", "Nonce", "Seating", "X" * 40]), tag_values)


@st.composite
def records(draw):
    game = draw(random_games)
    names = draw(st.lists(player_names, min_size=game.config.players, max_size=game.config.players))
    record = record_from_game(game, names, draw(other_tags))
    places = st.integers(-1, record.rounds if record.turns else -1)
    comments = draw(st.lists(st.builds(Comment, places, remarks), max_size=4))
    return replace(record, comments=tuple(sorted(comments, key=lambda comment: comment.after)))


@settings(max_examples=30)
@given(records())
def test_a_record_is_read_back_as_it_was_written(record):
    text = format_record(record)
    again = parse_record(text)
    assert again == record
    assert format_record(again) == text


@settings(max_examples=20)
@given(random_games)
def test_the_record_of_a_game_is_true_and_leads_to_the_same_position(game):
    record = parse_record(format_record(record_from_game(game, ["A", "B", "C", "D"][: game.config.players])))
    assert list(record.actions) == game.actions
    verified = verify_record(record)
    assert verified.position == game.position
    assert (verified.scores is None) == (game.position.phase != "over")


@settings(max_examples=6)
@given(st.integers(0, 2**32))
def test_replay_tells_the_events_of_the_game(number):
    config = Config(players=3, rivalry=("cloudburst",))
    game = play(config, number)
    again = Game(config, seed=game.seed)
    for step in replay(record_from_game(game, ["A", "B", "C"])):
        assert step.seat == again.position.seat
        assert step.events == again.apply(step.action)
        assert step.position == again.position
        assert step.ends_turn == (again.position.seat is None or not again.position.turn_begun)
    assert again.actions == game.actions


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_golden_records_stand_in_their_one_text(path):
    text = path.read_text("utf-8")
    assert format_record(parse_record(text)) == text


def test_a_deck_of_ones_own_may_be_called_complete():
    cards = {str(card.id): card.face for card in golden("own-deck-paused").config.deck.cards}
    config = Config(players=2, deck=parse_deck({"name": "complete", "cards": cards}))
    record = record_from_game(play(config, 1), ["A", "B"])
    assert parse_record(format_record(record)).config.deck == config.deck


def test_a_game_with_no_action_is_a_record_too():
    record = record_from_game(Game(Config(players=2), seed="0" * 64), ["A", "B"])
    assert format_record(record).endswith('[Seat1 "B"]\n\n*\n')
    assert verify_record(parse_record(format_record(record))).position == record.start


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda text: text.replace("\n", "\r\n"), "CRLF"),
        (lambda text: "\ufeff" + text, "a byte order mark"),
        (lambda text: text.replace("\n\n", "\n"), "no empty line"),
        (lambda text: text.replace("\n", "\n\n"), "empty lines everywhere"),
        (lambda text: text.replace(" | ", "\t|  ").replace("E\t", "E \t").replace("Mf4 E", "Mf4 \t E"), "more blanks"),
        (lambda text: text.replace("|", " |").replace("\n", "  \n"), "blanks at line ends"),
        (lambda text: text.removesuffix("\n"), "no newline at the end"),
        (lambda text: text + "\n \n;\n", "an empty comment at the end"),
        (lambda text: text.replace("5. T9", "5.T9"), "no blank after the number"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_an_editor_may_do_to_a_record_does_not_matter(damage, why):
    text = golden_text("two-players")
    damaged = damage(text)
    assert damaged != text, why
    assert parse_record(damaged) == parse_record(text)


def test_tags_may_come_in_any_order_after_the_format():
    first, *tags = golden_text("two-players").partition("\n\n")[0].splitlines()
    rounds = golden_text("two-players").partition("\n\n")[2]
    shuffled = "\n".join([first, *reversed(tags), rounds])
    assert parse_record(shuffled) == golden("two-players")


def test_tags_are_written_in_one_order_and_others_last_by_name():
    game = Game(Config(players=2), seed="0" * 64)
    tags = {"b": "1", "a": "2", "Z": "3", "Date": "2026-01-01", "RivalryDraw": "0", "Event": "4"}
    for same in (tags, dict(reversed(tags.items()))):
        text = format_record(record_from_game(game, ["A", "B"], same))
        assert re.findall(r"^\[(\w+)", text, re.MULTILINE) == [
            *("Format", "Rules", "Event", "Date", "Players", "Rivalry", "RivalryDraw", "TieBreak", "Deck", "Seed"),
            *("Seat0", "Seat1", "Z", "a", "b"),
        ]


def test_the_last_round_of_a_game_not_over_may_name_the_seats_to_come():
    text = golden_text("own-deck-paused")
    longer = text.replace("f5e6\n*", "f5e6 | - | -\n*")
    assert longer != text
    assert parse_record(longer) == parse_record(text)


def test_comments_are_kept_with_the_round_they_follow():
    text = golden_text("two-players")
    text = "; first\n" + text.replace('[Rules "2"]\n', '[Rules "2"] ; on a "tag"\n').replace("\n\n", "\n;\tno\tgap\n")
    text = text.replace("Mf4 E\n2.", "Mf4 E ; she moves; he\n  ;smiles\n2.").replace("45-26\n", "45-26 ;close\n; end")
    record = parse_record(text)
    assert record.comments == (
        Comment(-1, "first"),
        Comment(-1, 'on a "tag"'),
        Comment(-1, "no gap"),
        Comment(1, "she moves; he"),
        Comment(1, "smiles"),
        Comment(13, "close"),
        Comment(13, "end"),
    )
    assert replace(record, comments=()) == golden("two-players")
    assert "\n; she moves; he\n; smiles\n2. " in format_record(record)


@given(st.text(max_size=60))
@example("\ud800")
@example("a\u2028b")
@example("a\u202eb")
@example(" ")
@example("a" * 1001)
def test_a_name_is_written_and_read_back_or_refused(name):
    game = Game(Config(players=2), seed="0" * 64)
    try:
        record = record_from_game(game, [name, "B"])
    except MalformedError:
        assert not name.strip() or len(name) > 1000 or not name.isprintable()
    else:
        assert parse_record(format_record(record).encode().decode()).names == (name, "B")
