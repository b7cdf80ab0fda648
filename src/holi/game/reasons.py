"""The kernel's reasons in words: why an action is not legal, and why a position is not consistent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from holi.game.errors import PositionError
from holi.game.notation import SQUARE_NAMES, TOWER, Action, squares_of
from holi.kernel import checks, layout, reasons
from holi.kernel.mode import plain, vector

if TYPE_CHECKING:
    from holi.game.position import Position

AGAINST_ACTION: dict[int, tuple[str, str]] = {
    layout.GAME_IS_OVER: ("R8.4", "the game is over"),
    layout.CORNER_FIRST: ("R2.4", "seat {seat} chooses a starting corner first"),
    layout.NO_FREE_CORNER: ("R2.4", "a marker starts on a free corner of G: a1, a6, f1 or f6"),
    layout.ALL_PLACED: ("R2.4", "all markers are placed"),
    layout.NOT_THROWN_YET: ("R3.4", "the turn can be ended only after the throw"),
    layout.THROW_MADE: ("R3.1", "the throw of this turn has been made"),
    layout.NOT_IN_HAND: ("R2.5", "card {card} is not in the hand"),
    layout.NO_OWN_TOKEN: ("R4.5", "the supply holds no token of one's own colour"),
    layout.TARGET_TAKEN: ("R4.4", "{space} holds a colour token"),
    layout.NOT_LAID_SO: ("R4.1, R4.2", "card {card} cannot be laid so from {space}"),
    layout.SPACE_TAKEN: ("R5.1", "{space} holds a colour token"),
    layout.SPACE_MARKED: ("R5.1", "the space holds a marker"),
    layout.LAST_FACE_DOWN: ("R5.2", "the last card thrown lies face down"),
    layout.MOVE_MADE: ("R3.1", "the move of this turn has been made"),
    layout.ONLY_END_LEFT: ("R3.5", "without a token of one's own colour, the turn can only be ended"),
    layout.STANDS_THERE: ("R6.1", "the marker stands there already"),
    layout.MARKER_THERE: ("R6.1", "{space} holds a marker"),
    layout.NO_MOVE_THROWS: ("R3.2", "no throw would be possible after a move"),
    layout.TOO_FAR: ("R6.1, {move_steps}", "{space} is too far"),
    layout.MOVE_STOPS_THROW: ("R3.2", "no throw would be possible after the move"),
    layout.CLIMB_MADE: ("R3.1", "the climb of this turn has been made"),
    layout.NOT_PLACED: ("R6.4", "the marker is not placed yet"),
    layout.ON_TOP: ("R6.4", "the marker is on the top level"),
    layout.AT_EDGE: ("R6.4", "{space} is at the edge"),
    layout.MARKER_ABOVE: ("R6.4", "{space} holds a marker"),
    layout.NEIGHBOURS_EMPTY: ("R6.4", "no colour token on {squares}"),
    layout.CLIMB_STOPS_THROW: ("R3.2", "no throw would be possible after the climb"),
}
"""The clause and the sentence of each code; a setting in braces stands for the card in play that sets it."""

AGAINST_POSITION: dict[int, tuple[str, str]] = {
    layout.FLOATING_TOKEN: ("R7.6", "the token on {space} has no token below it on {below}"),
    layout.TOKENS_MISCOUNTED: (
        "R7.6",
        "seat {seat} has {count} tokens on the tower and {most} in supplies; there are 25 in all",
    ),
    layout.MARKER_MISSING: ("R2.4", "the marker of seat {seat} is not on the tower"),
    layout.MARKERS_SHARE: ("R7.6", "two markers are on {space}"),
    layout.MARKER_ON_TOKEN: ("R7.6", "{space} holds a marker and a colour token"),
    layout.TOO_MANY_SWEETS: ("R2.1", "{space} holds {count} sweets; at most {most} lie there"),
    layout.SWEETS_UNDER_MARKER: ("R6.2", "sweets lie under the marker on {space}"),
    layout.SWEETS_MISCOUNTED: (
        "R7.6",
        "{count} sweets lie on the tower and {most} are held; there are 24 in all",
    ),
    layout.HAND_TOO_LARGE: ("R8.1", "seat {seat} holds {count} cards; {most} are possible"),
    layout.FACE_DOWN_TWICE: ("R5.2", "seat {seat} threw the cards {card} and {other_card} face down running"),
    layout.FINISHED_MISNUMBERED: ("R8.2", "the players finished in the order {finished}; it is 0, 1, ... once each"),
    layout.FINISHED_IN_SETUP: ("R8.2", "a player is finished before play begins"),
    layout.OVER_TOO_EARLY: ("R8.4", "the game is over, but not all players are finished"),
    layout.BEGUN_IN_SETUP: ("R2.4", "nothing has been thrown, moved or climbed before the corners are chosen"),
    layout.CORNERS_OUT_OF_ORDER: ("R2.4", "corners are chosen in seat order, and seat {seat} is to choose"),
    layout.NOT_ON_CORNER: ("R2.4", "the marker on {space} is not on a corner of G"),
    layout.CARDS_IN_SETUP: ("R2.5", "seat {seat} does not have an empty hand and a deck of 13 cards"),
    layout.STOCK_IN_SETUP: ("R1.2", "seat {seat} does not have 25 tokens, no sweets and no points"),
    layout.FINISHED_ON_TURN: ("R8.3", "seat {seat} is to act, but is finished"),
    layout.THROWN_WITHOUT_DISCARD: ("R4.9", "seat {seat} has thrown, but has no discard"),
    layout.CLIMBED_ON_GROUND: ("R6.4", "seat {seat} has climbed, but is on the ground"),
    layout.CANNOT_ACT: ("R3.3", "seat {seat} cannot throw in this turn and would be finished"),
}


_NAMES = [*vars(layout)]
REASONS = _NAMES[_NAMES.index("GAME_IS_OVER") : _NAMES.index("FLOATING_TOKEN")]
"""The names of the codes against actions, which are numbered from 1."""


def reason_against(position: Position, action: Action) -> str:
    """The first reason found against an illegal action, with its clause."""
    code, terms = _asked(position, action)
    clause, sentence = AGAINST_ACTION[code]
    return f"{sentence} ({clause})".format_map(terms)


def refusal(position: Position, action: Action) -> tuple[str, str, dict[str, Any]]:
    """The same for programs that say it in their own words: name, clause, and what it is about."""
    code, terms = _asked(position, action)
    return REASONS[code - 1].lower().replace("_", "-"), AGAINST_ACTION[code][0].format_map(terms), terms


def _asked(position: Position, action: Action) -> tuple[int, dict[str, Any]]:
    about = vector([0] * layout.ABOUT_SIZE)
    code = reasons.reason_against(*position.vectors, action.code, about)
    return code, _terms(position, plain(about))


def missing_to_climb(position: Position, seat: int) -> str:
    """What keeps the seat's marker from climbing, or an empty text."""
    about = vector([0] * layout.ABOUT_SIZE)
    code = reasons.missing_to_climb(*position.vectors, seat, about)
    if code == layout.NO_REASON:
        return ""
    return AGAINST_ACTION[code][1].format_map(_terms(position, plain(about)))


