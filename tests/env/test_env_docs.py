"""The pages about environments: their examples run, and their tables are those of the code."""

import doctest
import importlib
import re
from inspect import signature
from pathlib import Path

import pytest

from holi.env import HoliEnv, encoding, observation, raw_env, rewards
from tests.game.test_docs import failures, python_examples

PAGES = Path(__file__).parents[2] / "docs" / "environments"
SHARED = PAGES / "encoding.md"
ENVIRONMENTS = ["pettingzoo.md", "gymnasium.md", "vector.md"]


@pytest.mark.parametrize("name", ["encoding.md", *ENVIRONMENTS])
def test_examples_of_a_page_print_what_it_says(name):
    page = python_examples(PAGES / name)
    assert page.examples
    assert failures(page) == ""


@pytest.mark.parametrize("name", ["aec", "single", "vector"])
def test_examples_in_docstrings_print_what_they_say(name):
    tests = [
        test for test in doctest.DocTestFinder().find(importlib.import_module(f"holi.env.{name}")) if test.examples
    ]
    assert tests
    assert [failures(test) for test in tests] == [""] * len(tests)


@pytest.mark.parametrize("module", [encoding, observation, rewards], ids=lambda module: module.__name__)
def test_the_tables_of_the_code_are_on_the_page(module):
    page = SHARED.read_text("utf-8").splitlines()
    rows = [line for line in (module.__doc__ or "").splitlines() if line.startswith("| ")]
    assert rows
    assert [row for row in rows if row not in page] == []


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
        assert listed == list(signature(made).parameters)
