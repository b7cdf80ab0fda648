"""The wire as one JSON Schema (`holi schema`): every command, message and result, from which clients make types.

Written for generators such as json-schema-to-typescript: each type once in `$defs` under its own name, no titles on
fields, unions tagged by a constant that is required, and the object `Results` with what comes back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, get_args

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, models_json_schema

from holi.server.wire.codes import RefusalCode
from holi.server.wire.commands import commands
from holi.server.wire.messages import GameEvent, Me, ReasonView, ServerMessage, TablePhase, View
from holi.server.wire.parts import ChatRule, Colour, Level, Part, Phrase
from holi.server.wire.results import (
    RESULTS,
    Changes,
    ChatLines,
    DeviceList,
    Erased,
    Export,
    Health,
    LoggedOut,
    PasskeyList,
    PasskeyQuestion,
    Problem,
    RecoveryCodes,
    TableList,
    Transfer,
    name_of,
)

WIRE_FORMAT = "holi-wire/2"
DIALECT = "https://json-schema.org/draft/2020-12/schema"

NAMED: Mapping[str, Any] = {
    "Colour": Colour,
    "Level": Level,
    "ChatRule": ChatRule,
    "Phrase": Phrase,
    "TablePhase": TablePhase,
    "RefusalCode": RefusalCode,
    "View": View,
    "GameEvent": GameEvent,
    "ReasonView": ReasonView,
}
"""Types that are no models, and still get a name of their own."""

READS: tuple[type[Part], ...] = (
    Me, Transfer, DeviceList, LoggedOut, PasskeyList, PasskeyQuestion, RecoveryCodes, Export, Erased,
    TableList, Changes, ChatLines, Health, Problem,
)  # fmt: skip

Json = dict[str, Any]


class _Untitled(GenerateJsonSchema):
    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def messages() -> tuple[type[Part], ...]:
    return get_args(get_args(ServerMessage)[0])


def wire_schema() -> Json:
    _, made = models_json_schema(
        [
            *((command, "validation") for command in commands()),
            *((sent, "serialization") for sent in (*messages(), *RESULTS.values(), *READS)),
        ],
        ref_template="#/$defs/{model}",
        schema_generator=_Untitled,
    )
    definitions = {_plain(name): _tidied(schema) for name, schema in made["$defs"].items()}
    definitions = _merged(definitions)
    for name, alias in NAMED.items():
        definition = TypeAdapter[Any](alias).json_schema()
        definitions = _replaced(definitions, definition, name)
        definitions[name] = {"title": name, **definition}
    definitions["Command"] = {"title": "Command", **_union(commands())}
    definitions["ServerMessage"] = {"title": "ServerMessage", **_union(messages())}
    definitions["Results"] = _results()
    return {
        "$schema": DIALECT,
        "$id": WIRE_FORMAT,
        "title": "HoliWire",
        "description": "What clients and servers of Holi send each other; docs/protocol.md tells when.",
        "type": "object",
        "properties": {name: _ref(name) for name in ("Command", "ServerMessage", "Results")}
        | {model.__name__: _ref(model.__name__) for model in READS},
        "additionalProperties": False,
        "$defs": dict(sorted(definitions.items())),
    }


def _results() -> Json:
    """The result of each command under its name; null where there is none."""
    by_name = {name_of(command): RESULTS.get(command) for command in commands()}
    return {
        "title": "Results",
        "description": "What `result` of `done` is, by the command.",
        "type": "object",
        "properties": {
            name: {"type": "null"} if result is None else _ref(result.__name__) for name, result in by_name.items()
        },
        "required": list(by_name),
        "additionalProperties": False,
    }


def _ref(name: str) -> Json:
    return {"$ref": f"#/$defs/{name}"}


def _union(models: Iterable[type[Part]]) -> Json:
    return {"oneOf": [_ref(model.__name__) for model in models]}


def _plain(name: str) -> str:
    """What is sent gets the plain name; what clients send, if it differs, ends in `Input`."""
    return name.replace("-Output", "").replace("-Input", "Input")


def _tidied(schema: Any) -> Any:
    """Without OpenAPI's own keywords, and with every tag required."""
    if isinstance(schema, list):
        return [_tidied(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    tidy: Json = {}
    for key, value in schema.items():
        if key == "properties":
            tidy[key] = {name: _tidied(field) for name, field in value.items()}
        elif key == "$ref":
            tidy[key] = _plain(value)
        elif key == "discriminator":
            continue
        else:
            tidy[key] = _tidied(value)
    tags = [name for name, field in tidy.get("properties", {}).items() if isinstance(field, dict) and "const" in field]
    for tag in tags:
        tidy["properties"][tag].pop("default", None)
    if tags:
        tidy["required"] = [*tags, *(name for name in tidy.get("required", []) if name not in tags)]
    return tidy


def _merged(definitions: Json) -> Json:
    """One definition where both directions came out the same."""
    for name in [name for name in definitions if name.endswith("Input")]:
        plain = name.removesuffix("Input")
        if plain not in definitions:
            continue
        if definitions[name] == definitions[plain]:
            del definitions[name]
            definitions = _replaced(definitions, _ref(name), plain)
        else:
            definitions[name] = {**definitions[name], "title": name}
    return definitions


def _replaced(schema: Any, part: Json, name: str) -> Any:
    """The schema with each occurrence of a part replaced by a reference to its definition."""
    if isinstance(schema, list):
        return [_replaced(item, part, name) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if part.items() <= schema.items():
        rest = {key: value for key, value in schema.items() if key not in part}
        if not rest.keys() - {"default", "description"}:
            return {**_ref(name), **rest}
    return {key: _replaced(value, part, name) for key, value in schema.items()}
