"""`holi engine` (F4), line by line, without its process: see test_engine_process.py for that."""

import io
import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import holi.cli.engine as engine_module
from holi.bots import LEVELS
from holi.cli.engine import DEEPEST_NESTING, LONGEST_LINE, Engine, read_lines
from holi.game import Config, Game, IllegalActionError, parse_action, position_to_json, view_to_json
from tests.cli.engine_lines import FIELDS, KNOWN, SEED, WRONG_LINES, ask, ask_well, code_of, finished_game


def engine_in_play(players: int = 3) -> Engine:
    """An engine with a move done in the first turn, so that `undo` has something to take back."""
    engine = Engine()
    ask_well(engine, cmd="new", config={"players": players}, seed=SEED)
    for corner in ("Sa1", "Sf6", "Sa6", "Sf1")[:players]:
        ask_well(engine, cmd="apply", action=corner)
    ask_well(engine, cmd="apply", action="Mc3")
    return engine


class TestCommands:
    def test_new_answers_position_seed_and_warnings(self):
        engine = Engine()
        answer = ask_well(engine, cmd="new", config={"players": 4}, seed=SEED)
        assert answer == {
            "ok": True,
            "position": position_to_json(Game(Config(players=4), SEED).position),
            "seed": SEED,
            "warnings": [],
        }

    def test_new_without_seed_makes_one_that_gives_the_same_game_again(self):
        first, second = (ask_well(Engine(), cmd="new", config={"players": 2}) for _ in range(2))
        assert first["seed"] != second["seed"]
        again = ask_well(Engine(), cmd="new", config={"players": 2}, seed=first["seed"])
        assert again["position"] == first["position"]

    def test_new_draws_a_number_of_rivalry_cards(self):
        answer = ask_well(Engine(), cmd="new", config={"players": 2, "rivalry": 3}, seed=SEED)
        assert len(answer["position"]["config"]["rivalry"]) == 3

    def test_new_warns_of_two_rules_cards(self):
        answer = ask_well(Engine(), cmd="new", config={"players": 2, "rivalry": ["splash", "last-dance"]})
        assert len(answer["warnings"]) == 1
        assert "R2.2" in answer["warnings"][0]

    def test_load_goes_on_from_a_position_and_forgets_what_was_before(self):
        engine = engine_in_play()
        position = ask_well(engine, cmd="position")["position"]
        assert ask_well(engine, cmd="load", position=position) == {"ok": True, "position": position}
        assert code_of(ask(engine, cmd="undo")) == "illegal"
        assert ask_well(engine, cmd="position")["position"] == position

    def test_legal_lists_every_action_and_none_when_over(self):
        engine = Engine()
        ask_well(engine, cmd="new", config={"players": 2}, seed=SEED)
        assert ask_well(engine, cmd="legal")["actions"] == ["Sa1", "Sf1", "Sa6", "Sf6"]
        ask_well(engine, cmd="load", position=finished_game())
        assert ask_well(engine, cmd="legal")["actions"] == []

    def test_apply_answers_position_and_events_with_hidden_cards(self):
        engine = Engine()
        ask_well(engine, cmd="new", config={"players": 2}, seed=SEED)
        game = Game(Config(players=2), SEED)
        card = game.position.players[0].hand[0]
        for text in ("Sa1", "Sf6", f"D{card}@c3", "E"):
            events = [event.to_json("all") for event in game.apply(parse_action(text))]
            answer = ask_well(engine, cmd="apply", action=text)
            assert answer == {"ok": True, "position": position_to_json(game.position), "events": events}
        assert answer["events"][0]["cards"]

    def test_undo_takes_back_the_actions_of_this_turn_one_by_one(self):
        engine = engine_in_play()
        moved = ask_well(engine, cmd="position")["position"]
        throw = ask_well(engine, cmd="legal")["actions"][0]
        ask_well(engine, cmd="apply", action=throw)
        assert ask_well(engine, cmd="undo") == {"ok": True, "position": moved}
        assert ask_well(engine, cmd="undo")["position"]["turn"]["moved"] is False
        assert code_of(ask(engine, cmd="undo")) == "illegal"

    def test_undo_never_takes_back_a_corner_or_an_ended_turn(self):
        engine = engine_in_play()
        ask_well(engine, cmd="apply", action=ask_well(engine, cmd="legal")["actions"][0])
        ask_well(engine, cmd="apply", action="E")
        assert code_of(ask(engine, cmd="undo")) == "illegal"
        ask_well(engine, cmd="new", config={"players": 2})
        ask_well(engine, cmd="apply", action="Sa1")
        assert code_of(ask(engine, cmd="undo")) == "illegal"

    def test_view_hides_what_the_seat_may_not_know(self):
        engine = engine_in_play()
        game = Game(Config(players=3), SEED)
        for text in ("Sa1", "Sf6", "Sa6", "Mc3"):
            game.apply(parse_action(text))
        for seat in range(3):
            assert ask_well(engine, cmd="view", seat=seat)["view"] == view_to_json(game.position, seat)
        spectator = view_to_json(game.position, "spectator")
        assert ask_well(engine, cmd="view", seat=None)["view"] == spectator
        assert ask_well(engine, cmd="view")["view"] == spectator

    @pytest.mark.parametrize("level", LEVELS)
    def test_go_names_a_legal_action_and_does_not_do_it(self, level):
        engine = engine_in_play()
        before = ask_well(engine, cmd="position")
        legal = ask_well(engine, cmd="legal")["actions"]
        answer = ask_well(engine, cmd="go", level=level, movetime=0.05, seed=3)
        assert answer["action"] in legal
        assert set(answer["info"]) == {"level", "seconds", "legal"}
        assert answer["info"]["level"] == level
        assert answer["info"]["legal"] == len(legal)
        assert ask_well(engine, cmd="position") == before

    def test_go_gives_the_bot_nothing_but_its_view(self, monkeypatch):
        seen: list[Any] = []

        class Spy:
            name = "spy"

            def choose(self, view, legal, movetime):
                seen.append((view, list(legal), movetime))
                return legal[0]

        monkeypatch.setattr("holi.bots.make_bot", lambda level, seed: seen.append((level, seed)) or Spy())
        engine = engine_in_play()
        ask_well(engine, cmd="go", seed=-7)
        assert seen[0] == ("greedy", -7)
        view, legal, movetime = seen[1]
        assert view == ask_well(engine, cmd="view", seat=0)["view"]
        assert [str(action) for action in legal] == ask_well(engine, cmd="legal")["actions"]
        assert movetime == 1.0

    def test_the_same_seed_makes_the_same_choice(self):
        engine = engine_in_play()
        choices = {ask_well(engine, cmd="go", level="random", seed=11)["action"] for _ in range(5)}
        assert len(choices) == 1

    def test_quit_is_answered(self):
        engine = Engine()
        assert not engine.quitting
        assert ask(engine, cmd="quit") == {"ok": True}
        assert engine.quitting

    def test_unknown_keys_are_ignored(self):
        engine = engine_in_play()
        assert ask(engine, cmd="position", colour=[1, {"a": None}]) == ask(engine, cmd="position")

    @pytest.mark.parametrize("line", [b"", b" ", b"\t \r", b"\x0c"])
    def test_blank_lines_are_passed_over(self, line):
        assert Engine().answer(line) is None


