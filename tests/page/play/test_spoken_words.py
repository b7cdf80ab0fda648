"""The game for ears: what happens is said by the live region, and a column is read as one sentence."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.page.conftest import NewPerson
from tests.page.hands import Keyboard


def test_what_happens_is_said_in_words(new_person: NewPerson):
    asha = new_person("Asha", bots=1, botLevel="random")
    hands = Keyboard(asha)
    asha.open()
    hands.press(asha.button("Play"))
    assert asha.await_moment() == "corner"
    region = asha.page.locator("[data-live]")
    expect(region).to_have_role("status")
    expect(region).to_have_attribute("aria-live", "polite")

    hands.start_on("Ga1")
    asha.await_words("Asha starts on a1 on the ground.")
    asha.await_moment()
    asha.await_words("It is Asha’s turn.")
    actions = asha.actions_told()
    hands.throw_somewhere()
    asha.await_more_than(actions)
    asha.await_moment()
    hands.end_turn()
    bot = asha.page.locator(".players .name").nth(1).inner_text()
    asha.await_words(f"It is {bot}’s turn.", times=2)

    said = "\n".join(asha.heard())
    for sentence in (
        r"Start on a1\.",
        rf"{bot} starts on \w\d on the ground\.",
        r"Selected card \d+: (one way|\d+ ways) to play it\..* Lands: \w\d on the ground",
        r"Asha plays card \d+( face down)?\. Color lands on .*\w\d on the ground\.",
        rf"Asha gains \d+ points?\. Asha draws \d cards?\. It is {bot}’s turn\.",
    ):
        assert re.search(sentence, said), f"{sentence} was not said: {said}"


def test_a_column_is_read_as_one_sentence(new_person: NewPerson):
    asha = new_person("Asha", bots=1, botLevel="random")
    hands = Keyboard(asha)
    asha.open()
    hands.press(asha.button("Play"))
    asha.await_moment()
    expect(asha.space("Ga1")).to_have_accessible_name(
        "a1 on the ground. In this stack: ground empty, middle empty, top empty. You can start here."
    )
    hands.start_on("Ga1")
    asha.await_moment()

    for space, sentence in {
        "Ga1": "a1 on the ground. In this stack: ground Asha’s marker, middle empty, top empty.",
        "Mb1": "b1 on the middle level. In this stack: ground 2 sweets, middle 1 sweet, top empty.",
        "Tc3": "c3 on the top level. In this stack: ground empty, middle empty, top empty.",
    }.items():
        hands.point_at(space)
        expect(asha.page.locator(":focus")).to_have_accessible_name(sentence)
        expect(asha.space(space)).to_be_focused()
