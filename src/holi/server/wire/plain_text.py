"""Names and lines of chat as they are kept: normalised, on one line, and without characters that nobody can see.

Python's `unicodedata` has no property for "shows nothing", so the few letters and symbols that do are listed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

BLANKS = re.compile("[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159]")
"""Letters, marks and symbols that show nothing."""

JOINERS = re.compile("(?<=[^\x00-\x7f])[\u200c\u200d](?=[^\x00-\x7f])")
"""Between characters of scripts, and between emoji, where they change what is shown."""

ACCENT = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]"
MARKS = re.compile(f"({ACCENT}{{3}}){ACCENT}+")
"""Accents piled up over other lines."""

VARIANTS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")

LOOK_ALIKES = str.maketrans(
    "авекмнорстухіјѕһԁαβεηικνορτυχ01|l",
    "abekmhopctyxijshdabehikvoptyxoiii",
)
"""Cyrillic and Greek letters, and digits, that look like Latin ones; by no means all."""


def tidy_name(name: str) -> str:
    """A name in its compatible form (NFKC); empty if it shows nothing."""
    return " ".join(tidy_text(unicodedata.normalize("NFKC", name)).split())


def tidy_text(text: str) -> str:
    """One line without control, bidi and other invisible characters; empty if it shows nothing."""
    text = BLANKS.sub("", unicodedata.normalize("NFC", text))
    joined = {found.start() for found in JOINERS.finditer(text)}
    seen = "".join(_shown(character, at in joined) for at, character in enumerate(text))
    tidy = MARKS.sub(r"\1", seen.strip())
    return tidy if any(unicodedata.category(character)[0] in "LNPS" for character in tidy) else ""


def _shown(character: str, joins: bool) -> str:
    kind = unicodedata.category(character)
    if kind in ("Zs", "Zl", "Zp", "Cc"):
        return " "
    return "" if kind[0] == "C" and not joins else character


def likeness(name: str) -> str:
    """What a name looks like at a glance: the same for two that people would mix up."""
    bare = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    shown = (character for character in bare if unicodedata.category(character)[0] not in "CZ")
    return VARIANTS.sub("", "".join(shown)).translate(LOOK_ALIKES)


def distinct_name(name: str, others: Iterable[str | None], longest: int) -> str:
    """The name, or with a number behind it if another one looks the same."""
    taken = {likeness(other) for other in others if other}
    number, made = 1, name
    while likeness(made) in taken:
        number += 1
        made = f"{name[: longest - 4].rstrip()} ({number})"
    return made
