"""WebSockets: `connection` carries bytes, `session` is what a connected client has and may do."""
