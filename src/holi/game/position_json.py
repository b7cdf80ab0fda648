"""Positions and views as JSON (F3): writing, and reading with full validation."""

from __future__ import annotations

from typing import Any, cast

from holi.game.config import Config, parse_config
from holi.game.errors import ConfigError, MalformedError, PositionError, quoted
from holi.game.notation import LEVELS, Space, parse_space
from holi.game.position import PHASES, PlayerState, Position, packed_cards
from holi.game.reasons import check_consistent
from holi.game.secrecy import Viewer, eyes_of, sees_cards_of, sees_decks, sees_played
from holi.kernel import layout
from holi.kernel.mode import plain, vector
from holi.kernel.setup import clear_state

POSITION_FORMAT = "holi-position/1"
VIEW_FORMAT = "holi-view/1"
MOST_POINTS = 999
"""More than can be scored at once in any game; keeps numbers in files sane."""

FORM = "F3"


def position_to_json(position: Position) -> dict[str, Any]:
    """The complete position (`holi-position/1`)."""
    return _written(position, POSITION_FORMAT, "all")


def view_to_json(position: Position, viewer: Viewer) -> dict[str, Any]:
    """The position as the viewer may know it (`holi-view/1`); after the game nothing is hidden."""
    a_seat = type(viewer) is int and 0 <= viewer < position.config.players
    if not a_seat and viewer not in ("spectator", "all"):
        raise MalformedError(f"{quoted(viewer)} is no seat; the seats are 0 to {position.config.players - 1}")
    return _written(position, VIEW_FORMAT, eyes_of(viewer, position.phase == "over"))


def _written(position: Position, form: str, viewer: Viewer) -> dict[str, Any]:
    turn = None
    if position.seat is not None:
        turn = {
            "seat": position.seat,
            "thrown": position.thrown,
            "moved": position.moved,
            "climbed": position.climbed,
        }
    return {
        "format": form,
        "config": position.config.to_json(),
        "phase": position.phase,
        "turn": turn,
        "levels": {letter: position.token_rows(level) for level, letter in enumerate(LEVELS)},
        "sweets": {letter: position.sweets_rows(level) for level, letter in enumerate(LEVELS)},
        "players": [player_for(viewer, seat, player) for seat, player in enumerate(position.players)],
        "scores": [score.to_json() for score in position.scores()] if position.phase == "over" else None,
    }


def player_for(viewer: Viewer, seat: int, player: PlayerState) -> dict[str, Any]:
    """A player's part of a position as the viewer may know it."""
    own = sees_cards_of(viewer, seat)
    return {
        "marker": None if player.marker is None else str(player.marker),
        "supply": list(player.supply),
        "sweets": player.sweets,
        "points": player.points,
        "hand": list(player.hand) if own else len(player.hand),
        "deck": list(player.deck) if sees_decks(viewer) else len(player.deck),
        "discard": [
            {"card": discard.card if sees_played(viewer, seat, discard.face) else None, "face": discard.face}
            for discard in player.discard
        ],
        "finished": player.finished,
    }


def position_from_json(data: object) -> Position:
    """A position from JSON data; anything inconsistent raises `PositionError` with the clause it breaks."""
    fields = _fields(data, "the position", POSITION_FORMAT)
    position = _read(fields)
    check_consistent(position)
    _check_scores(position, fields["scores"])
    return position


def _fields(data: object, what: str, form: str) -> dict[str, Any]:
    fields = _object(data, what, ("format", "config", "phase", "turn", "levels", "sweets", "players", "scores"))
    if fields["format"] != form:
        raise PositionError(FORM, f"the format is {quoted(fields['format'])}, not {form!r}")
    return fields


def _read(fields: dict[str, Any]) -> Position:
    try:
        config = parse_config(fields["config"])
    except ConfigError as error:
        raise PositionError(FORM, str(error)) from None
    state = vector([0] * layout.STATE_SIZE)
    clear_state(state)
    values = plain(state)
    phase = fields["phase"]
    if not isinstance(phase, str) or phase not in PHASES:
        raise PositionError(FORM, f"'phase' is {quoted(phase)}; it is 'setup', 'play' or 'over'")
    values[layout.PHASE] = PHASES.index(phase)
    _read_turn(fields["turn"], config, values)
    _read_levels(fields["levels"], config, values)
    _read_sweets(fields["sweets"], values)
    players = fields["players"]
    if not isinstance(players, list) or len(players) != config.players:
        raise PositionError(FORM, f"'players' is no list of {config.players} players")
    for seat, player in enumerate(players):
        _read_player(player, seat, config, values)
    return Position(config, vector(values))


