"""Lessons on how a turn and the game end, and on what is scored (R8, R9)."""

from __future__ import annotations

from basics import LATE_GROUND, LATE_MIDDLE
from drawing import Cards, Drawing, Lesson, happens, scores

END = [
    Lesson(
        "end-turn",
        Drawing(("......", "......", "......", "......", "......", "A....B"), cards={0: Cards((3,)), 1: Cards((8,))}),
        (happens("drew", seat=0),),
        "T3@b2c2 E",
    ),
    Lesson(
        "whole-turn",
        Drawing(
            ("......", "......", "..0...", "..A...", "..1...", "...B.."),
            cards={0: Cards((1, 6, 9), thrown=(4,)), 1: Cards((5, 8, 10), thrown=(1,))},
        ),
        (happens("threw", seat=0), happens("climbed", seat=0), happens("moved", seat=0), happens("drew", seat=0)),
        "T1@b3d3 C Mb1 E",
    ),
    Lesson(
        "no-tokens",
        Drawing(
            LATE_GROUND,
            LATE_MIDDLE,
            cards={0: Cards((12, 7, 9), thrown=(1, 2, 3, 4, 5)), 1: Cards((6, 5), thrown=(1, 2, 3))},
            stains={1: {0: 3}},
        ),
        (happens("finished", seat=0, why="tokens"),),
        "T12@d2b4 E",
    ),
    Lesson(
        "no-cards",
        Drawing(
            ("..01..", ".01.1.", "0..A.0", ".10...", "..01..", "B....."),
            cards={0: Cards((1,), deck=False), 1: Cards((4, 8), deck=False)},
        ),
        (happens("finished", seat=0, why="cards"),),
        "T1@c4e4 E",
    ),
    Lesson(
        "no-throw",
        Drawing(
            ("010101", "0.10.1", "0.10.1", "010..1", "01..01", "01010B"),
            ("......", "......", "......", "..A...", "......", "......"),
            cards={0: Cards((1, 6), thrown=(4, 5, 7)), 1: Cards((8,), thrown=(4, -3), deck=False)},
        ),
        (happens("finished", seat=1, why="no-throw"),),
        "T1@d3e3 E",
        ("Md3", "Me3"),
    ),
    Lesson(
        "over",
        Drawing(
            LATE_GROUND,
            LATE_MIDDLE,
            cards={0: Cards((12,), deck=False), 1: Cards((), deck=False)},
            stains={1: {0: 3}, 0: {1: 2}},
            eaten={0: ("Ga2", "Mb1"), 1: ("Gf5",)},
            finished=(1,),
        ),
        (happens("over"),),
        "T12@d2b4 E",
    ),
]

SCORE = [
    Lesson(
        "levels",
        Drawing(
            ("......", ".1....", "..10..", ".10101", "..01..", "....0."),
            ("......", "......", "..10..", ".1.0..", "..01..", "......"),
            ("......", "......", "......", "..A...", "......", ".B...."),
            cards={0: Cards((12, 1), thrown=(3, 5)), 1: Cards((4, 8), thrown=(1,))},
        ),
        (scores("levels.2", 6),),
        "T1@b3d3",
    ),
    Lesson(
        "on-others",
        Drawing(
            ("......", "......", "..10..", ".101C.", "..01..", "......"),
            ("......", "......", "......", "..AB..", "......", "......"),
            players=3,
            cards={0: Cards((1, 7), thrown=(3, 5)), 1: Cards((4, 8), thrown=(1,)), 2: Cards((4, 8), thrown=(1,))},
        ),
        (scores("on_others", 4), scores("hits", 1)),
        "T1@d3e3",
    ),
    Lesson(
        "most-sweets",
        Drawing(
            ("......", "......", "..10..", ".1A1C.", ".2....", ".....B"),
            players=3,
            cards={0: Cards((1, 7), thrown=(3, 5)), 1: Cards((4, 8), thrown=(1,)), 2: Cards((4, 8), thrown=(1,))},
            eaten={0: ("Ma2",), 1: ("Ge1",), 2: ("Mf2", "Me1")},
        ),
        (scores("sweets", 10),),
        "Mb1",
    ),
    Lesson(
        "ties",
        Drawing(
            ("001100", "011010", "10..01", "0010B0", "01.001", "110011"),
            ("0.01.0", "0.....", "......", "..A...", "......", "....1."),
            cards={0: Cards((1,), deck=False), 1: Cards((), deck=False)},
            stains={0: {1: 2}, 1: {0: 2}},
            eaten={0: ("Mb1",), 1: ("Gf5",)},
            points={1: 5},
            finished=(1,),
        ),
        (happens("over"), {"score": "rank", "most": 1}),
        "T1@e3 E",
    ),
    Lesson(
        "final-score",
        Drawing(  # the game that docs/rules.md counts out, before its last throw
            (".22122", "1B1011", "100021", "1000.0", "2C201.", "202122"),
            ("..01..", "....A.", ".1.212", "1221..", "..22..", "0100.."),
            ("......", "......", "......", "...2..", "......", "......"),
            players=3,
            rivalry=("rangoli",),
            cards={0: Cards((1,), deck=False), 1: Cards((), deck=False), 2: Cards((), deck=False)},
            stains={0: {1: 1, 2: 2}, 2: {0: 1, 1: 2}},
            eaten={0: ("Ga2", "Gb1", "Ga5"), 1: ("Gb6", "Ge1", "Gf2"), 2: ("Ma2", "Mb1", "Ma5")},
            points={0: 1, 1: 1, 2: 1},
            finished=(1, 2),
        ),
        (happens("over"), scores("total", 35)),
        "T1@c5d5 E",
        ("Mc5", "Md5"),
    ),
    Lesson(
        "best-turn",
        Drawing(
            ("......", "..3..2", ".11021", ".03.10", "..23D.", "......"),
            ("......", "..3...", "..102.", ".0A.1C", "..B3..", "......"),
            players=4,
            cards={
                0: Cards((2, 5, 7), thrown=(3, 1)),
                1: Cards((4, 8, 9), thrown=(1, 2)),
                2: Cards((4, 8, 9), thrown=(1, 2)),
                3: Cards((4, 8, 9), thrown=(1, 2)),
            },
            eaten={0: ("Ma2",), 1: ("Me6",), 2: ("Me1",), 3: ("Gb1",)},
        ),
        (scores("total", 21),),
        "T5@c2e2 Mb1",
    ),
]
