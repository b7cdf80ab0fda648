"""The lessons of the page: positions are legal, tasks can be done, and together they tell all the rules."""

import json
import subprocess
import sys
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from holi.game import IllegalActionError, Kind, move_preview, parse_action, position_from_json, rivalry_cards

ROOT = Path(__file__).resolve().parents[2]
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


def tried(position, actions):
    """The position after some actions, and all their events."""
    now, told = position_from_json(position), []
    for text in actions:
        now, events = now.apply(parse_action(text))
        told += [event.to_json() for event in events]
    return now, told


def is_met(goal, position, events):
    if "event" in goal:
        return sum(is_like(event, goal["event"]) for event in events) >= goal["times"]
    points = part_of(position.scores()[LEARNER].to_json(), goal["score"])
    return points >= goal["least"] if "least" in goal else points <= goal["most"]


def is_reached(lesson, actions, position=None):
    now, events = tried(position or lesson["position"], actions)
    return all(is_met(goal, now, events) for goal in lesson["goal"])


def solved(lesson):
    """The events of the solution."""
    return tried(lesson["position"], lesson["solution"])[1]


@each_lesson
def test_a_lesson_begins_with_the_learner_to_act_and_the_task_undone(lesson):
    assert position_from_json(lesson["position"]).seat == LEARNER
    assert not is_reached(lesson, [])


@each_lesson
def test_the_solution_of_a_lesson_is_legal_and_reaches_the_goal_with_its_last_action(lesson):
    assert is_reached(lesson, lesson["solution"])
    assert not is_reached(lesson, lesson["solution"][:-1])


@each_lesson
def test_the_lit_spaces_are_where_the_solution_does_something(lesson):
    events = solved(lesson)
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
        assert not is_reached(lesson, lesson["solution"], without)
    except IllegalActionError:
        return


def test_short_steps_leave_far_sweets_out_of_reach():
    position = position_from_json(LESSONS["short-steps"]["position"])
    moves = [move_preview(position, action) for action in position.legal_actions() if action.kind is Kind.MOVE]
    assert sorted(str(move.space) for move in moves if move.sweets) == ["Ga2", "Gb1"]


def test_the_six_falling_cases_of_the_rulebook_have_a_lesson_each():
    ends = [
        (len(event["path"]), event["end"])
        for lesson in BOOK["fall"]
        for event in solved(lesson)
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
        "face-down-falls",
    ]


def test_the_solutions_show_everything_that_can_happen():
    events = [event for lesson in LESSONS.values() for event in solved(lesson)]
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
