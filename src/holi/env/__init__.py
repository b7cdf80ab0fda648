"""Environments for learning agents: PettingZoo, Gymnasium, OpenSpiel and a vector environment of our own.

| name | what it is | needs |
| --- | --- | --- |
| `env`, `raw_env` | PettingZoo: every seat is an agent | PettingZoo |
| `HoliEnv`, `Holi-v0` | Gymnasium: one seat against bots | Gymnasium |
| `VectorEnv` | thousands of games at once | NumPy, and numba to be fast |
| `PolicyBot`, `observe`, `action_mask` | a trained agent as a bot, from the view that bots get | NumPy |
| `holi.env.openspiel` | OpenSpiel | OpenSpiel |

`pip install '.[env]'` in a checkout installs what all but the last need. Importing this package registers `Holi-v0`
with Gymnasium and `holi_v0` with PettingZoo.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from holi.env.encoding import ActionEncoding, encoding_of
from holi.env.extras import MissingPackageError, need

if TYPE_CHECKING:
    from holi.env.aec import env, raw_env
    from holi.env.observation import board_and_features
    from holi.env.policy import PolicyBot, action_mask, observe
    from holi.env.single import HoliEnv
    from holi.env.vector import VectorEnv

__all__ = [
    "ActionEncoding",
    "HoliEnv",
    "MissingPackageError",
    "PolicyBot",
    "VectorEnv",
    "action_mask",
    "board_and_features",
    "encoding_of",
    "env",
    "observe",
    "raw_env",
    "register",
]

_LATE = {
    "env": ("holi.env.aec", ("pettingzoo", "gymnasium", "numpy")),
    "raw_env": ("holi.env.aec", ("pettingzoo", "gymnasium", "numpy")),
    "HoliEnv": ("holi.env.single", ("gymnasium", "numpy")),
    "VectorEnv": ("holi.env.vector", ("numpy",)),
    "PolicyBot": ("holi.env.policy", ("numpy",)),
    "action_mask": ("holi.env.policy", ("numpy",)),
    "observe": ("holi.env.policy", ("numpy",)),
    "board_and_features": ("holi.env.observation", ("numpy",)),
}
"""Imported when first used: the module of each name, and the packages it needs."""


def __getattr__(name: str) -> Any:
    if name not in _LATE:
        raise AttributeError(f"module 'holi.env' has no attribute {name!r}")
    module, packages = _LATE[name]
    need(*packages, for_what=f"holi.env.{name}")
    return getattr(import_module(module), name)


def register() -> None:
    """Register `Holi-v0` with Gymnasium and `holi_v0` with PettingZoo, if installed."""
    if find_spec("gymnasium") is not None:
        gymnasium: Any = import_module("gymnasium")
        if "Holi-v0" not in gymnasium.registry:
            gymnasium.register(id="Holi-v0", entry_point="holi.env.single:HoliEnv")
    if find_spec("pettingzoo") is not None:
        pettingzoo: Any = import_module("pettingzoo")
        registry = getattr(pettingzoo, "aec_registry", None)  # new in PettingZoo 1.27
        if registry is not None and "holi-v0" not in registry:  # as PettingZoo spells it
            pettingzoo.register("aec", "holi_v0", entry_point="holi.env.aec:env")


register()
