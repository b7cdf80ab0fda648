"""No card is known by its name: cards with other ids and the same settings are played, explained and shown the same."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import holi
from holi.game import rivalry_cards

SOURCE = Path(holi.__file__).parent
SCRIPT = Path(__file__).with_name("with_cards.py")
CARDS = "game/data/rivalry.toml"


def said(source: Path, prefix: str, area: str) -> dict[str, Any]:
    """What a process that runs the package in `source` writes about the cards."""
    environment = {**os.environ, "PYTHONPATH": str(source), "HOLI_MODE": "interpreted"}
    command = [sys.executable, str(SCRIPT), prefix, area]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


@cache
def said_as_it_is(area: str) -> dict[str, Any]:
    return said(SOURCE.parent, "", area)


@pytest.fixture(scope="module")
def packages(tmp_path_factory) -> dict[str, Path]:
    """Two copies of the package: with a twin of every card added, and with every card under another id."""
    text = (SOURCE / CARDS).read_text("utf-8")
    renamed = re.sub(r"^\[", "[twin-", text, flags=re.MULTILINE)
    copies = {}
    for name, cards in (("added", text + renamed), ("renamed", renamed)):
        copies[name] = tmp_path_factory.mktemp(name)
        shutil.copytree(SOURCE, copies[name] / "holi", ignore=shutil.ignore_patterns("__pycache__", "*.svg", "*.png"))
        (copies[name] / "holi" / CARDS).write_text(cards, "utf-8")
        for words in (copies[name] / "holi" / "texts" / "more").iterdir():
            entries = json.loads(words.read_text("utf-8"))
            twins = {re.sub(r"^rivalry\.(?!kind-)", "rivalry.twin-", key): text for key, text in entries.items()}
            words.write_text(json.dumps({**entries, **twins} if name == "added" else twins), "utf-8")
    return copies


@pytest.mark.parametrize("area", ["game", "hints", "terminal", "page"])
def test_a_second_card_with_the_same_setting_is_played_explained_hinted_at_and_shown_like_the_first(packages, area):
    twins = said(packages["added"], "twin-", area)
    assert set(twins) == set(rivalry_cards())
    assert twins == said_as_it_is(area)


def test_environments_number_and_show_cards_under_other_ids_the_same(packages):
    pytest.importorskip("numpy")
    assert said(packages["renamed"], "twin-", "env") == said_as_it_is("env")
