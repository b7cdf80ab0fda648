"""The first compiled run says why it is slow; no other run does."""

import os
import subprocess
import sys

import pytest

SENTENCE = "holi: compiling the rules, which takes about 20 seconds; later runs start at once\n"


@pytest.fixture
def run(tmp_path):
    def run(program: str, mode: str) -> tuple[str, str]:
        environment = {**os.environ, "HOLI_MODE": mode, "XDG_CACHE_HOME": str(tmp_path)}
        environment.pop("NUMBA_CACHE_DIR", None)
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout, done.stderr

    return run


def test_only_the_first_compiled_run_says_that_it_compiles(run):
    program = "import holi.env; print('ready')"
    assert run(program, "interpreted") == ("ready\n", "")
    assert run(program, "compiled") == ("ready\n", SENTENCE)
    assert run(program, "compiled") == ("ready\n", "")


def test_who_starts_compiled_processes_says_it_for_them(run):
    program = "from holi.kernel.mode import announce_compiling; announce_compiling()"
    assert run(program, "interpreted") == ("", SENTENCE)
    assert run(program, "interpreted") == ("", "")
    assert run("import holi.env", "compiled") == ("", "")


def test_nothing_is_said_where_there_is_no_standard_error(run):
    assert run("import sys; sys.stderr = None; import holi.env", "compiled") == ("", "")
