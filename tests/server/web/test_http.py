"""HTTP alone is enough: every command has a twin, everything can be read, and every refusal is one clear sentence."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
from pydantic import TypeAdapter

from holi.record import parse_record, verify_record
from holi.server.wire.codes import CODES
from holi.server.wire.commands import TWINS, commands
from holi.server.wire.messages import Sync
from holi.server.wire.results import Changes, ChatLines, Problem, TableList, done_of, name_of
from tests.server.http_player import ADDRESSES, HttpPlayer, begun_game, played_game
from tests.server.player import legal_in
from tests.server.processes import Server

pytestmark = pytest.mark.anyio

NewVisitor = Callable[..., Awaitable[HttpPlayer]]


@pytest.fixture
async def visitor(shared_server: Server) -> AsyncIterator[NewVisitor]:
    async with AsyncExitStack() as stack:

        async def come(**options: Any) -> HttpPlayer:
            return await stack.enter_async_context(HttpPlayer(shared_server.address, **options))

        yield come


def check(model: Any, data: Any) -> None:
    """Hold an answer against the model that the schema promises."""
    TypeAdapter(model).validate_python(data)


async def test_a_whole_game_is_played_over_http_and_its_record_is_true(visitor: NewVisitor):
    players = [await visitor(), await visitor()]
    table = await played_game(players, rivalry=2)
    response = await players[0].http.get(f"/api/tables/{table}/record")
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    verified = verify_record(parse_record(response.text))
    assert verified.proven
    final = await players[1].sync(table)
    check(Sync, final)
    assert final["state"]["phase"] == "over"
    assert final["state"]["view"]["scores"] is not None


async def test_every_twin_answers_as_its_model_says(visitor: NewVisitor):
    host, guest = await visitor(), await visitor()
    done: dict[str, Any] = {}

    async def do(player: HttpPlayer, command: str, table: str | None = None, **fields: Any) -> Any:
        done[command] = await player.command(command, table, **fields)
        return done[command].get("result")

    await do(host, "rename", name="  Ana   Maria ")
    agreed = {"players": 2, "first": "host", "rivalry": ["rangoli"], "hot_seat": True}
    made = await do(host, "create", settings=agreed)
    table = made["table"]
    assert await do(guest, "find", code=made["code"].lower()) == {"table": table}
    await do(host, "sit", table, seat=0, name="Ana", nonce_commitment="0" * 64)
    await do(host, "choose-colour", table, seat=0, colour="green")
    await do(host, "leave", table, seat=0)
    await do(host, "seat-bot", table, seat=1, level="random")
    await do(host, "set-chat", table, rule="phrases")
    await do(host, "say", table, phrase="hello")
    nonce = await host.sit(table, 0)
    await do(host, "start", table)
    await do(host, "cancel-start", table)
    nonce = await host.sit(table, 0)
    await host.command("start", table)
    await do(host, "nonce", table, seat=0, nonce=nonce)
    state = (await host.sync(table))["state"]
    await do(host, "act", table, version=state["version"], action="Sa1")
    while not (legal := legal_in(state := (await host.sync(table))["state"])):  # the bot chooses its corner
        await host.http.get(f"/api/tables/{table}/changes", params={"since": state["version"], "wait": 5})
    move = next(action for action in legal if action.startswith("M"))
    await host.command("act", table, version=state["version"], action=move)
    await do(host, "take-back", table, version=(await host.sync(table))["state"]["version"])
    await host.command("leave", table, seat=0)
    await do(host, "come-back", table)
    assert await host.refusal("hint", table) == (503, "unavailable")  # this server has no workers
    assert await host.refusal("rematch", table) == (409, "not-over")
    await do(host, "resign", table)
    other = await host.create()
    await guest.sit(other, 1)
    person = (await guest.sync(other))["state"]["person"]
    await do(host, "report", other, person=person, why="Took my sweets.")
    await do(host, "mute", other, person=person, muted=True)
    await do(host, "remove", other, person=person)
    await do(host, "let-in", other, person=person)
    await guest.sit(other, 1)
    await do(host, "hand-over", other, person=person)
    await do(guest, "close", other)

    by_name = {command.model_fields["type"].default: command for command in TWINS}
    assert set(by_name) - set(done) == {"hint", "rematch"}
    for name, answer in done.items():
        check(done_of(by_name[name]), answer)


async def test_a_rematch_over_http_keeps_the_seats_rotated(visitor: NewVisitor):
    players = [await visitor(), await visitor()]
    table = await played_game(players)
    done = await players[1].command("rematch", table)
    check(done_of(next(command for command in TWINS if command.__name__ == "Rematch")), done)
    again = done["result"]["table"]
    assert (await players[0].command("rematch", table))["result"]["table"] == again
    assert (await players[0].sync(table))["state"]["rematch"] == again
    assert await players[0].refusal("sit", again, seat=0, name="Ana", nonce_commitment="0" * 64) == (409, "seat-taken")
    for player in players:
        await player.command("sit", again, name="Ana", nonce_commitment="0" * 64)
    state = (await players[0].sync(again))["state"]
    assert [seat["you"] for seat in state["seats"]] == [False, True]
    assert state["phase"] == "dealing", "it starts by itself when everybody is there"


async def test_seats_of_a_rematch_say_for_whom_they_are_kept(visitor: NewVisitor):
    players = [await visitor(), await visitor()]
    again = (await players[0].command("rematch", await played_game(players)))["result"]["table"]
    seats = (await players[0].sync(again))["state"]["seats"]
    assert [(seat["kind"], seat["kept"]) for seat in seats] == [("open", "other"), ("open", "you")]
    assert all(seat["name"] for seat in seats)


async def test_a_rematch_that_was_closed_can_be_asked_for_again(visitor: NewVisitor):
    players = [await visitor(), await visitor()]
    table = await played_game(players)
    first = (await players[0].command("rematch", table))["result"]["table"]
    await players[0].command("close", first)
    second = (await players[1].command("rematch", table))["result"]["table"]
    assert second != first
    assert (await players[0].command("rematch", table))["result"]["table"] == second


async def test_my_games_tell_who_played_and_how_it_ended(visitor: NewVisitor):
    players = [await visitor(), await visitor()]
    table = await played_game(players)
    (line,) = (await players[1].http.get("/api/me/tables")).json()["tables"]
    check(TableList, {"tables": [line]})
    assert line["table"] == table
    assert [seat["you"] for seat in line["seats"]] == [False, True]
    assert sorted(seat["rank"] for seat in line["seats"]) == [1, 2]
    assert all(seat["name"] and seat["points"] >= 0 and not seat["resigned"] for seat in line["seats"])

    other = await begun_game(players)
    await players[0].command("resign", other)
    line = (await players[1].http.get("/api/me/tables")).json()["tables"][0]
    assert [(seat["resigned"], seat["points"]) for seat in line["seats"]] == [(True, None), (False, None)]
    await players[1].command("resign", other)
    line = (await players[1].http.get("/api/me/tables")).json()["tables"][0]
    assert (line["phase"], line["your_turn"]) == ("over", False)


async def test_people_get_no_hints_unless_they_agreed_on_them(visitor: NewVisitor):
    players = [await visitor(), await visitor()]
    table = await begun_game(players)
    assert not (await players[0].sync(table))["state"]["hints"]
    assert await players[0].refusal("hint", table) == (403, "hints-off")


async def test_a_resend_changes_nothing_and_a_stale_move_is_answered_with_the_table(visitor: NewVisitor):
    players = [await visitor(), await visitor()]
    table = await begun_game(players)
    version = (await players[0].sync(table))["state"]["version"]
    first = await players[0].command("act", table, version=version, action="Sa1", id="the-same")
    again = await players[0].command("act", table, version=version, action="Sa1", id="the-same")
    assert first == again
    assert len((await players[0].sync(table))["log"]) == 1
    stale = await players[1].ask("act", table, version=version, action="Sf6")
    problem = stale.json()
    assert (stale.status_code, problem["code"]) == (409, "stale")
    check(Problem, problem)
    assert problem["state"]["state"]["version"] == first["version"]


async def test_changes_wait_for_news_and_come_as_soon_as_there_are_some(visitor: NewVisitor):
    players = [await visitor(), await visitor()]
    table = await begun_game(players)
    version = (await players[0].sync(table))["state"]["version"]
    address = f"/api/tables/{table}/changes"
    at_once = (await players[1].http.get(address, params={"since": version - 1, "wait": 25})).json()
    check(Changes, at_once)
    assert at_once["sync"]["state"]["version"] == at_once["version"] == version
    nothing = (await players[1].http.get(address, params={"since": version, "wait": 0.05})).json()
    assert nothing == {"version": version, "sync": None}
    waiting = [asyncio.create_task(players[1].http.get(address, params={"since": version, "wait": 25})) for _ in "ab"]
    await asyncio.sleep(0.1)
    assert (await players[0].sync(table))["presence"] == [False, True]
    done = await players[0].command("act", table, version=version, action="Sa1")
    for response in await asyncio.gather(*waiting):
        news = response.json()
        assert news["version"] == done["version"]
        assert [line["action"] for line in news["sync"]["log"]] == ["Sa1"]


async def test_no_more_than_a_few_requests_of_a_player_wait_at_the_same_time(visitor: NewVisitor):
    player = await visitor()
    table = await player.create()
    address = f"/api/tables/{table}/changes"
    waiting = [
        asyncio.create_task(player.http.get(address, params={"since": 0, "wait": 25}))
        for _ in range(9)
    ]  # fmt: skip
    done, rest = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    assert [(task.result().status_code, task.result().json()["code"]) for task in done] == [(429, "too-many")]
    await player.command("close", table)
    for task in rest:
        assert (await task).json()["version"] == 1


async def test_lists_of_open_tables_and_of_my_games(visitor: NewVisitor):
    host, guest = await visitor(), await visitor()
    listed, private = await host.create(listed=True), await host.create()
    await host.sit(private, 0)
    for player in (host, guest):
        lines = (await player.http.get("/api/tables")).json()
        check(TableList, lines)
        assert {listed, private}.intersection(line["table"] for line in lines["tables"]) == {listed}
    mine = (await host.http.get("/api/me/tables")).json()
    check(TableList, mine)
    assert {line["table"] for line in mine["tables"]} == {listed, private}
    assert (await guest.http.get("/api/me/tables")).json() == {"tables": []}
    await host.command("close", listed)
    assert listed not in [line["table"] for line in (await guest.http.get("/api/tables")).json()["tables"]]
    assert [line["table"] for line in (await host.http.get("/api/me/tables")).json()["tables"]] == [private]


async def test_lists_count_the_seats_that_are_taken(visitor: NewVisitor):
    host, guest = await visitor(), await visitor()
    table = await host.create(4, listed=True)

    async def taken() -> int:
        lines = (await guest.http.get("/api/tables")).json()["tables"]
        count: int = next(line["seats_taken"] for line in lines if line["table"] == table)
        return count

    assert await taken() == 0
    await host.command("seat-bot", table, seat=2, level="novice")
    assert await taken() == 1
    await guest.sit(table, 1)
    assert await taken() == 2
    await host.command("seat-bot", table, seat=2, level=None)
    assert await taken() == 1


async def test_a_table_asked_for_again_is_made_once(visitor: NewVisitor):
    host, guest = await visitor(), await visitor()
    body = {"id": "my-table", "settings": {"players": 2}}
    first, again = [(await host.http.post("/api/tables", json=body)).json()["result"] for _ in range(2)]
    assert first == again
    assert (await guest.http.post("/api/tables", json=body)).json()["result"] != first
    body["settings"] = {"players": 3}
    assert (await host.http.post("/api/tables", json=body)).json()["result"] != first


async def test_my_games_say_whose_turn_it_is(visitor: NewVisitor):
    players = [await visitor(), await visitor()]
    table = await begun_game(players)
    turns = [(await player.http.get("/api/me/tables")).json()["tables"][0]["your_turn"] for player in players]
    assert turns == [True, False]
    version = (await players[0].sync(table))["state"]["version"]
    await players[0].command("act", table, version=version, action="Sa1")
    turns = [(await player.http.get("/api/me/tables")).json()["tables"][0]["your_turn"] for player in players]
    assert turns == [False, True]


async def test_a_node_says_that_it_is_healthy(visitor: NewVisitor):
    assert (await (await visitor()).http.get("/health")).json() == {"status": "ok", "store": "ok"}


async def test_what_is_refused_over_http_has_the_code_and_its_status(visitor: NewVisitor):
    host, guest = await visitor(), await visitor()
    table = await host.create()
    refused = [
        await guest.refusal("close", table),
        await guest.refusal("sit", table, seat=3, name="Bo", nonce_commitment="0" * 64),
        await guest.refusal("start", "nowhere1"),
        await guest.refusal("find", code="BCDFG"),
        await guest.refusal("say", table, phrase="hello", text="hello"),
        await guest.refusal("act", table, version=0, action="Sa1"),
        await host.refusal("start", table),
        await host.refusal("leave", table, seat=0),
        await host.refusal("nonce", table, seat=0, nonce="0" * 64),
    ]
    codes = [code for _, code in refused]
    assert codes == [
        "not-host", "no-seat", "no-table", "no-table", "invalid", "wrong-phase", "seats-open", "not-seated",
        "wrong-phase",
    ]  # fmt: skip
    assert [status for status, _ in refused] == [CODES[code].status for code in codes]


INVALID_BODIES: list[tuple[str, bytes]] = [
    ("no JSON", b"{"),
    ("no object", b"[]"),
    ("a field is missing", b'{"id":"a"}'),
    ("an unknown field", b'{"id":"a","settings":{"players":2},"more":1}'),
    ("another type", b'{"id":"a","settings":{"players":"2"}}'),
    ("out of range", b'{"id":"a","settings":{"players":5}}'),
    ("an unknown card", b'{"id":"a","settings":{"players":2,"rivalry":["nothing"]}}'),
    ("a card twice", b'{"id":"a","settings":{"players":2,"rivalry":["rangoli","rangoli"]}}'),
    ("a bad id", b'{"id":"","settings":{"players":2}}'),
    ("a lone surrogate", b'{"id":"a","settings":{"players":2,"rivalry":["\\ud800"]}}'),
    ("not UTF-8", b'{"id":"\xff","settings":{"players":2}}'),
    ("deep nesting", b"[" * 4000),
    ("NaN", b'{"id":"a","settings":{"players":NaN}}'),
    ("nothing", b""),
]


@pytest.mark.parametrize("body", [body for _, body in INVALID_BODIES], ids=[name for name, _ in INVALID_BODIES])
async def test_a_body_that_is_wrong_is_refused_in_one_sentence(visitor: NewVisitor, body: bytes):
    player = await visitor()
    response = await player.http.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
    assert response.status_code == 422
    problem = response.json()
    assert problem["code"] == "invalid"
    assert "\n" not in problem["message"] and 0 < len(problem["message"]) <= 300


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/nothing", 404),
        ("GET", "/api/tables/", 404),
        ("POST", "/nowhere", 404),
        ("DELETE", "/api/tables", 405),
        ("GET", "/api/tables/abcdefgh/act", 405),
        ("GET", "/api/tables/!!", 422),
        ("GET", "/api/tables/abcdefgh/changes", 422),
        ("GET", "/api/tables/abcdefgh/changes?since=x", 422),
        ("GET", "/api/tables/abcdefgh/changes?since=1&wait=nan", 422),
        ("GET", "/api/tables/abcdefgh/changes?since=1&wait=1000000", 422),
        ("GET", "/api/tables/abcdefgh/record", 404),
        ("GET", "/api/tables/abcdefgh/chat", 404),
    ],
)
async def test_wrong_addresses_and_methods(visitor: NewVisitor, method: str, path: str, status: int):
    response = await (await visitor()).http.request(method, path)
    assert response.status_code == status
    assert CODES[response.json()["code"]].status in (status, 403)
    if status == 405:
        assert response.headers["allow"] == ("GET, POST" if path == "/api/tables" else "POST")


async def test_the_record_of_a_running_game_is_refused(visitor: NewVisitor):
    players = [await visitor(), await visitor()]
    table = await begun_game(players)
    response = await players[0].http.get(f"/api/tables/{table}/record")
    assert (response.status_code, response.json()["code"]) == (409, "not-over")


async def test_chat_is_read_over_http(visitor: NewVisitor):
    player = await visitor()
    table = await player.create()
    await player.command("rename", name="Ana")
    for text in ("one", "two"):
        await player.command("say", table, text=text)
    lines = (await player.http.get(f"/api/tables/{table}/chat")).json()
    check(ChatLines, lines)
    assert [(line["name"], line["text"]) for line in lines["chat"]] == [("Ana", "one"), ("Ana", "two")]
    later = (await player.http.get(f"/api/tables/{table}/chat", params={"after": 1})).json()
    assert [line["text"] for line in later["chat"]] == ["two"]


def test_every_command_but_those_of_a_connection_has_a_twin():
    assert {name_of(command) for command in commands()} - set(ADDRESSES) == {"watch", "unwatch", "ping"}
