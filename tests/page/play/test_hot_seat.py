"""Several people at one device: nobody sees the hand of another."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.page.conftest import NewPerson
from tests.page.hands import Mouse
from tests.page.person import Person
from tests.page.tables import NO_CARDS, make_table, start

# Looks at every change of the page: is there a hand while the device is being passed on?
WATCH_FOR_HANDS = """
window.handsSeen = 0;
new MutationObserver(() => {
  if (document.querySelector("dialog[open]") && document.querySelector(".hand")) window.handsSeen++;
}).observe(document, { subtree: true, childList: true, attributes: true });
"""


def take_over(person: Person, name: str) -> None:
    """The device comes to somebody: no hand is there until they say who they are."""
    dialog = person.page.get_by_role("dialog", name=f"Pass the device to {name}")
    expect(dialog).to_be_visible()
    expect(person.hand).to_have_count(0)
    expect(person.page.locator(".hand, .dock .card")).to_have_count(0)
    hand_or_hint = person.page.locator(".dock").get_by_text(re.compile(r"^card \d+$"))
    expect(hand_or_hint).to_have_count(0)
    dialog.get_by_role("button", name=f"I am {name}: show my cards").click()
    expect(dialog).to_have_count(0)
    expect(person.hand.first).to_be_visible()


def sit_at_hosted_table(device: Person) -> None:
    make_table(device, 3, hot_seat=True)
    device.page.get_by_label("Name for this seat").first.fill("Binod")
    device.button("Sit here").first.click()
    expect(device.button("Leave this seat")).to_have_count(2)
    device.button("Fill with bots").click()
    start(device)


def sit_at_local_table(device: Person) -> None:
    device.open()
    device.button("Several on this device").click()
    dialog = device.page.get_by_role("dialog")
    dialog.get_by_label("3", exact=True).check()
    dialog.get_by_label(NO_CARDS).check()
    dialog.get_by_label("Name for this seat").nth(1).fill("Binod")
    dialog.get_by_label("Who plays here").nth(2).select_option("random")
    dialog.get_by_role("button", name="Start the game").click()


@pytest.mark.parametrize("sit", [sit_at_hosted_table, sit_at_local_table], ids=["hosted", "local"])
def test_hands_are_hidden_until_the_next_player_is_there(new_person: NewPerson, sit: Callable[[Person], None]):
    device = new_person("Asha")
    device.context.add_init_script(WATCH_FOR_HANDS)
    sit(device)
    hands = Mouse(device)

    for name in ("Asha", "Binod"):  # nobody holds a card yet (R2.5), so there is nothing to hide
        expect(device.page.get_by_text(f"It is {name}’s turn.")).to_be_attached()
        hands.start_on(hands.offered("corner")[0])
        expect(device.page.get_by_role("dialog", name="Pass the device to Binod")).to_have_count(0)
    for name in ("Asha", "Binod", "Asha"):
        take_over(device, name)
        while not device.has_done("Throw"):
            hands.do_something()
        expect(device.end_button).to_be_enabled()
        hands.end_turn()

    dialog = device.page.get_by_role("dialog", name="Pass the device to Binod")
    expect(dialog).to_be_visible()
    device.page.keyboard.press("Escape")
    device.page.keyboard.press("1")
    expect(dialog).to_be_visible()
    assert device.page.evaluate("window.handsSeen") == 0
    device.page.reload()
    take_over(device, "Binod")
    assert device.page.evaluate("window.handsSeen") == 0
