"""What others at a table call a player: the id itself is known to its owner alone."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

NOBODY = "guest"
"""Stands where a name was deleted; the page translates it."""


@lru_cache(4096)
def person_of(player: str) -> str:
    """The same at every table, so that ignoring somebody lasts; no way leads back to the id, which is random."""
    return sha256(f"holi-person:{player}".encode()).hexdigest()[:16]
