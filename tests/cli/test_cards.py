"""`holi cards`."""

import re

import pytest

from holi.cli.terminal.texts import rivalry_words
from holi.game import complete_deck, rivalry_cards
from tests.cli.terminal.playing import holi_here, holi_piped


def shown(*arguments: str) -> str:
    return holi_here("cards", *arguments)


def pictures(text: str) -> dict[str, str]:
    """The faces of the cards that stand in rows side by side, by caption."""
    lines = text.splitlines()
    found = {}
    for i, line in enumerate(lines[:-3]):
        captions = [*re.finditer(r"\d+ [a-z-]+", line)] if re.match(r"  [#·]", lines[i + 1]) else []
        for j, caption in enumerate(captions):
            end = captions[j + 1].start() if j + 1 < len(captions) else None
            rows = [
                row[caption.start() : end].strip().replace(" ", "").replace("·", ".") for row in lines[i + 1 : i + 4]
            ]
            found[caption[0]] = "/".join(rows)
    return found


def test_all_thirteen_colour_cards_are_drawn_as_they_are():
    assert pictures(shown()) == {f"{card.id} {card.key}": card.face for card in complete_deck().cards}


def test_all_rivalry_cards_are_listed_with_kind_and_text():
    words = " ".join(shown().split())
    for card in rivalry_cards().values():
        assert f"{card.id} {card.kind} " in words
        assert rivalry_words(card)[1] in words
    for sentence in ("At the end, 2 points for each sweets token you hold.", "Cards may also be mirrored"):
        assert sentence in words


@pytest.mark.parametrize("arguments", [(), ("rangoli",), ("7",)])
def test_it_says_openly_that_the_cards_are_not_the_printed_ones(arguments):
    assert "not the printed game’s set" in " ".join(shown(*arguments).split())


def test_it_says_how_to_type_in_ones_own():
    text = shown()
    assert "holi deck check" in text
    assert "[cards]" in text


@pytest.mark.parametrize("name", ["rangoli", "Rangoli", "RANGOLI"])
def test_one_rivalry_card(name):
    text = " ".join(shown(name).split())
    assert rivalry_words(rivalry_cards()["rangoli"])[1] in text
    assert "Pillars" not in text


@pytest.mark.parametrize("name", ["long-line", "Long line"])
def test_a_rivalry_card_by_its_id_or_its_title(name):
    assert rivalry_words(rivalry_cards()["long-line"])[1] in " ".join(shown(name).split())


@pytest.mark.parametrize("name", ["7", "vee", "VEE"])
def test_one_colour_card(name):
    lines = shown(name).splitlines()
    assert "Card 7, vee: your marker stands on any # and throws 2 tokens" in lines[0]
    assert [line for line in lines if line.startswith("  ")] == ["  # · ·", "  · # ·", "  # · ·"]


def test_a_card_with_a_star_says_where_the_marker_stands():
    assert "your marker stands on the star (*) and throws 3 tokens" in " ".join(shown("fan").split())


def test_an_unknown_card_is_an_error():
    done = holi_piped("cards", "nix")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "holi: there is no card 'nix'; “holi cards” lists all\n"


def test_plain_output_is_clean_and_fits_eighty_columns():
    done = holi_piped("cards")
    assert (done.returncode, done.stderr) == (0, "")
    text = done.stdout
    assert "\x1b" not in text
    assert all(len(line) <= 80 and line == line.rstrip() for line in text.splitlines())


def test_colour_can_be_asked_for():
    assert "\x1b[48;5;" in shown("--colour")


def test_an_output_without_our_signs_gets_plain_ones():
    done = holi_piped("cards", PYTHONUTF8=None, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "  # . .           # # ." in done.stdout
    assert "?" not in done.stdout


def test_a_deck_of_ones_own_is_shown(tmp_path):
    file = tmp_path / "mine.toml"
    faces = "\n".join(f'{number} = "##./.*./..."' for number in range(1, 14))
    file.write_text(f'name = "mine"\n[cards]\n{faces}\n[keys]\n1 = "first"\n', encoding="utf-8")
    text = shown("--deck", str(file))
    assert pictures(text)["1 first"] == "##./.*./..."
    assert "the deck 'mine'" in text
    assert "Card 1, first" in shown("--deck", str(file), "first")
