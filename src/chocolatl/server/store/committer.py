"""Group commit: whatever piles up while one transaction runs goes together into the next."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from chocolatl.server.errors import StorageDown
from chocolatl.server.store.faults import storage_down
from chocolatl.server.store.rows import Append

CommitAll = Callable[[Sequence[Append]], Awaitable[list[bool]]]
LARGEST_GROUP = 200


class Committer:
    """Under load one transaction carries many games, and its fixed cost is shared."""

    def __init__(self, commit_all: CommitAll) -> None:
        self._commit_all = commit_all
        self._waiting: list[tuple[Append, asyncio.Future[bool]]] = []
        self._task: asyncio.Task[None] | None = None

    async def append(self, append: Append) -> bool:
        """True when it is durable, False when another process was first."""
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((append, future))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        return await future

    async def close(self) -> None:
        """Wait until everything handed in is stored."""
        if self._task is not None:
            await self._task

    async def _run(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting[:LARGEST_GROUP], self._waiting[LARGEST_GROUP:]
            try:
                done = await self._commit_all([append for append, _ in group])
            except Exception as error:
                self._fail([future for _, future in group], error)
                continue
            for (_, future), stored in zip(group, done, strict=True):
                if not future.done():
                    future.set_result(stored)

    @staticmethod
    def _fail(futures: list[asyncio.Future[bool]], error: Exception) -> None:
        for future in futures:
            if not future.done():
                future.set_exception(error if isinstance(error, StorageDown) else storage_down(error))
