"""The pages about environments: their examples run, and their tables are those of the code."""

import doctest
import importlib
import re
from dataclasses import fields
from inspect import signature
from pathlib import Path

import pytest

from holi.env import HoliEnv, raw_env
from holi.env.encoding import encoding_of
from holi.env.episode import EpisodeSettings
from holi.env.observation import FEATURES, PLANES
from holi.env.rewards import REWARDS
from holi.game import complete_deck
from tests.docs.test_docs import failures, python_examples

PAGES = Path(__file__).parents[2] / "docs" / "environments"
SHARED = PAGES / "encoding.md"
ENVIRONMENTS = ["pettingzoo.md", "gymnasium.md", "vector.md"]


@pytest.mark.parametrize("name", ["encoding.md", *ENVIRONMENTS])
def test_examples_of_a_page_print_what_it_says(name):
    page = python_examples(PAGES / name)
    assert page.examples
    assert failures(page) == ""


@pytest.mark.parametrize("name", ["aec", "policy", "single", "vector"])
def test_examples_in_docstrings_print_what_they_say(name):
    tests = [
        test for test in doctest.DocTestFinder().find(importlib.import_module(f"holi.env.{name}")) if test.examples
    ]
    assert tests
    assert [failures(test) for test in tests] == [""] * len(tests)


def test_the_tables_cover_every_plane_feature_and_action():
    numbers: dict[str, list[int]] = {"plane": [], "feature": [], "ids": []}
    table = ""
    for line in SHARED.read_text("utf-8").splitlines():
        if heading := re.match(r"\| (plane|feature|ids) \|", line):
            table = heading[1]
        elif cells := re.match(r"\| (\d[\d, -]*) \|", line):
            for part in cells[1].split(", "):
                first, _, last = part.partition("-")
                numbers[table] += range(int(first), int(last or first) + 1)
    sizes = {"plane": PLANES, "feature": FEATURES, "ids": encoding_of(complete_deck()).size}
    assert numbers == {name: list(range(size)) for name, size in sizes.items()}


def test_the_page_lists_every_setting_of_rewards():
    section = SHARED.read_text("utf-8").partition("## Rewards")[2].partition("##")[0]
    assert re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE) == list(REWARDS)


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_every_environment_has_the_same_sections(name):
    text = (PAGES / name).read_text("utf-8")
    for part in ("Observation", "Termination" if name != "vector.md" else "Automatic reset", "Example", "Versions"):
        assert f"\n## {part}" in text
    assert "[Observations, actions and rewards](encoding.md)" in text


def test_settings_on_the_pages_are_those_of_the_code():
    for name, made in (("pettingzoo.md", raw_env), ("gymnasium.md", HoliEnv)):
        text = (PAGES / name).read_text("utf-8").partition("## Settings")[2].partition("##")[0]
        listed = re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
        shared = {field.name for field in fields(EpisodeSettings)}
        assert set(listed) == shared | signature(made).parameters.keys() - {"settings"}
