"""What becomes of names and lines of chat before anybody sees them."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from holi.server.table.refusals import RefusedError
from holi.server.wire.parts import LONGEST_NAME
from holi.server.wire.plain_text import distinct_name, likeness, tidy_name, tidy_text
from tests.server.at_table import AtTable
from tests.server.conftest import NewPlayer, StartServer
from tests.server.player import RefusedError as Refused

FAMILY = "👨\u200d👩\u200d👧"


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Ana \t\n Maria ", "Ana Maria"),
        ("A\u00a0\u3000n", "A n"),
        ("\u202eanA", "anA"),
        ("A\u2066n\u2069a\u200e\u061c", "Ana"),
        ("A\u200bn\u2060\ufeffa\u00ad", "Ana"),
        ("A\x00n\x1ba", "A n a"),
        ("Ａｎａ", "Ana"),
        ("Jose\u0301", "José"),
        ("क्\u200dष", "क्\u200dष"),
        ("A\u200dna", "Ana"),
        (FAMILY, FAMILY),
        ("葛\U000e0100城", "葛\U000e0100城"),
        ("हिन्दी", "हिन्दी"),
        ("Z" + "\u0335" * 20, "Z" + "\u0335" * 3),
        *[(blank, "") for blank in ["ㅤ", "⠀", "ᅟᅠ", "ﾠ", "\u200b", "\u202e", "\x00", "\U000e0041"]],
        ("\u0301\u034f", ""),
        ("\ufe0f", ""),
    ],
)  # fmt: skip
def test_a_name_is_what_can_be_seen_of_it(given: str, kept: str):
    assert tidy_name(given) == kept
    assert tidy_name(kept) == kept


def test_no_character_leaves_control_or_direction_in_a_line():
    for character in map(chr, range(sys.maxunicode + 1)):
        kept = tidy_text(f"- {character} -")
        assert kept.startswith("- ") and kept.endswith(" -")
        assert not any(unicodedata.category(shown)[0] == "C" for shown in kept)


def test_lines_keep_their_signs_as_they_are():
    assert tidy_text(" ½ ﬁ Ⅳ  ok?\n:)") == "½ ﬁ Ⅳ  ok? :)"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ana", "ANA"), ("Ana", "A na"), ("Ana", "Аnа"), ("Ali", "A1i"), ("Bob", "B0b"), ("α", "a"), ("क्\u200dष", "क्ष")],
)  # fmt: skip
def test_names_that_look_the_same_are_told_apart(one: str, other: str):
    assert distinct_name(other, [one, None], LONGEST_NAME) == f"{other} (2)"


def test_names_that_look_different_are_left_alone():
    names = ["Ana", "Anna", "राम", "रमा", "はな", "ばな", "José", "Jose"]
    assert len({likeness(name) for name in names}) == len(names)
    assert distinct_name("Ana", names[1:], LONGEST_NAME) == "Ana"


def test_a_long_name_stays_within_bounds():
    taken = ["x" * 24, "x" * 20 + " (2)"]
    assert distinct_name("x" * 24, taken, LONGEST_NAME) == "x" * 20 + " (3)"


def test_two_at_a_table_never_have_the_same_name():
    at = AtTable(players=3)
    for player, name in [("ana", "Ana"), ("ben", "ANA"), ("cleo", "Аna")]:
        at.do(player, "sit", name=name, nonce_commitment="0" * 64)
    assert [seat.name for seat in at.table.seats] == ["Ana", "ANA (2)", "Аna (3)"]
    at = AtTable()
    with pytest.raises(RefusedError, match="the name shows nothing; choose one that can be seen"):
        at.do("ana", "sit", name="\u3164", nonce_commitment="0" * 64)


@pytest.mark.anyio
async def test_what_shows_nothing_is_refused_and_a_nul_harms_no_database(
    any_database_url: str, start_server: StartServer, new_player: NewPlayer
):
    server = start_server(database=any_database_url)
    player = await new_player(server)
    table = await player.create()
    with pytest.raises(Refused, match="nothing-shown: the name shows nothing"):
        await player.command("rename", name="\u2800\u200b")
    renamed = await player.command("rename", name="A\x00na\u202e")
    assert renamed["result"] == {"name": "A na"}
    with pytest.raises(Refused, match="nothing-shown: the line shows nothing"):
        await player.command("say", table=table, text="\x00\u3164")
    await player.command("say", table=table, text="one\x00two\u202e\nthree")
    watched = await player.command("watch", table=table)
    assert [line["text"] for line in watched["result"]["chat"]] == ["one two three"]
    deck = {"name": "\x00deck", "cards": {}}
    with pytest.raises(Refused, match="invalid"):
        await player.command("create", settings={"players": 2, "deck": deck})
