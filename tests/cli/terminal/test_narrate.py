"""What happened in sentences, the same as the page's."""

import random

import pytest

from holi.cli.terminal.narrate import narrate, upshot
from holi.cli.terminal.texts import LANGUAGES
from holi.game import (
    Climbed,
    Collected,
    Config,
    Drew,
    Event,
    Finished,
    Game,
    Moved,
    Over,
    PlacedMarker,
    Sweets,
    Threw,
    Token,
    Turn,
    parse_space,
)  # fmt: skip
from holi.game.scores import SeatScore
from tests.cli.terminal.stories import FOLDER, TOLD, story

NAMES = ["Anna", "Ravi", "Mei"]
GB2, GC3, GE5, MC3, TC3 = (parse_space(text) for text in ("Gb2", "Gc3", "Ge5", "Mc3", "Tc3"))
PLAYED = "Anna plays card 7."


def score(total: int, rank: int = 1, sweets: int = 0, rangoli: int = 0) -> SeatScore:
    return SeatScore(total, (total, 0, 0), 0, sweets, 0, {"rangoli": rangoli}, rank)


def threw(*tokens: Token) -> list[Event]:
    return [Threw(0, 7, "up"), *tokens]


SENTENCES: list[tuple[list[Event], str]] = [
    ([PlacedMarker(1, GC3)], "Ravi starts on c3 on the ground."),
    (threw(), PLAYED),
    ([Threw(0, 7, "down")], "Anna plays a card face down."),
    (threw(Token(0, (GB2,), "board", None, 0), Token(0, (GC3,), "board", None, 0)),
     f"{PLAYED} Color lands on b2 and c3 on the ground."),
    (threw(Token(0, (TC3, MC3, GC3), "board", None, 0)), f"{PLAYED} Color falls to c3 on the ground."),
    (threw(Token(0, (TC3,), "board", None, 0)), f"{PLAYED} Color lands on c3 on the top level."),
    (threw(Token(0, (GC3,), "hit", 1, 1)), f"{PLAYED} Direct hit on Ravi at c3: 1 point!"),
    (threw(Token(0, (GC3,), "hit", 1, 2)), f"{PLAYED} Direct hit on Ravi at c3: 2 points!"),
    (threw(Token(0, (MC3, GC3), "rain", 1, 0)), f"{PLAYED} Color falls onto Ravi at c3."),
    (threw(Token(0, (MC3, GC3), "rain", 1, 3)), f"{PLAYED} Color falls onto Ravi at c3: 3 points!"),
    ([Moved(0, GC3, GE5, None)], "Anna moves to e5 on the ground."),
    ([Moved(0, GC3, GE5, 2)], "Anna changes places with Mei."),
    ([Moved(0, GC3, GE5, None), Sweets(0, GE5, 1), Collected(0, 1, GE5)],
     "Anna moves to e5 on the ground and collects 1 sweet and 1 token of Ravi."),
    ([Moved(0, GC3, GE5, None), Sweets(0, GE5, 2), Collected(0, 0, GE5), Collected(0, 2, MC3), Collected(0, 2, TC3)],
     "Anna moves to e5 on the ground and collects 2 sweets, 1 own token, and 2 tokens of Mei."),
    ([Climbed(1, GC3, MC3, 0)], "Ravi climbs to c3 on the middle level."),
    ([Climbed(1, MC3, TC3, 6)], "Ravi climbs to c3 on the top level: 6 points!"),
    ([Drew(0, (7, 8))], "Anna draws 2 cards."),
    ([Drew(0, (7,))], "Anna draws 1 card."),
    ([Finished(2, "tokens")], "Mei has no more tokens and is finished."),
    ([Finished(2, "cards")], "Mei has no more cards and is finished."),
    ([Finished(2, "no-throw")], "Mei cannot throw any more and is finished."),
    ([Finished(2, "last-dance")], "Mei had the last turn and is finished."),
    ([Turn(1)], "It is Ravi’s turn."),
    ([Over((score(40, 2), score(61, 1), score(8, 3)))], "The game is over: Ravi wins with 61 points."),
]  # fmt: skip


@pytest.mark.parametrize(("happened", "sentences"), SENTENCES, ids=[sentences for _, sentences in SENTENCES])
def test_sentences(happened, sentences):
    assert " ".join(narrate(happened, NAMES)) == sentences


@pytest.mark.parametrize("viewer", [0, "all"])
def test_cards_are_named_to_those_who_may_know(viewer):
    assert narrate([Threw(0, 7, "down")], NAMES, viewer=viewer) == ["Anna plays card 7 face down."]
    assert narrate([Drew(0, (9, 7, 6))], NAMES, viewer=viewer) == ["Anna draws cards 9, 7, and 6."]
    assert narrate([Drew(0, (9,))], NAMES, viewer=viewer) == ["Anna draws card 9."]


@pytest.mark.parametrize("viewer", [1, 2, "spectator"])
def test_cards_are_not_named_to_others(viewer):
    for card in range(1, 14):
        assert narrate([Threw(0, card, "down")], NAMES, viewer=viewer) == ["Anna plays a card face down."]
        assert narrate([Drew(0, (card,))], NAMES, viewer=viewer) == ["Anna draws 1 card."]


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ((0, 0, 0), (10, 0, 0), "Anna takes the lead in sweets."),
        ((10, 0, 0), (10, 0, 0), ""),
        ((10, 0, 0), (5, 5, 0), "Ravi draws level with Anna in sweets."),
        ((5, 5, 0), (5, 10, 0), "Ravi takes the lead in sweets from Anna."),
        ((10, 5, 0), (0, 0, 0), "Nobody leads in sweets any more."),
    ],
)
def test_the_lead_in_sweets_is_told_when_it_changes(before, after, told):
    assert " ".join(upshot(*([score(9, sweets=n) for n in scores] for scores in (before, after)), NAMES)) == told


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ((0, 0, 0), (2, 0, 0), ""),
        ((2, 0, 0), (2, 2, 0), ""),
        ((2, 1, 0), (2, 3, 0), "Ravi takes the lead in Rangoli from Anna."),
        ((2, 1, 1), (0, 1, 1), ""),
    ],
)
def test_the_lead_in_a_rivalry_card_is_told_when_it_is_taken(before, after, told):
    assert " ".join(upshot(*([score(9, rangoli=n) for n in scores] for scores in (before, after)), NAMES)) == told


def test_points_won_and_lost_are_told():
    before, after = [score(3), score(9), score(4)], [score(4), score(4), score(4)]
    assert upshot(before, after, NAMES) == ["Anna gains 1 point.", "Ravi loses 5 points."]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TOLD)
def test_whole_games_are_told_as_before_and_as_by_the_page(name, language):
    assert story(name, language) == (FOLDER / language / f"{name}.txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize("rivalry", [("cloudburst", "summit", "swap-places"), ("last-dance", "sharp-aim"), ()])
def test_every_action_of_whole_games_has_sentences(rivalry):
    game = Game(Config(3, rivalry), "0" * 64)
    choice = random.Random(2).choice
    while game.position.seat is not None:
        for sentence in narrate(game.apply(choice(game.legal_actions())), NAMES):
            assert sentence.endswith((".", "!"))
            assert "\n" not in sentence
