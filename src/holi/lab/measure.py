"""How fast this process plays random games: `HOLI_MODE=compiled python -m holi.lab.measure`, see `rounds.py`.

A step is: all legal actions are known, one is chosen with the same chance for each, and it is done.
"""

from __future__ import annotations

from typing import Any

from holi.kernel.mode import MODE
from holi.lab.random_games import RandomGames
from holi.lab.rounds import peak_memory_mb, serve_rounds, timed

PLAYERS_MEASURED = (2, 4)
FIRST_SEED = 2026


def main() -> None:
    """Finish a first game, which makes the process ready, then measure."""
    games = {players: RandomGames(players, seed=FIRST_SEED + players) for players in PLAYERS_MEASURED}
    games[PLAYERS_MEASURED[0]].play(1)

    def measure(seconds: float) -> dict[str, Any]:
        speeds = {str(players): timed(games[players].play, seconds) for players in PLAYERS_MEASURED}
        return {"speeds": speeds, "memory_mb": peak_memory_mb()}

    serve_rounds({"mode": MODE}, measure)


if __name__ == "__main__":
    main()
