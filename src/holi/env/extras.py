"""The packages that environments need and the game does not."""

from __future__ import annotations

from importlib.util import find_spec
from typing import ClassVar

from holi.game import HoliError


class MissingPackageError(HoliError, ImportError):
    """A package that an environment needs is not installed."""

    code: ClassVar[str] = "missing-package"


def need(*packages: str, for_what: str) -> None:
    """Raise `MissingPackageError` unless all packages are installed."""
    missing = [package for package in packages if find_spec(package) is None]
    if missing:
        what = ", ".join(missing)
        raise MissingPackageError(f"{for_what} needs what is not installed: {what}; run: pip install 'holi[env]'")
