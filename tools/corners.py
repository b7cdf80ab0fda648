"""What a starting corner is worth, measured on games of self-play.

`HOLI_MODE=compiled python tools/corners.py 200` takes 200 seeds for each number of players, and plays one
game at the level `club` for every way to choose corners. Cards and tower look the same from all four sides, so only the
corners relative to the first player's matter. It prints, for each seat that has a choice, the result of each choice.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple

from holi.bots.search.memory import new_memory
from holi.bots.search.turn_search import best_turns
from holi.bots.search.weights import trained_weights
from holi.game import Action, Config, Kind, Position, drawn_rivalry, new_position
from holi.kernel.actions import apply_action
from holi.kernel.layout import END_ACTION, OVER, PHASE, SEAT
from holi.kernel.mode import copy_into

FIRST_SEED = 2026
ROUND = (0, 5, 35, 30)
"""The squares of the corners, going round."""


class Outcome(NamedTuple):
    """What a choice came to: the lead over the best of the others at the end, and whether the game was won."""

    lead: int
    won: bool


def ways_to_choose(players: int) -> Iterator[tuple[int, ...]]:
    """By seat: how many corners further round than the first player's."""
    for others in permutations(range(1, 4), players - 1):
        yield (0, *others)


def play(config: Config, seed: str, corners: Sequence[int], chance: int) -> list[Outcome]:
    state, rules = new_position(config, seed).vectors
    for corner in corners:
        apply_action(state, rules, Action(Kind.PLACE_MARKER, None, (ROUND[corner],)).code)
    memory = new_memory(1, chance)
    while state[PHASE] != OVER:
        best_turns(state, rules, state[SEAT], trained_weights(), memory)
        copy_into(state, memory.ends[0])
        apply_action(state, rules, END_ACTION)
    scores = Position(config, state).scores()
    totals = [score.total for score in scores]
    leads = [total - max(totals[:seat] + totals[seat + 1 :]) for seat, total in enumerate(totals)]
    return [Outcome(lead, score.rank == 1) for lead, score in zip(leads, scores, strict=True)]


def situation(corners: Sequence[int], seat: int) -> tuple[str, str]:
    """What a seat sees when it chooses, and what it chose, both in words."""
    taken, own = corners[:seat], corners[seat]
    sides = sum((own - other) % 4 in (1, 3) for other in taken)
    opposite = any((own - other) % 4 == 2 for other in taken)
    apart = any((first - second) % 4 == 2 for first in taken for second in taken)
    seen = f"{len(taken)} taken" + (", opposite each other" if len(taken) == 2 and apart else "")
    if len(taken) == 1:
        side = "the next corner round" if (own - taken[0]) % 4 == 1 else "the last corner round"
        return seen, "opposite" if opposite else side
    return seen, f"beside {sides}" + (" and opposite one" if opposite else "")


def measured(seeds: int, players: int, rng: random.Random) -> dict[tuple[int, str, str], list[Outcome]]:
    found: dict[tuple[int, str, str], list[Outcome]] = defaultdict(list)
    for _ in range(seeds):
        seed = f"{rng.getrandbits(256):064x}"
        config = Config(players, drawn_rivalry(seed, rng.choice((0, 0, 1, 2, 2, 3))))
        chance = rng.getrandbits(32)
        for corners in ways_to_choose(players):
            for seat, outcome in enumerate(play(config, seed, corners, chance)):
                if 0 < seat < 3:  # the first has no real choice, the fourth none at all
                    found[(seat, *situation(corners, seat))].append(outcome)
    return found


def main(arguments: Sequence[str]) -> None:
    seeds = int(arguments[0]) if arguments else 200
    rng = random.Random(FIRST_SEED)  # noqa: S311 - play, not secrets
    for players in (2, 3, 4):
        found = measured(seeds, players, rng)
        for (seat, seen, chosen), outcomes in sorted(found.items()):
            lead, doubt = mean([outcome.lead for outcome in outcomes])
            won = sum(outcome.won for outcome in outcomes) / len(outcomes)
            what = f"{players} players, seat {seat}, {seen}: {chosen}"
            print(f"{what}: lead {lead:+.2f} ±{doubt:.2f}, won {won:.3f} of {len(outcomes)}", flush=True)
        gain, doubt = mean(gains_of_sitting_opposite(found, seeds))
        print(f"{players} players, seat 1: opposite less beside, same seeds: lead {gain:+.2f} ±{doubt:.2f}", flush=True)


def mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and half of its 95% interval."""
    middle = sum(values) / len(values)
    return middle, 1.96 * (sum((value - middle) ** 2 for value in values) / len(values) / len(values)) ** 0.5


def gains_of_sitting_opposite(found: Mapping[tuple[int, str, str], Sequence[Outcome]], seeds: int) -> list[float]:
    """By seed: how much more the second player leads by when sitting opposite the first than beside."""
    gains = []
    for number in range(seeds):
        leads: dict[bool, list[int]] = {True: [], False: []}
        for (seat, _, chosen), outcomes in found.items():
            if seat == 1:
                games = len(outcomes) // seeds  # in the order of the seeds, so many for each
                leads[chosen == "opposite"] += [one.lead for one in outcomes[games * number : games * (number + 1)]]
        gains.append(sum(leads[True]) / len(leads[True]) - sum(leads[False]) / len(leads[False]))
    return gains


if __name__ == "__main__":
    main(sys.argv[1:])
