"""Views of a position as JSON text, for whoever sends each position to many: what stays the same is written once.

`holi.game.position_json` says what is in a view and what is hidden in it. Here its parts are only kept as text and put
together; what one seat alone may know is in a text of its own, which goes into that seat's view and into no other.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from pydantic_core import to_json

from holi.game import PlayerState, Position, Viewer
from holi.game.position import rows_of, sweets_rows_of
from holi.game.position_json import VIEW_FORMAT, player_written, view_to_json

JSON: dict[bool | None, str] = {None: "null", False: "false", True: "true"}


def as_text(data: Any) -> str:
    """JSON in its shortest form."""
    return to_json(data).decode()


def texts_of(texts: list[str]) -> str:
    """A list of plain texts, such as rows and actions, in which there is nothing to escape."""
    return '["' + '","'.join(texts) + '"]' if texts else "[]"


class ViewTexts:
    """The views of a position. `before` are those of the position before: their texts are used again where they can."""

    __slots__ = ("_config", "_everything", "_head", "_levels", "_own", "_public", "_sweets", "forecast", "position")

    def __init__(self, position: Position, before: ViewTexts | None = None) -> None:
        self.position = position
        if before is not None and before.position.config is not position.config:
            before = None
        scores = position.scores()
        self.forecast: str = (
            before.forecast
            if before is not None and scores is before.position.scores()
            else as_text([score.to_json() for score in scores])
        )
        """The scores as they stand."""
        self._own: list[str | None] = [None] * position.config.players
        """By seat: its part as only the seat itself may know it."""
        self._everything: str | None = None
        if position.phase == "over":
            self._everything = as_text(view_to_json(position, "all"))
        elif before is None or before._everything is not None:
            self._write()
        else:
            self._write_changes(before)

    def _write(self) -> None:
        """Write all that everybody may see."""
        position = self.position
        self._config = as_text(position.config.to_json())
        self._public = [_public(player) for player in position.players]
        self._levels = [_rows(owners) for owners in position.owners]
        self._sweets = _by_level([_sweets_text(sweets) for sweets in position.sweets])
        self._head = self._made_head()

    def _write_changes(self, before: ViewTexts) -> None:
        """Write what everybody may see anew where it has changed."""
        position, old = self.position, before.position
        self._config = before._config
        self._public, self._own = before._public.copy(), before._own.copy()
        for seat, (player, same) in enumerate(zip(position.players, old.players, strict=True)):
            if player is not same:
                self._public[seat], self._own[seat] = _public(player), None
        self._levels = before._levels
        if position.owners is not old.owners:
            self._levels = [
                text if owners is same else _rows(owners)
                for text, owners, same in zip(before._levels, position.owners, old.owners, strict=True)
            ]
        self._sweets = before._sweets
        if position.sweets is not old.sweets:
            self._sweets = _by_level([_sweets_text(sweets) for sweets in position.sweets])
        self._head = self._made_head()

    def _made_head(self) -> str:
        position = self.position
        return (
            f'{{"format":"{VIEW_FORMAT}","config":{self._config},"phase":"{position.phase}",'
            f'"turn":{{"seat":{position.seat},"thrown":{JSON[position.thrown]},"moved":{JSON[position.moved]},'
            f'"climbed":{JSON[position.climbed]}}},"levels":{_by_level(self._levels)},"sweets":{self._sweets},"players":['
        )

    def of(self, viewer: Viewer) -> str:
        """The view of a seat or a spectator (`view_to_json`)."""
        if self._everything is not None:
            return self._everything
        players = self._public
        if viewer != "spectator":
            assert isinstance(viewer, int)  # nobody knows everything while the game is played
            players = players.copy()
            players[viewer] = self._own_text(viewer)
        return f'{self._head}{",".join(players)}],"scores":null}}'

    def _own_text(self, seat: int) -> str:
        text = self._own[seat]
        if text is None:
            text = self._own[seat] = as_text(player_written(self.position.players[seat], own=True, everything=False))
        return text


def _public(player: PlayerState) -> str:
    return as_text(player_written(player, own=False, everything=False))


def _rows(owners: tuple[int | None, ...]) -> str:
    return texts_of(rows_of(owners))


@lru_cache(maxsize=256)
def _sweets_text(sweets: tuple[int, ...]) -> str:
    """A level's sweets; a game has few of these boards, and all games the same ones."""
    return as_text(sweets_rows_of(sweets))


def _by_level(texts: list[str]) -> str:
    ground, middle, top = texts
    return f'{{"G":{ground},"M":{middle},"T":{top}}}'