def check_consistent(position: Position, hand_is_known: bool = True) -> None:
    """Raise `PositionError` with the first clause that the position breaks.

    If the hand of the seat to act is only made up, it need not be able to throw.
    """
    about = vector([0] * layout.ABOUT_SIZE)
    code = checks.inconsistency(*position.vectors, about)
    if code != layout.NO_REASON and (hand_is_known or code != layout.CANNOT_ACT):
        clause, sentence = AGAINST_POSITION[code]
        raise PositionError(clause, sentence.format_map(_terms(position, plain(about))))


def _terms(position: Position, about: list[int]) -> dict[str, Any]:
    """What the sentences' braces stand for."""
    space = about[layout.ABOUT_SPACE]
    return {
        "seat": about[layout.ABOUT_SEAT],
        "space": TOWER[space],
        "below": TOWER[space - layout.SPACES],
        "squares": " ".join(SQUARE_NAMES[square] for square in squares_of(about[layout.ABOUT_SPACES])),
        "card": about[layout.ABOUT_CARD] + 1,
        "other_card": about[layout.ABOUT_OTHER_CARD] + 1,
        "count": about[layout.ABOUT_COUNT],
        "most": about[layout.ABOUT_MOST],
        "finished": sorted(player.finished for player in position.players if player.finished is not None),
        **{setting: card.id for card in position.config.rivalry_cards for setting in card.settings},
    }
