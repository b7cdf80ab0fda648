"""The story of a game on the page, points that are counted up, sound, and bots that nobody has to wait for."""

from __future__ import annotations

import re
import time

from playwright.sync_api import expect

from tests.page.conftest import NewPerson
from tests.page.hands import Mouse
from tests.page.played import choose_corner, sit_down_to_play

SLOW = 4.0
"""Seconds between the actions of a bot that one would not want to wait for."""


def test_a_turn_is_one_entry_that_grows_and_shrinks(new_person: NewPerson):
    asha = new_person("Asha", bots=1, botLevel="random")
    hands = Mouse(asha)
    sit_down_to_play(asha)
    choose_corner(asha)
    asha.await_moment()
    before = asha.log.count()
    hands.throw_somewhere()
    expect(asha.action("Throw")).to_contain_class("done")
    expect(asha.log).to_have_count(before + 1)
    entry = asha.log.last
    expect(entry).to_have_text(re.compile(r"Asha plays .*Color lands on"))
    thrown = entry.inner_text()
    assert entry.locator("ul b").count() == 1, "the points of the throw"

    asha.await_moment()
    hands.move_somewhere()
    expect(asha.action("Move")).to_contain_class("done")
    expect(asha.log).to_have_count(before + 1)
    expect(entry).to_have_text(re.compile(r"Asha plays .*Asha moves to"))
    asha.button("Undo").click()
    expect(asha.action("Move")).not_to_contain_class("done")
    assert entry.inner_text() == thrown
    assert entry.get_attribute("data-ended") is None
    hands.end_turn()
    expect(asha.ended_turns).to_have_count(1)


def test_points_are_counted_up_unless_somebody_taps(new_person: NewPerson):
    asha = new_person("Asha", bots=1, botLevel="random", botPace=0, calm=False)
    hands = Mouse(asha)
    sit_down_to_play(asha)
    while hands.do_something():
        pass
    end = asha.page.locator("dialog[open]")
    expect(end.get_by_role("heading")).to_have_text("Counting the points …")
    assert end.get_attribute("data-counted") is None
    end.locator("tfoot").click()
    expect(end).to_have_attribute("data-counted", "true")
    expect(end.get_by_role("heading")).to_have_text(re.compile("wins?!$"))
    points = asha.final_scores()
    assert list(points.values()) == sorted(points.values(), reverse=True)

    asha.button("Look at the tower").click()
    asha.button("Show the scores").click()
    expect(end).to_have_attribute("data-counted", "true")


def test_sound_is_offered_once(new_person: NewPerson):
    asha = new_person("Asha", bots=1, botLevel="random")
    sit_down_to_play(asha)
    offer = asha.button("Play with sound?")
    expect(offer).to_be_visible()
    offer.click()
    expect(offer).to_have_count(0)
    expect(asha.button("Sounds")).to_have_attribute("aria-pressed", "true")
    asha.button("Sounds").click()
    asha.page.reload()
    asha.await_moment()
    expect(offer).to_have_count(0)


def test_nobody_has_to_wait_for_bots(new_person: NewPerson):
    asha = new_person("Asha", bots=1, botLevel="random", botPace=SLOW)
    hands = Mouse(asha)
    sit_down_to_play(asha)
    choose_corner(asha)
    hands.throw_somewhere()
    expect(asha.action("Throw")).to_contain_class("done")
    asha.await_moment()
    began = time.monotonic()
    hands.end_turn()
    asha.button("Skip ahead").click()
    asha.await_words("It is Asha’s turn.", times=2)
    assert time.monotonic() - began < SLOW, "a bot has two actions at least"
