"""Nothing depends on colour: in a grey picture of a game, the tokens and markers of the four colours stay apart.

How it is measured: each token and marker is cut out of a screenshot, turned to grey, brought to 24 x 24 points, and its
brightness and contrast are taken away (mean 0, deviation 1), so that only the drawing counts. Two drawings are as far
apart as 1 minus their correlation: 0 for the same drawing in any colour, 1 for drawings that have nothing in common.
Every two colours have to be further apart than `APART`, and each token has to be most like those of its own colour,
on whatever ground it lies.
"""

from __future__ import annotations

import base64
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from tests.page.conftest import NewPerson
from tests.page.person import Person
from tests.page.played import COLOURS, let_bots_finish

APART = 0.25
POINTS = 24
Drawings = dict[str, list[np.ndarray[Any, Any]]]

# Where each drawing of a kind is on the screen, and its colour.
PLACES = """([selector, kind]) => [...document.querySelectorAll(selector)].flatMap((drawing) => {
  const colour = drawing.dataset.colour ??= drawing.querySelector("use").getAttribute("href").replace(`#${kind}-`, "");
  const { left, top, width, height } = drawing.getBoundingClientRect();
  return width > 0 ? [{ colour, left, top, width, height }] : [];
})"""

# Cuts pieces out of a picture and turns them to grey, as a black-and-white printer would.
GREY = """async ([picture, places, points]) => {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const drawing = new OffscreenCanvas(points, points).getContext("2d", { willReadFrequently: true });
  drawing.imageSmoothingQuality = "high";
  return places.map(({ left, top, width, height }) => {
    drawing.drawImage(bitmap, left, top, width, height, 0, 0, points, points);
    const { data } = drawing.getImageData(0, 0, points, points);
    return Array.from({ length: points * points }, (_, i) =>
      0.2126 * data[4 * i] + 0.7152 * data[4 * i + 1] + 0.0722 * data[4 * i + 2]);
  });
}"""

ONE_DRAWING_FOR_ALL = """(kind) => {
  for (const use of document.querySelectorAll(`use[href^="#${kind}-"]`)) use.setAttribute("href", `#${kind}-blue`);
}"""


def drawings(person: Person, selector: str, kind: str) -> Drawings:
    """All drawings of a kind that are on the screen, by colour, in grey and without brightness and contrast."""
    places = person.page.evaluate(PLACES, [selector, kind])
    picture = base64.b64encode(person.page.screenshot()).decode()
    with person.context.new_page() as plain:  # one without the content policy of ours
        pieces = plain.evaluate(GREY, [picture, places, POINTS])
    found: Drawings = {colour: [] for colour in COLOURS}
    for place, piece in zip(places, pieces, strict=True):
        grey = np.array(piece)
        found[place["colour"]].append((grey - grey.mean()) / grey.std())
    return found


def distance(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> float:
    return float(1 - np.mean(one * other))


def typical(pieces: list[np.ndarray[Any, Any]]) -> np.ndarray[Any, Any]:
    """What all drawings of a colour have in common."""
    mean = np.mean(pieces, axis=0)
    return (mean - mean.mean()) / mean.std()


def distances(found: Drawings) -> list[float]:
    """How far apart each two colours are."""
    looks = [typical(found[colour]) for colour in COLOURS]
    return [distance(one, other) for one, other in combinations(looks, 2)]


@pytest.fixture(params=[False, True], ids=["day", "night"])
def player(request: pytest.FixtureRequest, new_person: NewPerson) -> Person:
    """Somebody who looks at the tower after a game of four, with its levels side by side."""
    person = new_person("Asha", dark=request.param, viewport=(1440, 900), bots=3, botLevel="random", spread=2)
    let_bots_finish(person, 4)
    person.button("Look at the tower").click()
    person.page.mouse.move(0, 0)
    return person


def test_the_four_colours_stay_apart_without_colour(player: Person):
    for kind, selector in (("token", ".level .token svg"), ("marker", ".players .avatar svg")):
        found = drawings(player, selector, kind)

        assert all(found[colour] for colour in COLOURS), kind
        assert min(distances(found)) > APART, kind
        looks = {colour: typical(found[colour]) for colour in COLOURS}
        for colour, pieces in found.items():
            for piece in pieces:
                assert min(COLOURS, key=lambda other: distance(piece, looks[other])) == colour, kind

        # The measure can fail: with one drawing for all, colours and powder are not enough.
        player.page.evaluate(ONE_DRAWING_FOR_ALL, kind)
        assert max(distances(drawings(player, selector, kind))) < APART, kind
