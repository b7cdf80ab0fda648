"""Games to save: played at random from a seed, with all kinds of configurations and names."""

import hashlib
import random
from pathlib import Path

from hypothesis import strategies as st

from holi.game import Config, Deck, Game, complete_deck, parse_deck, rivalry_cards
from holi.record import parse_record

DATA = Path(__file__).with_name("data")
GOLDEN = sorted(DATA.glob("*.holi"))

DIRECTION_TURNERS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def golden_text(name: str) -> str:
    return (DATA / f"{name}.holi").read_text("utf-8")


def golden(name: str):
    return parse_record(golden_text(name))


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def play(config: Config, number: int, most_actions: int = 10_000) -> Game:
    """A random game, over or stopped after some actions; each kind of action has the same chance."""
    game = Game(config, seed=digest(f"game {number}"))
    dice = random.Random(number)
    while game.position.phase != "over" and len(game.actions) < most_actions:
        legal = game.legal_actions()
        kind = dice.choice(sorted({action.kind for action in legal}))
        game.apply(dice.choice([action for action in legal if action.kind is kind]))
    return game


safe_texts = st.text(
    st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"], exclude_characters=DIRECTION_TURNERS), max_size=40
)
player_names = safe_texts.filter(lambda text: bool(text.strip()))
remarks = safe_texts.map(lambda text: text.strip(" ")).filter(bool)


@st.composite
def faces(draw) -> str:
    squares = draw(st.lists(st.sampled_from("#."), min_size=9, max_size=9))
    starred = draw(st.booleans())
    if starred:
        squares[draw(st.integers(0, 8))] = "*"
    for place in draw(st.permutations([square for square in range(9) if squares[square] != "*"]))[: 2 - starred]:
        squares[place] = "#"
    return "/".join("".join(squares[row : row + 3]) for row in (0, 3, 6))


@st.composite
def decks(draw) -> Deck:
    if draw(st.booleans()):
        return complete_deck()
    name = draw(st.text(min_size=1, max_size=60).filter(str.isprintable) | st.just("complete"))
    return parse_deck({"name": name, "cards": {str(number): draw(faces()) for number in range(1, 14)}})


configs = st.builds(
    Config,
    players=st.integers(2, 4),
    rivalry=st.lists(st.sampled_from(sorted(rivalry_cards())), max_size=3, unique=True).map(tuple),
    deck=decks(),
    tie_break=st.sampled_from(["player-order", "first-finished"]),
)

random_games = st.builds(
    play, configs, number=st.integers(0, 2**32), most_actions=st.integers(0, 160) | st.just(10_000)
)
