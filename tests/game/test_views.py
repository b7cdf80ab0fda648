"""Nobody is sent what they may not know (F3, F5): hidden cards change nothing that others see, known ones do."""

import copy
import random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from holi.game import (
    Action,
    Config,
    Kind,
    MalformedError,
    Position,
    PositionError,
    Viewer,
    new_position,
    parse_action,
    position_from_json,
    position_from_view,
    position_to_json,
    view_to_json,
)
from tests.game.strategies import chances, played, positions, start_positions


def viewers(position: Position) -> list[Viewer]:
    return [*range(position.config.players), "spectator"]


def reshuffled(position: Position, viewer: Viewer, chance: random.Random, drawing: int = 0) -> Position:
    """Another position that the viewer cannot tell from this one: all cards hidden from them are dealt again.

    The first `drawing` cards of the viewer's deck stay, where the viewer is about to draw and see them.
    """
    written = position_to_json(position)
    for seat, player in enumerate(written["players"]):
        if seat == viewer:
            rest = player["deck"][drawing:]
            chance.shuffle(rest)
            player["deck"][drawing:] = rest
            continue
        face_down = [discard for discard in player["discard"] if discard["face"] == "down"]
        hidden = player["hand"] + player["deck"] + [discard["card"] for discard in face_down]
        chance.shuffle(hidden)
        for discard in face_down:
            discard["card"] = hidden.pop()
        player["hand"] = sorted(hidden.pop() for _ in player["hand"])
        player["deck"] = hidden
    try:
        return position_from_json(written)
    except PositionError as error:
        if error.clause != "R3.3":
            raise
        return position  # the new hand allows no throw, so it would not be this seat's turn


@settings(max_examples=30)
@given(positions(over=False), chances())
def test_hidden_cards_change_nothing_in_a_view(position, chance):
    for viewer in viewers(position):
        for _ in range(3):
            twin = reshuffled(position, viewer, chance)
            assert view_to_json(twin, viewer) == view_to_json(position, viewer)


def test_hidden_cards_change_nothing_in_the_events_sent():
    chance = random.Random("events")
    told_apart_by_nobody = set()
    for rivalry in [(), ("free-handfuls",), ("open-pockets", "summit"), ("splash",), ("last-dance", "swap-places")] * 3:
        config = Config(players=chance.randint(2, 4), rivalry=rivalry)
        start = new_position(config, f"{chance.getrandbits(256):064x}")
        for before, action, after, events in played(start, chance):
            viewer = chance.choice(viewers(start))
            drawing = len(before.players[viewer].deck) - len(after.players[viewer].deck) if viewer != "spectator" else 0
            twin = reshuffled(before, viewer, chance, drawing)
            twin_action = action if viewer == before.seat else same_to_others(action, twin, chance)
            if twin == before or twin_action is None or not twin.is_legal(twin_action):
                continue  # a card laid face up is shown to all, and the twin does not hold it
            twin_after, twin_events = twin.apply(twin_action)
            if public_outcome(twin_after) != public_outcome(after):
                continue  # with the other hands another player falls out (R3.3), which all may see
            assert sent(twin_events, viewer) == sent(events, viewer)
            if after.phase != "over":
                assert view_to_json(twin_after, viewer) == view_to_json(after, viewer)
            told_apart_by_nobody.add((action.kind, viewer == before.seat))
    assert told_apart_by_nobody == {(kind, own) for kind in Kind for own in (True, False)}


def same_to_others(action: Action, twin: Position, chance: random.Random) -> Action | None:
    """An action of the twin that others cannot tell from this one."""
    if action.kind is not Kind.THROW_DOWN:
        return action
    alike = [other for other in twin.legal_actions() if str(other.hidden()) == str(action.hidden())]
    return chance.choice(alike) if alike else None


def public_outcome(position: Position) -> list[Any]:
    return [position.seat, *(player.finished for player in position.players)]


def sent(events: Any, viewer: Viewer) -> list[dict[str, Any]]:
    return [event.to_json(viewer) for event in events]


@settings(max_examples=25)
@given(positions(over=False))
def test_a_view_is_the_position_with_sizes_and_blanks_in_place_of_the_hidden_cards(position):
    whole = position_to_json(position)
    for viewer in viewers(position):
        expected = copy.deepcopy(whole)
        expected["format"] = "holi-view/1"
        for seat, player in enumerate(expected["players"]):
            player["deck"] = len(player["deck"])
            if seat != viewer:
                player["hand"] = len(player["hand"])
                for discard in player["discard"]:
                    discard["card"] = discard["card"] if discard["face"] == "up" else None
        assert view_to_json(position, viewer) == expected
    assert position_to_json(position) == whole


@settings(max_examples=10)
@given(start_positions(), chances())
def test_after_the_game_nothing_is_hidden(start, chance):
    *_, (before, _, over, _) = played(start, chance)
    for viewer in viewers(over):
        assert view_to_json(over, viewer) == {**position_to_json(over), "format": "holi-view/1"}
        assert view_to_json(before, viewer) != {**position_to_json(before), "format": "holi-view/1"}


