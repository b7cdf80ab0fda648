"""What a person can type in a turn, and what they are told."""

import re

import pytest

from holi.game import Kind
from tests.cli.terminal.playing import after_screen, last_menu, turn_typed
from tests.cli.terminal.towers import BESIDE, IN_CORNER, ON_B3, OPEN, UPSTAIRS
from tests.rules.boards import after, position


class TestThrowing:
    def test_card_then_a_numbered_way_then_yes(self):
        table, text = turn_typed(position(OPEN, hands={0: [7, 8, 9]}), "t", "7", "1", "y")
        legal = [action for action in position(OPEN, hands={0: [7]}).legal_actions() if action.kind is Kind.THROW_UP]
        first = min(action.squares for action in legal if action.card == 7)
        assert [(action.card, action.squares) for action in table.game.actions] == [(7, first)]
        assert "Play which card? 7, 8, or 9 (Enter goes back)> 7" in text
        assert "  1  " in text

    @pytest.mark.parametrize(
        "lines",
        [
            ["T7@a2a4"], ["t7@a4a2"], ["t 7", "a2 a4"], ["7 a2a4"], ["7", "A4,a2"], ["t", "7", "a2a4"],
            ["throw 7 a2 a4"], ["T7@A2A4"],
        ],
    )  # fmt: skip
    def test_many_ways_to_say_the_same(self, lines):
        start = position(ON_B3, hands={0: [7, 8, 9]})
        table, _ = turn_typed(start, *lines, "")
        assert [str(action) for action in table.game.actions] == ["T7@a2a4"]

    def test_the_only_card_needs_no_question(self):
        _, text = turn_typed(position(OPEN, hands={0: [8]}), "t")
        assert "Play which card?" not in text
        assert "Which way?" in text

    def test_the_only_way_needs_no_question(self):
        _, text = turn_typed(position(IN_CORNER, hands={0: [2, 12]}), "12")
        assert "Which way?" not in text
        assert "Color lands on c4 and b5 on the ground." in text
        assert text.endswith("Do it? [Y/n]> ")

    def test_a_card_that_does_not_fit_says_why(self):
        _, text = turn_typed(position(IN_CORNER, hands={0: [8, 12]}), "8")
        assert "Card 8 does not fit from Ga6: every way to lay it leaves the grid (R4.3)." in text

    def test_when_no_card_fits_it_is_said_why_before_anything_is_typed(self):
        _, text = turn_typed(position(OPEN, hands={0: [2]}))
        shown = " ".join(text.split())
        assert "No card in your hand fits face up from Gc3. card 2 elbow: color already lies on" in shown
        assert "t" not in last_menu(text)
        assert "Not now, throw: No card fits." in shown

    def test_a_card_not_in_the_hand(self):
        _, text = turn_typed(position(OPEN, hands={0: [7, 8]}), "9", "")
        assert "Card '9' is not in your hand; you hold 7 or 8." in text

    def test_a_second_throw_is_refused(self):
        thrown = after(position(OPEN, hands={0: [7, 8]}), "D7@a1")
        for key in ("t", "d", "8"):
            _, text = turn_typed(thrown, key)
            assert "You have already thrown this turn (R3.1)." in after_screen(text)
        assert set(last_menu(text)) & {"t", "d"} == set()

    def test_every_throw_of_the_menu_is_legal_and_none_is_missing(self):
        start = position(UPSTAIRS, hands={0: [7, 8, 12]})
        for card in (7, 8, 12):
            _, text = turn_typed(start, f"t {card}")
            legal = [a for a in start.legal_actions() if a.kind is Kind.THROW_UP and a.card == card]
            wanted = sorted(str(action).partition("@")[2] for action in legal)
            if len(wanted) > 1:
                listed = re.findall(r" \d+  ((?:[a-f][1-6] ?)+)", after_screen(text))
                assert sorted("".join(squares.split()) for squares in listed) == wanted
            else:
                assert f"Anna plays card {card}." in text

    def test_fewer_tokens_than_targets_offers_every_choice_of_targets(self):
        start = position(ON_B3, own={0: 1}, hands={0: [7]})
        _, text = turn_typed(start, "t")
        legal = [a for a in start.legal_actions() if a.kind is Kind.THROW_UP]
        assert all(len(action.squares) == 1 for action in legal)
        assert f"Which way? 1 to {len(legal)}," in text


