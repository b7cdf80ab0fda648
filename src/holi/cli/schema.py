"""`holi schema`: what clients and the server send each other, as JSON Schema."""

from __future__ import annotations

import json

import typer


def schema() -> None:
    """Print the JSON Schema of every command and message of the server, to make a client's types from.

    docs/protocol.md tells when each is sent.
    """
    from holi.server.wire.schema import wire_schema

    typer.echo(json.dumps(wire_schema(), indent=2))
