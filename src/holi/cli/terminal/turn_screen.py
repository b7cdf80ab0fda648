"""What a person sees on their turn: tower, players, hand, rivalry cards and a menu."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property

from holi.cli.terminal.board import SEAT_COLOURS, render_position, shortened
from holi.cli.terminal.console import Terminal, painted, side_by_side, visible_width, wrapped
from holi.cli.terminal.pictures import card_block, why_not
from holi.cli.terminal.table import Table
from holi.game import CLIMB, END, Action, Kind, PlayerState, Position, RivalryCard, Space
from holi.game.notation import LEVELS, SQUARE_NAMES
from holi.game.reasons import reason_against


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
            f"card {card} {deck.card(card).key}: {why_not(self.position, self.marker, card)}"
            for card in self.player.hand
        ]
        return [f"No card in your hand fits face up from {self.marker}.", *reasons]

    def why_no_face_down(self) -> str:
        level = self.marker.level
        free = [s for s in self._squares_without_marker() if self.position.token_at(Space(level, s)) is None]
        if not free:
            return f"level {LEVELS[level]} has no free space (R5.1)"
        return reason_against(self.position, Action(Kind.THROW_DOWN, self.player.hand[0], (free[0],)))

    def why_no_move(self) -> str:
        return reason_against(self.position, Action(Kind.MOVE, None, (next(self._squares_without_marker()),)))

    def _squares_without_marker(self) -> Iterator[int]:
        level = self.marker.level
        return (square for square in range(SQUARES) if self.position.marker_at(Space(level, square)) is None)


HAND_LABEL = "Hand   "
SQUARES = len(SQUARE_NAMES)


def screen(table: Table, seat: int, terminal: Terminal, highlight: Collection[Space]) -> str:
    position = table.game.position
    # Leave out spaces that are empty again, such as one where a marker was hit and then left.
    full = [s for s in highlight if position.token_at(s) is not None or position.marker_at(s) is not None]
    parts = [
        rule(f"{table.names[seat]} to play", terminal),
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
        return ["Your hand is empty."]
    deck = position.config.deck
    blocks = [card_block(deck.card(card), seat, terminal.colour, indent="   ") for card in hand]
    lines = side_by_side(blocks, terminal.width - len(HAND_LABEL))
    return [(HAND_LABEL if i == 0 else " " * len(HAND_LABEL)) + line for i, line in enumerate(lines)]


def rivalry_lines(position: Position, terminal: Terminal) -> list[str]:
    lines = []
    for card in position.config.rivalry_cards:
        heading = f"{card.title}{_worth(card, position)}"
        text = f"{heading}: {card.text}"
        lines_of_card = wrapped(text, terminal.text_width, indent="  ")
        first, *rest = lines_of_card if terminal.is_roomy else [shortened(text, terminal.text_width)]
        lines += [first.replace(heading, painted(heading, terminal.colour, bold=True), 1), *rest]
    return lines


def _worth(card: RivalryCard, position: Position) -> str:
    if not card.scores_at_end:
        return ""
    worth = (f"{SEAT_COLOURS[seat].letter} {score.rivalry[card.id]}" for seat, score in enumerate(position.scores()))
    return f" (now {', '.join(worth)})"


def menu_lines(options: TurnOptions, can_undo: bool, terminal: Terminal) -> list[str]:
    position = options.position
    ways: list[tuple[str, str, bool, str]] = []
    if not position.thrown:
        ways.append(("t", "throw", bool(options.throws(Kind.THROW_UP)), "no card fits"))
        down = bool(options.throws(Kind.THROW_DOWN))
        ways.append(("d", "face down", down, "" if down else options.why_no_face_down()))
    if not position.moved:
        ways.append(("m", "move", bool(options.moves), options.why_no_move()))
    if not position.climbed:
        can_climb = CLIMB in options.legal
        ways.append(("c", "climb", can_climb, "" if can_climb else reason_against(position, CLIMB)))
    ways.append(("e", "end turn", END in options.legal, "throw first"))
    possible = [(key, name) for key, name, allowed, _ in ways if allowed]
    possible += [("u", "undo")] if can_undo else []
    possible += [("l", "log"), ("?", "help"), ("q", "quit")]
    keys = {key: painted(f" {key} ", True, reverse=True) if terminal.colour else f"[{key}]" for key, _ in possible}
    lines = ["  ".join(f"{keys[key]} {name}" for key, name in possible)]
    refused = [f"{name} ({_without_clause(why)})" for _, name, allowed, why in ways if not allowed]
    if refused:
        later = wrapped(f"Not now: {', '.join(refused)}", terminal.text_width, indent="  ")
        lines += [painted(line, terminal.colour, dim=True) for line in later]
    return lines


def _without_clause(reason: str) -> str:
    """Drop the clause number, which would crowd a menu."""
    head, _, tail = reason.rpartition(" (R")
    return head if head and tail.endswith(")") else reason