class TestThrowingFaceDown:
    @pytest.mark.parametrize(
        "lines", [["D7@e5"], ["d7@E5"], ["d", "7", "e5"], ["d 7", "e5"], ["d 7 e5"], ["down 7 Ge5"]]
    )
    def test_many_ways_to_say_the_same(self, lines):
        table, text = turn_typed(position(OPEN, hands={0: [7, 8]}), *lines, "y")
        assert [str(action) for action in table.game.actions] == ["D7@e5"]
        assert "Anna plays card 7 face down." in text

    @pytest.mark.parametrize(
        ("square", "reason"),
        [
            ("c4", "There is color on c4 already (R5.1)."),
            ("f2", "A card played face down puts color on an empty space (R5.1)."),
            ("zz", "'zz' is not a square"),
        ],
    )
    def test_a_square_that_will_not_do_is_refused_with_the_reason(self, square, reason):
        table, text = turn_typed(position(OPEN, hands={0: [7, 8]}), "d 7", square, "e5", "y")
        assert reason in " ".join(text.split())
        assert [str(action) for action in table.game.actions] == ["D7@e5"]

    def test_not_twice_in_a_row(self):
        _, text = turn_typed(position(OPEN, hands={0: [7, 12]}, discards={0: "9v"}), "d")
        why = "You can’t play face down now: your last card lies face down, so play this one face up (R5.2)."
        assert [" ".join(text.split()).count(before + why) for before in ("> d ", "Not now, face down: ")] == [1, 1]
        assert "d" not in last_menu(text)


class TestMovingAndClimbing:
    @pytest.mark.parametrize("lines", [["Me5"], ["me5"], ["e5"], ["E5"], ["m", "e5"], ["m e5"], ["move Ge5"]])
    def test_many_ways_to_say_a_move(self, lines):
        table, _ = turn_typed(position(OPEN, hands={0: [7, 8]}), *lines, "y")
        assert [str(action) for action in table.game.actions] == ["Me5"]

    def test_few_squares_are_named(self):
        _, text = turn_typed(position(OPEN, rivalry=["short-steps"]), "m")
        assert "Move to which square? c1 b2 c2 d2 a3 b3 d3 e3 b4 c4 d4 c5 (Enter goes back)> " in text

    def test_a_move_that_is_not_legal_says_why(self):
        _, text = turn_typed(position(OPEN), "m f2", "c3", "")
        assert "'Mf2' is not legal now: Another marker stands on f2 (R6.1)." in text
        assert "'Mc3' is not legal now: Your marker is there already (R6.1)." in text

    def test_a_second_move_is_refused(self):
        _, text = turn_typed(after(position(OPEN), "Me5"), "m", "Ma1")
        assert "You have already moved this turn (R3.1)." in text
        assert "'Ma1' is not legal now: You have already moved this turn (R3.1)." in text

    @pytest.mark.parametrize("typed", ["c", "C", "climb"])
    def test_climbing(self, typed):
        table, text = turn_typed(position(OPEN), typed, "y")
        assert [str(action) for action in table.game.actions] == ["C"]
        assert "Anna climbs to c3 on the middle level." in text

    def test_missing_neighbours_are_named(self):
        _, text = turn_typed(position(OPEN.replace(".0A1", "..A1")), "c")
        assert "Not now, climb: To climb from here you still need color on b3 (R6.4)." in text
        assert "'C' is not legal now: To climb from here you still need color on b3 (R6.4)." in text


