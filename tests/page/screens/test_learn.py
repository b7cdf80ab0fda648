"""Every lesson, done to its end by mouse, one after the other as a learner would."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect
from tools.build_page import WEB

from tests.page.conftest import NewPerson
from tests.page.hands import Mouse
from tests.page.person import ActionName

BOOK = json.loads((WEB / "src" / "learn" / "lessons.json").read_text(encoding="utf-8"))
NUMBER_OF_LESSONS = sum(map(len, BOOK.values()))
DONE_BY: dict[str, ActionName] = {"T": "Throw", "D": "Throw", "M": "Move", "C": "Climb"}


@pytest.mark.parametrize("chapter", BOOK)
def test_every_lesson_can_be_done(new_person: NewPerson, chapter: str):
    learner = new_person("Asha")
    hands = Mouse(learner)
    page = learner.page
    learner.open(f"/learn/{BOOK[chapter][0]['id']}")

    for number, lesson in enumerate(BOOK[chapter]):
        if number > 0:
            learner.button("Next lesson").click()
        page.wait_for_url(f"**/learn/{lesson['id']}")
        expect(page.locator(".task")).to_be_visible()
        for action in lesson["solution"]:
            hands.do(action)
            if action is not lesson["solution"][-1]:
                expect(learner.action(DONE_BY[action[0]])).to_contain_class("done")
                expect(learner.button("Undo")).to_be_enabled()
        expect(page.locator(".solved")).to_contain_text("Done!")

    learner.await_words("Done!")
    learner.link("All lessons").click()
    expect(page.get_by_text(f"{len(BOOK[chapter])} of {NUMBER_OF_LESSONS} lessons done")).to_be_visible()