def position_from_view(data: object) -> Position:
    """A complete position that looks like a view to its viewer: hidden cards are filled in, in order.

    Scores and what an action does before the end of a turn are those of the real position, and so are legal actions
    if the view is that of the seat to act; else its hand may hold only cards that cannot be thrown.
    """
    view = _fields(data, "the view", VIEW_FORMAT)
    players = view["players"]
    if isinstance(players, list):
        players = [_completed(player, seat) for seat, player in enumerate(players)]
    position = _read({**view, "players": players})
    check_consistent(position, position.seat is None or isinstance(view["players"][position.seat]["hand"], list))
    _check_scores(position, view["scores"])
    return position


def _completed(player: Any, seat: int) -> Any:
    """The player with hidden hand, deck and face-down discards filled from the cards not seen."""
    if not isinstance(player, dict) or isinstance(player.get("deck"), list):
        return player
    try:
        hand, discard = player["hand"], player["discard"]
        seen = {item["card"] for item in discard} | (set(hand) if isinstance(hand, list) else set())
        unseen = [card for card in range(1, layout.CARDS + 1) if card not in seen]
        if not isinstance(hand, list):
            size = _integer(hand, f"'hand' of player {seat}", layout.CARDS)
            hand, unseen = unseen[:size], unseen[size:]
        filled = [item if item["card"] is not None else {**item, "card": unseen.pop()} for item in discard]
        if len(unseen) != _integer(player["deck"], f"'deck' of player {seat}", layout.CARDS):
            raise IndexError
    except (KeyError, IndexError, TypeError):
        raise PositionError(
            FORM, f"player {seat} has not 13 cards, seen or counted, in 'hand', 'deck' and 'discard'"
        ) from None
    return {**player, "hand": hand, "deck": unseen, "discard": filled}


def _object(data: object, what: str, keys: tuple[str, ...]) -> dict[str, Any]:
    """The data, if it is an object with just these keys."""
    if not isinstance(data, dict):
        raise PositionError(FORM, f"{what} is {quoted(data)}; it is an object with {', '.join(keys)}")
    for key in keys:
        if key not in data:
            raise PositionError(FORM, f"{what} has no {key!r}")
    for key in data:
        if key not in keys:
            raise PositionError(FORM, f"{what} has an unknown key {quoted(key)}")
    return data


def _integer(value: object, what: str, most: int) -> int:
    """The value, if it is an int from 0 to `most`."""
    if type(value) is not int or not 0 <= value <= most:
        raise PositionError(FORM, f"{what} is {quoted(value)}; it is a number from 0 to {most}")
    return value


def _read_turn(data: object, config: Config, values: list[int]) -> None:
    if values[layout.PHASE] == layout.OVER:
        if data is not None:
            raise PositionError(FORM, f"'turn' is {quoted(data)}; it is null when the game is over")
        return
    turn = _object(data, "'turn'", ("seat", "thrown", "moved", "climbed"))
    values[layout.SEAT] = _integer(turn["seat"], "the seat to act", config.players - 1)
    for index, key in ((layout.THROWN, "thrown"), (layout.MOVED, "moved"), (layout.CLIMBED, "climbed")):
        if not isinstance(turn[key], bool):
            raise PositionError(FORM, f"{key!r} is {quoted(turn[key])}; it is true or false")
        values[index] = int(turn[key])


def _rows(data: object, letter: str, what: str, row_type: type) -> list[Any]:
    """Six rows of six, turned to begin with row 1."""
    if (
        not isinstance(data, list)
        or len(data) != 6
        or any(not isinstance(row, row_type) or len(cast("Any", row)) != 6 for row in data)
    ):
        raise PositionError(FORM, f"{what} of level {letter} are {quoted(data)}; they are six rows of six")
    return data[::-1]


def _read_levels(data: object, config: Config, values: list[int]) -> None:
    levels = _object(data, "'levels'", tuple(LEVELS))
    for level, letter in enumerate(LEVELS):
        for square, owner in enumerate("".join(_rows(levels[letter], letter, "the tokens", str))):
            if owner == ".":
                continue
            if owner not in "0123"[: config.players]:
                raise PositionError(FORM, f"level {letter} holds a token {quoted(owner)}; the digits are the seats")
            values[layout.TOKENS + layout.MAX_PLAYERS * level + int(owner)] |= 1 << square
            values[layout.OCCUPIED + level] |= 1 << square


