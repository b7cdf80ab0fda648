"""A command that needs an extra says in one sentence which, and the others do without."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.processes import environment

RECORD = str(Path(__file__).parents[1] / "record" / "data" / "two-players.holi")
BASE_ALONE = """
import sys
for package in "aiosqlite alembic asyncpg fastapi httptools numba picows prometheus_client redis segno sqlalchemy uvicorn".split():
    sys.modules[package] = None  # as if it were not installed
from holi.cli import main
sys.argv = ["holi", *sys.argv[1:]]
main()
"""  # noqa: E501


def holi(tmp_path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", BASE_ALONE, *arguments],
        env=environment({"HOME": str(tmp_path)}),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("command", "package", "extra"),
    [
        ([], "", "server"),
        (["serve"], "", "server"),
        (["migrate"], "", "server"),
        (["backup", "games.jsonl"], "", "server"),
        (["worker", "--redis", "redis://127.0.0.1:1"], "redis", "nodes"),
        (["load"], "picows", "load"),
        (["train", "weights.json"], "numba", "fast"),
    ],
)
def test_a_command_without_its_extra_is_one_clear_sentence(command, package, extra, tmp_path):
    done = holi(tmp_path, *command)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("holi: ")
    assert package in done.stderr
    assert done.stderr.endswith(f"add it from a checkout: pip install '.[{extra}]'\n")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", [["--version"], ["verify", RECORD], ["replay", RECORD, "--turn", "9"], ["cards"]])
def test_the_base_package_alone_is_enough_for_the_rest(command, tmp_path):
    done = holi(tmp_path, *command)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_another_missing_module_is_no_missing_extra(tmp_path):
    program = BASE_ALONE.replace("aiosqlite", "holi.server.serving")
    done = subprocess.run(
        [sys.executable, "-c", program, "serve"],
        env=environment({"HOME": str(tmp_path)}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr.splitlines()[-1].startswith("ModuleNotFoundError")
