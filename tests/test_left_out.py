"""A test that needs a missing component is left out and listed; where nothing may be left out, it fails."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NEEDY_TEST = """
def test_that_needs_a_browser(leave_out):
    leave_out("Chromium is not installed")
"""


def run_needy_test(folder: Path, everything: str) -> subprocess.CompletedProcess[str]:
    shutil.copy(Path(__file__).with_name("conftest.py"), folder)
    (folder / "test_needy.py").write_text(NEEDY_TEST, "utf-8")
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", str(folder), str(folder)],
        cwd=folder,
        env={**os.environ, "HOLI_TEST_ALL": everything},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_test_left_out_is_listed_with_its_reason(tmp_path):
    run = run_needy_test(tmp_path, "")
    assert run.returncode == 0
    assert "left out: test_needy.py::test_that_needs_a_browser: Chromium is not installed" in run.stdout.splitlines()


def test_where_everything_must_run_a_test_left_out_is_a_failure(tmp_path):
    run = run_needy_test(tmp_path, "1")
    assert run.returncode == 1
    assert "left out: Chromium is not installed" in run.stdout
