"""`holi hint`: the best turns in a position, with winning chances and reasons."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from holi.cli.compiled import run_compiled
from holi.cli.options import AsJson, Colour
from holi.cli.verify import opened, shown
from holi.game.errors import HoliError, MalformedError, PositionError, quoted

if TYPE_CHECKING:
    from holi.bots.advice.hints import Hint
    from holi.bots.advice.reasons import Reason
    from holi.cli.terminal.console import Terminal

FORMAT = "holi-hints/1"
LARGEST_FILE = 1_000_000
REASON_TEXTS = {
    "finishes": "ends your game",
    "climbs": "climbs to {to}",
    "scores-now": "score +{points} at once",
    "hits": "hits {whom} for {points}",
    "rains": "rains on {whom} ({tokens})",
    "gives": "{tokens} of your tokens with others",
    "sweets": "sweets ({count})",
    "takes-back": "takes back own tokens ({tokens})",
    "keeps-card": "keeps card {card}",
    "keeps-face-down": "may still throw face down",
}


class PositionFileError(HoliError):
    """A file that cannot be read or holds no position; the message begins with its name."""

    code = PositionError.code


def hint(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A position or view as JSON; - is standard input.")],
    movetime: Annotated[float, typer.Option(min=0.01, max=3600.0, help="Seconds to look ahead.")] = 1.0,
    most: Annotated[int, typer.Option(min=1, max=20, help="Number of turns to show.")] = 5,
    seed: Annotated[int, typer.Option(min=0, help="A different number deals the hidden cards differently.")] = 0,
    as_json: AsJson = False,
    colour: Colour = None,
) -> None:
    """Show the best turns for the player to move.

    Only what that player may know is used, even if the file holds a complete position (holi-position/1).
    """
    run_compiled()
    from holi.bots.advice.hints import hints
    from holi.cli.terminal.console import Terminal

    view = _view(file)
    terminal = Terminal(colour)
    with terminal.busy("Thinking ..."):
        found = hints(view, movetime, most, seed)
    seat = view["turn"]["seat"]
    if as_json:
        answer = {"format": FORMAT, "seat": seat, "hints": [each.to_json() for each in found]}
        typer.echo(json.dumps(answer, indent=2))
    else:
        _show(found, seat, terminal)


def _view(file: str) -> Mapping[str, Any]:
    try:
        return view_from_json(json.loads(_text(file)))
    except OSError as error:
        raise PositionFileError(f"{shown(file)}: the file cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise PositionFileError(f"{shown(file)}: the file is not UTF-8 text") from None
    except (ValueError, RecursionError) as error:
        reason = getattr(error, "msg", "too deeply nested or too large a number")
        raise PositionFileError(f"{shown(file)}: this is not JSON: {reason}") from None
    except HoliError as error:
        raise PositionFileError(f"{shown(file)}: {error}") from None


def _text(file: str) -> str:
    with opened(file) as stream:
        data = stream.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise MalformedError(f"this is longer than {LARGEST_FILE} bytes; a position takes a few thousand")
    return data.decode("utf-8")


def view_from_json(data: object) -> Mapping[str, Any]:
    """Turn a position or view as JSON data (F3) into the view of the seat to act; refuse anything else."""
    from holi.bots.advice.hints import check_view
    from holi.game import position_from_json, position_from_view, view_to_json

    if not isinstance(data, dict) or data.get("format") not in ("holi-position/1", "holi-view/1"):
        form = data.get("format") if isinstance(data, dict) else data
        raise MalformedError(f"the format is {quoted(form)}; give a position ('holi-position/1') or a view (F3)")
    if data["format"] == "holi-position/1":
        position = position_from_json(data)
        view = view_to_json(position, "all" if position.seat is None else position.seat)
        check_view(view)
        return view
    position = position_from_view(data)
    if position.seat is not None and not isinstance(data["players"][position.seat]["deck"], int):
        return view_to_json(position, position.seat)  # the view of somebody who may know everything
    check_view(data)
    return data


def reason_text(reason: Reason, names: Sequence[str]) -> str:
    values = dict(reason.parameters)
    if isinstance(seat := values.get("whom"), int):
        values["whom"] = names[seat]
    if reason.code != "blocks":
        return REASON_TEXTS[reason.code].format(**values)
    if values["what"] == "climb":
        return f"keeps {values['whom']} from climbing on {values['space']}"
    return f"spoils a throw of {values['whom']} ({values['points']} points)"


def _show(found: Sequence[Hint], seat: int, terminal: Terminal) -> None:
    from holi.cli.terminal.board import SEAT_COLOURS, seat_sign
    from holi.cli.terminal.console import padded, painted, wrapped
    from holi.game import format_turn

    names = [colour.name for colour in SEAT_COLOURS]
    texts = [format_turn(list(each.turn)) for each in found]
    width = max(map(len, texts))
    terminal.write(f"{seat_sign(seat, terminal.colour)} The best turns for {names[seat]}:")
    terminal.write(painted(f"{'':3} {padded('turn', width)}   win   lead", terminal.colour, dim=True))
    for number, (each, text) in enumerate(zip(found, texts, strict=True), start=1):
        chance = painted(f"{each.win_chance:4.0%}", terminal.colour, bold=True)
        terminal.write(f"{number:2}. {padded(text, width)}  {chance}  {each.lead:+5.1f}")
        if each.reasons:
            reasons = ", ".join(reason_text(reason, names) for reason in each.reasons)
            lines = wrapped(reasons, terminal.text_width, first=" " * 6, indent=" " * 6)
            terminal.write("\n".join(painted(line, terminal.colour, dim=True) for line in lines))
