"""The bots themselves: one module each."""
