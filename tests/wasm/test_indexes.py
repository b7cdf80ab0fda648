"""The module has no negative indexes that count from the end (tools/wasm/build.py), so compiled code must use none."""

import os
import subprocess
import sys

import pytest
from tools.build_page import ROOT

from tests.wasm.watched import Watched


def test_no_compiled_function_counts_from_the_end():
    run = subprocess.run(
        [sys.executable, "-m", "tests.wasm.watched"],
        cwd=ROOT,
        env={**os.environ, "HOLI_MODE": "interpreted"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr


def test_the_watch_sees_a_negative_index():
    vector = Watched([1, 2])
    with pytest.raises(AssertionError):
        vector[-1]
    with pytest.raises(AssertionError):
        vector[-1] = 3
