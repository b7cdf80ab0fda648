"""Making tables on the page, as people do who want to play with each other."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.person import Person

NO_CARDS = "none: a simpler game"
"""Without rivalry cards."""


def make_table(host: Person, players: int, *, hot_seat: bool = False, drawn: bool = False) -> str:
    """Make a table without rivalry cards and sit down at it, to begin unless it is drawn; its code."""
    host.open()
    host.button("New table").click()
    dialog = host.page.get_by_role("dialog")
    dialog.get_by_label(str(players), exact=True).check()
    dialog.get_by_label(NO_CARDS).check()
    if not drawn:
        dialog.get_by_label("the first seat", exact=True).check()
    if hot_seat:
        dialog.get_by_label("Several players on this device").check()
    dialog.get_by_role("button", name="Make the table").click()
    return host.page.locator("p.code").inner_text()


def join(guest: Person, code: str) -> None:
    """Come to a table by its code and take the free seat."""
    guest.open()
    guest.page.get_by_label("Join by code").fill(code)
    guest.button("Join").click()
    guest.button("Sit here").first.click()


def start(host: Person) -> None:
    host.button("Start the game").click()


def game_of_two(host: Person, guest: Person) -> None:
    """A game of two people, each at a device of their own; the host is first to choose a corner."""
    join(guest, make_table(host, 2))
    start(host)
    assert host.await_moment() == "corner"
    expect(guest.page.get_by_text(f"{host.name} is playing.")).to_be_visible()
