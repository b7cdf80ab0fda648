"""The training example, run end to end in a process of its own: it learns, and after some minutes it beats `casual`.

`HOLI_TRAINING_ROUNDS` sets how long it learns. The default is short, and then it only has to beat `random` clearly;
from 40 rounds on (`make training`) it has to beat `casual`.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"
ROUNDS = int(os.environ.get("HOLI_TRAINING_ROUNDS", "4"))
ENOUGH_FOR_CASUAL = 40

LEARN = """
import json
import train_agent
before = train_agent.play(train_agent.Network(0), "random", 30, seed=1)
network = train_agent.train({rounds}, say=lambda *_, **__: None)
results = {{level: train_agent.play(network, level, games, seed=1) for level, games in {opponents}.items()}}
results["as a bot"] = train_agent.play(train_agent.Network(0), train_agent.as_bot(network), 10, seed=1)
print(json.dumps({{"before": before, **results}}))
"""


def run(*arguments: str) -> str:
    environment = {
        **os.environ,
        "HOLI_MODE": "compiled",
        "PYTHONPATH": f"{EXAMPLES}{os.pathsep}{os.environ.get('PYTHONPATH', '')}",
    }
    done = subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_learns_by_playing_against_itself():
    opponents = {"random": 30, **({"casual": 200} if ROUNDS >= ENOUGH_FOR_CASUAL else {})}
    results = json.loads(run("-c", LEARN.format(rounds=ROUNDS, opponents=opponents)))
    won_before, lead_before = results["before"]
    won, lead = results["random"]
    assert won >= 0.9
    assert won > won_before
    assert lead > lead_before + 10
    assert results["as a bot"][0] <= 0.2  # an untrained network loses against it
    if "casual" in results:
        assert results["casual"][0] > 0.5
        assert results["casual"][1] > 0


def test_the_program_tells_how_it_did():
    lines = run(str(EXAMPLES / "train_agent.py"), "--rounds", "1", "--games", "2").splitlines()
    levels = ("random", "novice", "casual", "greedy")
    assert [line.partition(":")[0] for line in lines if line.startswith("against")] == [
        f"against {name}" for name in levels
    ]
    assert all(" of 2 games won, " in line for line in lines[-4:])
