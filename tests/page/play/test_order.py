"""A host keeps order on the page: removing, muting, handing over; and everybody ignores and reports whom they like."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Dialog, Locator, expect

from tests.page.conftest import NewPerson, StartPageServer
from tests.page.hands import Mouse
from tests.page.person import Person
from tests.page.tables import game_of_two, join, make_table
from tests.server.processes import run_holi

SMALLEST = (360, 740)


def agreeing(person: Person) -> list[str]:
    """Agree to whatever the page asks; what it has asked."""
    asked: list[str] = []

    def agree(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.accept()

    person.page.on("dialog", agree)
    return asked


def others(person: Person) -> Locator:
    return person.page.get_by_role("group", name="Others at the table")


def do(person: Person, to: str, what: str) -> None:
    """Choose something in the dialog about somebody, by keyboard alone."""
    button = others(person).get_by_role("button", name=to)
    button.focus()
    person.page.keyboard.press("Enter")
    choice = person.page.get_by_role("dialog").get_by_role("button", name=what, exact=True)
    choice.focus()
    person.page.keyboard.press("Enter")
    expect(person.page.get_by_role("dialog")).to_have_count(0)


def say(person: Person, text: str) -> None:
    person.page.get_by_label("Write to the table").fill(text)
    person.button("Send").click()


def open_chat(person: Person) -> None:
    person.page.get_by_role("tab", name="Chat").click()


def test_a_host_removes_somebody_from_the_lobby_of_a_phone_and_lets_them_in_again(new_person: NewPerson):
    asha = new_person("Asha", viewport=SMALLEST, touch=True)
    binod = new_person("Binod")
    code = make_table(asha, 2)
    join(binod, code)
    asked = agreeing(asha)
    asha.button("Binod: options").tap()
    dialog = asha.page.get_by_role("dialog", name="Binod")
    assert asha.page.evaluate("document.documentElement.scrollWidth") == SMALLEST[0]
    dialog.get_by_role("button", name="Remove and keep out").tap()
    expect(binod.page.get_by_text("The host keeps you out of this table.")).to_be_visible()
    assert asked == ["Remove Binod? Binod can no longer sit, watch or write at this table."]
    expect(asha.page.get_by_text("One seat is free.")).to_be_visible()
    binod.page.reload()
    expect(binod.page.get_by_text("The host keeps you out of this table.")).to_be_visible()

    do(asha, "Binod kept out", "Let in again")
    binod.page.reload()
    binod.button("Sit here").first.click()
    expect(asha.page.get_by_text("Everyone is here.")).to_be_visible()


def test_a_bot_plays_on_for_whoever_is_removed_from_the_game(new_person: NewPerson):
    asha, binod = new_person("Asha"), new_person("Binod")
    game_of_two(asha, binod)
    asked = agreeing(asha)
    open_chat(asha)
    do(asha, "Binod", "Remove and keep out")
    assert asked[0].startswith("Remove Binod? A bot plays on")
    expect(binod.page.get_by_text("The host keeps you out of this table.")).to_be_visible()
    asha.page.get_by_role("tab", name="Log").click()
    for _ in range(2):
        Mouse(asha).play_turn()
    asha.await_moment()


def test_whoever_is_muted_is_told_so_and_a_table_goes_into_other_hands(new_person: NewPerson):
    asha, binod = new_person("Asha"), new_person("Binod")
    join(binod, make_table(asha, 2))
    do(asha, "Binod", "Mute in the chat")
    expect(binod.page.get_by_text("The host has muted you here.")).to_be_visible()
    do(asha, "Binod muted", "Allow to write again")
    expect(binod.page.get_by_label("Write to the table")).to_be_visible()
    agreeing(asha)
    do(asha, "Binod", "Make host")
    expect(binod.button("Start the game")).to_be_visible()
    expect(asha.button("Start the game")).to_have_count(0)


def test_lines_of_somebody_ignored_are_not_shown_after_a_reload_either(new_person: NewPerson):
    asha, binod = new_person("Asha"), new_person("Binod")
    join(binod, make_table(asha, 2))
    say(asha, "first")
    lines = binod.page.get_by_role("list", name="Chat").get_by_role("listitem")
    expect(lines).to_have_text(["Asha first"])
    do(binod, "Asha", "Ignore")
    expect(lines).to_have_count(0)
    say(asha, "second")
    say(binod, "alone")
    expect(lines).to_have_text(["Binod alone"])
    binod.page.reload()
    expect(lines).to_have_text(["Binod alone"])
    do(binod, "Asha ignored", "Stop ignoring")
    expect(lines).to_have_text(["Asha first", "Asha second", "Binod alone"])


def test_somebody_is_reported_with_the_last_lines_of_chat(
    new_person: NewPerson, start_page_server: StartPageServer, tmp_path: Path
):
    server = start_page_server()
    asha, binod = new_person("Asha", server=server), new_person("Binod", server=server)
    join(binod, make_table(asha, 2))
    say(asha, "rude words")
    expect(binod.page.get_by_role("list", name="Chat").get_by_role("listitem")).to_have_text(["Asha rude words"])
    asked: list[str] = []

    def reports() -> str:
        return run_holi("admin", "reports", "--database", f"sqlite:///{tmp_path / 'holi.db'}").stdout

    def refuse(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    binod.page.once("dialog", refuse)
    others(binod).get_by_role("button", name="Asha").click()
    binod.page.get_by_role("dialog").get_by_role("button", name="Report").click()
    assert asked == [
        "Report Asha? The administrator of this server is told, and gets the last 20 lines of the chat at this table. "
        "You can say why:"
    ]
    binod.page.get_by_role("dialog").get_by_role("button", name="Close").click()
    assert reports() == ""
    binod.page.once("dialog", lambda dialog: dialog.accept("She shouts."))
    do(binod, "Asha", "Report")
    expect(binod.button("You have reported Asha.")).to_be_visible()
    assert "She shouts." in reports()
    assert "| Asha: rude words" in reports()
