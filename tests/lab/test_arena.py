"""The arena: a balanced schedule, playing processes, and a journal that survives being killed."""

import json
import os
import shlex
import sys
import threading
import time
from collections import Counter
from contextlib import closing
from dataclasses import asdict, replace
from itertools import combinations

import pytest

from holi.bots.processes.pool import WorkerPool
from holi.lab.arena import tournament as arena_module
from holi.lab.arena.match import Entrant, Match, Result, play_match
from holi.lab.arena.standings import Standings
from holi.lab.arena.tournament import ArenaError, Journal, Tournament, cores, play_matches, worker_mode

RANDOM = Entrant("random", 1.0)
TWO_RANDOM = Tournament((RANDOM, RANDOM), 2, "0-3", 7)


@pytest.fixture(autouse=True)
def interpreted_workers(monkeypatch):
    """Compiling would take longer than all of these games."""
    monkeypatch.setenv("HOLI_MODE", "interpreted")


def settings_of(bots: int, players: int, seed: int = 1) -> Tournament:
    return Tournament((RANDOM,) * bots, players, "0", seed)


def outside(script: str) -> Entrant:
    words = [sys.executable, "-S", "-u", "-c", "import json, os, sys, time\n" + script]
    return Entrant("cmd:" + shlex.join(words), 0.05)


def made_up(settings: Tournament, number: int, scores: tuple[int, ...]) -> Result:
    match = settings.match(number)
    ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
    turns, seconds = (10,) * len(scores), (1.0,) * len(scores)
    return Result(number, match.seed, match.seats, (), scores, ranks, turns, seconds, None)


# The schedule


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("bots", [2, 3, 4, 5])
def test_a_round_seats_every_bot_equally_often_at_every_seat(bots, players):
    settings = settings_of(bots, players)
    matches = [settings.match(number) for number in range(settings.round_size)]
    at_seats = Counter((seat, bot) for match in matches for seat, bot in enumerate(match.seats))
    assert len(at_seats) == bots * players
    assert len(set(at_seats.values())) == 1
    meetings = Counter(
        frozenset(pair) for match in matches for pair in combinations(match.seats, 2) if pair[0] != pair[1]
    )
    assert len(meetings) == bots * (bots - 1) // 2
    assert len(set(meetings.values())) == 1


@pytest.mark.parametrize(("bots", "players"), [(2, 2), (2, 4), (4, 3), (3, 4)])
def test_all_rotations_of_a_group_share_a_seed_and_groups_do_not(bots, players):
    settings = settings_of(bots, players)
    by_seed: dict[str, list[Match]] = {}
    for number in range(3 * settings.round_size):
        match = settings.match(number)
        by_seed.setdefault(match.seed, []).append(match)
    assert len(by_seed) == 3 * len(settings.groups)
    for matches in by_seed.values():
        first = matches[0].seats
        assert {match.seats for match in matches} == {first[turn:] + first[:turn] for turn in range(players)}


def test_of_two_bots_each_is_alone_against_several_of_the_other():
    assert settings_of(2, 4).groups == [(0, 1, 1, 1), (1, 0, 0, 0)]
    assert settings_of(2, 3).groups == [(0, 1, 1), (1, 0, 0)]
    assert settings_of(2, 2).groups == [(0, 1)]


def test_bots_do_not_always_follow_the_same_bot():
    settings = settings_of(3, 3)
    followers = {
        match.seats[(match.seats.index(0) + 1) % 3]
        for match in (settings.match(number) for number in range(10 * settings.round_size))
    }
    assert followers == {1, 2}


def test_games_are_rounded_up_to_whole_rounds():
    settings = settings_of(3, 2)
    assert [settings.balanced(games) for games in (1, 6, 7, 100)] == [6, 6, 12, 102]


