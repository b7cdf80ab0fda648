"""Whole games of a person against bots, from the first page to the scores."""

from __future__ import annotations

import pytest

from tests.page.conftest import NewPerson
from tests.page.hands import Hands, Keyboard, Mouse

THREE_QUICK_BOTS = {"bots": 3, "botLevel": "random"}


def play_from_home_to_the_end(hands: Hands) -> dict[str, int]:
    """Play now, to the end; everybody's points."""
    person = hands.person
    person.open()
    hands.press(person.button("Play"))
    while hands.do_something():
        pass
    return person.final_scores()


@pytest.mark.parametrize("way", [Mouse, Keyboard], ids=["mouse", "keyboard"])
def test_a_whole_game_against_three_bots(new_person: NewPerson, way: type[Hands]):
    asha = new_person("Asha", **THREE_QUICK_BOTS)

    points = play_from_home_to_the_end(way(asha))

    assert len(points) == 4 and "Asha" in points
    assert sum(points.values()) > 0 and min(points.values()) >= 0
    assert asha.position()["points"] and sorted(asha.position()["points"]) == sorted(points.values())
    asha.await_words("The game is over: ")
