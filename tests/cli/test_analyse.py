"""`holi analyse` and `holi hint` as real processes."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import holi
from holi.bots.advice.reasons import REASONS, Reason
from holi.cli.analyse import BAR_WIDTH, bar
from holi.cli.hint import reason_text, view_from_json
from holi.game import MalformedError, PositionError, parse_turn, position_to_json, view_to_json
from holi.record import replay
from tests.record.games import golden, golden_text

RUN = "from holi.cli.app import main; main()"
STYLES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def environment(mode: str | None, **changes: str) -> dict[str, str]:
    kept = {name: text for name, text in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "HOLI_MODE")}
    chosen = {} if mode is None else {"HOLI_MODE": mode}
    return {**kept, **chosen, "PYTHONPATH": str(Path(holi.__file__).parents[1]), "PYTHONUTF8": "1", **changes}


def run_holi(*arguments: str | Path, typed: str = "", mode: str | None = "interpreted", **changes: str):
    """Exit status, output and errors of `holi ...`."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, *arguments],
        input=typed.encode(),
        capture_output=True,
        env=environment(mode, **changes),
        check=False,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def first_round() -> str:
    """A game of two turns that is not over."""
    return golden_text("two-players").partition("\n2. ")[0] + "\n*\n"


def late_position():
    """Ravi's last turn, with one card left."""
    return [step.position for step in replay(golden("two-players"))][-4]


class TestAnalyse:
    def test_turns_chances_and_players_are_shown_in_eighty_columns(self):
        status, out, err = run_holi("analyse", "-", "--movetime", "0.01", typed=first_round())
        assert (status, err) == (0, "")
        lines = out.splitlines()
        assert lines[0] == "-: 2 players, 1 round, not over"
        assert max(map(len, lines)) <= 80
        rows = [line for line in lines if re.match(r" +\d+ +1 +[by] ", line)]
        assert [row.split()[2] for row in rows] == ["b", "y"]
        assert "Md1 T2@c1c2d2 E" in rows[0]
        assert all(re.search(rf" (?=[by]{{{BAR_WIDTH}}} )b*y* +\d+%", row) for row in rows)
        assert re.search(r"^ b  Anna: accuracy \d+%", out, re.MULTILINE)
        assert "\x1b" not in out

    def test_colours_can_be_asked_for_and_change_no_letter(self):
        _, out, _ = run_holi("analyse", "-", "--movetime", "0.01", "--colour", typed=first_round())
        assert "\x1b[" in out
        assert re.search(rf" [by]{{{BAR_WIDTH}}} ", STYLES.sub("", out))

    def test_json(self, tmp_path):
        file = tmp_path / "game.holi"
        file.write_text(first_round(), "utf-8")
        status, out, err = run_holi("analyse", file, "--movetime", "0.01", "--json")
        assert (status, err) == (0, "")
        data = json.loads(out)
        assert (data["format"], data["movetime"], len(data["turns"])) == ("holi-analysis/1", 0.01, 2)

    def test_a_game_without_a_whole_turn_has_nothing_to_judge(self):
        corners = golden_text("two-players").partition("\n1. ")[0] + "\n*\n"
        status, out, err = run_holi("analyse", "-", typed=corners)
        assert (status, err) == (0, "")
        assert "No turn was finished" in out

    @pytest.mark.parametrize("mode", ["interpreted", None])
    def test_a_damaged_file_gets_the_error_of_its_record(self, mode):
        # Without a mode chosen, the command starts again in the compiled one, and standard input is still there.
        status, out, err = run_holi("analyse", "-", typed=first_round()[:-3], mode=mode)
        assert (status, out) == (2, "")
        assert err.startswith("holi: -: line 14: the record ends without its result")
        assert err.count("\n") == 1

    def test_a_missing_file_is_told(self, tmp_path):
        status, out, err = run_holi("analyse", tmp_path / "none.holi")
        assert (status, out) == (2, "")
        assert err == f"holi: {tmp_path / 'none.holi'}: the file cannot be read: No such file or directory\n"

    def test_somebody_at_a_terminal_sees_progress_and_can_stop_it(self, tmp_path):
        file = tmp_path / "game.holi"
        file.write_text(golden_text("two-players"), "utf-8")
        ours, theirs = pty.openpty()
        process = subprocess.Popen(
            [sys.executable, "-c", RUN, "analyse", str(file), "--movetime", "600"],
            stdout=subprocess.PIPE,
            stderr=theirs,
            env=environment("interpreted", TERM="xterm"),
        )
        os.close(theirs)
        seen = b""
        while b"0/24" not in seen:
            seen += os.read(ours, 4096)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate()
        while True:
            try:
                more = os.read(ours, 4096)
            except OSError:  # Linux says so when the other end is closed
                break
            if not more:
                break
            seen += more
        os.close(ours)
        assert process.returncode not in (0, 2)
        assert out == b""
        assert b"Traceback" not in seen


