"""The command line: `holi COMMAND`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; an import that fails is one sentence, too."""
    try:
        from holi.cli.app import main as run
    except ImportError as error:
        print(f"holi: {error}", file=sys.stderr)
        sys.exit(2)
    run()
