"""`holi deck check`."""

from pathlib import Path

import pytest

import holi.game
from holi.game import ConfigError
from tests.cli.terminal.playing import holi_here, holi_piped

COMPLETE = (Path(holi.game.__file__).parent / "data" / "complete.toml").read_text("utf-8")


def deck_file(folder: Path, text: str) -> str:
    file = folder / "deck.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_a_deck_in_order_is_shown(tmp_path):
    file = deck_file(tmp_path, COMPLETE.replace('name = "complete"', 'name = "mine"'))
    done = holi_piped("deck", "check", file)
    assert (done.returncode, done.stderr) == (0, "")
    assert "the deck 'mine'" in done.stdout
    assert "13 fan" in done.stdout
    assert done.stdout.endswith(f"The deck is fine. Play with it: holi play --deck {file}\n")


def test_a_file_name_with_blanks_is_quoted_for_the_shell(tmp_path):
    file = tmp_path / "my deck.toml"
    file.write_text(COMPLETE, encoding="utf-8")
    assert holi_here("deck", "check", str(file)).endswith(f"holi play --deck '{file}'\n")


@pytest.mark.parametrize(
    ("old", "new", "reasons"),
    [
        ('13 = "#../.*#/.#."', "", ["card 13 is missing"]),
        ('7 = "#../.#./#.."', '7 = "#../.#./#."', ["card 7", "'#../.#./#.'", "three rows of three"]),
        ('7 = "#../.#./#.."', '7 = "*../.*./#.."', ["card 7", "2 stars"]),
        ('7 = "#../.#./#.."', '7 = "#../.../..."', ["card 7", "at least two"]),
        ('7 = "#../.#./#.."', '14 = "#../.#./#.."', ["'14'", "1 to 13"]),
        ('name = "complete"', "", ["name"]),
        ('name = "complete"', 'name = "complete"\ncolour = 1', ["'colour'"]),
        ('name = "complete"', "name = ", ["not valid TOML"]),
    ],
)
def test_what_is_wrong_is_said_with_the_card_and_the_reason(tmp_path, old, new, reasons):
    assert old in COMPLETE
    file = deck_file(tmp_path, COMPLETE.replace(old, new, 1))
    with pytest.raises(ConfigError) as error:
        holi_here("deck", "check", file)
    for reason in reasons:
        assert reason in str(error.value)


def test_a_deck_that_is_wrong_ends_with_one_line_and_status_2(tmp_path):
    done = holi_piped("deck", "check", deck_file(tmp_path, COMPLETE.replace('7 = "#../.#./#.."', '7 = "no"')))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "holi: card 7: 'no' is no face; write three rows of three characters #, * or ., from top to bottom, "
        "such as '#../.*#/.#.'\n"
    )


def test_a_missing_file_is_an_error(tmp_path):
    with pytest.raises(ConfigError, match="cannot be read"):
        holi_here("deck", "check", str(tmp_path / "none.toml"))
