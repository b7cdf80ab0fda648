"""The game of Holi as a library: positions, actions, events, views, cards and their text forms.

>>> from holi.game import Config, Game, parse_action
>>> game = Game(Config(players=2), seed="0" * 64)
>>> [str(action) for action in game.legal_actions()]
['Sa1', 'Sf1', 'Sa6', 'Sf6']
>>> [event.to_json() for event in game.apply(parse_action("Sa1"))]
[{'type': 'placed-marker', 'seat': 0, 'space': 'Ga1'}]
"""

from holi.game.cards import (
    ColourCard,
    Deck,
    RivalryCard,
    complete_deck,
    load_deck,
    parse_deck,
    rivalry_card,
    rivalry_cards,
)
from holi.game.config import Config, parse_config
from holi.game.errors import (
    ConfigError,
    HoliError,
    IllegalActionError,
    MalformedError,
    PositionError,
    RecordError,
)
from holi.game.events import (
    Climbed,
    Collected,
    Drew,
    Event,
    Finished,
    Moved,
    Over,
    PlacedMarker,
    Sweets,
    Threw,
    Token,
    Turn,
)
from holi.game.game import Game
from holi.game.notation import (
    CLIMB,
    END,
    Action,
    Kind,
    Space,
    format_action,
    format_turn,
    parse_action,
    parse_space,
    parse_square,
    parse_turn,
)
from holi.game.position import Discard, PlayerState, Position, Step, new_position
from holi.game.position_json import position_from_json, position_from_view, position_to_json, view_to_json
from holi.game.previews import MovePreview, landings, missing_neighbours, move_preview
from holi.game.reasons import missing_to_climb
from holi.game.scores import SeatScore
from holi.game.secrecy import Viewer
from holi.game.shuffle import commitment, drawn_first, drawn_rivalry, fair_seed, new_seed, parse_seed, shuffled_deck

__all__ = [
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
    "Event",
    "Finished",
    "Game",
    "HoliError",
    "IllegalActionError",
    "Kind",
    "MalformedError",
    "MovePreview",
    "Moved",
    "Over",
    "PlacedMarker",
    "PlayerState",
    "Position",
    "PositionError",
    "RecordError",
    "RivalryCard",
    "SeatScore",
    "Space",
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
    "parse_config",
    "parse_deck",
    "parse_seed",
    "parse_space",
    "parse_square",
    "parse_turn",
    "position_from_json",
    "position_from_view",
    "position_to_json",
    "rivalry_card",
    "rivalry_cards",
    "shuffled_deck",
    "view_to_json",
]
