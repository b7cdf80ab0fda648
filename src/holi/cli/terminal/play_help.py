"""Help during play: the rules in brief, a colour card, a rivalry card."""

from __future__ import annotations

from holi.cli.terminal.console import Terminal, side_by_side, wrapped
from holi.cli.terminal.narrate import counted
from holi.cli.terminal.pictures import Fit, fits_of, picture_rows, way_rows
from holi.game import Deck, Position, RivalryCard, rivalry_cards
from holi.game.errors import quoted
from holi.game.notation import SQUARE_NAMES

RULES_IN_SHORT = """\
Each turn, in any order: throw a card (you must), move (may), climb (may); then end the turn.
t  throw: lay a card, turned as you like, with your marker on its star or, without a star, on any of its filled \
squares; every other filled square gets one of your tokens. All on your level, none where colour lies. A token \
thrown onto another marker is a hit: 1 point, and that player keeps the token.
d  face down: any card, one token on any space of your level without colour or marker. Not twice in a row.
m  move: to any space of your level without a marker. You take its sweets, its token and all that falls from above.
c  climb: one level up, if the four spaces around your marker hold colour. Nobody climbs down.
Tokens on M or T fall until colour lies right below them, at most to G; onto a marker they go to its player.
At the end of a turn you draw up to three cards. Without tokens, cards or a possible throw you are finished.
Points: your tokens on G 1, M 2, T 3; held by others 2; for each player with fewer sweets 5; hits; rivalry cards."""

KEYS_IN_SHORT = """\
Type a key of the menu, a card's number to throw it, a square such as e5 to move there, or notation, also a whole \
turn: Me5 T7@b2d4 C E
b board  l what happened  u take back (until you end the turn)  ? 7 a card's ways  ? rangoli a rivalry card  q quit
On the board: [B] a marker, b a token, ' and " one and two sweets, < > what changed."""


def general_help(position: Position, terminal: Terminal) -> str:
    in_play = ", ".join(position.config.rivalry)
    rivalry = [f"Rivalry cards in play: {in_play}."] if in_play else []
    text = [*RULES_IN_SHORT.splitlines(), *rivalry, "", *KEYS_IN_SHORT.splitlines()]
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
        text = (
            f"There is no help on {quoted(topic)}; try ? alone, ? 7 for a colour card or ? rangoli for a rivalry card."
        )
    else:
        in_play = "in play" if rivalry.id in position.config.rivalry else "not in this game"
        text = f"{rivalry.title} ({rivalry.id}, {rivalry.kind}, {in_play}): {rivalry.text}"
    return "\n".join(wrapped(text, terminal.text_width))


def rivalry_by_name(text: str) -> RivalryCard | None:
    return rivalry_cards().get("-".join(text.lower().split()))


def describe_card(deck: Deck, number: int) -> str:
    card = deck.card(number)
    tokens = counted(card.tokens, "token")
    if card.has_star:
        return f"Card {number}, {card.key}: your marker stands on the star (*) and throws {tokens}, one on each #."
    return f"Card {number}, {card.key}: your marker stands on any # and throws {tokens}, one on each other #."


def card_help(position: Position, seat: int, number: int, terminal: Terminal) -> str:
    """The card and every way to lay it, fitting ones first, from where the marker stands now."""
    lines = [*wrapped(describe_card(position.config.deck, number), terminal.text_width)]
    lines += picture_rows(position.config.deck.card(number).rows, seat, terminal.colour)
    marker = position.players[seat].marker
    if marker is None:
        return "\n".join([*lines, "Turn it as you like; all of it must lie on your level."])
    fits = fits_of(position, marker, number)
    fitting = sum(fit.fits for fit in fits)
    lines += ["", f"From {marker} it fits in {fitting} of {counted(len(fits), 'way')} (@ is your marker):"]
    blocks = [
        [*picture_rows(way_rows(fit.way), seat, terminal.colour), _fit_label(fit)]
        for fit in sorted(fits, key=lambda fit: (not fit.fits, fit.squares is None))
    ]
    return "\n".join([*lines, *side_by_side(blocks, terminal.width)])


def _fit_label(fit: Fit) -> str:
    if fit.squares is None:
        return "off the grid"
    if fit.fits:
        return " ".join(SQUARE_NAMES[square] for square in fit.squares if square not in fit.taken)
    return f"{' '.join(SQUARE_NAMES[square] for square in fit.taken)} taken"
