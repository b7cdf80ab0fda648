"""Who made a table, and by which command a table was made or a line of chat said: to recognise one sent again."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the columns; hosts come from the foundings, commands of older rows are not known."""
    op.add_column("tables", sa.Column("host", sa.String(32)))
    op.add_column("tables", sa.Column("command", sa.String(64)))
    op.add_column("chat", sa.Column("command", sa.String(64)))
    op.create_index("ix_tables_host", "tables", ["host"])
    tables = sa.table("tables", sa.column("id"), sa.column("founding"), sa.column("host"))
    connection = op.get_bind()
    for id_, founding in connection.execute(sa.select(tables.c.id, tables.c.founding)).all():
        host = json.loads(founding).get("host")
        connection.execute(sa.update(tables).where(tables.c.id == id_).values(host=host))
