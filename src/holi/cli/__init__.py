"""The command line: `holi COMMAND`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; also what keeps it from starting is said in one sentence."""
    try:
        from holi.cli.app import main as run
    except ImportError as error:
        print(f"holi: {error}", file=sys.stderr)
        sys.exit(2)
    run()
