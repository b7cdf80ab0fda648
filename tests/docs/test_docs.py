"""The examples of the README, of the library page and of the package's own docstrings, run as a reader would."""

from __future__ import annotations

import doctest
import importlib
import os
import pkgutil
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import holi.game
from holi.game import complete_deck, rivalry_cards

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
LIBRARY = ROOT / "docs" / "library.md"
FAIRNESS = ROOT / "docs" / "fairness.md"
CLAUSE = re.compile(r"\bR\d+\.\d+\b")
BLOCK = re.compile(r"^```(?P<language>python|console)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
START_HOLI = "import sys; sys.argv[0] = 'holi'; from holi.cli.app import main; main()"


class Block(NamedTuple):
    """A fenced block of a page, with the line it starts on."""

    language: str
    body: str
    line: int


class Command(NamedTuple):
    """A shell command of a page and what the page says it prints."""

    text: str
    output: str
    line: int


def blocks_of(page: Path, language: str) -> list[Block]:
    text = page.read_text("utf-8")
    found = [Block(m["language"], m["body"], text[: m.start()].count("\n") + 2) for m in BLOCK.finditer(text)]
    return [block for block in found if block.language == language]


def python_examples(page: Path) -> doctest.DocTest:
    """All Python blocks of a page as one session, so that a later block may use names of an earlier one."""
    examples: list[doctest.Example] = []
    for block in blocks_of(page, "python"):
        found = doctest.DocTestParser().get_examples(block.body, page.name)
        assert found, f"{page.name}, line {block.line}: a Python block without a >>> example is never run"
        for example in found:
            example.lineno += block.line - 1
        examples += found
    prompts = re.findall(r"^>>> ", page.read_text("utf-8"), re.MULTILINE)
    assert len(prompts) == len(examples), f"{page.name} has a >>> example outside its Python blocks, which is never run"
    return doctest.DocTest(examples, {"__name__": "__main__"}, page.name, str(page), 0, None)


def commands(page: Path) -> list[Command]:
    """All `$ holi ...` lines of the page's console blocks, each with the lines that follow it."""
    found = []
    for block in blocks_of(page, "console"):
        assert block.body.startswith("$ "), f"{page.name}, line {block.line}: a console block begins with a command"
        line = block.line
        for part in re.split(r"^\$ ", block.body, flags=re.MULTILINE)[1:]:
            text, _, output = part.partition("\n")
            assert re.match(r"(.*\| )?holi( |$)", text), f"{page.name}, line {line}: {text!r} is no holi command"
            found.append(Command(text, output, line))
            line += part.count("\n")
    prompts = re.findall(r"^\$ holi", page.read_text("utf-8"), re.MULTILINE)
    assert len(prompts) <= len(found), f"{page.name} has a '$ holi' line outside its console blocks, which is never run"
    return found


def failures(test: doctest.DocTest) -> str:
    """What fails when the examples are run; an empty text if nothing does."""
    report: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append)
    return "".join(report)


def without_line_ends(text: str) -> str:
    return "".join(f"{line.rstrip()}\n" for line in text.rstrip().splitlines())


def docstring_examples() -> list[doctest.DocTest]:
    names = [module.name for module in pkgutil.walk_packages(holi.game.__path__, "holi.game.")]
    finder = doctest.DocTestFinder(exclude_empty=True)
    tests = [test for name in ["holi.game", *names] for test in finder.find(importlib.import_module(name), name)]
    return [test for test in tests if test.examples]


@pytest.mark.parametrize("page", [README, LIBRARY], ids=lambda page: page.name)
def test_python_examples_of_a_page_print_what_it_says(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert failures(python_examples(page)) == ""


def test_readme_has_examples():
    assert python_examples(README).examples or commands(README), "README.md has no example that runs"


def test_library_page_has_examples():
    assert python_examples(LIBRARY).examples, "docs/library.md has no example that runs"


@pytest.mark.parametrize("page", [README, FAIRNESS], ids=lambda page: page.name)
def test_commands_of_a_page_print_what_it_says(page, tmp_path):
    programs = tmp_path / "programs"
    programs.mkdir()
    holi_program = programs / "holi"
    holi_program.write_text(f'#!/bin/sh\nexec {shlex.join([sys.executable, "-P", "-c", START_HOLI])} "$@"\n')
    holi_program.chmod(0o755)
    # The width of the page and no colours, whatever terminal the tests are started from.
    terminal = {"COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb", "PYTHONIOENCODING": "utf-8"}
    path = f"{programs}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    sources = str(Path(holi.game.__file__).parents[2])
    for command in commands(page):
        done = subprocess.run(
            ["/bin/sh", "-c", command.text],
            cwd=ROOT,  # the page's commands name files of the checkout and write none
            env={**os.environ, **terminal, "PATH": path, "PYTHONPATH": sources},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        got, want = without_line_ends(done.stdout.decode()), without_line_ends(command.output)
        where = f"{page.name}, line {command.line}: $ {command.text}\nprints\n{got}"
        assert "Traceback (most recent call last)" not in got, where
        flags = doctest.ELLIPSIS | doctest.DONT_ACCEPT_TRUE_FOR_1
        assert doctest.OutputChecker().check_output(want, got, flags), f"{where}\nbut the page says\n{want}"


@pytest.mark.parametrize("test", docstring_examples(), ids=lambda test: test.name)
def test_examples_in_docstrings_print_what_they_say(test):
    assert failures(test) == ""


def test_package_docstring_has_examples():
    assert "holi.game" in [test.name for test in docstring_examples()]


def test_every_clause_that_the_code_cites_is_in_the_rules_page():
    written = set(re.findall(r"^- \*\*(R\d+\.\d+)\*\*", (ROOT / "docs" / "rules.md").read_text("utf-8"), re.MULTILINE))
    sources = sorted((ROOT / "src").rglob("*.py"))
    cited = {clause for source in sources for clause in CLAUSE.findall(source.read_text("utf-8"))}
    assert cited
    assert cited - written == set()


def test_cards_page_shows_every_colour_card_as_it_is():
    lines = (ROOT / "docs" / "cards.md").read_text("utf-8").splitlines()
    shown = []
    for number, line in enumerate(lines):
        if re.fullmatch(r"( ?\d+ [a-z-]+ *)+", line):
            for header in re.finditer(r"(\d+) ([a-z-]+)", line):
                left = header.start(2)
                rows = (below[left : left + 5].replace(" ", "") for below in lines[number + 1 : number + 4])
                shown.append((int(header[1]), header[2], "/".join(rows)))
    assert shown == [(card.id, card.key, card.face) for card in complete_deck().cards]


def test_cards_page_lists_every_rivalry_card():
    page = (ROOT / "docs" / "cards.md").read_text("utf-8")
    shown = re.findall(r"^\| `([a-z-]+)` \| ([\w ]+) \|", page, re.MULTILINE)
    assert dict(shown) == {card.id: card.title for card in rivalry_cards().values()}
