"""The site in three browsers: after one visit it plays with the host gone and the network off."""

from __future__ import annotations

import json
from pathlib import Path

from tests.page.site.browsers import Chromium, Firefox, Visitor
from tests.page.site.host import StaticHost

QUICK = {"name": "Asha", "bots": 1, "botLevel": "master", "botPace": 0.02, "calm": True, "spread": 2}
"""A game that does not keep one waiting, on flat boards, on which every space can be clicked."""

SECOND_LOOK = 10.0
"""Seconds after which somebody presses again if nothing has happened."""

WORKER_IS_ACTIVE = (
    "return navigator.serviceWorker.getRegistration().then((found) => found?.active?.state === 'activated')"
)
CHOOSE = "localStorage.setItem('holi.settings', arguments[0])"

NEXT = """
if (document.querySelector("dialog[open] table")) return "over";
const corner = document.querySelector(".space.corner");
if (corner) return "corner";
const open = [...document.querySelectorAll(".action.open:not(:disabled)")].map((found) => found.querySelector(".what"));
const can = (name) => open.some((what) => what?.textContent.trim() === name);
if (can("Throw")) return "throw";
if (document.querySelector(".end:not(:disabled, [aria-disabled=true])")) return "end";
return can("Climb") ? "climb" : can("Move") ? "move" : null;
"""
TOLD = "return Number(document.querySelector('ol.log').dataset.actions)"
TURN_SO_FAR = """return JSON.stringify([
  [...document.querySelectorAll("[data-space]")].map((space) => space.ariaLabel.split(". You can")[0]),
  [...document.querySelectorAll(".hand button")].map((card) => card.textContent),
  [...document.querySelectorAll(".action")].map((action) => action.classList.contains("done")),
])"""
TOTALS = "return [...document.querySelectorAll('dialog[open] tfoot td')].map((cell) => Number(cell.textContent))"
FORBID = """
Object.defineProperty(window, "indexedDB", { get() { throw new DOMException("forbidden", "SecurityError"); } });
Object.defineProperty(window, "localStorage", { get() { throw new DOMException("forbidden", "SecurityError"); } });
"""


def visit(visitor: Visitor, host: StaticHost) -> None:
    """A first visit, long enough for the browser to keep the site; the choices of `QUICK` are made before."""
    visitor.open(host.address + "icon.svg")
    visitor.evaluate(CHOOSE, json.dumps(QUICK))
    visitor.open(host.address)
    visitor.await_text("Play now")
    visitor.wait_for(WORKER_IS_ACTIVE)


def lose_connection(visitor: Visitor, host: StaticHost) -> None:
    host.stop()
    visitor.go_offline()


def act(visitor: Visitor) -> str:
    """Wait for the next thing to do, and do the first that is offered; what it was."""
    doing = str(visitor.wait_for(NEXT))
    if doing == "over":
        return doing
    told = visitor.evaluate(TOLD)
    press(visitor, doing)
    while not visitor.comes_true(f"{TOLD} > arguments[0]", told, within=SECOND_LOOK):
        # A drawing that moved under the pointer; somebody who sees that presses again.
        assert visitor.wait_for(NEXT) == doing
        press(visitor, doing)
    return doing


def press(visitor: Visitor, doing: str) -> None:
    taken = visitor.evaluate("return document.querySelector('.space.throw') !== null")
    if doing in ("climb", "move") or (doing == "throw" and not taken):
        visitor.click(".action.open .what", doing.capitalize())
    if doing == "end":
        visitor.click(".end")
    elif doing != "climb":
        visitor.wait_for("return document.querySelector(arguments[0]) !== null", f".space.{doing}")
        visitor.click(f".space.{doing}")


def play_until(visitor: Visitor, wanted: str) -> None:
    while (done := act(visitor)) != wanted:
        assert done != "over", f"the game ended without {wanted}"


def test_after_one_visit_a_game_against_master_is_played_without_host_and_network(visitor: Visitor, host: StaticHost):
    visit(visitor, host)
    go_around(visitor, host)
    lose_connection(visitor, host)
    visitor.reload()
    visitor.await_text("Play now")

    visitor.click("button", "Play")
    play_until(visitor, "throw")
    so_far = visitor.evaluate(TURN_SO_FAR)
    visitor.reload()
    visitor.wait_for("return document.querySelector('.action.done') !== null")
    assert visitor.evaluate(TURN_SO_FAR) == so_far, "a reload in the middle of a turn changes nothing"

    game = visitor.evaluate("return location.href")
    first = visitor.open_tab()
    visitor.open(game)
    visitor.await_text("This game is open in another tab")
    visitor.go_to_tab(first)
    play_until(visitor, "over")
    visitor.wait_for("return document.querySelector('dialog[data-counted]') !== null")
    totals = visitor.evaluate(TOTALS)
    assert len(totals) == 2 and max(totals) > 0

    visitor.open(host.address + "#/my-games")
    visitor.wait_for("return document.querySelector(`a[href='${arguments[0]}']`)", game[game.index("#") :])


def go_around(visitor: Visitor, host: StaticHost) -> None:
    """Screens have addresses, the back button works, and an address opens its screen."""
    visitor.click("a", "Learn to play")
    visitor.wait_for("return document.title.startsWith('Learn to play')")
    assert visitor.evaluate("return location.href") == f"{host.address}#/learn"
    visitor.back()
    visitor.await_text("Play now")
    visitor.open(host.address + "#/cards")
    visitor.wait_for("return document.title.startsWith('Cards')")
    visitor.reload()
    visitor.wait_for("return document.title.startsWith('Cards')")
    visitor.open(host.address)
    visitor.await_text("Play now")


def test_without_storage_a_clear_word_is_said_and_the_game_goes_on(visitor: Visitor, host: StaticHost, site: Path):
    if isinstance(visitor, Firefox):
        visitor.forbid_storage()
    elif isinstance(visitor, Chromium):
        visitor.fill_storage(host.address)
    else:
        index = site / "index.html"
        (site / "forbid.js").write_text(FORBID)
        index.write_text(index.read_text().replace("<script", '<script src="./forbid.js"></script>\n    <script', 1))
    visitor.open(host.address)
    visitor.click(".now button.main")
    visitor.await_text("This browser keeps nothing, or has no more room.")
    play_until(visitor, "throw")
    play_until(visitor, "end")
