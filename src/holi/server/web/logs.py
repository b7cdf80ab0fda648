"""Logs for programs to read: one JSON object a line, with no token, no name and no card in it."""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import TextIO

TOKEN = re.compile(r"[0-9a-f]{24}\.[0-9a-f]{40}")
"""What a token looks like; should one ever come into a message, it is blotted out."""

DIGEST = re.compile(r"\b[0-9a-f]{64}\b")
"""Secrets, nonces, seeds and keys."""

OURS = "holi"


class JsonFormatter(logging.Formatter):
    """One line per record; `extra={"fields": {...}}` is written beside the message."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        fields = getattr(record, "fields", None)
        if fields:
            line["fields"] = fields
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        text = json.dumps(line, default=str, ensure_ascii=False)
        return DIGEST.sub("[secret]", TOKEN.sub("[token]", text))


def configure_logs(level: str = "warning", stream: TextIO | None = None) -> None:
    """Write the logs of this process as JSON to standard error.

    The level is for our own. Libraries tell warnings and worse: below that they write down all that passes through.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger(OURS).setLevel(level.upper())
    logging.getLogger("uvicorn.access").disabled = True  # addresses of players are nobody's business
