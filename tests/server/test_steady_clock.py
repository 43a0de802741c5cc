"""Time passes, and nobody can set it."""

import asyncio
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chocolatl.server import protocol
from chocolatl.server.steady_clock import LARGEST_STEP_BACK, SteadyClock, clock_of, start_time
from tests.server.harness import served, started
from tests.server.stores import new_row, opened

MOMENTS = st.floats(1e9, 2e9)


@given(MOMENTS, st.lists(st.floats(0, 1e6), max_size=20))
def test_it_counts_on_from_its_start(start: float, waits: list[float]):
    passed = [7.0]
    clock = SteadyClock(start, lambda: passed[0])
    for wait in waits:
        before = clock.now()
        passed[0] += wait
        assert clock.now() - before == pytest.approx(wait, abs=1e-3)
    assert clock.now() == pytest.approx(start + sum(waits), abs=1e-3)


@given(MOMENTS, st.floats(-1e6, 1e6))
def test_over_a_restart_it_does_not_run_back(wall: float, ahead: float):
    found = start_time(wall, wall + ahead)
    assert found >= wall
    assert found == (wall + ahead if 0 < wall + ahead - wall <= LARGEST_STEP_BACK else wall)
    assert start_time(wall, None) == wall


class Times:
    def __init__(self, clock: float | None, newest: float | None) -> None:
        self._clock, self._newest = clock, newest

    async def clock(self) -> float | None:
        return self._clock

    async def newest(self) -> float | None:
        return self._newest


@pytest.mark.parametrize(
    ("shared", "newest", "expected"),
    [(None, None, 1000.0), (500.0, None, 500.0), (500.0, 600.0, 600.0), (None, 900.0, 1000.0)],
)
async def test_the_database_s_clock_comes_first(shared: float | None, newest: float | None, expected: float):
    clock = await clock_of(Times(shared, newest), lambda: 1000.0)
    assert clock.now() == pytest.approx(expected, abs=1)


async def test_the_stores_tell_time(database: str):
    async with opened(database) as store:
        shared = await store.clock()
        assert (shared is None) == database.startswith("sqlite")
        assert shared is None or abs(shared - time.time()) < 60
        assert await store.newest() is None
        row = new_row()
        await store.create(row._replace(summary=row.summary._replace(changed=17.5)))
        assert await store.newest() == 17.5


@pytest.mark.parametrize("shift", [-3600.0, 3600.0])
async def test_a_wall_clock_that_is_set_changes_nothing(
    tmp_path: Path, shift: float, monkeypatch: pytest.MonkeyPatch
):
    real = time.time
    async with served(tmp_path) as (url, server):
        table, visitors, pages = await started(url, 3, pace={"pace": "live", "seconds": 30})
        before = server.services.now()
        monkeypatch.setattr(time, "time", lambda: real() + shift)
        await asyncio.sleep(1.2)
        assert 0 < server.services.now() - before < 30
        seen = (await visitors[0].get(f"tables/{table}"))["table"]
        assert not any(seat["held"] for seat in seen["seats"])
        await pages[0].answer_default()
    async with served(tmp_path) as (url, _):  # and once more between two starts
        for visitor in visitors:
            visitor.url = url
        pages = [await visitor.sit(table) for visitor in visitors]
        for page in pages:
            welcome = await page.until_type(protocol.Welcome)
            assert not any(seat.held for seat in welcome.table.seats)
        await asyncio.sleep(1.2)
        ask = [m for page in pages for m in page.messages if isinstance(m, protocol.Ask) and m.question]
        assert all(one.deadline and 0 < one.deadline - welcome.now <= 31 for one in ask)
        await asyncio.gather(*(page.play() for page in pages))


async def test_leases_and_bots_of_a_clock_that_was_ahead_do_not_stop_a_table(database: str):
    async with opened(database) as store:
        assert await store.lease("t", "1/0", "me", 1e9 + 7200, 1e9 + 7210)
        assert await store.lease("t", "1/0", "you", 1e9, 1e9 + 10), "further ahead than any lease can be"
        assert not await store.lease("t", "1/0", "me", 1e9 + 5, 1e9 + 15)
