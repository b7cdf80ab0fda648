"""What an exported function takes and returns, read off its annotations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_type_hints

from holi.bots.search.value import Floats
from holi.kernel.mode import Ints, Rows

VECTORS = {"Ints": Ints, "Floats": Floats}
"""A pointer and a length in the module."""

PLAIN = {"int": int, "bool": bool, "float": float, "None": type(None), "Rows": Rows, **VECTORS}


@dataclass(frozen=True, slots=True)
class Signature:
    """Parameters by name; a kind is a key of PLAIN or the class of a NamedTuple."""

    name: str
    parameters: dict[str, Any]
    result: str


def fields_of(kind: Any) -> dict[str, str]:
    """The fields of a NamedTuple, each with its kind, which is "Ints", "Floats" or "Rows"."""
    return {name: _kind(hint) for name, hint in get_type_hints(kind).items()}


def signature_of(function: Callable[..., Any]) -> Signature:
    """The signature of a function marked `@compiled`, at either speed."""
    source = getattr(function, "py_func", function)
    kinds = {name: _kind(hint) for name, hint in get_type_hints(source).items()}
    result = kinds.pop("return")
    return Signature(source.__name__, kinds, result)


def _kind(hint: Any) -> Any:
    for name, plain in PLAIN.items():
        if hint == plain:
            return name
    if not hasattr(hint, "_fields"):
        raise TypeError(f"{hint!r} cannot pass into the module; annotate with {', '.join(PLAIN)} or a NamedTuple")
    return hint
