"""Reading the tags of a record, each mistake with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from holi.game import Config, Deck, HoliError, RecordError, complete_deck, parse_deck
from holi.game.cards import COMPLETE
from holi.game.config import MIN_PLAYERS
from holi.game.errors import quoted
from holi.game.notation import CARD_IDS
from holi.kernel.layout import MAX_PLAYERS, PLAYABLE_VERSIONS
from holi.record import tags
from holi.record.model import BEFORE_CORNERS, Comment, Record

_TAG = re.compile(r'\[([^ "]+) "((?:[^"\\]|\\["\\])*)"\][ \t]*(?:;(.*))?')


class Line(NamedTuple):
    number: int
    text: str


@contextmanager
def on_line(line: int, where: str = "") -> Iterator[None]:
    """Give whatever is wrong with the input its line, and say where on the line."""
    try:
        yield
    except RecordError:
        raise
    except HoliError as error:
        raise RecordError(line, f"{where}{error}") from None


def comment_on(line: int, after: int, text: str) -> list[Comment]:
    text = text.replace("\t", " ").strip(" ")
    with on_line(line):
        tags.check_text("the comment", text)
    return [Comment(after, text)] if text else []


class _Tag(NamedTuple):
    line: int
    value: str


@dataclass(slots=True)
class Header:
    tags: dict[str, _Tag] = field(default_factory=dict)
    comments: list[Comment] = field(default_factory=list)

    def take(self, line: Line) -> bool:
        """Read a line of the header; False if it belongs to the rounds."""
        if not line.text:
            return True
        if line.text.startswith(";"):
            self.comments += comment_on(line.number, BEFORE_CORNERS, line.text[1:])
            return True
        tag = _TAG.fullmatch(line.text)
        if not self.tags:
            _check_format(line, tag)
        if tag is None:
            if not line.text.startswith("["):
                return False
            raise RecordError(
                line.number, f'{quoted(line.text)} is no tag; write [Name "value"], with \\" and \\\\ for " and \\'
            )
        name, value = tag[1], tags.unescaped(tag[2])
        if name in self.tags:
            raise RecordError(
                line.number, f"the tag {quoted(name)} is given twice, first on line {self.tags[name].line}; remove one"
            )
        with on_line(line.number):
            tags.check_tag(name, value)
        self.tags[name] = _Tag(line.number, value)
        self.comments += comment_on(line.number, BEFORE_CORNERS, tag[3] or "")
        return True

    def record(self, end: int) -> Record:
        """A record without rounds; a missing tag is reported on line `end`."""
        if not self.tags:
            raise RecordError(end, f'the record is empty; its first line is [Format "{tags.FORMAT}"]')
        for name in tags.REQUIRED:
            self._required(name, end)
        self._check_rules()
        players = self._players()
        for name, tag in self.tags.items():
            with on_line(tag.line):
                tags.check_numbered(name, players)
        seed = self.tags["Seed"]
        with on_line(seed.line):
            tags.check_digest("Seed", seed.value)
        names = []
        for seat in range(players):
            line, name = self._required(tags.seat_tag(seat), end)
            with on_line(line):
                tags.check_name(seat, name)
            names.append(name)
        fixed = tags.fixed_tags(players)
        return Record(
            config=self._config(players, end),
            seed=seed.value,
            names=tuple(names),
            tags={name: tag.value for name, tag in self.tags.items() if name not in fixed},
        )

    def _required(self, name: str, end: int) -> _Tag:
        if name not in self.tags:
            raise RecordError(end, f"the tag [{name} ...] is missing; a record has it before its rounds")
        return self.tags[name]

    def _check_rules(self) -> None:
        """Before all else that depends on the rules, so that this is what the user is told."""
        line, version = self.tags["Rules"]
        known = [str(each) for each in PLAYABLE_VERSIONS]
        if version not in known:
            raise RecordError(
                line,
                f"the game was played by version {quoted(version)} of the rules and this version of holi knows "
                f"only {' and '.join(map(repr, known))}; read it with the version that saved it",
            )

    def _players(self) -> int:
        line, text = self.tags["Players"]
        if text not in map(str, range(MIN_PLAYERS, MAX_PLAYERS + 1)):
            raise RecordError(line, f"the tag 'Players' is {quoted(text)}; a game has 2, 3 or 4 players (R1.2)")
        return int(text)

    def _config(self, players: int, end: int) -> Config:
        """The configuration, tag by tag, so that a mistake has the line of its own tag."""
        line, text = self.tags["Rivalry"]
        rivalry = tuple(text.split(" ")) if text else ()
        with on_line(line):
            Config(players, rivalry)
        line, tie_break = self.tags["TieBreak"]
        with on_line(line):
            return Config(players, rivalry, self._deck(end), tie_break)

    def _deck(self, end: int) -> Deck:
        line, name = self.tags["Deck"]
        if name == COMPLETE and not any(tags.card_tag(number) in self.tags for number in CARD_IDS):
            return complete_deck()
        faces = {str(card.id): card.face for card in complete_deck().cards}
        for number in CARD_IDS:
            card = self._required(tags.card_tag(number), end)
            faces[str(number)] = card.value
            with on_line(card.line):
                parse_deck({"name": COMPLETE, "cards": faces})
        with on_line(line):
            return parse_deck({"name": name, "cards": faces})


def _check_format(line: Line, tag: re.Match[str] | None) -> None:
    if tag is None or tag[1] != "Format":
        raise RecordError(
            line.number, f'{quoted(line.text)} does not begin a Holi record; its first line is [Format "{tags.FORMAT}"]'
        )
    if tag[2] != tags.FORMAT:
        raise RecordError(line.number, f"the format is {quoted(tag[2])}; this version of holi reads {tags.FORMAT!r}")
