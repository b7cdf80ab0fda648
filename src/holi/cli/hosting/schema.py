"""`holi schema`: the messages between client and server, as JSON Schema."""

from __future__ import annotations

import json

import typer


def schema() -> None:
    """Print the JSON Schema of all server commands and messages, to generate a client's types from.

    docs/protocol.md says when each is sent.
    """
    from holi.server.wire.schema import wire_schema

    typer.echo(json.dumps(wire_schema(), indent=2))
