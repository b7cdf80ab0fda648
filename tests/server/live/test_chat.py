"""Chat at a table: phrases and text, for players and spectators, within limits, and as the host allows."""

from __future__ import annotations

import pytest

from holi.server.wire.messages import Said
from holi.server.wire.parts import LONGEST_CHAT, PHRASES
from tests.server.conftest import NewPlayer
from tests.server.player import Player, RefusedError
from tests.server.processes import Server

pytestmark = pytest.mark.anyio


@pytest.fixture
async def table_of_two(shared_server: Server, new_player: NewPlayer) -> tuple[Player, Player, str]:
    """A host who sits, another who only watches, and their table."""
    host, guest = await new_player(shared_server, name="Ana"), await new_player(shared_server, name="Bo")
    table = await host.create()
    await host.sit(table, 0)
    await guest.watch(table)
    return host, guest, table


async def refusal(player: Player, table: str, **said: object) -> str:
    with pytest.raises(RefusedError) as refused:
        await player.command("say", table=table, **said)
    return refused.value.code


async def test_what_is_said_reaches_everyone_at_the_table(table_of_two: tuple[Player, Player, str]):
    host, guest, table = table_of_two
    done = await host.command("say", table=table, text="hello  there")
    for player in (host, guest):
        said = await player.wait_for("said")
        Said.model_validate(said)
        assert (said["number"], said["seat"], said["name"]) == (done["result"]["number"], 0, "Ana")
        assert (said["phrase"], said["text"]) == (None, "hello  there")


async def test_a_line_sent_again_is_said_once(table_of_two: tuple[Player, Player, str]):
    host, guest, table = table_of_two
    first = await host.command("say", id="once", table=table, text="hello")
    assert await host.command("say", id="once", table=table, text="hello") == first
    other = await host.command("say", id="twice", table=table, text="hello")
    assert other["result"]["number"] == first["result"]["number"] + 1
    assert [(await guest.wait_for("said"))["number"] for _ in range(2)] == [1, 2]


async def test_whoever_comes_later_gets_what_was_said_before(
    table_of_two: tuple[Player, Player, str], shared_server: Server, new_player: NewPlayer
):
    host, _, table = table_of_two
    await host.command("say", table=table, phrase="good-luck")
    late = await new_player(shared_server)
    watched = await late.command("watch", table=table)
    assert [(line["name"], line["phrase"]) for line in watched["result"]["chat"]] == [("Ana", "good-luck")]


async def test_a_spectator_writes_under_their_name_and_not_without_one(table_of_two: tuple[Player, Player, str]):
    host, guest, table = table_of_two
    assert await refusal(guest, table, phrase="hello") == "not-seated"
    await guest.command("rename", name="Bo")
    await guest.command("say", table=table, phrase="hello")
    said = await host.wait_for("said")
    assert (said["seat"], said["name"]) == (None, "Bo")


async def test_the_host_allows_phrases_only_or_nothing(table_of_two: tuple[Player, Player, str]):
    host, guest, table = table_of_two
    await guest.command("rename", name="Bo")
    await host.command("set-chat", table=table, rule="phrases")
    assert await refusal(guest, table, text="hello") == "chat-off"
    await guest.command("say", table=table, phrase="hello")
    await host.command("set-chat", table=table, rule="off")
    assert await refusal(guest, table, phrase="hello") == "chat-off"
    assert await refusal(host, table, phrase="hello") == "chat-off"
    await host.command("set-chat", table=table, rule="all")
    await guest.command("say", table=table, text="hello")
    with pytest.raises(RefusedError, match="not-host"):
        await guest.command("set-chat", table=table, rule="off")


async def test_text_is_neither_empty_nor_too_long(table_of_two: tuple[Player, Player, str]):
    host, _, table = table_of_two
    await host.command("say", table=table, text="x" * LONGEST_CHAT)
    for wrong in ({"text": "x" * (LONGEST_CHAT + 1)}, {}, {"phrase": "rude"}):
        assert await refusal(host, table, **wrong) == "invalid"
    assert await refusal(host, table, text="") == "nothing-shown"
    assert await refusal(host, table, phrase=PHRASES[0], text="both") == "invalid"


async def test_nobody_writes_faster_than_others_can_read(table_of_two: tuple[Player, Player, str]):
    host, guest, table = table_of_two
    answers = [await host.ask("say", table=table, phrase="ouch") for _ in range(30)]
    codes = [answer.get("code", "done") for answer in answers]
    assert set(codes) == {"done", "too-fast"}
    assert codes[:6] == ["done"] * 6
    await guest.command("rename", name="Bo")
    await guest.command("say", table=table, phrase="sorry")
    await guest.ask("ping")
    heard = [message["number"] for message in guest.messages if message["type"] == "said"]
    assert heard == list(range(1, codes.count("done") + 2))
