"""A lesson for each rivalry card; the lesson has the card's name."""

from __future__ import annotations

from drawing import EMPTY, Cards, Drawing, Lesson, happens, scores

RULES = [
    Lesson(
        "short-steps",
        Drawing(
            ("......", "......", "...1..", "...0..", "..A...", "...B.."),
            rivalry=("short-steps",),
            cards={0: Cards((1, 3), thrown=(4,)), 1: Cards((5, 8), thrown=(1,))},
        ),
        (happens("sweets", seat=0),),
        "Mb1",
        ("Gb1", "Ga2"),
    ),
    Lesson(
        "helping-hands",
        Drawing(
            ("......", "......", "...1..", "..0A1.", "......", "...B.."),
            rivalry=("helping-hands",),
            cards={0: Cards((3, 6), thrown=(4,)), 1: Cards((5, 8), thrown=(1,))},
        ),
        (happens("climbed", seat=0),),
        "C",
        ("Md3",),
    ),
    Lesson(
        "mirror-dance",
        Drawing(
            ("......", "......", "......", "..A1..", "......", "...B.."),
            rivalry=("mirror-dance",),
            cards={0: Cards((3,), thrown=(1, -5)), 1: Cards((5, 8), thrown=(1,))},
        ),
        (happens("token", path="Gd4"), happens("token", path="Gd5")),
        "T3@d4d5",
        ("Gd4", "Gd5"),
    ),
    Lesson(
        "open-pockets",
        Drawing(
            ("......", "....0.", "......", "..A1..", "...1..", ".B...."),
            rivalry=("open-pockets",),
            cards={0: Cards((1, 6, 9), thrown=(4,)), 1: Cards((5, 8), thrown=(1,))},
            eaten={1: ("Gb1",)},
        ),
        (happens("drew", seat=0, cards="? ?"),),
        "T1@a3b3 E",
    ),
    Lesson(
        "free-handfuls",
        Drawing(
            ("......", "....0.", "......", "..A1..", "...1..", ".B...."),
            rivalry=("free-handfuls",),
            cards={0: Cards((1, 6), thrown=(4, -9)), 1: Cards((5, 8), thrown=(1,))},
            eaten={1: ("Gb1",)},
        ),
        (happens("threw", face="down"),),
        "D1@f6",
    ),
    Lesson(
        "splash",
        Drawing(
            ("......", "......", "..1...", ".1A1..", "..1.B.", "......"),
            rivalry=("splash",),
            cards={0: Cards((12, 1), thrown=(4, -9)), 1: Cards((5, 8), thrown=(1,))},
        ),
        (happens("threw", card="1", face="up"),),
        "T1@e3",
    ),
    Lesson(
        "last-dance",
        Drawing(
            ("0.10.1", ".10.1.", "0..A.0", ".10..1", "10.01.", "B.1.0."),
            rivalry=("last-dance",),
            cards={0: Cards((1, 5, 9), thrown=(4, 7, 8)), 1: Cards((), deck=False)},
            finished=(1,),
        ),
        (happens("finished", seat=0, why="last-dance"),),
        "T1@b4c4 E",
    ),
    Lesson(
        "swap-places",
        Drawing(
            ("......", "....1.", "...1B1", "..0.1.", "......", "A....."),
            rivalry=("swap-places",),
            cards={0: Cards((1, 5, 9), thrown=(4, 7)), 1: Cards((5, 8), thrown=(1, 4))},
        ),
        (happens("moved", seat=0, swapped=1), happens("climbed", seat=0)),
        "Me4 C",
        ("Ge4",),
    ),
]