@pytest.mark.parametrize(
    ("code", "line"),
    [pytest.param(code, line, id=f"{code}-{n}") for code, lines in WRONG_LINES.items() for n, line in enumerate(lines)],
)
class TestErrors:
    def test_each_error_has_its_code_and_changes_nothing(self, code, line):
        engine = engine_in_play()
        before = ask(engine, cmd="position")
        assert code_of(engine.answer(line)) == code
        assert ask(engine, cmd="position") == before
        ask_well(engine, cmd="undo")

    def test_each_error_before_a_game_leaves_none(self, code, line):
        engine = Engine()
        expected = code
        if code == "illegal" or (code == "malformed" and re.search(rb'"cmd":"(apply|view|go)"', line)):
            expected = "no-game"
        assert code_of(engine.answer(line)) == expected
        assert code_of(ask(engine, cmd="position")) == "no-game"


class TestEdges:
    @pytest.mark.parametrize("name", ["position", "legal", "apply", "undo", "view", "go"])
    def test_without_a_game_no_other_field_is_looked_at(self, name):
        assert code_of(ask(Engine(), cmd=name, action=7, seat="x", movetime="y")) == "no-game"

    def test_the_longest_line_is_read(self):
        engine = Engine()
        line = b'{"cmd":"new","config":{"players":2}}'
        answer = engine.answer(line.ljust(LONGEST_LINE))
        assert answer is not None
        assert answer["ok"] is True

    def test_the_deepest_nesting_is_read(self):
        inside = DEEPEST_NESTING - 1
        line = b'{"cmd":"quit","x":' + b"[" * inside + b"]" * inside + b"}"
        assert Engine().answer(line) == {"ok": True}
        assert code_of(Engine().answer(line.replace(b"[]", b"[[]]"))) == "invalid-json"

    def test_an_over_game_cannot_go_on(self):
        engine = Engine()
        position = finished_game()
        assert ask_well(engine, cmd="load", position=position)["position"] == position
        assert code_of(ask(engine, cmd="go")) == "illegal"
        assert code_of(ask(engine, cmd="apply", action="E")) == "illegal"
        assert code_of(ask(engine, cmd="undo")) == "illegal"
        view = ask_well(engine, cmd="view")["view"]
        assert view["players"] == position["players"]

    def test_errors_quote_the_input_cut_at_80_characters(self):
        error = ask(engine_in_play(), cmd="apply", action="Z" * 5000)["error"]
        assert "'ZZZ" in error
        assert "Z" * 81 not in error
        error = Engine().answer(b"Q" * 5000)["error"]
        assert "'QQQ" in error
        assert "Q" * 81 not in error

    @pytest.mark.parametrize("command", [{"cmd": "apply", "action": "Md4"}, {"cmd": "undo"}, {"cmd": "new"}])
    def test_an_unexpected_failure_is_internal_and_changes_nothing(self, monkeypatch, command):
        engine = engine_in_play()
        ask_well(engine, cmd="undo")
        ask_well(engine, cmd="apply", action="Mb2")
        before = ask(engine, cmd="position")
        command = {**command, "config": {"players": 2}}
        if command["cmd"] == "apply":
            command["action"] = ask_well(engine, cmd="legal")["actions"][0]

        def fail(*_: object) -> NoReturn:
            raise ZeroDivisionError("a fault\nof ours")

        with monkeypatch.context() as patch:
            patch.setattr(engine_module, "position_to_json", fail)
            answer = ask(engine, **command)
        assert code_of(answer) == "internal"
        assert "ZeroDivisionError" in answer["error"]
        assert ask(engine, cmd="position") == before
        assert ask_well(engine, cmd="undo")["position"]["turn"]["moved"] is False

    def test_a_bot_that_cheats_is_an_internal_failure(self, monkeypatch):
        class Cheat:
            name = "cheat"

            def choose(self, view, legal, movetime):
                return parse_action("E")

        monkeypatch.setattr("holi.bots.make_bot", lambda level, seed: Cheat())
        assert code_of(ask(engine_in_play(), cmd="go")) == "internal"


