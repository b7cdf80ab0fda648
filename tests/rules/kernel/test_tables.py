"""The tables of a configuration: what cards can do, worked out once from their faces (R4.1-R4.3, R6.1)."""

import random
from hashlib import sha256

import pytest

from holi.game import complete_deck
from holi.kernel.layout import CARDS, MOST_RULES, MOST_WAYS, PLACEMENTS, REACH, SPACES, TABLES, WAYS
from holi.kernel.mode import plain, vector
from holi.kernel.tables import face_code, rules_vector, write_tables
from tests.rules.boards import SQUARES, ways_to_lay

COMPLETE = [card.face for card in complete_deck().cards]


def own_deck(seed):
    """Thirteen faces at random, with and without a star."""
    chance = random.Random(seed)
    faces = []
    while len(faces) < CARDS:
        face = "".join(chance.choice("##..*") for _ in range(9))
        if face.count("*") <= 1 and face.count("#") >= 2 - face.count("*"):
            faces.append("/".join((face[:3], face[3:6], face[6:])))
    return faces


DECKS = {
    "complete": COMPLETE,
    "own 1": own_deck(1),
    "own 2": own_deck(2),
    "own 3": own_deck(3),
    "full": ["###/###/###"] * CARDS,
    "all around": ["###/#*#/###"] * CARDS,
}
EVERYTHING = {
    "climb_tokens": 3,
    "hand_limit": 4,
    "free_handfuls": 1,
    "splash": 1,
    "last_dance": 1,
    "swap_places": 1,
    "hit_points": 2,
    "rain_points": 3,
    "summit_points": 6,
    "summit_step": 2,
    "move_steps": 3,
    "mirror": 1,
}
SETTINGS = {"usual": {}, "mirror": {"mirror": 1}, "two steps": {"move_steps": 2}, "everything": EVERYTHING}


def vector_of(deck, settings):
    return plain(rules_vector(3, [face.split("/") for face in DECKS[deck]], settings))


DIGESTS = {
    ("complete", "usual"): "3cda6863daa5",
    ("complete", "mirror"): "1231815bfc31",
    ("complete", "two steps"): "b3ddd6d9bc40",
    ("complete", "everything"): "f31691b412d0",
    ("own 1", "usual"): "29e8af59a3b1",
    ("own 1", "mirror"): "69c3199f7f2f",
    ("own 1", "two steps"): "797d2d1502da",
    ("own 1", "everything"): "cfc0fbaf4f70",
    ("own 2", "usual"): "1b17b23118e5",
    ("own 2", "mirror"): "3be2b834b830",
    ("own 2", "two steps"): "31f520bb8618",
    ("own 2", "everything"): "ce5ea04b0e1c",
    ("own 3", "usual"): "dceed16224dc",
    ("own 3", "mirror"): "4e7ad95cac2a",
    ("own 3", "two steps"): "0649711245ab",
    ("own 3", "everything"): "bddf2fb370cd",
    ("full", "usual"): "98767fafa689",
    ("full", "mirror"): "98767fafa689",
    ("full", "two steps"): "3c0196ebb9de",
    ("full", "everything"): "d1be88e89d56",
    ("all around", "usual"): "cfd1ea902a04",
    ("all around", "mirror"): "cfd1ea902a04",
    ("all around", "two steps"): "70f2ec42efde",
    ("all around", "everything"): "69fd8c399ce5",
}
"""Of the vectors that the kernel built before its tables were written in ints."""


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("deck", DECKS)
def test_the_vector_of_a_configuration_is_the_same_as_ever(deck, settings):
    written = ",".join(map(str, vector_of(deck, SETTINGS[settings])))
    assert sha256(written.encode()).hexdigest()[:12] == DIGESTS[deck, settings]


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("deck", DECKS)
def test_r4_3_the_placements_are_those_found_by_turning_the_drawn_card(deck, mirrored):
    rules = vector_of(deck, {"mirror": int(mirrored)})
    for card, face in list(enumerate(DECKS[deck]))[:3]:
        for square, name in enumerate(SQUARES):
            entry = PLACEMENTS + SPACES * card + square
            boards = rules[rules[entry] : rules[entry + 1]]
            assert boards == sorted(set(boards))
            shown = {frozenset(SQUARES[s] for s in range(SPACES) if board >> s & 1) for board in boards}
            assert shown == ways_to_lay(face, name, mirrored=mirrored)


def test_r4_3_a_way_names_the_squares_where_it_stays_in_the_grid_and_the_shifts_of_its_targets():
    rules = vector_of("complete", {})
    card = COMPLETE.index("##./#*./...")
    at = rules[WAYS + card]
    inside, count, *shifts = rules[at : at + 5]
    # Leftmost first, then lowest: the ways of the elbow begin with that to the left of and below the marker.
    assert (count, shifts) == (3, [-7, -1, -6])
    assert [name for square, name in enumerate(SQUARES) if inside >> square & 1] == [
        name for name in SQUARES if name[0] != "a" and name[1] != "1"
    ]
    assert rules[WAYS + card + 1] - at == 4 * 5


@pytest.mark.parametrize("steps", range(11))
def test_r6_1_a_move_reaches_the_spaces_that_many_steps_away(steps):
    rules = vector_of("complete", {"move_steps": steps})
    for square in range(SPACES):
        near = [
            other
            for other in range(SPACES)
            if other != square and abs(other // 6 - square // 6) + abs(other % 6 - square % 6) <= steps
        ]
        assert rules[REACH + square] == sum(1 << other for other in near)


def test_the_tables_fit_into_the_room_that_is_kept_for_them():
    for mirror in (0, 1):
        for deck in DECKS.values():
            faces = vector([face_code(face.split("/")) for face in deck])
            rules, work = vector([-7] * (MOST_RULES + 1)), vector([-7] * (MOST_WAYS + 1))
            size = write_tables(rules, faces, 10, mirror, work)
            numbers = plain(rules)
            assert TABLES < size <= MOST_RULES
            assert set(numbers[size:]) | set(numbers[:REACH]) == {-7}
            assert numbers[WAYS] == TABLES
            assert numbers[TABLES - 1] == size
            assert work[MOST_WAYS] == -7


@pytest.mark.parametrize(
    ("face", "code"),
    [("#../.*#/.#.", 0b001_100_010 | 5 << 9), ("##./.../...", 0b011_000_000), ("#.#/#../..*", 0b101_001_000 | 3 << 9)],
)
def test_a_face_is_one_int(face, code):
    assert face_code(face.split("/")) == code
