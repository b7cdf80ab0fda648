"""Tables, seats and live play over HTTP and WebSocket; `holi serve` starts it.

`wire` says what is sent, `table` is a table's rules without input or output, `store` keeps tables in a database,
`live` brings them to the clients of this node, `socket` speaks WebSocket and `web` HTTP. All commands go through
`dispatch`; `limits` and `metrics` stand beside it.
"""
