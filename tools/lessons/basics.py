"""The first lessons: the start, throwing, moving, climbing."""

from __future__ import annotations

from drawing import Cards, Drawing, Lesson, happens

LATE_GROUND = ("001100", "011010", "1...01", "0.A.10", "01.B01", "110011")
LATE_MIDDLE = ("0.01.0", "0..0..", "......", "......", "......", "0...1.")
"""A courtyard late in the game, with few free spaces."""

START = [
    Lesson(
        "corner",
        Drawing(players=3, phase="setup"),
        (happens("placed-marker", seat=0),),
        "Sa1",
    ),
    Lesson(
        "setup",
        Drawing(players=4, phase="setup"),
        (happens("placed-marker", seat=0, space="Ga6"),),
        "Sa6",
        ("Ga6",),
    ),
]

THROW = [
    Lesson(
        "face-up",
        Drawing(("......", "....B.", "......", "..A...", "......", "......"), cards={0: Cards((1,))}),
        (happens("threw", seat=0, face="up"),),
        "T1@d3e3",
    ),
    Lesson(
        "rotation",
        Drawing(("......", "....B.", ".1....", "..A...", "......", "......"), cards={0: Cards((10,))}),
        (happens("token", path="Gd3"), happens("token", path="Ge2")),
        "T10@e2d3",
        ("Gd3", "Ge2"),
    ),
    Lesson(
        "edges",
        Drawing(("......", "......", "...B..", "......", "......", "A.1..."), cards={0: Cards((1, 12))}),
        (happens("token", path="Ga2"),),
        "T1@a2a3",
        ("Ga2",),
    ),
    Lesson(
        "one-token",
        Drawing(("......", "......", "......", ".1A0..", "......", "...B.."), cards={0: Cards((1,))}),
        (happens("token", path="Gc2"), happens("token", path="Gc4")),
        "T1@c2c4",
        ("Gc2", "Gc4"),
    ),
    Lesson(
        "star",
        Drawing(
            ("......", ".0....", "..0...", "...A..", "......", ".B...."),
            cards={0: Cards((13,), thrown=(12,))},
            eaten={1: ("Gb1",)},
        ),
        (happens("token", times=3),),
        "T13@c2e3d4",
    ),
    Lesson(
        "hit",
        Drawing(
            ("......", "..1...", "..1...", ".A.B..", "......", "......"), cards={0: Cards((1, 4)), 1: Cards((1, 7))}
        ),
        (happens("token", end="hit", onto=1),),
        "T1@c3d3",
        ("Gd3",),
    ),
    Lesson(
        "face-down",
        Drawing(("......", "......", "......", "......", "..1.B.", "A.1..."), cards={0: Cards((12, 8))}),
        (happens("threw", face="down"), happens("token", path="Ge5")),
        "D12@e5",
        ("Ge5",),
    ),
    Lesson(
        "not-twice",
        Drawing(("......", "....0.", "......", "......", ".A1.B.", "..1..."), cards={0: Cards((4, 9), thrown=(-8,))}),
        (happens("threw", face="up"),),
        "T4@b3d3",
    ),
    Lesson(
        "few-tokens",
        Drawing(
            LATE_GROUND,
            LATE_MIDDLE,
            cards={0: Cards((12,), thrown=(1, 2, 3, 4, 5)), 1: Cards((6,), thrown=(1, 2, 3))},
            stains={1: {0: 4}},
        ),
        (happens("token", end="hit", onto=1),),
        "T12@d2",
        ("Gd2",),
    ),
]

MOVE = [
    Lesson(
        "sweets",
        Drawing(("......", "......", "...1..", "..A1..", "......", "...B.."), cards={0: Cards((1, 3))}),
        (happens("sweets", seat=0, count=2),),
        "Mb1",
        ("Gb1", "Ga2", "Ga5", "Gb6", "Ge1", "Gf2", "Ge6", "Gf5"),
    ),
    Lesson(
        "collect",
        Drawing(("......", "....0.", "....0.", ".1A...", ".1....", "...B.."), cards={0: Cards((1, 3), thrown=(4,))}),
        (happens("collected", seat=0, owner=0),),
        "Me5",
        ("Ge5", "Ge4"),
    ),
    Lesson(
        "order",
        Drawing(("......", ".1....", "...0..", "......", "..B...", "A....."), cards={0: Cards((8,), thrown=(5, -6))}),
        (happens("moved", seat=0), happens("token", times=3)),
        "Mc3 T8@b2d2b4",
    ),
]

CLIMB = [
    Lesson(
        "climb",
        Drawing(("......", "......", "..1...", ".0A0..", "..1...", "...B.."), cards={0: Cards((3, 6), thrown=(1,))}),
        (happens("climbed", seat=0),),
        "C",
        ("Mc3",),
    ),
    Lesson(
        "way-up",
        Drawing(("......", ".....1", "..1...", "..A...", "..0...", "...B.."), cards={0: Cards((1, 11), thrown=(5,))}),
        (happens("climbed", seat=0),),
        "T1@b3d3 C",
        ("Gb3", "Gd3"),
    ),
    Lesson(
        "barred",
        Drawing(
            ("......", "....0.", "..00.1", ".1A10.", "..0...", "......"),
            ("......", "......", "......", "..B...", "......", "......"),
            cards={0: Cards((3, 6), thrown=(1, 2)), 1: Cards((4, 8), thrown=(1,))},
        ),
        (happens("climbed", seat=0),),
        "Me4 C",
        ("Ge4",),
    ),
]
