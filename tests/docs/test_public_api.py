"""The public names of the library, pinned: adding or removing one is a decision, and each one is explained."""

import doctest
import importlib
import inspect
import pkgutil

import pytest

import holi.bots
import holi.game

GAME = [
    *(
        "CLIMB",
        "END",
        "Action",
        "Climbed",
        "Collected",
        "ColourCard",
        "Config",
        "ConfigError",
        "Deck",
        "Discard",
        "Drew",
    ),
    *("Event", "Finished", "Game", "HoliError", "IllegalActionError", "Kind", "MalformedError", "MovePreview", "Moved"),
    *("Over",),
    *("PlacedMarker", "PlayerState", "Position", "PositionError", "RecordError", "RivalryCard", "SeatScore", "Space"),
    *(
        "Step",
        "Sweets",
        "Threw",
        "Token",
        "Turn",
        "Viewer",
        "commitment",
        "complete_deck",
        "drawn_first",
        "drawn_rivalry",
        "fair_seed",
    ),
    *(
        "format_action",
        "format_turn",
        "landings",
        "load_deck",
        "missing_neighbours",
        "missing_to_climb",
        "move_preview",
        "new_position",
        "new_seed",
        "parse_action",
    ),
    *("parse_config", "parse_deck", "parse_seed", "parse_space", "parse_square", "parse_turn", "position_from_json"),
    *("position_from_view",),
    *("position_to_json", "rivalry_card", "rivalry_cards", "shuffled_deck", "view_to_json"),
]
BOTS = ["LEVELS", "Bot", "make_bot"]

PUBLIC = {"holi.game": (holi.game, GAME), "holi.bots": (holi.bots, BOTS)}


@pytest.mark.parametrize("name", PUBLIC)
def test_the_public_names_are_these(name):
    package, names = PUBLIC[name]
    assert sorted(package.__all__) == sorted(names)


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_class_and_function_is_explained_in_its_own_words(name):
    package, names = PUBLIC[name]
    unexplained = []
    for public in names:
        value = getattr(package, public)
        if not (inspect.isclass(value) or inspect.isroutine(value)):
            continue  # a constant is explained by its type and its place in the source
        unexplained += [public for text in [value.__doc__] if not own_words(text, public)]
        unexplained += [f"{public}.{member}" for member, text in public_members(value) if not own_words(text, member)]
    assert unexplained == []


def own_words(text: str | None, name: str) -> bool:
    """Whether there is a docstring that Python did not make up itself, as it does for dataclasses and named tuples."""
    return bool(text) and not text.startswith(f"{name}(") and not text.startswith("Alias for field")


def public_members(value: object) -> list[tuple[str, str | None]]:
    """The methods and properties that a class of ours defines, with their docstrings."""
    if not inspect.isclass(value):
        return []
    return [
        (name, inspect.getdoc(member))
        for name, member in vars(value).items()
        if not name.startswith("_") and (inspect.isroutine(member) or isinstance(member, property))
    ]


@pytest.mark.parametrize("name", PUBLIC)
def test_the_examples_in_the_docstrings_run(name):
    package, _ = PUBLIC[name]
    modules = [importlib.import_module(module.name) for module in pkgutil.iter_modules(package.__path__, f"{name}.")]
    results = [doctest.testmod(module) for module in [package, *modules]]
    assert sum(result.failed for result in results) == 0
    assert results[0].attempted > 0
