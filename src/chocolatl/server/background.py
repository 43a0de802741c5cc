"""Tasks that run beside requests: none is lost, none outlives its process."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import structlog

from chocolatl.server.database_faults import describe

log = structlog.get_logger()


class BackgroundTasks:
    """The tasks of one process. `draining`: it is about to stop, and takes nothing new."""

    def __init__(self) -> None:
        self.draining = False
        self.tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something in the background; a failure is logged, never lost."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("task.failed", error=describe(error))

    async def cancel(self) -> None:
        """Stop them all, and wait until they have."""
        self.draining = True
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
