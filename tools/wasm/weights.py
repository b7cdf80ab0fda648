"""The network's weights for the browser: `value.json` in two bytes a weight.

All low bytes come first, then all high bytes, which compress better so. `web/engine/src/bots/weights.ts` reads it.
"""

from __future__ import annotations

import json
from importlib.resources import files


def packed() -> bytes:
    data = json.loads(files("holi.bots").joinpath("data", "value.json").read_text("utf-8"))
    weights = data["weights"]
    if any(weight >> 15 not in (0, -1) for weight in weights):
        raise SystemExit("a weight in value.json does not fit into two bytes; change tools/wasm/weights.py")
    return bytes([*(weight & 255 for weight in weights), *(weight >> 8 & 255 for weight in weights)])
