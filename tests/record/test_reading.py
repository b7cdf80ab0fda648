"""Mistakes in the form of a record: one sentence each, with the line."""

import io
import re

import pytest

from holi.game import RecordError
from holi.record import load_record, parse_record, read_record
from tests.record.games import DATA, golden, golden_text

TWO = golden_text("two-players")
OWN = golden_text("own-deck-paused")
HOSTED = golden_text("hosted-three")


def mistake(text: str) -> str:
    with pytest.raises(RecordError) as caught:
        parse_record(text)
    assert str(caught.value).startswith(f"line {caught.value.line}: ")
    assert "\n" not in str(caught.value)
    return str(caught.value)


def changed(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, f"{old!r} is to stand in the record once"
    return text.replace(old, new)


TAG_MISTAKES = [
    ("", "line 1: the record is empty; its first line is [Format"),
    ("\n\n", "line 2: the record is empty"),
    ("; only a remark\n", "line 1: the record is empty"),
    ("Hello\n", "line 1: 'Hello' does not begin a Holi record; its first line is [Format"),
    ("\x89PNG\r\n\x1a\n\x00\x00", "line 1: '\\x89PNG' does not begin a Holi record"),
    ('[Event "x"]\n' + TWO, "line 1: '[Event \"x\"]' does not begin a Holi record"),
    ('[Event "Casual"]\n1. e4 e5 *\n', "line 1: '[Event \"Casual\"]' does not begin a Holi record"),
    (
        changed(TWO, "holi-record/1", "holi-record/2"),
        "line 1: the format is 'holi-record/2'; this version of holi reads",
    ),
    (changed(TWO, '[Rules "2"]', '[Rules "3"]'), "line 2: the game was played by version '3' of the rules"),
    (changed(TWO, '[Rules "2"]', '[Rules "01"]'), "line 2: the game was played by version '01' of the rules"),
    (changed(TWO, '"Anna"]', '"Anna]'), 'line 10: \'[Seat0 "Anna]\' is no tag; write [Name "value"]'),
    (changed(TWO, '"Anna"]', '"An"na"]'), 'line 10: \'[Seat0 "An"na"]\' is no tag'),
    (changed(TWO, '"Anna"]', '"An\\na"]'), "line 10: '[Seat0 \"An\\\\na\"]' is no tag"),
    (changed(TWO, '"Anna"]', '"Anna"] x'), "line 10: '[Seat0 \"Anna\"] x' is no tag"),
    (changed(TWO, "[Seat0 ", "[Seat-0 "), "line 10: 'Seat-0' is no name of a tag"),
    (changed(TWO, "[Event ", f"[{'E' * 41} "), "is no name of a tag; take 1 to 40 letters"),
    (changed(TWO, "Anna", "An\tna"), "line 10: the tag 'Seat0' holds the control character '\\t'; leave it out"),
    (changed(TWO, "Anna", "An\x00na"), "line 10: the tag 'Seat0' holds the control character '\\x00'"),
    (changed(TWO, "Anna", "An\u2028na"), "line 10: the tag 'Seat0' holds the control character '\\u2028'"),
    (changed(TWO, "Anna", "An\x85na"), "line 10: the tag 'Seat0' holds the control character '\\x85'"),
    (changed(TWO, "Anna", "An\rna"), "line 10: the tag 'Seat0' holds the control character '\\r'"),
    (changed(TWO, "Anna", " "), "line 10: the name ' ' of seat 0 has not 1 to 1000 characters"),
    (changed(TWO, "Kitchen table", "k" * 1001), "line 3: the tag 'Event' has 1001 characters; at most 1000"),
    (changed(TWO, "[Event ", "[Players "), "line 5: the tag 'Players' is given twice, first on line 3; remove one"),
    (changed(TWO, "[Seat1 ", "[Seat2 "), "line 11: the tag 'Seat2' has no place in this game; the seats are 0 to 1"),
    (changed(TWO, "[Event ", "[Seat01 "), "line 3: the tag 'Seat01' has no place in this game"),
    (changed(HOSTED, "[Nonce2 ", "[Nonce3 "), "line 15: the tag 'Nonce3' has no place in this game"),
    (changed(OWN, "[Card13 ", "[Card14 "), "line 20: the tag 'Card14' has no place in this game; a deck has the cards"),
    (changed(TWO, '[Players "2"]', '[Players "5"]'), "line 5: the tag 'Players' is '5'; a game has 2, 3 or 4 players"),
    (changed(TWO, '[Players "2"]', '[Players "two"]'), "line 5: the tag 'Players' is 'two'"),
    (changed(TWO, '"summit"', '"sumit"'), "line 6: there is no rivalry card 'sumit'"),
    (changed(TWO, '"summit"', '"summit summit"'), "line 6: the rivalry card 'summit' is named twice"),
    (changed(TWO, '"summit"', '"summit "'), "line 6: there is no rivalry card ''"),
    (changed(TWO, '"first-finished"', '"coin"'), "line 7: 'tie_break' is 'coin'"),
    (changed(TWO, '"complete"', '"mine"'), "line 13: the tag [Card1 ...] is missing"),
    (changed(OWN, '[Card7 "*', '[Card7 "!'), "line 14: card 7: '!../.#./..#' is no face"),
    (changed(OWN, '[Card7 "*../.#./..#"]', '[Card7 "*../.../..."]'), "line 14: card 7: '*../.../...' has 0 filled"),
    (changed(OWN, '[Card7 "*../.#./..#"]\n', ""), "line 28: the tag [Card7 ...] is missing"),
    (re.sub(r'Deck ".*"\]', 'Deck ""]', OWN), "line 7: the deck's name '' is no printable text"),
    (changed(TWO, '"2026-11-15"', '"2026-11-31"'), "line 4: the date '2026-11-31' is none; write year, month and day"),
    (changed(TWO, '"2026-11-15"', '"20261115"'), "line 4: the date '20261115' is none"),
    (
        changed(TWO, '"a80f', '"A80F'),
        "line 9: the tag 'Seed' is 'A80F",
    ),
    (changed(HOSTED, '[RivalryDraw "2"]', '[RivalryDraw "4"]'), "line 5: the tag 'RivalryDraw' is '4'; 0 to 3"),
    (changed(HOSTED, '[Secret "', '[Secret "0'), "line 10: the tag 'Secret' is '0"),
    (changed(HOSTED, '[Nonce1 "', '[Nonce1 "x'), "line 14: the tag 'Nonce1' is 'x"),
]


@pytest.mark.parametrize(("text", "sentence"), TAG_MISTAKES, ids=[sentence for _, sentence in TAG_MISTAKES])
def test_a_mistake_in_the_tags_is_told_with_its_line(text, sentence):
    assert sentence in mistake(text)


@pytest.mark.parametrize("tag", ["Rules", "Players", "Rivalry", "TieBreak", "Deck", "Seed", "Seat0", "Seat1"])
def test_a_missing_tag_is_missed_where_the_rounds_begin(tag):
    text = re.sub(rf'\[{tag} ".*"\]\n', "", TWO)
    assert mistake(text) == f"line 12: the tag [{tag} ...] is missing; a record has it before its rounds"


ROUND_MISTAKES = [
    ("0. Sa1 | Sf6", "1. Sa1 | Sf6", "line 13: the round is numbered '1'; here comes round 0"),
    ("7. T7", "8. T7", "line 20: the round is numbered '8'; here comes round 7"),
    ("7. T7", "6. T7", "line 20: the round is numbered '6'; here comes round 7"),
    ("7. T7", "07. T7", "line 20: the round is numbered '07'; here comes round 7"),
    ("7. T7", "٧. T7", "line 20: '٧. T7@c2d3 E | D6@d1 E' is neither a round such as"),
    ("7. T7", f"{'7' * 5000}. T7", "line 20: the round is numbered '777"),
    ("7. T7", "7 T7", "line 20: '7 T7@c2d3 E | D6@d1 E' is neither a round such as '3. T7@b2d4 E | -' nor a result"),
    ("E | D6@d1", "E || D6@d1", "line 20: round 7 has 3 turns; the game has 2 players"),
    (" | D6@d1 E", "", "line 20: round 7 has only 1 of 2 turns; a seat without a turn is '-'"),
    (" | D13@b6 Ma6 E", "", "line 26: nobody has a turn in round 13; remove the line"),
    (" | D13@b6 Ma6 E\n45-26", " | D13@b6 Ma6 E\n14. - | -\n*", "line 27: nobody has a turn in round 14"),
    ("7. T7@c2d3 E", "7. ", "line 20: the turn of seat 0 is empty; a seat without a turn is '-'"),
    ("D6@d1 E", "", "line 20: the turn of seat 1 is empty"),
    ("Sa1 |", "- |", "line 13: seat 0 has no corner; every player chooses one (R2.4)"),
    ("D6@d1", "D6@d7", "line 20: round 7, seat 1: 'D6@d7' is no action; the forms are"),
    ("D6@d1", "D?@d1", "line 20: round 7, seat 1: the card of 'D?@d1' is hidden; a record names it, 1 to 13"),
    ("T7@c2d3", "T7@d3c2", "line 20: round 7, seat 0: 'T7@d3c2' names its squares out of order; write them as 'c2d3'"),
    ("T7@c2d3 E", "T7@c2d3\u00a0E", "line 20: round 7, seat 0: 'T7@c2d3\\xa0E' is no action"),
    ("T7@c2d3 E", "- E", "line 20: round 7, seat 0: '-' is no action"),
    (
        "7. T7",
        '[Site "here"]\n7. T7',
        "line 20: '[Site \"here\"]' stands after the tags; all tags come before the rounds",
    ),
    ("D6@d1 E", "D6@d1 E ; \x07", "line 20: the comment holds the control character '\\x07'; leave it out"),
    ("45-26", "45-26-3", "line 27: the result '45-26-3' has 3 totals; there are 2 players"),
    ("45-26", "045-26", "line 27: '045-26' is neither a round such as"),
    ("45-26", "1000-26", "line 27: '1000-26' is neither a round such as"),
    ("45-26", "45:26", "line 27: '45:26' is neither a round such as"),
    ("45-26\n", "", "line 26: the record ends without its result; that is totals such as '61-48', or '*'"),
    ("45-26", "45-26\n45-26", "line 28: '45-26' stands after the result on line 27; remove it"),
    ("45-26", "45-26\n\n\x00\x00", "line 29: '\\x00\\x00' stands after the result on line 27; remove it"),
    ("45-26", '45-26\n[Format "holi-record/1"]', "line 28: '[Format \"holi-record/1\"]' stands after the result"),
]


@pytest.mark.parametrize(("old", "new", "sentence"), ROUND_MISTAKES, ids=[entry[2] for entry in ROUND_MISTAKES])
def test_a_mistake_in_the_rounds_is_told_with_its_line(old, new, sentence):
    assert mistake(changed(TWO, old, new)).startswith(sentence)


def test_a_record_that_stops_after_its_tags_has_no_result():
    tags = TWO.partition("\n\n")[0]
    assert mistake(tags).startswith("line 11: the record ends without its result")
    assert mistake(tags + "\n\n45-26\n") == (
        "line 13: a result stands before any round; a game not begun ends with '*'"
    )


def test_corners_that_are_not_all_chosen_are_no_finished_game():
    short = TWO.partition("\n1. ")[0].replace(" | Sf6", "")
    assert mistake(short + "\n45-26\n").startswith("line 13: round 0 has only 1 of 2 turns")
    assert parse_record(short + "\n*\n").rounds == 0


def test_a_record_has_an_end_to_its_rounds():
    rounds = "".join(f"{number}. E | E\n" for number in range(1, 1001))
    text = f"{TWO.partition('1. Md1')[0]}{rounds}*\n"
    assert mistake(text) == "line 1013: the record goes on after round 999; no game is so long (R8.2)"


@pytest.mark.parametrize("length", range(0, len(TWO) - 1, 7))
def test_a_truncated_record_is_told_from_a_whole_one(length):
    assert mistake(TWO[:length])


def read(data: bytes):
    return read_record(io.BytesIO(data))


def test_bytes_that_are_not_utf_8_are_told_with_their_line():
    with pytest.raises(RecordError, match=r"^line 17: the byte 0xe9 is not UTF-8; save the record as UTF-8 text$"):
        read(HOSTED.encode().replace("José".encode(), "José".encode("latin-1")))
    with pytest.raises(RecordError, match=r"^line 1: the byte 0xff is not UTF-8"):
        read(HOSTED.encode("utf-16"))
    with pytest.raises(RecordError, match=r"^line 17: the byte 0xe9 is not UTF-8"):
        read(b"\xef\xbb\xbf" + HOSTED.encode().replace("José".encode(), b"Jos\xe9"))


def test_a_byte_order_mark_and_crlf_are_accepted():
    data = b"\xef\xbb\xbf" + HOSTED.replace("\n", "\r\n").encode()
    assert read(data) == golden("hosted-three")


class EndlessZeros(io.RawIOBase):
    """Fifty megabytes and more of one line, given out as they are asked for."""

    asked = 0

    def readable(self):
        return True

    def readinto(self, buffer):
        self.asked += len(buffer)
        buffer[:] = bytes(len(buffer))
        return len(buffer)


def test_a_file_far_too_large_is_not_read_to_its_end():
    zeros = EndlessZeros()
    with pytest.raises(
        RecordError, match=r"^line 1: the record goes on beyond 1000000 bytes; a game takes a few thousand$"
    ):
        read_record(io.BufferedReader(zeros))
    assert zeros.asked < 3_000_000


def test_the_line_on_which_a_record_becomes_too_large_is_told():
    long = TWO + "; and so on\n" * 100_000
    with pytest.raises(RecordError) as of_bytes:
        read(long.encode())
    line = long.encode()[:1_000_001].count(b"\n") + 1
    assert of_bytes.value.line == line
    assert mistake(long) == str(of_bytes.value)
    assert parse_record(TWO + "; and so on\n" * 80_000).result == (45, 26)


def test_a_record_is_loaded_from_its_file(tmp_path):
    assert load_record(DATA / "hosted-three.holi") == golden("hosted-three")
    with pytest.raises(FileNotFoundError):
        load_record(tmp_path / "none.holi")


def test_the_lines_of_a_record_are_remembered():
    lines = golden("two-players").lines
    assert lines.tags["Seat1"] == 11
    assert lines.rounds == tuple(range(13, 27))
    assert lines.result == 27


def test_a_game_saved_before_the_first_card_came_after_the_corners_is_still_read():
    # Version 1 of the rules drew the first card before the corners were chosen (R2.5); the game is the same after them.
    assert parse_record(changed(TWO, '[Rules "2"]', '[Rules "1"]')) == parse_record(TWO)
