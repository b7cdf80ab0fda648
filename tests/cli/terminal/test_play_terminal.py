"""`holi play` on a terminal (a pty): menus, colours, Ctrl-C, Ctrl-D, clearing the screen."""

import os
import random
import re
import subprocess

import pytest

from holi.record import load_record, verify_record
from tests.cli.terminal.playing import SEED, PtyGame, last_menu, plain

CLEAR = "\x1b[H\x1b[2J\x1b[3J"
PROMPTS = (
    r"\ncorner> |\n\w+> |Play which card\? .*> |Play which card face down\? .*> |Which way\? .*> |"
    r"Onto which square\? .*> |Move to which square\? .*> |Do it\? \[Y/n\]> "
)
OPENING = (("corner> ", "a1"), ("corner> ", "f6"), ("Pass the device to Anna, then press Enter. ", ""))
FIRST_TURN = (("Anna> ", "D12@c3"), (r"\[Y/n\]> ", "y"), ("Anna> ", "e"))


def converse(game: PtyGame, *steps: tuple[str, str]) -> None:
    """Wait for each prompt, then type the answer."""
    for prompt, typed in steps:
        assert game.read_until(prompt) is not None
        game.type(typed)


def answer(prompt: str, output: str, chance: random.Random) -> str:
    """Something that a person who tries out everything might type."""
    squares = [column + row for column in "abcdef" for row in "123456"]
    if "corner" in prompt:
        return chance.choice("1234")
    if "card" in prompt:
        return chance.choice(re.findall(r"\d+", prompt))
    if "Which way" in prompt:
        return str(chance.randint(1, int(re.findall(r"\d+", prompt)[1])))
    if "square" in prompt:
        return chance.choice(squares)
    if "Do it" in prompt:
        return chance.choice(["", "y", "y", "n"])
    return chance.choice([key for key in last_menu(output) if key not in "?q"])


@pytest.mark.parametrize("chance", [1, 2])
def test_a_whole_game_by_menus_against_a_bot(tmp_path, chance):
    choose = random.Random(chance)
    file = tmp_path / "game.holi"
    with PtyGame("--bots", "random", "--seed", SEED, "--no-colour", "--save", str(file), TERM="xterm") as game:
        while (prompt := game.read_until(PROMPTS)) is not None:
            game.type(answer(prompt[0], plain(game.output).replace("\r", ""), choose))
        assert game.status() == 0
    verified = verify_record(load_record(file))
    assert verified.scores is not None
    totals = " +".join(str(score.total) for score in verified.scores)
    assert re.search(rf"total +{totals} *\r?\n", plain(game.output))
    assert "\x1b[48" not in game.output
    assert "Traceback" not in game.output


@pytest.mark.parametrize(
    ("changes", "options", "coloured"),
    [
        ({"TERM": "xterm-256color"}, [], True),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, [], False),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, ["--colour"], True),
        ({"TERM": "xterm-256color"}, ["--no-colour"], False),
        ({"TERM": "dumb"}, [], False),
    ],
)
def test_colours_only_where_they_are_wanted(changes, options, coloured):
    with PtyGame("--seed", SEED, *options, **changes) as game:
        assert game.read_until("corner> ") is not None
    assert ("\x1b[48;5;" in game.output) is coloured
    if changes["TERM"] == "dumb":
        assert "\x1b[" not in game.output


def test_ctrl_c_leaves_with_130_and_loses_nothing(tmp_path):
    file = tmp_path / "game.holi"
    with PtyGame("--bots", "random", "--seed", SEED, "--save", str(file), TERM="xterm") as game:
        converse(game, ("corner> ", "a1"), ("Blue> ", "D12@c3"), (r"\[Y/n\]> ", "y"))
        assert game.read_until("Blue> ") is not None
        assert game.interrupt() == 130
    assert "Traceback" not in game.output
    said = plain(game.output).replace("\r", "")
    assert said.endswith(f"Interrupted. It is saved; continue with: holi play --resume {file}\n")
    assert str(verify_record(load_record(file)).record.actions[-1]) == "D12@c3"


def children_of(pid: int) -> list[int]:
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(word) for word in listed.stdout.split()]


def test_ctrl_c_while_a_bot_thinks_leaves_with_130_and_no_process_behind():
    with PtyGame("--bots", "master", "--movetime", "600", "--seed", SEED, TERM="xterm") as game:
        assert game.read_until("corner> ") is not None
        (thinker,) = children_of(game.process.pid)
        game.type("a1")
        assert game.read_until("Yellow is thinking …") is not None
        assert game.interrupt() == 130
    said = plain(game.output)
    assert "Traceback" not in said
    assert "Interrupted." in said
    with pytest.raises(ProcessLookupError):
        os.kill(thinker, 0)


def test_a_strong_bot_plays_at_once_and_says_if_it_is_not_all_there_yet():
    with PtyGame("--bots", "master", "--movetime", "0.2", "--seed", SEED, TERM="xterm") as game:
        converse(game, ("corner> ", "a1"), ("Blue> ", "D12@c3"), (r"\[Y/n\]> ", "y"), ("Blue> ", "e"))
        assert game.read_until("Blue> ") is not None
    assert re.search(r" y  Yellow (plays|moves|climbs)", plain(game.output))


def test_ctrl_d_leaves_cleanly():
    with PtyGame("--seed", SEED, TERM="xterm") as game:
        assert game.read_until("corner> ") is not None
        game.press(b"\x04")
        assert game.status() == 0
    assert plain(game.output).endswith("\r\nThe game is left unfinished.\r\n")


def test_a_shared_terminal_is_cleared_before_and_after_it_is_passed_on():
    with PtyGame("--hot-seat", "--names", "Anna,Ravi", "--seed", SEED, TERM="xterm") as game:
        converse(game, *OPENING)
        game.read_until("Anna> ")
        assert "12 diagonal" in game.output
        converse(game, *FIRST_TURN)
        game.read_until("Pass the device to Ravi, then press Enter. ")
        in_sight = game.output.rpartition(CLEAR)[2]
        assert in_sight == "Pass the device to Ravi, then press Enter. "
        game.type("")
        game.read_until("Ravi> ")
    in_sight = plain(game.output.rpartition(CLEAR)[2])
    assert "diagonal" not in in_sight
    assert "Ravi to play" in in_sight


def test_a_dumb_shared_terminal_is_scrolled_clear():
    with PtyGame("--hot-seat", "--names", "Anna,Ravi", "--seed", SEED, TERM="dumb") as game:
        converse(game, *OPENING, *FIRST_TURN)
        game.read_until("Pass the device to Ravi, then press Enter. ")
    in_sight = game.output.splitlines()[-24:]
    assert [line for line in in_sight if line] == ["Pass the device to Ravi, then press Enter. "]


@pytest.mark.parametrize("size", [(24, 80), (40, 120)])
def test_a_turn_for_two_fits_the_screen(size):
    with PtyGame("--bots", "random", "--seed", SEED, size=size, TERM="xterm") as game:
        game.read_until("corner> ")
        game.type("a1")
        game.read_until("Blue> ")
    turn = plain(game.output)[plain(game.output).rindex("── Blue to play") :].splitlines()
    assert len(turn) <= size[0]
    assert max(map(len, turn)) <= size[1]
