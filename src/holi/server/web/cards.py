"""The cards of the game as clients draw them."""

from __future__ import annotations

from functools import cache

from pydantic_core import to_json

from holi.game import complete_deck, rivalry_cards
from holi.game.notation import Space, squares_of
from holi.server.wire.results import Cards, ColourCardView, RivalryCardView


@cache
def cards_json() -> bytes:
    deck = complete_deck()
    return to_json(
        Cards(
            deck=deck.name,
            colour=[
                ColourCardView(id=card.id, key=card.key, rows=list(card.rows), tokens=card.tokens, star=card.has_star)
                for card in deck.cards
            ],
            rivalry=[
                RivalryCardView(
                    id=card.id,
                    kind=card.kind,
                    title=card.title,
                    text=card.text,
                    settings=dict(card.settings),
                    term=card.term,
                    points=card.points,
                    spaces=[str(Space(0, square))[1:] for square in squares_of(card.spaces)],
                )
                for card in rivalry_cards().values()
            ],
        )
    )
