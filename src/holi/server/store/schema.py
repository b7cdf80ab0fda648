"""The tables of the database. A change here needs a migration beside the others."""

from __future__ import annotations

import sqlalchemy as sa

METADATA = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

FACTS = sa.Table(
    "facts",
    METADATA,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
"""What the server must remember about itself, such as the key it signs tokens with."""

PLAYERS = sa.Table(
    "players",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(48), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
)

TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("code", sa.String(8), nullable=False, unique=True),
    sa.Column("founding", sa.Text, nullable=False),
    sa.Column("phase", sa.String(8), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("to_act", sa.SmallInteger),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Column("due", sa.BigInteger),
    sa.Column("host", sa.String(32)),
    sa.Column("command", sa.String(64)),
    sa.Column("summary", sa.Text),
    sa.Index(None, "phase", "listed", "changed"),
    sa.Index(None, "due"),
    sa.Index(None, "host"),
)
"""`summary` is who sits there and how it ended, as JSON, for lists (`Table.summary`).

`host` made the table by the command with the id `command`, so that one sent again is recognised.

`due` is when the table wants attention although nobody sends anything: a bot's turn, a clock. All times in ms."""

ENTRIES = sa.Table(
    "entries",
    METADATA,
    sa.Column("table_id", sa.String(16), sa.ForeignKey(TABLES.c.id, ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("player", sa.String(32)),
    sa.Column("command", sa.String(64)),
    sa.Column("entry", sa.Text, nullable=False),
)
"""The logs. Two entries with the same number are refused, so that two nodes can never fork a game."""

SEATS = sa.Table(
    "seats",
    METADATA,
    sa.Column("table_id", sa.String(16), sa.ForeignKey(TABLES.c.id, ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("player", sa.String(32), nullable=False),
    sa.Index(None, "player"),
)
"""Who sits where, to find a player's games."""

CHAT = sa.Table(
    "chat",
    METADATA,
    sa.Column("table_id", sa.String(16), sa.ForeignKey(TABLES.c.id, ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("player", sa.String(32), nullable=False),
    sa.Column("seat", sa.SmallInteger),
    sa.Column("name", sa.String(48), nullable=False),
    sa.Column("phrase", sa.String(20)),
    sa.Column("text", sa.Text),
    sa.Column("command", sa.String(64)),
)

TRANSFERS = sa.Table(
    "transfers",
    METADATA,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("player", sa.String(32), nullable=False),
    sa.Column("expires", sa.BigInteger, nullable=False),
)
"""Links that move an identity to another device; only their digests are kept."""

BANS = sa.Table(
    "bans",
    METADATA,
    sa.Column("who", sa.String(64), primary_key=True),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("expires", sa.BigInteger),
    sa.Column("why", sa.Text, nullable=False),
)
"""`who` is a player's id, or a range of addresses such as `192.0.2.0/24`. Without `expires`, for good."""

REPORTS = sa.Table(
    "reports",
    METADATA,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("reporter", sa.String(32), nullable=False),
    sa.Column("player", sa.String(32), nullable=False),
    sa.Column("name", sa.String(48), nullable=False),
    sa.Column("table_id", sa.String(16), nullable=False),
    sa.Column("why", sa.Text, nullable=False),
    sa.Column("chat", sa.Text, nullable=False),
    sa.Index(None, "reporter", "at"),
)
"""`chat` is the last lines at the table, as JSON. A report stays when its table is deleted."""

DEVICES = sa.Table(
    "devices",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("player", sa.String(32), nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("seen", sa.BigInteger, nullable=False),
    sa.Column("about", sa.String(60), nullable=False),
    sa.Column("ended", sa.BigInteger),
    sa.Index(None, "player"),
    sa.Index(None, "ended"),
)
"""Where players are logged in. Tokens themselves are not kept; a device that was logged out has `ended`."""

PASSKEYS = sa.Table(
    "passkeys",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("player", sa.String(32), nullable=False),
    sa.Column("public_key", sa.Text, nullable=False),
    sa.Column("uses", sa.BigInteger, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("used", sa.BigInteger),
    sa.Column("about", sa.String(60), nullable=False),
    sa.Index(None, "player"),
)
"""Passkeys; `uses` is how often the authenticator says it was used. Ids and keys are in base64url."""

RECOVERY_CODES = sa.Table(
    "recovery_codes",
    METADATA,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("player", sa.String(32), nullable=False),
    sa.Index(None, "player"),
)
"""Codes that log in once each; only their digests are kept."""

SPENT_CHALLENGES = sa.Table(
    "spent_challenges",
    METADATA,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("expires", sa.BigInteger, nullable=False),
)
"""Challenges that a passkey has answered, until they expire: none is answered twice, at no node."""
