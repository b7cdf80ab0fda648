"""docs/formats.md is true: its game is played again, and every example and table on it is compared with the engine."""

from __future__ import annotations

import contextlib
import io
import json
import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from holi.engine.protocol import Engine
from holi.game import (
    HoliError,
    MalformedError,
    Position,
    commitment,
    parse_action,
    parse_config,
    parse_space,
    parse_turn,
    position_from_json,
    position_to_json,
    rivalry_cards,
    shuffled_deck,
    view_to_json,
)
from holi.game.notation import LEVELS, SQUARE_NAMES
from holi.game.reasons import AGAINST_POSITION
from holi.record import ReplayStep, VerifiedRecord, format_record, parse_record, verify_record

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGE = (DOCS / "formats.md").read_text("utf-8")
BLOCK = re.compile(r"^```(?P<language>\w*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
EVENTS = re.compile(
    r"^Round (?P<round>\d+), seat (?P<seat>\d), `(?P<action>\S+)`"
    r"(?:, as seat (?P<viewer>\d) is told(?: of it \(`(?P<hidden>\S+)`\))?)?:\n\n```json\n(?P<body>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


class Example(NamedTuple):
    """Events that the page shows: of which action, and as who is told them."""

    step: ReplayStep
    viewer: Any
    hidden: str | None
    events: list[dict[str, Any]]


def blocks(language: str) -> list[str]:
    return [match["body"] for match in BLOCK.finditer(PAGE) if match["language"] == language]


def table(header: str) -> list[list[str]]:
    """The cells of the table whose first column is headed so, row by row."""
    _, _, rest = PAGE.partition(f"\n| {header} |")
    assert rest, f"there is no table with the column {header!r}"
    rows = []
    for line in rest.splitlines()[2:]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip(" ") for cell in line[1:-1].split(" | ")])
    return rows


