"""What the terminal says, in the reader's language: the catalogues of `holi/texts`, most of which the page shares."""

from __future__ import annotations

import json
import locale
import os
import re
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any, Final

from holi.game import IllegalActionError, Position, RivalryCard
from holi.game.errors import ConfigError, quoted
from holi.game.notation import SQUARE_NAMES, Action
from holi.game.reasons import refusal

LANGUAGES: Final = ("en", "es", "fr", "hi", "ja")
PARTS: Final = ("", "more/", "terminal/")
LOCALE_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
TAKE_SINGULAR: Final[Mapping[str, tuple[int, ...]]] = {"en": (1,), "es": (1,), "fr": (0, 1), "hi": (0, 1), "ja": ()}
"""By the plural rules of CLDR, which the page has from the browser."""

ROOMY_END: Final = "。！？…」"
"""Ends of sentences that already include some room."""

_language = ""
_texts: dict[str, Any] = {}


def language_for(wanted: str | None) -> str:
    """The language that was asked for, or that of the locale; English if we have no texts in that."""
    if wanted is not None:
        if wanted.lower() not in LANGUAGES:
            raise ConfigError(f"there is no language {quoted(wanted)}; take one of {', '.join(LANGUAGES)}")
        return wanted.lower()
    given = next((value for name in LOCALE_VARIABLES if (value := os.environ.get(name))), None)
    tag = re.split("[_.@-]", given or locale.getlocale()[0] or "")[0].lower()
    return tag if tag in LANGUAGES else "en"


def speak(language: str) -> None:
    """From now on, say everything in this language."""
    global _language  # noqa: PLW0603 - a terminal has one reader
    if language != _language:
        folder = files("holi").joinpath("texts")
        for part in PARTS:
            _texts.update(json.loads(folder.joinpath(f"{part}{language}.json").read_text("utf-8")))
        _language = language


def t(key: str, **values: object) -> str:
    """The text of a key with its values filled in; `count` chooses the plural form."""
    message = _texts[key]
    if not isinstance(message, str):
        form = "one" if values["count"] in TAKE_SINGULAR[_language] else "other"
        message = message.get(form, message["other"])
    return str(message.format_map(values)) if values else message


def listed(words: Iterable[str], last: str = "and") -> str:
    """`a, b, and c`, as browsers write it; `last` is `and` or `or`."""
    *front, end = [*words] or [""]
    if not front:
        return end
    text = t(f"list.{last}-more" if len(front) > 1 else f"list.{last}", front=separated(front), end=end)
    if _language == "es":  # y and o sound like the beginning of the next word
        text = re.sub(r" y (?=(?:[iIíÍ]|[hH][iIíÍ](?![aeAE]))[^,]*$)", " e ", text)
        text = re.sub(r" o (?=(?:[hH]?[oOóÓ]|8|11$)[^,]*$)", " u ", text)
    return text


def separated(words: Iterable[str]) -> str:
    return ("、" if _language == "ja" else ", ").join(words)


def in_a_row(sentences: Iterable[str]) -> str:
    """The sentences as running text, without blanks where a script has none."""
    text = ""
    for sentence in filter(None, sentences):
        text += sentence if not text or text[-1] in ROOMY_END else f" {sentence}"
    return text


def rivalry_words(card: RivalryCard) -> tuple[str, str]:
    """Title and text of a card; those of its entry if the catalogue does not have it."""
    return _texts.get(f"rivalry.{card.id}.title", card.title), _texts.get(f"rivalry.{card.id}.text", card.text)


def why_not_now(position: Position, action: Action) -> str:
    """Why an action is not legal, with its clause."""
    reason, clause, about = refusal(position, action)
    squares = listed(about["squares"].split())
    named = about["space"][1:] if reason == "target-taken" or not action.squares else SQUARE_NAMES[action.squares[0]]
    text = t(f"not.{reason}", card=about["card"], square=named, squares=squares)
    return t("with-clause", text=text[:-1], clause=clause) + text[-1]


def illegal(position: Position, action: Action) -> IllegalActionError:
    return IllegalActionError(t("illegal", action=quoted(str(action)), why=why_not_now(position, action)))


speak("en")
