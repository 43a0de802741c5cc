"""Work that is done one after the other; answers that wait together are handed over together."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple, TypeVar

from chocolatl.rules import Action
from chocolatl.rules.words import Seat
from chocolatl.server.audience import Page

T = TypeVar("T")
Job = Callable[[], Awaitable[None]]


class Given(NamedTuple):
    """An answer on its way: from a page, or from a bot (no page)."""

    page: Page | None
    seat: Seat
    message: str | None
    turn: int
    action: Action
    arrived: float


class WorkQueue:
    """A task lives as long as there is something to do."""

    def __init__(self, take_answers: Callable[[Sequence[Given]], Awaitable[None]]) -> None:
        self._take_answers = take_answers
        self._waiting: deque[Given | Job] = deque()
        self._task: asyncio.Task[None] | None = None

    @property
    def working(self) -> bool:
        """Is something waiting, or being done?"""
        return self._task is not None and not self._task.done()

    def put(self, item: Given | Job) -> None:
        """At the end of the queue."""
        self._waiting.append(item)
        if not self.working:
            self._task = asyncio.create_task(self._work())

    async def run(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something in turn, and wait for its outcome."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def job() -> None:
            try:
                result = await work()
            except BaseException as error:
                if not done.done():
                    done.set_exception(error)
            else:
                if not done.done():
                    done.set_result(result)

        self.put(job)
        return await done

    async def _work(self) -> None:
        while self._waiting:
            item = self._waiting.popleft()
            if not isinstance(item, Given):
                await item()
                continue
            batch = [item]
            while self._waiting and isinstance(another := self._waiting[0], Given):
                batch.append(another)
                self._waiting.popleft()
            await self._take_answers(batch)
