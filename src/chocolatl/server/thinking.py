"""Bots think in processes of their own, with a time limit; whatever goes wrong, the table goes on."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import time
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Literal

import structlog

from chocolatl.bots import make
from chocolatl.bots.analysis import Analysis, Analyst
from chocolatl.bots.levels import warm_up
from chocolatl.rules import Action, Question, View
from chocolatl.server.defaults import default_answer
from chocolatl.server.levels import SIMPLE
from chocolatl.server.metrics import Metrics

HARD_LIMIT = 10.0
"""Seconds. The bots keep a budget of their own far below this; who needs longer is stopped."""
START_LIMIT = 60.0
WARM_UP_PATIENCE = 4.0
FALLBACK = "greedy"
How = Literal["decide", "analyse"]
log = structlog.get_logger()


class BotFailed(Exception):  # noqa: N818  a fact, not a mistake of ours
    """A bot crashed, hung or was too late."""


class Worker:
    """A process that thinks about one question at a time; replaced when it fails. Used in a thread."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._pipe: Connection[Any, Any] | None = None
        self._warm = False

    def think(
        self, bot: str, seed: int, view: View, question: Question, limit: float, how: How = "decide"
    ) -> Any:
        """The bot's answer or analysis; raises BotFailed after killing a process that does not give one."""
        try:
            pipe = self._started()
            if not self._warm and bot.partition(":")[0] not in SIMPLE:
                self._warm, limit = (
                    True,
                    max(limit, START_LIMIT),
                )  # it loads, or even compiles, before it thinks
            pipe.send((how, bot, seed, view, question))
            if not pipe.poll(limit):
                raise BotFailed(f"late: no answer within {limit} s")
            thought, error = pipe.recv()
        except (EOFError, OSError) as broken:
            self.stop()
            raise BotFailed(f"crashed: {broken!r}") from None
        except BotFailed:
            self.stop()
            raise
        if error is not None:
            raise BotFailed(f"failed: {error}")
        return thought

    def _started(self) -> Connection[Any, Any]:
        if self._pipe is None or self._process is None or not self._process.is_alive():
            self.stop()
            context = multiprocessing.get_context("spawn")  # a fork would copy our sockets and threads
            self._pipe, other = context.Pipe()
            self._process = context.Process(target=serve_thoughts, args=(other,), name="bot", daemon=True)
            self._process.start()
            other.close()
            if not self._pipe.poll(START_LIMIT):
                raise BotFailed("late: its process did not start")
            self._pipe.recv()
        return self._pipe

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._pipe = self._process = None
        self._warm = False


def serve_thoughts(pipe: Connection[Any, Any]) -> None:
    """What a worker process does: read a question, write an answer, until the server goes away."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server; it ends us
    with contextlib.suppress(EOFError, OSError):  # the server has gone, and so do we
        pipe.send("ready")
        while True:
            pipe.send(_thought(*pipe.recv()))


def _thought(
    how: How, bot: str, seed: int, view: View, question: Question
) -> tuple[Action | Analysis | None, str | None]:
    try:
        made = make(bot, seed)
        if how == "decide":
            return made.decide(view, question), None
        if not isinstance(made, Analyst):
            return None, f"{bot} cannot tell what it considers"
        return made.analyse(view, question), None
    except Exception as error:  # also from a bot that somebody is still writing
        return None, f"{type(error).__name__}: {error}"


def is_simple(bot: str) -> bool:
    """Does it think without compiled code?"""
    return bot.partition(":")[0] in SIMPLE


def _warm_up_gently() -> None:
    import os
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)
    warm_up()


class Bots:
    """A few workers, and a fallback for every failure."""

    def __init__(self, workers: int, metrics: Metrics, limit: float = HARD_LIMIT) -> None:
        self._metrics = metrics
        self._limit = limit
        self._workers = [Worker() for _ in range(workers)]
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        self._threads = ThreadPoolExecutor(workers + 1, "bots")
        self._warming: asyncio.Task[None] | None = None
        self._compiler: BaseProcess | None = None
        self._first_wait: float | None = None
        for worker in self._workers:
            self._idle.put_nowait(worker)

    async def warm_up(self) -> None:
        """Compile what the strong bots need, once per installation, in a process that gives way to others."""
        await asyncio.shield(self._compiling())

    def _compiling(self) -> asyncio.Task[None]:
        if self._warming is None:
            self._warming = asyncio.create_task(self._compile())
        return self._warming

    async def _compile(self) -> None:
        began = time.monotonic()
        self._compiler = multiprocessing.get_context("spawn").Process(target=_warm_up_gently, daemon=True)
        self._compiler.start()
        await asyncio.get_running_loop().run_in_executor(self._threads, self._compiler.join)
        ready = self._compiler.exitcode == 0
        self._metrics.bots_ready.set(ready)
        log.info("bots.ready" if ready else "bots.not_compiled", seconds=round(time.monotonic() - began, 1))

    def _patience_ends(self) -> float:
        """The first ones to ask wait a little, because a second start compiles nothing; later ones do not."""
        if self._first_wait is None:
            self._first_wait = time.monotonic()
        return self._first_wait + WARM_UP_PATIENCE

    async def _can_think(self, bot: str) -> bool:
        """A strong bot may still be compiling on its first day; nobody is to wait minutes for that."""
        if is_simple(bot) or self._compiling().done():
            return True
        patience = max(0.0, self._patience_ends() - time.monotonic())
        done, _ = await asyncio.wait({self._compiling()}, timeout=patience)
        return bool(done)

    async def close(self) -> None:
        """Stop thinking."""
        if self._compiler is not None:
            self._compiler.kill()
        for worker in self._workers:
            worker.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def decide(self, bot: str, seed: int, view: View, question: Question) -> Action:
        """An answer, always: of this bot, else of the greedy one, else the default."""
        for spec in dict.fromkeys((bot, FALLBACK)):
            if not await self._can_think(spec):
                self._metrics.bot_failures.labels("compiling").inc()
                log.info("bot.compiling", bot=spec)
                continue
            try:
                action: Action = await self._think(spec, seed, view, question)
                self._metrics.bot_answers.labels(spec).inc()
                return action
            except BotFailed as failed:
                why = str(failed).partition(":")[0]
                self._metrics.bot_failures.labels(why).inc()
                log.warning("bot.failed", bot=spec, why=why)
        return default_answer(question)

    async def analyse(self, bot: str, seed: int, view: View, question: Question) -> Analysis:
        """What this bot considers; raises BotFailed when it cannot tell (yet): no other will do."""
        if not await self._can_think(bot):
            raise BotFailed("compiling: it is not ready yet")
        found: Analysis = await self._think(bot, seed, view, question, "analyse")
        return found

    async def _think(self, bot: str, seed: int, view: View, question: Question, how: How = "decide") -> Any:
        worker = await self._idle.get()
        started = time.monotonic()
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(
                self._threads, worker.think, bot, seed, view, question, self._limit, how
            )
        finally:
            self._metrics.bot_time.observe(time.monotonic() - started)
            self._idle.put_nowait(worker)
