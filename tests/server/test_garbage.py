"""Full searches for unreachable cycles: rare, at a quiet moment, and still thorough."""

import asyncio
import contextlib
import gc
import subprocess
import sys
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from chocolatl.server.ops import gc_tuning as garbage
from chocolatl.server.tables.table_registry import TableRegistry
from tests.server.harness import Visitor, served

ASIDE = """
import gc
from chocolatl.server.ops.gc_tuning import freeze_startup_objects
full = gc.get_stats()[2]["collections"]
freeze_startup_objects()
kept = [[] for _ in range(300_000)]
print(gc.get_freeze_count() > 1000, gc.get_stats()[2]["collections"] - full)
"""


@pytest.fixture
def no_automatic_search(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(garbage, "EVERY_SECONDS", 0.01)
    monkeypatch.setattr(garbage, "LOOK_SECONDS", 0.01)
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@contextlib.asynccontextmanager
async def sweeping(registry: TableRegistry):
    task = asyncio.create_task(garbage.collect_when_idle(registry))
    yield
    task.cancel()


async def eventually(true: Callable[[], bool]) -> None:
    for _ in range(1000):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not happen")


def test_however_much_is_made_after_the_start_no_full_search_follows():
    done = subprocess.run([sys.executable, "-c", ASIDE], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "1"]  # the one at the start


@pytest.mark.usefixtures("no_automatic_search")
async def test_a_room_that_was_let_go_is_found(tmp_path: Path):
    async with served(tmp_path) as (url, server):
        table = await Visitor(url).create()
        live = weakref.ref(await server.registry.open_table(table))
        del server.registry.tables[table]
        async with sweeping(server.registry):
            await eventually(lambda: live() is None)


@pytest.mark.usefixtures("no_automatic_search")
async def test_an_answer_under_way_is_not_held_up(tmp_path: Path):
    async with served(tmp_path) as (url, server):
        live = await server.registry.open_table(await Visitor(url).create())
        searches = gc.get_stats()[2]["collections"]
        stored = asyncio.Event()
        async with sweeping(server.registry):
            storing = asyncio.create_task(live.run(stored.wait))
            await asyncio.sleep(0.1)
            assert gc.get_stats()[2]["collections"] == searches
            stored.set()
            await storing
            await eventually(lambda: gc.get_stats()[2]["collections"] > searches)
