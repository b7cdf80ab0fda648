"""Each test begins in English, as a process does here."""

import pytest

from holi.cli.terminal.texts import speak


@pytest.fixture(autouse=True)
def english() -> None:
    speak("en")
