"""What a person sees when it is their turn: tower, players, hand, rivalry cards and what the turn still allows."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from holi.cli.board import SEAT_COLOURS, render_position, shortened
from holi.cli.pictures import card_block, side_by_side, why_not
from holi.cli.table import Table
from holi.cli.terminal import Terminal, painted, visible_width, wrapped
from holi.game import CLIMB, END, Action, Kind, PlayerState, Position, RivalryCard, Space
from holi.game.reasons import reason_against
from holi.game.spaces import LEVELS


@dataclass(frozen=True)
class TurnOptions:
    """The legal actions of the seat to act, sorted by what a person decides first."""

    position: Position
    seat: int

    @cached_property
    def player(self) -> PlayerState:
        """The player to act."""
        return self.position.players[self.seat]

    @property
    def marker(self) -> Space:
        """Where the player's marker stands."""
        assert self.player.marker is not None  # corners have been chosen
        return self.player.marker

    @cached_property
    def _legal(self) -> list[Action]:
        return self.position.legal_actions()

    def throws(self, kind: Kind, card: int | None = None) -> list[Action]:
        """The throws of a kind, of all cards or one, in the order of their squares."""
        found = [action for action in self._legal if action.kind is kind and card in (None, action.card)]
        return sorted(found, key=lambda action: (action.card, action.squares))

    @cached_property
    def moves(self) -> list[Action]:
        """Where the marker may move."""
        return [action for action in self._legal if action.kind is Kind.MOVE]

    @property
    def can_climb(self) -> bool:
        """Whether climbing is legal now."""
        return CLIMB in self._legal

    @property
    def can_end(self) -> bool:
        """Whether the turn may be ended now."""
        return END in self._legal

    def why_no_throw(self) -> list[str]:
        """Why no card can be thrown face up now, card by card; empty if one can or the throw is made."""
        if self.position.thrown or self.throws(Kind.THROW_UP):
            return []
        deck = self.position.config.deck
        reasons = [
            f"card {card} {deck.card(card).key}: {why_not(self.position, self.marker, card)}"
            for card in self.player.hand
        ]
        return [f"No card in your hand fits face up from {self.marker}.", *reasons]

    def why_no_face_down(self) -> str:
        """Why no card can be thrown face down now."""
        discard = self.player.discard
        if discard and discard[-1].face == "down" and "free-handfuls" not in self.position.config.rivalry:
            return "your last card lies face down (R5.2)"
        return f"level {LEVELS[self.marker.level]} has no free space (R5.1)"

    def why_no_move(self) -> str:
        """Why the marker can move nowhere."""
        return "no throw would be possible after any move (R3.2)" if not self.position.thrown else _WITHOUT_TOKENS

    def why_no_climb(self) -> str:
        """Why the marker cannot climb."""
        return reason_against(self.position, CLIMB)


HAND_LABEL = "Hand   "
_WITHOUT_TOKENS = "without a token of your colour you can only end the turn (R3.5)"


def screen(table: Table, seat: int, terminal: Terminal, highlight: Collection[Space] = ()) -> str:
    """The whole screen of a decision of `seat`, hidden cards of others left out."""
    position, colour = table.game.position, terminal.colour
    parts = [
        rule(f"{table.names[seat]} to play", terminal.width, colour),
        render_position(
            position,
            width=terminal.width,
            colour=colour,
            highlight=_still_there(position, highlight),
            viewer=seat,
            names=table.names,
        ),
        "",
        *hand_lines(position, seat, terminal),
        *rivalry_lines(position, terminal),
    ]
    return "\n".join(parts)


def _still_there(position: Position, spaces: Collection[Space]) -> list[Space]:
    """The spaces that are not empty again, such as one where a marker was hit and then left."""
    return [s for s in spaces if position.token_at(s) is not None or position.marker_at(s) is not None]


def rule(title: str, width: int, colour: bool) -> str:
    """A line across the screen with a title."""
    line = f"── {title} "
    return painted(line + "─" * (min(width, 80) - visible_width(line)), colour, bold=True)


def hand_lines(position: Position, seat: int, terminal: Terminal) -> list[str]:
    """The hand as pictures."""
    hand = position.players[seat].hand
    if not hand:
        return ["Your hand is empty."]
    deck = position.config.deck
    blocks = [card_block(deck.card(card), seat, terminal.colour, indent="   ") for card in hand]
    lines = side_by_side(blocks, terminal.width - len(HAND_LABEL))
    return [(HAND_LABEL if i == 0 else " " * len(HAND_LABEL)) + line for i, line in enumerate(lines)]


def rivalry_lines(position: Position, terminal: Terminal) -> list[str]:
    """The rivalry cards in play with their worth now and what they do, cut short where there is little room."""
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
    """What the turn still allows, and why the rest is not possible now."""
    position = options.position
    ways: list[tuple[str, str, bool, str]] = []
    if not position.thrown:
        ways.append(("t", "throw", bool(options.throws(Kind.THROW_UP)), "no card fits"))
        down = bool(options.throws(Kind.THROW_DOWN))
        ways.append(("d", "face down", down, "" if down else options.why_no_face_down()))
    if not position.moved:
        ways.append(("m", "move", bool(options.moves), options.why_no_move()))
    if not position.climbed:
        ways.append(("c", "climb", options.can_climb, "" if options.can_climb else options.why_no_climb()))
    ways.append(("e", "end turn", options.can_end, "throw first"))
    possible = [(key, name) for key, name, allowed, _ in ways if allowed]
    possible += [("u", "undo")] if can_undo else []
    possible += [("l", "log"), ("?", "help"), ("q", "quit")]
    lines = _menu_line(possible, terminal)
    refused = [f"{name} ({_without_clause(why)})" for _, name, allowed, why in ways if not allowed]
    if refused:
        later = wrapped(f"Not now: {', '.join(refused)}", terminal.text_width, indent="  ")
        lines += [painted(line, terminal.colour, dim=True) for line in later]
    return lines


def _menu_line(items: Sequence[tuple[str, str]], terminal: Terminal) -> list[str]:
    if terminal.colour:
        return ["  ".join(f"{painted(f' {key} ', True, reverse=True)} {name}" for key, name in items)]
    return ["  ".join(f"[{key}] {name}" for key, name in items)]


def _without_clause(reason: str) -> str:
    """The reason without the number of its clause, which would crowd a menu."""
    head, _, tail = reason.rpartition(" (R")
    return head if head and tail.endswith(")") else reason
