"""The engine protocol (F4): the rules and the bots for programs in any language, one JSON object per line."""
