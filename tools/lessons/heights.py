"""Lessons on the upper levels: the six ways in which colour falls (R7)."""

from __future__ import annotations

from drawing import Cards, Drawing, Lesson, happens

FALL = [
    Lesson(
        "stays",
        Drawing(
            ("......", ".B....", "..1...", ".0101.", "..0...", "......"),
            ("......", "......", "......", "..A...", "......", "......"),
            cards={0: Cards((1, 4), thrown=(3,)), 1: Cards((4, 8), thrown=(1,))},
        ),
        (happens("token", path="M??", end="board", times=2),),
        "T1@d3e3",
        ("Md3", "Me3"),
    ),
    Lesson(
        "one-level",
        Drawing(
            ("......", ".B....", "..10..", ".1010.", "..01..", "......"),
            ("......", "......", "...0..", "......", "......", "......"),
            ("......", "......", "......", "..A...", "......", "......"),
            cards={0: Cards((1, 4), thrown=(3, 5)), 1: Cards((4, 8), thrown=(1,))},
        ),
        (happens("token", path="T?? M??", end="board"),),
        "T1@d3e3",
        ("Td3", "Te3"),
    ),
    Lesson(
        "two-levels",
        Drawing(
            ("......", ".B....", "..10..", ".10...", "..01..", "......"),
            ("......", "......", "..10..", ".1....", "..01..", "......"),
            ("......", "......", "......", "..A...", "......", "......"),
            cards={0: Cards((1, 4), thrown=(3, 5)), 1: Cards((4, 8), thrown=(1,))},
        ),
        (happens("token", path="T?? M?? G??", end="board"),),
        "T1@d3e3",
        ("Td3", "Te3"),
    ),
    Lesson(
        "rain",
        Drawing(
            ("......", "......", "..10..", ".10110", "..01..", "......"),
            ("......", "......", "..10..", ".1..B.", "...1..", "......"),
            ("......", "......", "......", "..A...", "......", "......"),
            cards={0: Cards((1, 7), thrown=(3, 5)), 1: Cards((4, 8), thrown=(1,))},
        ),
        (happens("token", end="rain", onto=1),),
        "T1@d3e3",
        ("Te3",),
    ),
    Lesson(
        "under",
        Drawing(
            ("......", ".1....", "....1.", "..A.0.", "...01.", "......"),
            ("......", "......", "....0.", "......", "....0.", "......"),
            ("......", "......", "....0.", ".B....", "......", "......"),
            cards={0: Cards((1, 7), thrown=(3, 5)), 1: Cards((4, 8), thrown=(1,))},
        ),
        (happens("collected", seat=0, space="M??"), happens("collected", seat=0, space="T??")),
        "Me4",
        ("Ge4",),
    ),
    Lesson(
        "through-sweets",
        Drawing(
            ("......", "....0.", "..10..", "..0...", "..1...", "...B.."),
            ("......", "......", "..10..", "......", "......", "......"),
            ("......", "......", "......", ".A....", "......", "......"),
            cards={0: Cards((12, 7), thrown=(3, 5)), 1: Cards((4, 8), thrown=(1,))},
        ),
        (happens("token", path="Ta2 Ma2 Ga2"),),
        "T12@a2c4",
        ("Ta2",),
    ),
    Lesson(
        "face-down-falls",
        Drawing(
            ("......", ".B....", "..1...", ".0101.", "..0...", "......"),
            ("......", "......", "......", "..A...", "......", "......"),
            cards={0: Cards((1, 4), thrown=(3,)), 1: Cards((4, 8), thrown=(1,))},
        ),
        (happens("threw", face="down"), happens("token", path="Mf6 Gf6")),
        "D1@f6",
        ("Mf6",),
    ),
]
