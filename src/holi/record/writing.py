"""The one text of a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from holi.game import complete_deck, format_turn
from holi.kernel.layout import RULES_VERSION
from holi.record.model import BEFORE_CORNERS, Record, RecordedTurn
from holi.record.tags import FORMAT, card_tag, escaped, seat_tag, tag_order

NO_TURN = "-"
UNFINISHED = "*"


def format_record(record: Record) -> str:
    """The text of a record; equal records have equal texts, and `parse_record` reads it back."""
    lines = [f'[{name} "{escaped(value)}"]' for name, value in _ordered(_all_tags(record), record.config.players)]
    lines.append("")
    lines += _comments(record, BEFORE_CORNERS)
    for number, cells in _rounds(record):
        lines.append(f"{number}. {' | '.join(cells)}")
        lines += _comments(record, number)
    lines.append(format_result(record.result))
    return "\n".join(lines) + "\n"


def format_result(result: tuple[int, ...] | None) -> str:
    """Every seat's total, such as `61-48-52`, or `*` for a game that is not over."""
    return UNFINISHED if result is None else "-".join(map(str, result))


def _all_tags(record: Record) -> dict[str, str]:
    config = record.config
    tags = {
        **record.tags,
        "Format": FORMAT,
        "Rules": str(RULES_VERSION),
        "Players": str(config.players),
        "Rivalry": " ".join(config.rivalry),
        "TieBreak": config.tie_break,
        "Deck": config.deck.name,
        "Seed": record.seed,
    }
    if config.deck != complete_deck():
        tags |= {card_tag(card.id): card.face for card in config.deck.cards}
    return tags | {seat_tag(seat): name for seat, name in enumerate(record.names)}


def _ordered(tags: Mapping[str, str], players: int) -> Iterator[tuple[str, str]]:
    order = [name for name in tag_order(players) if name in tags]
    for name in [*order, *sorted(tags.keys() - set(order))]:
        yield name, tags[name]


def _comments(record: Record, after: int) -> Iterator[str]:
    return (f"; {comment.text}" for comment in record.comments if comment.after == after)


def _rounds(record: Record) -> Iterator[tuple[int, list[str]]]:
    """The number and the cells of each round; the last one of a game that is not over stops with its last turn."""
    by_round: dict[int, dict[int, RecordedTurn]] = {}
    for turn in record.turns:
        by_round.setdefault(turn.round, {})[turn.seat] = turn
    for number, turns in by_round.items():
        whole = record.result is not None or number < record.rounds
        seats = range(record.config.players if whole else max(turns) + 1)
        yield number, [format_turn(list(turns[seat].actions)) if seat in turns else NO_TURN for seat in seats]
