"""Tables with their logs, seats and chat; players, transfer links, and what the server knows about itself."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "facts",
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_facts"),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(48), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("code", sa.String(8), nullable=False),
        sa.Column("founding", sa.Text, nullable=False),
        sa.Column("phase", sa.String(8), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("to_act", sa.SmallInteger),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sa.UniqueConstraint("code", name="uq_tables_code"),
    )
    op.create_index("ix_tables_phase_listed_changed", "tables", ["phase", "listed", "changed"])
    op.create_index("ix_tables_due", "tables", ["due"])
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("player", sa.String(32)),
        sa.Column("command", sa.String(64)),
        sa.Column("entry", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_entries"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_entries_table_id", ondelete="CASCADE"),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("seat", sa.SmallInteger, autoincrement=False, nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_table_id", ondelete="CASCADE"),
    )
    op.create_index("ix_seats_player", "seats", ["player"])
    op.create_table(
        "chat",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("seat", sa.SmallInteger),
        sa.Column("name", sa.String(48), nullable=False),
        sa.Column("phrase", sa.String(20)),
        sa.Column("text", sa.Text),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_chat"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_chat_table_id", ondelete="CASCADE"),
    )
    op.create_table(
        "transfers",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_transfers"),
    )
