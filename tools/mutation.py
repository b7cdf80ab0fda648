"""Mutation testing of the rules source: `make mutation`.

mutmut leaves decorated functions alone, and every rule function is decorated with `@compiled`, which does nothing in
the interpreted mode. So it works on a copy of the tree in `build/mutation` from which those lines are taken out. A run
that was interrupted goes on where it stopped; `--fresh` starts over.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COPY = ROOT / "build" / "mutation"
RULES = "src/holi/kernel"
NOT_RULES = ("mode.py", "layout.py", "__init__.py")
"""Which speed to run at, and constants: mutmut changes only what is inside functions."""

IDENTITY = "tests/rules/kernel/test_identity.py"
"""It would notice any change, because it compares with a module that was built before."""

TESTS = (
    "tests/rules",
    "tests/game/test_events.py",
    "tests/game/test_previews.py",
    "tests/game/play/test_playouts.py",
    "tests/game/play/test_transcripts.py",
)
"""Those that play, but not the long ones, which would run for every mutant that survives the others."""

SETTINGS = f"""
[tool.mutmut]
source_paths = ["src"]
only_mutate = ["{RULES}/*.py"]
do_not_mutate = [{", ".join(f'"{RULES}/{name}"' for name in NOT_RULES)}]
pytest_add_cli_args_test_selection = [{", ".join(f'"{path}"' for path in TESTS)}]
pytest_add_cli_args = ["-p", "no:cacheprovider", "-p", "no:xdist", "-p", "mutation_plugin", "--ignore={IDENTITY}"]
"""

PLUGIN = """import functools
import gc
import os
import signal

import pytest

# mutmut 3.8 asks pytest for a private name that pytest 9.2 no longer has.
pytest.Item._nodeid = property(lambda item: item.nodeid)
CACHES = []


def give_up(signal_number, frame):
    raise TimeoutError("the mutant does not come to an end")


def pytest_collection_finish():
    CACHES[:] = [found for found in gc.get_objects() if isinstance(found, functools._lru_cache_wrapper)]
    signal.signal(signal.SIGVTALRM, give_up)


def pytest_runtest_setup():
    # A rules vector that was built before the mutation, or by another test, would hide a mutant of the tables.
    if ".kernel." not in os.environ["MUTANT_UNDER_TEST"] or ".tables." in os.environ["MUTANT_UNDER_TEST"]:
        for cache in CACHES:
            cache.cache_clear()
    # Many times what the slowest test needs, in seconds of the processor; mutmut itself would wait for minutes.
    signal.setitimer(signal.ITIMER_VIRTUAL, 5)


def pytest_runtest_teardown():
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
"""


def make_copy() -> None:
    """Copy what the tests need, with the kernel's functions undecorated."""
    for folder in ("src", "tests"):
        shutil.copytree(ROOT / folder, COPY / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for source in (COPY / RULES).glob("*.py"):
        lines = source.read_text("utf-8").splitlines(keepends=True)
        source.write_text("".join(line for line in lines if line != "@compiled\n"), "utf-8")
    pyproject = (ROOT / "pyproject.toml").read_text("utf-8")
    (COPY / "src" / "mutation_plugin.py").write_text(PLUGIN, "utf-8")
    (COPY / "pyproject.toml").write_text(pyproject + SETTINGS, "utf-8")


def survivors() -> list[str]:
    """The names of the mutants that no test noticed, with their differences."""
    listed = subprocess.run([mutmut(), "results"], cwd=COPY, capture_output=True, text=True, check=True)
    return [line.split(":")[0].strip() for line in listed.stdout.splitlines() if line.strip().endswith("survived")]


def mutmut() -> str:
    """The mutmut beside this Python."""
    return str(Path(sys.executable).parent / "mutmut")


def main() -> None:
    """Make the copy, run mutmut, print the figures and every survivor."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fresh", action="store_true", help="start over")
    options = parser.parse_args()
    if options.fresh and COPY.exists():
        shutil.rmtree(COPY)
    if not COPY.exists():
        make_copy()
    environment = {**os.environ, "HOLI_MODE": "interpreted", "PYTHONPATH": "src"}
    subprocess.run([mutmut(), "run"], cwd=COPY, env=environment, check=True)
    subprocess.run([mutmut(), "export-cicd-stats"], cwd=COPY, check=True, stdout=subprocess.DEVNULL)
    counts = json.loads((COPY / "mutants" / "mutmut-cicd-stats.json").read_text("utf-8"))
    for name in survivors():
        shown = subprocess.run([mutmut(), "show", name], cwd=COPY, capture_output=True, text=True, check=True)
        print(shown.stdout)
    print(json.dumps(counts, indent=2))
    print(f"{100 * counts['killed'] / counts['total']:.1f}% of {counts['total']} mutants killed")


if __name__ == "__main__":
    main()
