"""What the page's tests share: the page built once, real servers with it, a real browser, and people who use it."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NoReturn
from zlib import crc32

import pytest
from playwright.sync_api import Browser, sync_playwright
from tools.build_page import INSTALL, LEAST_NODE, PAGE, WEB, is_built, with_node

from tests.page.person import Person
from tests.server.processes import PATIENT, Server

NewPerson = Callable[..., Person]
StartPageServer = Callable[..., Server]

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first there is counts. The shell is the same browser without windows, and takes half of the processor's time."""
QUICK = {
    "workers": 1,
    "bot_action_seconds": 0.02,
    "bot_movetime": 0.05,
    "tables_per_hour": 100_000,
    "requests_per_second": 10_000,
}
"""Options of a server at which nobody waits for bots, nor for limits that are there for crowds."""

QUICK_PACE = 0.02
"""Seconds between the actions of bots in the browser."""

SAME_GAMES = """
const real = crypto.getRandomValues.bind(crypto);
let word = SEED;
crypto.getRandomValues = (array) => {
  if (array.length !== 32 && array.length !== 1) return real(array);  // names, which must differ
  array.forEach((_, place) => (array[place] = (word = (Math.imul(word, 1664525) + 1013904223) >>> 0) >>> 8));
  return array;
};
"""
"""Shuffles and bots' dice in the browser are the same each time a test is run."""


class MissingError(Exception):
    """A component that the page's tests need is not there; the text says which."""


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Only one process at a time is in here."""
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _is_installed() -> bool:
    """Whether everything that the page's lock file names is in `node_modules`, in the version that it names."""
    inside = WEB / "node_modules" / ".package-lock.json"
    if not inside.exists():
        return False
    wanted, found = (json.loads(file.read_text())["packages"] for file in (WEB / "package-lock.json", inside))
    return all(
        name == "" or about.get("optional") or found.get(name, {}).get("version") == about["version"]
        for name, about in wanted.items()
    )


def _build(folder: Path) -> None:
    """Build the page into a folder; raise `MissingError` if there is nothing to build it with."""
    environment = with_node()
    if environment is None:
        raise MissingError(f"Node.js {'.'.join(map(str, LEAST_NODE))} or newer is not installed")
    npm, npx = (str(shutil.which(name, path=environment["PATH"])) for name in ("npm", "npx"))
    if not _is_installed():
        done = subprocess.run([npm, *INSTALL], cwd=WEB, env=environment, capture_output=True, check=False)
        if done.returncode:
            raise MissingError("npm could not install what builds the page")
    command = [npx, "vite", "build", "--logLevel=warn", "--outDir", str(folder)]
    built = subprocess.run(command, cwd=WEB, env=environment, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr


@pytest.fixture(scope="session")
def _page_of_session(tmp_path_factory: pytest.TempPathFactory) -> Path | MissingError:
    """Where the built page is: in the package if it is up to date, else built by the first of pytest's processes."""
    ready = os.environ.get("HOLI_TEST_PAGE")
    if ready:
        return Path(ready)
    if is_built() and _is_installed():
        return PAGE
    mine = tmp_path_factory.getbasetemp()
    folder = mine.parent if "PYTEST_XDIST_WORKER" in os.environ else mine
    page = folder / "page"
    with _alone(folder / "page.lock"):
        if not (page / "index.html").exists():
            try:
                _build(page)
            except MissingError as missing:
                return missing
    return page


@pytest.fixture
def built_page(_page_of_session: Path | MissingError, leave_out: Callable[[str], NoReturn]) -> Path:
    """The folder of the page as people get it; `HOLI_TEST_PAGE` names one that is built already."""
    if isinstance(_page_of_session, MissingError):
        leave_out(str(_page_of_session))
    return _page_of_session


@pytest.fixture(scope="package")
def _server_of_package(
    _page_of_session: Path | MissingError, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server | None]:
    if isinstance(_page_of_session, MissingError):
        yield None
        return
    database = tmp_path_factory.mktemp("page-server") / "holi.db"
    with Server(f"sqlite:///{database}", page=_page_of_session, **QUICK) as server:
        yield server


@pytest.fixture
def page_server(built_page: Path, _server_of_package: Server | None) -> Server:
    """A running `holi serve` with the page and quick bots, shared by tests that mind nobody else's tables."""
    assert _server_of_package is not None
    return _server_of_package


@pytest.fixture
def start_page_server(built_page: Path, tmp_path: Path) -> Iterator[StartPageServer]:
    """Start servers of this test alone: `start_page_server(workers=0)`; options as on the command line."""
    with ExitStack() as stack:

        def start(**options: Any) -> Server:
            chosen = {**QUICK, "page": built_page, **options}
            return stack.enter_context(Server(f"sqlite:///{tmp_path / 'holi.db'}", **chosen))

        yield start


@pytest.fixture(scope="package")
def _browser_of_package() -> Iterator[Browser | None]:
    """One browser for each of pytest's processes; it ends with this folder: its event loop is in the way of others."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        yield None
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture
def browser(_browser_of_package: Browser | None, leave_out: Callable[[str], NoReturn]) -> Browser:
    """A real Chromium."""
    if _browser_of_package is None:
        leave_out("Chromium is not installed")
    return _browser_of_package


@pytest.fixture
def new_person(request: pytest.FixtureRequest, browser: Browser, page_server: Server) -> Iterator[NewPerson]:
    """People with browsers of their own: `new_person("Asha", touch=True, viewport=(360, 740))`.

    Each has their own cookies and settings. The test fails if anybody's page reports an error, or if a request to the
    server fails, except for want of a connection after `go_offline()`.
    """
    people: list[Person] = []

    def make(
        name: str = "Asha",
        *,
        server: Server = page_server,
        language: str = "en-GB",
        viewport: tuple[int, int] = (1366, 820),
        touch: bool = False,
        dark: bool = False,
        calm: bool = True,
        **settings: object,
    ) -> Person:
        """`calm`: things appear at once where they would move; `settings`: what was chosen on earlier visits."""
        kept = {"name": "holi.settings", "value": json.dumps({"name": name, "botPace": QUICK_PACE, **settings})}
        context = browser.new_context(
            base_url=server.address,
            locale=language,
            viewport={"width": viewport[0], "height": viewport[1]},
            has_touch=touch,
            is_mobile=touch,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if calm else "no-preference",
            storage_state={"origins": [{"origin": server.address, "localStorage": [kept]}]},
        )
        context.set_default_timeout(PATIENT * 1_000)
        context.add_init_script(SAME_GAMES.replace("SEED", str(crc32(request.node.name.encode()))))
        people.append(Person(context, server.address, name))
        return people[-1]

    yield make
    faults = [fault for person in people for fault in person.faults]
    for person in people:
        person.context.close()
    assert not faults, "\n".join(faults)