def test_a_bar_is_as_wide_as_all_chances_together():
    assert bar((0.5, 0.25, 0.25), colour=False) == "b" * 12 + "y" * 6 + "r" * 6
    assert bar((0.0, 1.0), colour=False) == "y" * BAR_WIDTH
    assert bar((1 / 3, 1 / 3, 1 / 3 - 1e-12), colour=False) == "b" * 8 + "y" * 8 + "r" * 8


class TestHint:
    def test_the_best_turns_are_shown(self):
        typed = json.dumps(position_to_json(late_position()))
        status, out, err = run_holi("hint", "-", "--movetime", "0.01", "--most", "2", typed=typed)
        assert (status, err) == (0, "")
        lines = out.splitlines()
        assert lines[0] == " y  The best turns for yellow:"
        assert [line[:3] for line in lines if line[:3].strip()][1:] == [" 1.", " 2."]
        assert max(map(len, lines)) <= 80
        assert "ends your game" in out

    def test_a_position_and_its_view_give_the_same_json(self, tmp_path):
        position = late_position()
        file = tmp_path / "view.json"
        file.write_text(json.dumps(view_to_json(position, 1)), "utf-8")
        status, out, err = run_holi("hint", file, "--movetime", "0.01", "--json")
        assert (status, err) == (0, "")
        data = json.loads(out)
        assert (data["format"], data["seat"]) == ("holi-hints/1", 1)
        for hint in data["hints"]:
            assert list(hint) == ["turn", "win_chance", "lead", "reasons"]
            assert position.is_legal(parse_turn(hint["turn"])[0])
        assert view_from_json(position_to_json(position)) == view_from_json(view_to_json(position, 1))

    @pytest.mark.parametrize(
        ("typed", "told"),
        [
            ("{", "this is not JSON: Expecting property name"),
            ("[" * 100_000, "this is not JSON: too deeply nested"),
            ("[1]", "the format is [1]; give a position ('holi-position/1') or a view (F3)"),
            ('{"format": "holi-view/1"}', "F3: the view has no 'config'"),
            ('{"format": "holi-position/1"}', "F3: the position has no 'config'"),
        ],
    )
    def test_what_is_no_position_is_refused(self, typed, told):
        status, out, err = run_holi("hint", "-", typed=typed)
        assert (status, out) == (2, "")
        assert err.startswith(f"holi: -: {told}")
        assert err.count("\n") == 1

    def test_views_that_cannot_be_dealt_are_refused(self):
        view = view_to_json(late_position(), 1)
        for key, wrong in (
            ("hand", [1, 1]), ("hand", -1), ("hand", None), ("hand", "7"), ("deck", 5), ("deck", 1.0),
            ("discard", None), ("discard", [{}] * 12), ("discard", [{"card": "x", "face": "up"}] * 12),
        ):  # fmt: skip
            players = [dict(player) for player in view["players"]]
            players[1][key] = wrong
            with pytest.raises(PositionError, match="player 1"):
                view_from_json({**view, "players": players})
        for key in ("turn", "config", "levels", "phase"):
            with pytest.raises(PositionError):
                view_from_json({name: value for name, value in view.items() if name != key})

    def test_the_view_of_somebody_else_and_a_game_that_is_over_have_no_hints(self):
        position = [step.position for step in replay(golden("two-players"))][5]
        with pytest.raises(MalformedError, match="its hand is hidden"):
            view_from_json(view_to_json(position, 1 - position.seat))
        over = [step.position for step in replay(golden("two-players"))][-1]
        for data in (position_to_json(over), view_to_json(over, 0)):
            with pytest.raises(MalformedError, match="the game is over"):
                view_from_json(data)


def test_every_reason_has_words():
    values = {"whom": 1, "points": 3, "to": "Mc3", "why": "cards", "tokens": 2, "count": 2, "card": 7, "space": "Gc3"}
    texts = [
        reason_text(Reason(code, {name: values.get(name, "climb") for name in names}), ["Anna", "Ravi"])
        for code, names in REASONS.items()
    ]
    assert len(set(texts)) == len(REASONS)
    assert "hits Ravi for 3" in texts
    assert "keeps Ravi from climbing on Gc3" in texts