@settings(max_examples=30)
@given(positions(over=False), st.data())
def test_a_player_sees_their_own_hand_change_and_others_do_not(position, data):
    seat = data.draw(st.integers(0, position.config.players - 1))
    written = position_to_json(position)
    player = written["players"][seat]
    assume(player["hand"] and player["deck"])
    player["hand"][0], player["deck"][-1] = player["deck"][-1], player["hand"][0]
    player["hand"].sort()
    try:
        changed = position_from_json(written)
    except PositionError:
        assume(False)
    for viewer in viewers(position):
        assert (view_to_json(changed, viewer) != view_to_json(position, viewer)) == (viewer == seat)


@settings(max_examples=30)
@given(positions(over=False), st.data())
def test_everybody_sees_which_cards_lie_face_up_and_only_the_owner_which_lie_face_down(position, data):
    written = position_to_json(position)
    piles = [seat for seat, player in enumerate(written["players"]) if player["discard"] and player["deck"]]
    assume(piles)
    seat = data.draw(st.sampled_from(piles))
    player = written["players"][seat]
    discard = data.draw(st.sampled_from(player["discard"]))
    discard["card"], player["deck"][0] = player["deck"][0], discard["card"]
    changed = position_from_json(written)
    for viewer in viewers(position):
        told = view_to_json(changed, viewer) != view_to_json(position, viewer)
        assert told == (discard["face"] == "up" or viewer == seat)


@settings(max_examples=10)
@given(start_positions(), chances())
def test_everybody_sees_every_change_of_the_tower(start, chance):
    for before, action, after, _ in played(start, chance):
        if action.kind in (Kind.THROW_UP, Kind.THROW_DOWN, Kind.MOVE, Kind.CLIMB, Kind.PLACE_MARKER):
            for viewer in viewers(start):
                assert view_to_json(after, viewer) != view_to_json(before, viewer)


def test_a_card_played_face_down_and_cards_drawn_are_told_to_their_owner_only():
    position = new_position(Config(players=3), "0" * 64)
    for corner in ("Sa1", "Sf1", "Sa6"):
        position, _ = position.apply(parse_action(corner))
    (card,) = position.players[0].hand
    first_three = list(position.players[0].deck[:3])
    position, thrown = position.apply(parse_action(f"D{card}@c3"))
    position, ended = position.apply(parse_action("E"))
    for viewer in (0, "all"):
        assert thrown[0].to_json(viewer) == {"type": "threw", "seat": 0, "card": card, "face": "down"}
        assert ended[0].to_json(viewer) == {"type": "drew", "seat": 0, "cards": first_three}
    for viewer in (1, 2, "spectator"):
        assert thrown[0].to_json(viewer) == {"type": "threw", "seat": 0, "card": None, "face": "down"}
        assert ended[0].to_json(viewer) == {"type": "drew", "seat": 0, "count": 3}
    assert str(parse_action(f"D{card}@c3").hidden()) == "D?@c3"
    assert str(parse_action("Me5").hidden()) == "Me5"


def test_a_card_played_face_up_is_told_to_all():
    position = new_position(Config(players=2), "0" * 64)
    for corner in ("Sa1", "Sf6"):
        position, _ = position.apply(parse_action(corner))
    throw = next(action for action in position.legal_actions() if action.kind is Kind.THROW_UP)
    assert throw.hidden() == throw
    _, events = position.apply(throw)
    for viewer in (0, 1, "spectator"):
        assert events[0].to_json(viewer) == {"type": "threw", "seat": 0, "card": throw.card, "face": "up"}


@pytest.mark.parametrize("viewer", [-1, 2, 99, "0", "everyone", None, [], {}, 0.5])
def test_a_viewer_who_is_no_seat_is_refused(viewer):
    with pytest.raises(MalformedError, match="is no seat; the seats are 0 to 1"):
        view_to_json(new_position(Config(players=2), "0" * 64), viewer)


@settings(max_examples=25)
@given(positions())
def test_a_position_made_of_a_view_looks_the_same_and_allows_the_same(position):
    for viewer in viewers(position):
        view = view_to_json(position, viewer)
        filled = position_from_view(view)
        assert view_to_json(filled, viewer) == view
        assert filled.scores() == position.scores()
        if viewer == position.seat:
            assert filled.legal_actions() == position.legal_actions()


@pytest.mark.parametrize(
    ("key", "value"),
    [("hand", 14), ("hand", None), ("hand", ["x"]), ("deck", 3), ("deck", None), ("discard", 1), ("discard", [{}])],
)
def test_a_view_whose_cards_do_not_add_up_is_refused(key, value):
    view = view_to_json(new_position(Config(players=2), "0" * 64), 0)
    view["players"][1][key] = value
    with pytest.raises(PositionError, match="player 1"):
        position_from_view(view)


@pytest.mark.parametrize("view", [None, [], {}, {"format": "holi-view/1"}])
def test_what_is_no_view_is_refused(view):
    with pytest.raises(PositionError, match="the view"):
        position_from_view(view)


def test_a_spectator_may_look_on_when_the_hand_that_is_made_up_could_not_throw():
    seen = 0
    for number in range(40):
        chance = random.Random(number)
        for before, *_ in played(new_position(Config(players=2), f"{number:064x}"), chance):
            filled = position_from_view(view_to_json(before, "spectator"))
            seen += before.seat is not None and not filled.legal_actions()
        if seen:
            return
    raise AssertionError("no such position came up")
