"""`holi` without a command: a real process that serves the page to this device or this room."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from holi.cli.hosting.open_page import address_in_room


@contextmanager
def holi(home: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """The program, for a user whose home is a folder of the test; stopped in the end."""
    environment = {**os.environ, "HOME": str(home), "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"}
    environment.pop("HOLI_MODE", None)
    environment.pop("XDG_CONFIG_HOME", None)
    process = subprocess.Popen(
        [sys.executable, "-m", "holi.cli", "--no-browser", *arguments],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def address_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.fullmatch(r"Holi is at (http://127\.0\.0\.1:\d+/) \(stop with Ctrl-C\)\n", line)
    assert found is not None, line or process.communicate()
    return found[1]


def test_the_page_is_served_and_games_are_kept_until_the_next_time(tmp_path):
    with holi(tmp_path, "--port", "0") as process:
        with urllib.request.urlopen(address_of(process)) as page:
            assert b"<title>Holi" in page.read()
        process.send_signal(signal.SIGINT)
        assert process.wait() == 0
    assert [path.name for path in tmp_path.rglob("games.db")] == ["games.db"]


def test_a_port_that_is_taken_is_not_insisted_on(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with holi(tmp_path, "--port", str(port)) as process:
            address = address_of(process)
            assert f":{port}/" not in address
            assert urllib.request.urlopen(f"{address}health").status == 200


def test_others_in_the_room_get_an_address_and_a_picture_of_it(tmp_path):
    with holi(tmp_path, "--port", "0", "--lan") as process:
        port = address_of(process).rstrip("/").rpartition(":")[2]
        assert process.stdout is not None
        process.send_signal(signal.SIGINT)
        told, faults = process.communicate()
    expected = address_in_room(int(port))
    if expected is None:
        assert (told, faults) == ("", "This device is not in a network, so no other can join.\n")
        return
    assert told.startswith(f"Phones and other devices in this network: {expected}\n")
    code = told.splitlines()[1:]
    assert len(code) >= 14 and all(set(line) <= set("█▀▄ ") for line in code)


def test_a_home_that_cannot_be_written_to_is_said_in_one_sentence(tmp_path):
    (tmp_path / "home").write_text("a file, not a folder")
    with holi(tmp_path / "home", "--port", "0") as process:
        assert process.wait() == 2
        assert process.stderr is not None
        assert re.fullmatch(
            r"holi: cannot create the folder .* for the games: .*; choose another place with 'holi serve .*\n",
            process.stderr.read(),
        )
