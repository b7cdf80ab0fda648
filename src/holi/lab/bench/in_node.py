"""The WebAssembly module under Node.js, measured beside the modes; its side is `web/engine/bench.mjs`."""

from __future__ import annotations

import json
import os
import shutil
import sysconfig
from pathlib import Path
from typing import Any

import holi
from holi.kernel.layout import CARDS, NOBODY
from holi.kernel.mode import plain
from holi.lab.bench.random_games import of_four, of_two
from holi.lab.bench.turns import TurnSearch

PROGRAM = Path(holi.__file__).parents[2] / "web" / "engine" / "bench.mjs"


def node_command() -> list[str]:
    """Node.js and its measuring program; nothing without Node.js, or outside of a checkout."""
    folders = os.pathsep.join([os.environ.get("PATH", ""), sysconfig.get_path("scripts")])
    node = shutil.which("node", path=folders)
    return [node, str(PROGRAM)] if node is not None and PROGRAM.exists() else []


def opening_line() -> bytes:
    """What the program needs to measure the same as we do."""
    search = TurnSearch()
    told = {
        "games": [
            {name: plain(getattr(games, name)) for name in ("start", "rules", "random")}
            for games in (of_two(), of_four())
        ],
        "deal": [NOBODY, CARDS],
        "turns": {name: _arrays(value) for name, value in vars(search).items()},
    }
    return json.dumps(told).encode() + b"\n"


def _arrays(value: Any) -> Any:
    """Vectors, matrices, and tuples of these; floats are marked, as 0.0 is no longer one in JavaScript."""
    if hasattr(value, "_asdict"):
        return {"fields": [_arrays(field) for field in value]}
    values = value if isinstance(value, list) else plain(value)
    if values and isinstance(values[0], float):
        return {"floats": values}
    return [entry if isinstance(entry, int) else [int(number) for number in entry] for entry in values]
