"""A node whose host wants no bot workers: hints are refused, and bots in seats do any legal action."""

from __future__ import annotations

from typing import Any, NoReturn

from holi.server.table.refusals import RefusedError


class NoThinkers:
    """Nobody who thinks (`Thinkers`)."""

    async def start(self) -> None:
        """There is nothing to start."""

    async def stop(self) -> None:
        """Nothing was started."""

    async def choose(self, view: dict[str, Any], level: str, movetime: float, seed: int) -> list[str]:
        """Nobody chooses."""
        _refuse()

    async def hint(self, view: dict[str, Any], movetime: float) -> Any:
        """Nobody gives hints."""
        _refuse()

    async def analyse(self, record: str) -> Any:
        """Nobody looks at games."""
        _refuse()


def _refuse() -> NoReturn:
    raise RefusedError("unavailable", "this server has no bot workers; its host starts some with --workers")
