"""Nobody is sent what they may not know: tables that differ only in hidden cards send a viewer identical bytes.

HOLI_SECRECY_POSITIONS sets how many random positions are tried; CI tries few, a campaign thousands.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from holi.server.identity import Identities
from holi.server.steady import SteadyClock
from holi.server.table.entries import Entry
from holi.server.table.table import Table
from tests.server.conftest import StartServer
from tests.server.http_player import HttpPlayer
from tests.server.in_process import NodeHere, SocketHere
from tests.server.player import Player
from tests.server.processes import Server
from tests.server.twin_tables import HOST, NOW, Twins, player_of, random_twins, twins_by_nonce

pytestmark = pytest.mark.anyio

POSITIONS = int(os.environ.get("HOLI_SECRECY_POSITIONS", "60"))
SHARES = 4
"""The positions are tried in so many tests, for several processes to share."""


@pytest.fixture
async def two_nodes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[NodeHere, NodeHere]]:
    """Two nodes with the same key, at which it is always the same time."""
    monkeypatch.setattr(SteadyClock, "__call__", lambda _: NOW)
    async with AsyncExitStack() as stack:
        one, other = [await stack.enter_async_context(NodeHere(tmp_path, name).running()) for name in ("one", "other")]
        yield one, other


@pytest.mark.parametrize("share", range(SHARES))
async def test_hidden_cards_change_no_byte_of_what_is_sent(two_nodes: tuple[NodeHere, NodeHere], share: int):
    chance = random.Random(f"secrecy {share}")
    seen: Counter[str] = Counter()
    number = 0
    while seen["positions"] < POSITIONS // SHARES:
        number += 1
        hot_seat = chance.random() < 0.2
        twins = random_twins(chance, f"twin{share}x{number}", hot_seat)
        if twins is None:
            continue
        seen["positions"] += 1
        for here, table in zip(two_nodes, twins.tables, strict=True):
            await here.put(table)
        await compare_requests(two_nodes, twins, chance, seen)
        await compare_messages(two_nodes, twins, seen, act=not hot_seat)
        for here, table in zip(two_nodes, twins.tables, strict=True):
            here.take_away(table)
    assert {"own turn", "another's turn", "spectator", "step", "hint"} <= set(seen), seen


async def compare_requests(
    nodes: tuple[NodeHere, NodeHere], twins: Twins, chance: random.Random, seen: Counter[str]
) -> None:
    """Everything that can be asked over HTTP without changing the game, rightly and wrongly."""
    table = twins.tables[0]
    assert table.game is not None
    own = twins.viewer == table.to_act
    seen["own turn" if own else "another's turn"] += 1
    seen["spectator"] += twins.viewer == "spectator"
    version, at = table.number, f"/api/tables/{table.id}"
    legal = [str(action) for action in table.game.legal_actions()] if own else []
    tried = [*chance.sample(legal, min(4, len(legal))), "C", "E", "Mc3", "T1@a1", "D13@f6", "T7@b2d4", "nonsense"]
    if not own and twins.actions is not None:
        tried += list(twins.actions)  # what another could do, in one of the tables at least
    requests: list[tuple[str, str, Any]] = [
        ("GET", at, None),
        ("GET", f"{at}/changes?since=0", None),
        ("GET", f"{at}/changes?since={version}", None),
        ("GET", f"{at}/record", None),
        ("GET", f"{at}/chat", None),
        ("GET", "/api/me/tables", None),
        ("GET", "/api/tables", None),
        ("POST", f"{at}/hint", {"id": "a"}),
        ("POST", f"{at}/rematch", {"id": "a"}),
        *(("POST", f"{at}/act", {"id": "a", "version": 0, "action": action}) for action in tried if table.turns),
        ("POST", f"{at}/take-back", {"id": "a", "version": 0}),
        ("POST", f"{at}/nonce", {"id": "a", "seat": 0, "nonce": "0" * 64}),
        ("POST", f"{at}/sit", {"id": "a", "name": "Bo", "nonce_commitment": "0" * 64}),
    ]
    if not own:  # illegal or not, an answer tells nothing of what another could do
        requests += [("POST", f"{at}/act", {"id": "a", "version": version, "action": action}) for action in tried]
    else:
        illegal = [action for action in tried if action not in [str(each) for each in table.game.legal_actions()]]
        requests += [("POST", f"{at}/act", {"id": "a", "version": version, "action": action}) for action in illegal]
    for method, path, body in requests:
        one, other = [await here.request(twins.player, method, path, body) for here in nodes]
        assert one == other, (method, path, body)
    asked = [here.workers.asked for here in nodes]
    assert asked[0] == asked[1]
    seen["hint"] += len(asked[0])
    for here in nodes:
        here.workers.asked.clear()


async def compare_messages(nodes: tuple[NodeHere, NodeHere], twins: Twins, seen: Counter[str], act: bool) -> None:
    """Everything that comes over a WebSocket: the table, an action of whoever is to act, its take-back, and chat."""
    table = twins.tables[0]
    assert table.to_act is not None
    mover = player_of(table, table.to_act)
    heard = []
    for here, action in zip(nodes, twins.actions or (None, None), strict=True):
        async with here.connect(twins.player) as viewer, here.connect(mover) as player, here.connect(HOST) as host:
            await viewer.ask(type="watch", id="w", table=table.id)
            await host.ask(type="set-chat", id="h", table=table.id, rule="all")
            await say(player, table.id, "p")
            if act and action is not None and not table.seats[table.to_act].away:
                await act_and_take_back(player, viewer, here, table.id, action, seen)
            await viewer.ask(type="ping", id="end")
            heard.append(viewer.heard)
    assert heard[0] == heard[1]
    assert len(heard[0]) >= 4


async def say(player: SocketHere, table: str, id_: str) -> None:
    await player.ask(type="say", id=id_, table=table, phrase="thinking")


async def act_and_take_back(
    player: SocketHere, viewer: SocketHere, here: NodeHere, table: str, action: str, seen: Counter[str]
) -> None:
    room = here.node.rooms.loaded.get(table)
    assert room is not None
    version = room.table.number
    await player.ask(type="act", id="act", table=table, version=version, action=action)
    await viewer.until_version(version + 1)
    seen["step"] += 1
    await viewer.ask(type="act", id="late", table=table, version=0, action=action)
    if room.table.game is not None and room.table.game.can_undo:
        await player.ask(type="take-back", id="back", table=table, version=version + 1)
        await viewer.until_version(version + 2)
        seen["take-back"] += 1


# Through real server processes


async def test_two_real_servers_send_identical_bytes_of_tables_that_differ_in_hidden_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start_server: StartServer
):
    table, *logs = twins_by_nonce(random.Random("by nonce"), "theTwin")
    heard = []
    for name, log in zip(("one", "other"), logs, strict=True):
        tokens = await stored(tmp_path, name, table, log, monkeypatch)
        server = start_server(database=f"sqlite:///{tmp_path / name}.db")
        heard.append([await seen_by(server, tokens[player], table.id) for player in sorted(tokens)])
    (spectators, own, others), (_, _, others_twin) = heard
    assert heard[0][:2] == heard[1][:2]
    assert own != spectators and others != others_twin
    assert any(b'"type":"step"' in message for message in own) and any(b"not-over" in message for message in own)


async def stored(
    folder: Path, name: str, table: Table, log: list[Entry], monkeypatch: pytest.MonkeyPatch
) -> dict[str, str]:
    """Write a table's log into a database as a node does, always at the same time; the players' tokens there."""
    with monkeypatch.context() as patch:
        patch.setattr(SteadyClock, "__call__", lambda _: NOW)
        async with NodeHere(folder, name).running() as here:
            assert await here.node.store.found(table.founding)
            room = await here.node.rooms.get(table.id)
            for entry in log:
                await room.record(lambda _, entry=entry: entry)  # type: ignore[misc]
            identities = Identities(await here.node.store.signing_key())
    return {player: identities.token(player) for player in ("player-0", "player-1", "a-spectator")}


async def seen_by(server: Server, token: str, table: str) -> list[bytes]:
    """All that somebody is sent over HTTP and a WebSocket, but for the time of day."""
    at, seen = f"/api/tables/{table}", []
    async with HttpPlayer(server.address, token) as visitor, Player(server.socket_address, token) as player:
        for path in (at, f"{at}/changes?since=1", f"{at}/record", f"{at}/chat", "/api/tables", "/api/me/tables"):
            response = await visitor.http.get(path)
            seen.append(response.content)
        version = json.loads(seen[0])["state"]["version"]
        for command, fields in {
            "hint": {},
            "rematch": {},
            "act": {"version": 0, "action": "Mb2"},
            "take-back": {"version": version},
        }.items():
            seen.append((await visitor.ask(command, table, id="a", **fields)).content)
        await player.watch(table)
        await player.ask("act", table=table, version=version, action="Mb2", id="b")
        await player.ask("act", table=table, version=version + 1, action="nonsense", id="c")
        await player.ask("take-back", table=table, version=version + 1, id="d")
        seen += [json.dumps(message, separators=(",", ":")).encode() for message in player.messages]
    return [re.sub(rb'"(now|changed|id)":("[^"]*"|\d+)', rb'"\1":0', message) for message in seen]
