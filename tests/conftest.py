"""Set-up for every test: the Hypothesis profiles, and leaving a test out where a real component is missing."""

import os
import signal
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NoReturn

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from tests.node import Node

LEFT_OUT = "left out: "

# Tests run beside each other, so threads of NumPy's own would only get in each other's way.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# What the terminal says follows the locale.
os.environ["LC_ALL"] = "C.UTF-8"

# "ci" tries the same examples on every run, so that a red run can be repeated; `--hypothesis-profile=dev` tries others.
settings.register_profile("ci", derandomize=True, deadline=None, print_blob=False)
settings.register_profile("dev", derandomize=False, deadline=None, print_blob=True)
settings.load_profile("ci")


def pytest_configure() -> None:
    """Let Ctrl-C through: a shell starts background jobs with it ignored, and tests and their programs inherit that."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Two processes a core, since many tests wait; half as many as cores in compiled mode, beside the other checks."""
    cores = os.cpu_count() or 1
    return max(1, cores // 2) if os.environ.get("HOLI_MODE") == "compiled" else 2 * cores


@pytest.fixture(scope="session")
def leave_out() -> Callable[[str], NoReturn]:
    """Call it with what is missing, in plain words; with HOLI_TEST_ALL=1 a test left out is a failure."""

    def leave(reason: str) -> NoReturn:
        if os.environ.get("HOLI_TEST_ALL") == "1":
            pytest.fail(f"{LEFT_OUT}{reason} (HOLI_TEST_ALL=1 allows no test to be left out)", pytrace=False)
        pytest.skip(LEFT_OUT + reason)

    return leave


@pytest.fixture(scope="session")
def node(tmp_path_factory: pytest.TempPathFactory, leave_out: Callable[[str], NoReturn]) -> "Iterator[Node]":
    """The TypeScript library, answering questions."""
    from tools.build_page import WEB, with_node

    from tests.node import Node

    environment = with_node()
    if environment is None or not (WEB / "node_modules" / "rolldown").exists():
        leave_out("the comparison with the TypeScript library, as Node.js or the packages of web/ are not installed")
    with Node(tmp_path_factory.mktemp("node"), environment) as running:
        yield running


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List at the end what was left out and why."""
    for report in terminalreporter.stats.get("skipped", []):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        if LEFT_OUT in reason:
            terminalreporter.write_line(f"{LEFT_OUT}{report.nodeid}: {reason.partition(LEFT_OUT)[2]}")