def test_the_schedule_depends_on_the_seed():
    assert settings_of(2, 2, seed=1).match(0) == settings_of(2, 2, seed=1).match(0)
    assert settings_of(2, 2, seed=1).match(0).seed != settings_of(2, 2, seed=2).match(0).seed


@pytest.mark.parametrize("entrants", [(), (RANDOM,)])
def test_one_bot_is_no_arena(entrants):
    with pytest.raises(ArenaError, match=r"an arena needs two or more"):
        Tournament(entrants, 2, "0", 1)


# Playing


def comparable(results: list[Result]) -> list[Result]:
    return sorted((replace(result, seconds=()) for result in results), key=lambda result: result.number)


def test_one_worker_or_two_or_none_play_the_same_games():
    matches = [TWO_RANDOM.match(number) for number in range(8)]
    alone = [play_match(match, TWO_RANDOM.entrants, TWO_RANDOM.rivalry) for match in matches]
    one, two = (list(play_matches(TWO_RANDOM, matches, workers)) for workers in (1, 2))
    assert comparable(one) == comparable(two) == comparable(alone)


def test_a_bot_that_always_fails_spoils_no_other_game():
    crash = outside("sys.exit('out of ideas')")
    flood = outside("sys.stdin.readline(); print('x' * 10_000_000); time.sleep(1000)")
    settings = Tournament((RANDOM, crash, flood), 2, "0", 1)
    results = list(play_matches(settings, [settings.match(number) for number in range(6)], 2))
    standings = Standings(settings, results, 6)
    sane, crashing, flooding = standings.lines
    assert (sane.won.wins, sane.won.games) == (4, 4)
    assert crashing.faults["crash"] >= 2 and crashing.faults["hang"] == crashing.faults["nonsense"] == 0
    assert flooding.faults["nonsense"] >= 2
    assert sum(crashing.faults.values()) + sum(flooding.faults.values()) == 6
    assert crashing.reasons == ("it ended with exit status 1; it said 'out of ideas'",)
    assert sane.score is None and sane.margin is None  # no game came to its end


def test_stopping_ends_a_game_that_hangs_and_its_bot(tmp_path, monkeypatch):
    fifo = tmp_path / "life"
    os.mkfifo(fifo)
    reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    life = f"life = open({str(fifo)!r}, 'w'); life.write('x'); life.flush(); time.sleep(1000)"
    settings = Tournament((RANDOM, replace(outside(life), movetime=3000.0)), 2, "0", 1)
    matches = [replace(settings.match(0), seats=(1, 0))]
    playing = threading.Thread(target=lambda: left.append(_first_error(play_matches(settings, matches, 1))))
    left: list[str] = []
    closed: list[WorkerPool] = []
    monkeypatch.setattr(arena_module, "WorkerPool", lambda *options: closed.append(WorkerPool(*options)) or closed[0])
    playing.start()
    try:
        os.set_blocking(reader, True)
        while os.read(reader, 1) != b"x":  # nobody has opened it yet
            time.sleep(0.01)
        closed[0].close(arena_module.GRACE_SECONDS)
        assert os.read(reader, 1) == b""  # the bot is gone, and its end of the pipe with it
        playing.join()
        assert left == ["the bot workers have been stopped"]
    finally:
        os.close(reader)


def _first_error(results) -> str:
    try:
        list(results)
    except ArenaError as error:
        return str(error)
    return ""


def test_leaving_the_loop_early_ends_all_processes():
    matches = [TWO_RANDOM.match(number) for number in range(50)]
    with closing(play_matches(TWO_RANDOM, matches, 2)) as playing:
        assert next(playing).scores is not None
    assert list(playing) == []


def test_a_playing_process_that_always_dies_is_given_up(monkeypatch):
    monkeypatch.setattr(arena_module.sys, "executable", "/bin/false")
    with pytest.raises(ArenaError, match=r"a bot worker failed 3 times in a row, at last because it ended with exit"):
        list(play_matches(TWO_RANDOM, [TWO_RANDOM.match(0)], 1))


