"""Write the module, its constants for TypeScript and the weights: `python tools/wasm`, which `make wasm` runs.

With `--check`, say whether what is written was made from the sources as they are; with a folder, write there.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from sources import ROOT, digest

TARGET = ROOT / "web" / "engine" / "src"
MODULE, CONSTANTS, WEIGHTS = "holi.wasm", "generated.ts", "weights.bin"


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path, nargs="?", default=TARGET)
    options.add_argument("--check", action="store_true")
    chosen = options.parse_args()
    if os.environ.get("HOLI_WASM_BUILDER") != "1":
        return _run_apart()
    return _check() if chosen.check else _write(chosen.folder)


def _run_apart() -> int:
    """Run this in a process of its own: numba reads its settings at import, and no cache must have a part in it."""
    with tempfile.TemporaryDirectory() as cache:
        settings = {"NUMBA_OPT": "0", "NUMBA_CACHE_DIR": cache, "HOLI_MODE": "compiled", "PYTHONHASHSEED": "0"}
        environment = {**os.environ, **settings, "HOLI_WASM_BUILDER": "1"}
        return subprocess.run([sys.executable, *sys.argv], env=environment, check=False).returncode


def _write(folder: Path) -> int:
    from build import build
    from exports import EXPORTS
    from generated import typescript
    from weights import packed

    sources = digest()
    module = build(sources)
    (folder / MODULE).write_bytes(module)
    (folder / CONSTANTS).write_text(typescript(EXPORTS, sources), "utf-8")
    (folder / WEIGHTS).write_bytes(packed())
    print(f"{MODULE}: {len(module)} bytes, {len(EXPORTS)} functions")
    return 0


def _check() -> int:
    from build import SOURCES_SECTION
    from exports import EXPORTS
    from generated import typescript
    from weights import packed

    stale = []
    if f"{SOURCES_SECTION}{digest()}".encode() not in (TARGET / MODULE).read_bytes():
        stale.append(MODULE)
    if (TARGET / CONSTANTS).read_text("utf-8") != typescript(EXPORTS, digest()):
        stale.append(CONSTANTS)
    if (TARGET / WEIGHTS).read_bytes() != packed():
        stale.append(WEIGHTS)
    if stale:
        print(f"{' and '.join(stale)} in web/engine/src: made from other sources; run make wasm", file=sys.stderr)
    return len(stale)


if __name__ == "__main__":
    sys.exit(main())
