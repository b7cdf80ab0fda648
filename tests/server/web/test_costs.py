"""What clients cost is charged to address and player; who costs little goes first."""

from __future__ import annotations

import asyncio

import pytest

from holi.server.costs import Costs
from holi.server.limits import PRICES, Limits
from holi.server.metrics import Metrics
from holi.server.settings import Settings
from holi.server.table.refusals import RefusedError
from tests.server.processes import PATIENT

anyio = pytest.mark.anyio
HERE, ELSEWHERE = "192.0.2.1", "192.0.2.2"


class Clock:
    """A clock that stands still unless it is moved."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def limits(clock: Clock) -> Limits:
    return Limits(Settings(), clock)


def test_who_costs_little_is_light_and_others_are_for_a_while(limits: Limits, clock: Clock):
    payer = limits.costs.payer(HERE, "ana")
    assert payer.light
    payer.charge(0.2)
    assert not payer.light and not payer.deep
    assert not limits.costs.payer(HERE, "bo").light  # the address has cost as much
    assert not limits.costs.payer(ELSEWHERE, "ana").light  # and the player
    assert limits.costs.payer(ELSEWHERE, "bo").light
    assert limits.costs.payer(None, "ana").light
    clock.now += 100
    payer.charge(0.0)
    assert payer.light


def test_an_address_that_owes_much_is_turned_away_until_it_is_forgotten(limits: Limits, clock: Clock):
    limits.costs.payer(HERE).charge(60.0)
    with pytest.raises(RefusedError, match="slow down"):
        limits.request(HERE)
    limits.request(ELSEWHERE)
    clock.now += 11
    limits.request(HERE)


@anyio
async def test_the_time_of_each_step_is_charged_and_results_and_errors_come_through(limits: Limits):
    payer = limits.costs.payer(HERE)

    async def work(error: Exception | None) -> int:
        for _ in range(3):
            sum(range(100_000))
            await asyncio.sleep(0)
        if error is not None:
            raise error
        return 7

    assert await payer.pay(work(None)) == 7
    assert payer.recent > 0
    with pytest.raises(ValueError, match="wrong"):
        await payer.pay(work(ValueError("wrong")))
    task = asyncio.create_task(payer.pay(asyncio.sleep(1000)))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


@anyio
async def test_those_who_cost_much_take_turns_the_cheapest_first():
    costs = Costs(PRICES._replace(slots=1))
    order: list[str] = []
    payers = {name: costs.payer(name) for name in ("dear", "dearer", "dearest")}
    for name, seconds in (("dearest", 0.4), ("dearer", 0.3), ("dear", 0.2)):
        costs.payer(name).charge(seconds)

    done = asyncio.Event()

    async def take_turn(name: str, until: asyncio.Event | None = None) -> None:
        async with costs.turn(payers[name]):
            order.append(name)
            if until is not None:
                await until.wait()

    async with asyncio.timeout(PATIENT):
        tasks = [asyncio.create_task(take_turn("dearest", done))]
        while not order:
            await asyncio.sleep(0)
        given_up = asyncio.create_task(take_turn("dear"))
        tasks += [asyncio.create_task(take_turn(name)) for name in ("dearest", "dearer", "dear")]
        await asyncio.sleep(0)
        given_up.cancel()
        async with costs.turn(costs.payer("light")):
            order.append("light")
        done.set()
        await asyncio.gather(*tasks)
    assert order == ["dearest", "light", "dear", "dearer", "dearest"]


def test_who_is_turned_away_is_told_once_a_while(caplog: pytest.LogCaptureFixture):
    turned_away = Metrics().turned_away
    for by_address in (False, True):
        turned_away.by_address = by_address
        for _ in range(3):
            turned_away("too-fast", HERE)
        turned_away("stale", HERE)
        turned_away.tell()
        turned_away.tell()
    told = [record.getMessage() for record in caplog.records]
    assert told == [*["turned away 3 times in 10 seconds"] * 2, f"turned away {HERE} 3 times"]
