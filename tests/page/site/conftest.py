"""The site as `holi site` writes it, and people who visit it with one browser after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from playwright.sync_api import Browser
from typer.testing import CliRunner

from holi.cli.app import app
from tests.page.site.browsers import Chromium, Firefox, Visitor, WebKit
from tests.page.site.host import BELOW, StaticHost

BROWSERS: dict[str, type[Visitor]] = {"chromium": Chromium, "firefox": Firefox, "webkit": WebKit}


def write_site(folder: Path, page: Path, *options: str) -> None:
    done = CliRunner().invoke(app, ["site", str(folder), "--page", str(page), *options])
    assert done.exit_code == 0, done.output


@pytest.fixture
def site(built_page: Path, tmp_path: Path) -> Path:
    """The folder of the site; the folder around it is for a host."""
    folder = tmp_path / "host" / BELOW.strip("/")
    write_site(folder, built_page)
    return folder


@pytest.fixture
def host(site: Path) -> Iterator[StaticHost]:
    with StaticHost(site.parent) as host:
        yield host


@pytest.fixture(params=BROWSERS)
def visitor(request: pytest.FixtureRequest, tmp_path: Path, leave_out: Callable[[str], NoReturn]) -> Iterator[Visitor]:
    """Somebody who has never been on the site, with each of the browsers."""
    kind = BROWSERS[request.param]
    if kind is Chromium:
        browser: Browser = request.getfixturevalue("browser")
        with Chromium(browser) as visitor:
            yield visitor
        return
    if not kind.is_there():
        leave_out(f"{kind.__name__} ({kind.program}) is not installed")
    with kind(tmp_path) as visitor:
        yield visitor
