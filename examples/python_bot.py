"""A whole bot in plain Python, without any package: `holi arena random --bot "cmd:python3 examples/python_bot.py"`.

Holi starts it for each game, writes one line of JSON whenever it is its turn, and reads one line as the answer:

    {"cmd": "choose", "view": {...}, "legal": ["T7@b2d4", "Me5", "C"], "movetime": 0.93}
    {"action": "C"}

`view` is all that our seat may know, `legal` is every action that we may answer with, and `movetime` is how many
seconds are left for this turn. A turn takes several actions, so we are asked several times until we answer "E".
"""

import json
import re
import sys

ROWS = "654321"  # the view lists row 6 first
POINTS_OF_LEVEL = {"G": 1, "M": 2, "T": 3}


class Tower:
    """What we want to know of the view."""

    def __init__(self, view):
        self.me = view["turn"]["seat"]
        self.levels = view["levels"]
        self.sweets = view["sweets"]
        self.markers = [player["marker"] for player in view["players"]]
        self.my_marker = self.markers[self.me]
        self.my_level = self.my_marker[0] if self.my_marker else "G"

    def token(self, level, square):
        """The seat whose token lies on a square such as "c3", as a digit, or "." if none does."""
        return self.levels[level][ROWS.index(square[1])]["abcdef".index(square[0])]

    def sweets_on(self, square):
        return self.sweets[self.my_level][ROWS.index(square[1])]["abcdef".index(square[0])]

    def neighbours(self, square):
        """The squares beside this one; a marker needs four with tokens to climb."""
        column, row = "abcdef".index(square[0]), int(square[1])
        around = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
        return ["abcdef"[c] + str(r) for c, r in around if 0 <= c < 6 and 1 <= r <= 6]


def worth(action, tower):
    """How good an action looks; the best one is played. These few numbers are the whole strategy: change them!"""
    if action == "C":  # higher levels score more, and nobody ever comes down
        return 1000
    if action == "E":
        return 0
    squares = re.findall("[a-f][1-6]", action)
    if action[0] in "TD":  # throw: the more tokens that stay up here, the better
        return 100 + sum(worth_of_token(square, tower) for square in squares)
    if action[0] == "M":  # move: to sweets, and to where a climb is near, but not onto our own tokens
        square = squares[0]
        beside = tower.neighbours(square)
        ready = sum(tower.token(tower.my_level, near) != "." for near in beside)
        climb_soon = {4: 60, 3: 12}.get(ready, 0) if tower.my_level != "T" and len(beside) == 4 else 0
        own = tower.token(tower.my_level, square) == str(tower.me)
        value = 4 * tower.sweets_on(square) + climb_soon - 3 * own - 1
        # With four tokens around it a marker can climb at once, so such a move comes before the throw.
        return 200 + value if ready == 4 and climb_soon else value
    return 1  # a starting corner: they are all alike


def worth_of_token(square, tower):
    level = tower.my_level
    if any(marker == level + square for marker in tower.markers):
        return 30  # a direct hit: one point now and two at the end
    below = {"T": "M", "M": "G"}.get(level)
    if below and tower.token(below, square) == ".":
        return 10  # it falls at least one level
    beside = tower.my_marker is not None and square in tower.neighbours(tower.my_marker[1:])
    return 10 * POINTS_OF_LEVEL[level] + (2 if beside else 0)


def main():
    for line in sys.stdin:  # ends when the game does
        request = json.loads(line)
        tower = Tower(request["view"])
        action = max(request["legal"], key=lambda text: worth(text, tower))
        print(json.dumps({"action": action}), flush=True)  # without flush the answer would stay in a buffer


if __name__ == "__main__":
    main()
