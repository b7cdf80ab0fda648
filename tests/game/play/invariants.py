"""R7.6 and the bookkeeping around it, checked on a position's JSON by code that shares nothing with the engine."""

from typing import Any

from tests.game.tower import SPACES, above, below, sweets_on, tokens

SWEETS_SQUARES = ("a2", "b1", "a5", "b6", "e1", "f2", "e6", "f5")
SWEETS = {"G": 2, "M": 1, "T": 0}


def check_invariants(position: dict[str, Any]) -> None:
    """Fail with the broken invariant."""
    check_tokens_and_markers(position)
    check_everything_is_accounted_for(position)
    check_order_of_finishing(position)


def check_tokens_and_markers(position: dict[str, Any]) -> None:
    lying = tokens(position)
    for space in lying:
        assert space[0] == "G" or below(space) in lying, f"the token on {space} floats"
    markers = [player["marker"] for player in position["players"] if player["marker"] is not None]
    assert len(set(markers)) == len(markers), "two markers share a space"
    for marker in markers:
        assert marker not in lying, f"marker and token share {marker}"
        assert sweets_on(position, marker) == 0, f"sweets lie under the marker on {marker}"
        assert above(marker) not in lying, f"a token is above the marker on {marker}"


def check_everything_is_accounted_for(position: dict[str, Any]) -> None:
    players = position["players"]
    owners = list(tokens(position).values())
    for seat, player in enumerate(players):
        assert owners.count(seat) + sum(holder["supply"][seat] for holder in players) == 25
        cards = player["hand"] + player["deck"] + [discard["card"] for discard in player["discard"]]
        assert sorted(cards) == list(range(1, 14))
        assert player["hand"] == sorted(player["hand"])
        assert all(count >= 0 for count in player["supply"])
        check_hand_size(position, seat)
    sweets = {space: sweets_on(position, space) for space in SPACES}
    for space, count in sweets.items():
        most = SWEETS[space[0]] if space[1:] in SWEETS_SQUARES else 0
        assert count in (0, most), f"wrong sweets on {space}"  # a mover takes all of a space (R6.2)
    assert sum(sweets.values()) + sum(player["sweets"] for player in players) == 24


def check_hand_size(position: dict[str, Any], seat: int) -> None:
    """None in setup, one before the first turn (R2.5); then what R8.1 fills up, less one between throw and end."""
    player = position["players"][seat]
    turn = position["turn"]
    thrown = turn is not None and turn["seat"] == seat and turn["thrown"]
    turns_ended = len(player["discard"]) - thrown
    limit = 4 if "open-pockets" in position["config"]["rivalry"] else 3
    full = 1 if turns_ended == 0 else min(limit, 13 - turns_ended)
    if position["phase"] == "setup":
        full = 0
    assert len(player["hand"]) == full - thrown


def check_order_of_finishing(position: dict[str, Any]) -> None:
    numbers = sorted(player["finished"] for player in position["players"] if player["finished"] is not None)
    assert numbers == list(range(len(numbers)))
    assert (len(numbers) == len(position["players"])) == (position["phase"] == "over")
    assert (position["turn"] is None) == (position["phase"] == "over")
    assert (position["scores"] is not None) == (position["phase"] == "over")
    if position["turn"] is not None:
        assert position["players"][position["turn"]["seat"]]["finished"] is None
