"""What TypeScript has to know of the Python sources: constants, cards, sentences, sizes and the module's functions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from signatures import fields_of, signature_of

from holi.bots.advice.comparison import (
    COMPARED,
    COUNT,
    MOST_CANDIDATES,
    OWN,
    ROUNDS,
    SUMS,
    Forecast,
    new_forecast,
)
from holi.bots.advice.reasons import BLOCKED, MOST_REASONS, REASON_SIZE, REASONS
from holi.bots.levels import LEVELS
from holi.bots.search.endgame_search import EndgameMemory, new_endgame_memory
from holi.bots.search.memory import Memory, new_memory
from holi.bots.search.thinking import ALL_TIME, DECIDED, NO_LIMIT, Level, Thinking, new_thinking
from holi.bots.search.weights import WEIGHT_PARTS
from holi.game.cards import complete_deck, rivalry_cards
from holi.game.events import WHYS
from holi.game.reasons import AGAINST_ACTION, AGAINST_POSITION
from holi.kernel import layout
from holi.kernel.tables import SETTINGS, TABLE_SETTINGS, TERMS

HEAD = """\
// Written by `make wasm` from the Python sources; not to be edited.

/** The sizes of an array in the module's memory: of int64, or of float64 with `floats`. */
export interface Shape {
  readonly rows?: number | "candidates";
  readonly length?: number;
  /** Instead of a length: how many entries there are for each candidate. */
  readonly candidates?: number;
  readonly floats?: true;
}
"""

MEMORIES: Mapping[str, tuple[type, Callable[[int], Any]]] = {
    "MEMORY": (Memory, lambda candidates: new_memory(candidates, 0)),
    "ENDGAME_MEMORY": (EndgameMemory, lambda _: new_endgame_memory()),
    "THINKING": (Thinking, new_thinking),
    "FORECAST": (Forecast, new_forecast),
}
"""By the name of their shapes: the NamedTuples that pass into the module, and how they are made."""


AGAINST = "Readonly<Record<number, readonly [clause: string, sentence: string]>>"
RIVALRY_FIELDS = ("id", "kind", "title", "text", "settings", "term", "points", "spaces")

BOTS: Mapping[str, Any] = {
    "DECIDED": DECIDED,
    "COMPARED": COMPARED,
    "ALL_TIME": ALL_TIME,
    "NO_LIMIT": NO_LIMIT,
    "MOST_CANDIDATES": MOST_CANDIDATES,
    "REASON_SIZE": REASON_SIZE,
    "MOST_REASONS": MOST_REASONS,
    "BLOCKED": BLOCKED,
    "WHYS": WHYS,
    "SUMS": SUMS,
    "WEIGHT_PARTS": WEIGHT_PARTS,
    **{f"LEVEL_{name.upper()}": index for index, name in enumerate(Level._fields)},
    "COMPARISON_COUNT": COUNT,
    "COMPARISON_OWN": OWN,
    "COMPARISON_ROUNDS": ROUNDS,
}
"""What asking the searches takes: sizes, states, and places in the vectors of levels and comparisons."""


def typescript(functions: Sequence[Callable[..., Any]], digest: str) -> str:
    """The whole file."""
    numbers = {name: value for name, value in vars(layout).items() if name.isupper() and type(value) is int}
    parts = [
        HEAD,
        f"export const SOURCES_DIGEST = {json.dumps(digest)};\n",
        "".join(f"export const {name} = {value};\n" for name, value in numbers.items()),
        _constant("PLAYABLE_VERSIONS", layout.PLAYABLE_VERSIONS, "readonly number[]"),
        _table("SETTINGS", SETTINGS, "Readonly<Record<string, readonly [index: number, usual: number]>>"),
        _table("TABLE_SETTINGS", TABLE_SETTINGS, "Readonly<Record<string, number>>"),
        _table("TERMS", TERMS, "Readonly<Record<string, number>>"),
        _table("AGAINST_ACTION", AGAINST_ACTION, AGAINST),
        _table("AGAINST_POSITION", AGAINST_POSITION, AGAINST),
        _list("COMPLETE_DECK", (_fields(card, "id", "key", "face", "tokens") for card in complete_deck().cards)),
        _list("RIVALRY", (_fields(card, *RIVALRY_FIELDS) for card in rivalry_cards().values())),
        _table("LEVELS", {name: list(level) for name, level in LEVELS.items()}, ""),
        _table("REASONS", REASONS, "Readonly<Record<string, readonly string[]>>"),
        _table("BOTS", BOTS, ""),
        *(_table(name, _shapes(*memory), "") for name, memory in MEMORIES.items()),
        _exports(functions),
    ]
    return "\n".join(parts)


def _fields(card: object, *names: str) -> dict[str, Any]:
    return {name: getattr(card, name) for name in names}


def _constant(name: str, value: object, kind: str) -> str:
    return f"export const {name}: {kind} = {_json(value)};\n"


def _table(name: str, entries: Mapping[Any, Any], kind: str) -> str:
    """An object, an entry to a line."""
    lines = "".join(f"  {_json(str(key))}: {_json(value)},\n" for key, value in entries.items())
    return (
        f"export const {name}: {kind} = {{\n{lines}}};\n"
        if kind
        else f"export const {name} = {{\n{lines}}} as const;\n"
    )


def _list(name: str, entries: Iterable[Any]) -> str:
    lines = "".join(f"  {_json(entry)},\n" for entry in entries)
    return f"export const {name} = [\n{lines}] as const;\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _shapes(kind: type, make: Callable[[int], Any]) -> dict[str, dict[str, Any]]:
    """The sizes of each field; those that differ with the number of candidates are told by making two."""
    one, two = make(1), make(2)
    shapes: dict[str, dict[str, Any]] = {}
    for name, field in fields_of(kind).items():
        array = getattr(one, name)
        shape: dict[str, Any] = {"floats": True} if field == "Floats" else {}
        if field == "Rows":
            shape["rows"] = "candidates" if len(getattr(two, name)) != len(array) else len(array)
        length = len(array[0]) if field == "Rows" else len(array)
        grows = field != "Rows" and len(getattr(two, name)) != length
        shapes[name] = {**shape, "candidates" if grows else "length": length}
    return shapes


def _exports(functions: Iterable[Callable[..., Any]]) -> str:
    lines = "".join(f"  {_typed(function)};\n" for function in functions)
    own = "  readonly memory: WebAssembly.Memory;\n  readonly __heap_base: WebAssembly.Global;\n"
    note = "/** What the module exports; arrays are a pointer and one or two sizes, bools 0 or 1. */\n"
    return f"{note}export interface Exports {{\n{own}{lines}}}\n"


def _typed(function: Callable[..., Any]) -> str:
    signature = signature_of(function)
    parameters = []
    for name, kind in signature.parameters.items():
        sizes = {"Rows": ("Rows", "Columns"), "Ints": ("Length",), "Floats": ("Length",)}
        own = _camel(name)
        parameters += [own, *(own + size for size in (sizes.get(kind, ()) if isinstance(kind, str) else ()))]
    result = "void" if signature.result == "None" else "number"
    return f"{signature.name}({', '.join(f'{name}: number' for name in parameters)}): {result}"


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(other.capitalize() for other in others)
