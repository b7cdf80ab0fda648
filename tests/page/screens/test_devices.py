"""The page on a person's devices: moving to another one, and installed on one."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.page.conftest import NewPerson
from tests.page.played import sit_down_at_hosted_table, table_of

CONTROLLED = "() => navigator.serviceWorker.controller !== null"
WORKER_IS_READY = "() => navigator.serviceWorker.ready.then(() => true)"
# The browser's own offer comes only to people who have used the page for a while; this is one as the browser makes it.
OFFER = """() => {
  const offer = new Event("beforeinstallprompt", { cancelable: true });
  offer.prompt = async () => {
    window.asked = true;
    dispatchEvent(new Event("appinstalled"));
    return { outcome: "accepted" };
  };
  dispatchEvent(offer);
  return offer.defaultPrevented;
}"""


def test_a_link_takes_a_person_to_another_device_once(new_person: NewPerson):
    desk = new_person("Asha", bots=1, botLevel="random")
    table = sit_down_at_hosted_table(desk, 2)
    desk.open("/settings")
    desk.button("Make the link").click()
    link = desk.page.locator("#transfer-link").inner_text()
    desk.page.get_by_role("img", name="QR code of the link that takes your games to another device").wait_for()

    phone = new_person("", viewport=(360, 740), touch=True)
    phone.page.goto(link)
    phone.page.get_by_role("heading", name="Go on as the same player here?").wait_for()
    assert "#" not in phone.page.url  # the code stays in no history
    phone.button("Go on here").tap()
    phone.page.locator(f'a[href="/t/{table}"]').tap()
    phone.page.locator(".space.corner").first.tap()
    phone.page.locator(".action.open:not(:disabled)").first.wait_for()
    assert table_of(phone) == table
    phone.open("/settings")
    expect(phone.page.get_by_label("Your name")).to_have_value("Asha")

    stranger = new_person("Eve")
    stranger.page.goto(link)
    stranger.button("Go on here").click()
    expect(stranger.page.locator(".notice.trouble")).to_contain_text("not valid any more")
    assert all("/api/me/claim" in fault for fault in stranger.faults)
    stranger.faults.clear()  # the refusal that this is about


@pytest.mark.parametrize(
    ("language", "title", "about"),
    [
        ("es", "Holi: el festival del color", "El juego de mesa en el navegador: contra bots,"),
        ("hi", "होली: रंगों का त्योहार", "ब्राउज़र में बोर्ड गेम: बॉट के साथ,"),
    ],
)
def test_the_browser_is_told_of_the_page_in_the_readers_language(new_person: NewPerson, language, title, about):
    person = new_person(language=language)
    person.open("/settings")
    expect(person.page.locator("meta[name=description]")).to_have_attribute("content", re.compile(about))
    manifest = json.loads(person.context.new_cdp_session(person.page).send("Page.getAppManifest")["data"])
    assert (manifest["lang"], manifest["name"]) == (language, title)
    assert manifest["description"].startswith(about)
    person.page.get_by_role("combobox").first.select_option("en")
    expect(person.page.locator("meta[name=description]")).to_have_attribute("content", re.compile("The board game"))


def test_the_page_can_be_installed(new_person: NewPerson):
    person = new_person()
    person.open("/settings")
    page = person.page
    devtools = person.context.new_cdp_session(page)

    described = devtools.send("Page.getAppManifest")
    assert described["errors"] == []
    manifest = json.loads(described["data"])
    assert manifest["display"] == "standalone" and manifest["start_url"] == "./"
    for icon in manifest["icons"]:
        assert page.request.get(icon["src"]).ok
    page.evaluate(WORKER_IS_READY)
    hindrances = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {hindrance["errorId"] for hindrance in hindrances} <= {"in-incognito"}  # which every test's browser is

    expect(person.button("Install")).to_have_count(0)
    assert page.evaluate(OFFER), "the browser's own offer would cover the game"
    person.button("Install").click()
    expect(page.get_by_text("Holi is installed on this device.")).to_be_visible()
    assert page.evaluate("() => window.asked")


def test_the_installed_page_starts_without_a_connection(new_person: NewPerson):
    person = new_person()
    person.open()
    person.page.evaluate(WORKER_IS_READY)
    person.page.reload()
    person.page.wait_for_function(CONTROLLED)

    person.go_offline()
    for path, title in (("/", "Holi"), ("/learn", "Learn to play"), ("/cards", "Cards"), ("/cards/decks", "My decks")):
        person.open(path)
        expect(person.page.get_by_role("heading", level=1)).to_have_text(title)
        expect(person.offline_notice).to_have_count(0)  # nothing here needs a connection
    kept = person.page.evaluate(
        """async () => {
          const names = await caches.keys();
          const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
          return requests.flat().map(({ url }) => new URL(url).pathname);
        }"""
    )
    assert "/" in kept and not [path for path in kept if path.startswith("/api/")]
