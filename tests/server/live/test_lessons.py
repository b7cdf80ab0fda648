"""The lessons of the page: positions are legal, tasks can be done, and together they tell all the rules."""

import json
import subprocess
import sys
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from holi.game import rivalry_cards
from holi.server.table.refusals import RefusedError
from holi.server.wire.workshop import TriedView
from holi.server.workshop import tried

ROOT = Path(__file__).resolve().parents[3]
BOOK = json.loads((ROOT / "web" / "src" / "learn" / "lessons.json").read_text(encoding="utf-8"))
LESSONS = {lesson["id"]: lesson for chapter in BOOK.values() for lesson in chapter}
LEARNER = 0

each_lesson = pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS.keys())


def as_text(value):
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def is_like(event, wanted):
    return all(fnmatchcase(as_text(event.get(name)), text) for name, text in wanted.items())


def part_of(score, path):
    for name in path.split("."):
        score = score[int(name)] if isinstance(score, list) else score[name]
    return score


def is_met(goal, result):
    if "event" in goal:
        events = [event for step in result["steps"] for event in step]
        return sum(is_like(event, goal["event"]) for event in events) >= goal["times"]
    points = part_of(result["forecast"][LEARNER], goal["score"])
    return points >= goal["least"] if "least" in goal else points <= goal["most"]


def is_reached(lesson, result):
    return all(is_met(goal, result) for goal in lesson["goal"])


def solved(lesson):
    return tried(lesson["position"], lesson["solution"])


@each_lesson
def test_a_lesson_begins_with_the_learner_to_act_and_the_task_undone(lesson):
    result = tried(lesson["position"], [])
    TriedView.model_validate(result)
    assert result["view"]["turn"]["seat"] == LEARNER
    assert not is_reached(lesson, result)


@each_lesson
def test_the_solution_of_a_lesson_is_legal_and_reaches_the_goal_with_its_last_action(lesson):
    assert is_reached(lesson, solved(lesson))
    assert not is_reached(lesson, tried(lesson["position"], lesson["solution"][:-1]))


@each_lesson
def test_the_lit_spaces_are_where_the_solution_does_something(lesson):
    events = [event for step in solved(lesson)["steps"] for event in step]
    touched = {space for event in events for space in event.get("path", [])}
    touched |= {event[name] for event in events for name in ("to", "space") if name in event}
    if lesson["wanted"]:
        assert touched & set(lesson["wanted"])


def test_no_two_lessons_share_a_name():
    assert len(LESSONS) == sum(len(chapter) for chapter in BOOK.values())


def test_every_rivalry_card_has_a_lesson_in_which_only_it_is_in_play():
    for name, card in rivalry_cards().items():
        lesson = LESSONS[name]
        assert lesson in BOOK[card.kind]
        assert lesson["position"]["config"]["rivalry"] == [name]


@pytest.mark.parametrize("lesson", [lesson for lesson in BOOK["rules"] if lesson["id"] != "short-steps"], ids=str)
def test_a_rules_card_is_what_makes_its_lesson_possible(lesson):
    without = {**lesson["position"], "config": {**lesson["position"]["config"], "rivalry": []}}
    try:
        result = tried(without, lesson["solution"])
    except RefusedError:
        return
    assert not is_reached(lesson, result)


def test_short_steps_leave_far_sweets_out_of_reach():
    moves = tried(LESSONS["short-steps"]["position"], [])["options"]["moves"]
    assert sorted(move["space"] for move in moves if move["sweets"]) == ["Ga2", "Gb1"]


def test_the_six_falling_cases_of_the_rulebook_have_a_lesson_each():
    ends = [
        (len(event["path"]), event["end"])
        for lesson in BOOK["fall"]
        for step in solved(lesson)["steps"]
        for event in step
        if event["type"] == "token"
    ]
    assert {(1, "board"), (2, "board"), (3, "board"), (2, "rain")} <= set(ends)
    assert [lesson["id"] for lesson in BOOK["fall"]] == [
        "stays",
        "one-level",
        "two-levels",
        "rain",
        "under",
        "through-sweets",
    ]


def test_the_solutions_show_everything_that_can_happen():
    events = [event for lesson in LESSONS.values() for step in solved(lesson)["steps"] for event in step]
    assert {event["type"] for event in events} == {
        "placed-marker", "threw", "token", "moved", "climbed", "sweets", "collected", "drew", "finished",
        "turn", "over",
    }  # fmt: skip
    assert {event["end"] for event in events if event["type"] == "token"} == {"board", "hit", "rain"}
    assert {event["face"] for event in events if event["type"] == "threw"} == {"up", "down"}
    reasons = {event["why"] for event in events if event["type"] == "finished"}
    assert reasons == {"tokens", "cards", "no-throw", "last-dance"}


def test_the_lessons_are_written_as_they_are_drawn():
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "lessons", "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
