"""Whether a record is true: its seed, its draw, every turn and its result."""

from __future__ import annotations

from dataclasses import dataclass

from holi.game import Position, RecordError, SeatScore, commitment, drawn_first, drawn_rivalry, fair_seed
from holi.record.model import Lines, Record
from holi.record.reading import located
from holi.record.replaying import ReplayStep, replay
from holi.record.tags import (
    COMMITMENT,
    FIRST_DRAW,
    RIVALRY_DRAW,
    SECRET,
    fairness_tags,
    nonce_commitment_tag,
    nonce_tag,
)
from holi.record.writing import UNFINISHED, format_result

NO_NONCE = "0" * 64
"""The nonce of a seat without a client of its own (F2)."""


@dataclass(frozen=True, slots=True)
class VerifiedRecord:
    """A record that was played again without a mistake.

    `proven` says that the record holds the secret and all nonces of a hosted game, and that they make its seed (F2).
    That these were promised before play, only a player's receipt shows (`differences`).
    """

    record: Record
    steps: tuple[ReplayStep, ...]
    proven: bool

    @property
    def position(self) -> Position:
        return self.steps[-1].position if self.steps else self.record.start

    @property
    def scores(self) -> tuple[SeatScore, ...] | None:
        return self.position.scores() if self.position.phase == "over" else None

    @property
    def winner(self) -> int | None:
        """The seat that won (R9.5); None while the game is not over."""
        if self.scores is None:
            return None
        return [score.rank for score in self.scores].index(1)


def verify_record(record: Record) -> VerifiedRecord:
    """Check all that a record says; `RecordError` names the first thing that is not so, and its line."""
    record, lines = located(record)
    proven = _check_seed(record, lines)
    _check_draws(record, lines)
    verified = VerifiedRecord(record, tuple(replay(record)), proven)
    _check_result(verified, lines)
    return verified


def _check_seed(record: Record, lines: Lines) -> bool:
    """Whether the record proves its seed; false tags are an error, and so are some without the others (F2)."""
    tags = record.tags
    seats = range(record.config.players)
    given = [name for name in fairness_tags(len(seats)) if name in tags]
    if not given:
        return False
    unplayed = {nonce_commitment_tag(seat) for seat in seats if tags.get(nonce_tag(seat)) == NO_NONCE}
    for name in fairness_tags(len(seats)):
        if name not in tags and name not in unplayed:
            raise RecordError(
                lines.tags[given[0]], f"the tag {given[0]!r} proves nothing without {name!r}; give both or neither (F2)"
            )
    pairs = [(COMMITMENT, SECRET), *((nonce_commitment_tag(seat), nonce_tag(seat)) for seat in seats)]
    for promise, secret in pairs:
        if promise in tags and tags[promise] != commitment(tags[secret]):
            raise RecordError(
                lines.tags[secret],
                f"the tag {secret!r} is not what {promise!r} on line {lines.tags[promise]} promised (F2)",
            )
    if record.seed != fair_seed(tags[SECRET], [tags[nonce_tag(seat)] for seat in seats]):
        raise RecordError(lines.tags["Seed"], "the seed is not the one that the secret and the nonces make (F2)")
    return True


def _check_draws(record: Record, lines: Lines) -> None:
    first = str(drawn_first(record.seed, record.config.players))
    if record.tags.get(FIRST_DRAW, first) != first:
        raise RecordError(
            lines.tags[FIRST_DRAW],
            f"place {record.tags[FIRST_DRAW]} begins, but the seed draws place {first} (R2.3)",
        )
    if RIVALRY_DRAW not in record.tags:
        return
    drawn = drawn_rivalry(record.seed, int(record.tags[RIVALRY_DRAW]))
    if drawn != record.config.rivalry:
        raise RecordError(
            lines.tags["Rivalry"],
            f"the rivalry cards are {' '.join(record.config.rivalry)!r}, but the seed draws {' '.join(drawn)!r} (F2)",
        )


def _check_result(verified: VerifiedRecord, lines: Lines) -> None:
    record = verified.record
    if verified.scores is None:
        if record.result is not None:
            raise RecordError(
                lines.result,
                f"the result is {format_result(record.result)!r}, but seat {verified.position.seat} is on turn; "
                f"a game that is not over ends with {UNFINISHED!r} (R8.4)",
            )
        return
    totals = tuple(score.total for score in verified.scores)
    if record.result != totals:
        raise RecordError(
            lines.result,
            f"the result is {format_result(record.result)!r}, but the game is over with {format_result(totals)!r} (R9)",
        )
