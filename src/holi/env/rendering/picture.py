"""The tower as a picture, for `render_mode="rgb_array"`: drawn with NumPy alone.

The three levels stand side by side, G, M and T under one, two and three small squares. Every seat has a colour and a
shape: blue circles, yellow squares, red diamonds and green triangles. A marker is the same shape on a white disc,
sweets are small pink dots. Below, each player's line shows the score as it stands, tokens left, sweets held, and cards
in hand and deck; the one to act has a bright bar.
"""

from __future__ import annotations

from functools import cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from holi.game import Position, Space
from holi.game.notation import LEVELS

Pixels: TypeAlias = NDArray[np.uint8]
Shades: TypeAlias = NDArray[np.float64]
"""How much of each pixel something covers, from 0 to 1."""

CELL: Final = 36
GAP: Final = 24
HEADING: Final = 34
LINE: Final = 30
SMOOTH: Final = 4
"""Points sampled across a pixel to see how much of it a shape covers."""

BACKGROUND: Final = (38, 34, 46)
BOARD: Final = ((66, 60, 78), (74, 68, 88))
INK: Final = (226, 222, 234)
FAINT: Final = (150, 143, 166)
WHITE: Final = (250, 248, 252)
PINK: Final = (255, 138, 196)
SEATS: Final = ((58, 124, 247), (250, 204, 48), (226, 62, 62), (52, 176, 92))

BOARD_SIDE: Final = 6 * CELL
WIDTH: Final = 3 * BOARD_SIDE + 4 * GAP

# Signs of 3 x 5 points, a row after the other.
SIGNS: Final = {
    "0": "111101101101111", "1": "010110010010111", "2": "111001111100111", "3": "111001111001111",
    "4": "101101111001001", "5": "111100111001111", "6": "111100111101111", "7": "111001010010010",
    "8": "111101111101111", "9": "111101111001111", "+": "000010111010000",
}  # fmt: skip


def draw_position(position: Position) -> Pixels:
    """What everybody may see of a position, as rows of pixels."""
    players = position.config.players
    picture = np.empty((HEADING + BOARD_SIDE + GAP + LINE * players + GAP // 2, WIDTH, 3), dtype=np.uint8)
    picture[:] = BACKGROUND
    for level in range(len(LEVELS)):
        left = GAP + level * (BOARD_SIDE + GAP)
        for step in range(level + 1):  # R9.1: as many squares as a token there scores points
            picture[HEADING - 18 : HEADING - 8, left + 16 * step : left + 16 * step + 10] = INK
        for square in range(36):
            row, column = divmod(square, 6)
            top = HEADING + (5 - row) * CELL
            _draw_cell(picture[top : top + CELL, left + column * CELL :][:, :CELL], position, Space(level, square))
    scores = position.scores()
    for seat in range(players):
        _draw_player(picture, position, seat, scores[seat].total, HEADING + BOARD_SIDE + GAP + LINE * seat)
    return picture


def _draw_cell(cell: Pixels, position: Position, space: Space) -> None:
    cell[:] = BOARD[(space.square // 6 + space.square) % 2]
    cell[0, :] = cell[:, 0] = BACKGROUND
    marker, token = position.marker_at(space), position.token_at(space)
    if marker is not None:
        _paint(cell, _disc(0.46, 0.5, 0.5), SEATS[marker])
        _paint(cell, _disc(0.40, 0.5, 0.5), WHITE)
        _paint(cell, _shape(marker, 0.24), SEATS[marker])
    elif token is not None:
        _paint(cell, _shape(token, 0.36), SEATS[token])
    for number in range(position.sweets_at(space)):
        across = (0.5, 0.5) if token is None and position.sweets_at(space) == 1 else (0.32 + 0.36 * number, 0.5)
        _paint(cell, _disc(0.15, *across), WHITE)
        _paint(cell, _disc(0.12, *across), PINK)


def _draw_player(picture: Pixels, position: Position, seat: int, score: int, top: int) -> None:
    player = position.players[seat]
    if position.seat == seat:
        picture[top : top + LINE - 6, GAP // 2 : GAP // 2 + 4] = INK
    icon = picture[top - 6 : top - 6 + CELL, GAP : GAP + CELL]
    _paint(icon, _shape(seat, 0.30), SEATS[seat])
    ink = FAINT if player.finished is not None else INK
    at = GAP + CELL + 8
    _write(picture, str(score), at, top + 3, 4, ink)
    at += 90
    _paint(picture[top - 6 : top - 6 + CELL, at : at + CELL], _shape(seat, 0.20), SEATS[seat])
    _write(picture, str(player.supply[seat]), at + CELL, top + 5, 3, ink)
    at += 110
    _paint(picture[top - 6 : top - 6 + CELL, at : at + CELL], _disc(0.14, 0.5, 0.5), PINK)
    _write(picture, str(player.sweets), at + CELL, top + 5, 3, ink)
    at += 110
    for shift in (0, 5):  # two cards, one upon the other
        picture[top + 3 + shift : top + 15 + shift, at + 6 + shift : at + 15 + shift] = (FAINT, WHITE)[shift > 0]
    _write(picture, f"{len(player.hand)}+{len(player.deck)}", at + CELL, top + 5, 3, ink)


def _write(picture: Pixels, text: str, left: int, top: int, size: int, ink: tuple[int, int, int]) -> None:
    for number, letter in enumerate(text):
        for point, shown in enumerate(SIGNS[letter]):
            if shown == "1":
                y = top + point // 3 * size
                x = left + (4 * number + point % 3) * size
                picture[y : y + size, x : x + size] = ink


def _paint(cell: Pixels, shades: Shades, colour: tuple[int, int, int]) -> None:
    cover = shades[..., None]
    cell[:] = (cell * (1 - cover) + np.array(colour) * cover).round().astype(np.uint8)


@cache
def _points() -> tuple[Shades, Shades]:
    steps = (np.arange(CELL * SMOOTH) + 0.5) / (CELL * SMOOTH)
    across, down = np.meshgrid(steps, steps)
    return across, down


def _shades(inside: NDArray[np.bool_]) -> Shades:
    covered: Shades = inside.reshape(CELL, SMOOTH, CELL, SMOOTH).mean(axis=(1, 3))
    return covered


@cache
def _disc(radius: float, x: float, y: float) -> Shades:
    across, down = _points()
    return _shades((across - x) ** 2 + (down - y) ** 2 <= radius**2)


@cache
def _shape(seat: int, size: float) -> Shades:
    """The shape of a seat: circle, square, diamond or triangle."""
    across, down = _points()
    x, y = abs(across - 0.5), down - 0.5
    if seat == 0:
        return _disc(size, 0.5, 0.5)
    if seat == 1:
        return _shades(np.maximum(x, abs(y)) <= 0.86 * size)
    if seat == 2:
        return _shades(x + abs(y) <= 1.2 * size)
    return _shades((y <= 0.8 * size) & (x <= 0.6 * (y + 1.1 * size)))
