"""One game of the arena: bots named and seated, clocks, ranks, and what a fault does."""

import json
import shlex
import sys
from dataclasses import asdict, replace

import pytest

from holi.bots import LEVELS
from holi.bots.level_bot import LevelBot
from holi.game import END, Config, ConfigError, HoliError, MalformedError, drawn_rivalry, parse_action
from holi.lab.arena import match as match_module
from holi.lab.arena.match import (
    Entrant,
    Match,
    Result,
    entrant_names,
    parse_entrant,
    parse_rivalry,
    play_match,
    rivalry_of,
    warm_up,
)

SEED = "5" * 64
RANDOM = Entrant("random", 1.0)


def program(text: str) -> Entrant:
    """An outside bot of a few lines of Python."""
    words = [sys.executable, "-S", "-u", "-c", "import json, sys, time\n" + text]
    return Entrant("cmd:" + shlex.join(words), 0.05)


GOOD = program('for line in sys.stdin: print(json.dumps({"action": json.loads(line)["legal"][0]}))')
BAD = {
    "crash": program("sys.exit('out of ideas')"),
    "hang": program('print(json.dumps({"action": json.loads(sys.stdin.readline())["legal"][0]})); time.sleep(1000)'),
    "nonsense": program("sys.stdin.readline(); print('hello'); sys.stdin.readline()"),
}


def without_seconds(result: Result) -> Result:
    return replace(result, seconds=())


def test_the_same_match_of_bots_without_a_clock_is_the_same_game():
    entrants = [RANDOM, Entrant("greedy", 1.0)]
    one, two = (play_match(Match(3, SEED, (1, 0)), entrants, "0-3") for _ in range(2))
    assert without_seconds(one) == without_seconds(two)
    assert one.scores is not None and sorted(one.ranks) == [1, 2] and one.fault is None
    assert (one.number, one.seed, one.seats) == (3, SEED, (1, 0))
    assert min(one.turns) > 1 and min(one.seconds) > 0


def test_equal_bots_do_not_repeat_their_game_at_the_other_seats():
    entrants = [RANDOM, RANDOM]
    one, two = (play_match(Match(0, SEED, seats), entrants, "0") for seats in [(0, 1), (1, 0)])
    assert one.scores != two.scores


def test_a_result_goes_through_json_unchanged():
    for entrants in ([RANDOM, RANDOM], [RANDOM, BAD["crash"]]):
        result = play_match(Match(0, SEED, (0, 1)), entrants, "1")
        assert Result.from_json(json.loads(json.dumps(asdict(result)))) == result


def test_an_outside_bot_plays_a_whole_game():
    result = play_match(Match(0, SEED, (0, 1)), [GOOD, RANDOM], "2")
    assert result.fault is None and result.scores is not None


@pytest.mark.parametrize("kind", BAD)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_bot_at_fault_loses_at_once_and_the_other_wins(kind, seat):
    entrants = [RANDOM, BAD[kind]]
    seats = (1, 0) if seat == 0 else (0, 1)
    result = play_match(Match(0, SEED, seats), entrants, "0")
    assert result.fault is not None
    assert (result.fault.seat, result.fault.kind) == (seat, kind)
    assert result.scores is None
    assert result.ranks == ((2, 1) if seat == 0 else (1, 2))


def test_with_more_players_a_fault_gives_the_others_no_rank():
    result = play_match(Match(0, SEED, (0, 1, 0)), [RANDOM, BAD["crash"]], "0")
    assert result.ranks == (None, 3, None)
    assert result.fault is not None and result.fault.reason.endswith("it said 'out of ideas'")


class RandomBot(LevelBot):
    def __init__(self, seed):
        super().__init__("random", LEVELS["random"], seed)


class Impossible(RandomBot):
    """Ends a turn that has not begun."""

    def turn(self, view, movetime):
        return [END]


class Endless(RandomBot):
    """Leaves out the end of a turn."""

    def turn(self, view, movetime):
        return super().turn(view, movetime)[:-1]


class Twice(RandomBot):
    """Plays for the next player as well."""

    def turn(self, view, movetime):
        return [parse_action("Sa1"), parse_action("Sf1")]


class Broken(RandomBot):
    """Has a mistake in it."""

    def turn(self, view, movetime):
        raise ZeroDivisionError("no luck")


@pytest.mark.parametrize(
    ("bot", "kind", "reason"),
    [
        (Impossible, "nonsense", "its action 'E' is not legal"),
        (Broken, "crash", "ZeroDivisionError: no luck"),
        (Endless, "nonsense", "its turn is empty"),
        (Twice, "nonsense", "its turn 'Sa1 Sf1' does not end once"),
    ],
)
def test_a_mistake_of_one_of_our_own_bots_loses_its_game_too(monkeypatch, bot, kind, reason):
    monkeypatch.setattr(match_module, "make_bot", lambda level, seed: bot(seed))
    result = play_match(Match(0, SEED, (0, 1)), [RANDOM, RANDOM], "0")
    assert result.fault is not None
    assert (result.fault.seat, result.fault.kind, result.fault.reason) == (0, kind, reason)


