"""The engine against the oracle: two implementations of one specification have to agree after every action.

`HOLI_ORACLE_GAMES` sets how many random games are compared (each goes with some odd positions); the default is a short
run, just long enough to come across every hard case.
"""

import copy
import os
import random
import sys
from collections import Counter
from pathlib import Path

import pytest

from holi.game import (
    IllegalActionError,
    PositionError,
    new_position,
    parse_action,
    parse_config,
    position_from_json,
    position_to_json,
    view_to_json,
)

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import oracle
from oracle.cards import SCORED_AT_THE_END, face_of
from oracle.scenarios import Temper, odd_position, random_config, random_seed, tied_ending, with_other_rivalry_cards

GAMES = int(os.environ.get("HOLI_ORACLE_GAMES", "32"))
ODD_POSITIONS_PER_GAME = 8
STEPS_FROM_AN_ODD_POSITION = 9
CARDS_THAT_ALLOW_MORE = ("mirror-dance", "splash", "helping-hands", "swap-places", "free-handfuls")


class Pair:
    """One game in both implementations; every look at it compares them."""

    def __init__(self, engine, position, story):
        self.engine = engine
        self.position = position
        self.story = [story]
        self.reached = Counter()
        self._earlier_texts = set()
        self.texts = []
        self._compare_state()

    def _agree(self, what, engine, expected):
        assert engine == expected, f"{what} differ after {self.story}\nposition: {self.position}"

    def _compare_state(self):
        self._agree("positions", position_to_json(self.engine), self.position)
        texts = [str(action) for action in self.engine.legal_actions()]
        self._agree("numbers of actions and of different actions", len(texts), len(set(texts)))
        self.texts = sorted(oracle.legal(self.position))
        self._agree("legal actions", sorted(texts), self.texts)
        self._agree("views of a spectator", view_to_json(self.engine, "spectator"), oracle.view(self.position, None))
        for seat in range(self.position["config"]["players"]):
            self._agree(f"views of seat {seat}", view_to_json(self.engine, seat), oracle.view(self.position, seat))

    def compare_scores(self):
        """The scores so far; ranks by order of finishing mean something only at the end."""
        engine = [score.to_json() for score in self.engine.scores()]
        expected = oracle.scores(self.position)
        if self.position["phase"] != "over" and self.position["config"]["tie_break"] == "first-finished":
            for score in engine + expected:
                del score["rank"]
        self._agree("scores", engine, expected)

    def compare_loaded(self):
        """A position that went through its JSON form is the same position."""
        loaded = position_from_json(copy.deepcopy(self.position))
        self._agree("loaded positions", position_to_json(loaded), self.position)
        self._agree("legal actions once loaded", sorted(str(action) for action in loaded.legal_actions()), self.texts)

    def refuse(self, rng):
        """An action that was legal a while ago and is not now is refused."""
        stale = sorted(self._earlier_texts - set(self.texts))
        if stale:
            with pytest.raises(IllegalActionError):
                self.engine.apply(parse_action(rng.choice(stale)))

    def try_everything(self):
        """All legal actions, each from here: the same events, the same position after."""
        for text in self.texts:
            step = self.engine.apply(parse_action(text))
            after, events = oracle.apply(self.position, text)
            self._agree(f"events of {text} (tried)", [event.to_json() for event in step.events], events)
            self._agree(f"positions after {text} (tried)", position_to_json(step.position), after)

    def apply(self, text):
        """Do an action on both sides and compare what it did."""
        self._count_before(text)
        self._earlier_texts.update(self.texts)
        self.story.append(text)
        before = self.engine
        step = before.apply(parse_action(text))
        after, events = oracle.apply(self.position, text)
        self._agree("events", [event.to_json() for event in step.events], events)
        self._agree("events of a spectator", _seen(step.events, "spectator"), oracle.view_of_events(events, None))
        for seat in range(self.position["config"]["players"]):
            self._agree(f"events of seat {seat}", _seen(step.events, seat), oracle.view_of_events(events, seat))
        self._agree("positions left behind", position_to_json(before), self.position)
        self._count_events(events)
        self.engine, self.position = step.position, after
        self._compare_state()
        if text[0] == "M" and self.texts == ["C"]:
            self.reached["move after which only a climb is legal"] += 1

    def _count_before(self, text):
        """Hard cases that show in the choice of the action."""
        self.reached["actions"] += 1
        rivalry = self.position["config"]["rivalry"]
        for card in CARDS_THAT_ALLOW_MORE:
            if card in rivalry:
                config = self.position["config"] | {"rivalry": [other for other in rivalry if other != card]}
                without = self.position | {"config": config}
                self.reached[f"legal thanks to {card}"] += text not in oracle.legal(without)
        turn = self.position["turn"]
        if text[0] == "T":
            player = self.position["players"][turn["seat"]]
            card, squares = text[1:].split("@")
            targets = _targets(self.position["config"], int(card))
            if "splash" not in rivalry:
                self.reached["throw of fewer tokens than targets"] += len(squares) // 2 < targets
            self.reached["throw of the last tokens"] += len(squares) // 2 == player["supply"][turn["seat"]]
        if self.position["phase"] == "play" and not turn["thrown"]:
            self.reached["only a move or a climb makes the throw possible"] += not any(t[0] in "TD" for t in self.texts)

    def _count_events(self, events):
        for event in events:
            kind = event["type"]
            self.reached[kind] += 1
            if kind == "token":
                self.reached[f"token {event['end']}"] += 1
                self.reached["cloudburst"] += event["end"] == "rain" and event["points"] == 3
                self.reached["sharp aim"] += event["end"] == "hit" and event["points"] == 2
            elif kind == "climbed":
                self.reached[f"climb to {event['to'][0]}"] += 1
                self.reached["summit"] += event["points"] == 6
                self.reached["summit after others"] += event["points"] in (4, 2)
            elif kind == "moved":
                self.reached["swap"] += event["swapped"] is not None
            elif kind == "collected":
                self.reached[f"collected from {event['space'][0]}"] += 1
            elif kind == "finished":
                self.reached[f"finished: {event['why']}"] += 1
            elif kind == "over":
                for card in SCORED_AT_THE_END:
                    self.reached[f"scored: {card}"] += any(score["rivalry"].get(card) for score in event["scores"])


