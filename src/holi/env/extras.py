"""The packages that environments need and the game does not."""

from __future__ import annotations

from importlib.util import find_spec
from typing import ClassVar

from holi.game import HoliError
from holi.game.errors import how_to_add


class MissingPackageError(HoliError, ImportError):
    code: ClassVar[str] = "missing-package"


def need(*packages: str, for_what: str) -> None:
    missing = [package for package in packages if find_spec(package) is None]
    if missing:
        what = ", ".join(missing)
        raise MissingPackageError(f"{for_what} needs packages that are not installed: {what}; {how_to_add('env')}")
