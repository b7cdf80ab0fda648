"""Lines for the engine, right and wrong."""

import random
from typing import Any

from holi.game import Config, Game, position_to_json

LONGEST_LINE = 1_000_000
"""In bytes, without the line end (F4)."""

DEEPEST_NESTING = 50

SEED = "0123456789abcdef" * 4


def finished_game() -> dict[str, Any]:
    game = Game(Config(players=2), SEED)
    chance = random.Random(5)
    while game.position.phase != "over":
        game.apply(chance.choice(game.legal_actions()))
    return position_to_json(game.position)


FIELDS = ("cmd", "config", "seed", "position", "action", "seat", "level", "movetime")
KNOWN: dict[str, list[Any]] = {
    "cmd": ["new", "load", "position", "legal", "apply", "undo", "view", "go"],
    "config": [{"players": 2}, {"players": 4, "rivalry": 2}, {"players": 3, "rivalry": ["splash", "swap-places"]}],
    "seed": [SEED],
    "position": [finished_game(), position_to_json(Game(Config(players=2), SEED).position)],
    "action": ["Sa1", "Mb2", "C", "E", "D3@c3", "T7@b2d4"],
    "seat": [None, 0, 1],
    "level": ["random"],
    "movetime": [0.01],
}

WRONG_LINES = {
    "invalid-json": [
        b"{", b"nonsense", b"\xff\xfe", b'{"cmd":"\xc3"}', b"\xef\xbb\xbf{}", b"{}{}", b"{'cmd':'new'}",
        b"NaN", b'{"cmd":"go","movetime":NaN}', b'{"cmd":"go","movetime":Infinity}',
        b'{"cmd":"go","movetime":-Infinity}',
        b"1" * 5000, b'{"cmd":"go","seed":' + b"9" * 4301 + b"}",
        b"[" * 100_000, b"[" * 900 + b"]" * 900, b'{"a":' * 51 + b"1" + b"}" * 51,
        b'{"cmd":"quit","cmd":"legal"}', b'{"cmd":"new","config":{"players":2,"players":3}}',
        '{"cmd":"legal"}'.encode("utf-16"), b'{"cmd":"le\x00gal"}', b"\x00",
    ],
    "malformed": [
        b"[]", b"1", b"-0.5", b"null", b"true", b'"legal"', b'[{"cmd":"legal"}]',
        b'{"cmd":"new","config":{"players":2},"seed":null}', b'{"cmd":"new","config":{"players":2},"seed":7}',
        b'{"cmd":"new","config":{"players":2},"seed":"abc"}',
        b'{"cmd":"new","config":{"players":2},"seed":"' + b"A" * 64 + b'"}',
        b'{"cmd":"apply"}', b'{"cmd":"apply","action":null}', b'{"cmd":"apply","action":7}',
        b'{"cmd":"apply","action":""}',
        b'{"cmd":"apply","action":["E"]}', b'{"cmd":"apply","action":"Me9"}', b'{"cmd":"apply","action":"D?@e5"}',
        b'{"cmd":"apply","action":" E"}', b'{"cmd":"apply","action":"E\\n"}',
        b'{"cmd":"view","seat":3}', b'{"cmd":"view","seat":-1}', b'{"cmd":"view","seat":true}',
        b'{"cmd":"view","seat":1.0}', b'{"cmd":"view","seat":"1"}', b'{"cmd":"view","seat":"all"}',
        b'{"cmd":"view","seat":[]}', b'{"cmd":"view","seat":' + b"9" * 4000 + b"}",
        b'{"cmd":"go","level":"grandmaster"}', b'{"cmd":"go","level":null}', b'{"cmd":"go","level":["greedy"]}',
        b'{"cmd":"go","movetime":0}', b'{"cmd":"go","movetime":-1}', b'{"cmd":"go","movetime":true}',
        b'{"cmd":"go","movetime":"1"}', b'{"cmd":"go","movetime":null}', b'{"cmd":"go","movetime":3600.5}',
        b'{"cmd":"go","movetime":1e999}', b'{"cmd":"go","seed":true}', b'{"cmd":"go","seed":1.5}',
        b'{"cmd":"go","seed":null}', b'{"cmd":"go","seed":"1"}',
    ],
    "unknown-command": [
        b"{}", b'{"cmd":null}', b'{"cmd":7}', b'{"cmd":["new"]}', b'{"cmd":{}}', b'{"cmd":"NEW"}', b'{"cmd":"choose"}',
        b'{"cmd":""}', b'{"Cmd":"new"}', b'{"cmd":"\\ud800"}',
    ],
    "bad-config": [
        b'{"cmd":"new"}', b'{"cmd":"new","config":null}', b'{"cmd":"new","config":[]}', b'{"cmd":"new","config":{}}',
        b'{"cmd":"new","config":{"players":5}}', b'{"cmd":"new","config":{"players":true}}',
        b'{"cmd":"new","config":{"players":2,"rivalry":4}}', b'{"cmd":"new","config":{"players":2,"rivalry":["x"]}}',
        b'{"cmd":"new","config":{"players":2,"rivalry":[[]]}}', b'{"cmd":"new","config":{"players":2,"rivalry":true}}',
        b'{"cmd":"new","config":{"players":2,"deck":"mine"}}', b'{"cmd":"new","config":{"players":2,"tie_break":{}}}',
        b'{"cmd":"new","config":{"players":2,"colour":1}}',
    ],
    "bad-position": [
        b'{"cmd":"load"}', b'{"cmd":"load","position":null}', b'{"cmd":"load","position":"x"}',
        b'{"cmd":"load","position":{}}', b'{"cmd":"load","position":{"format":"holi-view/1"}}',
    ],
    "illegal": [
        b'{"cmd":"apply","action":"E"}', b'{"cmd":"apply","action":"Sa1"}', b'{"cmd":"apply","action":"C"}',
        b'{"cmd":"apply","action":"Me5"}', b'{"cmd":"apply","action":"T1@a1b1"}',
    ],
    "too-large": [b" " * (LONGEST_LINE + 1), b"x" * (10 * LONGEST_LINE)],
}  # fmt: skip
