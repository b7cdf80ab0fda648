"""The OpenAPI schema: routes name what they send, and the types are put together only when somebody asks for them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from fastapi import FastAPI, Response
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema
from pydantic_core import to_json

from holi.server.wire.codes import CODES
from holi.server.wire.parts import Part
from holi.server.wire.results import Problem

Endpoint = Callable[..., Awaitable[Response]]
Answers = dict[int | str, dict[str, Any]]


class Add(Protocol):
    """Adds an address: its method, what answers there, what that sends, and the statuses of its refusals."""

    def __call__(
        self, method: str, address: str, endpoint: Endpoint, sends: type[Part] | None, /, *statuses: int
    ) -> None: ...


ADDRESS = "/api/openapi.json"
JSON = "application/json"
REFERENCE = "#/components/schemas/{model}"
EVERYWHERE = (413, 422, 429, 503)
"""What any request may be answered with: too large, not of the right form, too many, not now."""


class Catalogue:
    def __init__(self) -> None:
        self._taken: list[type[BaseModel]] = []
        self._sent: list[Callable[[], type[BaseModel]]] = [lambda: Problem]

    def take(self, model: type[BaseModel]) -> None:
        self._taken.append(model)

    def answers(self, name: str, make: Callable[[], type[BaseModel]], *statuses: int) -> Answers:
        self._sent.append(make)
        return {200: {"description": "Done", **_content(name)}, **problems(*statuses)}

    def complete(self, app: FastAPI) -> None:
        """Let the application send its schema, with all types: made once, in a thread, as it takes 0.2 s."""
        making: asyncio.Task[bytes] | None = None

        def text() -> bytes:
            return to_json({**app.openapi(), "components": {"schemas": self._types()}})

        async def openapi() -> Response:
            nonlocal making
            making = making or asyncio.create_task(asyncio.to_thread(text))
            return Response(await asyncio.shield(making), media_type=JSON)

        app.add_api_route(ADDRESS, openapi, include_in_schema=False)

    def _types(self) -> dict[str, Any]:
        sent = list(dict.fromkeys(make() for make in self._sent))
        _, schema = models_json_schema(
            [*((model, "validation") for model in self._taken), *((model, "serialization") for model in sent)],
            ref_template=REFERENCE,
        )
        types: dict[str, Any] = schema["$defs"]
        return types


def problems(*statuses: int) -> Answers:
    return {
        status: {
            "description": "Refused: " + ", ".join(code for code, meaning in CODES.items() if meaning.status == status),
            **_content(Problem.__name__),
        }
        for status in sorted({*statuses, *EVERYWHERE})
    }


def text_answers(*statuses: int) -> Answers:
    text = {"content": {"text/plain": {"schema": {"type": "string"}}}}
    return {200: {"description": "Done", **text}, **problems(*statuses)}


def _content(name: str) -> dict[str, Any]:
    return {"content": {JSON: {"schema": {"$ref": REFERENCE.format(model=name)}}}}
