"""A lane: a few workers and the fair queue before them. A question's limit counts waiting and thinking."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, NamedTuple, Protocol

import structlog

from chocolatl.server.bots.bot_process import START_LIMIT, BotError, Thought
from chocolatl.server.bots.fair_queue import Bounds, FairQueue, Ticket
from chocolatl.server.metrics import Metrics
from chocolatl.server.started_pool import started_pool

HUNG_SECONDS = 10.0
"""A worker that thinks longer is ended. Far above any limit: starting anew costs more than a late answer."""
START_AGAIN_SECONDS = 1.0
log = structlog.get_logger()


class Thinker(Protocol):
    """What a lane needs of a worker; all but `ready` may take long and run in a thread."""

    @property
    def ready(self) -> bool: ...
    def prepare(self) -> None: ...
    def think(self, thought: Thought, limit: float) -> Any: ...
    def stop(self) -> None: ...


class LaneJob(NamedTuple):
    """A question and who waits for its answer."""

    thought: Thought
    answer: asyncio.Future[Any]


class Lane:
    """`last_resort`: nobody can stand in for its bots, so they are given the time a worker needs to start."""

    def __init__(
        self,
        name: str,
        workers: Sequence[Thinker],
        metrics: Metrics,
        last_resort: bool = False,
        bounds: Bounds | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = name
        self._workers = workers
        self._cold = list(workers)
        self._idle: list[Thinker] = []
        self._queue = FairQueue(bounds)
        self._jobs: dict[Ticket, LaneJob] = {}
        self._last_resort = last_resort
        self._clock = clock
        self._threads = started_pool(len(workers), f"bots-{name}")
        self._tasks: set[asyncio.Task[None]] = set()
        self._waited = metrics.bot_wait.labels(name)
        self._took = metrics.bot_time
        self._waiting = metrics.bots_waiting.labels(name)

    async def think(self, ticket: Ticket, thought: Thought, limit: float) -> Any:
        """The answer within the limit; raises BotFailed. Whoever is cancelled gives up the place."""
        if not self._queue.put(ticket):
            raise BotError(f"crowded: no place left in the {self.name} lane")
        job = LaneJob(thought, asyncio.get_running_loop().create_future())
        self._jobs[ticket] = job
        self._hand_out()
        starting = self._last_resort and not any(worker.ready for worker in self._workers)
        try:
            async with asyncio.timeout(START_LIMIT if starting else limit):
                return await job.answer
        except TimeoutError:
            raise BotError(f"late: nothing within {limit:g} s, waiting included") from None
        finally:
            del self._jobs[ticket]
            self._queue.drop(ticket)
            self._waiting.set(len(self._queue))

    def prepare(self) -> None:
        """Start a worker before somebody waits for it."""
        if self._cold and not self._idle:
            self._spawn(self._start(self._cold.pop()))

    def _hand_out(self) -> None:
        """A question for every idle worker; when more wait, a worker more."""
        for dead in [worker for worker in self._idle if not worker.ready]:
            self._idle.remove(dead)
            self._cold.append(dead)
        while self._idle and (ticket := self._queue.take(self._clock())) is not None:
            self._spawn(self._serve(self._idle.pop(), ticket, self._jobs[ticket]))
        if len(self._queue):
            self.prepare()
        self._waiting.set(len(self._queue))

    async def _serve(self, worker: Thinker, ticket: Ticket, job: LaneJob) -> None:
        began = self._clock()
        self._waited.observe(began - ticket.since)
        try:
            found = await self._in_thread(worker.think, job.thought, HUNG_SECONDS)
            if not job.answer.done():
                job.answer.set_result(found)
        except Exception as error:  # also a mistake of ours: the worker must go on
            if not job.answer.done():
                failed = error if isinstance(error, BotError) else BotError(f"failed: {error!r}")
                job.answer.set_exception(failed)
        finally:
            took = self._clock() - began
            self._took.observe(took)
            self._queue.done(ticket, took)
        if worker.ready:
            self._idle.append(worker)
            self._hand_out()
        else:
            await self._start(worker)

    async def _start(self, worker: Thinker) -> None:
        try:
            await self._in_thread(worker.prepare)
        except BotError as failed:
            log.warning("bot.not_started", lane=self.name, reason=failed.why)
            await asyncio.sleep(START_AGAIN_SECONDS)
            self._cold.append(worker)
        else:
            self._idle.append(worker)
        self._hand_out()

    async def _in_thread(self, work: Callable[..., Any], *args: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Stop thinking."""
        for task in list(self._tasks):
            task.cancel()
        for worker in self._workers:
            worker.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)
        await asyncio.gather(*self._tasks, return_exceptions=True)
