"""What a seat sees of a situation in OpenSpiel: named pieces of one tensor, and a text.

An observer is made for a *sight*: with or without what is public, with the whole log of the game or only the present,
and with the hidden cards of nobody, of the seat that looks, or of all. OpenSpiel's information state is public, with
the log and one's own cards; its observation is the same without the log, and has the numbers of `holi.env.observation`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, Protocol

from holi.env import observation
from holi.env.spiel.situation import DRAW, LONGEST_PLAY, Entry, GameData, Situation, entry_text, hidden_entry_text
from holi.game import PlayerState
from holi.game.notation import LEVELS, squares_of
from holi.kernel.layout import ALL, CARD_SHIFT, CARDS, KIND_SHIFT, NOBODY, SPACES, THROW_DOWN, THROW_UP, THROWN
from holi.kernel.mode import vector

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

KINDS: Final = DRAW + 1


class Sight(NamedTuple):
    public: bool
    log: bool
    cards: Literal["none", "own", "all"]


class Seen(Protocol):
    situation: Situation


class Observer:
    """OpenSpiel's interface of a Python observer: `tensor`, its pieces in `dict`, `set_from` and `string_from`."""

    def __init__(self, data: GameData, sight: Sight) -> None:
        import numpy as np

        self.sight = sight
        self._players = data.config.players
        self._rules = data.rules
        self._rivalry = observation.rivalry_flags(data.config)
        self._width = self._players + KINDS + CARDS + SPACES
        """How many numbers an entry of the log has."""
        shapes = dict(self._shapes())
        sizes = {name: int(np.prod(shape)) for name, shape in shapes.items()}
        self.tensor: Floats = np.zeros(sum(sizes.values()), np.float32)
        self.dict: dict[str, Floats] = {}
        at = 0
        for name, shape in shapes.items():
            self.dict[name] = self.tensor[at : at + sizes[name]].reshape(shape)
            at += sizes[name]

    def _shapes(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        players = self._players
        if self.sight.log:
            if self.sight.cards == "own":  # any other sight is the same for all
                yield "player", (players,)
            if self.sight.public:
                yield "to_act", (players + 1,)
            yield "log", (players * (LONGEST_PLAY + CARDS) * self._width,)
            return
        if self.sight.public:
            yield "board", (observation.PLANES, 6, 6)
            yield "features", (observation.FEATURES,)
        if self.sight.cards == "all" or (self.sight.cards == "own" and not self.sight.public):
            rows = players if self.sight.cards == "all" else 1
            yield "hand", (rows, CARDS)
            yield "face_down", (rows, CARDS)

    def set_from(self, state: Seen, player: int) -> None:
        situation = state.situation
        self.tensor.fill(0)
        if self.sight.log:
            self._set_log(situation, player)
            return
        if self.sight.public:
            self._set_present(situation, player)
        if "hand" in self.dict:
            players = situation.position.players
            for row, each in enumerate(players if self.sight.cards == "all" else (players[player],)):
                self.dict["hand"][row, [card - 1 for card in each.hand]] = 1
                self.dict["face_down"][row, [card - 1 for card in _face_down(each)]] = 1

    def _set_present(self, situation: Situation, player: int) -> None:
        summary = vector([0] * observation.SUMMARY_SIZE)
        viewer = player if self.sight.cards == "own" else 0
        observation.summarize(situation.state, self._rules, viewer, self._rivalry, summary)
        numbers = observation.expand(summary)
        self.dict["board"].reshape(-1)[:] = numbers[: observation.PLANE_CELLS]
        self.dict["features"][:] = numbers[observation.PLANE_CELLS :]
        if self.sight.cards == "none":
            for first in (observation.OWN_HAND, observation.OWN_FACE_DOWN):
                self.dict["features"][first : first + CARDS] = 0

    def _set_log(self, situation: Situation, player: int) -> None:
        """Flat rows, one for each entry: seat, kind, card and squares, one-hot."""
        if "player" in self.dict:
            self.dict["player"][player] = 1
        acting = situation.acting
        if self.sight.public and acting is not None:
            self.dict["to_act"][acting] = 1
            self.dict["to_act"][self._players] = situation.drawing != NOBODY
        width = self._width
        ones: list[int] = []
        for number, (seat, code) in enumerate(self._shown(situation, player)):
            kind = code >> KIND_SHIFT
            kinds = width * number + self._players
            cards = kinds + KINDS
            ones += [width * number + seat, kinds + kind]
            if kind == THROW_UP or (kind in (THROW_DOWN, DRAW) and self._knows(player, seat)):
                ones.append(cards + (code >> CARD_SHIFT & 15))
            ones += [cards + CARDS + square for square in squares_of(code & ALL)]
        self.dict["log"][ones] = 1

    def _knows(self, player: int, seat: int) -> bool:
        return self.sight.cards == "all" or (self.sight.cards == "own" and player == seat)

    def _shown(self, situation: Situation, player: int) -> Sequence[Entry]:
        """The log entries that the player is shown: all, or without public information only those with a secret."""
        if self.sight.public:
            return situation.log
        return [
            (seat, code)
            for seat, code in situation.log
            if code >> KIND_SHIFT in (THROW_DOWN, DRAW) and self._knows(player, seat)
        ]

    def string_from(self, state: Seen, player: int) -> str:
        situation = state.situation
        lines = [f"seat {player}"] if self.sight.cards == "own" else []
        if self.sight.log:
            lines += self._log_lines(situation, player)
        known = [self._knows(player, seat) for seat in range(self._players)]
        if self.sight.public:
            lines += [turn_text(situation)] if self.sight.log else present_lines(situation, known)
        elif not self.sight.log:
            lines += [_secret_line(seat, each) for seat, each in enumerate(situation.position.players) if known[seat]]
        return "\n".join(lines)

    def _log_lines(self, situation: Situation, player: int) -> Iterator[str]:
        for seat, entries in groupby(self._shown(situation, player), key=lambda entry: entry[0]):
            text = entry_text if self._knows(player, seat) else hidden_entry_text
            yield f"{seat}: {' '.join(text(code) for _, code in entries)}"


def turn_text(situation: Situation) -> str:
    if situation.over:
        return "over"
    if situation.drawing != NOBODY:
        return f"seat {situation.drawing} draws"
    done = [word for i, word in enumerate(("thrown", "moved", "climbed")) if situation.state[THROWN + i]]
    return f"seat {situation.acting} acts{' after ' if done else ''}{', '.join(done)}"


def present_lines(situation: Situation, known: Sequence[bool]) -> list[str]:
    """The turn, the levels with tokens and sweets, row 6 first, and the players; `known` says whose cards are shown."""
    position = situation.position
    levels = [
        f"{letter} {'/'.join(position.token_rows(level))}"
        f" {'/'.join(''.join(map(str, row)) for row in position.sweets_rows(level))}"
        for level, letter in enumerate(LEVELS)
    ]
    players = [_player_line(seat, player, known[seat]) for seat, player in enumerate(position.players)]
    return [turn_text(situation), *levels, *players]


def _player_line(seat: int, player: PlayerState, known: bool) -> str:
    hand = _cards_text(player.hand) if known else "?" * len(player.hand)
    piles = (str(card) if face == "up" else f"({card if known else '?'})" for card, face in player.discard)
    finished = "" if player.finished is None else f" finished {player.finished}"
    return (
        f"{seat} at {player.marker or '-'} supply {'/'.join(map(str, player.supply))} sweets {player.sweets}"
        f" points {player.points} hand {hand or '-'} deck {len(player.deck)} discard {','.join(piles) or '-'}{finished}"
    )


def _secret_line(seat: int, player: PlayerState) -> str:
    return f"{seat} hand {_cards_text(player.hand)} face-down {_cards_text(_face_down(player))}"


def _face_down(player: PlayerState) -> list[int]:
    return [card for card, face in player.discard if face == "down"]


def _cards_text(cards: Iterable[int]) -> str:
    return ",".join(map(str, cards)) or "-"
