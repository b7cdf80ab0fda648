"""How fast something plays: `python -m holi.lab.measure_named MODULE:NAME`, see `rounds.py`.

What the name stands for is called without arguments and gives a player: `play(rounds)` plays so many rounds and returns
their steps. So layers that this one does not know can be measured.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

from holi.lab.rounds import serve_rounds, timed


def main() -> None:
    """Measure what the command line names."""
    module, _, name = sys.argv[1].partition(":")
    player: Any = getattr(import_module(module), name)()
    player.play(1)
    serve_rounds({"player": sys.argv[1]}, lambda seconds: {"speed": timed(player.play, seconds)})


if __name__ == "__main__":
    main()
