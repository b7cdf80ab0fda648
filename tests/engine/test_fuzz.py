"""Random and damaged lines: each gets one clear answer, and errors change nothing (F4)."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holi.game import Config, Game, IllegalActionError, parse_action, position_to_json
from tests.engine.client import Client, code_of, in_play
from tests.engine.lines import FIELDS, KNOWN, SEED

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


def check_answer(engine: Client, line: bytes) -> dict[str, Any] | None:
    """What holds for every line: one answer, no internal failure, and errors that change nothing."""
    before = engine.ask(cmd="position")
    if not line.strip():
        engine.pass_over(line)
        assert engine.ask(cmd="position") == before
        return None
    answer = engine.send(line)
    if not answer["ok"]:
        assert code_of(answer) != "internal", answer
        assert engine.ask(cmd="position") == before
    return answer


class TestFuzz:
    @settings(max_examples=150)
    @given(st.lists(st.binary(max_size=60).map(lambda line: line.replace(b"\n", b" ")), max_size=4))
    def test_random_bytes(self, engine, lines):
        in_play(engine)
        for line in lines:
            check_answer(engine, line)
        engine.ask_well(cmd="undo")

    @settings(max_examples=100)
    @given(st.lists(commands(), max_size=4))
    def test_any_type_in_every_field(self, engine, sent):
        in_play(engine)
        for command in sent:
            check_answer(engine, json.dumps(command).encode())

    @settings(max_examples=250)
    @given(mutated_lines())
    def test_damaged_commands(self, engine, line):
        check_answer(in_play(engine), line)

    @settings(max_examples=300)
    @given(damaged_positions())
    def test_damaged_positions_are_refused_or_playable(self, engine, position):
        in_play(engine)
        answer = check_answer(engine, json.dumps({"cmd": "load", "position": position}).encode())
        assert answer is not None
        if answer["ok"]:
            legal = engine.ask_well(cmd="legal")["actions"]
            assert bool(legal) == (answer["position"]["phase"] != "over")
        else:
            assert answer["code"] == "bad-position"

    @given(st.integers(1, 3000), st.sampled_from([b"[", b'{"a":', b'[{"config":']), st.booleans())
    def test_nesting(self, engine, depth, opening, closed):
        closing = {b"[": b"]", b'{"a":': b"}", b'[{"config":': b"}]"}[opening]
        line = opening * depth + b"1" + (closing * depth if closed else b"")
        for field in (b"config", b"position", b"seat", b"x"):
            check_answer(in_play(engine), b'{"cmd":"new","%s":%s}' % (field, line))
            check_answer(in_play(engine), line)

    @settings(max_examples=10)
    @given(st.randoms(use_true_random=False), st.integers(2, 4), st.integers(0, 3))
    def test_a_game_goes_as_in_the_library_with_every_action_taken_back_once(self, engine, chance, players, rivalry):
        new = engine.ask_well(cmd="new", config={"players": players, "rivalry": rivalry}, seed=SEED)
        game = Game(Config(players=players, rivalry=tuple(new["position"]["config"]["rivalry"])), SEED)
        while game.position.phase != "over":
            before = position_to_json(game.position)
            legal = [str(action) for action in game.legal_actions()]
            assert engine.ask_well(cmd="legal")["actions"] == legal
            text = chance.choice(legal)
            events = [event.to_json("all") for event in game.apply(parse_action(text))]
            after = engine.ask_well(cmd="apply", action=text)
            assert after == {"ok": True, "position": position_to_json(game.position), "events": events}
            if game.can_undo:
                game.undo()
                assert engine.ask_well(cmd="undo")["position"] == before
                game.apply(parse_action(text))
                assert engine.ask_well(cmd="apply", action=text) == after
            else:
                with pytest.raises(IllegalActionError):
                    game.undo()
                assert code_of(engine.ask(cmd="undo")) == "illegal"
        assert after["events"][-1] == {"type": "over", "scores": after["position"]["scores"]}
