"""Bans and reports."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "bans",
        sa.Column("who", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger),
        sa.Column("why", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("who", name="pk_bans"),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("reporter", sa.String(32), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("name", sa.String(48), nullable=False),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("chat", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
    )
    op.create_index("ix_reports_reporter_at", "reports", ["reporter", "at"])