class Reads(io.BytesIO):
    """A stream that remembers the most that was asked for at once."""

    most = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        assert size > 0
        self.most = max(self.most, size)
        return super().readline(size)


class TestLines:
    @pytest.mark.parametrize(
        ("sent", "lines"),
        [
            (b"", []),
            (b"a\nb\n", [b"a", b"b"]),
            (b"a\r\nb", [b"a", b"b"]),
            (b"\n\r\n\n", [b"", b"", b""]),
            (b"a\rb\x0bc\x85\xe2\x80\xa8d\n", [b"a\rb\x0bc\x85\xe2\x80\xa8d"]),
        ],
    )
    def test_a_line_ends_with_newline_or_the_input(self, sent, lines):
        assert list(read_lines(io.BytesIO(sent))) == lines

    @pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
    def test_the_line_end_does_not_count(self, end):
        assert list(read_lines(io.BytesIO(b"x" * LONGEST_LINE + end))) == [b"x" * LONGEST_LINE]

    @pytest.mark.parametrize("extra", [1, 2, 3, LONGEST_LINE, 9 * LONGEST_LINE])
    @pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
    def test_too_long_a_line_is_one_line_and_never_held_whole(self, extra, end):
        stream = Reads(b"x" * (LONGEST_LINE + extra) + end + b'{"cmd":"quit"}')
        lines = list(read_lines(stream))
        assert code_of(Engine().answer(lines[0])) == "too-large"
        assert stream.most <= LONGEST_LINE + 2
        assert lines[1:] == ([b'{"cmd":"quit"}'] if end else [])


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


