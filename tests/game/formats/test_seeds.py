"""Seeds, shuffles and fairness (F2), recomputed here."""

import hashlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holi.game import (
    Config,
    MalformedError,
    commitment,
    drawn_first,
    drawn_rivalry,
    fair_seed,
    new_position,
    new_seed,
    parse_config,
    parse_seed,
    rivalry_card,
    rivalry_cards,
    shuffled_deck,
)
from tests.game.strategies import seeds


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()


@pytest.mark.parametrize(
    "text", ["", "0" * 63, "0" * 65, "A" * 64, "g" * 64, " " + "0" * 63, "0" * 64 + "\n", None, 0, [], "０" * 64]
)
def test_what_is_no_seed_is_malformed(text):
    with pytest.raises(MalformedError, match="is no seed; a seed is 64 lower-case hex digits"):
        parse_seed(text)
    with pytest.raises(MalformedError):
        new_position(Config(players=2), text)


def test_new_seeds_are_seeds_and_differ():
    made = {new_seed() for _ in range(20)}
    assert len(made) == 20
    assert all(re.fullmatch("[0-9a-f]{64}", seed) for seed in made)


@given(seeds(), st.integers(2, 4))
def test_each_deck_is_sorted_by_digest(seed, players):
    position = new_position(Config(players=players), seed)
    for seat, player in enumerate(position.players):
        deck = sorted(range(1, 14), key=lambda card: sha256(f"{seed}:{seat}:{card}"))
        assert shuffled_deck(seed, seat) == deck
        assert (list(player.hand), list(player.deck)) == ([], deck)


@given(seeds(), st.integers(2, 4))
def test_the_place_with_the_smallest_digest_begins(seed, players):
    places = sorted(range(players), key=lambda place: sha256(f"{seed}:first:{place}"))
    assert drawn_first(seed, players) == places[0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_place_begins_equally_often(players):
    drawn = [drawn_first(sha256(str(number)), players) for number in range(6000)]
    for place in range(players):
        assert abs(drawn.count(place) - 6000 / players) < 5 * (6000 * (players - 1)) ** 0.5 / players


def test_a_shuffle_is_what_it_always_was():
    assert shuffled_deck("0" * 64, 0) == [12, 9, 7, 6, 8, 11, 5, 13, 2, 10, 1, 4, 3]
    assert shuffled_deck("0" * 64, 3) == [13, 4, 10, 12, 3, 9, 8, 7, 1, 5, 2, 11, 6]
    assert drawn_rivalry("0" * 64, 3) == ("long-line", "big-crowd", "mirror-dance")
    assert [drawn_first("0" * 64, players) for players in (2, 3, 4)] == [1, 2, 2]
    assert drawn_rivalry("b" * 64, 3) == ("splash", "best-friend", "four-corners")  # open-pockets is passed over


@given(seeds())
def test_rivalry_cards_are_drawn_by_digest_and_never_two_of_kind_rules(seed):
    order = sorted(rivalry_cards(), key=lambda card: sha256(f"{seed}:rivalry:{card}"))
    taken: list[str] = []
    for card in order:
        if rivalry_card(card).kind == "scoring" or all(rivalry_card(other).kind != "rules" for other in taken):
            taken.append(card)
    for count in range(4):
        drawn = drawn_rivalry(seed, count)
        assert drawn == tuple(taken[:count])
        assert sum(rivalry_card(card).kind == "rules" for card in drawn) <= 1
        config = parse_config({"players": 2, "rivalry": count}, seed)
        assert config.rivalry == drawn
        assert config.warnings == ()


def test_every_rivalry_card_can_be_drawn_first():
    first = {drawn_rivalry(f"{number:064x}", 1)[0] for number in range(400)}
    assert first == set(rivalry_cards())


def test_a_fair_seed_is_the_digest_of_secret_and_nonces():
    secret, nonces = "a" * 64, ["b" * 64, "0" * 64, "c" * 64]
    assert commitment(secret) == sha256("holi:" + secret)
    assert fair_seed(secret, nonces) == sha256(":".join([secret, *nonces]))
    assert fair_seed(secret, nonces) != fair_seed(secret, nonces[::-1])
    assert parse_seed(fair_seed(secret, nonces))
