"""Run by Alembic: takes the steps on the connection that `holi.server.store.upgrade` hands over."""

from __future__ import annotations

from alembic import context

from holi.server.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite changes few things in place; the others are done by copying a table
)
with context.begin_transaction():
    context.run_migrations()
