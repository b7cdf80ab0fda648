"""Stored whole games, replayed line by line: the same actions must still do the same."""

import json

import pytest

from holi.game import Game, parse_action, parse_config
from tests.game.play.transcripts import FOLDER, action_lines, events_of, happenings, score_lines, wanted_games

STORED = {path.stem: path.read_text("utf-8").splitlines() for path in sorted(FOLDER.glob("*.txt"))}


@pytest.mark.parametrize("name", STORED)
def test_a_stored_game_replays_line_by_line(name):
    lines = STORED[name]
    config = parse_config(json.loads(lines[0].removeprefix("config ")))
    game = Game(config, lines[1].removeprefix("seed "))
    at = 3
    while game.position.phase != "over":
        played = action_lines(lines[at], game.apply(parse_action(lines[at])))
        assert lines[at : at + len(played)] == played, f"line {at + 1}"
        at += len(played)
    assert lines[at:] == score_lines(game.position)


@pytest.mark.parametrize("name", STORED)
def test_a_stored_game_has_the_configuration_and_the_events_it_is_kept_for(name):
    wanted = wanted_games()[name]
    assert parse_config(json.loads(STORED[name][0].removeprefix("config "))) == wanted.config
    assert wanted.happens <= {happening for event in events_of(STORED[name]) for happening in happenings(event)}


def test_the_stored_games_show_everything_that_can_happen():
    shown = {happening for lines in STORED.values() for event in events_of(lines) for happening in happenings(event)}
    assert shown == {
        *(
            "placed-marker",
            "threw",
            "token",
            "moved",
            "climbed",
            "sweets",
            "collected",
            "drew",
            "finished",
            "turn",
            "over",
        ),
        *("threw face up", "threw face down", "board", "hit", "rain", "swapped"),
        *("climbed to M", "climbed to T", "summit scored"),
        *("finished: tokens", "finished: cards", "finished: no-throw", "finished: last-dance"),
    }
    assert set(STORED) == set(wanted_games())
