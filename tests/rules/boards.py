"""Positions from pictures, so that a test shows the board it is about.

A picture has six rows, row 6 first, and in each the levels G, M and T side by side; levels left out on the right are
empty. `.` is an empty space, a digit a colour token of that seat, a letter `A` to `D` the marker of seat 0 to 3.
Everything that a test does not state is balanced, so that all tokens, cards and sweets are accounted for (R7.6), and
every position goes through `position_from_json`, which refuses what no game can hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from holi.game import Event, Position, Space, parse_action, position_from_json, position_to_json

SQUARES = tuple(column + row for row in "123456" for column in "abcdef")
"""The 36 squares of a level, in the order of F1."""

INTERIOR = tuple(column + row for row in "2345" for column in "bcde")
EDGE = tuple(square for square in SQUARES if square not in INTERIOR)
CORNERS = ("a1", "f1", "a6", "f6")
BESIDE_CORNERS = ("b1", "e1", "a2", "f2", "a5", "f5", "b6", "e6")
"""The eight spaces with sweets (R2.1)."""

EMPTY = "......"
TOKENS = 25
SWEETS = 24
Rows = tuple[tuple[str, ...], ...]


def rows_of(picture: str) -> Rows:
    """The rows of a picture, each with its three levels."""
    rows = [line.split() for line in picture.split("\n") if line.strip()]
    rows = [levels + [EMPTY] * (3 - len(levels)) for levels in rows]
    if len(rows) != 6 or any(len(levels) != 3 or any(len(level) != 6 for level in levels) for levels in rows):
        raise ValueError(f"this is no picture of six rows, each of one to three levels of six spaces:\n{picture}")
    return tuple(tuple(levels) for levels in rows)


def drawing(spaces: Mapping[str, str]) -> str:
    """A picture from what lies on single spaces, such as `{"Gc3": "A", "Mc4": "1"}`."""
    return "\n".join(
        " ".join("".join(spaces.get(level + column + row, ".") for column in "abcdef") for level in "GMT")
        for row in "654321"
    )


def filled(level: str, what: str, *, without: Sequence[str] = ()) -> dict[str, str]:
    """For `drawing`: the same on every square of a level, but for the squares named."""
    return {level + square: what for square in SQUARES if square not in without}


def position(
    picture: str,
    *,
    turn: int = 0,
    done: str = "",
    rivalry: Sequence[str] = (),
    tie_break: str = "player-order",
    deck: str | dict[str, Any] = "complete",
    hands: Mapping[int, Sequence[int]] | None = None,
    decks: Mapping[int, Sequence[int]] | None = None,
    discards: Mapping[int, str] | None = None,
    own: Mapping[int, int] | None = None,
    holds: Mapping[tuple[int, int], int] | None = None,
    sweets: Mapping[str, int] | None = None,
    sweets_held: Sequence[int] | None = None,
    points: Mapping[int, int] | None = None,
    finished: Mapping[int, int] | None = None,
) -> Position:
    """The position in the picture, with seat `turn` to act after having `done` some of "throw move climb".

    - `hands`, `decks` by seat; a deck not named takes the cards left over, a hand three of them, the lowest. Cards left
      over when the deck is named lie face up on the discard pile.
    - `discards` by seat, bottom card first, face-down cards marked `v`: `"5 7v"`.
    - `own` by seat: tokens of one's own in the supply; those left over are in the next seat's supply.
    - `holds` by holder and colour: tokens of others in a supply.
    - `sweets` by space, and `sweets_held` by seat. Without either, sweets lie as in the setup, but where a marker
      stands they have been taken by its owner. With one of them, the other is balanced.
    """
    rows = rows_of(picture)
    markers = _markers(rows)
    players = len(markers)
    lying = _lying(rows, players)
    supplies = _supplies(players, lying, own or {}, holds or {})
    spread, held = _sweets(markers, sweets, sweets_held)
    thrown = "throw" in done.split()
    piles = [
        _piles(
            (hands or {}).get(seat),
            (decks or {}).get(seat),
            (discards or {}).get(seat),
            thrown and seat == turn,
        )
        for seat in range(players)
    ]
    return position_from_json(
        {
            "format": "holi-position/1",
            "config": {"players": players, "rivalry": list(rivalry), "deck": deck, "tie_break": tie_break},
            "phase": "play",
            "turn": {"seat": turn, "thrown": thrown, "moved": "move" in done, "climbed": "climb" in done},
            "levels": {
                letter: ["".join(c if c.isdigit() else "." for c in row[level]) for row in rows]
                for level, letter in enumerate("GMT")
            },
            "sweets": {
                letter: [[spread.get(letter + column + row, 0) for column in "abcdef"] for row in "654321"]
                for letter in "GMT"
            },
            "players": [
                {
                    "marker": markers[seat],
                    "supply": supplies[seat],
                    "sweets": held[seat],
                    "points": (points or {}).get(seat, 0),
                    **piles[seat],
                    "finished": (finished or {}).get(seat),
                }
                for seat in range(players)
            ],
            "scores": None,
        }
    )


def _markers(rows: Rows) -> list[str]:
    """Where the markers stand, by seat."""
    found = {
        mark: level + column + row
        for row, levels in zip("654321", rows, strict=True)
        for level, spaces in zip("GMT", levels, strict=True)
        for column, mark in zip("abcdef", spaces, strict=True)
        if mark in "ABCD"
    }
    return [found[mark] for mark in sorted(found)]


def _lying(rows: Rows, players: int) -> list[int]:
    """How many tokens of each seat lie on the tower."""
    return [sum(spaces.count(str(seat)) for levels in rows for spaces in levels) for seat in range(players)]


def _supplies(
    players: int, lying: Sequence[int], own: Mapping[int, int], holds: Mapping[tuple[int, int], int]
) -> list[list[int]]:
    """By holder and colour; of each colour, all 25 tokens are somewhere."""
    supplies = [[holds.get((holder, colour), 0) for colour in range(players)] for holder in range(players)]
    for seat in range(players):
        rest = TOKENS - lying[seat] - sum(supplies[holder][seat] for holder in range(players))
        supplies[seat][seat] += own.get(seat, rest)
        supplies[(seat + 1) % players][seat] += rest - own.get(seat, rest)
    return supplies


def _sweets(
    markers: Sequence[str], lying: Mapping[str, int] | None, held: Sequence[int] | None
) -> tuple[dict[str, int], list[int]]:
    """Sweets by space and by seat, 24 in all."""
    usual = {level + square: count for level, count in (("G", 2), ("M", 1)) for square in BESIDE_CORNERS}
    if lying is not None:
        rest = SWEETS - sum(lying.values())
        return dict(lying), [rest] + [0] * (len(markers) - 1) if held is None else list(held)
    taken = [usual.pop(marker, 0) for marker in markers]
    if held is None:
        return usual, taken
    surplus = sum(usual.values()) + sum(held) - SWEETS
    for space in sorted(usual):
        less = min(usual[space], surplus)
        usual[space] -= less
        surplus -= less
    return usual, list(held)


def _piles(
    hand: Sequence[int] | None, deck: Sequence[int] | None, discard: str | None, thrown: bool
) -> dict[str, list[int] | list[dict[str, Any]]]:
    """A player's 13 cards in hand, deck and discard pile; who has thrown has one less in hand and one discard."""
    if discard is None:
        free = [card for card in range(1, 14) if card not in {*(hand or ()), *(deck or ())}]
        discard = str(free[-1]) if thrown and deck is None else ""
    pile = [{"card": int(card.rstrip("v")), "face": "down" if "v" in card else "up"} for card in discard.split()]
    named = {*(hand or ()), *(deck or ()), *(item["card"] for item in pile)}
    left = [card for card in range(1, 14) if card not in named]
    if hand is None:
        size = 2 if thrown else 3
        hand, left = left[:size], left[size:]
    if deck is None:
        deck = left
    else:
        pile = [{"card": card, "face": "up"} for card in left] + pile
    return {"hand": sorted(hand), "deck": list(deck), "discard": pile}


