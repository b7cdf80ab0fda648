"""R2: the setup."""

import pytest

from holi.game import (
    Config,
    ConfigError,
    Game,
    Space,
    drawn_rivalry,
    new_position,
    parse_action,
    rivalry_card,
    view_to_json,
)
from holi.kernel.layout import STATE_SIZE
from tests.rules.boards import BESIDE_CORNERS, CORNERS, do, legal

SEED = "5" * 64


def start(players=2, **options):
    return new_position(Config(players=players, **options), SEED)


def test_r2_1_two_sweets_on_g_and_one_on_m_on_each_space_beside_a_corner_and_none_elsewhere():
    expected = {f"G{square}": 2 for square in BESIDE_CORNERS} | {f"M{square}": 1 for square in BESIDE_CORNERS}
    spaces = [Space(level, square) for level in range(3) for square in range(36)]
    board = start()
    assert {str(space): board.sweets_at(space) for space in spaces if board.sweets_at(space)} == expected


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_r2_2_zero_to_three_rivalry_cards_are_drawn_all_distinct_with_at_most_one_of_kind_rules(count):
    kinds_seen = set()
    for number in range(200):
        drawn = drawn_rivalry(f"{number:064x}", count)
        assert len(set(drawn)) == len(drawn) == count
        kinds = [rivalry_card(name).kind for name in drawn]
        assert kinds.count("rules") <= 1
        kinds_seen.add(kinds.count("rules"))
    assert kinds_seen == ({0} if count == 0 else {0, 1})


def test_r2_2_the_same_rivalry_card_twice_is_refused():
    with pytest.raises(ConfigError, match=r"named twice; they are distinct \(R2\.2\)"):
        Config(players=2, rivalry=("splash", "rangoli", "splash"))


def test_r2_2_a_hand_picked_set_with_two_rules_cards_is_accepted_with_a_warning():
    assert Config(players=2, rivalry=("splash", "rangoli")).warnings == ()
    (warning,) = Config(players=2, rivalry=("splash", "rangoli", "last-dance")).warnings
    assert warning.startswith("R2.2: at most one")
    assert "splash, last-dance" in warning


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r2_3_seats_choose_corners_in_order_and_seat_0_has_the_first_turn(players):
    board = start(players)
    for seat, corner in zip(range(players), ("f6", "a1", "f1", "a6"), strict=False):
        assert (board.phase, board.seat) == ("setup", seat)
        board, events = do(board, f"S{corner}")
        assert events[0] == {"type": "placed-marker", "seat": seat, "space": f"G{corner}"}
        assert len(events) == (1 if seat < players - 1 else 1 + players)
        assert str(board.players[seat].marker) == f"G{corner}"
    assert (board.phase, board.seat) == ("play", 0)
    assert not board.turn_begun


def test_r2_4_each_player_chooses_among_the_corners_that_are_free():
    board = start(4)
    free = set(CORNERS)
    for corner in ("f1", "a6", "a1", "f6"):
        assert legal(board) == {f"S{square}" for square in free}
        board, _ = do(board, f"S{corner}")
        free.remove(corner)
    assert not legal(board, "S")
    assert [str(player.marker) for player in board.players] == ["Gf1", "Ga6", "Ga1", "Gf6"]


def test_r2_4_a_marker_stands_where_it_was_placed_and_nowhere_else():
    board, _ = do(start(2), "Sf1")
    marked = [Space(level, s) for level in range(3) for s in range(36) if board.marker_at(Space(level, s)) is not None]
    assert [str(space) for space in marked] == ["Gf1"]
    assert board.players[1].marker is None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r2_5_nobody_holds_a_card_until_all_markers_stand(players):
    board = start(players, rivalry=("open-pockets",))
    for corner in ("f6", "a1", "f1", "a6")[:players]:
        for player in board.players:
            assert (len(player.hand), len(player.deck), player.discard) == (0, 13, ())
        board, _ = do(board, f"S{corner}")
    for player in board.players:
        assert (len(player.hand), len(player.deck), player.discard) == (1, 12, ())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r2_5_with_the_last_corner_each_draws_the_top_card_in_seat_order(players):
    board = start(players)
    tops = [player.deck[0] for player in board.players]
    for corner in ("f6", "a1", "f1", "a6")[:players]:
        board, events = do(board, f"S{corner}")
    assert events[1:] == [{"type": "drew", "seat": seat, "cards": [card]} for seat, card in enumerate(tops)]
    assert [player.hand for player in board.players] == [(card,) for card in tops]


def test_r2_5_each_seat_learns_only_its_own_first_card():
    step = do(start(), "Sf6")[0].apply(parse_action("Sa1"))
    tops = [player.hand[0] for player in step.position.players]
    for viewer in (0, 1):
        _, *drew = [event.to_json(viewer) for event in step.events]
        assert drew[viewer] == {"type": "drew", "seat": viewer, "cards": [tops[viewer]]}
        assert drew[1 - viewer] == {"type": "drew", "seat": 1 - viewer, "count": 1}
    assert all("cards" not in event.to_json("spectator") for event in step.events)


def test_r2_5_decks_are_shuffled_apart_and_by_the_seed():
    first, second = start().players
    assert first.hand + first.deck != second.hand + second.deck
    other = new_position(Config(players=2), "6" * 64).players[0]
    assert first.hand + first.deck != other.hand + other.deck


def test_r2_5_the_hand_is_hidden_from_the_others():
    board, _ = do(start(), "Sa1 Sf6")
    own, others = view_to_json(board, 0)["players"]
    assert own["hand"] == list(board.players[0].hand)
    assert others["hand"] == 1
    assert (own["deck"], others["deck"]) == (12, 12)


def test_r2_5_the_first_turn_is_played_with_the_one_card():
    game = Game(Config(players=2), SEED)
    game.position, _ = do(game.position, "Sa1 Sf6")
    (card,) = game.position.players[0].hand
    assert {text.partition("@")[0] for text in legal(game.position, "TD")} == {f"T{card}", f"D{card}"}


def test_r2_the_state_before_the_first_corner_holds_nothing_else():
    state, _ = start(4).vectors
    assert len(state) == STATE_SIZE
    board = start(4)
    assert all(board.token_at(Space(level, square)) is None for level in range(3) for square in range(36))
    assert [player.points for player in board.players] == [0, 0, 0, 0]
    assert [player.finished for player in board.players] == [None] * 4
