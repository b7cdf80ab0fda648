"""Showing an episode in the ways that PettingZoo and Gymnasium name: `ansi`, `rgb_array` and `human`."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from holi.env.extras import need
from holi.env.rendering.picture import draw_position
from holi.env.rendering.text import position_text
from holi.game import ConfigError, Position
from holi.game.errors import quoted

RENDER_MODES: Final = ("human", "rgb_array", "ansi")
FRAMES_PER_SECOND: Final = 4


class Screen:
    """Shows positions in one mode; a window opens with the first one shown in `human`."""

    def __init__(self, mode: str | None) -> None:
        if mode is not None and mode not in RENDER_MODES:
            raise ConfigError(f"'render_mode' is {quoted(mode)}; it is one of {', '.join(map(repr, RENDER_MODES))}")
        self.mode = mode
        self._pygame: Any = None
        self._window: Any = None
        self._clock: Any = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Screen, (self.mode,)  # a copy opens a window of its own

    def show(self, position: Position) -> NDArray[np.uint8] | str | None:
        if self.mode is None:
            raise ConfigError("nothing can be shown; make the environment with render_mode='ansi' or another mode")
        if self.mode == "ansi":
            return position_text(position)
        picture = draw_position(position)
        if self.mode == "rgb_array":
            return picture
        self._show_in_window(picture)
        return None

    def _show_in_window(self, picture: NDArray[np.uint8]) -> None:
        if self._pygame is None:
            need("pygame", for_what="render_mode='human'")
            self._pygame = import_module("pygame")
            self._pygame.display.init()
            self._pygame.display.set_caption("Holi: Festival of Colors")
            self._window = self._pygame.display.set_mode((picture.shape[1], picture.shape[0]))
            self._clock = self._pygame.time.Clock()
        self._window.blit(self._pygame.surfarray.make_surface(picture.swapaxes(0, 1)), (0, 0))
        self._pygame.event.pump()
        self._pygame.display.update()
        self._clock.tick(FRAMES_PER_SECOND)

    def close(self) -> None:
        if self._pygame is not None:
            self._pygame.display.quit()
            self._pygame = self._window = self._clock = None
