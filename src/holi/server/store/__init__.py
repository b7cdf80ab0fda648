"""Where tables are kept: SQLite with no set-up, or PostgreSQL. An entry is written before anyone is told of it."""
