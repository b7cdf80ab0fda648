"""What clients and the server send each other: every message typed and tagged; docs/protocol.md describes them."""
