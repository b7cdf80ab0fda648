"""Seeds, shuffles and draws that anyone can recompute (F2)."""

from __future__ import annotations

import re
import secrets
from hashlib import sha256

from holi.game.cards import rivalry_cards
from holi.game.errors import MalformedError, quoted
from holi.game.notation import CARD_IDS

_SEED = re.compile(r"[0-9a-f]{64}")


def new_seed() -> str:
    """A seed nobody can guess."""
    return secrets.token_hex(32)


def parse_seed(text: object) -> str:
    """The seed, if it is 64 lower-case hex digits."""
    if not isinstance(text, str) or not _SEED.fullmatch(text):
        raise MalformedError(f"{quoted(text)} is no seed; a seed is 64 lower-case hex digits")
    return text


def shuffled_deck(seed: str, seat: int) -> list[int]:
    """The seat's deck, top card first: the ids sorted by the digest of `<seed>:<seat>:<card>`."""
    return sorted(CARD_IDS, key=lambda card: sha256(f"{seed}:{seat}:{card}".encode()).digest())


def drawn_rivalry(seed: str, count: int) -> tuple[str, ...]:
    """Rivalry cards drawn at random: ids sorted by digest, a second card of kind "rules" passed over (R2.2)."""
    cards = rivalry_cards()
    names = sorted(cards, key=lambda name: sha256(f"{seed}:rivalry:{name}".encode()).digest())
    rules_cards = [name for name in names if cards[name].kind == "rules"]
    return tuple([name for name in names if name not in rules_cards[1:]][:count])


def drawn_first(seed: str, players: int) -> int:
    """The place at the table that begins: the one with the smallest digest of `<seed>:first:<place>` (R2.3)."""
    return min(range(players), key=lambda place: sha256(f"{seed}:first:{place}".encode()).digest())


def commitment(secret: str) -> str:
    """The digest by which a host or a client commits itself to a secret or nonce before play."""
    return sha256(f"holi:{secret}".encode()).hexdigest()


def fair_seed(secret: str, nonces: list[str]) -> str:
    """The seed of a hosted game from the host's secret and each seat's nonce."""
    return sha256(":".join([secret, *nonces]).encode()).hexdigest()