def codes(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


@cache
def played() -> VerifiedRecord:
    (text,) = blocks("holi")
    return verify_record(parse_record(text))


@cache
def position() -> Position:
    """The position that F3 shows: after round 4."""
    return [step.position for step in played().steps if step.round == 4][-1]


def example_of(format_name: str) -> Any:
    """The one position or view on the page."""
    found = [data for data in map(json.loads, blocks("json")) if isinstance(data, dict)]
    (example,) = [data for data in found if data["format"] == format_name]
    return example


def examples() -> list[Example]:
    found = []
    for match in EVENTS.finditer(PAGE):
        where = (int(match["round"]), int(match["seat"]), match["action"])
        (step,) = [step for step in played().steps if (step.round, step.seat, str(step.action)) == where]
        viewer = "all" if match["viewer"] is None else int(match["viewer"])
        found.append(Example(step, viewer, match["hidden"], json.loads(match["body"])))
    return found


def test_the_sections_are_numbered_as_code_and_errors_cite_them():
    sections = re.findall(r"^## (F\d) ", PAGE, re.MULTILINE)
    assert sections == ["F1", "F2", "F3", "F4", "F5"]
    sources = [path.read_text("utf-8") for path in sorted((ROOT / "src").rglob("*.py"))]
    cited = {number for source in sources for number in re.findall(r"\bF\d\b", source)}
    assert cited and cited <= set(sections)


def test_every_link_leads_to_a_page_and_a_heading():
    links = re.findall(r"\]\(([^)#]*)#?([^)]*)\)", PAGE)
    assert {"engine-protocol.md", "record-format.md", "rules.md"} <= {page for page, _ in links}
    for page, anchor in links:
        text = (DOCS / page).read_text("utf-8") if page else PAGE
        headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
        slugs = {re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-") for heading in headings}
        assert not anchor or anchor in slugs, f"{page}#{anchor}"


def test_the_game_is_a_record_that_proves_its_shuffle_and_its_draw():
    (text,) = blocks("holi")
    assert format_record(parse_record(text)) == text
    assert played().proven
    assert played().record.tags["RivalryDraw"] == "2"
    assert played().position.phase == "over"


# F1


def test_f1_every_example_of_an_action_is_one_of_the_game():
    rows = table("action")
    texts = [codes(row[-1])[0] for row in rows]
    assert {text[0] for text in texts} == set("STDMCE")
    assert set(texts) <= {str(action) for action in played().record.actions}
    turns = [turn.actions for turn in played().record.turns]
    (turn,) = re.findall(r"^- A turn is .*`(.*)`\.$", PAGE, re.MULTILINE)
    assert tuple(parse_turn(turn)) in turns


def is_malformed(text: str) -> bool:
    try:
        parse_action(text)
    except MalformedError:
        return True
    return False


def test_f1_the_regular_expression_takes_the_texts_that_the_engine_takes():
    (pattern,) = blocks("regex")
    form = re.compile(pattern.strip())

    def fits(text: str) -> bool:
        squares = [SQUARE_NAMES.index(name) for name in re.findall("[a-f][1-6]", text.partition("@")[2])]
        return bool(form.fullmatch(text)) and all(first < second for first, second in pairwise(squares))

    texts = {str(action) for action in played().record.actions}
    texts |= {str(action.hidden()) for action in played().record.actions}
    assert all(fits(text) and not is_malformed(text) for text in texts)
    damaged = {
        text[:place] + extra + text[place + cut :]
        for text in sorted(texts)
        for place in range(len(text) + 1)
        for cut in (0, 1)
        for extra in ("", " ", "0", "1", "7", "G", "b2", "g", "E", "?", "\n", "é", "٣")
    }
    assert [text for text in sorted(damaged) if fits(text) == is_malformed(text)] == []
    assert {fits(text) for text in damaged} == {True, False}


def test_f1_the_errors_are_those_that_the_engine_gives():
    rows = table("text")
    assert {codes(row[1])[0] for row in rows} == {"malformed", "illegal"}
    for text, code, error in rows:
        with pytest.raises(HoliError) as caught:
            position().apply(parse_action(codes(text)[0]))
        assert (caught.value.code, str(caught.value)) == (codes(code)[0], error)


# F2


def test_f2_the_programs_print_what_the_page_says_and_shuffle_as_the_engine_does():
    pairs = re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert [program for program, _ in pairs] == blocks("python")
    names: dict[str, Any] = {}
    for program, output in pairs:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(program, names)
        assert printed.getvalue() == output
    record = played().record
    assert names["seed"] == record.seed
    assert names["decks"] == [shuffled_deck(record.seed, seat) for seat in range(2)]
    for secret, promise in [("Secret", "Commitment"), ("Nonce0", "NonceCommitment0"), ("Nonce1", "NonceCommitment1")]:
        assert commitment(record.tags[secret]) == record.tags[promise]
        assert record.tags[promise] in pairs[0][1].splitlines()
    assert names["drawn"] == list(record.config.rivalry)
    for kind in ("rules", "scoring"):
        assert names[kind] == [card.id for card in rivalry_cards().values() if card.kind == kind]


# F3


def test_f3_the_position_is_that_of_the_game_and_can_be_loaded():
    shown = example_of("holi-position/1")
    assert shown == position_to_json(position())
    assert position_from_json(shown) == position()
    assert json.dumps(shown) == json.dumps(position_to_json(position()))  # true is no 1, and the keys are in order


def test_f3_the_view_is_what_seat_0_may_know_of_it():
    shown = example_of("holi-view/1")
    assert shown == view_to_json(position(), 0)
    assert json.dumps(shown) == json.dumps(view_to_json(position(), 0))
    (left,) = re.findall(r"one's own deck can be worked out \(here ([\d, and]+)\)", PAGE)
    assert [int(card) for card in re.findall(r"\d+", left)] == sorted(position().players[0].deck)


def paths(data: Any, path: str = "") -> set[str]:
    """The keys of all objects inside, written as in the page's table; the keys of `rivalry` are cards, not keys."""
    if isinstance(data, list):
        return {inner for item in data for inner in paths(item, f"{path}[]")}
    if not isinstance(data, dict) or path.endswith(".rivalry"):
        return set()
    keys = {f"{path}.{key}".removeprefix(".") for key in data}
    return keys.union(*(paths(value, f"{path}.{key}".removeprefix(".")) for key, value in data.items()))


def test_f3_the_table_has_every_key_of_a_position():
    described = [key for row in table("key") for key in codes(row[0])]
    assert len(described) == len(set(described))
    there = paths(position_to_json(position())) | paths(position_to_json(played().position))
    assert set(described) == there - {"config", "levels", "sweets"}  # described by what they hold


def test_f3_a_configuration_has_the_defaults_that_the_table_gives():
    assert parse_config({"players": 2}).to_json() == {
        "players": 2,
        "rivalry": [],
        "deck": "complete",
        "tie_break": "player-order",
    }


def test_f3_the_formula_finds_every_token():
    assert "`levels[L][6 - r][c]`" in PAGE
    levels = example_of("holi-position/1")["levels"]
    for name in (level + square for level in LEVELS for square in SQUARE_NAMES):
        level, column, row = name[0], "abcdef".index(name[1]), int(name[2])
        owner = position().token_at(parse_space(name))
        assert levels[level][6 - row][column] == ("." if owner is None else str(owner))
    assert levels["M"][1] == "..0..." and position().token_at(parse_space("Mc5")) == 0


def test_f3_the_table_has_every_clause_that_a_position_can_break():
    source = (ROOT / "src" / "holi" / "game" / "position_json.py").read_text("utf-8")
    raised = {*re.findall(r'PositionError\(\s*"([^"]+)"', source), *(clause for clause, _ in AGAINST_POSITION.values())}
    listed = [row[0] for row in table("clause")]
    assert len(listed) == len(set(listed))
    assert set(listed) == raised


# F4


def wire(data: Any) -> str:
    """JSON as it goes over a line of the engine."""
    return json.dumps(data, separators=(",", ":"))


def shows(shown: str, line: str) -> bool:
    """Whether the page shows this line, `…` standing for what it leaves out."""
    return bool(re.fullmatch(".*".join(re.escape(part) for part in shown.split("…")), line))


def conversation(begins: str) -> list[tuple[str, str]]:
    (talk,) = [body for body in blocks("text") if body.startswith(begins)]
    lines = talk.splitlines()
    assert [line[:2] for line in lines] == ["> ", "< "] * (len(lines) // 2)
    return [(sent[2:], answer[2:]) for sent, answer in zip(lines[::2], lines[1::2], strict=True)]


def test_f4_the_engine_answers_as_the_page_says():
    engine = Engine()
    load = wire({"cmd": "load", "position": example_of("holi-position/1")})
    (shown, answer), *rest = conversation('> {"cmd":"load"')
    assert shows(shown, load)
    assert shows(answer, wire(engine.answer(load.encode())))
    assert rest
    for sent, answer in rest:
        assert shows(answer, wire(engine.answer(sent.encode())))


def test_f4_the_table_has_every_command_and_what_it_answers():
    engine = Engine()
    said = engine.answer(b'{"cmd":"?"}')["error"]
    rows = {codes(row[0])[0]: codes(row[1]) for row in table("command")}
    assert sorted(rows) == sorted(said.rpartition("the commands are ")[2].split(", "))
    fields = {
        "new": {"config": {"players": 2}},
        "load": {"position": example_of("holi-position/1")},
        "apply": {"action": "T8@c4c6e6"},
        "go": {"level": "random"},
    }
    for name, keys in rows.items():
        answer = engine.answer(wire({"cmd": name, **fields.get(name, {})}).encode())
        assert answer["ok"], answer
        assert list(answer) == ["ok", *keys]


def test_f4_a_bot_is_asked_with_the_view_and_the_legal_actions():
    ((question, answer),) = conversation('> {"cmd":"choose"')
    legal = [str(action) for action in position().legal_actions()]
    view = view_to_json(position(), position().seat)
    assert shows(question, wire({"cmd": "choose", "view": view, "legal": legal, "movetime": 1.0}))
    assert json.loads(answer)["action"] in legal


# F5


def test_f5_the_events_are_those_of_the_game():
    assert any(example.step.seat != example.viewer != "all" for example in examples())
    for example in examples():
        assert example.events == [event.to_json(example.viewer) for event in example.step.events]
        if example.hidden is not None:
            assert example.hidden == str(example.step.action.hidden())


def test_f5_one_example_is_a_throw_from_level_m_and_goes_on_from_the_position_of_f3():
    first = examples()[0]
    _, events = position().apply(first.step.action)
    assert first.events == [event.to_json() for event in events]
    assert position().players[0].marker == parse_space("Md5")
    ends = [(len(event["path"]), event["end"]) for event in first.events[1:]]
    assert ends == [(1, "board"), (2, "board"), (2, "rain")]


def test_f5_the_tables_have_every_event_key_and_end_of_the_game():
    happened: dict[str, list[str]] = {}
    ends = set()
    for step in played().steps:
        for event in step.events:
            _, *keys = event.to_json()
            assert happened.setdefault(event.type, keys) == keys
            ends |= {getattr(event, "end", "board")}
    assert {codes(row[0])[0]: codes(row[1]) for row in table("type")} == happened
    assert {codes(row[0])[0] for row in table("`end`")} == ends


def test_every_example_of_json_on_the_page_is_checked():
    assert len(blocks("json")) == len(examples()) + len(["holi-position/1", "holi-view/1"])