def commands() -> st.SearchStrategy[dict[str, Any]]:
    """Commands whose fields are mostly right, but may each be missing or anything at all."""
    fields = {name: st.sampled_from(KNOWN[name]) | ANYTHING for name in FIELDS[1:]}
    names = st.sampled_from(KNOWN["cmd"])
    return st.fixed_dictionaries({"cmd": names | names | names | ANYTHING}, optional=fields)


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to every value inside some JSON data."""
    yield path
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from places(value, (*path, key))


@st.composite
def damaged_positions(draw: st.DrawFn) -> Any:
    """A right position with one value replaced, or one entry dropped or doubled."""
    data = json.loads(json.dumps(draw(st.sampled_from(KNOWN["position"]))))
    *path, last = draw(st.sampled_from([path for path in places(data) if path]))
    holder = data
    for key in path:
        holder = holder[key]
    change = draw(st.sampled_from(["replace", "near", "drop", "double"]))
    if change == "drop":
        del holder[last]
    elif change == "double" and isinstance(holder, list):
        holder.append(holder[last])
    elif change == "near" and type(holder[last]) is int:
        holder[last] += draw(st.sampled_from([-1, 1, 2**31, 2**63, 2**64]))
    else:
        holder[last] = draw(ANYTHING)
    return data


@st.composite
def mutated_lines(draw: st.DrawFn) -> bytes:
    """The bytes of a command with a few of them changed, dropped or doubled."""
    line = bytearray(json.dumps(draw(commands())).encode())
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(line) - 1))
        piece = draw(
            st.sampled_from([b"", b"\x00", b'"', b"{", b"}", b"[", b"9", b"\\", b"e", b"-", b"\xc3", b":", b","])
        )
        line[at : at + draw(st.integers(0, 3))] = piece
        line = line or bytearray(b"x")
    return bytes(line).replace(b"\n", b" ")


def check_answer(engine: Engine, line: bytes) -> dict[str, Any] | None:
    """What holds for every line: a clear answer in ASCII JSON, no internal failure, and errors that change nothing."""
    before = ask(engine, cmd="position")
    answer = engine.answer(line)
    if answer is None:
        assert not line.strip()
        return None
    text = json.dumps(answer, allow_nan=False)
    assert text.isascii()
    if not answer["ok"]:
        assert code_of(answer) != "internal", answer
        assert ask(engine, cmd="position") == before
    return answer


class TestFuzz:
    @settings(max_examples=150)
    @given(st.lists(st.binary(max_size=60), max_size=4))
    def test_random_bytes(self, lines):
        engine = engine_in_play()
        for line in lines:
            check_answer(engine, line)
        ask_well(engine, cmd="undo")

    @settings(max_examples=100)
    @given(st.lists(commands(), max_size=4))
    def test_any_type_in_every_field(self, sent):
        engine = engine_in_play()
        for command in sent:
            check_answer(engine, json.dumps(command).encode())

    @settings(max_examples=250)
    @given(mutated_lines())
    def test_damaged_commands(self, line):
        check_answer(engine_in_play(), line)

    @settings(max_examples=300)
    @given(damaged_positions())
    def test_damaged_positions_are_refused_or_playable(self, position):
        engine = engine_in_play()
        answer = check_answer(engine, json.dumps({"cmd": "load", "position": position}).encode())
        assert answer is not None
        if answer["ok"]:
            legal = ask_well(engine, cmd="legal")["actions"]
            assert bool(legal) == (answer["position"]["phase"] != "over")
        else:
            assert answer["code"] == "bad-position"

    @given(st.integers(1, 3000), st.sampled_from([b"[", b'{"a":', b'[{"config":']), st.booleans())
    def test_nesting(self, depth, opening, closed):
        closing = {b"[": b"]", b'{"a":': b"}", b'[{"config":': b"}]"}[opening]
        line = opening * depth + b"1" + (closing * depth if closed else b"")
        for field in (b"config", b"position", b"seat", b"x"):
            check_answer(engine_in_play(), b'{"cmd":"new","%s":%s}' % (field, line))
            check_answer(engine_in_play(), line)

    @settings(max_examples=10)
    @given(st.randoms(use_true_random=False), st.integers(2, 4), st.integers(0, 3))
    def test_a_whole_game_goes_as_in_the_library_with_every_action_taken_back_once(self, chance, players, rivalry):
        engine = Engine()
        new = ask_well(engine, cmd="new", config={"players": players, "rivalry": rivalry}, seed=SEED)
        game = Game(Config(players=players, rivalry=tuple(new["position"]["config"]["rivalry"])), SEED)
        while game.position.phase != "over":
            before = position_to_json(game.position)
            legal = [str(action) for action in game.legal_actions()]
            assert ask_well(engine, cmd="legal")["actions"] == legal
            text = chance.choice(legal)
            events = [event.to_json("all") for event in game.apply(parse_action(text))]
            after = ask_well(engine, cmd="apply", action=text)
            assert after == {"ok": True, "position": position_to_json(game.position), "events": events}
            if game.can_undo:
                game.undo()
                assert ask_well(engine, cmd="undo")["position"] == before
                game.apply(parse_action(text))
                assert ask_well(engine, cmd="apply", action=text) == after
            else:
                with pytest.raises(IllegalActionError):
                    game.undo()
                assert code_of(ask(engine, cmd="undo")) == "illegal"
        assert after["events"][-1] == {"type": "over", "scores": after["position"]["scores"]}
