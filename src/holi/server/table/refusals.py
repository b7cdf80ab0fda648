"""Why a command is refused: one class, a stable code for clients to translate, and one sentence for people."""

from __future__ import annotations

from holi.game import HoliError
from holi.server.wire.codes import RefusalCode


class RefusedError(HoliError):
    """The command cannot be carried out; nothing was changed."""

    code: RefusalCode  # type: ignore[misc]  # of each refusal, not of the class

    def __init__(self, code: RefusalCode, message: str) -> None:
        super().__init__(message)
        self.code = code