SCORING = [
    Lesson(
        "sharp-aim",
        Drawing(
            ("......", "......", "..1...", ".A.B..", "..0...", "......"),
            rivalry=("sharp-aim",),
            cards={0: Cards((1, 4), thrown=(3,)), 1: Cards((5, 8), thrown=(1,))},
        ),
        (happens("token", end="hit", points=2),),
        "T1@c3d3",
    ),
    Lesson(
        "cloudburst",
        Drawing(
            ("......", "......", "..10..", ".1010.", "..0B..", "......"),
            ("......", "......", "......", "..A...", "......", "......"),
            rivalry=("cloudburst",),
            cards={0: Cards((12, 6), thrown=(3,)), 1: Cards((5, 8), thrown=(1,))},
        ),
        (happens("token", end="rain", points=3),),
        "T12@d2b4",
    ),
    Lesson(
        "sweet-tooth",
        Drawing(
            ("......", "......", "..1...", ".1A...", "..0B..", "......"),
            rivalry=("sweet-tooth",),
            cards={0: Cards((1, 6), thrown=(3,)), 1: Cards((5, 8), thrown=(1,))},
        ),
        (scores("rivalry.sweet-tooth", 4),),
        "Mb1",
    ),
    Lesson(
        "rangoli",
        Drawing(
            ("......", ".0....", "......", ".1.A..", "...1..", "..B..."),
            rivalry=("rangoli",),
            cards={0: Cards((12, 1), thrown=(3,)), 1: Cards((5, 8), thrown=(1,))},
        ),
        (scores("rivalry.rangoli", 3),),
        "T12@e2c4",
    ),
    Lesson(
        "four-corners",
        Drawing(
            ("......", ".0....", "......", "A..1..", "...1..", "..B..."),
            rivalry=("four-corners",),
            cards={0: Cards((1, 12), thrown=(3, -5)), 1: Cards((5, 8), thrown=(1,))},
        ),
        (scores("rivalry.four-corners", 3),),
        "T1@a1a2",
    ),
    Lesson(
        "rooftop-view",
        Drawing(
            ("......", "......", "..10..", ".1011.", "..0B..", "......"),
            ("......", "......", "..1...", "..A...", "......", "......"),
            rivalry=("rooftop-view",),
            cards={0: Cards((1, 12), thrown=(3, -5)), 1: Cards((5, 8), thrown=(1,))},
        ),
        (scores("rivalry.rooftop-view", 5),),
        "T1@d3e3",
    ),
    Lesson(
        "pillars",
        Drawing(
            ("......", "......", "..11..", ".0100.", "..0B..", "......"),
            ("......", "......", "......", "..A...", "......", "......"),
            rivalry=("pillars",),
            cards={0: Cards((1, 7), thrown=(3, -5)), 1: Cards((5, 8), thrown=(1,))},
        ),
        (scores("rivalry.pillars", 4),),
        "T1@b3d3",
    ),
    Lesson(
        "long-line",
        Drawing(
            ("......", "......", "......", "00A..1", "..1B..", "......"),
            rivalry=("long-line",),
            cards={0: Cards((1, 12), thrown=(3, -5)), 1: Cards((5, 8), thrown=(1,))},
        ),
        (scores("rivalry.long-line", 3),),
        "T1@d3e3",
    ),
    Lesson(
        "big-crowd",
        Drawing(
            ("......", "....0.", "...00.", "..A..0", "..1B..", "......"),
            rivalry=("big-crowd",),
            cards={0: Cards((1, 12), thrown=(3, -5)), 1: Cards((5, 8), thrown=(1,))},
        ),
        (scores("rivalry.big-crowd", 6),),
        "T1@d3e3",
    ),
    Lesson(
        "quarters",
        Drawing(
            (".....B", ".0....", "....1.", ".A.1..", "......", "..0..."),
            rivalry=("quarters",),
            cards={0: Cards((10, 6), thrown=(3, 12)), 1: Cards((5, 8), thrown=(1,))},
        ),
        (scores("rivalry.quarters", 12),),
        "T6@d1d2",
    ),
    Lesson(
        "spotless",
        Drawing(
            ("......", "..2...", "..1...", ".A.B..", "..0...", ".....C"),
            players=3,
            rivalry=("spotless",),
            cards={0: Cards((1, 4), thrown=(3,)), 1: Cards((5, 8), thrown=(1,)), 2: Cards((5, 8), thrown=(1,))},
        ),
        (scores("rivalry.spotless", 5),),
        "T1@c3d3",
    ),
    Lesson(
        "best-friend",
        Drawing(
            ("......", "..2...", "..1.C.", ".A.B..", "..0...", "......"),
            players=3,
            rivalry=("best-friend",),
            cards={0: Cards((1, 4), thrown=(3,)), 1: Cards((5, 8), thrown=(1,)), 2: Cards((5, 8), thrown=(1,))},
            stains={1: {0: 1, 2: 1}},
        ),
        (scores("rivalry.best-friend", 4),),
        "T1@c3d3",
    ),
    Lesson(
        "summit",
        Drawing(
            ("......", "......", "..1...", ".0.1..", "..0B..", "......"),
            ("......", "......", "..1...", ".0A1..", "..0...", "......"),
            EMPTY,
            rivalry=("summit",),
            cards={0: Cards((1, 4), thrown=(3,)), 1: Cards((5, 8), thrown=(1,))},
        ),
        (happens("climbed", points=6),),
        "C",
    ),
]
