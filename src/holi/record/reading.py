"""Reading a record: syntax only, each mistake with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO

from holi.game import Action, RecordError, parse_action
from holi.game.errors import quoted
from holi.record.header import Header, Line, comment_on, on_line
from holi.record.model import BEFORE_CORNERS, MOST_ROUNDS, Comment, Lines, Record, RecordedTurn, check_action
from holi.record.writing import NO_TURN, UNFINISHED, format_record

LARGEST_RECORD = 1_000_000
"""In bytes; the longest game takes less than ten thousand, the rest is room for comments."""

_ROUND = re.compile(r"([0-9]+)\.[ \t]*(.*)")
_RESULT = re.compile(r"(?:0|[1-9][0-9]{0,2})(?:-(?:0|[1-9][0-9]{0,2}))+")
_BLANKS = re.compile(r"[ \t]+")


def load_record(path: Path) -> Record:
    """The record in a file; a file that cannot be opened raises `OSError`."""
    with path.open("rb") as stream:
        return read_record(stream)


def read_record(stream: BinaryIO) -> Record:
    """The record in a stream of bytes, which must be UTF-8, with or without a byte order mark."""
    data = stream.read(LARGEST_RECORD + 1)
    if len(data) > LARGEST_RECORD:
        raise _too_large(data.count(b"\n") + 1)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = data[error.start]
        raise RecordError(line, f"the byte 0x{byte:02x} is not UTF-8; save the record as UTF-8 text") from None
    return parse_record(text)


def parse_record(text: str) -> Record:
    """The record in a text, or `RecordError` with the line of the first mistake; the rules are not asked."""
    if len(text) > LARGEST_RECORD:
        raise _too_large(text.count("\n", 0, LARGEST_RECORD) + 1)
    header = Header()
    game: _Body | None = None
    last = 1
    for line in _lines(text):
        last = line.number
        if game is None:
            if header.take(line):
                continue
            record = header.record(last)
            game = _Body(record.config.players)
        game.take(line)
    if game is None:
        header.record(last)  # what is missing there is said first
    if game is None or game.result_line is None:
        raise RecordError(
            last, f"the record ends without its result; that is totals such as '61-48', or {UNFINISHED!r}"
        )
    comments = (*header.comments, *game.comments)
    record = replace(record, turns=tuple(game.turns), result=game.result, comments=comments)
    tag_lines = {name: tag.line for name, tag in header.tags.items()}
    object.__setattr__(record, "lines", Lines(tag_lines, tuple(game.round_lines), game.result_line))
    return record


def located(record: Record) -> tuple[Record, Lines]:
    """The record with its lines: those it was read from, or else those of its one text."""
    if record.lines is None:
        record = parse_record(format_record(record))
    assert record.lines is not None  # the parser has set it
    return record, record.lines


def _too_large(line: int) -> RecordError:
    return RecordError(line, f"the record goes on beyond {LARGEST_RECORD} bytes; a game takes a few thousand")


def _lines(text: str) -> Iterator[Line]:
    """The numbered lines; they end with LF or CRLF, and with nothing else that Unicode may call a line's end."""
    for number, line in enumerate(text.removeprefix("\ufeff").removesuffix("\n").split("\n"), 1):
        yield Line(number, line.removesuffix("\r").strip(" \t"))


@dataclass(slots=True)
class _Body:
    players: int
    turns: list[RecordedTurn] = field(default_factory=list)
    round_lines: list[int] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    result: tuple[int, ...] | None = None
    result_line: int | None = None
    cells: int = 0

    def take(self, line: Line) -> None:
        text, semicolon, remark = line.text.partition(";")
        text = text.rstrip(" \t")
        if text:
            self._take_text(Line(line.number, text))
        if semicolon:
            self.comments += comment_on(line.number, self._last_round, remark)

    @property
    def _last_round(self) -> int:
        return len(self.round_lines) - 1 if self.round_lines else BEFORE_CORNERS

    def _take_text(self, line: Line) -> None:
        if self.result_line is not None:
            raise RecordError(
                line.number, f"{quoted(line.text)} stands after the result on line {self.result_line}; remove it"
            )
        entry = _ROUND.fullmatch(line.text)
        if entry is not None:
            self._take_round(line.number, entry[1], entry[2])
        elif line.text == UNFINISHED or _RESULT.fullmatch(line.text):
            self._take_result(line)
        elif line.text.startswith("["):
            raise RecordError(
                line.number, f"{quoted(line.text)} stands after the tags; all tags come before the rounds"
            )
        else:
            raise RecordError(
                line.number,
                f"{quoted(line.text)} is neither a round such as '3. T7@b2d4 E | -' "
                f"nor a result such as '61-48' or {UNFINISHED!r}",
            )

    def _take_round(self, line: int, number: str, text: str) -> None:
        wanted = len(self.round_lines)
        if number != str(wanted):
            raise RecordError(line, f"the round is numbered {quoted(number)}; here comes round {wanted}")
        if wanted > MOST_ROUNDS:
            raise RecordError(line, f"the record goes on after round {MOST_ROUNDS}; no game is so long (R8.2)")
        self._check_whole()
        cells = [cell.strip(" \t") for cell in text.split("|")]
        if len(cells) > self.players:
            raise RecordError(line, f"round {wanted} has {len(cells)} turns; the game has {self.players} players")
        if all(cell == NO_TURN for cell in cells):
            raise RecordError(line, f"nobody has a turn in round {wanted}; remove the line")
        self.round_lines.append(line)
        self.cells = len(cells)
        for seat, cell in enumerate(cells):
            if not cell:
                raise RecordError(line, f"the turn of seat {seat} is empty; a seat without a turn is {NO_TURN!r}")
            if cell != NO_TURN:
                with on_line(line, f"round {wanted}, seat {seat}: "):
                    self.turns.append(RecordedTurn(wanted, seat, _actions(cell)))
            elif wanted == 0:
                raise RecordError(line, f"seat {seat} has no corner; every player chooses one (R2.4)")

    def _check_whole(self) -> None:
        """Only the last round of a game that is not over may stop before the last seat."""
        if self.round_lines and self.cells < self.players:
            raise RecordError(
                self.round_lines[-1],
                f"round {len(self.round_lines) - 1} has only {self.cells} of {self.players} turns; "
                f"a seat without a turn is {NO_TURN!r}",
            )

    def _take_result(self, line: Line) -> None:
        self.result_line = line.number
        if line.text == UNFINISHED:
            return
        totals = tuple(int(total) for total in line.text.split("-"))
        if len(totals) != self.players:
            raise RecordError(
                line.number,
                f"the result {quoted(line.text)} has {len(totals)} totals; there are {self.players} players",
            )
        if not self.round_lines:
            raise RecordError(
                line.number, f"a result stands before any round; a game not begun ends with {UNFINISHED!r}"
            )
        self._check_whole()
        self.result = totals


def _actions(cell: str) -> tuple[Action, ...]:
    actions = tuple(parse_action(text) for text in _BLANKS.split(cell))
    for action in actions:
        check_action(action)
    return actions
