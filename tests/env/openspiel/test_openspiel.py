"""The OpenSpiel game with OpenSpiel: its own suites, a golden playthrough, its search, and the page about it.

Each check runs in a process of its own: OpenSpiel's C++ searches crash on games written in Python. To rewrite the
golden playthrough: `echo write_playthrough | PYTHONPATH=src python -m tests.env.openspiel.checks`.
"""

import ast
import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SOURCE = Path(__file__).with_name("checks.py")
PAGE = ROOT / "docs" / "environments" / "openspiel.md"

# The sources as they are, with warnings as errors.
PYTHON = [sys.executable, "-W", "error"]
SURROUNDINGS = {
    "cwd": ROOT,
    "env": {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]),
        "PYTHONIOENCODING": "utf-8",
        "HOLI_MODE": "interpreted",
    },
    "encoding": "utf-8",
}


def check_names() -> list[str]:
    """The checks of the other module, which cannot be imported here."""
    functions = [node for node in ast.parse(SOURCE.read_text("utf-8")).body if isinstance(node, ast.FunctionDef)]
    return [
        function.name
        for function in functions
        if any(isinstance(mark, ast.Name) and mark.id == "check" for mark in function.decorator_list)
    ]


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PYTHON, *arguments], **SURROUNDINGS, capture_output=True, check=False)


@pytest.fixture(scope="session")
def open_spiel(leave_out):
    if find_spec("pyspiel") is None:
        leave_out("open_spiel is not installed")


@pytest.fixture(scope="session")
def run_check(open_spiel):
    """Run a check by its name, in the process that has imported OpenSpiel."""
    command = [*PYTHON, "-m", "tests.env.openspiel.checks"]
    with subprocess.Popen(command, **SURROUNDINGS, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as checks:

        def run(name: str) -> dict:
            checks.stdin.write(name + "\n")
            checks.stdin.flush()
            return json.loads(checks.stdout.readline())

        yield run
        checks.stdin.close()


@pytest.mark.parametrize("name", check_names())
def test_with_open_spiel(name, run_check):
    done = run_check(name)
    assert done["status"] == 0, done["output"][-4000:]


@pytest.mark.usefixtures("open_spiel")
def test_examples_of_the_page_print_what_it_says():
    program = (
        "import sys; from pathlib import Path; from tests.docs.test_docs import failures, python_examples;"
        "page = python_examples(Path(sys.argv[1])); assert page.examples; sys.stdout.write(failures(page))"
    )
    done = python("-c", program, str(PAGE))
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def test_without_open_spiel_a_sentence_tells_what_to_install():
    program = "import sys; sys.modules['pyspiel'] = None; import holi.env.openspiel"
    done = python("-c", program)
    assert done.returncode != 0
    assert done.stderr.splitlines()[-1] == (
        "holi.env.extras.MissingPackageError: holi.env.openspiel needs open_spiel, which is not installed; "
        "add it from a checkout: pip install '.[openspiel]'"
    )


def test_without_open_spiel_the_other_environments_do_not_miss_it():
    done = python("-c", "import sys; sys.modules['pyspiel'] = None; import holi.env, holi.env.spiel.situation")
    assert (done.returncode, done.stderr) == (0, "")
