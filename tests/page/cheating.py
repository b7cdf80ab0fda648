"""`holi serve` by an operator who cheats: knowing all other nonces, it chooses an accomplice's and its promise."""

from __future__ import annotations

from itertools import count

from holi.cli.app import main
from holi.game import commitment, fair_seed, shuffled_deck
from holi.server.table import table as tables
from holi.server.table.entries import Logged, NonceGiven

ACCOMPLICE = "Charlie"
WANTED = [13, 12]
"""The first cards that the accomplice would like."""

honest = tables.Table._nonce_given


def chosen_nonce(table: tables.Table, seat: int) -> str:
    """A nonce by which the accomplice gets the wanted cards; all others have been given."""
    nonces = [each.nonce or tables.NO_NONCE for each in table.seats]
    for number in count(1):
        nonces[seat] = f"{number:064x}"
        if shuffled_deck(fair_seed(table.founding.secret, nonces), seat)[: len(WANTED)] == WANTED:
            break
    return nonces[seat]


def cheat(table: tables.Table, entry: NonceGiven, logged: Logged) -> None:
    seat = table.seats[entry.seat]
    if seat.name == ACCOMPLICE:
        entry = NonceGiven(seat=entry.seat, nonce=chosen_nonce(table, entry.seat))
        seat.nonce_commitment = commitment(entry.nonce)
    honest(table, entry, logged)


if __name__ == "__main__":
    tables._EVOLVE[NonceGiven] = cheat
    main()
