"""Every error of the engine protocol has its code and changes nothing (F4)."""

import re

import pytest

from tests.engine.client import code_of
from tests.engine.lines import DEEPEST_NESTING, LONGEST_LINE, WRONG_LINES, finished_game


@pytest.mark.parametrize(
    ("code", "line"),
    [pytest.param(code, line, id=f"{code}-{n}") for code, lines in WRONG_LINES.items() for n, line in enumerate(lines)],
)
class TestErrors:
    def test_each_error_has_its_code_and_changes_nothing(self, playing, code, line):
        before = playing.ask(cmd="position")
        assert code_of(playing.send(line)) == code
        assert playing.ask(cmd="position") == before
        playing.ask_well(cmd="undo")

    def test_each_error_before_a_game_leaves_none(self, without_game, code, line):
        expected = code
        if code == "illegal" or (code == "malformed" and re.search(rb'"cmd":"(apply|view|go)"', line)):
            expected = "no-game"
        assert code_of(without_game.send(line)) == expected
        assert code_of(without_game.ask(cmd="position")) == "no-game"


class TestEdges:
    @pytest.mark.parametrize("name", ["position", "legal", "apply", "undo", "view", "go"])
    def test_without_a_game_no_other_field_is_looked_at(self, without_game, name):
        assert code_of(without_game.ask(cmd=name, action=7, seat="x", movetime="y")) == "no-game"

    def test_the_longest_line_is_read(self, engine):
        line = b'{"cmd":"new","config":{"players":2}}'
        assert engine.send(line.ljust(LONGEST_LINE))["ok"] is True

    def test_the_deepest_nesting_is_read(self, playing):
        inside = DEEPEST_NESTING - 1
        line = b'{"cmd":"legal","x":' + b"[" * inside + b"]" * inside + b"}"
        assert playing.send(line) == playing.ask(cmd="legal")
        assert code_of(playing.send(line.replace(b"[]", b"[[]]"))) == "invalid-json"

    def test_an_over_game_cannot_go_on(self, engine):
        position = finished_game()
        assert engine.ask_well(cmd="load", position=position)["position"] == position
        assert code_of(engine.ask(cmd="go")) == "illegal"
        assert code_of(engine.ask(cmd="apply", action="E")) == "illegal"
        assert code_of(engine.ask(cmd="undo")) == "illegal"
        view = engine.ask_well(cmd="view")["view"]
        assert view["players"] == position["players"]

    def test_errors_quote_the_input_cut_at_80_characters(self, playing):
        error = playing.ask(cmd="apply", action="Z" * 5000)["error"]
        assert "'ZZZ" in error
        assert "Z" * 81 not in error
        error = playing.send(b"Q" * 5000)["error"]
        assert "'QQQ" in error
        assert "Q" * 81 not in error