def _read_sweets(data: object, values: list[int]) -> None:
    levels = _object(data, "'sweets'", tuple(LEVELS))
    for level, letter in enumerate(LEVELS):
        counts = [count for row in _rows(levels[letter], letter, "the sweets", list) for count in row]
        for square, count in enumerate(counts):
            _integer(count, f"the number of sweets on {Space(level, square)}", 2)
            values[layout.SWEETS_ONE + level] |= (count > 0) << square
            values[layout.SWEETS_TWO + level] |= (count > 1) << square


def _read_player(data: object, seat: int, config: Config, values: list[int]) -> None:
    who = f"player {seat}"
    player = _object(data, who, ("marker", "supply", "sweets", "points", "hand", "deck", "discard", "finished"))
    if player["marker"] is not None:
        _read_marker(player["marker"], who, seat, values)
    supply = player["supply"]
    if not isinstance(supply, list) or len(supply) != config.players:
        raise PositionError(FORM, f"the supply of {who} is {quoted(supply)}; it is {config.players} numbers")
    for colour, count in enumerate(supply):
        values[layout.SUPPLY + layout.MAX_PLAYERS * seat + colour] = _integer(
            count, f"the supply of {who}", layout.TOKENS_PER_PLAYER
        )
    values[layout.SWEETS + seat] = _integer(player["sweets"], f"'sweets' of {who}", 24)
    values[layout.POINTS + seat] = _integer(player["points"], f"'points' of {who}", MOST_POINTS)
    if player["finished"] is not None:
        values[layout.FINISHED + seat] = _integer(player["finished"], f"'finished' of {who}", config.players - 1)
        values[layout.FINISHED_COUNT] += 1
    _read_cards(player, who, seat, values)


def _read_marker(data: object, who: str, seat: int, values: list[int]) -> None:
    try:
        if not isinstance(data, str):
            raise MalformedError(f"{quoted(data)} is no space")
        space = parse_space(data)
    except MalformedError as error:
        raise PositionError(FORM, f"the marker of {who}: {error}") from None
    values[layout.LEVEL + seat], values[layout.SQUARE + seat] = space
    values[layout.MARKED + space.level] |= 1 << space.square


def _read_cards(player: dict[str, Any], who: str, seat: int, values: list[int]) -> None:
    hand, deck, discard = player["hand"], player["deck"], player["discard"]
    if not (isinstance(hand, list) and isinstance(deck, list) and isinstance(discard, list)):
        raise PositionError(FORM, f"'hand', 'deck' and 'discard' of {who} are lists")
    piles = [_object(item, f"a discard of {who}", ("card", "face")) for item in discard]
    for item in piles:
        if item["face"] not in ("up", "down"):
            raise PositionError(FORM, f"a discard of {who} lies {quoted(item['face'])}; it is 'up' or 'down'")
    cards = [*hand, *deck, *(item["card"] for item in piles)]
    if any(type(card) is not int for card in cards) or sorted(cards) != list(range(1, 14)):
        raise PositionError("R7.6", f"{who} does not have the cards 1 to 13 once each in hand, deck and discard")
    if hand != sorted(hand):
        raise PositionError(FORM, f"the hand of {who} is {quoted(hand)}; it is sorted")
    values[layout.HAND + seat] = sum(1 << (card - 1) for card in hand)
    values[layout.DECK + seat], values[layout.DECK_SIZE + seat] = packed_cards(deck), len(deck)
    values[layout.DISCARD + seat] = packed_cards([item["card"] for item in piles])
    values[layout.DISCARD_SIZE + seat] = len(piles)
    values[layout.FACE_DOWN + seat] = sum((item["face"] == "down") << i for i, item in enumerate(piles))


def _check_scores(position: Position, data: object) -> None:
    """The scores are there just when the game is over, and right (R9)."""
    if position.phase != "over":
        if data is not None:
            raise PositionError(FORM, f"'scores' is {quoted(data)}; it is null before the game is over")
        return
    right = [score.to_json() for score in position.scores()]
    if data != right or not _only_integers(data):
        raise PositionError("R9", f"the scores are not those of this position, which are {quoted(right)}")


def _only_integers(data: object) -> bool:
    """Whether all values in nested lists and objects are ints: to Python, true and 1.0 equal 1."""
    if isinstance(data, dict):
        return all(_only_integers(value) for value in data.values())
    if isinstance(data, list):
        return all(_only_integers(value) for value in data)
    return type(data) is int
