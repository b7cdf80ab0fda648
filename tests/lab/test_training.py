"""Training in small: the same command gives the same weights, also when it was interrupted."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from holi.bots.search.value import WEIGHTS
from holi.bots.search.weights import trained_weights

TRAIN = """
import json, sys
from pathlib import Path
from holi.lab.training import run
from holi.lab.training.run import Training, write_weights

run.MOST_REMEMBERED = 700  # less than two rounds have
folder, rounds = Path(sys.argv[1]), int(sys.argv[2])
training = Training(folder, seed=3, games=8, test_games=2)
games = []
while training.rounds < rounds:
    done = training.round(lambda: games.append(1))
write_weights(folder / "weights.json", training.best, {"command": "test"})
print(json.dumps([training.rounds, len(games), done.examples, done.error]))
"""


def trained(folder, rounds):
    run = subprocess.run(
        [sys.executable, "-c", TRAIN, str(folder), str(rounds)],
        env={**os.environ, "HOLI_MODE": "compiled"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    weights = json.loads((folder / "weights.json").read_text("utf-8"))["weights"]
    return json.loads(run.stdout), weights


def test_an_interrupted_training_goes_on_to_the_same_weights(tmp_path):
    whole, weights = trained(tmp_path / "whole", 2)
    trained(tmp_path / "parts", 1)
    rest, same_weights = trained(tmp_path / "parts", 2)
    assert whole[:3] == [2, 24, 700]
    assert rest[:2] == [2, 12]
    assert rest[2:] == whole[2:]
    assert same_weights == weights
    assert len(weights) == WEIGHTS


def test_a_folder_of_another_run_is_refused(tmp_path):
    trained(tmp_path / "run", 1)
    other = TRAIN.replace("seed=3", "seed=4")
    run = subprocess.run(
        [sys.executable, "-c", other, str(tmp_path / "run"), "2"],
        env={**os.environ, "HOLI_MODE": "compiled"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "holds a run with --seed 3 --games 8; use these or another folder" in run.stderr


def test_the_package_has_weights_of_the_right_size():
    assert len(trained_weights()) == WEIGHTS
