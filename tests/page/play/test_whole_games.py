"""Whole games of a person against bots, from the first page to the scores."""

from __future__ import annotations

import pytest

from tests.page.conftest import NewPerson
from tests.page.hands import Hands, Keyboard, Mouse, Touch


def play_from_home_to_the_end(hands: Hands) -> dict[str, int]:
    """Play now, to the end; everybody's points."""
    person = hands.person
    person.open()
    hands.press(person.button("Play"))
    while hands.do_something():
        pass
    return person.final_scores()


@pytest.mark.parametrize(
    ("way", "viewport", "bots"),
    [
        (Mouse, (1366, 768), 3),
        (Keyboard, (1366, 768), 3),
        (Mouse, (1024, 600), 1),
        (Touch, (320, 568), 1),
        (Touch, (740, 360), 1),
    ],
    ids=["mouse", "keyboard", "mouse in a small window", "touch on a small phone", "touch on a phone held sideways"],
)
def test_a_whole_game_against_bots(new_person: NewPerson, way: type[Hands], viewport: tuple[int, int], bots: int):
    asha = new_person("Asha", viewport=viewport, touch=way is Touch, bots=bots, botLevel="random")

    points = play_from_home_to_the_end(way(asha))

    assert len(points) == bots + 1 and "Asha" in points
    assert sum(points.values()) > 0 and min(points.values()) >= 0
    assert asha.position()["points"] and sorted(asha.position()["points"]) == sorted(points.values())
    asha.await_words("The game is over: ")
