"""`holi play`: a game at the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from holi.game.errors import ConfigError, quoted

if TYPE_CHECKING:
    from holi.bots import Bot
    from holi.bots.workers import Workers
    from holi.cli.saving import SavedGame
    from holi.cli.table import Table
    from holi.game import Config

PERSON = "person"
DEFAULT_LEVEL = "greedy"
LONGEST_NAME = 24


def play(
    players: Annotated[int | None, typer.Option(help="How many players, 2 to 4.", show_default="2")] = None,
    rivalry: Annotated[str, typer.Option(help="Rivalry cards, comma-separated, or how many to draw, 0 to 3.")] = "2",
    deck: Annotated[Path | None, typer.Option(metavar="FILE", help="A deck of your own (see 'holi deck').")] = None,
    tie_break: Annotated[str, typer.Option(help="player-order or first-finished.")] = "player-order",
    seed: Annotated[str | None, typer.Option(help="64 hex digits, to shuffle as in another game.")] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            help="Who plays the other seats: a bot level for all, or one each, comma-separated; "
            "'person' for somebody beside you. An unknown level is answered with the list.",
            show_default=DEFAULT_LEVEL,
        ),
    ] = None,
    hot_seat: Annotated[bool, typer.Option("--hot-seat", help="People only, who share this terminal.")] = False,
    names: Annotated[
        str | None, typer.Option(help="Names by seat, comma-separated.", show_default="the colours")
    ] = None,
    colour: Annotated[
        bool | None,
        typer.Option("--colour/--no-colour", help="Colours or letters only.", show_default="colours on a terminal"),
    ] = None,
    movetime: Annotated[float, typer.Option(min=0.05, max=600.0, help="Seconds a turn that strong bots think.")] = 1.0,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Save the game there after every turn.")] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a game that was saved.")] = None,
) -> None:
    """Play in the terminal: against bots, or with others at one device.

    Without options you play blue against one greedy bot, with two rivalry cards drawn.
    """
    from holi.bots.workers import Workers
    from holi.cli.play_session import PlaySession
    from holi.cli.terminal import Terminal

    saved: SavedGame | None
    with Workers() as workers:
        if resume is not None:
            table, saved = _resumed_table(resume, save, workers)
        else:
            levels = _levels(bots, hot_seat)
            table, saved = _new_table(players, rivalry, deck, tie_break, seed, levels, names, save, workers)
        try:
            PlaySession(table, Terminal(colour), saved, movetime).run()
        except KeyboardInterrupt:
            raise typer.Exit(130) from None


def _levels(bots: str | None, hot_seat: bool) -> list[str]:
    """Who plays the seats after the first: `person` or bot levels; one entry stands for all."""
    if not hot_seat:
        return _listed(DEFAULT_LEVEL if bots is None else bots)
    if bots is not None:
        raise ConfigError(
            "--hot-seat is for people only; leave out --bots, or name the seats, as in --bots person,greedy"
        )
    return [PERSON]


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")]


def _new_table(
    players: int | None,
    rivalry: str,
    deck: Path | None,
    tie_break: str,
    seed: str | None,
    levels: list[str],
    names: str | None,
    save: Path | None,
    workers: Workers,
) -> tuple[Table, SavedGame | None]:
    from holi.cli.saving import PLAYED_BY, new_save
    from holi.cli.table import Table
    from holi.game import Game, new_seed, parse_seed

    seed = new_seed() if seed is None else parse_seed(seed)
    count = players if players is not None else _count_of(levels, names)
    config = _config(count, rivalry, deck, tie_break, seed)
    played_by = _played_by(levels, config.players)
    table = Table(Game(config, seed), _names(names, config.players), _bots(played_by, seed, workers))
    tags = {PLAYED_BY: " ".join(played_by), "Date": _today()}
    if rivalry.strip().isdecimal():
        tags["RivalryDraw"] = rivalry.strip()
    return table, None if save is None else new_save(save, tags)


def _count_of(levels: list[str], names: str | None) -> int:
    """How many players the other options speak of, if the number is not given."""
    if len(levels) > 1:
        return len(levels) + 1
    return max(2, len(_listed(names))) if names is not None else 2


def _config(players: int, rivalry: str, deck: Path | None, tie_break: str, seed: str) -> Config:
    from holi.game import Config, complete_deck, drawn_rivalry, load_deck
    from holi.game.config import MAX_RIVALRY

    wanted = rivalry.strip()
    if wanted.isdecimal():
        if wanted not in map(str, range(MAX_RIVALRY + 1)):
            raise ConfigError(f"--rivalry is {quoted(rivalry)}; 0 to 3 cards can be drawn (R2.2)")
        cards = drawn_rivalry(seed, int(wanted))
    else:
        cards = tuple(_listed(wanted)) if wanted else ()
    return Config(players, cards, complete_deck() if deck is None else load_deck(deck), tie_break)


def _played_by(levels: list[str], players: int) -> list[str]:
    others = levels * (players - 1) if len(levels) == 1 else levels
    if len(others) != players - 1:
        raise ConfigError(f"{len(levels)} bot levels are named for {players - 1} other seats; name one, or one each")
    return [PERSON, *others]


def _bots(played_by: list[str], seed: str, workers: Workers) -> list[Bot | None]:
    """A bot where no person plays; the same seed makes the same bots. Who thinks for them is started already."""
    from hashlib import sha256

    from holi.bots.thinking_bot import ThinkingBot, bot_for

    bots: list[Bot | None] = []
    for seat, level in enumerate(played_by):
        digest = sha256(f"{seed}:bot:{seat}".encode()).digest()
        bots.append(None if level == PERSON else bot_for(level, int.from_bytes(digest[:4]), workers))
    if any(isinstance(bot, ThinkingBot) for bot in bots):
        workers.start()
    return bots


def _names(names: str | None, players: int) -> list[str]:
    """The names given, then colours; all different, so that sentences are clear."""
    from holi.cli.table import default_names
    from holi.record.tags import check_name

    given = _listed(names) if names is not None else []
    if len(given) > players:
        raise ConfigError(f"{len(given)} names are given for {players} players")
    chosen = [*given, *default_names(players)[len(given) :]]
    for seat, name in enumerate(chosen):
        check_name(seat, name)
        if len(name) > LONGEST_NAME:
            raise ConfigError(f"the name {quoted(name)} is longer than {LONGEST_NAME} characters")
        if chosen.count(name) > 1:
            raise ConfigError(f"two players are called {quoted(name)}; give them different names with --names")
    return chosen


def _today() -> str:
    from datetime import datetime

    return datetime.now().astimezone().date().isoformat()


def _resumed_table(path: Path, save: Path | None, workers: Workers) -> tuple[Table, SavedGame]:
    from holi.cli.saving import PLAYED_BY, resumed
    from holi.cli.table import Table
    from holi.game import Game

    if save is not None:
        raise ConfigError("a game that is resumed is saved where it came from; leave out --save")
    verified, saved = resumed(path)
    record = verified.record
    played_by = record.tags.get(PLAYED_BY, "").split() or [PERSON] * record.config.players
    if len(played_by) != record.config.players or PERSON not in played_by:
        raise ConfigError(f"the tag {PLAYED_BY!r} is {quoted(' '.join(played_by))}; it names who plays each seat")
    table = Table(Game(record.config, record.seed), list(record.names), _bots(played_by, record.seed, workers))
    for action in record.actions:
        table.do(action)
    return table, saved