def test_the_time_of_turns_is_added_up_without_the_corners(monkeypatch):
    clock = [0.0]
    given: list[float] = []

    class Slow(RandomBot):
        def turn(self, view, movetime):
            turn = super().turn(view, movetime)
            given.append(movetime)
            clock[0] += 0.6
            return turn

    monkeypatch.setattr(match_module, "make_bot", lambda level, seed: Slow(seed))
    monkeypatch.setattr(match_module.time, "perf_counter", lambda: clock[0])
    result = play_match(Match(0, SEED, (0, 1)), [RANDOM, RANDOM], "0")
    corners = 2
    assert set(given) == {1.0}
    assert sum(result.seconds) == pytest.approx(0.6 * (len(given) - corners))
    assert sum(result.turns) == len(given) - corners


def test_a_program_that_is_gone_by_now_loses_its_game():
    result = play_match(Match(0, SEED, (0, 1)), [RANDOM, Entrant("cmd:no-such-program", 1.0)], "0")
    assert result.fault is not None
    assert (result.fault.seat, result.fault.kind) == (1, "crash")
    assert "there is no program 'no-such-program'" in result.fault.reason


def test_each_level_warms_up_once_and_no_program_does(monkeypatch):
    played = []
    monkeypatch.setattr(
        match_module, "play_match", lambda match, entrants, rivalry: played.append((entrants[0].what, match.seats))
    )
    warm_up([RANDOM, GOOD, Entrant("greedy", 9.0), Entrant("random", 2.0)])
    assert played == [("random", (0, 0)), ("greedy", (0, 0))]


# Names on the command line


def test_bots_are_levels_with_or_without_a_time_and_commands():
    assert parse_entrant("greedy", 1.5) == Entrant("greedy", 1.5)
    assert parse_entrant("greedy:0.25", 1.5) == Entrant("greedy", 0.25)
    command = f"cmd:{shlex.quote(sys.executable)} bot.py a:b"
    assert parse_entrant(command, 1.5) == Entrant(command, 1.5)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("gredy", "there is no bot 'gredy'; the levels are random"),
        ("", "there is no bot ''"),
        ("greedy:", "the time of 'greedy:' is no number of seconds"),
        ("greedy:fast", "the time of 'greedy:fast' is no number of seconds"),
        ("greedy:0", "the time of 'greedy:0' is no number of seconds above 0 and up to 3600"),
        ("greedy:nan", "the time of 'greedy:nan'"),
        ("greedy:inf", "the time of 'greedy:inf'"),
        ("cmd:", "'' is no command line"),
        ("cmd:no-such-program", "there is no program 'no-such-program'"),
    ],
)
def test_a_bot_that_is_none_is_refused_with_what_there_is(text, sentence):
    with pytest.raises(MalformedError) as caught:
        parse_entrant(text, 1.0)
    assert sentence in str(caught.value)


def test_names_are_all_different():
    greedy, quick = Entrant("greedy", 1.0), Entrant("greedy", 0.5)
    assert entrant_names([greedy, RANDOM]) == ["greedy", "random"]
    assert entrant_names([greedy, quick, RANDOM]) == ["greedy:1", "greedy:0.5", "random:1"]
    assert entrant_names([RANDOM, RANDOM, RANDOM]) == ["random", "random#2", "random#3"]
    assert entrant_names([Entrant("cmd:node a/bot.js", 1.0), Entrant("cmd:node b/bot.js", 1.0)]) == [
        "bot.js",
        "bot.js#2",
    ]


@pytest.mark.parametrize(
    ("text", "setting"), [("2", "2"), (" 0 - 3 ", "0-3"), ("1-1", "1"), ("rangoli, short-steps", "rangoli,short-steps")]
)
def test_a_rivalry_setting_has_one_form(text, setting):
    assert parse_rivalry(text) == setting == parse_rivalry(setting)


@pytest.mark.parametrize("text", ["4", "0-4", "3-1", "", "rangoly", "rangoli,rangoli", "2-rangoli", "0-"])
def test_a_rivalry_setting_that_no_game_can_have_is_refused(text):
    with pytest.raises(ConfigError) as caught:
        parse_rivalry(text)
    assert isinstance(caught.value, HoliError) and "\n" not in str(caught.value)


def test_rivalry_cards_are_drawn_from_the_games_own_seed():
    seeds = [f"{number:064x}" for number in range(60)]
    assert all(rivalry_of("2", seed) == drawn_rivalry(seed, 2) for seed in seeds)
    assert {len(rivalry_of("0-3", seed)) for seed in seeds} == {0, 1, 2, 3}
    assert {len(rivalry_of("1-2", seed)) for seed in seeds} == {1, 2}
    assert rivalry_of("rangoli,summit", SEED) == ("rangoli", "summit")
    assert play_match(Match(0, SEED, (0, 1)), [RANDOM, RANDOM], "3").rivalry == drawn_rivalry(SEED, 3)
    Config(2, rivalry_of("3", SEED))
