"""From JSON to a command, within bounds: size by kind, then the number of parts, then the schema, once."""

from __future__ import annotations

import re
from typing import Any

from pydantic import ValidationError
from pydantic_core import from_json

from holi.server.limits import check_items, check_size
from holi.server.table.refusals import RefusedError
from holi.server.wire.codes import RefusalCode
from holi.server.wire.commands import COMMAND, AnyCommand

COMMAND_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


class InvalidCommandError(RefusedError):
    """A command of the wrong form; its id if one could be read, so that the client knows which."""

    def __init__(self, id_: str | None, code: RefusalCode, message: str) -> None:
        super().__init__(code, message)
        self.id = id_


def parse_command(text: str) -> AnyCommand:
    try:
        data: Any = from_json(text)
    except ValueError as error:
        raise InvalidCommandError(None, "invalid", f"the command: {error}"[:300]) from None
    if not isinstance(data, dict):
        raise InvalidCommandError(None, "invalid", "a command is a JSON object")
    kind, id_ = data.get("type"), data.get("id")
    known = id_ if isinstance(id_, str) and COMMAND_ID.fullmatch(id_) else None
    try:
        check_size(kind if isinstance(kind, str) else None, len(text.encode()))
        check_items(data)
        return COMMAND.validate_python(data)
    except RefusedError as refusal:
        raise InvalidCommandError(known, refusal.code, str(refusal)) from None
    except ValidationError as error:
        raise InvalidCommandError(known, "invalid", first_problem(error)) from None


def first_problem(error: ValidationError) -> str:
    """The first thing that is wrong with a command, in one sentence that quotes no more than the place."""
    problem = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join(str(part) for part in problem["loc"]) or "the command"
    return f"{place}: {problem['msg']}"[:300]
