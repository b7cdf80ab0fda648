"""Plays, thinks and gives hints in a process whose vectors refuse negative indexes; run by `test_indexes.py`."""

from collections.abc import Sequence
from typing import Any

from holi.kernel import mode


class Watched(list[Any]):
    def __getitem__(self, index: Any) -> Any:
        assert isinstance(index, slice) or index >= 0, "a negative index counts from the end only in Python"
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        assert isinstance(index, slice) or index >= 0, "a negative index counts from the end only in Python"
        super().__setitem__(index, value)


def matrix(rows: int, columns: int) -> Watched:
    return Watched(Watched([0] * columns) for _ in range(rows))


def think(players: int, rivalry: Sequence[str]) -> None:
    """Ask a bot, and for hints, at a corner, in the middle and near the end of a random game."""
    bot = LevelBot("all", Level(1, noticing=8, candidates=2, most_rounds=1, ending_steps=800), seed=players)
    position, chance = new_position(Config(players, tuple(rivalry)), "1d" * 32), random_state(players)
    for step in itertools.count():
        state, rules = position.vectors
        assert type(state) is type(rules) is Watched
        if state[PHASE] == OVER:
            break
        if step % 9 == 1 and not state[THROWN]:
            bot.turn(view_to_json(position, position.seat), movetime=60.0)
        if step in (0, 40):
            hints(view_to_json(position, position.seat), movetime=0.1, most_rounds=1)
        position = position.apply(Action.from_code(random_action(state, rules, chance))).position


if __name__ == "__main__":
    mode.vector = mode.floats = mode.copy_of = Watched  # before anything else takes them from there
    mode.matrix = matrix
    import itertools

    from holi.bots.advice.hints import hints
    from holi.bots.level_bot import LevelBot
    from holi.bots.search.thinking import Level
    from holi.game import Action, Config, new_position, view_to_json
    from holi.kernel.layout import OVER, PHASE, THROWN
    from holi.kernel.playouts import random_action, random_state
    from tests.wasm.identity import Games, played_here

    for config in (Config(2, ("last-dance", "splash")), Config(4, ("swap-places", "summit", "best-friend"))):
        played_here(Games(config, steps=1000))
    think(2, ["splash", "quarters"])
    think(3, [])
