"""Redrawing a position from events alone (F5): what a client would do, without knowing a single rule."""

import copy
from collections.abc import Callable
from typing import Any

from tests.game.tower import COLUMNS

Json = dict[str, Any]


def redrawn(position: Json, events: list[Json]) -> Json:
    """The position after the events; the flags of the turn follow from the kinds of events."""
    drawn = copy.deepcopy(position)
    for event in events:
        REDRAW[event["type"]](drawn, event)
    return drawn


def put(drawn: Json, space: str, shown: str) -> None:
    """Change what a space of `levels` shows."""
    rows, row, column = drawn["levels"][space[0]], 6 - int(space[2]), COLUMNS.index(space[1])
    rows[row] = rows[row][:column] + shown + rows[row][column + 1 :]


def placed_marker(drawn: Json, event: Json) -> None:
    drawn["players"][event["seat"]]["marker"] = event["space"]
    if event["seat"] + 1 < len(drawn["players"]):
        drawn["turn"]["seat"] = event["seat"] + 1
    else:
        drawn["phase"], drawn["turn"]["seat"] = "play", 0


def threw(drawn: Json, event: Json) -> None:
    player = drawn["players"][event["seat"]]
    player["hand"].remove(event["card"])
    player["discard"].append({"card": event["card"], "face": event["face"]})
    drawn["turn"]["thrown"] = True


def token(drawn: Json, event: Json) -> None:
    seat = event["seat"]
    drawn["players"][seat]["supply"][seat] -= 1
    drawn["players"][seat]["points"] += event["points"]
    if event["end"] == "board":
        put(drawn, event["path"][-1], str(seat))
    else:
        drawn["players"][event["onto"]]["supply"][seat] += 1


def moved(drawn: Json, event: Json) -> None:
    drawn["players"][event["seat"]]["marker"] = event["to"]
    if event["swapped"] is not None:
        drawn["players"][event["swapped"]]["marker"] = event["from"]
    drawn["turn"]["moved"] = True


def climbed(drawn: Json, event: Json) -> None:
    drawn["players"][event["seat"]]["marker"] = event["to"]
    drawn["players"][event["seat"]]["points"] += event["points"]
    drawn["turn"]["climbed"] = True


def sweets(drawn: Json, event: Json) -> None:
    level, column, row = event["space"]
    drawn["sweets"][level][6 - int(row)][COLUMNS.index(column)] -= event["count"]
    drawn["players"][event["seat"]]["sweets"] += event["count"]


def collected(drawn: Json, event: Json) -> None:
    put(drawn, event["space"], ".")
    drawn["players"][event["seat"]]["supply"][event["owner"]] += 1


def drew(drawn: Json, event: Json) -> None:
    player = drawn["players"][event["seat"]]
    for card in event["cards"]:
        assert player["deck"].pop(0) == card
        player["hand"].append(card)
    player["hand"].sort()


def finished(drawn: Json, event: Json) -> None:
    count = sum(player["finished"] is not None for player in drawn["players"])
    drawn["players"][event["seat"]]["finished"] = count


def turn(drawn: Json, event: Json) -> None:
    drawn["turn"] = {"seat": event["seat"], "thrown": False, "moved": False, "climbed": False}


def over(drawn: Json, event: Json) -> None:
    drawn["phase"], drawn["turn"], drawn["scores"] = "over", None, event["scores"]


REDRAW: dict[str, Callable[[Json, Json], None]] = {
    "placed-marker": placed_marker,
    "threw": threw,
    "token": token,
    "moved": moved,
    "climbed": climbed,
    "sweets": sweets,
    "collected": collected,
    "drew": drew,
    "finished": finished,
    "turn": turn,
    "over": over,
}
