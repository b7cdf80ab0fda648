"""What a host can see of a node: figures with bounded labels, and logs for programs without anything private."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest
from prometheus_client.parser import text_string_to_metric_families

from holi.server.web.logs import OURS, configure_logs
from tests.server.conftest import NewPlayer, StartServer
from tests.server.http_player import HttpPlayer
from tests.server.player import play_to_the_end, seated_game
from tests.server.processes import Server


async def figures(visitor: HttpPlayer) -> dict[tuple[str, ...], float]:
    """All figures by their name and the values of their labels."""
    response = await visitor.http.get("/metrics")
    assert response.headers["content-type"].startswith("text/plain; version=0.0.4")
    return {
        (sample.name, *(sample.labels[label] for label in sorted(sample.labels))): sample.value
        for family in text_string_to_metric_families(response.text)
        for sample in family.samples
    }


@pytest.mark.anyio
async def test_the_figures_tell_what_happened(server: Server, new_player: NewPlayer):
    players = [await new_player(), await new_player()]
    table = await seated_game(players)
    await play_to_the_end(table, players)
    async with HttpPlayer(server.address) as visitor:
        before = await figures(visitor)
        await players[0].ask("act", table=table, version=0, action="Sa1")
        await players[0].ask("no-such-command")
        await visitor.http.get("/nowhere")
        await visitor.http.get("/api/tables/abcdefgh")
        found = await figures(visitor)
        log = (await visitor.sync(table))["log"]
    assert found["holi_connections",] == 2
    assert found["holi_rooms",] == 1
    assert found["holi_moves_total", "player"] == len(log)
    assert found["holi_entries_total", "sat"] == 2
    assert found["holi_commands_total", "create"] == 1
    assert found["holi_commands_total", "act"] == len(log)
    refused = ("holi_refusals_total", "wrong-phase")
    assert found[refused] == before.get(refused, 0) + 1
    unknown = ("holi_refusals_total", "invalid")
    assert found[unknown] == before.get(unknown, 0) + 1
    assert found["holi_write_seconds_count",] == found["holi_entries_total", "acted"] + sum(
        found["holi_entries_total", kind] for kind in ("sat", "starting", "nonce-given")
    )
    assert found["holi_http_requests_total", "other", "404"] == 1
    assert found["holi_http_requests_total", "/api/tables/{table}", "404"] == 1
    assert table not in str(found)


@pytest.mark.anyio
async def test_the_names_of_routes_do_not_grow_with_what_is_asked(shared_server: Server):
    async with HttpPlayer(shared_server.address) as visitor:
        await visitor.http.get("/api/tables")
        before = len(await figures(visitor))
        for number in range(30):
            await visitor.http.get(f"/api/tables/nothere{number}")
            await visitor.http.get(f"/nothere{number}")
            await visitor.http.request(f"METHOD{number}", "/api/tables")
        await figures(visitor)
        assert len(await figures(visitor)) - before < 15


# Logs


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What is logged, with the logs of the process put back afterwards."""
    root, stream = logging.getLogger(), io.StringIO()
    handlers, level = list(root.handlers), root.level
    ours = logging.getLogger(OURS)
    configure_logs("info", stream)
    try:
        yield stream
    finally:
        for handler in list(root.handlers):
            root.removeHandler(handler)
        for handler in handlers:
            root.addHandler(handler)
        root.setLevel(level)
        ours.setLevel(logging.NOTSET)
        logging.getLogger("uvicorn.access").disabled = False


def test_a_log_line_is_one_json_object(written: io.StringIO):
    logging.getLogger("holi.test").info("two\nlines of %s", "text", extra={"fields": {"count": 3}})
    logging.getLogger("holi.test").debug("too little to tell")
    (line,) = written.getvalue().splitlines()
    found = json.loads(line)
    assert found.pop("time").endswith("+00:00")
    assert found == {
        "level": "info",
        "logger": "holi.test",
        "message": "two\nlines of text",
        "fields": {"count": 3},
    }  # fmt: skip


def test_a_fault_is_logged_with_where_it_happened_on_one_line(written: io.StringIO):
    try:
        raise ValueError("wrong")
    except ValueError:
        logging.getLogger("holi.test").exception("it failed")
    (line,) = written.getvalue().splitlines()
    assert "ValueError: wrong" in json.loads(line)["exception"]


def test_tokens_and_secrets_never_come_into_a_log(written: io.StringIO):
    token, secret = "0123456789abcdef01234567." + "ab" * 20, "cd" * 32
    logging.getLogger("holi.test").warning("came with %s", token, extra={"fields": {"secret": secret}})
    assert token not in written.getvalue() and secret not in written.getvalue()
    assert json.loads(written.getvalue())["message"] == "came with [token]"


@pytest.mark.anyio
async def test_a_server_logs_neither_tokens_nor_names_nor_addresses(start_server: StartServer, new_player: NewPlayer):
    server = start_server(log_level="debug")
    player = await new_player(server, name="Anastasia")
    table = await player.create()
    await player.sit(table, 0)
    await player.command("say", table=table, text="a private remark")
    async with HttpPlayer(server.address, player.token) as visitor:
        await visitor.http.get(f"/api/tables/{table}")
        await visitor.http.post("/api/tables", content=b"{")
    await player.disconnect()
    assert server.stop() == 0
    lines = server.errors.splitlines()
    assert player.token is not None
    for private in (player.token, player.token.partition(".")[0], "Anastasia", "a private remark"):
        assert not any(private in line for line in lines), private
    assert [json.loads(line)["message"] for line in lines] == ["the node has started", "the node stops"]
