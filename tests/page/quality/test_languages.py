"""Each language: chosen from the browser or in the settings, complete on every screen, never too wide for a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tools.build_page import WEB

from tests.page.conftest import NewPerson
from tests.page.person import Person
from tests.page.played import RECORD, choose_corner, sit_down_to_play

LANGUAGES = {
    "en": ("en-GB", "English"),
    "es": ("es-MX", "Español"),
    "fr": ("fr-FR", "Français"),
    "ja": ("ja-JP", "日本語"),
    "hi": ("hi-IN", "हिन्दी"),
}
"""The language of a browser, and our name for it."""

OWN_LETTERS = {"ja": r"[\u3041-\u30ff\u4e00-\u9fff]", "hi": r"[\u0900-\u097f]"}

# A key that was not translated, or a value that was not filled in: `table.your-turn`, `{count}`, `undefined`.
NOT_TEXT = re.compile(
    r"\{\w+\}|\bundefined\b|\bnull\b|\bNaN\b|\[object|(?<![\w/.@:-])[a-z][a-z-]*(?:\.[a-z][a-z0-9-]*)+(?![\w/(])"
)

# Everything that a person reads or hears: the words on the screen, names for screen readers, tips.
ALL_WORDS = """() => {
  const spoken = ["aria-label", "title", "placeholder", "aria-valuetext", "alt"];
  const said = [...document.querySelectorAll(spoken.map((name) => `[${name}]`).join())]
    .flatMap((element) => spoken.map((name) => element.getAttribute(name) ?? ""));
  return [document.body.textContent, document.title, ...said].join("\\n");
}"""

LOADED = """([family, text]) => document.fonts.load(`700 20px "${family}"`, text)
  .then((faces) => faces.map(({ status }) => status))"""

TOO_WIDE = "() => document.documentElement.scrollWidth - innerWidth"


def first_title(language: str) -> str:
    """What the first title of the first page says in a language."""
    catalogue = (WEB / "src" / "texts" / f"{language}.ts").read_text(encoding="utf-8")
    found = re.search(r'"home.now": "(.+)"', catalogue)
    assert found
    return found[1]


def check(page: Page, language: str, screen: str) -> None:
    """What holds for each screen in each language."""
    words = page.evaluate(ALL_WORDS)
    assert page.locator("html").get_attribute("lang") == language
    assert not NOT_TEXT.findall(words), f"not translated on {screen}"
    assert page.evaluate(TOO_WIDE) <= 0, f"{screen} is wider than the phone"
    if language in OWN_LETTERS:
        letters = re.findall(OWN_LETTERS[language], words)
        assert len(letters) > 40, f"{screen} is not in this language"


def go_everywhere(person: Person, language: str) -> None:
    """Look at every screen, and play the beginning of a turn."""
    page = person.page

    def see(screen: str, path: str, sign: str) -> None:
        person.open(path)
        page.locator(sign).first.wait_for()
        check(page, language, screen)

    see("home", "/", ".now .button.main")
    page.locator(".friends > .button").first.click()
    page.locator("dialog[open] .seat").first.wait_for()
    check(page, language, "new game on this device")
    page.keyboard.press("Escape")
    page.locator(".friends > .button").nth(1).click()
    page.locator("dialog[open]").wait_for()
    check(page, language, "new table")
    page.locator("dialog button[type=submit]").click()
    page.locator(".invite .qr svg").wait_for()
    check(page, language, "lobby")

    sit_down_to_play(person)
    check(page, language, "choosing a corner")
    choose_corner(person)
    check(page, language, "a turn")
    page.locator(".actions li:first-child button").first.click()
    page.locator(".space.throw").first.tap()
    page.locator(".button.do").wait_for()
    check(page, language, "aiming")
    page.locator(".tools button[title]").last.click()
    page.locator("#helper-title").wait_for()
    check(page, language, "the helper sheet")
    page.keyboard.press("Escape")
    page.locator(".side-opener").click()
    check(page, language, "beside the tower")

    see("learn", "/learn", ".chapter a")
    page.locator("#first-game button").tap()
    page.locator("[data-topic]").wait_for()
    check(page, language, "the first game")
    see("lesson", "/learn/face-up", ".coach")
    see("cards", "/cards", ".group li")
    see("decks", "/cards/decks", "#pattern-13")
    see("my games", "/my-games", ".list a")
    see("settings", "/settings", "dl")
    see("about", "/about", "dl")
    see("rules", "/rules", "#rule-books")
    see("opening a record", "/replay", ".choose")
    page.locator("input[type=file]").set_input_files(RECORD)
    page.locator(".controls").wait_for()
    check(page, language, "replay")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_in_the_language_of_the_browser(new_person: NewPerson, language: str):
    person = new_person("", language=LANGUAGES[language][0], viewport=(360, 740), touch=True, bots=1, botLevel="random")
    person.open()
    expect(person.page.locator(".now h2")).to_have_text(first_title(language))

    go_everywhere(person, language)


def test_the_setting_counts_more_than_the_browser_and_is_kept(new_person: NewPerson):
    person = new_person(language="fr-CA")
    person.open("/settings")
    choice = person.page.locator("select").first
    for language, (_, name) in LANGUAGES.items():
        choice.select_option(label=name)
        expect(person.page.locator("html")).to_have_attribute("lang", language)
        heading = person.page.get_by_role("heading", level=1).inner_text()

        person.page.reload()
        expect(person.page.get_by_role("heading", level=1)).to_have_text(heading)
        person.page.locator("a.home").click()
        expect(person.page.locator(".now h2")).to_have_text(first_title(language))
        person.page.go_back()
        expect(choice).to_have_value(language)


def test_a_language_that_we_do_not_have_gives_english(new_person: NewPerson):
    person = new_person(language="pt-BR")
    person.open()

    expect(person.page.locator("html")).to_have_attribute("lang", "en")
    expect(person.page.locator(".now h2")).to_have_text(first_title("en"))


@pytest.mark.parametrize(("language", "family"), [("ja", "M PLUS 2 Variable"), ("hi", "Baloo 2 Variable")])
def test_a_font_comes_with_the_languages_that_many_devices_have_no_letters_for(
    new_person: NewPerson, language: str, family: str
):
    reader = new_person(language=LANGUAGES[language][0])
    reader.open()
    title = reader.page.locator(".now h2")
    letters = title.inner_text()

    # Whether a device needs it depends on its own fonts; here it is asked for, as a device without them would.
    faces = reader.page.evaluate(LOADED, [family, letters])
    assert faces and set(faces) == {"loaded"}
    assert family in title.evaluate("title => getComputedStyle(title).fontFamily")

    other = new_person(language="en-GB")
    other.open()
    other.page.locator(".now h2").wait_for()
    assert other.page.evaluate(LOADED, [family, letters]) == []


def test_other_languages_load_no_font(new_person: NewPerson):
    person = new_person(language="es-ES")
    asked: list[str] = []
    person.page.on("request", lambda request: asked.append(request.url))
    sit_down_to_play(person)

    assert asked and not [url for url in asked if "woff" in url]


@pytest.mark.parametrize("fault", ["table.your-turn", "rivalry.summit.title", "{count} bots", "undefined", "Round NaN"])
def test_the_search_for_what_is_not_translated_can_find_something(fault: str):
    assert NOT_TEXT.search(f"Anna throws. {fault}\n") and not NOT_TEXT.search("Anna throws at b2, c3.\nRound 3 of 13.")
