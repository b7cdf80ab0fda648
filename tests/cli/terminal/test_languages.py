"""The terminal in five languages: whole catalogues, whole games, the locale and --language."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import holi
from holi.cli.terminal import texts
from holi.cli.terminal.board import render_position
from holi.cli.terminal.console import visible_width, wrapped
from holi.cli.terminal.texts import LANGUAGES, LOCALE_VARIABLES, PARTS, language_for, listed, speak
from holi.game import Config, ConfigError, complete_deck, new_position, rivalry_cards
from holi.game.reasons import REASONS
from tests.cli.terminal.playing import SEED, Mirror, ScriptedTerminal, holi_here, holi_piped, played

ROOT = Path(holi.__file__).parent
OTHERS = [language for language in LANGUAGES if language != "en"]
NAMES = ["Anna", "Ravi"]


def catalogue(language: str, *parts: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for part in parts or PARTS:
        found |= json.loads((ROOT / "texts" / part / f"{language}.json").read_text("utf-8"))
    return found


def forms(message: str | dict[str, str]) -> list[str]:
    return [message] if isinstance(message, str) else [*message.values()]


def placeholders(message: str | dict[str, str]) -> set[str]:
    return {name for text in forms(message) for name in re.findall(r"\{(\w+)\}", text)}


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_has_the_keys_placeholders_and_plurals_of_english(language):
    for part in PARTS:
        english, own = catalogue("en", part), catalogue(language, part)
        assert [*own] == [*english]
        for key, message in english.items():
            assert placeholders(own[key]) == placeholders(message), key
            assert isinstance(own[key], str) == isinstance(message, str), key
            assert all(text.strip() for text in forms(own[key])), key
            if not isinstance(message, str):
                assert set(own[key]) == ({"other"} if language == "ja" else {"one", "other"}), key


def test_every_text_of_the_terminal_is_used_and_every_text_used_is_there():
    code = "\n".join(path.read_text("utf-8") for path in (ROOT / "cli").rglob("*.py"))
    named = set(re.findall(r"""["']([a-z][\w-]*(?:\.[\w-]+)*)["']""", code))
    with_gaps = re.findall(r"""f["']([\w-]+\.[^"']*)["']""", code)
    patterns = [re.sub(r"\\\{.*?\\\}", r"[\\w-]+", re.escape(text)) for text in with_gaps]
    unused = [key for key in catalogue("en", "terminal/") if not any(re.fullmatch(p, key) for p in (*patterns, *named))]
    assert unused == []
    called = set(re.findall(r'\bt\(\s*"([\w.-]+)"', code))
    assert called - set(catalogue("en")) == {"ask.card", "ask.card-down"} - set(catalogue("en"))


def test_every_reason_against_an_action_has_words():
    assert {f"not.{name.lower().replace('_', '-')}" for name in REASONS} - set(catalogue("en")) == set()


def test_every_rivalry_card_has_words_of_its_own():
    wanted = {f"rivalry.{card}.{part}" for card in rivalry_cards() for part in ("title", "text")}
    assert wanted == {key for key in catalogue("en", "more/") if key.startswith("rivalry.") and key.count(".") == 2}


def typed_by_somebody_who_tries_everything() -> list[str]:
    """A whole game, with help and mistakes at each kind of prompt and nothing that changes it."""
    lines = Mirror(Config(2, ("rangoli", "sharp-aim")), 1).lines
    turn = lines.index("")
    asked = ["?", "? 7", "? 12", "? rangoli", "? pillars", "? nix", "b", "l", "u"]
    wrong = ["xyz", "Mz9", "C", "E", "E C", "T13@c3d4", "d", "99", "", "m", "99", "", "q", "n", "D99@c3"]
    return ["nix", "?", *lines[: turn + 1], *asked, *wrong, *lines[turn + 1 :]]


def english_in(output: str, language: str) -> list[str]:
    """Parts of English sentences, of two words or more, that the other language does not have as well."""
    own = " ".join(text for message in catalogue(language).values() for text in forms(message))
    shown = " ".join(output.split())
    parts = {
        part.strip(" .,:;!?()|")
        for message in catalogue("en").values()
        for text in forms(message)
        for part in re.split(r"\{\w+\}|\n|\|", text)
    }
    return [part for part in parts if re.search(r"[a-z]+ [a-z]+", part) and part in shown and part not in own]


@pytest.mark.parametrize("language", OTHERS)
def test_a_whole_game_says_nothing_in_english(language, tmp_path):
    file = tmp_path / "game.holi"
    output = played("--hot-seat", "--names", ",".join(NAMES), "--rivalry", "rangoli,sharp-aim", "--save", str(file),
                    "--language", language, lines=typed_by_somebody_who_tries_everything())  # fmt: skip
    assert english_in(output, language) == []
    assert f"holi replay {file}" in output, "the game was played to its end"
    told = holi_here("replay", str(file), "--all", "--language", language)
    assert english_in(told, language) == []
    if language in ("ja", "hi"):  # in another script, single words stand out too
        notation = {"Anna", "Ravi", "HOLI", "Holi", "holi", "Enter", "rangoli", "pillars", "cards", "replay", "game"}
        keys = {word for card in complete_deck().cards for word in card.key.split("-")}
        words = set(re.findall(r"(?<![\w/])[A-Za-z]{4,}", output.replace(str(file), "").replace(SEED, "")))
        assert words - notation - keys == set()


def test_the_same_game_in_english_is_full_of_english():
    output = played("--hot-seat", "--rivalry", "rangoli,sharp-aim", lines=typed_by_somebody_who_tries_everything())
    assert len(english_in(output, "ja")) > 60


@pytest.mark.parametrize("language", OTHERS)
def test_the_cards_are_shown_without_english(language):
    assert english_in(holi_here("cards", "--language", language), language) == []
    assert english_in(holi_here("cards", "rangoli", "--language", language), language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_columns_stand_below_each_other_and_fit(language):
    speak(language)
    shown = new_position(Config(4), SEED)
    names = ["アンナアンナアンナ", "रवि कुमार", "Zoë", "A name of twenty-four ch"]
    lines = render_position(shown, names, ScriptedTerminal()).splitlines()
    assert all(visible_width(line) <= 80 for line in lines)
    board = [line for line in lines if re.match("[1-6] ", line)]
    assert len({visible_width(line) for line in board}) == 1
    rows = [line for line in lines if re.match(r"[ >] [byrg] ", line)]
    assert len({visible_width(line[: line.index(" 25 ")]) for line in rows}) == 1


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "es_MX.UTF-8"}, "es"), ({"LANG": "fr_FR@euro"}, "fr"),
        ({"LC_MESSAGES": "ja_JP", "LANG": "es_ES"}, "ja"), ({"LC_ALL": "", "LANG": "es"}, "es"),
        ({"LC_ALL": "hi_IN.UTF-8", "LC_MESSAGES": "ja_JP", "LANG": "es_ES"}, "hi"),
        ({"LANG": "C.UTF-8"}, "en"), ({"LANG": "POSIX"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"), ({"LANG": "pt-BR"}, "en"),
    ],
)  # fmt: skip
def test_the_locale_chooses_the_language(monkeypatch, variables, language):
    for name in LOCALE_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert language_for(None) == language


