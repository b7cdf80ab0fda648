"""Playing again with the same people, giving a game up, talking, and the clock."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from holi.game import Config
from tests.page.conftest import NewPerson
from tests.page.hands import Mouse, Touch
from tests.page.person import Person
from tests.page.played import (
    ask,
    choose_corner,
    kept_games,
    let_bots_finish,
    sit_down_to_play,
    skip_to_the_last_turn,
    table_of,
)
from tests.page.tables import NO_CARDS, game_of_two, join, make_table, start

PHONE = (360, 740)
FELT = "() => { window.felt = []; navigator.vibrate = (pattern) => window.felt.push(pattern); }"


def leave(*people: Person) -> None:
    """All get up, given in the order of their seats, so that bots play the game to its end; their pages stay."""
    for seat, person in enumerate(people):
        ask(person, f"/api/tables/{table_of(person)}/leave", seat=seat)


def give_up(*people: Person) -> None:
    """All resign, which ends the game at once."""
    for person in people:
        ask(person, f"/api/tables/{table_of(person)}/resign")
    for person in people:
        expect(person.page.get_by_role("dialog")).to_contain_text("without a result")
        expect(person.page.locator(".space.corner")).to_have_count(0)


def names_by_seat(person: Person) -> list[str]:
    return person.page.locator(".players .player .name").all_inner_texts()


def test_two_people_and_a_watcher_play_again_to_the_end(new_person: NewPerson):
    asha, binod, chitra = new_person("Asha"), new_person("Binod"), new_person("Chitra")
    game_of_two(asha, binod)
    first = table_of(asha)
    chitra.open(f"/t/{first}")
    chitra.page.get_by_text("You are watching.").wait_for()
    give_up(asha, binod)
    expect(chitra.page.get_by_role("dialog")).to_contain_text("without a result")

    asha.button("Play again").click()

    for person in (asha, binod, chitra):
        person.page.wait_for_url(lambda url: "/t/" in url and first not in url)
    assert len({table_of(person) for person in (asha, binod, chitra)}) == 1
    assert binod.await_moment() == "corner", "the seats have moved on, so Binod begins, without sitting down"
    assert names_by_seat(binod) == ["Binod", "Asha"]
    chitra.page.get_by_text("You are watching.").wait_for()
    for person in (binod, asha, binod, asha):
        Mouse(person).play_turn()
    leave(binod, asha)
    for person in (asha, binod, chitra):
        person.page.locator("dialog[open] table").wait_for()
    assert asha.final_scores() == binod.final_scores() == chitra.final_scores()


def test_whoever_wants_to_stay_is_not_taken_along_and_a_bot_takes_the_seat(new_person: NewPerson):
    asha, binod = new_person("Asha"), new_person("Binod")
    game_of_two(asha, binod)
    first = table_of(binod)
    give_up(asha, binod)
    asha.button("Play again").click()
    binod.button("Stay here").click()
    asha.page.get_by_text("Waiting for Binod.").wait_for()
    expect(asha.page.get_by_text("Kept for Binod")).to_be_visible()

    asha.button("Fill with bots").click()

    asha.page.locator(".dock-inner").wait_for()  # it starts by itself
    assert table_of(binod) == first
    expect(binod.button("Play again")).to_be_visible()


def test_a_game_alone_against_bots_begins_again_with_one_tap(new_person: NewPerson):
    asha = new_person("Asha", bots=2, botLevel="random")
    hands = Mouse(asha)
    first = sit_down_to_play(asha)
    skip_to_the_last_turn(asha, Config(players=3))
    while hands.do_something():
        pass
    asha.button("Play again").click()
    asha.page.wait_for_url(lambda url: "/local/" in url and first not in url)
    asha.page.locator(".dock-inner").wait_for()
    before, after = sorted(kept_games(asha), key=lambda game: game["created"])
    assert after["seats"] == [before["seats"][-1], *before["seats"][:-1]]
    assert after["settings"] == before["settings"]
    assert asha.await_moment() == "corner"


def test_a_table_with_bots_begins_again_with_one_tap(new_person: NewPerson):
    asha = new_person("Asha")
    first = let_bots_finish(asha, 2)
    asha.button("Play again").click()
    asha.page.wait_for_url(lambda url: "/t/" in url and first not in url)
    assert asha.await_moment() == "corner"


# Resigning


def test_a_local_game_is_given_up(new_person: NewPerson):
    asha = new_person("Asha", bots=1, botLevel="random")
    sit_down_to_play(asha)
    choose_corner(asha)
    asha.page.once("dialog", lambda dialog: dialog.accept())
    asha.button("Resign").click()
    expect(asha.page.get_by_role("dialog")).to_contain_text("without a result")
    (game,) = kept_games(asha)
    assert game["resigned"] and game["result"] is None
    asha.page.reload()
    asha.page.get_by_role("dialog").get_by_role("link", name="Replay & analysis").click()
    asha.page.get_by_role("slider", name="Point in the game").wait_for()
    asha.open()
    expect(asha.page.locator(".list li").first).to_contain_text("resigned")
    expect(asha.page.locator(".running")).to_have_count(0)


def test_whoever_resigns_is_played_for_to_the_end_and_the_other_goes_on(new_person: NewPerson):
    asha, binod = new_person("Asha"), new_person("Binod")
    game_of_two(asha, binod)
    for person in (asha, binod):
        Mouse(person).play_turn()
    asha.page.once("dialog", lambda dialog: dialog.accept())
    asha.button("Resign").click()
    expect(asha.page.locator(".dock")).to_contain_text("You have resigned. A bot plays your seat to the end.")
    expect(asha.button("I am back")).to_have_count(0)
    assert names_by_seat(binod) == ["Asha (resigned)", "Binod"]
    Mouse(binod).play_turn()
    assert binod.await_moment() == "act", "the bot has played"

    binod.page.once("dialog", lambda dialog: dialog.accept())
    binod.button("Resign").click()
    for person in (asha, binod):
        expect(person.page.get_by_role("dialog")).to_contain_text("without a result")


# My games


def test_my_games_say_against_whom_when_and_how_it_ended_and_can_be_deleted(new_person: NewPerson):
    asha, binod = new_person("Asha"), new_person("Binod")
    game_of_two(asha, binod)
    code = asha.page.locator(".top .code").inner_text().split()[-1]
    asha.open()
    expect(asha.page.locator("a.running")).to_contain_text("Your turn Binod")
    asha.page.locator("a.running").click()
    assert asha.await_moment() == "corner"
    leave(asha, binod)
    asha.page.locator("dialog[open] table").wait_for()
    points = asha.final_scores()
    asha.link("Replay & analysis").click()
    asha.page.get_by_role("tab", name="Analysis").click()
    asha.button("Analyze", exact=False).click()
    asha.page.locator(".accuracy").first.wait_for()

    asha.open("/my-games")
    line = asha.page.locator(".list li")
    expect(line).to_contain_text("Binod")
    expect(line).to_contain_text(code)
    expect(line).to_contain_text(re.compile(r"\b(won|lost)\b"))
    expect(line).to_contain_text(f"{points['Asha']} : {points['Binod']}")
    expect(line).to_contain_text(re.compile(r"accuracy \d+%"))
    expect(line).to_contain_text(re.compile(r", 20\d\d"))
    asha.page.once("dialog", lambda dialog: dialog.accept())
    line.get_by_role("button", name="Delete Binod").click()
    asha.page.get_by_text("No games yet.").wait_for()
    asha.page.reload()
    asha.page.get_by_text("No games yet.").wait_for()


# Joining, hints, chat, clock


def test_joining_asks_for_the_name_first(new_person: NewPerson):
    asha, guest = new_person("Asha"), new_person("", viewport=PHONE, touch=True)
    guest.open(f"/t/{table_of_code(asha)}")
    name = guest.page.get_by_label("Your name")
    sit = guest.button("Sit here").first
    sit.wait_for()
    above, below = name.bounding_box(), sit.bounding_box()
    assert above and below and above["y"] < below["y"] < PHONE[1]
    sit.tap()
    expect(name).to_be_focused()
    expect(guest.page.get_by_text("Free seat")).to_have_count(1)
    name.fill("Binod")
    guest.button("Take a seat").tap()
    expect(guest.page.locator(".seat.mine h2")).to_contain_text("Binod")
    expect(asha.page.locator(".seat.player h2").nth(1)).to_contain_text("Binod")


def table_of_code(host: Person) -> str:
    make_table(host, 2)
    return table_of(host)


def test_people_are_offered_hints_only_where_the_table_allows_them(new_person: NewPerson):
    asha, binod = new_person("Asha"), new_person("Binod")
    game_of_two(asha, binod)
    for person in (asha, binod):
        Mouse(person).play_turn()
    asha.await_moment()
    expect(asha.button("Hint")).to_have_count(0)

    asha.open()
    asha.button("New table").click()
    dialog = asha.page.get_by_role("dialog")
    dialog.get_by_label("2", exact=True).check()
    dialog.get_by_label("the first seat", exact=True).check()
    dialog.get_by_label("Hints allowed", exact=False).check()
    dialog.get_by_role("button", name="Make the table").click()
    join(binod, asha.page.locator("p.code").inner_text())
    start(asha)
    for person in (asha, binod):
        Mouse(person).play_turn()
    asha.await_moment()
    expect(asha.button("Hint")).to_be_visible()


def test_badges_count_what_others_say_and_bubbles_show_it(new_person: NewPerson):
    asha, binod = new_person("Asha"), new_person("Binod", viewport=PHONE, touch=True)
    game_of_two(asha, binod)
    asha.page.get_by_role("tab", name="Chat").click()
    for phrase in ("Hello!", "Good luck!"):
        asha.button(phrase).click()
    badge = binod.page.locator(".side-opener .unread")
    expect(badge).to_have_text(re.compile("^2"))
    expect(binod.page.locator(".players .bubble")).to_have_text("Good luck!")
    binod.await_words("Asha: Hello!")
    expect(asha.page.locator(".unread")).to_have_count(0)

    binod.page.locator(".side-opener").tap()
    expect(binod.page.locator(".lines li")).to_have_count(2)
    expect(binod.page.locator(".lines li").last).to_be_in_viewport()
    expect(badge).to_have_count(0)
    binod.button("Thank you!").tap()
    expect(asha.page.locator(".lines li").last).to_be_in_viewport()
    expect(asha.page.locator(".players .bubble")).to_have_text("Thank you!")
    binod.button("Close").tap()
    expect(badge).to_have_count(0)
    asha.page.get_by_role("tab", name="Log").click()
    expect(asha.page.locator(".unread")).to_have_count(0)
    binod.page.reload()
    binod.page.locator(".side-opener").wait_for()
    expect(badge).to_have_count(0)


def test_a_live_game_is_lost_on_time_on_a_phone_after_a_warning(new_person: NewPerson):
    asha, binod = new_person("Asha", viewport=PHONE, touch=True), new_person("Binod")
    asha.context.add_init_script(f"({FELT})()")
    asha.open()
    asha.button("New table").tap()
    dialog = asha.page.get_by_role("dialog")
    dialog.get_by_label("2", exact=True).check()
    dialog.get_by_label(NO_CARDS).check()
    dialog.get_by_label("the first seat", exact=True).check()
    dialog.get_by_label("Live", exact=True).check()
    dialog.get_by_label("Seconds for a turn").fill("18")
    dialog.get_by_label("Reserve in seconds").fill("0")
    dialog.get_by_role("button", name="Make the table").tap()
    join(binod, asha.page.locator("p.code").inner_text())
    Touch(asha).press(asha.button("Start the game"))
    assert asha.await_moment() == "corner"
    clocks = asha.page.get_by_role("timer").locator("visible=true")
    expect(clocks).to_have_count(2)  # in the dock and beside the name
    expect(clocks.first).to_have_text(re.compile(r"0:1\d"))

    asha.page.locator(".notice.trouble", has_text="15 seconds left!").wait_for()
    expect(clocks.first).to_contain_class("short")
    assert asha.page.evaluate("() => window.felt") == [[200, 100, 200]]
    asha.await_words("15 seconds left!")

    asha.page.locator(".notice.trouble", has_text="Your time is up.").wait_for()
    expect(asha.button("I am back")).to_be_visible()
    assert binod.await_moment() == "corner", "a bot has chosen for Asha"
