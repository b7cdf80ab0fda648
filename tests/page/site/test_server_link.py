"""What a site says of tables with others, which only a server can keep."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from tests.page.site.browsers import Chromium
from tests.page.site.conftest import write_site
from tests.page.site.host import StaticHost
from tests.server.processes import LOOPBACK

ONLINE = "return [...document.querySelectorAll('.friends a')].map(({ href, textContent }) => [href, textContent])"
ASKED = "return performance.getEntriesByType('resource').map(({ name }) => name)"


def test_a_site_leads_to_its_server_and_never_asks_it_anything(
    browser: Browser, host: StaticHost, site: Path, built_page: Path
):
    with Chromium(browser) as visitor:
        visitor.open(host.address)
        visitor.await_text("Play with friends")
        assert visitor.evaluate(ONLINE) == []

        write_site(site, built_page, "--server", "https://holi.example.org")
        visitor.reload()
        visitor.await_text("Play with friends")
        assert visitor.evaluate(ONLINE) == [["https://holi.example.org/", "Play online"]]
        assert "Join by code" not in visitor.evaluate("return document.body.innerText")
        assert all(name.startswith(host.address) for name in visitor.evaluate(ASKED))
        assert not [name for name in visitor.evaluate(ASKED) if "/api/" in name]


def test_a_link_to_a_table_leads_to_the_server_or_to_the_first_screen(
    browser: Browser, host: StaticHost, site: Path, built_page: Path
):
    with Chromium(browser) as visitor:
        visitor.open(host.address + "#/t/Qx7y")
        visitor.await_text("Play now")

    elsewhere = host.address.replace(LOOPBACK, "localhost")  # nothing is there, but the browser goes there
    write_site(site, built_page, "--server", elsewhere)
    with Chromium(browser) as visitor:
        visitor.open(host.address + "#/t/Qx7y")
        visitor.wait_for("return location.href === arguments[0]", elsewhere + "t/Qx7y")
