"""The example bots: each plays whole games through a real process, and well enough to be worth copying."""

import shlex
import shutil
import sys
from pathlib import Path

import pytest

from holi.lab.arena.match import Entrant, play_match
from holi.lab.arena.standings import Standings
from holi.lab.arena.tournament import Tournament

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str, leave_out) -> Entrant:
    program = sys.executable
    if name.endswith(".js"):
        found = shutil.which("node")
        if found is None:
            leave_out("Node.js is not installed")
        program = found
    return Entrant("cmd:" + shlex.join([program, str(EXAMPLES / name)]), 1.0)


@pytest.mark.parametrize("name", ["python_bot.py", "javascript_bot.js"])
@pytest.mark.parametrize(("players", "games"), [(2, 6), (3, 6)])
def test_an_example_plays_whole_games_and_wins_most_against_random(name, players, games, leave_out):
    settings = Tournament((example(name, leave_out), Entrant("random", 1.0)), players, "0-3", 3)
    matches = [settings.match(number) for number in range(games)]
    results = [play_match(match, settings.entrants, settings.rivalry) for match in matches]
    assert [result.fault for result in results] == [None] * games
    bot, other = Standings(settings, results, games).lines
    assert bot.won.wins > other.won.wins
    assert bot.score is not None and other.score is not None and bot.score > other.score + 10


def test_every_example_is_in_the_readme():
    page = (EXAMPLES / "README.md").read_text("utf-8")
    programs = sorted(path.name for path in EXAMPLES.iterdir() if path.suffix in {".py", ".js"})
    assert programs == ["javascript_bot.js", "python_bot.py", "train_agent.py"]
    assert [name for name in programs if f"]({name})" not in page] == []
