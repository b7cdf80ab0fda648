"""A step of building the package: the page goes into it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent / "tools"))


class PageHook(BuildHookInterface[Any]):
    """Builds web/ into src/holi/server/page for a wheel; an editable install leaves that to `make web`."""

    def dependencies(self) -> list[str]:
        """Node.js from PyPI, where the machine has none that is new enough."""
        import build_page

        built = self.target_name != "wheel" or not build_page.WEB.exists() or build_page.is_built()
        return [] if built or build_page.with_node() is not None else [build_page.NODE_FROM_PYPI]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, unless it is up to date."""
        import build_page

        wanted = self.target_name == "wheel" and version != "editable" and build_page.WEB.exists()
        if wanted and not build_page.is_built() and build_page.build() != 0:
            raise RuntimeError("the page could not be built; see above")
