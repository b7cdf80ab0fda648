"""`holi load` against real servers: honest players, honest figures."""

from __future__ import annotations

import json

from tests.server.processes import Server, run_holi

QUICK = ("--tables", "3", "--seconds", "1", "--warm-up", "0", "--json")


def test_a_server_of_its_own_is_started_and_measured():
    run = run_holi("load", *QUICK, "--players", "2", "--pace", "0")
    assert run.returncode == 0, run.stderr
    result = json.loads(run.stdout)
    assert (result["tables"], result["players"], result["refusals"]) == (3, 2, 0)
    assert result["moves"] > 0
    assert 0 < result["latency_p50"] <= result["latency_p90"] <= result["latency_p99"] <= result["latency_max"]
    assert result["server_memory"] > 10
    assert result["server_cpu_per_move"] > 0


def test_a_running_server_is_measured_at_a_pace(shared_server: Server):
    run = run_holi("load", *QUICK, "--url", shared_server.address, "--pace", "0.2")
    assert run.returncode == 0, run.stderr
    result = json.loads(run.stdout)
    assert result["refusals"] == 0
    assert 0 < result["moves"] <= 3 * (1 / 0.2 + 1)
    assert result["server_memory"] is None


def test_what_is_no_server_is_told_in_one_sentence():
    for address in ("ftp://127.0.0.1", "http://127.0.0.1:1"):
        run = run_holi("load", *QUICK, "--url", address)
        assert run.returncode == 2
        said = run.stderr.strip()
        assert said.startswith("holi: ") and address in said
        assert len(said.splitlines()) == 1
