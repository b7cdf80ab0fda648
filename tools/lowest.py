"""Print the packages of some extras in the lowest versions that pyproject.toml allows, one requirement a line.

`make lowest` installs them: `python tools/lowest.py env openspiel`. Extras that these name are followed.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"
REQUIREMENT = re.compile(r"(?P<name>[\w.-]+)>=(?P<version>[\d.]+)")


def lowest(extras: list[str]) -> Iterator[str]:
    """Such as `numba==0.62`; what the base package needs is left to pip."""
    declared = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["optional-dependencies"]
    for extra in extras:
        for requirement in declared[extra]:
            if requirement.startswith("holi["):
                yield from lowest(requirement.removeprefix("holi[").removesuffix("]").split(","))
            else:
                found = REQUIREMENT.fullmatch(requirement)
                assert found, f"{requirement!r} declares no lowest version"
                yield f"{found['name']}=={found['version']}"


if __name__ == "__main__":
    print(*sorted(set(lowest(sys.argv[1:]))), sep="\n")
