"""`make bench-compare`: what is measured beside ours, and what is left out."""

import json
import os
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from tools import bench_compare
from tools.bench_compare import Comparison, Contest, Peer
from typer import Typer
from typer.testing import CliRunner, Result

from holi.cli.lab.bench import NO_NUMBA
from holi.game import HoliError
from holi.lab.bench import benchmark

TOOLS = Path(bench_compare.__file__).parent
QUICK = ["--rounds", "1", "--seconds", "0.05"]

# Just enough of the two peers' interfaces: a game of five steps, and one of three moves.
FAKE_SPIEL = """
import random

class State:
    def __init__(self): self.left = 5
    def is_terminal(self): return self.left == 0
    def legal_actions(self): return [1, 2, 3]
    def apply_action(self, action): self.left -= 1

class Game:
    def new_initial_state(self): return State()

def load_game(name):
    assert name == "pentago"
    return Game()

class RandomRolloutEvaluator:
    def __init__(self, rollouts, seed):
        chance = random.Random(seed)
        self.value = sum(chance.choice([-1, 0, 1]) for _ in range(rollouts)) / rollouts

class MCTSBot:
    def __init__(self, game, evaluator, *options): self.total_reward = evaluator.value
    def mcts_search(self, state): return self
"""
FAKE_CHESS = """
class Board:
    def __init__(self): self.legal_moves = ["e4", "d4", "c4"]
    def push(self, move): self.legal_moves.remove(move)
"""

FAKE_ENVIRONMENTS = """
class Ours:
    def play(self, rounds): return sum(1 for _ in range(1000 * rounds))

class Theirs:
    def play(self, rounds): return sum(1 for _ in range(1000 * rounds)) / 1000
"""
CONTEST = Contest("ours", "fake_environments:Ours", "theirs", Peer("fake_environments:Theirs", ["fake_environments"]))


@pytest.fixture(autouse=True)
def without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "find_spec", lambda name: None)


@pytest.fixture
def fake_peers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "pyspiel.py").write_text(FAKE_SPIEL)
    (tmp_path / "chess.py").write_text(FAKE_CHESS)
    (tmp_path / "fake_environments.py").write_text(FAKE_ENVIRONMENTS)
    monkeypatch.setattr(bench_compare, "CONTESTS", (CONTEST,))
    monkeypatch.syspath_prepend(TOOLS)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(TOOLS), os.environ.get("PYTHONPATH", "")]))
    real = {name: sys.modules.pop(name) for name in ("pyspiel", "chess") if name in sys.modules}
    yield tmp_path
    for name in ("pyspiel", "chess"):
        sys.modules.pop(name, None)
    sys.modules.update(real)


def player(name: str) -> Any:
    return getattr(import_module(bench_compare.PLAYERS), name)()


def run(*options: str) -> Result:
    app = Typer()
    app.command()(bench_compare.compare)
    return CliRunner().invoke(app, [*options, *QUICK])


def check_speed(speed: dict[str, float]) -> None:
    assert set(speed) == {"steps_per_s", "games_per_s"}
    assert speed["steps_per_s"] > speed["games_per_s"] > 0


class TestPeers:
    def test_pentago_steps_are_games_times_their_mean_length(self, fake_peers):
        assert player("Pentago").play(7) == 35

    def test_pentago_that_plays_fewer_games_than_asked_is_found_out(self, fake_peers):
        program = fake_peers / "pyspiel.py"
        program.write_text(FAKE_SPIEL.replace("(rollouts)) / rollouts", "(rollouts // 2)) / (rollouts // 2)"))
        with pytest.raises(HoliError, match="997"):
            player("Pentago")

    def test_chess_ends_without_moves(self, fake_peers):
        assert player("PythonChess").play(4) == 12

    def test_chess_ends_after_200_plies(self, fake_peers):
        (fake_peers / "chess.py").write_text(FAKE_CHESS.replace("self.legal_moves.remove(move)", "return"))
        assert player("PythonChess").play(2) == 400


class TestCommand:
    def test_comparing_adds_peers_and_ratios(self, fake_peers):
        result = run("--json")
        assert result.exit_code == 0, result.output
        data = json.loads(result.stdout)
        assert set(data["peers"]) == {"pentago", "python-chess"}
        for speed in data["peers"].values():
            check_speed(speed)
        ours, theirs = data["interpreted"], data["peers"]["python-chess"]
        assert set(data["ratios"]) == {"interpreted/python-chess"}
        for players in ("2", "4"):
            ratio = ours[players]["steps_per_s"] / theirs["steps_per_s"]
            assert data["ratios"]["interpreted/python-chess"][players] == pytest.approx(ratio, abs=0.01)

    def test_comparing_adds_environments_beside_their_peers(self, fake_peers):
        result = run("--json")
        measured = json.loads(result.stdout)["environments"]["ours"]
        assert set(measured) == {"steps_per_s", "peer", "peer_steps_per_s", "ratio"}
        assert measured["peer"] == "theirs"
        ratio = measured["steps_per_s"] / measured["peer_steps_per_s"]
        assert measured["ratio"] == pytest.approx(ratio, rel=0.01)
        assert ratio > 100

    @pytest.mark.parametrize(
        ("missing", "said", "compared"),
        [
            (["chess"], "python-chess, as chess is", (["pentago"], ["ours"])),
            (["pyspiel"], "pentago, as pyspiel is", (["python-chess"], ["ours"])),
            (["fake_environments"], "theirs, as fake_environments is", (["pentago", "python-chess"], [])),
            (
                ["pyspiel", "chess", "fake_environments"],
                "pentago, python-chess, theirs, as chess, fake_environments, pyspiel are",
                ([], []),
            ),
        ],
    )
    def test_what_is_not_installed_is_left_out_and_named_in_one_line(
        self, missing, said, compared, monkeypatch, fake_peers
    ):
        monkeypatch.setattr(bench_compare, "find_spec", lambda name: None if name in missing else object())
        result = run("--json")
        assert result.exit_code == 0, result.output
        data = json.loads(result.stdout)
        assert (list(data.get("peers", {})), list(data.get("environments", {}))) == compared
        assert set(data.get("ratios", {})) == ({"interpreted/python-chess"} if "python-chess" in compared[0] else set())
        line = f"Not compared with {said} not installed; add it from a checkout: pip install '.[peers]'"
        assert result.stderr.splitlines() == [line, NO_NUMBA]

    def test_the_table_shows_what_can_be_compared(self, monkeypatch, fake_peers):
        monkeypatch.setattr(bench_compare, "find_spec", lambda name: None if name == "chess" else object())
        result = run()
        assert result.exit_code == 0, result.output
        assert "pentago" in result.stdout
        assert "python-chess" not in result.stdout

    def test_the_table_shows_everything(self, fake_peers):
        result = run()
        assert result.exit_code == 0, result.output
        for text in (
            "holi, interpreted", "pentago", "python-chess", "steps/s", "games/s", "holi with 2 players", "holi, ours",
            "theirs", "against peer",
        ):  # fmt: skip
            assert text in result.stdout
        assert "holi, compiled" not in result.stdout

    def test_the_stages_announced_are_those_that_come(self, fake_peers):
        stages: list[str] = []
        comparison = Comparison(rounds=2, seconds=0.01, peers=[*bench_compare.PEERS], contests=[CONTEST])
        comparison.run(stages.append)
        assert len(stages) == comparison.stages
