"""Outside bots: whatever such a program does, it is the only one to suffer."""

import json
import os
import random
import select
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from holi.bots.processes import outside
from holi.bots.processes.line_process import BotFaultError, answer_limit
from holi.bots.processes.outside import OutsideBot, command_name, split_command, turn_by_choices
from holi.game import Config, Game, Kind, MalformedError, parse_action, view_to_json

QUICK = 0.05
GAME = Game(Config(2), "0" * 64)
VIEW = view_to_json(GAME.position, 0)
LEGAL = GAME.legal_actions()

Start = Callable[[str], OutsideBot]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a Python program, given as text, as a bot."""
    bots: list[OutsideBot] = []

    def starter(program: str) -> OutsideBot:
        script = tmp_path / f"bot{len(bots)}.py"
        script.write_text("import json, os, subprocess, sys, time\n" + program, "utf-8")
        bots.append(OutsideBot(f"{shlex.quote(sys.executable)} -S -u {shlex.quote(str(script))}"))
        return bots[-1]

    yield starter
    for bot in bots:
        bot.close()


def fault_of(bot: OutsideBot, times: int = 1) -> BotFaultError:
    """The fault at the last of so many questions."""
    for _ in range(times - 1):
        bot.choose(VIEW, LEGAL, QUICK)
    with pytest.raises(BotFaultError) as caught:
        bot.choose(VIEW, LEGAL, QUICK)
    return caught.value


def has_ended(bot: OutsideBot) -> bool:
    return bot._process._process.returncode is not None


ECHO = """
for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({"action": request["legal"][-1], "heard": sorted(request)}))
"""


def test_it_is_asked_as_the_protocol_says_and_its_answer_is_taken(start, tmp_path):
    heard = tmp_path / "heard.json"
    bot = start(
        f"line = sys.stdin.readline()\nopen({str(heard)!r}, 'w').write(line)\nprint(json.dumps({{'action': 'Sf1'}}))"
    )
    assert str(bot.choose(VIEW, LEGAL, 0.25)) == "Sf1"
    assert json.loads(heard.read_text()) == {
        "cmd": "choose",
        "view": VIEW,
        "legal": ["Sa1", "Sf1", "Sa6", "Sf6"],
        "movetime": 0.25,
    }


def test_its_choices_make_a_whole_turn(start):
    game = Game(Config(2), "0" * 64)
    for corner in ("Sa1", "Sf6"):
        game.apply(parse_action(corner))
    turn = start(ECHO).turn(view_to_json(game.position, 0), QUICK)
    for action in turn:
        assert action == game.legal_actions()[-1]
        game.apply(action)
    assert game.position.seat == 1


def test_a_turn_has_its_time_once_however_many_actions_it_takes(monkeypatch):
    clock = [0.0]
    given: list[tuple[Kind, float]] = []
    chance = random.Random(3)

    def choose(view, legal, movetime):
        action = chance.choice(legal)
        given.append((action.kind, movetime))
        clock[0] += 0.6
        return action

    monkeypatch.setattr(outside.time, "perf_counter", lambda: clock[0])
    game = Game(Config(2), "5" * 64)
    while game.position.seat is not None:
        for action in turn_by_choices(choose, view_to_json(game.position, game.position.seat), 1.0):
            game.apply(action)
    expected = 1.0
    for kind, movetime in given:
        assert movetime == pytest.approx(max(expected, 0.05))
        expected = 1.0 if kind in (Kind.PLACE_MARKER, Kind.END) else expected - 0.6
    assert {kind for kind, movetime in given if movetime < 0.1} != set()  # some turn took three actions or more


def test_one_process_answers_again_and_again_with_other_keys_and_blank_lines(start):
    bot = start(ECHO.replace("print(", "print(); print("))
    assert [str(bot.choose(VIEW, LEGAL, QUICK)) for _ in range(5)] == ["Sf6"] * 5


def test_a_question_larger_than_a_pipe_holds_is_answered(start):
    bot = start(ECHO)
    view = {**VIEW, "padding": "x" * 500_000}
    assert str(bot.choose(view, LEGAL, 1.0)) == "Sf6"


def test_an_exit_is_a_crash_with_the_last_line_of_its_standard_error(start):
    fault = fault_of(start("sys.stdin.readline(); print('first\\nno idea', file=sys.stderr); sys.exit(3)"))
    assert (fault.kind, str(fault)) == ("crash", "it ended with exit status 3; it said 'no idea'")


def test_an_exception_is_a_crash_with_its_message(start):
    fault = fault_of(start("sys.stdin.readline(); [][1]"))
    assert (fault.kind, str(fault)) == (
        "crash",
        "it ended with exit status 1; it said 'IndexError: list index out of range'",
    )


def test_a_crash_before_it_is_asked_is_a_crash(start):
    bot = start("sys.exit(0)")
    bot._process._process.wait()
    fault = fault_of(bot)
    assert (fault.kind, str(fault)) == ("crash", "it ended with exit status 0")


def test_a_death_by_signal_is_a_crash(start):
    fault = fault_of(start("os.kill(os.getpid(), 9)"))
    assert (fault.kind, str(fault)) == ("crash", "it ended by signal 9")


def test_closing_its_output_is_a_crash(start):
    bot = start("os.close(1); time.sleep(1000)")
    fault = fault_of(bot)
    assert (fault.kind, str(fault)) == ("crash", "it closed its output")
    assert has_ended(bot)


def test_silence_is_a_hang_and_ends_the_program(start, monkeypatch):
    monkeypatch.setattr(outside, "START_SECONDS", 0.0)
    bot = start("print('thinking', file=sys.stderr); time.sleep(1000)")
    began = time.monotonic()
    fault = fault_of(bot)
    assert time.monotonic() - began >= answer_limit(QUICK)
    assert fault.kind == "hang"
    assert str(fault).startswith("it did not answer in 1.1 s")
    assert has_ended(bot)


def test_only_the_first_answer_has_time_for_starting(start, monkeypatch):
    monkeypatch.setattr(outside, "answer_limit", lambda movetime: 0.05)
    late = "for line in sys.stdin:\n    time.sleep(0.3); print(json.dumps({'action': 'Sa1'}))"
    assert fault_of(start(late), times=2).kind == "hang"


def test_the_limit_is_half_as_much_again_and_a_second():
    assert answer_limit(2.0) == 4.0


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("hello", "its answer is no JSON: 'hello'"),
        ("\\xff\\xfe", "its answer is no JSON: '��'"),
        ("[" * 100_000, "its answer is no JSON: '[[["),
        ('"Sa1"', "its answer is no object with an 'action': '\"Sa1\"'"),
        ('{"move": "Sa1"}', "its answer is no object with an 'action': '{\"move\": \"Sa1\"}'"),
        ('{"action": "sa1"}', "its action is malformed: 'sa1' is no action"),
        ('{"action": 7}', "its action is malformed: 7 is no action"),
        ('{"action": null}', "its action is malformed: None is no action"),
        ('{"action": "Sc3"}', "its action 'Sc3' is not legal"),
        ('{"action": "E"}', "its action 'E' is not legal"),
    ],
)
def test_nonsense_is_quoted(start, answer, reason):
    bot = start(f"sys.stdin.readline(); sys.stdout.buffer.write(b'''{answer}''' + b'\\n'); sys.stdin.readline()")
    fault = fault_of(bot)
    assert fault.kind == "nonsense"
    assert str(fault).startswith(reason)
    assert has_ended(bot)


@pytest.mark.parametrize("end", ["", "\\n"])
def test_a_flood_is_nonsense_and_is_not_swallowed(start, end):
    bot = start(f"sys.stdin.readline(); print('x' * 10_000_000, end='{end}'); sys.stdin.readline()")
    fault = fault_of(bot)
    assert fault.kind == "nonsense"
    assert str(fault).startswith("its answer is longer than 1,000,000 bytes: 'xxx")
    assert len(bot._process._unread) < 1_200_000
    assert has_ended(bot)


def test_a_flood_of_lines_after_one_question_is_nonsense(start):
    flood = 'sys.stdin.readline()\nwhile True: print(\'{"action": "Sa1"}\\n\' * 10_000)'
    fault = fault_of(start(flood), times=2)
    assert fault.kind == "nonsense"
    assert str(fault).startswith("it wrote without being asked: ")


def test_a_flood_of_blank_lines_is_a_hang(start, monkeypatch):
    monkeypatch.setattr(outside, "START_SECONDS", 0.0)
    assert fault_of(start("while True: print('\\n' * 1000)")).kind == "hang"


def test_a_flood_of_standard_error_does_no_harm(start):
    bot = start(ECHO.replace("    print(", "    print('x' * 3_000_000, file=sys.stderr); print("))
    assert [str(bot.choose(VIEW, LEGAL, 1.0)) for _ in range(2)] == ["Sf6"] * 2
    assert len(bot._process._last_words) <= 4096


def test_a_second_answer_is_nonsense(start):
    bot = start("sys.stdin.readline(); print('{\"action\": \"Sa1\"}\\n' * 2, end=''); sys.stdin.readline()")
    fault = fault_of(bot, times=2)
    assert (fault.kind, str(fault)) == ("nonsense", 'it wrote without being asked: \'{"action": "Sa1"}\\n\'')


def test_what_it_started_ends_with_it(start, tmp_path):
    fifo = tmp_path / "life"
    os.mkfifo(fifo)
    reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    child = f"import time; life = open({str(fifo)!r}, 'w'); life.write('x'); life.flush(); time.sleep(1000)"
    bot = start(
        f"sys.stdin.readline(); subprocess.Popen([sys.executable, '-S', '-c', {child!r}])\n"
        "print(json.dumps({'action': 'Sa1'})); sys.stdin.readline(); print('nonsense')"
    )
    try:
        bot.choose(VIEW, LEGAL, QUICK)
        assert select.select([reader], [], [], 60)[0] and os.read(reader, 1) == b"x"
        assert fault_of(bot).kind == "nonsense"
        assert select.select([reader], [], [], 60)[0], "the child of the bot is still alive"
        assert os.read(reader, 1) == b""
    finally:
        os.close(reader)


def test_at_the_end_it_sees_the_end_of_its_input(start, tmp_path):
    note = tmp_path / "note"
    bot = start(ECHO + f"open({str(note)!r}, 'w').write('bye')")
    bot.choose(VIEW, LEGAL, QUICK)
    bot.close()
    assert note.read_text() == "bye"
    bot.close()  # a second time does nothing


def test_one_that_will_not_end_is_ended(start):
    bot = start(ECHO + "\nwhile True: time.sleep(1000)")
    bot.choose(VIEW, LEGAL, QUICK)
    bot.close()
    assert bot._process._process.returncode == -9


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("", "'' is no command line; name a program"),
        ("  ", "'  ' is no command line; name a program"),
        ("node 'a", "is no command line: No closing quotation"),
        ("no-such-program a.js", "there is no program 'no-such-program' to run 'no-such-program a.js'"),
    ],
)
def test_a_command_that_cannot_run_is_refused_at_once(command, sentence):
    with pytest.raises(MalformedError) as caught:
        split_command(command)
    assert sentence in str(caught.value)


def test_a_program_that_cannot_be_started_is_a_crash(tmp_path):
    script = tmp_path / "broken"
    script.write_text("#!/no/such/interpreter\n")
    script.chmod(0o755)
    with pytest.raises(BotFaultError) as caught:
        OutsideBot(str(script))
    assert (caught.value.kind, str(caught.value)) == ("crash", "it could not be started: No such file or directory")


def test_a_name_is_the_last_word_that_is_no_option():
    assert command_name("node --stack-size=900 bots/mybot.js") == "mybot.js"
    assert command_name("./mybot -v") == "mybot"
    assert command_name("./" + 40 * "x") == 27 * "x" + "..."