def test_without_variables_the_system_tells_the_locale(monkeypatch):
    for name in LOCALE_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for told, language in ((("fr_FR", "cp1252"), "fr"), ((None, None), "en")):
        monkeypatch.setattr(texts.locale, "getlocale", lambda told=told: told)
        assert language_for(None) == language


def test_the_option_wins_over_the_locale():
    done = holi_piped("cards", "7", "--language", "FR", LC_ALL="es_ES.UTF-8")
    assert "Carte 7, vee\u00a0: votre pion" in done.stdout
    assert "Carta 7, vee: tu figura" in holi_piped("cards", "7", LC_ALL="es_ES.UTF-8").stdout


@pytest.mark.parametrize("command", [["play"], ["cards"], ["replay", "game.holi"]])
def test_an_unknown_language_is_one_sentence_with_the_choices(command):
    with pytest.raises(ConfigError) as error:
        holi_here(*command, "--language", "tlh")
    assert str(error.value) == "there is no language 'tlh'; take one of en, es, fr, hi, ja"


@pytest.mark.parametrize(
    ("language", "last", "words", "text"),
    [
        ("en", "or", "7 8 9", "7, 8, or 9"), ("en", "and", "a b", "a and b"), ("en", "and", "a", "a"),
        ("en", "and", "", ""),
        ("es", "and", "Ana Inés", "Ana e Inés"), ("es", "and", "Ana Hielo", "Ana y Hielo"),
        ("es", "or", "7 8", "7 u 8"),
        ("es", "or", "10 11", "10 u 11"), ("es", "or", "1 2 3", "1, 2 o 3"), ("fr", "and", "a b c", "a, b et c"),
        ("ja", "or", "a b c", "a、b、またはc"), ("hi", "and", "a b c", "a, b, और c"),
    ],
)  # fmt: skip
def test_lists_are_written_as_the_language_does(language, last, words, text):
    speak(language)
    assert listed(words.split(), last) == text


def test_japanese_is_wrapped_by_its_width_and_not_before_a_full_stop():
    lines = wrapped("コマの四方のマスすべてにトークンがあれば、1つ上の階層へ。", 20)
    assert all(visible_width(line) <= 20 for line in lines)
    assert "".join(lines) == "コマの四方のマスすべてにトークンがあれば、1つ上の階層へ。"
    assert not any(line[0] in "、。ー" for line in lines)
