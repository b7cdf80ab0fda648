"""`holi verify` and `holi replay` as real processes, over pipes and on a terminal of their own."""

import os
import re
import select
import subprocess
import sys
from pathlib import Path

import pytest

import holi
from holi.cli.replay import Walk
from holi.game import MalformedError
from holi.record import parse_record, verify_record
from tests.record.games import DATA, GOLDEN, golden, golden_text

RUN = "from holi.cli.app import main; main()"
ON_TERMINAL = f"import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); {RUN}"
TWO = DATA / "two-players.holi"
HEADINGS = re.compile(r"^Round (\d+), (?:turn (\d+) of 24|the corners), (\w+): (.*)$", re.MULTILINE)
STYLES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def environment(**changes: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
    return {**kept, "PYTHONPATH": str(Path(holi.__file__).parents[1]), "PYTHONUTF8": "1", "TERM": "dumb", **changes}


def run_holi(*arguments: str | bytes | Path, typed: str | bytes = b"", **changes: str) -> tuple[int, str, str]:
    """Exit status, output and errors of `holi ...`."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, *arguments],
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        env=environment(**changes),
        check=False,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def headings(text: str) -> list[str]:
    """Round, turn, player and actions of every frame, such as `1/2 Ravi: T12@d4e5`."""
    return [f"{found[1]}/{found[2] or 0} {found[3]}: {found[4]}" for found in HEADINGS.finditer(text)]


def unwrapped(text: str) -> str:
    """The text in one line."""
    return " ".join(text.split())


class TestVerify:
    def test_a_line_for_each_file_and_what_a_hosted_game_proves_and_does_not(self):
        status, out, err = run_holi("verify", *GOLDEN)
        assert (status, err) == (0, "")
        assert out.splitlines() == [
            f"{DATA / 'hosted-three.holi'}: valid, 3 players, 13 rounds, greedy bot wins with 57",
            "  Shuffle: it follows from the host's secret and the players' nonces, and these",
            "  are what the record says was promised.",
            "  Not proven: that it was promised before play. Afterwards a host can make up",
            "  such promises, alone or with a player; the receipt of a player who was there",
            "  would tell (--receipt).",
            f"{DATA / 'own-deck-paused.holi'}: valid, 4 players, 7 rounds, not over",
            f"{DATA / 'two-players.holi'}: valid, 2 players, 13 rounds, Anna wins with 45",
        ]

    def test_wrong_files_are_told_on_the_error_stream_and_the_others_still_checked(self, tmp_path):
        changed, damaged = tmp_path / "changed.holi", tmp_path / "damaged.holi"
        changed.write_text(golden_text("two-players").replace("D6@d1", "D9@d1"), "utf-8")
        damaged.write_bytes(b"\x7fELF\x02\x01\x01\x00\x00")
        status, out, err = run_holi("verify", changed, TWO, damaged, tmp_path / "none.holi", tmp_path)
        assert status == 1
        assert out == f"{TWO}: valid, 2 players, 13 rounds, Anna wins with 45\n"
        wrong_action, wrong_file, missing, folder = err.splitlines()
        assert wrong_action == (
            f"{changed}: line 20: round 7, seat 1 ('Ravi'): 'D9@d1' is not legal now: card 9 is not in the hand (R2.5)"
        )
        assert wrong_file.startswith(f"{damaged}: line 1: '\\x7fELF")
        assert missing == f"{tmp_path / 'none.holi'}: the file cannot be read: No such file or directory"
        assert folder == f"{tmp_path}: the file cannot be read: Is a directory"

    def test_a_dash_is_standard_input(self):
        text = golden_text("two-players").partition("\n2. ")[0] + "\n*\n"
        assert run_holi("verify", "-", typed=text) == (0, "-: valid, 2 players, 1 round, not over\n", "")
        status, out, err = run_holi("verify", "-", typed=TWO.read_bytes()[:-7])
        assert (status, out) == (1, "")
        assert err == "-: line 26: the record ends without its result; that is totals such as '61-48', or '*'\n"

    def test_a_file_of_fifty_megabytes_is_refused(self, tmp_path):
        huge = tmp_path / "huge.holi"
        with huge.open("wb") as stream:
            stream.truncate(50_000_000)
        assert run_holi("verify", huge) == (
            1,
            "",
            f"{huge}: line 1: the record goes on beyond 1000000 bytes; a game takes a few thousand\n",
        )

    def test_names_in_any_script_are_no_trouble_where_they_cannot_be_shown(self, tmp_path):
        hindi = tmp_path / "hindi.holi"
        hindi.write_text(golden_text("two-players").replace("Anna", "अनन्या"), "utf-8")
        status, out, err = run_holi("verify", hindi, PYTHONUTF8="0", PYTHONIOENCODING="latin-1")
        assert (status, err) == (0, "")
        assert out == f"{hindi}: valid, 2 players, 13 rounds, ?????? wins with 45\n"

    def test_a_file_name_of_any_bytes_can_be_told(self):
        status, out, err = run_holi("verify", b"none-\xff.holi")
        assert (status, out, err) == (1, "", "none-\ufffd.holi: the file cannot be read: No such file or directory\n")

    def test_closed_standard_input_is_told(self):
        command = f"exec {sys.executable} -c '{RUN}' verify - <&-"
        done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, env=environment(), check=False)
        assert (done.returncode, done.stdout) == (1, b"")
        assert done.stderr == b"-: standard input is closed; name a file instead\n"


class TestPrinting:
    def test_the_whole_game_is_printed_turn_by_turn(self):
        status, out, err = run_holi("replay", "--all", TWO)
        assert (status, err) == (0, "")
        assert out.startswith(f"{TWO}: 2 players, 13 rounds, Anna wins with 45")
        told = headings(out)
        turns = [turn.split(" ", 1)[1] for turn in told]
        record = golden("two-players")
        assert turns == [f"{record.names[turn.seat]}: {' '.join(map(str, turn.actions))}" for turn in record.turns]
        assert [turn.split(" ")[0] for turn in told[:4]] == ["0/0", "0/0", "1/1", "1/2"]
        assert told[-1] == "13/24 Ravi: D13@b6 Ma6 E"
        assert out.count("Ground (G)") == 1 + 1 + 24
        assert "The game is over: Anna wins with 45 points." in unwrapped(out)
        assert "\x1b" not in out
        assert max(map(len, out.splitlines()[1:])) <= 80

    def test_colours_can_be_asked_for_in_a_pipe(self):
        status, out, _ = run_holi("replay", "--turn", "2", "--colour", TWO)
        assert status == 0
        assert "\x1b[" in out
        plain = run_holi("replay", "--turn", "2", TWO)[1]
        assert [line.rstrip() for line in STYLES.sub("", out).splitlines()] == plain.splitlines()

    def test_a_game_is_printed_from_standard_input(self):
        status, out, err = run_holi("replay", "-", "--all", typed=golden_text("own-deck-paused"))
        assert (status, err) == (0, "")
        assert "C T11@e4d5f5e6" in out
        assert "はな" in out

    def test_one_turn_is_printed(self):
        status, out, err = run_holi("replay", TWO, "--turn", "5")
        assert (status, err) == (0, "")
        assert headings(out) == ["3/5 Anna: T1@e3f3 C E"]
        assert "Anna climbs to d3 on the middle level." in unwrapped(out)
        assert out.count("Ground (G)") == 1

    def test_a_turn_that_is_not_there_is_told(self):
        sentence = "holi: there is no turn 25; the turns are 0 to 24\n"
        assert run_holi("replay", TWO, "--turn", "25") == (2, "", sentence)

    def test_a_wrong_record_is_not_shown(self, tmp_path):
        wrong = tmp_path / "wrong.holi"
        wrong.write_text(golden_text("two-players").replace("45-26", "45-27"), "utf-8")
        assert run_holi("replay", wrong, "--all") == (
            2,
            "",
            f"holi: {wrong}: line 27: the result is '45-27', but the game is over with '45-26' (R9)\n",
        )
        status, out, err = run_holi("replay", tmp_path / "none.holi")
        assert (status, out) == (2, "")
        assert err == f"holi: {tmp_path / 'none.holi'}: the file cannot be read: No such file or directory\n"

    def test_a_reader_that_stops_reading_is_no_trouble(self):
        process = subprocess.Popen(
            [sys.executable, "-c", RUN, "replay", "--all", str(TWO)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
        )
        assert process.stdout and process.stderr
        assert process.stdout.readline().startswith(str(TWO).encode()[:40])
        process.stdout.close()
        assert process.stderr.read() == b""
        process.stderr.close()
        assert process.wait() in (0, 1)

    def test_keys_and_game_cannot_both_come_from_standard_input(self):
        status, out, err = run_holi("replay", "-", typed=golden_text("two-players"))
        assert (status, out) == (2, "")
        assert (
            err
            == "holi: the keys come from standard input, so the game cannot; name a file, or add --all or --turn N\n"
        )


class TestKeysFromAPipe:
    def keyed(self, *keys: str) -> str:
        status, out, err = run_holi("replay", TWO, "--pace", "0", typed="".join(f"{key}\n" for key in keys))
        assert (status, err) == (0, "")
        return out

    def test_every_key_leads_where_it_should(self):
        out = self.keyed(
            "", "n", "n", "t", "t", "b", "p", "p", "g 11", "t", "t", "t", "t", "t", "n", "g0", "b", "q", "n"
        )
        assert headings(out) == [
            "0/0 Anna: Sa1",
            "0/0 Ravi: Sf6",
            "1/1 Anna: Md1",
            "1/1 Anna: T2@c1c2d2 E",
            "1/2 Ravi: T12@d4e5 Mf4 E",
            "1/2 Ravi: Mf4",  # one back
            "1/1 Anna: E",  # the beginning of the turn is the end of the one before
            "0/0 Ravi: Sf6",
            "10/20 Ravi: E",  # round 11 begins where round 10 ends
            "11/21 Anna: T5@a2c2 E",
            "11/22 Ravi: D3@e6 E",
            "12/23 Ravi: Mb2 C T4@a4b4 E",
            "13/24 Ravi: D13@b6 Ma6 E",
        ]
        assert out.count("The record ends here.") == 2
        assert out.count("The game begins here.") == 1

    def test_playing_by_itself_shows_every_action_up_to_the_end(self):
        out = self.keyed("g 13", "a")  # and then the input ends
        assert headings(out) == ["12/23 Ravi: E", "13/24 Ravi: D13@b6", "13/24 Ravi: Ma6", "13/24 Ravi: E"]
        assert out.count("The record ends here.") == 1

    def test_what_is_no_key_or_no_round_is_told(self):
        wrong = ("x", "g", "g 1 2", "g -1", "nn", "g 99999999")
        out = self.keyed(*wrong, "g 14", "q")
        for key in wrong:
            assert f"{key!r} is not a key; the keys are: Enter or n next" in out
        assert "there is no round 14; the rounds are 0 to 13" in out
        assert headings(out) == []


class Terminal:
    """`holi replay` on a pseudo-terminal."""

    def __init__(self, *arguments: str | Path, **changes: str) -> None:
        self._master, slave = os.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", ON_TERMINAL, "replay", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment(**changes),
            start_new_session=True,
        )
        os.close(slave)
        self.shown = ""

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._master)

    def wait_for(self, text: str) -> str:
        """Read until the text has come; what was shown up to there is returned and forgotten."""
        while text not in self.shown:
            assert self._read(), f"{text!r} never came: {self.shown!r}"
        before, _, self.shown = self.shown.partition(text)
        return (before + text).replace("\r", "")

    def press(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def end(self) -> tuple[int, str]:
        """Exit status and the rest of what is shown."""
        while self._read():
            pass
        return self.process.wait(), self.shown

    def press_until(self, key: str, text: str) -> None:
        """Press a key, again each second, until the text has come."""
        self.press(key)
        while text not in self.shown:
            if select.select([self._master], [], [], 1)[0]:
                assert self._read(), f"{text!r} never came: {self.shown!r}"
            else:
                self.press(key)
        self.wait_for(text)

    def interrupt(self) -> tuple[int, str]:
        """Press Ctrl-C until the program ends: Python loses one that comes between a prompt and the wait for a line."""
        self.press("\x03")
        while self.process.poll() is None:
            if select.select([self._master], [], [], 1)[0]:
                self._read()
            else:
                self.press("\x03")
        return self.end()

    def _read(self) -> bool:
        select.select([self._master], [], [])
        try:
            chunk = os.read(self._master, 65536)
        except OSError:  # the other end is closed
            return False
        self.shown += chunk.decode("utf-8", "replace")
        return bool(chunk)


class TestOnATerminal:
    def test_stepping_through_a_game(self):
        with Terminal(TWO) as terminal:
            first = terminal.wait_for("replay> ")
            assert first.startswith(f"{TWO}: 2 players, 13 rounds, Anna wins with 45\n")
            assert "Enter or n next, t turn, b back, p previous turn, g N round N, a play, q quit" in first
            terminal.press("\n")
            assert headings(terminal.wait_for("replay> ")) == ["0/0 Anna: Sa1"]
            terminal.press("t\n")
            assert headings(terminal.wait_for("replay> ")) == ["0/0 Ravi: Sf6"]
            terminal.press("g 3\n")
            assert headings(terminal.wait_for("replay> ")) == ["2/4 Ravi: E"]
            terminal.press("q\n")
            status, rest = terminal.end()
            assert status == 0
            assert "Traceback" not in rest

    def test_ctrl_c_stops_playing_by_itself_and_then_the_replay(self):
        with Terminal(TWO, "--pace", "60") as terminal:
            terminal.wait_for("replay> ")
            terminal.press("a\n")
            terminal.wait_for("Round 0, the corners, Anna: Sa1")
            terminal.wait_for("last card")
            terminal.press_until("\x03", "replay> ")
            terminal.press("n\n")
            assert headings(terminal.wait_for("replay> ")) == ["0/0 Ravi: Sf6"]
            status, rest = terminal.interrupt()
            assert status == 0
            assert "Traceback" not in rest
            assert "Abort" not in rest

    def test_ctrl_d_ends_the_replay(self):
        with Terminal(TWO) as terminal:
            terminal.wait_for("replay> ")
            terminal.press("\x04")
            assert terminal.end()[0] == 0

    def test_colours_are_for_terminals_that_have_them(self):
        with Terminal(TWO, "--turn", "1", TERM="xterm-256color") as coloured:
            assert "\x1b[" in coloured.end()[1]
        with Terminal(TWO, "--turn", "1", TERM="xterm-256color", NO_COLOR="1") as plain:
            assert "\x1b[" not in plain.end()[1]


class TestWalk:
    @pytest.mark.parametrize("name", ["two-players", "hosted-three", "own-deck-paused"])
    def test_turns_end_where_the_record_has_them(self, name):
        game = verify_record(golden(name))
        walk = Walk(game)
        ends = []
        while walk.done < len(game.steps):
            before = walk.done
            walk.next_turn()
            assert walk.done > before
            ends.append(walk.done)
        players = game.record.config.players
        sizes = [players, *(len(turn.actions) for turn in game.record.turns[players:])]
        assert ends == [sum(sizes[: number + 1]) for number in range(len(sizes))]
        assert walk.turns == len(sizes) - 1
        for end in [*reversed(ends[:-1]), 0, 0]:
            walk.previous_turn()
            assert walk.done == end

    def test_from_within_a_turn_the_turn_keys_lead_to_its_end_and_its_beginning(self):
        walk = Walk(verify_record(golden("two-players")), done=3)
        walk.next_turn()
        assert walk.done == 5
        walk.back()
        walk.previous_turn()
        assert walk.done == 2

    def test_a_game_with_no_action_has_one_place(self):
        text = golden_text("two-players").partition("0. ")[0] + "*\n"
        walk = Walk(verify_record(parse_record(text)))
        for key in (walk.next, walk.back, walk.next_turn, walk.previous_turn):
            key()
            assert walk.done == 0
        with pytest.raises(MalformedError, match="there is no round 1; the rounds are 0 to 0"):
            walk.go_to_round(1)
