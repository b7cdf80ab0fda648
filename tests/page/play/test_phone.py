"""A phone held upright, by touch."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.conftest import NewPerson
from tests.page.hands import Touch

SMALLEST = (360, 740)
STAGE = (348, 356)
"""What `web/tests/touch.test.ts` counts on."""

MIDDLE = """space => {
  const { left, top, width, height } = space.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}"""
ROOM = "() => (({ clientWidth, clientHeight }) => [clientWidth, clientHeight])(document.querySelector('.stage'))"


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


def test_a_finger_slides_to_the_space_that_it_means(new_person: NewPerson):
    asha = new_person("Asha", viewport=SMALLEST, touch=True, bots=3, botLevel="random")
    hands = Touch(asha)
    asha.open()
    hands.press(asha.button("Play"))
    asha.await_moment()
    hands.do_something()
    asha.await_moment()
    room = asha.page.evaluate(ROOM)
    assert room[0] >= STAGE[0] and room[1] >= STAGE[1]

    hands.pick_up_marker()
    first, *_, other = hands.offered("move")
    actions = asha.actions_told()
    finger = asha.context.new_cdp_session(asha.page)

    def touch(kind: str, *spaces: str) -> None:
        points = [asha.space(space).evaluate(MIDDLE) for space in spaces]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", first)
    expect(asha.page.locator(".loupe b")).to_have_text(first[1:])
    touch("touchMove", other)
    expect(asha.page.locator(".loupe b")).to_have_text(other[1:])
    touch("touchEnd")
    expect(asha.page.locator(".loupe")).to_have_count(0)
    expect(asha.space(other)).to_contain_class("goes")
    assert asha.actions_told() == actions, "lifting the finger only shows; the button acts"

    asha.page.locator(".button.do").tap()
    asha.await_more_than(actions)
    asha.await_moment()
    assert asha.has_done("Move")
