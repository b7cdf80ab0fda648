"""What a rivalry card of kind "scoring" pays on a board."""

from tests.rules.boards import SQUARES, drawing, position, rivalry_points

MARKERS = {2: {"Ta6": "A", "Tb6": "B"}, 3: {"Ta6": "A", "Tb6": "B", "Tc6": "C"}}
MARKERS[4] = {**MARKERS[3], "Td6": "D"}
"""On T, in columns that the tests' boards leave empty unless they say otherwise."""


def scored(card, spaces=None, players=2, markers=None, **options):
    options = {"sweets_held": [0] * players, "hands": {0: [1]}} | options
    board = drawing({**(MARKERS[players] if markers is None else markers), **(spaces or {})})
    return rivalry_points(position(board, rivalry=[card], **options), card)


def apart_from(squares):
    """Two markers on T, in columns other than those of the squares."""
    free = [square for square in SQUARES if square not in squares]
    return {f"T{free[0]}": "A", f"T{free[-1]}": "B"}
