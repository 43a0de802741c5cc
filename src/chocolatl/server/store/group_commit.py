"""Group commit: whatever piles up while one transaction runs goes together into the next."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Generic, TypeVar

from chocolatl.server.database_faults import storage_down
from chocolatl.server.errors import StorageUnavailableError, Unstorable

M = TypeVar("M")
CommitAll = Callable[[Sequence[M]], Awaitable[Sequence[Any]]]
"""Gives what came of each member; an exception: this one has failed, and nothing of it was written."""
Waiting = tuple[M, asyncio.Future[Any]]
LARGEST_GROUP = 200
LARGEST_REST = 4
"""Of what is no answer, so many in one group: about a millisecond, which an answer may have to wait twice."""
PAUSE = 0.005
"""Seconds between two groups without an answer, so that the next answer seldom finds the disk at work."""


class GroupCommitter(Generic[M]):
    """Under load one transaction carries many games, and its fixed cost is shared."""

    def __init__(self, commit_all: CommitAll[M]) -> None:
        self._commit_all = commit_all
        self._waiting: list[Waiting[M]] = []
        self._rest: list[Waiting[M]] = []
        self._task: asyncio.Task[None] | None = None
        self._answered = asyncio.Event()

    async def append(self, member: M) -> Any:
        """What came of an answer, as soon as it is durable."""
        self._answered.set()
        return await self._add(self._waiting, member)

    async def write(self, member: M) -> Any:
        """The same for everything else: a flood of these delays answers by a part of it only."""
        return await self._add(self._rest, member)

    def _add(self, queue: list[Waiting[M]], member: M) -> asyncio.Future[Any]:
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        queue.append((member, future))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        return future

    async def close(self) -> None:
        """Wait until everything handed in is stored."""
        if self._task is not None:
            await self._task

    async def _run(self) -> None:
        while self._waiting or self._rest:
            group = self._waiting[:LARGEST_GROUP] + self._rest[:LARGEST_REST]
            del self._waiting[:LARGEST_GROUP], self._rest[:LARGEST_REST]
            try:
                await self._commit(group)
            except Exception as error:
                self._fail(group, error)
            if self._rest and not self._waiting:
                await self._pause()

    async def _pause(self) -> None:
        """A flood of other writes leaves the disk free for a moment, or until an answer comes."""
        self._answered.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._answered.wait(), PAUSE)

    async def _commit(self, group: list[Waiting[M]]) -> None:
        """Together if possible. When the database refuses a value in it, halves: only that member fails.

        An outage is not tried again: it ends the whole group at once.
        """
        try:
            done = await self._commit_all([member for member, _ in group])
        except Unstorable as error:
            if len(group) == 1:
                self._fail(group, error)
                return
            half = len(group) // 2
            await self._commit(group[:half])
            await self._commit(group[half:])
            return
        for (_, future), outcome in zip(group, done, strict=True):
            if future.done():
                continue
            if isinstance(outcome, Exception):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)

    @staticmethod
    def _fail(group: list[Waiting[M]], error: Exception) -> None:
        """Those of the group that nothing was said about yet."""
        for _, future in group:
            if not future.done():
                future.set_exception(
                    error if isinstance(error, StorageUnavailableError) else storage_down(error)
                )
