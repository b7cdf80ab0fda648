"""Installing Holi as README and docs say: from a checkout or from a wheel, into an empty environment.

The short version tries two lines: the base from a checkout, and a wheel with an extra. With `HOLI_INSTALL_ALL=1`
(`make install-check`) all lines are tried.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "examples").glob("*.md"))]
SOURCES = [ROOT / "deploy" / "Dockerfile", *(ROOT / "src").rglob("*.py"), *(ROOT / "tools").glob("*.py")]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
NOT_COPIED = shutil.ignore_patterns(".*", "node_modules", "__pycache__", "dist", "build", "mutants", "*.db*")

ALL = os.environ.get("HOLI_INSTALL_ALL") == "1"
BUILD_WHEEL = "pip wheel --no-deps --wheel-dir dist ."
CHECKOUT_ALONE = "pip install ."
WHEEL_WITH_ENV = 'pip install "$(echo dist/holi-*.whl)[env]"'

A_GAME = """
import random
from holi.game import Config, Game
game = Game(Config(2), seed="0" * 64)
while game.legal_actions():
    game.apply(random.Random(1).choice(game.legal_actions()))
print(len(game.position.scores()))
"""
WORKS = {
    "": ["holi --version", "holi verify tests/record/data/two-players.holi", f"python -c '{A_GAME}'"],
    "env": ["python -c 'import holi.env; holi.env.env().reset(seed=1); holi.env.HoliEnv().reset(seed=1)'"],
    "fast": ["python -c 'import numba'"],
    "load": ["holi load --help", "python -c 'import picows'"],
    "nodes": ["python -c 'import asyncpg, redis'"],
    "openspiel": ["python -c 'import holi.env.openspiel'"],
    "peers": ["python -c 'import chess, pgx'"],
    "play": ["holi schema", "python -c 'import numba, holi.server.serving'"],
    "server": ["holi schema", "python -c 'import holi.server.serving'"],
}
"""By extra: commands that work once it is installed."""


def install_lines() -> set[str]:
    """Every `pip install` of Holi itself that a page shows, in a block or in the middle of a sentence."""
    found: set[str] = set()
    for page in PAGES:
        for line in re.findall(r"pip install [^`\n]*", page.read_text("utf-8")):
            found.add(line.strip())
    return found


def extras_in(line: str) -> list[str]:
    named = re.search(r"\[([a-z,]+)\]", line)
    return named[1].split(",") if named else []


class Empty:
    """An environment with nothing but pip, and a copy of the checkout to stand in."""

    def __init__(self, folder: Path, checkout: Path) -> None:
        self._checkout = checkout
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        own = {name: value for name, value in os.environ.items() if not name.startswith(("HOLI_", "PYTHON"))}
        self._environment = {
            **own,
            "HOME": str(folder),
            "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "PIP_CONSTRAINT": str(ROOT / "requirements.lock"),
            "PIP_NO_COMPILE": "1",
            "PIP_QUIET": "1",
        }

    def run(self, line: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            line, shell=True, cwd=self._checkout, env=self._environment, capture_output=True, text=True, check=False
        )

    def check(self, *lines: str) -> None:
        for line in lines:
            done = self.run(line)
            assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The checkout as it is now, with a page if it is built, and no wheel."""
    return Path(shutil.copytree(ROOT, tmp_path_factory.mktemp("install") / "holi", ignore=NOT_COPIED))


def test_pages_and_messages_name_only_extras_that_there_are():
    texts = [path.read_text("utf-8") for path in (*PAGES, *SOURCES)]
    lists = [
        text for page in texts for text in re.findall(r"(?:pip install '\.|holi-\*\.whl\)|holi)\[([a-z,]+)\]", page)
    ]
    named = {extra for text in lists for extra in text.split(",")}
    named |= {extra for page in texts for extra in re.findall(r"how_to_add\(['\"](\w+)['\"]\)", page)}
    assert {"env", "fast", "play"} <= named <= set(EXTRAS)


def test_no_page_installs_from_an_index_that_has_no_holi():
    assert not [line for line in install_lines() if re.search(r"install +['\"]?holi\b", line)]
    assert {CHECKOUT_ALONE, WHEEL_WITH_ENV} <= install_lines()
    assert BUILD_WHEEL in (ROOT / "README.md").read_text("utf-8")


@pytest.mark.long
@pytest.mark.parametrize("line", sorted(install_lines()) if ALL else [CHECKOUT_ALONE, WHEEL_WITH_ENV])
def test_an_install_line_works_in_an_empty_environment(line, checkout, tmp_path):
    empty = Empty(tmp_path / "venv", checkout)
    if "dist/" in line:
        empty.check("rm -rf dist", BUILD_WHEEL)
    empty.check(line, *WORKS[""], *(command for extra in extras_in(line) for command in WORKS[extra]))
    if not extras_in(line):
        refused = empty.run("holi serve")
        assert (refused.returncode, refused.stdout) == (2, "")
        assert refused.stderr.endswith("add it from a checkout: pip install '.[server]'\n")
