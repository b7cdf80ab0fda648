"""Options that several commands share, and commands that take all of their options as one dataclass."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import MISSING, fields
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_type_hints

import typer

from holi.game.errors import ConfigError, quoted

Colour = Annotated[
    bool | None,
    typer.Option("--colour/--no-colour", help="Colours, or letters only.", show_default="colours on a terminal"),
]
Language = Annotated[
    str | None,
    typer.Option(metavar="LANGUAGE", help="en, es, fr, hi or ja.", show_default="that of the locale"),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


Options = TypeVar("Options")


def check_target(path: Path) -> None:
    """Refuse a file that cannot be written before a long run, not after it."""
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise ConfigError(f"the file {quoted(path)} cannot be written; name a file in a folder that exists")


def takes_options(
    options: type[Options], environment: str | None = None
) -> Callable[[Callable[[Options], None]], Callable[..., None]]:
    """Decorate a command whose only parameter is a dataclass: each field becomes an option.

    With `environment`, an option can also be set by a variable of that prefix and its name in capitals.
    """

    def decorate(run: Callable[[Options], None]) -> Callable[..., None]:
        types = get_type_hints(options, include_extras=True)
        parameters = []
        for field in fields(options):  # type: ignore[arg-type]
            kind, info = types[field.name].__origin__, copy(types[field.name].__metadata__[0])
            if environment is not None and info.envvar is None:
                info.envvar = environment + field.name.upper()
            default = Parameter.empty if field.default is MISSING else field.default
            option: Any = Annotated[kind, info]
            parameters.append(Parameter(field.name, Parameter.KEYWORD_ONLY, default=default, annotation=option))

        def command(**values: Any) -> None:
            run(options(**values))

        command.__name__, command.__doc__ = run.__name__, run.__doc__
        command.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
        return command

    return decorate
