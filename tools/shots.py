"""Take pictures of every screen, in both themes, on a large screen and on a phone: `python tools/shots.py [folder]`.

The page is served by a real server, on which bots play. Pictures are called `table-day-wide.png` and so on.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tests.server.processes import Server  # noqa: E402
from tools.build_page import PAGE, build, is_built  # noqa: E402

RECORD = ROOT / "tests" / "record" / "data" / "two-players.holi"
SIZES = {"wide": (1440, 900), "phone": (360, 740)}
THEMES = {"day": "light", "night": "dark"}
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PATIENCE = 120_000
# Resolves when what moves once has arrived; with reduced motion that is at once.
STILL = """() => Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished),
).then(() => true)"""
VISITED_BEFORE = 'localStorage["holi.settings"] ??= JSON.stringify({ name: "Asha", botLevel: "club" });'
TO_ACT = ".dock-inner:not(.waiting) .action.open:not(:disabled)"
ACTIONS_OF_BOTS = 50
"""So many actions are done before a throw is aimed, so that there is something to be seen."""

DECK = {2: 0, 5: None, 7: 2}
"""Cards of the deck in the editor that are changed: the square that is clicked, or None to empty the card."""


class Photographer:
    """Somebody who goes through all screens with a camera."""

    def __init__(self, page: Page, folder: Path, kind: str) -> None:
        self.page = page
        self.folder = folder
        self.kind = kind

    def shoot(self, name: str, *, whole: bool = False) -> None:
        """Take a picture once everything stands still; `whole`: also of what has to be scrolled to."""
        self.page.evaluate(STILL)
        self.page.evaluate("() => document.fonts.ready.then(() => true)")
        size = self.page.viewport_size
        if whole and size:  # a taller window, for the background stands still while a page is scrolled
            tall = self.page.evaluate("() => document.documentElement.scrollHeight")
            self.page.set_viewport_size({"width": size["width"], "height": max(tall, size["height"])})
        self.page.screenshot(path=self.folder / f"{name}-{self.kind}.png")
        if whole and size:
            self.page.set_viewport_size(size)

    def open(self, path: str, sign: str) -> None:
        """Go to a screen, and wait until what is named as its sign is there."""
        self.page.goto(path)
        self.page.locator(sign).first.wait_for()

    def home_and_lobby(self) -> None:
        """From the first screen to a table with two bots."""
        page = self.page
        self.open("/", ".now .button.main")
        self.shoot("home", whole=True)
        page.get_by_role("button", name="Several on this device").click()
        page.locator("dialog[open] .seat").first.wait_for()
        self.shoot("new-game")
        page.get_by_role("button", name="Start the game").click()
        page.locator(".space.corner").first.wait_for(state="attached")
        self.shoot("local")
        with page.context.new_page() as other:
            other.goto(page.url)
            other.get_by_role("button", name="Play here").click()
            page.get_by_role("button", name="Play here").wait_for()
            self.shoot("local-elsewhere")
        self.open("/", ".now .button.main")
        page.get_by_role("button", name="New table").click()
        page.locator("dialog[open]").wait_for()
        self.shoot("new-table")
        page.locator("dialog .chip:has([name=first][value=host])").click()
        page.get_by_role("button", name="Make the table").click()
        page.locator(".invite .qr svg").wait_for()
        for seat in (2, 3):
            page.locator(".seat select").nth(seat - 1).select_option("club")
            page.locator(".seat").nth(seat).get_by_text("bot").first.wait_for()
        self.shoot("lobby", whole=True)

    def game(self) -> None:
        """Let bots play for a while, come back and aim a throw, and look at it from all sides; then on to the end."""
        page = self.page
        page.locator(".seat select").first.select_option("club")
        page.get_by_role("button", name="Start the game").click()
        page.locator(".space.corner").first.wait_for(state="attached")
        more = ACTIONS_OF_BOTS
        while more == ACTIONS_OF_BOTS or page.locator(".hand .usable", has_text="way").count() == 0:
            told = int(page.locator("ol.log").get_attribute("data-actions") or 0)
            self._ask("leave", seat=0)
            page.wait_for_function("told => document.querySelector('ol.log').dataset.actions > told", arg=told + more)
            self._ask("come-back")
            page.locator(f"{TO_ACT}, .dock-inner:not(.waiting) .end:not(:disabled)").first.wait_for()
            more = 3
        self._aim()
        for stop, name in (("Tower", "table"), ("Exploded", "table-exploded"), ("Side by side", "table-side")):
            page.get_by_role("button", name=stop, exact=True).click()
            self.shoot(name)
        page.get_by_role("button", name="Tower", exact=True).click()
        self._ask("leave", seat=0)
        page.locator("dialog[open] table").wait_for()
        self.shoot("game-over")

    def _ask(self, command: str, **fields: object) -> None:
        """Send a command about the table that the browser is at."""
        self.page.evaluate(
            """([command, fields]) => fetch(location.pathname.replace("/t/", "/api/tables/") + `/${command}`, {
              method: "POST",
              headers: { "Content-Type": "application/json" },
              body: JSON.stringify({ id: crypto.randomUUID(), ...fields }),
            }).then(({ ok }) => ok)""",
            [command, fields],
        )

    def _aim(self) -> None:
        page = self.page
        page.locator(".hand .usable", has_text="way").last.click()
        spaces = page.locator(".space.throw")
        spaces.nth(spaces.count() // 2).focus()
        page.keyboard.press("r")
        page.locator(".space.thrown").first.wait_for(state="attached")

    def learn(self) -> None:
        """The lessons, and one of them."""
        page = self.page
        self.open("/learn", ".chapter a")
        self.shoot("learn", whole=True)
        self.open("/learn/star", ".coach")
        page.locator(TO_ACT).first.wait_for()
        self.shoot("lesson")
        page.locator(".hand .up").first.click()
        page.locator(".space.throw").first.focus()
        page.keyboard.press("r")
        self.shoot("lesson-aiming")

    def replay(self) -> None:
        """A record, its analysis, and a better turn on the tower."""
        page = self.page
        self.open("/replay", ".choose")
        self.shoot("open-record")
        page.locator("input[type=file]").set_input_files(RECORD)
        page.locator("[data-at='40']").click()
        page.evaluate("() => scrollTo(0, 0)")
        self.shoot("replay")
        page.get_by_role("tab", name="Analysis").click()
        page.get_by_role("button", name="Analyze this game").click()
        page.locator(".graph").wait_for()
        self.shoot("analysis")
        page.locator(".toggle button", has_text="Better").first.click()
        page.locator(".space.thrown, .space.goes").first.wait_for(state="attached")
        self.shoot("analysis-better")

    def cards(self) -> None:
        """The gallery and the deck editor."""
        page = self.page
        self.open("/cards", ".group li")
        self.shoot("cards", whole=True)
        self.open("/cards/decks", "#pattern-13")
        page.get_by_role("button", name="Start from our set").click()
        page.get_by_label("Name of the deck").fill("Grandma’s box")
        page.get_by_text("All 13 cards are in order.").wait_for()
        page.get_by_role("button", name="Save", exact=True).click()
        for card, square in DECK.items():
            if square is None:
                page.get_by_role("button", name=f"Empty card {card}", exact=True).click()
            else:
                page.locator(f"#pattern-{card} .square").nth(square).click()
        page.get_by_text("needs work").or_(page.get_by_text("need work")).wait_for()
        self.shoot("deck-editor", whole=True)

    def rest(self) -> None:
        """What has no scene of its own."""
        self.open("/my-games", ".list a")
        self.shoot("my-games")
        self.open("/settings", "dl")
        self.shoot("settings", whole=True)


def picture_all(browser: Browser, address: str, folder: Path, themes: list[str], sizes: list[str]) -> None:
    """All screens in each of the themes and sizes."""
    for theme in themes:
        for size in sizes:
            width, height = SIZES[size]
            context = browser.new_context(
                base_url=address,
                locale="en-GB",
                viewport={"width": width, "height": height},
                device_scale_factor=2 if size == "phone" else 1,
                has_touch=size == "phone",
                is_mobile=size == "phone",
                color_scheme=THEMES[theme],  # type: ignore[arg-type]
                reduced_motion="reduce",
            )
            context.set_default_timeout(PATIENCE)
            context.add_init_script(VISITED_BEFORE)
            photographer = Photographer(context.new_page(), folder, f"{theme}-{size}")
            for scene in ("home_and_lobby", "game", "learn", "replay", "cards", "rest"):
                getattr(photographer, scene)()
            context.close()
            print(f"{theme}, {size}: done")


@contextmanager
def running(page: Path) -> Iterator[Server]:
    """A server with this page and quick bots."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'holi.db'}"
        options = {
            "bot_action_seconds": 0.1,
            "bot_movetime": 0.1,
            "tables_per_hour": 1_000,
            "requests_per_second": 10_000,
        }
        with Server(database, page=page, workers=1, **options) as server:
            yield server


