"""Views of a position as JSON text, for whoever sends each position to many: what stays the same is written once.

`holi.game.position_json` says what is in a view and what is hidden in it. Here its parts are only kept as text and put
together; what one seat alone may know is in a text of its own, which goes into that seat's view and into no other.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from pydantic_core import to_json

from holi.game import Position, Viewer
from holi.game.position import rows_of, sweets_rows_of
from holi.game.position_json import VIEW_FORMAT, player_for, view_to_json

PartT = TypeVar("PartT")

JSON: dict[bool | None, str] = {None: "null", False: "false", True: "true"}


def as_text(data: Any) -> str:
    return to_json(data).decode()


class ViewTexts:
    """All views of a position. Texts of `before`, the views of the position before, are used again where they fit."""

    __slots__ = ("_before", "_everything", "_head", "_public", "_texts", "position")

    def __init__(self, position: Position, before: ViewTexts | None = None) -> None:
        self.position = position
        self._texts: dict[Hashable, tuple[object, str]] = {}
        """Each part of the position with its text, by what it is and its identity."""
        self._before = {} if before is None else before._texts
        self._everything = as_text(view_to_json(position, "all")) if position.phase == "over" else None
        if self._everything is None:
            self._head = self._made_head()
            self._public = [self._player(seat, "spectator") for seat in range(position.config.players)]

    def _text(self, kind: Hashable, part: PartT, write: Callable[[PartT], str]) -> str:
        """The text of a part; written only if it is another object than before."""
        key = (kind, id(part))
        kept = self._texts.get(key) or self._before.get(key) or (part, write(part))
        self._texts[key] = kept
        return kept[1]

    def _made_head(self) -> str:
        position = self.position
        config = self._text("config", position.config, lambda config: as_text(config.to_json()))
        levels = _by_level([self._text("level", owners, _rows) for owners in position.owners])
        sweets = self._text("sweets", position.sweets, _sweets)
        return (
            f'{{"format":"{VIEW_FORMAT}","config":{config},"phase":"{position.phase}",'
            f'"turn":{{"seat":{position.seat},"thrown":{JSON[position.thrown]},"moved":{JSON[position.moved]},'
            f'"climbed":{JSON[position.climbed]}}},"levels":{levels},"sweets":{sweets},"players":['
        )

    def of(self, viewer: Viewer) -> str:
        if self._everything is not None:
            return self._everything
        players = self._public
        if viewer != "spectator":
            assert isinstance(viewer, int)  # nobody knows everything while the game is played
            players = players.copy()
            players[viewer] = self._player(viewer, viewer)
        return f'{self._head}{",".join(players)}],"scores":null}}'

    def _player(self, seat: int, viewer: Viewer) -> str:
        player = self.position.players[seat]
        return self._text((seat, viewer), player, lambda player: as_text(player_for(viewer, seat, player)))


def _rows(owners: tuple[int | None, ...]) -> str:
    return '["' + '","'.join(rows_of(owners)) + '"]'


def _sweets(levels: Sequence[tuple[int, ...]]) -> str:
    return _by_level([_sweets_text(sweets) for sweets in levels])


@lru_cache(maxsize=256)
def _sweets_text(sweets: tuple[int, ...]) -> str:
    """Cached: all games have the same few boards of sweets."""
    return as_text(sweets_rows_of(sweets))


def _by_level(texts: list[str]) -> str:
    ground, middle, top = texts
    return f'{{"G":{ground},"M":{middle},"T":{top}}}'
