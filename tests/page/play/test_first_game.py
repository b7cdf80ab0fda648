"""A newcomer's walk: from the first visit, with nothing kept, to the end of their first game and what comes next."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from holi.game import Config
from tests.page.conftest import NewPerson
from tests.page.hands import Hands, Keyboard, Mouse, Touch
from tests.page.played import skip_to_the_last_turn

INVITATION = "New here? Your first game, with a coach"

# Keeps what the coach speaks of, one topic after the other.
WATCH = """() => {
  const look = () => {
    const topic = document.querySelector("[data-topic]")?.dataset.topic;
    if (topic && topic !== window.topics.at(-1)) window.topics.push(topic);
  };
  window.topics = [];
  look();
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


class Newcomer:
    """Somebody at their first game, and the topics that the coach has spoken of."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self.person = hands.person
        self.page = hands.person.page
        self.topics: list[str] = []

    @property
    def coach(self) -> Locator:
        return self.page.get_by_role("region", name="Coach")

    @property
    def topic(self) -> str | None:
        return self.page.locator("[data-topic], .first-coach .words").first.get_attribute("data-topic")

    def watch(self) -> None:
        self.page.evaluate(WATCH)

    def remember(self) -> None:
        self.topics += self.page.evaluate("() => window.topics")

    def come_back_after_a_reload(self) -> None:
        """The coach goes on where it was: with what it said last, and without what it said before."""
        self.person.await_moment()
        before = self.topic
        self.remember()
        self.page.reload()
        self.person.await_moment()
        expect(self.coach).to_be_visible()
        if before is not None:
            expect(self.page.locator(f"[data-topic='{before}']")).to_be_attached()
            assert self.topics.pop() == before
        self.watch()

    def silence_the_coach_for_a_moment(self) -> None:
        self.person.await_moment()
        self.hands.press(self.person.button("Switch the coach off"))
        expect(self.coach).to_be_hidden()
        self.hands.press(self.person.button("Switch the coach on"))
        expect(self.coach).to_be_visible()


@pytest.mark.parametrize(
    ("way", "viewport"), [(Keyboard, (1366, 768)), (Touch, (360, 740))], ids=["keyboard", "touch on a phone"]
)
def test_a_newcomers_walk_to_the_end_of_the_first_game(
    new_person: NewPerson, way: type[Hands], viewport: tuple[int, int]
):
    person = new_person("", viewport=viewport, touch=way is Touch)
    hands = way(person)
    newcomer, page = Newcomer(hands), person.page
    person.open()
    expect(page.get_by_role("combobox", name="Rivalry cards")).to_have_value("0")
    hands.press(person.button(INVITATION))

    assert person.await_moment() == "corner"
    newcomer.watch()
    expect(newcomer.coach).to_contain_text("Welcome! Put your marker on a corner")
    person.await_words("Coach: Welcome!")
    expect(page.locator(".players .name")).to_have_text([re.compile("Guest"), re.compile("Yellow bot")])
    expect(page.locator(".side .rivalry")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") == viewport[0]

    for _ in range(9):
        hands.do_something()
    newcomer.come_back_after_a_reload()
    newcomer.silence_the_coach_for_a_moment()
    while hands.do_something():
        pass

    newcomer.remember()
    assert newcomer.topics[0] == "corner" and {"end", "near-end", "last-turn"} <= {*newcomer.topics}
    assert len(newcomer.topics) == len({*newcomer.topics}) > 8, f"said twice, or little: {newcomer.topics}"
    expect(newcomer.coach).to_have_count(0)

    points = person.final_scores()
    parts = page.locator(".first-count li").all_inner_texts()
    assert len(parts) == 6
    assert sum(int(re.findall(r": (\d+)\.", part)[0]) for part in parts) == points["Guest"]
    hands.press(person.link("Lessons: one rule at a time"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Learn to play")

    hands.press(person.link("Holi"))
    expect(person.button("Play")).to_be_visible()
    expect(person.button(INVITATION)).to_have_count(0)
    expect(page.get_by_role("combobox", name="Rivalry cards")).to_have_value("2")


def test_a_first_game_begins_at_the_lessons_and_leads_to_rivalry_cards(new_person: NewPerson):
    person = new_person("", bots=1, botLevel="random")
    hands = Mouse(person)
    person.open("/learn")
    hands.press(person.button("Play with the coach"))
    person.await_moment()
    skip_to_the_last_turn(person, Config(players=2))
    while hands.do_something():
        pass

    hands.press(person.button("Play with two rivalry cards"))
    expect(person.page.locator(".side .rivalry > *")).to_have_count(2)
    expect(person.page.get_by_role("region", name="Coach")).to_have_count(0)
    assert person.await_moment() == "corner"
