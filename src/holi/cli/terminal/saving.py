"""Saving a game during play, and resuming it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from holi.cli.terminal.texts import t
from holi.game import Game
from holi.game.errors import HoliError, quoted
from holi.record import VerifiedRecord, format_record, load_record, record_from_game, verify_record

PLAYED_BY = "PlayedBy"
"""Tag that names who plays each seat: `person` or a bot's level."""


class SaveError(HoliError):
    code = "bad-save"


@dataclass
class SavedGame:
    """A file that always holds a complete game: it is replaced in one step."""

    path: Path
    tags: Mapping[str, str]

    def write(self, game: Game, names: Sequence[str]) -> None:
        text = format_record(record_from_game(game, names, self.tags))
        beside = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        try:
            beside.write_text(text, encoding="utf-8")
            beside.replace(self.path)
        except OSError as error:
            with suppress(OSError):
                beside.unlink()
            raise SaveError(t("error.save", file=quoted(self.path), why=error.strerror)) from None


def new_save(path: Path, tags: Mapping[str, str]) -> SavedGame:
    """A file for a new game; never overwrites one that exists."""
    if os.path.lexists(path):
        raise SaveError(t("error.exists", file=quoted(path)))
    return SavedGame(path.absolute(), tags)


def resumed(path: Path) -> tuple[VerifiedRecord, SavedGame]:
    try:
        verified = verify_record(load_record(path))
    except OSError as error:
        raise SaveError(t("error.unreadable", file=quoted(path), why=error.strerror)) from None
    except HoliError as error:
        raise SaveError(t("error.not-in-order", file=quoted(path), why=error)) from None
    if verified.position.phase == "over":
        raise SaveError(t("error.over", file=quoted(path)))
    return verified, SavedGame(path.resolve(), verified.record.tags)