def _seen(events, viewer):
    return [event.to_json(viewer) for event in events]


def _targets(config, card):
    face = face_of(config, card)
    return face.count("#") - (0 if "*" in face else 1)


def _play(pair, rng, steps):
    """Go on for so many actions, or to the end of the game."""
    temper = Temper(rng)
    for _ in range(steps):
        if not pair.texts:
            break
        if rng.random() < 0.1:
            pair.refuse(rng)
            pair.compare_loaded()
            pair.compare_scores()
        if rng.random() < 0.02:
            pair.try_everything()
        yield pair.position
        pair.apply(temper.choose(pair.texts, pair.position))


def _odd_pair(rng, position, config):
    """An odd position in both implementations, or None where the seat to move could not act."""
    odd = odd_position(rng, position, config)
    if not oracle.legal(odd):
        with pytest.raises(PositionError):
            position_from_json(copy.deepcopy(odd))
        return None
    return Pair(position_from_json(copy.deepcopy(odd)), odd, odd)


def _campaign(number):
    """One random game to its end, then some steps from odd positions made from its middle."""
    rng = random.Random(number)
    reached = Counter()
    config, seed = random_config(rng), random_seed(rng)
    engine = new_position(parse_config(copy.deepcopy(config), seed=seed), seed)
    pair = Pair(engine, oracle.new(config, seed), f"game {number}: {config} {seed}")
    middles = [position for position in _play(pair, rng, 1000) if position["phase"] == "play"]
    pair.compare_scores()
    assert pair.position["phase"] == "over"
    reached += pair.reached
    other = with_other_rivalry_cards(number, pair.position["config"])
    for position in rng.choices(middles, k=ODD_POSITIONS_PER_GAME):
        odd = _odd_pair(rng, position, other)
        if odd is None:
            reached["odd position in which the seat to move cannot act"] += 1
            continue
        reached["odd position"] += 1
        for _ in _play(odd, rng, STEPS_FROM_AN_ODD_POSITION):
            pass
        odd.compare_scores()
        reached += odd.reached
    for also_equal in range(3):
        ending = tied_ending(rng, rng.choice(middles), other, also_equal)
        tied = Pair(position_from_json(copy.deepcopy(ending)), ending, ending)
        tied.apply("E")
        reached[f"tie after {also_equal} more tie-breaks"] += _totals_are_equal(tied.position)
    return reached


def _totals_are_equal(position):
    return position["phase"] == "over" and len({score["total"] for score in position["scores"]}) == 1


# What the default run has to come across; a run with more games comes across more of it.
HARD_CASES = (
    "throw of fewer tokens than targets",
    "throw of the last tokens",
    "token board",
    "token hit",
    "token rain",
    "climb to M",
    "climb to T",
    "swap",
    "sweets",
    "collected from G",
    "collected from M",
    "collected from T",
    "move after which only a climb is legal",
    "only a move or a climb makes the throw possible",
    "finished: tokens",
    "finished: cards",
    "finished: no-throw",
    "finished: last-dance",
    "cloudburst",
    "sharp aim",
    "summit",
    "summit after others",
    *(f"tie after {also_equal} more tie-breaks" for also_equal in range(3)),
    "odd position",
    "odd position in which the seat to move cannot act",
    *(f"legal thanks to {card}" for card in CARDS_THAT_ALLOW_MORE),
    *(f"scored: {card}" for card in SCORED_AT_THE_END),
)


def test_engine_and_oracle_agree_after_every_action():
    reached = Counter()
    for number in range(GAMES):
        reached += _campaign(number)
    assert [case for case in HARD_CASES if not reached[case]] == []


def test_drawn_rivalry_cards_and_defaults_agree():
    for number in range(50):
        rng = random.Random(number)
        seed = random_seed(rng)
        config = {"players": 2, "rivalry": number % 4}
        engine = new_position(parse_config(dict(config), seed=seed), seed)
        assert position_to_json(engine) == oracle.new(config, seed)
