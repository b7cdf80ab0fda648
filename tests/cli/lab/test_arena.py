"""`holi arena`: its tables and JSON, interrupting and going on, and what it refuses."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from holi.cli.app import app, main

HOLI = [sys.executable, "-c", "from holi.cli import main; main()"]


@pytest.fixture(autouse=True)
def interpreted_workers(monkeypatch):
    """Compiling would take longer than all of these games."""
    monkeypatch.setenv("HOLI_MODE", "interpreted")


def run(*arguments: str, status: int = 0) -> str:
    result = CliRunner().invoke(app, ["arena", *arguments])
    assert result.exit_code == status, result.output
    return result.stdout


def report(*arguments: str) -> dict[str, Any]:
    """The JSON report without what a clock measured."""
    data = json.loads(run(*arguments, "--json", "-"))
    for bot in data["bots"]:
        assert bot.pop("seconds_a_turn") >= 0
    return data


def refusal(capsys, *arguments: str) -> str:
    """The one sentence that an error is."""
    argv = sys.argv
    sys.argv = ["holi", "arena", *arguments]
    try:
        with pytest.raises(SystemExit) as caught:
            main()
    finally:
        sys.argv = argv
    assert caught.value.code == 2
    output = capsys.readouterr()
    assert output.out == "" and output.err.count("\n") == 1
    return output.err


def bad_bot(script: str) -> str:
    return "cmd:" + shlex.join([sys.executable, "-S", "-c", script])


def test_the_tables_say_who_played_and_won():
    lines = run("random", "greedy", "--games", "2", "--workers", "2", "--rivalry", "0").splitlines()
    assert lines[0] == "2 games of 2 players, rivalry 0, seed 1"
    rows = [line.split() for line in lines if line.split()]
    assert rows[1] == ["bot", "wins", "win", "%", "(95%)", "score", "margin", "rank", "rating", "s/turn"]
    greedy = next(row for row in rows if row[0] == "greedy")
    assert greedy[1:4] == ["2/2", "100.0", "(34-100)"]
    assert "Wins: the row against the column" in lines
    assert ["greedy", "2/2"] in rows and ["random", "0/2"] in rows
    assert not any("alone" in line or "fault" in line for line in lines)


def test_the_same_seed_gives_the_same_report_with_one_worker_or_two():
    arguments = ("random", "random", "random", "--games", "6")
    one, two = report(*arguments, "--workers", "1"), report(*arguments, "--workers", "2")
    assert one == two
    assert one["complete"] and one["games"] == one["planned"] == 6
    assert [bot["name"] for bot in one["bots"]] == ["random", "random#2", "random#3"]
    assert report(*arguments, "--seed", "2")["bots"] != one["bots"]


def test_two_bots_at_four_seats_are_also_counted_alone():
    output = run("random", "random:0.5", "--players", "4", "--games", "1", "--workers", "2")
    assert "8 games of 4 players" in output
    assert "How often it finished ahead: the row against the column\n" in output
    assert "First places alone against 3 of the other; 25.0% is even\n" in output
    rows = [line.split() for line in output.splitlines()]
    met = [row[1].partition("/")[2] for row in rows if row[:1] == ["random:0.5"]]
    assert met == ["16", "24", "4"]  # seats of games, comparisons, games alone


def test_a_bot_at_fault_is_shown_with_its_reason_and_names_are_no_markup():
    bot = bad_bot("import sys; sys.exit('[bold]')")
    lines = run("random", "--bot", bot, "--games", "2", "--workers", "1").splitlines()
    name = "import sys; sys.exit('[bold]')"
    assert lines[-1] == f"{name}: it ended with exit status 1; it said '[bold]'"
    faults = lines[lines.index("Games lost by a fault") :]
    assert [line.split() for line in faults if line.split()][-2] == [*name.split(), "2", "0", "0"]


def test_an_output_that_knows_only_ascii_gets_ascii():
    command = [*HOLI, "arena", "random", "random", "--games", "2"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b" +-" in done.stdout and done.stdout.isascii()


def test_json_goes_to_a_file_beside_the_tables(tmp_path):
    file = tmp_path / "report.json"
    output = run("random", "random", "--games", "2", "--json", str(file))
    assert "2 games of 2 players" in output
    data = json.loads(file.read_text("utf-8"))
    assert data["format"] == "holi-arena-report/1"
    assert data["settings"]["bots"] == [{"what": "random", "movetime": 1.0}] * 2
    assert data["crosstable"]["random"]["random#2"] + data["crosstable"]["random#2"]["random"] == 2
    low, high = data["bots"][0]["rating_interval"]
    assert low < data["bots"][0]["rating"] < high


def started(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*HOLI, "arena", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "HOLI_MODE": "interpreted"},
        start_new_session=True,
    )


def wait_for_games(journal: Path, games: int, process: subprocess.Popen[str]) -> None:
    while not journal.exists() or journal.read_bytes().count(b"\n") <= games:
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_arena_goes_on_where_it_was(tmp_path, how):
    arguments = ("random", "random", "--games", "24", "--workers", "2")
    journal = tmp_path / "games.jsonl"
    with started(*arguments, "--resume", str(journal)) as process:
        wait_for_games(journal, 3, process)
        os.killpg(process.pid, how)
        output, errors = process.communicate()
    kept = [line for line in journal.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]
    if how == signal.SIGINT:
        assert process.returncode == 130
        assert f"{len(kept) - 1} games of 2 players" in output
        assert (
            errors == f"holi: interrupted after {len(kept) - 1} of 24 games; run the same command again to continue\n"
        )
    assert 4 <= len(kept) < 25
    resumed = report(*arguments, "--resume", str(journal))
    assert resumed == report(*arguments)
    assert journal.read_bytes().startswith(b"".join(kept))
    assert len(journal.read_bytes().splitlines()) == 25


def test_a_finished_journal_plays_nothing_more_or_only_what_is_added(tmp_path):
    journal = tmp_path / "games.jsonl"
    arguments = ("random", "random", "--resume", str(journal), "--workers", "1")
    first = report(*arguments, "--games", "4")
    written = journal.read_bytes()
    assert report(*arguments, "--games", "4") == first
    assert journal.read_bytes() == written
    assert report(*arguments, "--games", "6")["games"] == 6
    assert journal.read_bytes().startswith(written)
    assert report(*arguments, "--games", "4") == first


def test_a_journal_of_other_settings_is_refused_in_a_sentence(tmp_path, capsys):
    journal = tmp_path / "games.jsonl"
    report("random", "random", "--resume", str(journal), "--games", "2")
    said = refusal(capsys, "random", "random", "--resume", str(journal), "--games", "2", "--seed", "9")
    assert "is of other settings: its 'seed' is 1, not 9; go on with those, or name another file" in said


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "0 bots are named; an arena needs two or more"),
        (["random"], "1 bots are named; an arena needs two or more"),
        (["random", "gredy"], "there is no bot 'gredy'"),
        (["random", "cmd:no-such-program"], "there is no program 'no-such-program'"),
        (["random", "random", "--rivalry", "rangoly"], "'rangoly'"),
        (["random", "random", "--json", "no/such/folder/report.json"], "cannot be written"),
        (["random", "random", "--resume", "no/such/folder/games.jsonl"], "cannot be opened: No such file"),
    ],
)
def test_what_cannot_be_played_is_refused_before_a_game_begins(capsys, arguments, sentence):
    assert sentence in refusal(capsys, *arguments)
