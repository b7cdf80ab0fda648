"""What all commands share."""

from __future__ import annotations

from holi.server.wire.parts import CommandId, Part, TableId


class Command(Part):
    """What every command has: the client's own id for it, by which a resend is recognised."""

    id: CommandId


class TableCommand(Command):
    """A command about one table."""

    table: TableId
