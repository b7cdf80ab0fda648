"""A phone held upright, by touch."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.conftest import NewPerson
from tests.page.hands import Touch

SMALLEST = (360, 740)


def test_a_whole_turn_by_touch(new_person: NewPerson):
    asha = new_person("Asha", viewport=SMALLEST, touch=True, bots=1, botLevel="random")
    hands = Touch(asha)
    asha.open()
    hands.press(asha.button("Play"))
    assert asha.await_moment() == "corner"
    hands.do_something()

    assert asha.await_moment() == "act"
    hands.throw_somewhere()
    expect(asha.action("Throw")).to_contain_class("done")
    asha.await_moment()
    hands.move_somewhere()
    expect(asha.action("Move")).to_contain_class("done")
    asha.await_moment()
    hands.end_turn()

    # The bot has played too, and it is Asha's turn again.
    asha.await_more_than(6)
    assert asha.await_moment() == "act"
    expect(asha.ended_turns).to_have_count(1)
    assert not asha.has_done("Throw")
    assert asha.page.evaluate("document.documentElement.scrollWidth") == SMALLEST[0]
