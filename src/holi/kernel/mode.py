"""Which of the two speeds this process runs the rules at; decided once, here, at import.

`HOLI_MODE=compiled` compiles every function marked `@compiled` with numba and keeps game vectors in int64 arrays.
Anything else runs the same source as it stands, on lists, and never imports numba.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, MutableSequence, Sequence
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

Ints: TypeAlias = MutableSequence[int]
"""A game vector: a list when interpreted, an int64 array when compiled."""

Rows: TypeAlias = MutableSequence[Ints]
"""Game vectors of the same size, such as `matrix` makes."""

Function = TypeVar("Function", bound=Callable[..., Any])

MODES = ("interpreted", "compiled")
MODE = os.environ.get("HOLI_MODE", "interpreted")
if MODE not in MODES:
    raise ImportError(f"HOLI_MODE is {MODE!r}; set it to 'interpreted' or 'compiled'")
COMPILED = MODE == "compiled"


def _cache_folder() -> Path:
    """A folder for compiled code, named after all sources it comes from: numba does not see edits in other files."""
    digest = hashlib.sha256(sys.version.encode())
    kernel = Path(__file__).parent
    for source in sorted(kernel.parent.rglob("*.py")):
        text = source.read_bytes()
        if source.parent == kernel or b"@compiled" in text:
            digest.update(text)
    root = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(root) / "holi" / f"kernel-{digest.hexdigest()[:16]}"


def announce_compiling() -> None:
    """Say on standard error why the first compiled run is slow: once for each version, by whoever makes the folder."""
    try:
        Path(os.environ.get("NUMBA_CACHE_DIR") or _cache_folder()).mkdir(parents=True)
    except OSError:
        return  # it exists, or numba will say what is wrong
    if sys.stderr is not None:
        sys.stderr.write("holi: compiling the rules, which takes about 20 seconds; later runs start at once\n")


popcount: Callable[[int], int]
"""How many bits of a board are set."""

lowest: Callable[[int], int]
"""The number of the lowest set bit of a board that is not empty."""

if COMPILED:
    announce_compiling()
    os.environ.setdefault("NUMBA_CACHE_DIR", str(_cache_folder()))
    import numba
    import numpy
    from numba.core import types
    from numba.extending import intrinsic

    settings: Any = numba.config
    settings.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]  # in case numba was imported before us

    njit: Any = numba.njit  # its type knows nothing of `_nrt`

    def compiled(function: Function) -> Function:
        """Compile a rule function; without the GIL, so that searches run on several threads.

        Nor does it count references: it makes no arrays, and counting took a third of the time of random play.
        """
        dispatcher = njit(cache=True, nogil=True, error_model="numpy", _nrt=False)(function)
        called = dispatcher.get_call_template
        # Numba would compile it again for every constant that a call passes.
        dispatcher.get_call_template = lambda args, kws: called(tuple(map(types.unliteral, args)), kws)
        return cast("Function", dispatcher)

    @intrinsic
    def _popcount(typing_context: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), generate

    @intrinsic
    def _lowest(typing_context: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

        return types.int64(types.int64), generate

    popcount = cast("Callable[[int], int]", _popcount)
    lowest = cast("Callable[[int], int]", _lowest)

    def vector(values: Sequence[int]) -> Ints:
        """A new game vector with these values."""
        return cast("Ints", numpy.array(values, dtype=numpy.int64))

    @compiled
    def copy_into(target: Ints, source: Ints) -> None:
        """Overwrite a game vector with another of the same size."""
        for i in range(len(source)):
            target[i] = source[i]

    def floats(values: Sequence[float]) -> MutableSequence[float]:
        """A vector of floats with these values."""
        return cast("MutableSequence[float]", numpy.array(values, dtype=numpy.float64))

    def matrix(rows: int, columns: int) -> Rows:
        """Rows of zeros, each of them a game vector."""
        return cast("Rows", numpy.zeros((rows, columns), dtype=numpy.int64))

    def copy_of(values: Ints) -> Ints:
        """An independent copy of a game vector."""
        return cast("Ints", cast("Any", values).copy())

    def plain(values: Ints) -> list[int]:
        """The vector's values as ordinary Python ints."""
        return cast("list[int]", cast("Any", values).tolist())

else:

    def compiled(function: Function) -> Function:
        """Leave a rule function as it is."""
        return function

    popcount = int.bit_count

    def _lowest_bit(mask: int) -> int:
        return (mask & -mask).bit_length() - 1

    lowest = _lowest_bit

    def vector(values: Sequence[int]) -> Ints:
        """A new game vector with these values."""
        return list(values)

    def copy_into(target: Ints, source: Ints) -> None:
        """Overwrite a game vector with another of the same size."""
        target[:] = source

    def floats(values: Sequence[float]) -> MutableSequence[float]:
        """A vector of floats with these values."""
        return list(values)

    def matrix(rows: int, columns: int) -> Rows:
        """Rows of zeros, each of them a game vector."""
        return [[0] * columns for _ in range(rows)]

    def copy_of(values: Ints) -> Ints:
        """An independent copy of a game vector."""
        return cast("list[int]", values).copy()

    def plain(values: Ints) -> list[int]:
        """The vector's values as ordinary Python ints."""
        return list(values)
