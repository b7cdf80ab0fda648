"""Observations and masks written a second time, slowly, from what a seat is sent (`holi-view/1`) and nothing else."""

from typing import Any

import numpy as np

from holi.game import Position, rivalry_cards, view_to_json
from holi.game.notation import parse_space

LEVELS = "GMT"


def observation_from_view(view: dict[str, Any], seat: int) -> np.ndarray:
    """The observation of a seat, entry by entry as `holi.env.observation` lists them."""
    players = view["players"]
    count = len(players)
    order = [(seat + step) % count for step in range(count)]
    planes = np.zeros((28, 36), dtype=np.uint8)
    for level, name in enumerate(LEVELS):
        rows = "".join(reversed(view["levels"][name]))
        for square, letter in enumerate(rows):
            if letter != ".":
                planes[4 * level + order.index(int(letter)), square] = 1
    for relative, number in enumerate(order):
        if players[number]["marker"] is not None:
            level, square = parse_space(players[number]["marker"])
            planes[12 + 4 * level + relative, square] = 1
    sweets = {name: np.array(view["sweets"][name][::-1]).ravel() for name in LEVELS}
    planes[24], planes[25], planes[26] = sweets["G"] >= 1, sweets["G"] == 2, sweets["M"] == 1
    assert sweets["T"].sum() == 0
    assert sweets["M"].max() <= 1
    planes[27] = 1

    features = np.zeros(160, dtype=np.int64)
    features[count - 2] = 1
    features[3 + seat] = 1
    turn = view["turn"]
    if turn is not None:
        features[7 + order.index(turn["seat"])] = 1
        features[13:16] = [turn[done] for done in ("thrown", "moved", "climbed")]
    features[11] = view["phase"] == "setup"
    features[12] = view["phase"] == "over"
    for card in players[seat]["hand"]:
        features[16 + card - 1] = 1
    for relative, number in enumerate(order):
        player = players[number]
        for discard in player["discard"]:
            if discard["face"] == "up":
                features[(42 if relative == 0 else 60 + 13 * (relative - 1)) + discard["card"] - 1] = 1
            elif relative == 0:
                features[29 + discard["card"] - 1] = 1
        features[55 + relative] = bool(player["discard"]) and player["discard"][-1]["face"] == "down"
        for column, colour in enumerate(order):
            features[120 + 4 * relative + column] = player["supply"][colour]
        features[136 + relative] = player["sweets"]
        features[140 + relative] = min(player["points"], 255)
        features[144 + relative] = size_of(player["hand"])
        features[148 + relative] = size_of(player["deck"])
        features[152 + relative] = sum(discard["face"] == "down" for discard in player["discard"])
        features[156 + relative] = 0 if player["finished"] is None else player["finished"] + 1
    features[59] = view["config"]["tie_break"] == "first-finished"
    for number, name in enumerate(rivalry_cards()):
        features[99 + number] = name in view["config"]["rivalry"]
    return np.concatenate([planes.ravel(), features]).astype(np.uint8)


def size_of(cards: int | list[int]) -> int:
    return cards if isinstance(cards, int) else len(cards)


def observation_of(position: Position, seat: int) -> np.ndarray:
    return observation_from_view(view_to_json(position, seat), seat)
