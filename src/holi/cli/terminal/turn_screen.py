"""What a person sees on their turn: tower, players, hand, rivalry cards and a menu."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property

from holi.cli.terminal.board import SEAT_COLOURS, render_position, shortened
from holi.cli.terminal.console import Terminal, padded, painted, side_by_side, visible_width, wrapped
from holi.cli.terminal.pictures import card_block, why_not
from holi.cli.terminal.table import Table
from holi.cli.terminal.texts import rivalry_words, separated, t, why_not_now
from holi.game import CLIMB, END, Action, Kind, PlayerState, Position, RivalryCard, Space
from holi.game.notation import SQUARE_NAMES


@dataclass(frozen=True)
class TurnOptions:
    position: Position
    seat: int

    @cached_property
    def player(self) -> PlayerState:
        return self.position.players[self.seat]

    @property
    def marker(self) -> Space:
        assert self.player.marker is not None  # corners have been chosen
        return self.player.marker

    @cached_property
    def legal(self) -> list[Action]:
        return self.position.legal_actions()

    def throws(self, kind: Kind, card: int | None = None) -> list[Action]:
        found = [action for action in self.legal if action.kind is kind and card in (None, action.card)]
        return sorted(found, key=lambda action: (action.card, action.squares))

    @cached_property
    def moves(self) -> list[Action]:
        return [action for action in self.legal if action.kind is Kind.MOVE]

    def why_no_throw(self) -> list[str]:
        """Why no card can be thrown face up, card by card; empty if one can, or after the throw."""
        if self.position.thrown or self.throws(Kind.THROW_UP):
            return []
        deck = self.position.config.deck
        reasons = [
            t("screen.card", card=card, name=deck.card(card).key, why=why_not(self.position, self.marker, card))
            for card in self.player.hand
        ]
        return [t("screen.no-card", space=self.marker), *reasons]

    def why_no_face_down(self) -> str:
        level = self.marker.level
        free = [s for s in self._squares_without_marker() if self.position.token_at(Space(level, s)) is None]
        if not free:
            return t("not.no-free-space")
        return why_not_now(self.position, Action(Kind.THROW_DOWN, self.player.hand[0], (free[0],)))

    def why_no_move(self) -> str:
        return why_not_now(self.position, Action(Kind.MOVE, None, (next(self._squares_without_marker()),)))

    def _squares_without_marker(self) -> Iterator[int]:
        level = self.marker.level
        return (square for square in range(SQUARES) if self.position.marker_at(Space(level, square)) is None)


HAND_LABEL_WIDTH = 7
SQUARES = len(SQUARE_NAMES)


def screen(table: Table, seat: int, terminal: Terminal, highlight: Collection[Space]) -> str:
    position = table.game.position
    # Leave out spaces that are empty again, such as one where a marker was hit and then left.
    full = [s for s in highlight if position.token_at(s) is not None or position.marker_at(s) is not None]
    parts = [
        rule(t("screen.to-play", name=table.names[seat]), terminal),
        render_position(position, table.names, terminal, seat, full),
        "",
        *hand_lines(position, seat, terminal),
        *rivalry_lines(position, terminal),
    ]
    return "\n".join(parts)


def rule(title: str, terminal: Terminal) -> str:
    line = f"── {title} "
    return painted(line + "─" * (min(terminal.width, 80) - visible_width(line)), terminal.colour, bold=True)


def hand_lines(position: Position, seat: int, terminal: Terminal) -> list[str]:
    hand = position.players[seat].hand
    if position.phase == "setup":  # nobody has drawn yet (R2.5)
        return []
    if not hand:
        return [t("screen.empty")]
    deck = position.config.deck
    blocks = [card_block(deck.card(card), seat, terminal.colour, indent="   ") for card in hand]
    lines = side_by_side(blocks, terminal.width - HAND_LABEL_WIDTH)
    return [padded(t("screen.hand") if i == 0 else "", HAND_LABEL_WIDTH) + line for i, line in enumerate(lines)]


def rivalry_lines(position: Position, terminal: Terminal) -> list[str]:
    lines = []
    for card in position.config.rivalry_cards:
        title, words = rivalry_words(card)
        heading = _with_worth(title, card, position)
        text = t("screen.rivalry", title=heading, text=words)
        lines_of_card = wrapped(text, terminal.text_width, indent="  ")
        first, *rest = lines_of_card if terminal.is_roomy else [shortened(text, terminal.text_width)]
        lines += [first.replace(heading, painted(heading, terminal.colour, bold=True), 1), *rest]
    return lines


def _with_worth(title: str, card: RivalryCard, position: Position) -> str:
    if not card.scores_at_end:
        return title
    worth = (f"{SEAT_COLOURS[seat].letter} {score.rivalry[card.id]}" for seat, score in enumerate(position.scores()))
    return t("screen.worth", title=title, points=separated(worth))


def menu_lines(options: TurnOptions, can_undo: bool, terminal: Terminal) -> list[str]:
    position = options.position
    ways: list[tuple[str, bool, str]] = []
    if not position.thrown:
        ways.append(("t", bool(options.throws(Kind.THROW_UP)), t("menu.no-card-fits")))
        down = bool(options.throws(Kind.THROW_DOWN))
        ways.append(("d", down, "" if down else options.why_no_face_down()))
    if not position.moved:
        ways.append(("m", bool(options.moves), "" if options.moves else options.why_no_move()))
    if not position.climbed:
        can_climb = CLIMB in options.legal
        ways.append(("c", can_climb, "" if can_climb else why_not_now(position, CLIMB)))
    can_end = END in options.legal
    ways.append(("e", can_end, "" if can_end else why_not_now(position, END)))
    keys = [*(key for key, allowed, _ in ways if allowed), *("u" if can_undo else ""), "l", "?", "q"]
    colour = terminal.colour
    signs = [painted(f" {key} ", True, reverse=True) if colour else f"[{key}]" for key in keys]
    lines = _in_lines([f"{sign} {_named(key)}" for sign, key in zip(signs, keys, strict=True)], terminal.width)
    refused = [(_named(key), why) for key, allowed, why in ways if not allowed]
    if terminal.is_roomy:
        later = [t("menu.not-now-why", name=name, why=why) for name, why in refused]
    else:  # the key itself tells why
        later = [t("menu.not-now", names=separated(name for name, _ in refused))] if refused else []
    return lines + [
        painted(line, colour, dim=True) for text in later for line in wrapped(text, terminal.text_width, indent="  ")
    ]


def _named(key: str) -> str:
    return t("menu.help" if key == "?" else f"menu.{key}")


def _in_lines(items: list[str], width: int) -> list[str]:
    lines = [items[0]]
    for item in items[1:]:
        if visible_width(f"{lines[-1]}  {item}") > width:
            lines.append(item)
        else:
            lines[-1] += f"  {item}"
    return lines
