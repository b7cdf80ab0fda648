"""Tables brought to life on this node: who watches, whose turn it is, bots, clocks, and word from other nodes."""
