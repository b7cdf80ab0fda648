"""Who sits at a table and how its game ended, for lists; not known of tables that do not change any more."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sa.Column("summary", sa.Text))
