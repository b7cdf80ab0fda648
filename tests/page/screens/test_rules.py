"""The rules as a screen, and the helper sheet in a game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.page.conftest import NewPerson
from tests.page.person import Person
from tests.page.played import choose_corner, sit_down_to_play

INSIDE = """(dialog) => {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  const inWindow = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  return inWindow && dialog.scrollWidth <= dialog.clientWidth;
}"""


def test_every_section_is_reached_by_keyboard(new_person: NewPerson):
    reader = new_person("Asha")
    reader.open("/rules")
    entries = reader.page.get_by_role("navigation", name="Sections").get_by_role("button")
    expect(entries).to_have_count(13)

    for entry in entries.all():
        title = entry.inner_text()
        entry.focus()
        reader.page.keyboard.press("Enter")
        heading = reader.page.locator("h2:focus")
        expect(heading).to_contain_text(title)
        expect(heading).to_be_in_viewport()


def test_every_section_leads_to_its_lesson(new_person: NewPerson):
    reader = new_person("Asha")
    reader.open("/rules")
    links = reader.page.get_by_role("link", name=re.compile("Try it in the lesson"))
    expect(links).to_have_count(12)

    for number in range(12):
        title = links.nth(number).inner_text().partition(": ")[2]
        links.nth(number).click()
        expect(reader.page.locator("#lesson-title")).to_have_text(title)
        reader.page.go_back()
        expect(links).to_have_count(12)


@pytest.fixture
def player(new_person: NewPerson) -> Person:
    person = new_person("Asha", viewport=(360, 740), touch=True, bots=1, botLevel="random")
    sit_down_to_play(person)
    return person


def test_the_helper_sheet_opens_at_any_time_on_a_phone(player: Person):
    player.page.get_by_role("button", name="Rules").tap()
    sheet = player.page.get_by_role("dialog", name="Helper card")
    expect(sheet.get_by_role("row")).to_have_count(6)
    expect(sheet).to_contain_text("5 points")
    expect(sheet.get_by_role("heading", level=2).last).to_contain_text("Set-up")
    assert sheet.evaluate(INSIDE)

    sheet.get_by_role("button", name="Close").tap()
    expect(sheet).to_be_hidden()
    expect(player.page.locator(".space.corner").first).to_be_attached()


def test_a_refusal_and_a_preview_lead_to_the_rule_behind_them(player: Person):
    choose_corner(player)
    page = player.page
    rule = page.get_by_role("dialog", name="Helper card").get_by_role("heading", level=2).last

    def rule_behind() -> None:
        page.locator(".tools").get_by_role("button", name="Rules").tap()

    player.button("End turn").tap(force=True)  # it says why not
    rule_behind()
    expect(rule).to_contain_text("Your turn")
    page.keyboard.press("Escape")

    player.action("Climb").tap(force=True)
    rule_behind()
    expect(rule).to_contain_text("R6.4")
    page.keyboard.press("Escape")

    player.action("Throw").tap()
    page.locator(".space.throw").first.tap()
    rule_behind()
    expect(rule).to_contain_text("Throw: face up")
