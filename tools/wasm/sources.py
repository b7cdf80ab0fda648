"""The digest of everything that the module is made from."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "holi"
LOCK = ROOT / "requirements.lock"
BUILDER = ("build", "exports", "signatures", "wrappers")


def sources() -> Iterator[Path]:
    """The kernel, the bots' searches, other compiled functions of bots, and the builder."""
    yield from sorted((PACKAGE / "kernel").glob("*.py"))
    for path in sorted((PACKAGE / "bots").rglob("*.py")):
        if path.parent.name == "search" or "@compiled" in path.read_text("utf-8"):
            yield path
    yield from (Path(__file__).with_name(f"{name}.py") for name in BUILDER)


def digest() -> str:
    """SHA-256 over names and contents of all sources, and the versions of numba and llvmlite."""
    total = hashlib.sha256()
    for path in sources():
        text = path.read_bytes().replace(b"\r\n", b"\n")
        total.update(f"{path.relative_to(ROOT).as_posix()} {len(text)}\n".encode() + text)
    for pinned in re.findall(r"^(?:numba|llvmlite)==\S+", LOCK.read_text("utf-8"), re.MULTILINE):
        total.update(pinned.encode())
    return total.hexdigest()
