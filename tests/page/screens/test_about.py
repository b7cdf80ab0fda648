"""What Holi is and who made the game, from the first screen and from the settings."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page.conftest import NewPerson


@pytest.mark.parametrize("start", ["/", "/settings"])
def test_the_makers_and_the_festival_are_one_link_away(new_person: NewPerson, start: str):
    reader = new_person("Asha")
    reader.open(start)
    reader.link("About Holi").focus()
    reader.page.keyboard.press("Enter")

    expect(reader.page.get_by_role("heading", level=1)).to_have_text("About Holi")
    expect(reader.page.locator("main")).to_contain_text("gulaal")
    expect(reader.page.locator("dl")).to_contain_text("Julio E. Nazario")
    expect(reader.page.locator("main")).to_contain_text("unofficial edition")


def test_the_address_of_the_screen_can_be_opened(new_person: NewPerson):
    reader = new_person("Asha")
    reader.open("/about")

    expect(reader.page).to_have_title("About Holi – Holi")
    reader.link("Cards").click()
    reader.page.wait_for_url("**/cards")