@contextmanager
def chromium(*arguments: str) -> Iterator[Browser]:
    """The machine's Chromium; ends the program with a sentence if there is none."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        sys.exit(f"holi: pictures are taken with Chromium; install one of {', '.join(BROWSERS)}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu", *arguments]
        )
        try:
            yield browser
        finally:
            browser.close()


def ready_page(chosen: Path | None) -> Path:
    """The page to use: the one that is named, else ours, built if need be."""
    if chosen is None and not is_built() and build():
        sys.exit(1)
    return chosen or PAGE


def main() -> None:
    """Take the pictures that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "shots", help="where pictures are put")
    parser.add_argument("--page", type=Path, help="a page that is built already")
    parser.add_argument("--theme", choices=THEMES, help="only this one")
    parser.add_argument("--size", choices=SIZES, help="only this one")
    wanted = parser.parse_args()
    wanted.folder.mkdir(parents=True, exist_ok=True)
    with running(ready_page(wanted.page)) as server, chromium() as browser:
        themes = [wanted.theme] if wanted.theme else list(THEMES)
        sizes = [wanted.size] if wanted.size else list(SIZES)
        picture_all(browser, server.address, wanted.folder, themes, sizes)
    print(f"pictures are in {wanted.folder}")


if __name__ == "__main__":
    main()
