"""The devices on which players are logged in; tokens that name none, given before, end in half a year."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

HALF_A_YEAR = 180 * 24 * 3600 * 1000


def upgrade() -> None:
    op.create_table(
        "devices",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("about", sa.String(60), nullable=False),
        sa.Column("ended", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_devices"),
    )
    op.create_index("ix_devices_player", "devices", ["player"])
    op.create_index("ix_devices_ended", "devices", ["ended"])
    facts = sa.table("facts", sa.column("name"), sa.column("value"))
    until = round(time.time() * 1000) + HALF_A_YEAR
    op.get_bind().execute(sa.insert(facts).values(name="old-tokens-until", value=str(until)))
