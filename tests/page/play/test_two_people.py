"""Two people at one table, each with a browser, and connections that break."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.page.conftest import NewPerson
from tests.page.hands import Mouse
from tests.page.person import Person
from tests.page.played import ask, table_of
from tests.page.tables import game_of_two, join, make_table, start


def both_see_the_same(one: Person, other: Person) -> None:
    """Wait until the other has heard of everything that the one has, and sees the same."""
    expect(other.log).to_have_text(one.log.all_inner_texts(), use_inner_text=True)
    other.await_position(one.position())


def test_who_drops_out_in_the_middle_of_a_move_reloads_and_goes_on(new_person: NewPerson):
    asha, binod = new_person("Asha"), new_person("Binod")
    game_of_two(asha, binod)
    for person in (asha, binod):
        Mouse(person).play_turn()
    hands = Mouse(asha)
    asha.await_moment()
    hands.throw_somewhere()
    expect(asha.action("Throw")).to_contain_class("done")
    asha.await_worker()
    before = asha.actions_told()

    hands.pick_up_marker()
    target = hands.offered("move")[0]
    hands.point_at(target)
    asha.go_offline()
    hands.do_it(target)  # it never reaches the server
    asha.page.reload()
    expect(asha.offline_notice).to_contain_text("You are offline.")
    expect(binod.page.get_by_text("not connected").locator("visible=true")).to_have_count(1)
    asha.go_online()

    asha.await_moment()
    expect(asha.offline_notice).to_have_count(0)
    assert asha.actions_told() == before
    expect(asha.action("Throw")).to_contain_class("done")
    both_see_the_same(asha, binod)
    for person in (asha, binod, asha, binod):
        Mouse(person).play_turn()
    both_see_the_same(asha, binod)
    for person in (asha, binod):
        expect(person.ended_turns).to_have_count(2)


def test_the_page_says_that_it_is_offline_and_catches_up_by_itself(new_person: NewPerson):
    asha, binod = new_person("Asha"), new_person("Binod")
    game_of_two(asha, binod)
    for person in (asha, binod):
        Mouse(person).play_turn()
    hands = Mouse(asha)
    asha.await_moment()
    hands.throw_somewhere()
    asha.await_moment()

    asha.go_offline()
    expect(asha.offline_notice).to_have_text(re.compile("You are offline.*go on by themselves when you are back"))
    hands.end_turn()  # kept until there is a connection
    asha.go_online()
    expect(asha.offline_notice).to_have_count(0)
    assert binod.await_moment() == "act"
    expect(asha.ended_turns).to_have_count(1)

    asha.go_offline()
    expect(asha.offline_notice).to_be_visible()
    Mouse(binod).play_turn()
    asha.go_online()

    both_see_the_same(binod, asha)
    assert asha.await_moment() == "act"
    expect(asha.offline_notice).to_have_count(0)


def test_both_are_told_whom_the_draw_lets_begin_and_can_trust_it(new_person: NewPerson):
    people = {name: new_person(name) for name in ("Asha", "Binod")}
    asha, binod = people.values()
    join(binod, make_table(asha, 2, drawn=True))
    start(asha)
    told = asha.page.get_by_text(re.compile("The draw lets (Asha|Binod) begin")).locator("visible=true").first
    told.wait_for()
    drawn = re.search("The draw lets (Asha|Binod) begin", told.inner_text())
    assert drawn
    first = people.pop(drawn[1])
    (second,) = people.values()
    for person in (first, second):
        person.await_words(f"The draw lets {first.name} begin.")
        expect(person.page.locator(".players").get_by_text(first.name).first).to_be_visible()
    assert first.await_moment() == "corner"
    expect(second.page.get_by_text(f"{first.name} is playing.")).to_be_visible()
    for person in (first, second):
        Mouse(person).play_turn()
    first.await_moment()
    table = table_of(asha)
    for person in (asha, binod):
        ask(person, f"/api/tables/{table}/resign")
    for person in (asha, binod):
        expect(person.page.locator("dialog[open] .fairness")).to_have_attribute("data-verdict", "proven")
