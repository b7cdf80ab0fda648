"""A step as text says the same as the step put together from plain data, for everyone who looks."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from holi.game import Event, Viewer, view_to_json
from holi.server.table.entries import Acted, Entry, Logged, TakenBack
from holi.server.table.table import Table
from holi.server.table.view_texts import ViewTexts
from holi.server.table.views import StepTexts, clock_of
from holi.server.wire.messages import Step
from tests.game.strategies import lively_choice
from tests.server.twin_tables import NOW, random_table


def plain_step(table: Table, logged: Logged, events: tuple[Event, ...], viewer: Viewer) -> dict[str, Any]:
    """The step with nothing kept from before and nothing shared between viewers."""
    assert table.game is not None
    entry = logged.entry
    action = None
    if isinstance(entry, Acted):
        done = table.game.actions[-1]
        action = str(done if viewer == entry.seat or table.phase == "over" else done.hidden())
    return {
        "type": "step",
        "table": table.id,
        "version": logged.number,
        "seat": entry.seat,
        "bot": isinstance(entry, Acted) and entry.bot,
        "action": action,
        "events": [event.to_json(viewer) for event in events],
        "viewer": None if viewer == "spectator" else viewer,
        "view": view_to_json(table.game.position, viewer),
        "can_take_back": table.to_act == viewer and table.game.can_undo,
        "clock": clock_of(table, NOW),
    }


def any_entry(table: Table, chance: random.Random) -> Entry:
    game = table.game
    assert game is not None and table.to_act is not None
    if game.can_undo and chance.random() < 0.1:
        return TakenBack(seat=table.to_act)
    return Acted(seat=table.to_act, action=str(lively_choice(game.position, chance)), bot=chance.random() < 0.1)


@pytest.mark.parametrize("number", range(12))
def test_every_step_of_a_game_is_told_to_each_viewer_as_it_is(number: int):
    chance = random.Random(f"steps {number}")
    table = random_table(chance, f"table{number}")
    before: ViewTexts | None = None
    viewers: list[Viewer] = ["spectator", *range(table.settings.players)]
    while table.phase == "playing":
        logged = Logged(table.number + 1, NOW, any_entry(table, chance))
        events = table.evolve(logged)
        step = StepTexts(table, logged, events, NOW, before)
        for viewer in chance.sample(viewers, chance.randint(1, len(viewers))):
            told = step.for_viewer(viewer)
            assert json.loads(told) == plain_step(table, logged, events, viewer)
            Step.model_validate_json(told)
        before = step.views if chance.random() < 0.9 else None
    assert table.phase == "over"


def test_what_is_told_to_others_does_not_depend_on_who_was_told_before():
    chance = random.Random("order")
    table = random_table(chance, "order")
    for _ in range(30):
        logged = Logged(table.number + 1, NOW, any_entry(table, chance))
        events = table.evolve(logged)
        viewers: list[Viewer] = ["spectator", *range(table.settings.players)]
        alone = {viewer: StepTexts(table, logged, events, NOW).for_viewer(viewer) for viewer in viewers}
        step = StepTexts(table, logged, events, NOW)
        for viewer in chance.sample(viewers, len(viewers)):
            assert step.for_viewer(viewer) == alone[viewer]
