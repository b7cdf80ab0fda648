"""Tables in play on this node: clients, bots, clocks, and notices from other nodes."""
