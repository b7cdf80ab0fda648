"""Bots in other processes: workers of ours and programs of others."""
