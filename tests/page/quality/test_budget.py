"""What the page costs: how much is loaded for a first game, and what audits of web pages check about the first screen.

The checks are those of Lighthouse's performance and accessibility that do not depend on how fast the machine is;
`make audit` runs Lighthouse itself.
"""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Request, Response

from tests.page.conftest import NewPerson
from tests.page.person import Person
from tests.page.played import choose_corner, sit_down_to_play
from tests.page.quality.test_accessibility import Auditor

FIRST_PLAY = 140_000
"""Bytes of code, compressed, from the first screen to the first throw: scripts, styles, rules, bots and weights."""

SMALL = 1_400
"""A text of so few bytes fits in one packet, compressed or not."""

FOR_EVER = "public, max-age=31536000, immutable"

BLOCKING = """() => performance.getEntriesByType("resource")
  .filter(({ renderBlockingStatus }) => renderBlockingStatus === "blocking").map(({ name }) => name)"""

# Movements of what was already drawn, while the page was loading.
WATCH_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts.push(entry.value);
}).observe({ type: "layout-shift", buffered: true });
"""


class Network:
    """All that a person's page loads, as the browser's protocol tells it."""

    def __init__(self, person: Person) -> None:
        self.session = person.context.new_cdp_session(person.page)
        self.answers: dict[str, dict[str, Any]] = {}
        self.transferred: dict[str, int] = {}
        self._ids: dict[str, str] = {}
        self._responses: list[Response] = []
        self.session.on("Network.responseReceived", self._received)
        self.session.on("Network.loadingFinished", self._finished)
        self.session.send("Network.enable")
        person.page.on("response", lambda response: self._responses.append(response))  # noqa: PLW0108 - must be a function

    def _received(self, event: dict[str, Any]) -> None:
        url = event["response"]["url"]
        self._ids[event["requestId"]] = url
        self.answers[url] = {"type": event["type"], **event["response"]}

    def _finished(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self._ids:
            self.transferred[self._ids[event["requestId"]]] = int(event["encodedDataLength"])

    def of(self, *kinds: str) -> dict[str, dict[str, Any]]:
        return {url: answer for url, answer in self.answers.items() if answer["type"] in kinds}

    def body(self, url: str) -> bytes:
        return next(response for response in self._responses if response.url == url).body()

    def header(self, url: str, name: str) -> str:
        headers = {key.lower(): value for key, value in self.answers[url]["headers"].items()}
        return str(headers.get(name, ""))


@pytest.fixture
def person(new_person: NewPerson) -> Person:
    return new_person("Asha", bots=3, botLevel="random")


def test_a_first_game_loads_at_most_140_kilobytes_of_code(new_person: NewPerson, built_page: Path):
    person = new_person("Asha", bots=3, botLevel="master")
    loaded: set[str] = set()

    def asked(request: Request) -> None:
        if request.service_worker is None:  # which fetches everything, but later
            loaded.add(request.url.removeprefix(f"{person.address}/"))

    person.context.on("request", asked)

    sit_down_to_play(person)
    choose_corner(person)  # which bots have done before, by their weights
    person.page.locator(".actions li:first-child button").first.click()
    person.page.locator(".space.throw").first.dispatch_event("click")
    person.await_words("plays")

    code = sorted(path for path in loaded if path.startswith(("assets/", "bots.js")) and not path.endswith(".woff2"))
    assert {Path(path).suffix for path in code} == {".js", ".css", ".wasm", ".bin"}
    assert sum(len(gzip.compress((built_page / path).read_bytes())) for path in code) <= FIRST_PLAY


def test_what_audits_check_about_the_first_screen(person: Person):
    network = Network(person)
    person.context.add_init_script(WATCH_SHIFTS)
    person.open()
    page = person.page
    page.wait_for_load_state("networkidle")

    for url, answer in network.of("Document", "Script", "Stylesheet", "Image", "Manifest").items():
        assert url.startswith(person.address), "everything comes from our own server"
        if answer["mimeType"] != "image/png" and len(network.body(url)) > SMALL:
            assert network.header(url, "content-encoding") in ("br", "gzip"), url
        assert network.header(url, "cache-control") == (FOR_EVER if "/assets/" in url else "no-cache"), url

    blocking = page.evaluate(BLOCKING)
    assert all("/assets/" in url and url.endswith(".css") for url in blocking) and len(blocking) <= 1
    assert sum(page.evaluate("() => window.shifts")) < 0.1
    assert page.evaluate("() => document.querySelectorAll('*').length") < 1_400
    assert page.evaluate("() => document.compatMode") == "CSS1Compat"
    assert page.evaluate("() => [...document.images].every(({ width, height }) => width && height)")
    assert page.title() and page.locator("html").get_attribute("lang")
    viewport = page.locator("meta[name=viewport]").get_attribute("content") or ""
    assert "width=device-width" in viewport and "user-scalable" not in viewport and "maximum-scale" not in viewport
    assert len(page.locator("meta[name=description]").get_attribute("content") or "") > 40

    auditor = Auditor(person)
    auditor.look("home")
    assert not auditor.complaints, "\n".join(auditor.complaints)
