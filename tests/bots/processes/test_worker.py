"""The process that thinks: whole legal turns, the same for the same question, and an answer to whatever is asked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import holi
from holi.bots import LEVELS
from holi.bots.processes.worker import _warm_up_positions, answer
from holi.bots.processes.worker_bot import QUICK_LEVELS
from holi.bots.search.endgame_search import MOST_CARDS, cards_left
from holi.game import Config, Game, Kind, parse_action, parse_turn, view_to_json
from holi.kernel.mode import COMPILED
from tests.bots.test_levels import positions

POSITIONS = 10 if COMPILED else 2


def asked(**question: object) -> dict:
    return answer(json.dumps(question).encode())


def started_game() -> Game:
    game = Game(Config(players=2), seed="e" * 64)
    for text in ("Sa1", "Sf6"):
        game.apply(parse_action(text))
    return game


@pytest.mark.parametrize("level", LEVELS)
def test_a_turn_is_answered_to_its_end_and_is_legal(level):
    for position in positions(POSITIONS, seed=41):
        view = view_to_json(position, position.seat)
        said = asked(cmd="choose", view=view, level=level, seed=3, movetime=0.02, legal=[])
        assert said["ok"] is True
        turn = parse_turn(said["turn"])
        assert said["action"] == str(turn[0])
        assert said["level"] == (level if COMPILED or level in QUICK_LEVELS else "club")
        after = position
        for action in turn:
            after = after.apply(action).position
        assert turn[-1].kind is (Kind.END if position.phase == "play" else Kind.PLACE_MARKER)
        assert all(action.kind not in (Kind.END, Kind.PLACE_MARKER) for action in turn[:-1])


def test_nothing_is_remembered_between_two_questions():
    game = started_game()
    view = view_to_json(game.position, 0)
    question = {"cmd": "choose", "view": view, "level": "casual", "seed": 8, "movetime": 1}
    first = asked(**question)
    for seed in range(3):
        asked(**{**question, "seed": seed})
    assert asked(**question) == first
    turns = {asked(**{**question, "seed": seed})["turn"] for seed in range(20)}
    assert len(turns) > 1, "another seed may choose otherwise"


def test_hints_are_answered_as_the_command_writes_them():
    said = asked(cmd="hint", view=view_to_json(started_game().position, 0), most=2, movetime=0.02)
    assert (said["ok"], said["seat"], len(said["hints"])) == (True, 0, 2)
    assert list(said["hints"][0]) == ["turn", "win_chance", "lead", "reasons"]


@pytest.mark.parametrize(
    ("question", "code", "sentence"),
    [
        ({"cmd": "dance"}, "unknown-command", "'cmd' is 'dance'; ask one of warm-up, choose, hint"),
        ({}, "unknown-command", "'cmd' is None"),
        ({"cmd": "choose"}, "malformed", "'view' is None; it is what a seat may know"),
        ({"cmd": "choose", "level": "none"}, "malformed", "there is no bot level 'none'"),
        ({"cmd": "choose", "seed": "x"}, "malformed", "'seed' is 'x'; it is a whole number"),
        ({"cmd": "hint", "most": 0}, "malformed", "'most' is 0; it is a number of turns from 1 to 20"),
    ],
)
def test_a_wrong_question_is_refused_with_a_sentence(question, code, sentence):
    said = asked(**question)
    assert (said["ok"], said["code"]) == (False, code)
    assert sentence in said["error"]


def test_wrong_times_and_views_are_refused():
    view = view_to_json(started_game().position, 0)
    for movetime in (0, -1, "long", True, 4000):
        said = asked(cmd="choose", view=view, movetime=movetime)
        assert f"'movetime' is {movetime!r}" in said["error"]
    assert "its hand is hidden" in asked(cmd="choose", view=view_to_json(started_game().position, 1))["error"]
    damaged = asked(cmd="choose", view={**view, "players": [7, 8]})
    assert (damaged["ok"], damaged["code"]) == (False, "internal")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"hello", "invalid-json"),
        (b"[1]", "malformed"),
        (b"\xff", "invalid-json"),
        (b"[" * 100_000, "invalid-json"),
        (b'"' + b"x" * 1_000_001 + b'"', "too-large"),
    ],
)
def test_a_line_that_is_no_question_is_refused(line, code):
    assert answer(line)["code"] == code


def start_process() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "holi.bots.processes.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(holi.__file__).parents[1]), "HOLI_MODE": "interpreted"},
    )


def test_the_process_answers_line_by_line_and_leaves_when_its_input_ends():
    lines = [b'{"cmd":"warm-up"}', b"", b"x" * 2_000_000, b'{"cmd":"nix"}']
    with start_process() as process:
        output, _ = process.communicate(b"\n".join(lines) + b"\n")
    answers = [json.loads(line) for line in output.splitlines()]
    assert [said["ok"] for said in answers] == [True, False, False]
    assert process.returncode == 0


def test_the_process_leaves_in_the_middle_of_a_thought_when_nobody_can_hear_it():
    game = started_game()
    question = {"cmd": "choose", "view": view_to_json(game.position, 0), "level": "master", "movetime": 3600}
    with start_process() as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(b'{"cmd":"warm-up"}\n' + json.dumps(question).encode() + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline()) == {"ok": True}
        process.stdin.close()
        process.stdout.close()
        assert process.wait() == 0


def test_warming_up_reaches_an_ending_that_can_be_solved():
    begun, ending = _warm_up_positions()
    assert not begun.turn_begun and not ending.turn_begun
    assert cards_left(*begun.vectors, begun.seat) > MOST_CARDS
    assert cards_left(*ending.vectors, ending.seat) <= MOST_CARDS
