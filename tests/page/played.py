"""Games on which something has already happened, for tests that are not about how it came about."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from holi.game import Config, Game, Position, view_to_json
from holi.kernel.layout import RULES_VERSION
from holi.record import parse_record, verify_record
from tests.page.person import Person
from tests.page.tables import make_table, start

COLOURS = ("blue", "yellow", "red", "green")
RECORD = Path(__file__).parents[1] / "record" / "data" / "two-players.holi"
"""A whole game of two, Anna and Ravi."""

ASK = """async ([path, body]) => {
  const headers = { "Content-Type": "application/json" };
  const sent = { id: crypto.randomUUID(), ...body };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(sent) });
  return (await answer.json()).result;
}"""

KEPT = """() => new Promise((resolve) => {
  indexedDB.open("holi").onsuccess = ({ target }) => {
    target.result.transaction("games").objectStore("games").getAll().onsuccess = ({ target }) => resolve(target.result);
  };
})"""

GO_ON_FROM = """([id, actions, rules]) => new Promise((resolve) => {
  indexedDB.open("holi").onsuccess = ({ target }) => {
    const games = target.result.transaction("games", "readwrite").objectStore("games");
    games.get(id).onsuccess = ({ target }) => {
      games.put({ ...target.result, actions, rules }).onsuccess = () => resolve(true);
    };
  };
})"""

# What the tower shows: the owner's colour on each of the 108 spaces, from a6 of the ground to f1 of the top.
BOARD = """() => ["G", "M", "T"].flatMap((level) => [6, 5, 4, 3, 2, 1].map((row) => [..."abcdef"].map((column) => {
  const token = document.querySelector(`[data-space="${level}${column}${row}"] .token:not(.ghost) use`);
  return token ? token.getAttribute("href").slice("#token-".length) : "";
})).flat())"""


def ask(person: Person, path: str, **body: Any) -> Any:
    """A command to the server from the person's browser; its result. The browser must be on one of our pages."""
    return person.page.evaluate(ASK, [path, body])


def table_of(person: Person) -> str:
    """The table, or the local game, whose address the browser shows."""
    return person.page.url.rpartition("/")[2].partition("?")[0]


def sit_down_to_play(person: Person) -> str:
    """Play now from the first page, until a corner can be chosen; the local game. Works in every language."""
    person.open()
    person.page.locator(".now .button.main").click()
    person.page.locator(".space.corner").first.wait_for(state="attached")
    return table_of(person)


def kept_games(person: Person) -> list[dict[str, Any]]:
    """The local games that the person's browser keeps."""
    games: list[dict[str, Any]] = person.page.evaluate(KEPT)
    return games


def skip_to_the_last_turn(person: Person, config: Config) -> None:
    """Let a local game that has just begun be played by chance, at once, until only the person's last turn is left."""
    (kept,) = kept_games(person)
    game, chance = Game(config, seed=kept["seed"]), random.Random(kept["seed"])
    turns = []
    while game.position.seat is not None:
        if game.position.seat == 0 and not game.position.turn_begun:
            turns.append(len(game.actions))
        game.apply(chance.choice(game.legal_actions()))
    actions = [str(action) for action in game.actions[: turns[-1]]]
    person.page.evaluate(GO_ON_FROM, [kept["id"], actions, RULES_VERSION])
    person.page.reload()


def sit_down_at_hosted_table(person: Person, players: int) -> str:
    """Make a table at the server, fill it with bots and start, until a corner can be chosen; the table."""
    make_table(person, players)
    person.button("Fill with bots").click()
    start(person)
    person.page.locator(".space.corner").first.wait_for(state="attached")
    return table_of(person)


def choose_corner(person: Person) -> None:
    """Choose the first corner and wait until it is time to throw."""
    person.page.locator(".space.corner").first.dispatch_event("click")
    person.page.locator(".action.open:not(:disabled)").first.wait_for()


def let_bots_finish(person: Person, players: int) -> str:
    """Sit down at a hosted table, get up again, and watch until bots have played the game to its end; the table."""
    table = sit_down_at_hosted_table(person, players)
    ask(person, f"/api/tables/{table}/leave", seat=0)
    person.page.locator("dialog[open] table").wait_for()
    return table


def boards_of(text: str) -> list[list[str]]:
    """What lies on the tower at the start of a recorded game and after each of its actions."""
    record = parse_record(text)
    return [_board(record.start), *(_board(step.position) for step in verify_record(record).steps)]


def _board(position: Position) -> list[str]:
    levels = view_to_json(position, "all")["levels"]
    return [_token(square) for level in "GMT" for row in levels[level] for square in row]


def _token(square: str) -> str:
    """The colour of a square's token; records give seats their colours in the usual order."""
    return COLOURS[int(square)] if square.isdigit() else ""
