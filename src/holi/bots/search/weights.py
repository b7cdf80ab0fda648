"""The trained weights of the value network that come with the package (`holi train` made them)."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from holi.bots.search.value import WEIGHTS, Floats
from holi.kernel.mode import floats

WEIGHT_PARTS = 2048
"""Files hold weights as whole numbers of these parts, which take two bytes each in the browser."""


@cache
def trained_weights() -> Floats:
    data = json.loads(files("holi.bots").joinpath("data", "value.json").read_text("utf-8"))
    weights = floats([weight / WEIGHT_PARTS for weight in data["weights"]])
    assert len(weights) == WEIGHTS
    return weights
