"""Group commit: whatever piles up while one transaction runs goes together into the next."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from chocolatl.server.database_faults import storage_down
from chocolatl.server.errors import StorageUnavailableError, Unstorable
from chocolatl.server.store.rows import Append

CommitAll = Callable[[Sequence[Append]], Awaitable[list[bool]]]
Waiting = tuple[Append, asyncio.Future[bool]]
LARGEST_GROUP = 200


class GroupCommitter:
    """Under load one transaction carries many games, and its fixed cost is shared."""

    def __init__(self, commit_all: CommitAll) -> None:
        self._commit_all = commit_all
        self._waiting: list[Waiting] = []
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
                await self._commit(group)
            except Exception as error:
                self._fail(group, error)

    async def _commit(self, group: list[Waiting]) -> None:
        """Together if possible. When the database refuses a value in it, halves: only that member fails.

        An outage is not tried again: it ends the whole group at once.
        """
        try:
            done = await self._commit_all([append for append, _ in group])
        except Unstorable as error:
            if len(group) == 1:
                self._fail(group, error)
                return
            half = len(group) // 2
            await self._commit(group[:half])
            await self._commit(group[half:])
            return
        for (_, future), stored in zip(group, done, strict=True):
            if not future.done():
                future.set_result(stored)

    @staticmethod
    def _fail(group: list[Waiting], error: Exception) -> None:
        """Those of the group that nothing was said about yet."""
        for _, future in group:
            if not future.done():
                future.set_exception(
                    error if isinstance(error, StorageUnavailableError) else storage_down(error)
                )
