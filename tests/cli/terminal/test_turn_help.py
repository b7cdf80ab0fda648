"""Help, nonsense and the menu in a turn at the terminal."""

import random
import re

import pytest

from holi.cli.terminal.turn_dialogue import Leave
from holi.game import Config, Game, Kind
from tests.cli.terminal.playing import SEED, after_screen, last_menu, turn_typed
from tests.cli.terminal.towers import OPEN
from tests.rules.boards import position


class TestHelp:
    def test_rules_in_short_at_every_prompt(self):
        start = position(OPEN, hands={0: [7, 8]})
        for before in ([], ["t"], ["t", "7"], ["d", "7"], ["m"], ["D7@a1"]):
            for word in ("?", "help", "h"):
                _, text = turn_typed(start, *before, word)
                assert "Each turn, in any order: throw color" in text
                asked = turn_typed(start, *before)[1].splitlines()[-1]
                assert text.splitlines()[-1] == asked, "the same question is asked again"

    @pytest.mark.parametrize("typed", ["? 7", "?7", "? vee", "help 7"])
    def test_a_colour_card_with_all_its_ways(self, typed):
        start = position(OPEN, hands={0: [7, 8]})
        _, text = turn_typed(start, typed)
        told = after_screen(text)
        assert "Card 7, vee: your marker stands on any # and throws 2 tokens" in told
        legal = [a for a in start.legal_actions() if a.kind is Kind.THROW_UP and a.card == 7]
        assert f"From Gc3 it fits in {len(legal)} of 12 ways" in told
        assert told.count("@") == 12 + 1
        for action in legal:
            squares = re.findall("[a-f][1-6]", str(action).partition("@")[2])
            assert " ".join(squares) in told

    @pytest.mark.parametrize("typed", ["? rangoli", "?Rangoli", "? RANGOLI"])
    def test_a_rivalry_card(self, typed):
        _, text = turn_typed(position(OPEN, rivalry=["rangoli"]), typed)
        assert "Rangoli (rangoli, scoring, in play): At the end, 1 point" in after_screen(text)

    def test_a_rivalry_card_that_is_not_in_play(self):
        _, text = turn_typed(position(OPEN), "? long line")
        assert "Long line (long-line, scoring, not in this game)" in after_screen(text)

    def test_help_on_something_else(self):
        _, text = turn_typed(position(OPEN), "? xyz")
        assert "There is no help on 'xyz'" in after_screen(text)


NONSENSE = [
    "sdf",
    "42424242",
    "9" * 5000,
    "T7",
    "Mz9",
    "e7",
    "@",
    "\x00\x1b[2J",
    "m" * 500,
    "ｔ",
    "-1",
    "1.5",
    "😀",
    "t7@",
    "y y",
]


class TestNonsense:
    @pytest.mark.parametrize("typed", NONSENSE)
    @pytest.mark.parametrize(
        ("before", "prompt"),
        [
            ([], "Anna> "),
            (["t"], "Play which card? 7 or 8 (Enter goes back)> "),
            (["t", "7"], "Which way? 1 to 12, or its squares (Enter goes back)> "),
            (["d", "7"], "Onto which square? (Enter goes back)> "),
            (["m"], "Move to which square? (Enter goes back)> "),
            (["D7@a1"], "Do it? [Y/n]> "),
        ],
    )
    def test_one_sentence_and_the_same_question_again(self, before, prompt, typed):
        start = position(OPEN, hands={0: [7, 8]})
        expected = turn_typed(start, *before)[1]
        table, text = turn_typed(start, *before, typed)
        assert table.game.position == start
        assert text.startswith(expected)
        answer = text.removeprefix(f"{expected}{typed}\n")
        assert answer.endswith(f".\n{prompt}")
        said = answer.removesuffix(prompt)
        assert said.count("\n") <= 3
        assert "\x1b" not in said

    def test_quitting_asks_back(self):
        start = position(OPEN)
        table, text = turn_typed(start, "q", "n", "q", "")
        assert text.count("Leave the game? [y/N]> ") == 2
        assert table.game.position == start
        with pytest.raises(Leave):
            turn_typed(start, "quit", "y")

    def test_other_ways_out_of_a_question(self):
        start = position(OPEN, hands={0: [7, 8]})
        for back in ("", "x", "back", "n"):
            _, text = turn_typed(start, "t", back, "t 7", back, "d 7", back, "m", back)
            assert text.endswith("Anna> ")


@pytest.mark.parametrize(
    "rivalry", [(), ("splash", "short-steps"), ("mirror-dance", "swap-places"), ("open-pockets", "helping-hands")]
)
def test_the_menu_offers_exactly_what_is_legal(rivalry):
    keys = {Kind.THROW_UP: "t", Kind.THROW_DOWN: "d", Kind.MOVE: "m", Kind.CLIMB: "c", Kind.END: "e"}
    game = Game(Config(2, rivalry), SEED)
    choice = random.Random(4).choice
    while game.position.seat is not None:
        if game.position.phase == "play":
            _, text = turn_typed(game.position)
            legal = {keys[action.kind] for action in game.legal_actions()}
            assert set(last_menu(text)) - {"u", "l", "?", "q"} == legal
            assert ("No card in your hand fits" in text) == ("t" not in legal and not game.position.thrown)
        game.apply(choice(game.legal_actions()))
