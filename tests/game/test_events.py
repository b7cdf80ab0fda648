"""Events (F5): exactly the fields and the order of the format, and enough to draw what an action did."""

import re
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings

from holi.game import Action, Config, Kind, Position, new_position, parse_action, parse_turn, position_from_json
from holi.game import position_to_json as written
from tests.game.redraw import redrawn
from tests.game.strategies import chances, played, start_positions
from tests.game.tower import below, sweets_on, token_on

FIELDS = {
    "placed-marker": ["seat", "space"],
    "threw": ["seat", "card", "face"],
    "token": ["seat", "path", "end", "onto", "points"],
    "moved": ["seat", "from", "to", "swapped"],
    "climbed": ["seat", "from", "to", "points"],
    "sweets": ["seat", "space", "count"],
    "collected": ["seat", "owner", "space"],
    "drew": ["seat", "cards"],
    "finished": ["seat", "why"],
    "turn": ["seat"],
    "over": ["scores"],
}

ORDER = {
    Kind.PLACE_MARKER: "placed-marker( drew)*",
    Kind.THROW_UP: "threw( token)+",
    Kind.THROW_DOWN: "threw token",
    Kind.MOVE: "moved( sweets)?( collected)*",
    Kind.CLIMB: "climbed",
    Kind.END: "(drew )?(finished )*(turn|over)",
}


@settings(max_examples=25)
@given(start_positions(), chances())
def test_events_have_the_fields_and_order_of_the_format_and_redraw_the_position(start, chance):
    for before, action, after, events in played(start, chance):
        told = [event.to_json() for event in events]
        for event in told:
            assert list(event) == ["type", *FIELDS[event["type"]]]
        assert re.fullmatch(ORDER[action.kind], " ".join(event["type"] for event in told))
        assert redrawn(written(before), told) == written(after)
        CHECKS[action.kind](written(before), action, told)


def check_throw(before: dict[str, Any], action: Action, told: list[dict[str, Any]]) -> None:
    thrower = before["turn"]["seat"]
    level = before["players"][thrower]["marker"][0]
    markers = {player["marker"]: seat for seat, player in enumerate(before["players"])}
    hit_points = 2 if "sharp-aim" in before["config"]["rivalry"] else 1
    rain_points = 3 if "cloudburst" in before["config"]["rivalry"] else 0
    _, tokens = told[0], told[1:]
    assert "".join(token["path"][0][1:] for token in tokens) == str(action).partition("@")[2]
    for token in tokens:
        path = token["path"]
        assert path[0][0] == level
        assert all(below(higher) == lower for higher, lower in pairwise(path))
        assert all(token_on(before, space) is None for space in path)
        assert all(space not in markers for space in path[:-1])
        if token["end"] == "board":
            assert (token["onto"], token["points"]) == (None, 0)
            assert path[-1] not in markers
            assert path[-1][0] == "G" or token_on(before, below(path[-1])) is not None
        else:
            assert token["end"] == ("hit" if len(path) == 1 else "rain")
            assert token["onto"] == markers[path[-1]] != thrower
            assert token["points"] == (hit_points if token["end"] == "hit" else rain_points)


def check_move(before: dict[str, Any], action: Action, told: list[dict[str, Any]]) -> None:
    to = told[0]["to"]
    assert f"M{to[1:]}" == str(action)
    assert told[0]["from"] == before["players"][told[0]["seat"]]["marker"]
    assert [event["count"] for event in told if event["type"] == "sweets"] == [
        count for count in [sweets_on(before, to)] if count
    ]
    column = [level + to[1:] for level in "GMT"["GMT".index(to[0]) :]]
    lying = [(token_on(before, space), space) for space in column if token_on(before, space) is not None]
    gathered = [(event["owner"], event["space"]) for event in told if event["type"] == "collected"]
    assert gathered == ([] if told[0]["swapped"] is not None else lying)


def check_climb(before: dict[str, Any], action: Action, told: list[dict[str, Any]]) -> None:
    (event,) = told
    on_top = sum(player["marker"][0] == "T" for player in before["players"])
    scores = event["to"][0] == "T" and "summit" in before["config"]["rivalry"]
    assert event["from"] == below(event["to"])
    assert event["points"] == (6 - 2 * on_top if scores else 0)


def check_end(before: dict[str, Any], action: Action, told: list[dict[str, Any]]) -> None:
    seat = before["turn"]["seat"]
    whys = [(event["seat"], event["why"]) for event in told if event["type"] == "finished"]
    for event in told:
        if event["type"] == "drew":
            assert event["seat"] == seat
            assert event["cards"] == before["players"][seat]["deck"][: len(event["cards"])]
            assert event["cards"]
    enders = [why for finisher, why in whys if finisher == seat and why != "no-throw"]
    assert enders == expected_reason(before, seat)
    if enders:
        assert whys[0] == (seat, enders[0])
    others = whys[len(enders) :]
    assert all(why == "no-throw" for _, why in others)
    players = len(before["players"])
    assert [finisher for finisher, _ in others] == sorted(
        (finisher for finisher, _ in others), key=lambda finisher: (finisher - seat - 1) % players
    )


def expected_reason(before: dict[str, Any], seat: int) -> list[str]:
    """Why the player who ends the turn is finished at its end (R8.2, `last-dance`): the first reason that holds."""
    player = before["players"][seat]
    if player["supply"][seat] == 0:
        return ["tokens"]
    if not player["hand"] and not player["deck"]:
        return ["cards"]
    begun = any(other["finished"] is not None for other in before["players"])
    return ["last-dance"] if begun and "last-dance" in before["config"]["rivalry"] else []