def test_a_playing_process_that_cannot_start_is_said(monkeypatch):
    monkeypatch.setattr(arena_module.sys, "executable", "/no/such/python")
    with pytest.raises(ArenaError, match=r"it could not be started: No such file"):
        list(play_matches(TWO_RANDOM, [TWO_RANDOM.match(0)], 1))


def test_nothing_to_play_is_no_work():
    assert list(play_matches(TWO_RANDOM, [], 4)) == []


def test_workers_are_compiled_where_numba_is_unless_asked_otherwise(monkeypatch):
    assert worker_mode() == "interpreted"
    monkeypatch.delenv("HOLI_MODE")
    monkeypatch.setattr(arena_module, "find_spec", lambda name: object())
    assert worker_mode() == "compiled"
    monkeypatch.setattr(arena_module, "find_spec", lambda name: None)
    assert worker_mode() == "interpreted"
    assert cores() >= 1


# The journal


def filled(path, games: int = 3) -> list[Result]:
    results = [made_up(TWO_RANDOM, number, (50 + number, 40)) for number in range(games)]
    with closing(Journal(path, TWO_RANDOM)) as journal:
        for result in results:
            journal.add(result)
    return results


def test_a_journal_gives_back_what_was_written(tmp_path):
    results = filled(tmp_path / "games.jsonl")
    with closing(Journal(tmp_path / "games.jsonl", TWO_RANDOM)) as journal:
        assert list(journal.results.values()) == results


