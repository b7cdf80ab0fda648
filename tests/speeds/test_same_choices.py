"""Interpreted and compiled, bots of all levels choose the same turns, and hints are the same to the last digit."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from holi.bots import LEVELS
from holi.game import rivalry_cards
from holi.kernel.mode import COMPILED
from tests.speeds.choices import lines


def test_both_speeds_choose_the_same_with_every_rivalry_card():
    other = subprocess.run(
        [sys.executable, "-m", "tests.speeds.choices"],
        env={**os.environ, "HOLI_MODE": "interpreted" if COMPILED else "compiled"},
        capture_output=True,
        text=True,
        check=True,
    )
    here = list(lines())
    assert other.stdout.splitlines() == here
    chosen = [json.loads(line) for line in here]
    assert {card for each in chosen for card in each["view"]["config"]["rivalry"]} == set(rivalry_cards())
    assert {each["view"]["phase"] for each in chosen} == {"setup", "play"}
    assert sum(set(each["turns"]) == set(LEVELS) for each in chosen) > len(rivalry_cards())
    assert all(each["hints"] for each in chosen[len(rivalry_cards()) :])
