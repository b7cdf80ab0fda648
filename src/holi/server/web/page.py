"""The built page: read once, served from memory, so that no path of a request ever touches the disk."""

from __future__ import annotations

import mimetypes
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from holi.server.web.built import ENCODINGS, INDEX

ASSETS = "assets/"
ROUTES = ("t", "local", "learn", "rules", "cards", "replay", "settings", "my-games", "about")
"""First parts of the addresses that the page itself makes sense of."""

FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
NOT_BUILT = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Holi</title></head>
<body>
<h1>Holi</h1>
<p>This server runs, but its page has not been built. Programs can use it: see docs/protocol.md.</p>
</body>
</html>
"""


@dataclass(frozen=True, slots=True)
class File:
    content_type: str
    kept: str
    tag: str
    bodies: Mapping[str, bytes]
    """By encoding; the plain one is `identity`."""

    def answer(self, request: Request) -> Response:
        encoding = _best(request.headers.get("accept-encoding", ""), self.bodies)
        headers = {"Cache-Control": self.kept, "ETag": f'"{self.tag}-{encoding}"', "Vary": "Accept-Encoding"}
        if headers["ETag"] in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if encoding != "identity":
            headers["Content-Encoding"] = encoding
        return Response(self.bodies[encoding], headers={**headers, "Content-Type": self.content_type})


class Page:
    """All files by address; without a built page, one that says so."""

    def __init__(self, folder: Path) -> None:
        self._files = (
            dict(_files(folder))
            if (folder / INDEX).is_file()
            else {INDEX: _file(INDEX, {"identity": NOT_BUILT.encode()})}
        )

    def find(self, path: str) -> File | None:
        """The file at an address; the page itself for addresses that it handles."""
        wanted = path.strip("/")
        if wanted == "" or wanted.partition("/")[0] in ROUTES:
            wanted = INDEX
        return self._files.get(wanted)


def _files(folder: Path) -> Iterable[tuple[str, File]]:
    compressed = tuple(ENCODINGS.values())
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.suffix in compressed:
            continue
        bodies = {"identity": path.read_bytes()}
        for encoding, suffix in ENCODINGS.items():
            smaller = path.with_name(path.name + suffix)
            if smaller.is_file():
                bodies[encoding] = smaller.read_bytes()
        name = path.relative_to(folder).as_posix()
        yield name, _file(name, bodies)


def _file(name: str, bodies: Mapping[str, bytes]) -> File:
    kept = FOR_EVER if name.startswith(ASSETS) else ASK_AGAIN
    return File(_content_type(name), kept, sha256(bodies["identity"]).hexdigest()[:16], bodies)


def _content_type(name: str) -> str:
    known = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}
    found = known.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return f"{found}; charset=utf-8" if found.startswith("text/") or found.endswith("json") else found


def _best(accepted: str, there: Mapping[str, bytes]) -> str:
    wanted = {}
    for part in accepted.lower().split(","):
        name, _, weight = part.strip().partition(";")
        wanted[name.strip()] = weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return next((name for name in ENCODINGS if name in there and wanted.get(name, False)), "identity")
