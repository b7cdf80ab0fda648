"""Pointing at the tower: what is shown about it never moves the tower away from under the pointer."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page.conftest import NewPerson
from tests.page.hands import Mouse

PLACE_OF_THE_TOWER = "() => JSON.stringify(document.querySelector('.stage').getBoundingClientRect())"


@pytest.mark.parametrize("viewport", [(1366, 820), (900, 700)], ids=["large", "middle"])
def test_the_tower_stays_where_it_is(new_person: NewPerson, viewport: tuple[int, int]):
    asha = new_person("Asha", viewport=viewport, bots=1, botLevel="random")
    hands = Mouse(asha)
    asha.open()
    hands.press(asha.button("Play"))
    hands.play_turn()
    asha.await_moment()
    place = asha.page.evaluate(PLACE_OF_THE_TOWER)

    hands.take_card_that_fits()
    for space in hands.offered("throw"):
        hands.point_at(space)
        expect(asha.button("Throw here")).to_be_visible()
        assert asha.page.evaluate(PLACE_OF_THE_TOWER) == place
    hands.pick_up_marker()
    for space in hands.offered("move")[:6]:
        hands.point_at(space)
        expect(asha.button("Move here")).to_be_visible()
        assert asha.page.evaluate(PLACE_OF_THE_TOWER) == place