def legal(position: Position, kinds: str = "TDMCES") -> set[str]:
    """The texts of all legal actions of these kinds (F1); each is listed once."""
    texts = [str(action) for action in position.legal_actions()]
    assert len(texts) == len(set(texts))
    return {text for text in texts if text[0] in kinds}


def do(before: Position, turn: str) -> tuple[Position, list[dict[str, Any]]]:
    """Do the actions one after the other; return the position after the last and the events of all.

    After each action the position is read back from its JSON, and so holds what R7.6 demands.
    """
    events: list[Event] = []
    for text in turn.split():
        before, news = before.apply(parse_action(text))
        events += news
        assert position_from_json(position_to_json(before)) == before
    return before, [event.to_json() for event in events]


def after(before: Position, turn: str) -> Position:
    """The position after the actions."""
    return do(before, turn)[0]


def events_of(before: Position, turn: str) -> list[dict[str, Any]]:
    """The events of the actions."""
    return do(before, turn)[1]


def seen(position: Position) -> Rows:
    """The position's tokens and markers as the rows of a picture."""
    spaces = {}
    for level in range(3):
        for square in range(36):
            space = Space(level, square)
            token, marker = position.token_at(space), position.marker_at(space)
            if marker is not None:
                spaces[str(space)] = "ABCD"[marker]
            elif token is not None:
                spaces[str(space)] = str(token)
    return rows_of(drawing(spaces))


def supplies(position: Position) -> list[list[int]]:
    """Every player's supply, by holder and colour."""
    return [list(player.supply) for player in position.players]


def points(position: Position) -> list[int]:
    """The points on the score track, by seat."""
    return [player.points for player in position.players]


def rivalry_points(position: Position, card: str) -> list[int]:
    """What a rivalry card gives each seat if the game ends now."""
    return [score.rivalry[card] for score in position.scores()]


def ways_to_lay(face: str, square: str, *, mirrored: bool = False) -> set[frozenset[str]]:
    """The targets of every way to lay a card face for a marker on a square, found by turning the drawn card.

    This reads R4.1 to R4.3 a second time, on the face as it is drawn, to compare the kernel's tables with.
    """
    rows = face.split("/")
    faces = [rows] + ([[row[::-1] for row in rows]] if mirrored else [])
    column, row = "abcdef".index(square[0]), "123456".index(square[1])
    ways = set()
    for drawn in faces:
        turned = drawn
        for _ in range(4):
            turned = ["".join(line) for line in zip(*turned[::-1], strict=True)]  # a quarter to the right
            cells = [(x, 2 - y, turned[y][x]) for x in range(3) for y in range(3)]
            for x, y, shown in cells:
                if shown != ("*" if "*" in face else "#"):
                    continue
                targets = [(column + u - x, row + v - y) for u, v, mark in cells if mark == "#" and (u, v) != (x, y)]
                if all(0 <= u < 6 and 0 <= v < 6 for u, v in targets):
                    ways.add(frozenset("abcdef"[u] + "123456"[v] for u, v in targets))
    return ways


def throw_text(card: int, squares: Iterable[str]) -> str:
    """The text of a face-up throw onto these squares (F1)."""
    return f"T{card}@{''.join(sorted(squares, key=SQUARES.index))}"
