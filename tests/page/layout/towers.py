"""Screens with a tower at twelve sizes of window, for `make layout` alone: whole turns take too long for every run."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.page.conftest import NewPerson
from tests.page.layout.measures import faults_of, place_of_tower
from tests.page.layout.test_sizes import SIZES, surveyor
from tests.page.played import RECORD, choose_corner, sit_down_to_play
from tests.page.quality.test_languages import LANGUAGES

TO_ACT = ".dock-inner:not(.waiting) .action.open:not(:disabled)"


def point_at(page: Page, kind: str) -> None:
    """Point at a space on which something is offered, and wait for what would come of it."""
    page.locator(f".space.{kind}").first.dispatch_event("pointermove", {"pointerType": "mouse"})
    page.locator(".button.do").wait_for()


def take_card(page: Page) -> None:
    """Take one that can be played here, face down if it fits only so."""
    page.locator(".hand button.usable").first.click()
    if page.locator(".space.throw").count() == 0:
        page.keyboard.press("f")


def act_on(page: Page, kind: str) -> None:
    page.locator(f".space.{kind}").first.dispatch_event("click")
    page.locator(f".space.{kind}").first.wait_for(state="detached")


@pytest.mark.parametrize("language", LANGUAGES)
def test_lessons_and_replays(new_person: NewPerson, language: str):
    looker = surveyor(new_person, language, 1)
    page = looker.page
    for lesson in ("face-up", "climb"):
        looker.person.open(f"/learn/{lesson}")
        page.locator(".coach").wait_for()
        looker.look(f"lesson {lesson}", playing=True)
        looker.resize(SIZES[0])
        page.locator(".coach .fold").click()
        looker.look(f"lesson {lesson}, folded", playing=True)
    looker.person.open("/replay")
    page.locator("input[type=file]").set_input_files(RECORD)
    page.locator(".controls").wait_for()
    looker.look("replay")
    looker.say()


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_in_play(new_person: NewPerson, language: str, players: int):
    looker = surveyor(new_person, language, players - 1)
    page = looker.page
    sit_down_to_play(looker.person)
    looker.look("choosing a corner", playing=True)
    choose_corner(looker.person)
    page.locator(TO_ACT).first.wait_for()
    looker.look("a turn", playing=True)
    page.keyboard.press("h")
    page.locator(".hinted").wait_for()
    looker.look("a hint", playing=True)
    page.keyboard.press("h")
    take_card(page)
    looker.look("a card taken", playing=True)
    point_at(page, "throw")
    looker.look("aiming", playing=True)
    act_on(page, "throw")
    looker.look("thrown", playing=True)
    page.locator(".actions li:nth-child(3) button").click(force=True)
    looker.look("refused", playing=True)
    page.keyboard.press("m")
    point_at(page, "move")
    looker.look("moving", playing=True)
    for size in looker.sizes:
        looker.resize(size)
        if page.locator(".side-opener").is_visible():
            page.locator(".side-opener").click()
            looker.note("beside the tower", size, faults_of(page, playing=False))
            page.locator(".closer").click()
    looker.say()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tower_stays_where_it_is_through_a_whole_turn(new_person: NewPerson, language: str):
    looker = surveyor(new_person, language, 3, SIZES)
    page = looker.page
    sit_down_to_play(looker.person)
    choose_corner(looker.person)
    for size in looker.sizes:
        looker.resize(size)
        page.locator(TO_ACT).first.wait_for()
        places = {"to act": place_of_tower(page)}

        def see(moment: str, places: dict[str, object] = places) -> None:
            places[moment] = place_of_tower(page)

        page.keyboard.press("h")
        see("a hint is thought of")
        page.locator(".hinted").wait_for()
        see("hint")
        page.keyboard.press("h")
        take_card(page)
        see("card taken")
        point_at(page, "throw")
        see("aimed")
        act_on(page, "throw")
        see("thrown")
        page.keyboard.press("m")
        point_at(page, "move")
        see("moving")
        act_on(page, "move")
        see("moved")
        told = looker.person.actions_told()
        page.keyboard.press("e")
        looker.person.await_more_than(told)
        see("others play")
        page.locator(TO_ACT).first.wait_for()
        see("next turn")
        moved = [moment for moment, place in places.items() if place != places["to act"]]
        looker.note("a whole turn", size, [f"the tower moved: {moment}" for moment in moved])
    looker.say()