def check_corner(before: dict[str, Any], action: Action, told: list[dict[str, Any]]) -> None:
    corner = str(action)[1:]
    seat, last = before["turn"]["seat"], len(before["players"]) - 1
    drew = [
        {"type": "drew", "seat": each, "cards": player["deck"][:1]} for each, player in enumerate(before["players"])
    ]
    assert told == [{"type": "placed-marker", "seat": seat, "space": f"G{corner}"}, *(drew if seat == last else [])]


CHECKS = {
    Kind.PLACE_MARKER: check_corner,
    Kind.THROW_UP: check_throw,
    Kind.THROW_DOWN: check_throw,
    Kind.MOVE: check_move,
    Kind.CLIMB: check_climb,
    Kind.END: check_end,
}


# One turn in full, as a client reads it


def position_with_a_full_column() -> Position:
    """Seat 0 is on Mc3 beside a column of three tokens; seat 1 is on the ground, two columns away."""
    start = new_position(Config(players=2, rivalry=("cloudburst",)), "0" * 64)
    for corner in ("Sa1", "Sf6"):
        start, _ = start.apply(parse_action(corner))
    data = written(start)
    data["levels"] = {
        "G": ["......", "......", "...1..", "..0...", "......", "......"],
        "M": ["......", "......", "...0..", "......", "......", "......"],
        "T": ["......", "......", "...1..", "......", "......", "......"],
    }
    data["players"][0].update(marker="Mc3", supply=[22, 1])
    data["players"][1].update(marker="Ge3", supply=[1, 22])
    return position_from_json(data)


def test_a_move_tells_the_token_of_the_space_and_then_those_that_fall_from_above():
    _, events = position_with_a_full_column().apply(parse_action("Md4"))
    assert [event.to_json() for event in events] == [
        {"type": "moved", "seat": 0, "from": "Mc3", "to": "Md4", "swapped": None},
        {"type": "collected", "seat": 0, "owner": 0, "space": "Md4"},
        {"type": "collected", "seat": 0, "owner": 1, "space": "Td4"},
    ]


def test_a_throw_tells_each_token_from_where_it_was_thrown_to_where_it_ended():
    data = written(position_with_a_full_column())
    swap_into_hand(data["players"][0], 1)
    position = position_from_json(data)
    _, events = position.apply(parse_action("T1@d3e3"))
    assert [event.to_json() for event in events] == [
        {"type": "threw", "seat": 0, "card": 1, "face": "up"},
        {"type": "token", "seat": 0, "path": ["Md3", "Gd3"], "end": "board", "onto": None, "points": 0},
        {"type": "token", "seat": 0, "path": ["Me3", "Ge3"], "end": "rain", "onto": 1, "points": 3},
    ]


def test_sweets_are_told_between_the_move_and_what_is_collected():
    position = new_position(Config(players=2), "0" * 64)
    for action in ("Sa1", "Sf6"):
        position, _ = position.apply(parse_action(action))
    card = position.players[0].hand[0]
    throw, move = parse_turn(f"D{card}@b1 Mb1")
    position, _ = position.apply(throw)
    _, events = position.apply(move)
    assert [event.to_json() for event in events] == [
        {"type": "moved", "seat": 0, "from": "Ga1", "to": "Gb1", "swapped": None},
        {"type": "sweets", "seat": 0, "space": "Gb1", "count": 2},
        {"type": "collected", "seat": 0, "owner": 0, "space": "Gb1"},
    ]


def test_who_ends_the_turn_is_told_finished_first_and_then_the_others_in_the_order_of_their_turns():
    position = new_position(Config(players=3), "0" * 64)
    for corner in ("Sa1", "Sf1", "Sf6"):
        position, _ = position.apply(parse_action(corner))
    data = written(position)
    data["turn"] = {"seat": 2, "thrown": True, "moved": False, "climbed": False}
    for seat, player in enumerate(data["players"]):
        played_cards = player["hand"] + (player["deck"] if seat != 2 else [])
        player["discard"] = [{"card": card, "face": "up"} for card in played_cards]
        player["hand"], player["deck"] = [], player["deck"] if seat == 2 else []
    data["players"][2]["supply"], data["players"][0]["supply"] = [0, 0, 0], [25, 0, 25]
    deck = data["players"][2]["deck"]
    after, events = position_from_json(data).apply(parse_action("E"))
    assert [event.to_json() for event in events] == [
        {"type": "drew", "seat": 2, "cards": deck[:3]},
        {"type": "finished", "seat": 2, "why": "tokens"},
        {"type": "finished", "seat": 0, "why": "no-throw"},
        {"type": "finished", "seat": 1, "why": "no-throw"},
        {"type": "over", "scores": [score.to_json() for score in after.scores()]},
    ]


def swap_into_hand(player: dict[str, Any], card: int) -> None:
    """Deal the player the wanted card in place of the one held."""
    if card not in player["hand"]:
        at = player["deck"].index(card)
        player["hand"][0], player["deck"][at] = card, player["hand"][0]


@pytest.mark.parametrize("kind", sorted(FIELDS))
def test_every_kind_of_event_has_a_class_of_that_type(kind):
    import holi.game

    names = [name for name in holi.game.__all__ if getattr(getattr(holi.game, name), "type", None) == kind]
    assert len(names) == 1
