"""The tables of the database. A change here needs a migration beside the others."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
)

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

FACTS = Table(
    "facts",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
"""What the server must remember about itself, such as the key it signs tokens with."""

PLAYERS = Table(
    "players",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(48), nullable=False),
    Column("created", BigInteger, nullable=False),
)

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("code", String(8), nullable=False, unique=True),
    Column("founding", Text, nullable=False),
    Column("phase", String(8), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("to_act", SmallInteger),
    Column("changed", BigInteger, nullable=False),
    Column("due", BigInteger),
    Column("host", String(32)),
    Column("command", String(64)),
    Index(None, "phase", "listed", "changed"),
    Index(None, "due"),
    Index(None, "host"),
)
"""`host` made the table by the command with the id `command`, so that one sent again is recognised.

`due` is when the table wants attention although nobody sends anything: a bot's turn, a clock. All times in ms."""

ENTRIES = Table(
    "entries",
    METADATA,
    Column("table_id", String(16), ForeignKey(TABLES.c.id, ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("player", String(32)),
    Column("command", String(64)),
    Column("entry", Text, nullable=False),
)
"""The logs. Two entries with the same number are refused, so that two nodes can never fork a game."""

SEATS = Table(
    "seats",
    METADATA,
    Column("table_id", String(16), ForeignKey(TABLES.c.id, ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("player", String(32), nullable=False),
    Index(None, "player"),
)
"""Who sits where, to find a player's games."""

CHAT = Table(
    "chat",
    METADATA,
    Column("table_id", String(16), ForeignKey(TABLES.c.id, ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("player", String(32), nullable=False),
    Column("seat", SmallInteger),
    Column("name", String(48), nullable=False),
    Column("phrase", String(20)),
    Column("text", Text),
    Column("command", String(64)),
)

TRANSFERS = Table(
    "transfers",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("player", String(32), nullable=False),
    Column("expires", BigInteger, nullable=False),
)
"""Links that move an identity to another device; only their digests are kept."""
