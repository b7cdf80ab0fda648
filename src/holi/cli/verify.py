"""`holi verify`: check saved games."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated, BinaryIO, TypeVar

import typer

from holi.game.errors import HoliError, MalformedError, RecordError

if TYPE_CHECKING:
    from holi.record import Receipt, VerifiedRecord

ReadT = TypeVar("ReadT")

STANDARD_INPUT = "-"
WITHOUT_RECEIPT = (
    "Shuffle: it follows from the host's secret and the players' nonces, and these are what the record says was "
    "promised.",
    "Not proven: that it was promised before play. Afterwards a host can make up such promises, alone or with a "
    "player; the receipt of a player who was there would tell (--receipt).",
)
BY_PLAYER = (
    "Shuffle: proven fair to {who}, against the host and all others at the table together. Everything that it is "
    "made from was promised, and shown to the page that kept this receipt, before that page gave its own nonce.",
    "Not proven: that the receipt is true, to anybody but its owner; and that nobody looked: the host's machine "
    "knows the cards during play.",
)
BY_WATCHER = (
    "Shuffle: nothing was exchanged after it was shown to the one who kept this receipt, and who only watched.",
    "Not proven: that nobody knew all nonces by then; the receipt of a player would tell.",
)
BROKEN_OFF = "The start was broken off {times} before; whoever does that can get rid of a shuffle."
EXCHANGED = (
    "Unless the receipt is of another game, the host exchanged what it had shown before play, alone or with a player, "
    "and may have chosen the shuffle."
)

RecordFile = Annotated[str, typer.Argument(metavar="FILE", help="A saved game (.holi); - is standard input.")]


class RecordFileError(HoliError):
    """A file that cannot be read or whose record is wrong; the message begins with its name."""

    code = RecordError.code


def verify(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Saved games (.holi); - is standard input.")],
    receipt: Annotated[
        str | None, typer.Option(metavar="RECEIPT", help="What a player's page saw before play; for one FILE.")
    ] = None,
) -> None:
    """Check saved games by playing them again: the shuffle, every turn and the result.

    Prints a line per file and, of hosted games, what is proven about the shuffle and what is not; the exit status is 1
    if anything is wrong. docs/record-format.md describes the files, docs/fairness.md receipts.
    """
    if receipt is not None and len(files) > 1:
        raise MalformedError(f"a receipt is of one game, but {len(files)} files are named; name one")
    if sys.stdout is not None:
        sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr] # names may be in any script
    wrong = False
    for file in files:
        try:
            verified = verified_file(file)
            proof = proof_of(verified) if receipt is None else proof_by(receipt_file(receipt), verified, file)
        except RecordFileError as error:
            wrong = True
            typer.echo(str(error), err=True)
        else:
            typer.echo("\n".join([f"{shown(file)}: valid, {summary(verified)}", *proof]))
    if wrong:
        raise typer.Exit(1)


def verified_file(file: str) -> VerifiedRecord:
    from holi.record import read_record, verify_record

    return _read(file, lambda stream: verify_record(read_record(stream)))


def receipt_file(file: str) -> Receipt:
    from holi.record import read_receipt

    return _read(file, read_receipt)


def _read(file: str, read: Callable[[BinaryIO], ReadT]) -> ReadT:
    try:
        with opened(file) as stream:
            return read(stream)
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
    return f"{record.config.players} players, {rounds}, {outcome}"


def proof_of(verified: VerifiedRecord) -> list[str]:
    """What the record of a hosted game proves by itself about its shuffle."""
    return _told(*WITHOUT_RECEIPT) if verified.proven else []


def proof_by(receipt: Receipt, verified: VerifiedRecord, file: str) -> list[str]:
    """What the record proves together with a receipt; one that it does not fit is an error."""
    from holi.record import differences

    differing = differences(verified.record, receipt)
    if differing:
        fault = f"{shown(file)}: the record does not fit the receipt: {'; '.join(differing)}."
        raise RecordFileError("\n".join([fault, *_told(EXCHANGED)]))
    names = [f"{verified.record.names[seat]} (seat {seat})" for seat in map(verified.record.seat_of, receipt.yours)]
    sentences = [text.format(who=" and ".join(names)) for text in (BY_PLAYER if names else BY_WATCHER)]
    if receipt.starts > 1:
        sentences.append(BROKEN_OFF.format(times="once" if receipt.starts == 2 else f"{receipt.starts - 1} times"))
    return _told(*sentences)


def _told(*sentences: str) -> list[str]:
    return [line for text in sentences for line in wrap(text, 80, initial_indent="  ", subsequent_indent="  ")]
