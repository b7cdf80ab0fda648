"""`holi play`: a game at the terminal."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

import typer

from holi.cli.options import Colour, Language, takes_options
from holi.game.errors import ConfigError, quoted

if TYPE_CHECKING:
    from holi.bots import Bot
    from holi.bots.processes.worker_bot import Notice
    from holi.cli.terminal.saving import SavedGame
    from holi.cli.terminal.table import Table
    from holi.game import Config

    MakeBot = Callable[[str, int], Bot]

T = TypeVar("T")

PERSON = "person"
DEFAULT_LEVEL = "greedy"
LONGEST_NAME = 24


@dataclass(frozen=True)
class PlayOptions:
    players: Annotated[int | None, typer.Option(help="Number of players, 2 to 4.", show_default="2")] = None
    rivalry: Annotated[str, typer.Option(help="Rivalry cards, comma-separated, or how many to draw, 0 to 3.")] = "2"
    deck: Annotated[Path | None, typer.Option(metavar="FILE", help="A deck of your own (see 'holi deck').")] = None
    tie_break: Annotated[str, typer.Option(help="player-order or first-finished.")] = "player-order"
    first: Annotated[
        Literal["drawn", "me"], typer.Option(help="Who begins: drawn from the seed, all in their order, or you.")
    ] = "drawn"
    seed: Annotated[str | None, typer.Option(help="64 hex digits, to shuffle as in another game.")] = None
    bots: Annotated[
        str | None,
        typer.Option(
            help="Who plays with you: one bot level for all, or one each, clockwise, comma-separated; 'person' for "
            "somebody beside you. An unknown level shows the list of levels.",
            show_default=DEFAULT_LEVEL,
        ),
    ] = None
    hot_seat: Annotated[bool, typer.Option("--hot-seat", help="Only people, who share this terminal.")] = False
    names: Annotated[
        str | None, typer.Option(help="Names, yours first, comma-separated.", show_default="the colours")
    ] = None
    colour: Colour = None
    language: Language = None
    movetime: Annotated[float, typer.Option(min=0.05, max=600.0, help="Seconds per turn that strong bots think.")] = 1.0
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Save the game here after every turn.")] = None
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Continue a saved game.")] = None

    @property
    def levels(self) -> list[str]:
        """Who sits at the other places: `person` or bot levels; a single entry stands for all."""
        from holi.cli.terminal.texts import t

        if not self.hot_seat:
            return _listed(DEFAULT_LEVEL if self.bots is None else self.bots)
        if self.bots is not None:
            raise ConfigError(t("error.hot-seat"))
        return [PERSON]

    @property
    def count(self) -> int:
        """The number of players; if it is not given, as many as the levels or names need."""
        if self.players is not None:
            return self.players
        if len(self.levels) > 1:
            return len(self.levels) + 1
        return max(2, len(_listed(self.names))) if self.names is not None else 2


@takes_options(PlayOptions)
def play(options: PlayOptions) -> None:
    """Play in the terminal, against bots or with others at this device.

    Without options you play against a greedy bot, with two rivalry cards.
    """
    from holi.bots.processes.pool import WorkerPool
    from holi.bots.processes.worker_bot import bot_for
    from holi.cli.terminal.console import Terminal
    from holi.cli.terminal.play_session import PlaySession
    from holi.cli.terminal.texts import language_for, speak

    speak(language_for(options.language))
    notices: list[Notice] = []
    with closing(WorkerPool()) as pool:
        make_bot = partial(bot_for, pool=pool, tell=notices.append)
        table, saved = (_new_table if options.resume is None else _resumed_table)(options, make_bot)
        try:
            PlaySession(table, Terminal(options.colour), saved, options.movetime, notices).run()
        except KeyboardInterrupt:
            raise typer.Exit(130) from None


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")]


def _new_table(options: PlayOptions, make_bot: MakeBot) -> tuple[Table, SavedGame | None]:
    from holi.cli.terminal.saving import PLAYED_BY, new_save
    from holi.cli.terminal.table import Table
    from holi.game import Game, drawn_first, new_seed, parse_seed
    from holi.record.tags import FIRST_DRAW

    levels = options.levels
    seed = new_seed() if options.seed is None else parse_seed(options.seed)
    config = _config(options, seed)
    drawn = options.first == "drawn"
    first = drawn_first(seed, config.players) if drawn else 0
    played_by = _from_place(first, _played_by(levels, config.players))
    names = _names(options.names, config.players, first)
    table = Table(Game(config, seed), names, _bots(played_by, seed, make_bot), first_drawn=drawn)
    tags = {PLAYED_BY: " ".join(played_by), "Date": datetime.now().astimezone().date().isoformat()}
    if drawn:
        tags[FIRST_DRAW] = str(first)
    if options.rivalry.strip().isdecimal():
        tags["RivalryDraw"] = options.rivalry.strip()
    return table, None if options.save is None else new_save(options.save, tags)


def _config(options: PlayOptions, seed: str) -> Config:
    from holi.game import load_deck, parse_config

    wanted = options.rivalry.strip()
    rivalry = int(wanted) if wanted.isdecimal() and len(wanted) < 4 else _listed(wanted) if wanted else []
    config = parse_config({"players": options.count, "rivalry": rivalry, "tie_break": options.tie_break}, seed)
    return config if options.deck is None else replace(config, deck=load_deck(options.deck))


def _played_by(levels: list[str], players: int) -> list[str]:
    from holi.cli.terminal.texts import t

    others = levels * (players - 1) if len(levels) == 1 else levels
    if len(others) != players - 1:
        raise ConfigError(t("error.levels", given=len(levels), wanted=players - 1))
    return [PERSON, *others]


def _from_place(first: int, players: list[T]) -> list[T]:
    """Those around the table, from the place that begins."""
    return [*players[first:], *players[:first]]


def _bots(played_by: list[str], seed: str, make_bot: MakeBot) -> list[Bot | None]:
    """Bots for the seats without a person, seeded so that games repeat."""
    bots: list[Bot | None] = []
    for seat, level in enumerate(played_by):
        digest = sha256(f"{seed}:bot:{seat}".encode()).digest()
        bots.append(None if level == PERSON else make_bot(level, int.from_bytes(digest[:4])))
    return bots


def _names(names: str | None, players: int, first: int) -> list[str]:
    """By seat, the names given, else colours; all different, so that sentences are clear."""
    from holi.cli.terminal.board import SEAT_COLOURS
    from holi.cli.terminal.texts import t
    from holi.record.tags import check_name

    given: list[str | None] = [*_listed(names)] if names is not None else []
    if len(given) > players:
        raise ConfigError(t("error.names", given=len(given), wanted=players))
    seated = _from_place(first, [*given, *[None] * (players - len(given))])
    colours = [t(f"colour.{colour.name}") for colour in SEAT_COLOURS[:players]]
    chosen = [colour if name is None else name for name, colour in zip(seated, colours, strict=True)]
    for seat, name in enumerate(chosen):
        check_name(seat, name)
        if len(name) > LONGEST_NAME:
            raise ConfigError(t("error.long-name", name=quoted(name), most=LONGEST_NAME))
        if chosen.count(name) > 1:
            raise ConfigError(t("error.same-name", name=quoted(name)))
    return chosen


def _resumed_table(options: PlayOptions, make_bot: MakeBot) -> tuple[Table, SavedGame]:
    from holi.cli.terminal.saving import PLAYED_BY, resumed
    from holi.cli.terminal.table import Table
    from holi.cli.terminal.texts import t
    from holi.game import Game

    assert options.resume is not None
    if options.save is not None:
        raise ConfigError(t("error.resume-save"))
    verified, saved = resumed(options.resume)
    record = verified.record
    played_by = record.tags.get(PLAYED_BY, "").split() or [PERSON] * record.config.players
    if len(played_by) != record.config.players or PERSON not in played_by:
        raise ConfigError(t("error.played-by", tag=repr(PLAYED_BY), value=quoted(" ".join(played_by))))
    table = Table(Game(record.config, record.seed), list(record.names), _bots(played_by, record.seed, make_bot))
    for action in record.actions:
        table.do(action)
    return table, saved
