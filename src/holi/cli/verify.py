"""`holi verify`: check saved games."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from holi.game.errors import HoliError, MalformedError, RecordError

if TYPE_CHECKING:
    from holi.record import VerifiedRecord

STANDARD_INPUT = "-"
RecordFile = Annotated[str, typer.Argument(metavar="FILE", help="A saved game (.holi); - is standard input.")]


class RecordFileError(HoliError):
    """A file that cannot be read or whose record is wrong; the message begins with its name."""

    code = RecordError.code


def verify(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Saved games (.holi); - is standard input.")],
) -> None:
    """Check saved games by playing them again: the shuffle, every turn and the result.

    Prints one line per file; the exit status is 1 if any is wrong. docs/record-format.md describes the files.
    """
    if sys.stdout is not None:
        sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr] # names may be in any script
    wrong = False
    for file in files:
        try:
            verified = verified_file(file)
        except RecordFileError as error:
            wrong = True
            typer.echo(str(error), err=True)
        else:
            typer.echo(f"{shown(file)}: valid, {summary(verified)}")
    if wrong:
        raise typer.Exit(1)


def verified_file(file: str) -> VerifiedRecord:
    from holi.record import read_record, verify_record

    try:
        with opened(file) as stream:
            return verify_record(read_record(stream))
    except HoliError as error:
        raise RecordFileError(f"{shown(file)}: {error}") from None
    except OSError as error:
        raise RecordFileError(f"{shown(file)}: the file cannot be read: {error.strerror}") from None


@contextmanager
def opened(file: str) -> Iterator[BinaryIO]:
    if file != STANDARD_INPUT:
        with Path(file).open("rb") as stream:
            yield stream
    elif sys.stdin is None:
        raise MalformedError("standard input is closed; name a file instead")
    else:
        yield sys.stdin.buffer


def shown(file: str) -> str:
    """A file's name in printable form, whatever its bytes are."""
    return os.fsencode(file).decode("utf-8", "replace")


def summary(verified: VerifiedRecord) -> str:
    """`3 players, 14 rounds, Anna wins with 61`"""
    record = verified.record
    rounds = "1 round" if record.rounds == 1 else f"{record.rounds} rounds"
    outcome = "not over"
    if verified.winner is not None and record.result is not None:
        outcome = f"{record.names[verified.winner]} wins with {record.result[verified.winner]}"
    proof = ", shuffle proven fair" if verified.proven else ""
    return f"{record.config.players} players, {rounds}, {outcome}{proof}"