class TestPreview:
    def test_it_tells_what_falls_stays_hits_and_rains(self):
        start = position(UPSTAIRS, hands={0: [7, 8, 9]}, rivalry=["cloudburst"])
        told = {}
        for square in ("a1", "b4", "c4", "e3"):
            _, text = turn_typed(start, f"D7@{square}")
            told[square] = after_screen(text)
        assert "Color falls to a1 on the ground.\n" in told["a1"]
        assert "Color falls to b4 on the ground.\n" in told["b4"]
        assert "Color lands on c4 on the middle level.\n" in told["c4"]
        assert "Color falls onto Ravi at e3: 3 points!\n" in told["e3"]

    def test_it_tells_hits_and_points(self):
        start = position(BESIDE, hands={0: [12]})
        throw = next(str(action) for action in start.legal_actions() if "d2" in str(action) and "T" in str(action))
        _, text = turn_typed(start, throw)
        assert "Direct hit on Ravi at d2: 1 point!\n" in text

    def test_it_tells_what_a_move_collects(self):
        start = position(BESIDE)
        _, text = turn_typed(start, "Mc4")
        assert "Anna moves to c4 on the ground and collects 1 own token.\n" in text
        _, text = turn_typed(start, "Ma5")
        assert "Anna moves to a5 on the ground and collects 2 sweets.\n" in text
        assert re.search(r"Score now: Anna \d+ → \d+\n", text)

    def test_the_board_shows_what_would_change(self):
        _, text = turn_typed(position(OPEN, hands={0: [7, 8]}), "D7@e5")
        assert "<b>" in after_screen(text)

    def test_it_changes_nothing_until_it_is_confirmed(self):
        start = position(OPEN, hands={0: [7, 8]})
        for answer in ("n", "no", "back"):
            table, text = turn_typed(start, "D7@e5", answer)
            assert table.game.position == start
            assert "Nothing was done." in text

    @pytest.mark.parametrize("answer", ["", "y", "Y", "yes"])
    def test_enter_means_yes(self, answer):
        table, _ = turn_typed(position(OPEN, hands={0: [7, 8]}), "D7@e5", answer)
        assert [str(action) for action in table.game.actions] == ["D7@e5"]

    def test_cards_not_drawn_yet_do_not_show_before_the_turn_is_ended(self):
        text = {}
        for deck in ([3, 4, 5], [10, 11, 13]):
            start = position(OPEN, hands={0: [7, 8]}, decks={0: deck}, discards={0: "1"})
            text[deck[0]] = turn_typed(start, "Me5 D7@e6 E")[1]
            assert "Then the turn ends." in text[deck[0]]
        assert text[3] == text[10]


class TestWholeTurns:
    def test_a_turn_in_one_line(self):
        table, text = turn_typed(position(OPEN, hands={0: [7, 8]}), "C D7@a1 E", "y")
        assert [str(action) for action in table.game.actions] == ["C", "D7@a1", "E"]
        assert "Then the turn ends." in text

    def test_an_illegal_part_undoes_all_of_it(self):
        start = position(OPEN, hands={0: [7, 8]})
        table, text = turn_typed(start, "C D9@a1 E")
        assert table.game.position == start
        assert "'D9@a1' is not legal now: Card 9 is not in your hand (R2.5)." in text

    def test_nothing_may_follow_the_end(self):
        _, text = turn_typed(position(OPEN, hands={0: [7, 8]}), "D7@a1 E C")
        assert "E ends the turn; nothing can follow it in the same turn." in text

    def test_the_turn_cannot_be_ended_before_the_throw(self):
        start = position(OPEN)
        table, text = turn_typed(start, "e", "E")
        assert table.game.position == start
        assert text.count("'E' is not legal now: Throw color first; then you can end your turn (R3.4).") == 2


class TestTakeBack:
    def test_actions_of_the_turn_are_taken_back_one_by_one(self):
        start = position(OPEN, hands={0: [7, 8]})
        table, text = turn_typed(start, "C", "y", "D7@a1", "y", "u", "undo", "u")
        assert table.game.position == start
        assert table.happenings == []
        assert text.index("Taken back: D7@a1.") < text.index("Taken back: C.")
        assert "There is nothing of this turn to take back." in text

    def test_the_menu_offers_it_only_when_there_is_something(self):
        start = position(OPEN, hands={0: [7, 8]})
        assert "u" not in last_menu(turn_typed(start)[1])
        assert "u" in last_menu(turn_typed(start, "C", "y")[1])


def test_the_log_tells_what_happened_since_the_last_turn():
    start = position(OPEN, hands={0: [7, 8]})
    _, text = turn_typed(start, "l", "D7@a1", "", "log")
    assert "Nothing has happened since your last turn." in text
    assert "Anna plays card 7 face down. Color lands on a1 on the ground.\n" in text


def test_cards_of_others_change_nothing_that_is_shown():
    texts = set()
    for hand, deck, discard in (
        ([1, 2, 3], [4, 5, 6, 7, 8, 9, 10, 11, 12], "13v"),
        ([9, 10, 13], [12, 11, 8, 7, 6, 5, 4, 3, 2], "1v"),
    ):
        start = position(OPEN, hands={0: [7, 8], 1: hand}, decks={1: deck}, discards={1: discard})
        texts.add(turn_typed(start, "?", "? 7", "l", "t", "7", "1", "n", "m", "e5", "y", "d 7 a1", "y", "b")[1])
    assert len(texts) == 1
