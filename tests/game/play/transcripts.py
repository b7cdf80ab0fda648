"""Whole games as text: configuration, seed, every action with its events, and the final scores.

`python -m tests.game.play.transcripts` plays the games below again and writes them to data/transcripts. Do that only
after an intended change of the rules or formats, and look at the diff.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from holi.game import Config, Event, Position, new_position, parse_deck
from tests.game.strategies import FACES, played

FOLDER = Path(__file__).with_name("data") / "transcripts"


class Wanted(NamedTuple):
    """A game to look for: its configuration and what must happen in it."""

    config: Config
    happens: set[str]


def wanted_games() -> dict[str, Wanted]:
    chance = random.Random("a deck of a user")
    deck = parse_deck({"name": "home made", "cards": {str(number): chance.choice(FACES) for number in range(1, 14)}})
    return {
        "two-players": Wanted(Config(2), {"hit", "sweets", "collected", "climbed to T", "finished: tokens"}),
        "three-players": Wanted(Config(3, ("sharp-aim", "rangoli"), tie_break="first-finished"), {"hit", "rain"}),
        "four-players": Wanted(Config(4, ("cloudburst", "summit", "best-friend")), {"rain", "summit scored"}),
        "swap-places": Wanted(
            Config(2, ("swap-places", "short-steps", "sweet-tooth")), {"swapped", "finished: no-throw", "climbed to M"}
        ),
        "last-dance": Wanted(Config(3, ("last-dance", "pillars")), {"finished: last-dance", "climbed to T"}),
        "home-made-deck": Wanted(Config(2, ("free-handfuls", "rooftop-view"), deck), {"hit", "climbed to T"}),
        "mirror-dance": Wanted(Config(4, ("mirror-dance", "helping-hands", "long-line")), {"climbed to T", "rain"}),
        "open-pockets": Wanted(Config(3, ("open-pockets", "splash", "spotless")), {"finished: cards", "climbed to T"}),
    }


def happenings(event: dict[str, Any]) -> Iterator[str]:
    """What a transcript may be wanted for, as seen in one event."""
    yield event["type"]
    if event["type"] == "token":
        yield event["end"]
    elif event["type"] == "finished":
        yield f"finished: {event['why']}"
    elif event["type"] == "climbed":
        yield f"climbed to {event['to'][0]}"
        if event["points"]:
            yield "summit scored"
    elif event["type"] == "moved" and event["swapped"] is not None:
        yield "swapped"
    elif event["type"] == "threw":
        yield f"threw face {event['face']}"


def compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def action_lines(text: str, events: tuple[Event, ...]) -> list[str]:
    """An action and, indented below it, its events; a blank line closes a turn."""
    lines = [text, *(f"    {compact(event.to_json())}" for event in events)]
    return [*lines, ""] if text == "E" else lines


def score_lines(position: Position) -> list[str]:
    return [f"score {compact(score.to_json())}" for score in position.scores()]


def transcript(config: Config, seed: str, chance: random.Random) -> list[str]:
    """A whole game, with actions chosen by `chance`."""
    position = new_position(config, seed)
    lines = [f"config {compact(config.to_json())}", f"seed {seed}", ""]
    for _, action, after, events in played(position, chance):
        lines += action_lines(str(action), events)
        position = after
    return lines + score_lines(position)


def events_of(lines: list[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines if line.startswith("    ")]


def write_all() -> None:
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for name, wanted in wanted_games().items():
        for number in range(10_000):
            chance = random.Random(f"{name} {number}")
            lines = transcript(wanted.config, f"{chance.getrandbits(256):064x}", chance)
            if wanted.happens <= {happening for event in events_of(lines) for happening in happenings(event)}:
                (FOLDER / f"{name}.txt").write_text("\n".join(lines) + "\n", "utf-8")
                print(f"{name}: {len(lines)} lines, game {number}")
                break
        else:
            raise LookupError(f"no game in which all of this happens: {sorted(wanted.happens)}")


if __name__ == "__main__":
    write_all()