@pytest.mark.parametrize("cut", [1, 10])
def test_a_game_that_was_being_written_is_forgotten_and_can_be_written_again(tmp_path, cut):
    path = tmp_path / "games.jsonl"
    results = filled(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    with closing(Journal(path, TWO_RANDOM)) as journal:
        assert list(journal.results.values()) == results[:2]
        journal.add(results[2])
    assert path.read_bytes() == whole


def test_a_journal_killed_while_it_began_begins_again(tmp_path):
    path = tmp_path / "games.jsonl"
    filled(path, games=0)
    header = path.read_bytes()
    path.write_bytes(header[:20])
    with closing(Journal(path, TWO_RANDOM)) as journal:
        assert journal.results == {}
    assert path.read_bytes() == header


@pytest.mark.parametrize(
    ("other", "what"),
    [
        (replace(TWO_RANDOM, seed=8), "its 'seed' is 7, not 8"),
        (replace(TWO_RANDOM, players=3), "its 'players' is 2, not 3"),
        (replace(TWO_RANDOM, rivalry="2"), "its 'rivalry' is '0-3', not '2'"),
        (replace(TWO_RANDOM, entrants=(RANDOM, Entrant("greedy", 1.0))), "its 'bots' is [{'what': 'random'"),
    ],
)
def test_a_journal_of_other_settings_is_refused(tmp_path, other, what):
    path = tmp_path / "games.jsonl"
    filled(path)
    before = path.read_bytes()
    with pytest.raises(ArenaError) as caught:
        Journal(path, other)
    assert "is of other settings: " in str(caught.value) and what in str(caught.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "text", ["my diary", "my diary\nday 1", '{"format": "holi-arena/2"}\n', "[]\n", "[" * 99_999 + "\n"]
)
def test_a_file_that_is_no_journal_is_refused_and_left_as_it_is(tmp_path, text):
    path = tmp_path / "diary.txt"
    path.write_text(text)
    with pytest.raises(ArenaError, match=r"line 1 of '.* is not of this arena's journal"):
        Journal(path, TWO_RANDOM)
    assert path.read_text() == text


@pytest.mark.parametrize("line", ["{}", "[]", "nonsense", '{"number": "x"}', "again", "another seed"])
def test_a_damaged_line_is_named(tmp_path, line):
    path = tmp_path / "games.jsonl"
    filled(path)
    third = path.read_text().splitlines()[2]
    if line == "again":
        line = third
    elif line == "another seed":
        line = json.dumps({**json.loads(third), "number": 3, "seed": "0" * 64})
    with path.open("a") as file:
        file.write(line + "\n")
    with pytest.raises(ArenaError, match=r"line 5 of '.* is not of this arena's journal"):
        Journal(path, TWO_RANDOM)


def test_a_journal_in_use_is_refused(tmp_path):
    path = tmp_path / "games.jsonl"
    with closing(Journal(path, TWO_RANDOM)), pytest.raises(ArenaError, match=r"is in use by another arena"):
        Journal(path, TWO_RANDOM)


def test_a_journal_that_cannot_be_opened_is_said(tmp_path):
    with pytest.raises(ArenaError, match=r"the journal '.* cannot be opened: No such file or directory"):
        Journal(tmp_path / "none" / "games.jsonl", TWO_RANDOM)
    with pytest.raises(ArenaError, match=r"the journal '.* is no file"):
        Journal(tmp_path, TWO_RANDOM)


# What the games add up to


def test_a_line_adds_up_the_games_of_a_bot():
    # Bot 0 sits at seats 0 and 1 in turn, or the other way round, as the seed has it.
    results = []
    for number, (ours, theirs) in enumerate([(60, 40), (50, 45), (30, 70), (55, 41)]):
        seats = TWO_RANDOM.match(number).seats
        results.append(made_up(TWO_RANDOM, number, (ours, theirs) if seats[0] == 0 else (theirs, ours)))
    standings = Standings(TWO_RANDOM, reversed(results), 4)
    first, second = standings.lines
    assert (first.name, first.won.wins, first.won.games, first.won.share) == ("random", 3, 4, 0.75)
    assert (first.score, first.margin, first.rank) == (48.75, -0.25, 1.25)
    assert (second.score, second.margin, second.rank) == (49.0, 0.25, 1.75)
    assert first.seconds_a_turn == pytest.approx(0.1)
    assert standings.crosstable == [[0, 3], [1, 0]]
    assert first.rating.points > 1500 > second.rating.points
    assert standings.alone == [] and standings.complete
    assert not Standings(TWO_RANDOM, results[:3], 4).complete


def test_first_places_alone_are_counted_apart():
    settings = settings_of(2, 4)
    results = []
    for number in range(8):  # whoever is alone comes first in half of the games, else last
        seats = settings.match(number).seats
        alone = 0 if seats.count(0) == 1 else 1
        scores = tuple((90 if number % 2 else 10) if bot == alone else 20 + seat for seat, bot in enumerate(seats))
        results.append(made_up(settings, number, scores))
    standings = Standings(settings, results, 8)
    assert [(share.wins, share.games) for share in standings.alone] == [(2, 4), (2, 4)]
    assert [line.won.games for line in standings.lines] == [16, 16]
    assert [line.won.wins for line in standings.lines] == [4, 4]
    assert standings.crosstable == [[0, 12], [12, 0]]


def test_after_a_fault_among_several_only_the_bot_at_fault_has_a_game():
    settings = settings_of(3, 3)
    match = settings.match(0)
    bad = match.seats[1]
    fault = arena_module.Result.from_json(
        {
            **asdict(made_up(settings, 0, (1, 2, 3))),
            "scores": None,
            "ranks": [None, 3, None],
            "fault": {"seat": 1, "kind": "hang", "reason": "it slept"},
        }
    )
    standings = Standings(settings, [fault], 18)
    for bot, line in enumerate(standings.lines):
        assert line.won.games == (1 if bot == bad else 0)
        assert standings.crosstable[bot][bad] == (0 if bot == bad else 1)
        assert line.reasons == (("it slept",) if bot == bad else ())
    assert sum(map(sum, standings.crosstable)) == 2
    assert min(standings.lines, key=lambda line: line.rating.points).faults["hang"] == 1
