"""Games that the browser plays by itself: without a server, over reloads, in one tab at a time, and kept or not."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import NewPerson, StartPageServer
from tests.page.hands import Mouse
from tests.page.person import Person
from tests.page.played import choose_corner, kept_games, sit_down_to_play

ELSEWHERE = "This game is open in another tab"
NOT_KEPT = "This browser keeps nothing, or has no more room."

FORBIDDEN = """() => {
  IDBFactory.prototype.open = () => { throw new DOMException("The operation is insecure.", "SecurityError"); };
}"""
FULL = """() => {
  IDBObjectStore.prototype.put = () => { throw new DOMException("There is no more room.", "QuotaExceededError"); };
}"""
SOCKETS = """() => {
  window.sockets = 0;
  const Real = WebSocket;
  window.WebSocket = class extends Real { constructor(...given) { super(...given); window.sockets++; } };
}"""


def everything(person: Person) -> dict[str, Any]:
    """What a reload must not change."""
    log = {"log": person.log.all_inner_texts(), "actions": person.actions_told()}
    return {**log, "hand": person.hand.all_inner_texts(), **person.position()}


def test_a_whole_game_with_the_server_gone(new_person: NewPerson, start_page_server: StartPageServer):
    server = start_page_server()
    asha = new_person("Asha", server=server, bots=2, botLevel="random")
    asha.context.add_init_script(f"({SOCKETS})()")
    hands = Mouse(asha)
    asha.open()
    asha.await_worker()
    asha.open()
    asha.page.wait_for_load_state("networkidle")
    asha.go_offline()
    server.stop()

    hands.press(asha.button("Play"))
    while hands.do_something():
        pass

    points = asha.final_scores()
    assert len(points) == 3 and "Asha" in points
    assert asha.page.evaluate("() => window.sockets") == 0
    expect(asha.offline_notice).to_have_count(0)
    asha.page.reload()
    asha.page.locator("dialog[open] table").wait_for()
    assert asha.final_scores() == points
    asha.link("Replay & analysis").click()
    asha.page.get_by_role("slider", name="Point in the game").wait_for()
    asha.page.keyboard.press("End")
    assert sorted(asha.position()["points"]) == sorted(points.values())


def test_a_reload_in_the_middle_of_a_turn_comes_back_exactly_there(new_person: NewPerson):
    asha = new_person("Asha", bots=1, botLevel="random")
    hands = Mouse(asha)
    sit_down_to_play(asha)
    hands.play_turn()
    hands.play_turn()
    asha.await_moment()
    hands.throw_somewhere()
    expect(asha.action("Throw")).to_contain_class("done")
    before = everything(asha)

    asha.page.reload()

    asha.await_moment()
    assert everything(asha) == before
    expect(asha.action("Throw")).to_contain_class("done")
    asha.button("Undo").click()
    expect(asha.action("Throw")).not_to_contain_class("done")
    asha.page.reload()
    asha.await_moment()
    assert asha.actions_told() == before["actions"] - 1
    (game,) = kept_games(asha)
    assert len(game["actions"]) == before["actions"] - 1


def test_a_reload_while_a_bot_thinks_lets_it_think_again(new_person: NewPerson):
    asha = new_person("Asha", bots=1, botLevel="master", botPace=2)
    hands = Mouse(asha)
    sit_down_to_play(asha)
    hands.play_turn()
    hands.play_turn()
    expect(asha.page.get_by_text("thinking …").locator("visible=true")).to_have_count(1)
    (before,) = kept_games(asha)

    asha.page.reload()

    assert asha.await_moment() == "act"
    (after,) = kept_games(asha)
    assert after["seed"] == before["seed"]
    assert after["actions"][: len(before["actions"])] == before["actions"]
    assert len(after["actions"]) > len(before["actions"])


def test_a_game_that_is_left_while_a_bot_thinks_goes_no_further(new_person: NewPerson):
    asha = new_person("Asha", bots=1, botLevel="master", botPace=0.3)
    hands = Mouse(asha)
    address = f"/local/{sit_down_to_play(asha)}"
    hands.play_turn()
    hands.play_turn()
    expect(asha.page.get_by_text("thinking …").locator("visible=true")).to_have_count(1)
    asha.page.locator("a.home").click()
    asha.button("Play").wait_for()
    (left,) = kept_games(asha)
    asha.page.wait_for_timeout(2_500)  # longer than the bot thinks

    assert kept_games(asha) == [left]
    asha.page.locator(f'a.running[href="{address}"]').click()
    assert asha.await_moment() == "act"


def test_one_tab_plays_and_another_can_take_over(new_person: NewPerson):
    asha = new_person("Asha", bots=1, botLevel="random")
    sit_down_to_play(asha)
    choose_corner(asha)
    first, second = asha.page, asha.context.new_page()

    def plays(page: Page) -> None:
        page.locator(".action.open:not(:disabled)").first.wait_for()

    second.goto(first.url)
    expect(second.get_by_role("heading", name=ELSEWHERE)).to_be_visible()
    assert second.locator(".hand").count() == 0
    second.get_by_role("button", name="Play here").click()
    plays(second)
    expect(first.get_by_role("heading", name=ELSEWHERE)).to_be_visible()
    Mouse(asha_at(asha, second)).throw_somewhere()
    expect(second.locator(".action.done")).to_have_count(1)

    first.get_by_role("button", name="Play here").click()
    plays(first)
    expect(first.locator(".action.done")).to_have_count(1)
    expect(second.get_by_role("heading", name=ELSEWHERE)).to_be_visible()
    (game,) = kept_games(asha)
    expect(first.locator("ol.log")).to_have_attribute("data-actions", str(len(game["actions"])))

    second.close()
    first.close()
    third = asha.context.new_page()
    third.goto(f"/local/{game['id']}")
    plays(third)


def asha_at(person: Person, page: Page) -> Person:
    """The same person at another of their tabs."""
    person.page = page
    return person


@pytest.mark.parametrize("trouble", [FORBIDDEN, FULL], ids=["forbidden", "full"])
def test_without_storage_the_game_goes_on_and_the_player_is_told(new_person: NewPerson, trouble: str):
    asha = new_person("Asha", bots=1, botLevel="random")
    asha.context.add_init_script(f"({trouble})()")
    hands = Mouse(asha)
    address = f"/local/{sit_down_to_play(asha)}"
    asha.button(NOT_KEPT, exact=False).wait_for()
    hands.play_turn()
    hands.play_turn()
    hands.play_turn()
    assert asha.heard().count(next(said for said in asha.heard() if NOT_KEPT in said)) == 1

    asha.page.locator("a.home").click()  # it lives as long as the page
    asha.page.locator(f'a.running[href="{address}"]').click()
    assert asha.await_moment() == "act"
    expect(asha.ended_turns).to_have_count(2)
    asha.page.reload()
    expect(asha.page.get_by_role("heading", name="This game is not in this browser")).to_be_visible()


def test_a_disk_that_gets_full_in_the_middle_is_told_once(new_person: NewPerson):
    asha = new_person("Asha", bots=1, botLevel="random")
    hands = Mouse(asha)
    sit_down_to_play(asha)
    hands.play_turn()
    asha.page.evaluate(FULL)

    hands.play_turn()
    hands.play_turn()

    asha.await_words(NOT_KEPT)
    expect(asha.ended_turns).to_have_count(2)
    assert len([said for said in asha.heard() if NOT_KEPT in said]) == 1


def test_hints_are_given_and_cancelled(new_person: NewPerson):
    asha = new_person("Asha", bots=1, botLevel="random")
    sit_down_to_play(asha)
    choose_corner(asha)
    asha.page.keyboard.press("h")
    hint = asha.page.locator(".words button[aria-busy]")
    expect(hint).to_have_attribute("aria-busy", "true")
    asha.page.keyboard.press("h")
    expect(hint).to_have_attribute("aria-busy", "false")
    expect(hint).to_have_attribute("aria-pressed", "false")

    hint.click()
    expect(hint).to_have_attribute("aria-pressed", "true")
    asha.await_words("Hint: ")
    asha.page.locator(".space[aria-label*='The hint']").first.wait_for(state="attached")


def test_local_games_are_listed_and_deleted(new_person: NewPerson):
    asha = new_person("Asha", bots=2, botLevel="random")
    game = sit_down_to_play(asha)
    asha.open("/my-games")
    line = asha.page.locator("li", has=asha.page.locator(f'a[href="/local/{game}"]'))
    expect(line).to_contain_text(re.compile(r"2 bots \(Random\).*playing"))

    asha.page.once("dialog", lambda dialog: dialog.dismiss())
    line.get_by_role("button", name=re.compile("^Delete ")).click()
    expect(line).to_have_count(1)
    asha.page.once("dialog", lambda dialog: dialog.accept())
    line.get_by_role("button", name=re.compile("^Delete ")).click()
    expect(asha.page.get_by_text("No games yet.")).to_be_visible()
    assert kept_games(asha) == []
