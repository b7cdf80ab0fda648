"""One plain sentence for each event."""

import random

import pytest

from holi.cli.terminal.narrate import narrate
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

NAMES = ["Anna", "Ravi", "Mei"]
GC3, GE5, MC3, TC3 = (parse_space(text) for text in ("Gc3", "Ge5", "Mc3", "Tc3"))


def score(total: int, rank: int) -> SeatScore:
    return SeatScore(total, (total, 0, 0), 0, 0, 0, {}, rank)


SENTENCES: list[tuple[Event, str]] = [
    (PlacedMarker(1, GC3), "Ravi starts on Gc3."),
    (Threw(0, 7, "up"), "Anna throws card 7."),
    (Threw(0, 7, "down"), "Anna throws a card face down."),
    (Token(0, (GC3,), "board", None, 0), "A blue token lands on Gc3."),
    (Token(1, (TC3, MC3, GC3), "board", None, 0), "A yellow token falls from Tc3 to Gc3."),
    (Token(2, (GC3,), "hit", 0, 1), "A red token hits Anna on Gc3: 1 point."),
    (Token(2, (GC3,), "hit", 0, 2), "A red token hits Anna on Gc3: 2 points."),
    (Token(0, (MC3, GC3), "rain", 1, 0), "A blue token falls from Mc3 onto Ravi on Gc3."),
    (Token(0, (MC3, GC3), "rain", 1, 3), "A blue token falls from Mc3 onto Ravi on Gc3: 3 points."),
    (Moved(0, GC3, GE5, None), "Anna moves from Gc3 to Ge5."),
    (Moved(0, GC3, GE5, 2), "Anna moves from Gc3 to Ge5 and changes places with Mei."),
    (Climbed(1, GC3, MC3, 0), "Ravi climbs from Gc3 to Mc3."),
    (Climbed(1, MC3, TC3, 6), "Ravi climbs from Mc3 to Tc3 and scores 6 points."),
    (Sweets(0, GC3, 1), "Anna takes 1 sweet on Gc3."),
    (Sweets(0, GC3, 2), "Anna takes 2 sweets on Gc3."),
    (Collected(0, 1, GC3), "Anna takes a yellow token from Gc3."),
    (Drew(0, (7, 8)), "Anna draws 2 cards."),
    (Drew(0, (7,)), "Anna draws 1 card."),
    (Finished(2, "tokens"), "Mei has no token left and is finished."),
    (Finished(2, "cards"), "Mei has no card left and is finished."),
    (Finished(2, "no-throw"), "Mei cannot throw any more and is finished."),
    (Finished(2, "last-dance"), "Mei has danced the last dance and is finished."),
    (Turn(1), "It is Ravi's turn."),
    (
        Over((score(40, 2), score(61, 1), score(8, 3))),
        "The game is over: Ravi wins with 61 points, ahead of Anna with 40 and Mei with 8.",
    ),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES, ids=[sentence for _, sentence in SENTENCES])
def test_sentence(event, sentence):
    assert narrate(event, NAMES) == sentence


@pytest.mark.parametrize("viewer", [0, "all"])
def test_cards_are_named_to_those_who_may_know(viewer):
    assert narrate(Threw(0, 7, "down"), NAMES, viewer=viewer) == "Anna throws card 7 face down."
    assert narrate(Drew(0, (9, 7, 6)), NAMES, viewer=viewer) == "Anna draws cards 9, 7 and 6."
    assert narrate(Drew(0, (9,)), NAMES, viewer=viewer) == "Anna draws card 9."


@pytest.mark.parametrize("viewer", [1, 2, "spectator"])
def test_cards_are_not_named_to_others(viewer):
    for card in range(1, 14):
        assert narrate(Threw(0, card, "down"), NAMES, viewer=viewer) == "Anna throws a card face down."
        assert narrate(Drew(0, (card,)), NAMES, viewer=viewer) == "Anna draws 1 card."


@pytest.mark.parametrize("rivalry", [("cloudburst", "summit", "swap-places"), ("last-dance", "sharp-aim"), ()])
def test_every_event_of_whole_games_has_one_sentence(rivalry):
    game = Game(Config(3, rivalry), "0" * 64)
    choice = random.Random(2).choice
    while game.position.seat is not None:
        for event in game.apply(choice(game.legal_actions())):
            sentence = narrate(event, NAMES)
            assert sentence.endswith(".")
            assert "\n" not in sentence
            assert any(name in sentence for name in (*NAMES, "token"))
