"""What a page's main thread did, with the processor's time for it, from Chromium's traces.

Time by the clock depends on what else the machine does; time of the processor hardly does.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

CATEGORIES = ("devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing", "v8")
TASK = "RunTask"
"""One thing that the thread's event loop did: everything else happens in one of these."""


@dataclass(frozen=True)
class Span:
    """Something that was done, in milliseconds of the clock and of the processor."""

    name: str
    start: float
    end: float
    busy_from: float
    """What the thread had used of the processor before."""
    busy_to: float
    data: dict[str, Any]

    @property
    def event(self) -> str | None:
        """Of what type the event was that a script was told of."""
        return self.data["data"]["type"] if self.name == "EventDispatch" else None

    @property
    def busy(self) -> float:
        return self.busy_to - self.busy_from


@contextmanager
def traced(page: Page, *more: str) -> Iterator[list[Span]]:
    """What the page does in a `with` block, in order; the list is filled at the end. Marks are spans without length."""
    devtools = page.context.new_cdp_session(page)
    events: list[dict[str, Any]] = []
    ended: list[object] = []
    devtools.on("Tracing.dataCollected", lambda told: events.extend(told["value"]))
    devtools.on("Tracing.tracingComplete", lambda told: ended.append(told))  # noqa: PLW0108 - must be a function
    config = {"includedCategories": [*CATEGORIES, *more]}
    devtools.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": config})
    spans: list[Span] = []
    try:
        yield spans
    finally:
        devtools.send("Tracing.end")
        while not ended:
            page.wait_for_timeout(50)
        devtools.detach()
    spans.extend(_spans(events))


def _spans(events: list[dict[str, Any]]) -> list[Span]:
    """Those of the main thread in which scripts have noted marks."""
    threads = [(event["pid"], event["tid"]) for event in events if _is_mark(event)]
    if not threads:
        raise RuntimeError("the trace has no mark")
    mine = max(set(threads), key=threads.count)
    found = [
        Span(
            name=event["name"],
            start=event["ts"] / 1_000,
            end=(event["ts"] + event.get("dur", 0)) / 1_000,
            busy_from=event.get("tts", 0) / 1_000,
            busy_to=(event.get("tts", 0) + event.get("tdur", 0)) / 1_000,
            data=event.get("args", {}),
        )
        for event in events
        if (event["pid"], event["tid"]) == mine and (event["ph"] == "X" or _is_mark(event))
    ]
    return sorted(found, key=lambda span: (span.start, -span.end))


def _is_mark(event: dict[str, Any]) -> bool:
    """Whether a script has noted it, with `performance.mark`."""
    return "blink.user_timing" in event["cat"] and event["ph"] in "RI"
