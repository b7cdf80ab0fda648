"""The wire schema is complete and true, and docs/protocol.md tells of everything in it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import jsonschema_rs
import pytest
from pydantic import TypeAdapter

import holi
from holi.server.wire.codes import CODES, RefusalCode
from holi.server.wire.commands import COMMAND, TWINS, commands
from holi.server.wire.messages import ServerMessage
from holi.server.wire.parts import PHRASES
from holi.server.wire.results import RESULTS, name_of
from holi.server.wire.schema import READS, WIRE_FORMAT, messages, wire_schema
from tests.server.conftest import NewPlayer
from tests.server.player import play_to_the_end, seated_game
from tests.server.processes import Server

SERVER_MESSAGE: TypeAdapter[Any] = TypeAdapter(ServerMessage)

PAGE = Path(holi.__file__).parents[2] / "docs" / "protocol.md"


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    return wire_schema()


def parts(schema: Any) -> Any:
    """Every object inside a schema."""
    if isinstance(schema, dict):
        yield schema
        for value in schema.values():
            yield from parts(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from parts(value)


def valid(schema: dict[str, Any], name: str) -> jsonschema_rs.Draft202012Validator:
    """What holds data against one type of the schema."""
    return jsonschema_rs.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]})


def test_holi_schema_prints_the_schema():
    printed = subprocess.run(
        [sys.executable, "-m", "holi.cli", "schema"], capture_output=True, text=True, check=True
    ).stdout
    assert json.loads(printed) == wire_schema()


def test_it_is_a_schema_in_which_everything_referred_to_is_there(schema: dict[str, Any]):
    jsonschema_rs.meta.validate(schema)
    assert schema["$id"] == WIRE_FORMAT
    for part in parts(schema):
        if "$ref" in part:
            assert part["$ref"].removeprefix("#/$defs/") in schema["$defs"], part


def test_every_command_message_and_result_is_in_it(schema: dict[str, Any]):
    names = {model.__name__ for model in (*commands(), *messages(), *RESULTS.values(), *READS)}
    assert names <= set(schema["$defs"])
    assert schema["$defs"]["Command"]["oneOf"] == [{"$ref": f"#/$defs/{each.__name__}"} for each in commands()]
    assert schema["$defs"]["ServerMessage"]["oneOf"] == [{"$ref": f"#/$defs/{each.__name__}"} for each in messages()]
    assert set(schema["$defs"]["Results"]["properties"]) == {name_of(command) for command in commands()}
    assert set(schema["$defs"]["RefusalCode"]["enum"]) == set(CODES)


def test_commands_and_messages_are_told_apart_by_a_constant_that_is_required(schema: dict[str, Any]):
    for group in (commands(), messages()):
        tags = [schema["$defs"][model.__name__]["properties"]["type"]["const"] for model in group]
        assert len(set(tags)) == len(tags)
        assert all("type" in schema["$defs"][model.__name__]["required"] for model in group)


def test_types_have_names_and_fields_have_none(schema: dict[str, Any]):
    for name, definition in schema["$defs"].items():
        assert definition["title"] == name
        for field in definition.get("properties", {}).values():
            assert "title" not in field, (name, field)


def test_what_the_server_sends_is_always_there_and_what_clients_send_may_be_left_out(schema: dict[str, Any]):
    sent, taken = schema["$defs"]["TableSettings"], schema["$defs"]["TableSettingsInput"]
    assert set(sent["required"]) == set(sent["properties"])
    assert taken["required"] == ["players"]


@pytest.mark.anyio
async def test_all_that_passes_in_a_game_is_as_the_schema_and_the_types_say(
    schema: dict[str, Any], shared_server: Server, new_player: NewPlayer
):
    players = [await new_player(shared_server), await new_player(shared_server)]
    table = await seated_game(players, rivalry=1, pace={"kind": "live"})
    await players[0].command("say", table=table, phrase="hello")
    await players[1].ask("act", table=table, version=0, action="Sa1")
    await play_to_the_end(table, players)
    seen = set()
    checker = valid(schema, "ServerMessage")
    for message in [message for player in players for message in player.messages]:
        seen.add(message["type"])
        checker.validate(message)
        SERVER_MESSAGE.validate_python(message)
    assert seen == {"sync", "step", "presence", "said", "done", "failed"}
    state = players[0].tables[table]
    valid(schema, "View").validate(state["view"])


COMMANDS_TO_TRY: list[tuple[dict[str, Any], bool]] = [
    ({"type": "ping", "id": "a"}, True),
    ({"id": "a"}, False),
    ({"type": "ping"}, False),
    ({"type": "ping", "id": "a", "more": 1}, False),
    ({"type": "create", "id": "a", "settings": {"players": 2}}, True),
    ({"type": "create", "id": "a", "settings": {"players": 2, "pace": {"kind": "live"}}}, True),
    ({"type": "create", "id": "a", "settings": {"players": 2, "pace": {}}}, False),
    ({"type": "create", "id": "a", "settings": {"players": 9}}, False),
    ({"type": "act", "id": "a", "table": "abcd", "version": 1, "action": "E"}, True),
    ({"type": "act", "id": "a", "table": "abcd", "version": True, "action": "E"}, False),
    ({"type": "act", "id": "a", "table": "ab/d", "version": 1, "action": "E"}, False),
    ({"type": "say", "id": "a", "table": "abcd", "phrase": "hello", "text": None}, True),
    ({"type": "say", "id": "a", "table": "abcd", "phrase": "rude"}, False),
    ({"type": "seat-bot", "id": "a", "table": "abcd", "seat": 1, "level": None}, True),
    ({"type": "seat-bot", "id": "a", "table": "abcd", "seat": 1}, False),
]


@pytest.mark.parametrize(("command", "expected"), COMMANDS_TO_TRY)
def test_the_schema_and_the_server_agree_on_what_is_a_command(schema, command, expected):
    assert valid(schema, "Command").is_valid(command) == expected
    try:
        COMMAND.validate_json(json.dumps(command))
        accepted = True
    except ValueError:
        accepted = False
    assert accepted == expected


# The page


def test_the_page_names_every_command_with_its_fields_and_its_address():
    text = PAGE.read_text("utf-8")
    rows = dict(re.findall(r"^\| `([a-z-]+)` \|(.*)$", text, re.MULTILINE))
    for command in commands():
        row = rows[name_of(command)]
        fields = [name for name in command.model_fields if name not in ("type", "id", "table")]
        assert [field for field in fields if f"`{field}`" not in row] == [], name_of(command)
        address = TWINS.get(command)
        assert address is None or f"POST {address}" in row, name_of(command)


def test_the_page_names_every_message_with_its_fields():
    text = PAGE.read_text("utf-8")
    sections = dict(re.findall(r"^### `([a-z-]+)`\n(.*?)(?=^##|\Z)", text, re.MULTILINE | re.DOTALL))
    for message in messages():
        section = sections[message.model_fields["type"].default]
        missing = [name for name in message.model_fields if name != "type" and f"`{name}`" not in section]
        assert missing == [], message.__name__


def test_the_page_tells_of_every_code_with_its_status():
    text = PAGE.read_text("utf-8")
    rows = {
        row[0]: (int(row[1]), row[2]) for row in re.findall(r"^\| `([a-z-]+)` \| (\d+) \| (.+) \|$", text, re.MULTILINE)
    }
    assert rows == {code: tuple(meaning) for code, meaning in CODES.items()}
    assert set(CODES) == set(get_args(RefusalCode))


def test_the_page_names_every_phrase_and_every_address_that_is_only_read():
    text = PAGE.read_text("utf-8")
    assert [phrase for phrase in PHRASES if f"`{phrase}`" not in text] == []
    for address in (
        "GET /api/me", "GET /api/me/tables", "POST /api/me/transfer", "POST /api/me/claim",
        "GET /api/me/devices", "POST /api/me/log-out", "POST /api/me/log-out-others", "GET /api/tables",
        "GET /api/tables/{table}", "GET /api/tables/{table}/changes", "GET /api/tables/{table}/chat",
        "GET /api/tables/{table}/record", "GET /health", "GET /metrics", "GET /api/openapi.json",
    ):  # fmt: skip
        assert f"`{address}" in text, address


def test_the_examples_on_the_page_are_valid(schema: dict[str, Any]):
    text = PAGE.read_text("utf-8")
    sent = re.findall(r"^> (\{.*\})$", text, re.MULTILINE)
    answered = re.findall(r"^< (\{.*\})$", text, re.MULTILINE)
    assert len(sent) > 5 and len(answered) > 5
    for line in sent:
        valid(schema, "Command").validate(json.loads(line))
    for line in answered:
        if "…" not in line:
            valid(schema, "ServerMessage").validate(json.loads(line))
