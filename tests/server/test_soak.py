"""`make soak` in short: a server lets go of everybody's connections, and growth would be told."""

from __future__ import annotations

from tools.soak import MOST_GROWN, Sample, Server, Soak, soak


def test_a_server_lets_go_of_those_who_came_and_went():
    run, faults = soak(seconds=6, tables=2)
    assert faults == []
    assert run.count.latencies and run.others
    assert max(each.files for each in run.samples) > run.before
    assert all(each.memory > 10 for each in run.samples)


class Grown(Server):
    @property
    def files(self) -> int:
        return 100


def test_growth_of_memory_and_files_left_open_are_told():
    run = Soak(Grown("http://127.0.0.1:1", 1), seconds=600, before=20)
    run.samples = [Sample(at, 100 + at * MOST_GROWN / 200, 20) for at in range(600)]
    memory, files = run.faults()
    assert memory.startswith("memory grew by 12.0 MB") and files.startswith("80 files stay open")
    run.before = 90
    run.samples = [Sample(at, 100 + min(at, 150), 20) for at in range(600)]
    assert run.faults() == []
