"""The built page and what it may do; for the server and for `holi site`, which works without the server's packages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

BUILT = Path(__file__).parent.parent / "page"
INDEX = "index.html"

ENCODINGS: Mapping[str, str] = {"br": ".br", "gzip": ".gz"}
"""Best first, with the suffix of the files that the build has compressed so."""

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        *(f"{kind}-src 'self'" for kind in ("style", "img", "font", "connect", "media", "manifest", "worker")),
        "base-uri 'none'",
        "form-action 'none'",
    )
)
"""The page talks to nothing but its own host and runs no inline script; WebAssembly has to be allowed by name."""
