"""Keeps Python's search for unreachable cycles out of the way of answers.

A full search walks over every object of the process while nobody is served: 50 ms for the libraries alone,
200 ms with a thousand tables. Nearly everything here is freed without it, so full searches are rare, and wait
for a moment in which no answer is under way. The young generations are looked through as always.
"""

from __future__ import annotations

import asyncio
import gc
import time

import structlog

from chocolatl.server.tables.table_registry import TableRegistry

YOUNG, MIDDLE, NEVER = 700, 10, 1_000_000_000
EVERY_SECONDS = 600.0
LOOKS = 1000
LOOK_SECONDS = 0.05
log = structlog.get_logger()


def freeze_startup_objects() -> None:
    """After the start: libraries live as long as the process, so nobody need look at them again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)


async def collect_when_idle(registry: TableRegistry) -> None:
    """A full search every few minutes, when it is quiet; on a server that never is, a little later."""
    while True:
        await asyncio.sleep(EVERY_SECONDS)
        await _wait_until_idle(registry)
        began = time.perf_counter()
        found = gc.collect()
        log.info("gc.collected", found=found, ms=round((time.perf_counter() - began) * 1000))


async def _wait_until_idle(registry: TableRegistry) -> None:
    for _ in range(LOOKS):
        if not any(live.working for live in registry.tables.values()):
            return
        await asyncio.sleep(LOOK_SECONDS)
