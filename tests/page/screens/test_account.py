"""Devices and account in the settings: passkeys, recovery codes, one's data, and being erased."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import CDPSession, expect

from tests.page.conftest import NewPerson
from tests.page.person import Person
from tests.page.played import sit_down_at_hosted_table

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def authenticator(person: Person) -> tuple[CDPSession, str]:
    """An authenticator for a person's browser, as Chromium simulates it."""
    devtools = person.context.new_cdp_session(person.page)
    devtools.send("WebAuthn.enable")
    made = devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return devtools, made["authenticatorId"]


def settings_by_name(person: Person) -> None:
    """The settings at the server's name: an address in numbers has no passkeys."""
    person.page.goto(f"{person.address.replace('127.0.0.1', 'localhost')}/settings")
    person.page.get_by_role("heading", name="Devices and account").wait_for()


def test_a_passkey_logs_in_on_another_device_after_a_log_out(new_person: NewPerson):
    desk = new_person("")
    settings_by_name(desk)
    keys, own = authenticator(desk)
    desk.page.evaluate(
        """() => fetch("/api/me/name", {method: "POST", headers: {"Content-Type": "application/json"},
        body: JSON.stringify({id: "name-1", name: "Zorahmina"})})"""
    )
    desk.button("Add a passkey").click()
    expect(desk.button("Remove")).to_have_count(1)
    (credential,) = keys.send("WebAuthn.getCredentials", {"authenticatorId": own})["credentials"]
    assert credential["rpId"] == "localhost" and credential["isResidentCredential"]
    desk.button("Log out: this device").click()
    desk.page.get_by_role("heading", level=1).wait_for()

    phone = new_person("", viewport=(360, 740), touch=True)
    settings_by_name(phone)
    keys, other = authenticator(phone)
    keys.send("WebAuthn.addCredential", {"authenticatorId": other, "credential": credential})
    expect(phone.button("Remove")).to_have_count(0)
    phone.button("Log in with a passkey").tap()
    phone.page.wait_for_url("**/my-games")
    settings_by_name(phone)
    expect(phone.page.get_by_label("Your name")).to_have_value("Zorahmina")
    expect(phone.page.get_by_text("(this device)")).to_have_count(1)

    phone.button("Remove").tap()
    expect(phone.button("Remove")).to_have_count(0)
    phone.button("Log in with a passkey").tap()
    expect(phone.page.locator(".notice.trouble")).to_contain_text("not known here")
    assert all("/api/log-in/passkey" in fault for fault in phone.faults)
    phone.faults.clear()  # the refusal that this is about


def test_a_recovery_code_logs_in_once(new_person: NewPerson):
    desk = new_person("Asha")
    table = sit_down_at_hosted_table(desk, 2)
    desk.open("/settings")
    expect(desk.page.get_by_text("0 codes left.")).to_be_visible()
    desk.button("Make new codes").click()
    expect(desk.page.get_by_text("10 codes left.")).to_be_visible()
    codes = desk.page.locator(".codes code").all_inner_texts()
    assert len(set(codes)) == 10
    desk.page.reload()
    expect(desk.page.get_by_text("10 codes left.")).to_be_visible()
    expect(desk.page.locator(".codes code")).to_have_count(0)  # shown once

    for person, works in ((new_person(""), True), (new_person(""), False)):
        person.open("/settings")
        person.page.get_by_label("Recovery code").fill(codes[3].lower().replace("-", " "))
        person.button("Log in with the code").click()
        if works:
            person.page.locator(f'a[href="/t/{table}"]').wait_for()
            person.open("/settings")
            expect(person.page.get_by_text("9 codes left.")).to_be_visible()
            person.button("Log out all others").click()
            expect(person.button("Log out all others")).to_have_count(0)
        else:
            expect(person.page.locator(".notice.trouble")).to_contain_text("not known here")
            assert all("/api/log-in/code" in fault for fault in person.faults)
            person.faults.clear()


def test_a_person_takes_their_data_and_is_erased(new_person: NewPerson, tmp_path: Path):
    person = new_person("Zorahmina")
    table = sit_down_at_hosted_table(person, 2)
    person.open("/settings")
    with person.page.expect_download() as download:
        person.button("Download my data").click()
    data = json.loads(download.value.path().read_text("utf-8"))
    assert data["names"] == ["Zorahmina"] and [line["table"] for line in data["tables"]] == [table]

    person.button("Erase me").click()
    person.button("Cancel").click()
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    person.button("Erase me").click()
    person.button("Yes, erase me").click()
    person.page.wait_for_url(lambda url: not url.endswith("/settings"))
    person.open("/settings")
    expect(person.page.get_by_label("Your name")).to_have_value("")
    assert "Zorahmina" not in person.page.request.get(f"/api/tables/{table}").text()
