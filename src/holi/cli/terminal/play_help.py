"""Help during play: the rules in brief, a colour card, a rivalry card."""

from __future__ import annotations

from holi.cli.terminal.board import SWEETS_SIGNS
from holi.cli.terminal.console import Terminal, side_by_side, wrapped
from holi.cli.terminal.pictures import Fit, fits_of, picture_rows, way_rows
from holi.cli.terminal.texts import rivalry_words, separated, t
from holi.game import Deck, Position, RivalryCard, rivalry_cards
from holi.game.errors import quoted
from holi.game.notation import SQUARE_NAMES

RULES = ("turn", "t", "d", "m", "c", "falls", "end", "points")
EXAMPLE = "Me5 T7@b2d4 C E"


def general_help(position: Position, terminal: Terminal) -> str:
    rules = [f"{part}  {t(f'help.{part}')}" if len(part) == 1 else t(f"help.{part}") for part in RULES]
    titles = separated(rivalry_words(card)[0] for card in position.config.rivalry_cards)
    one, two = SWEETS_SIGNS[1:]
    keys = [t("help.type", example=EXAMPLE), t("help.keys"), t("help.board", one=one, two=two)]
    text = [*rules, *([t("help.in-play", cards=titles)] if titles else []), "", *keys]
    return "\n".join(part for line in text for part in wrapped(line, terminal.text_width, indent="   ") or [""])


def help_about(topic: str, position: Position, seat: int, terminal: Terminal) -> str:
    wanted = topic.strip().lower()
    if not wanted:
        return general_help(position, terminal)
    for card in position.config.deck.cards:
        if wanted in (str(card.id), card.key.lower()):
            return card_help(position, seat, card.id, terminal)
    rivalry = rivalry_by_name(wanted)
    if rivalry is None:
        text = t("help.none", topic=quoted(topic))
    else:
        title, words = rivalry_words(rivalry)
        where = t("help.in" if rivalry.id in position.config.rivalry else "help.out")
        kind = t(f"rivalry.kind-{rivalry.kind}")
        text = t("help.rivalry", title=title, card=rivalry.id, kind=kind, where=where, text=words)
    return "\n".join(wrapped(text, terminal.text_width))


def rivalry_by_name(text: str) -> RivalryCard | None:
    """By id or title, in English or as they are said here."""
    wanted = " ".join(text.lower().split())
    titles = {rivalry_words(card)[0].lower(): card for card in rivalry_cards().values()}
    return rivalry_cards().get(wanted.replace(" ", "-")) or titles.get(wanted)


def describe_card(deck: Deck, number: int) -> str:
    card = deck.card(number)
    return t("card.star" if card.has_star else "card.plain", card=number, name=card.key, count=card.tokens)


def card_help(position: Position, seat: int, number: int, terminal: Terminal) -> str:
    """The card and every way to lay it, fitting ones first, from where the marker stands now."""
    lines = [*wrapped(describe_card(position.config.deck, number), terminal.text_width)]
    lines += picture_rows(position.config.deck.card(number).rows, seat, terminal.colour)
    marker = position.players[seat].marker
    if marker is None:
        return "\n".join([*lines, t("card.turn")])
    fits = fits_of(position, marker, number)
    fitting = sum(fit.fits for fit in fits)
    lines += ["", t("card.fits", space=marker, fitting=fitting, count=len(fits))]
    blocks = [
        [*picture_rows(way_rows(fit.way), seat, terminal.colour), _fit_label(fit)]
        for fit in sorted(fits, key=lambda fit: (not fit.fits, fit.squares is None))
    ]
    return "\n".join([*lines, *side_by_side(blocks, terminal.width)])


def _fit_label(fit: Fit) -> str:
    if fit.squares is None:
        return t("card.off")
    if fit.fits:
        return " ".join(SQUARE_NAMES[square] for square in fit.squares if square not in fit.taken)
    return t("card.taken", squares=" ".join(SQUARE_NAMES[square] for square in fit.taken))
