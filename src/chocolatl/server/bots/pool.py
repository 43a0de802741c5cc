"""Bots think in processes of their own, within a limit; whatever goes wrong, the table goes on.

Every bot has a lane by what it costs (levels.py), so that a cheap one never waits for a dear one. Whoever is
not answered within the limit, waiting included, is answered by a quicker bot, in the end by the default.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections.abc import Mapping
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple

import structlog

from chocolatl.bots.analysis import Analysis
from chocolatl.bots.fallback import default_answer
from chocolatl.bots.levels import warm_up
from chocolatl.rules import Action, Question, View
from chocolatl.server.bots.bot_process import BotError, BotProcess, Thought, give_way
from chocolatl.server.bots.fair_queue import Kind, Ticket
from chocolatl.server.bots.worker_lane import Lane
from chocolatl.server.metrics import Metrics
from chocolatl.server.tables.allowed_bots import LaneName, lane_of, spec_of

Limits = Mapping[LaneName, tuple[float, float]]
LIMITS: Limits = {"simple": (0.5, 0.4), "light": (0.5, 0.4), "strong": (5.0, 0.9)}
"""Seconds of waiting and thinking: of the bot itself, then of its stand-in. Quick ones: a second for both."""
LONGEST = sum(LIMITS["strong"]) + 1.0
OPINION_LIMIT = 20.0
COMPILE_WAIT_SECONDS = 4.0
STRONG_NICE = 10
SUBSTITUTE_BOT = spec_of("medium")
log = structlog.get_logger()


class Asker(NamedTuple):
    """Whose share of the bots' time a thought takes; see `ServerSecret.origin`."""

    origin: str
    table: str


NOBODY = Asker("", "")


def _warm_up_gently() -> None:
    give_way(5)
    warm_up()


class BotPool:
    """Three lanes, and a stand-in for every failure."""

    def __init__(self, workers: int, metrics: Metrics, limits: Limits = LIMITS) -> None:
        self._metrics = metrics
        self._limits = limits
        self._lanes: dict[LaneName, Lane] = {
            "simple": Lane("simple", [BotProcess()], metrics, last_resort=True),
            "light": Lane("light", [BotProcess(compiled=True)], metrics),
            "strong": Lane("strong", [BotProcess(True, STRONG_NICE) for _ in range(workers)], metrics),
        }
        self._warming: asyncio.Task[bool] | None = None
        self._compiler: BaseProcess | None = None
        self._first_wait: float | None = None

    async def warm_up(self) -> None:
        """Compile what the strong bots need, once per installation, in a process that gives way to others.

        Then a worker loads it, so that the first strong bot and the first hint need not wait for that.
        """
        self._lanes["simple"].prepare()
        if await asyncio.shield(self._compiling()):
            self._lanes["strong"].prepare()

    def _compiling(self) -> asyncio.Task[bool]:
        if self._warming is None:
            self._warming = asyncio.create_task(self._compile())
        return self._warming

    async def _compile(self) -> bool:
        began = time.monotonic()
        self._compiler = multiprocessing.get_context("spawn").Process(target=_warm_up_gently, daemon=True)
        self._compiler.start()
        await asyncio.to_thread(self._compiler.join)
        ready = self._compiler.exitcode == 0
        self._metrics.bots_ready.set(ready)
        log.info("bots.ready" if ready else "bots.compile_failed", seconds=round(time.monotonic() - began, 1))
        return ready

    def _patience(self, limit: float) -> float:
        """The first ones to ask wait a little, because a second start compiles nothing; later ones do not."""
        now = time.monotonic()
        if self._first_wait is None:
            self._first_wait = now
        return max(0.0, min(limit, self._first_wait + COMPILE_WAIT_SECONDS - now))

    async def _can_think(self, lane: LaneName, limit: float) -> bool:
        """A strong bot may still be compiling on its first day; nobody is to wait minutes for that."""
        if lane == "simple" or self._compiling().done():
            return True
        done, _ = await asyncio.wait({self._compiling()}, timeout=self._patience(limit))
        return bool(done)

    async def close(self) -> None:
        """Stop thinking."""
        if self._compiler is not None:
            self._compiler.kill()
        await asyncio.gather(*(lane.close() for lane in self._lanes.values()))

    async def decide(
        self, bot: str, seed: int, view: View, question: Question, asker: Asker = NOBODY
    ) -> Action:
        """An answer, always: of this bot, else of the stand-in, else the default."""
        for spec, limit in zip((bot, SUBSTITUTE_BOT), self._limits[lane_of(bot)], strict=True):
            try:
                thought = Thought("decide", spec, seed, view, question)
                action: Action = await self._think(thought, asker, "game", limit)
                self._metrics.bot_answers.labels(spec).inc()
                return action
            except BotError as failed:
                self._metrics.bot_failures.labels(failed.why).inc()
                log.warning("bot.stood_in_for", bot=spec, reason=failed.why)
        return default_answer(question)

    async def analyse(
        self,
        bot: str,
        seed: int,
        view: View,
        question: Question,
        asker: Asker = NOBODY,
        kind: Kind = "analysis",
    ) -> Analysis:
        """What this bot considers; raises BotFailed when it cannot tell (yet): no other will do."""
        thought = Thought("analyse", bot, seed, view, question)
        found: Analysis = await self._think(thought, asker, kind, OPINION_LIMIT)
        return found

    async def _think(self, thought: Thought, asker: Asker, kind: Kind, limit: float) -> Any:
        lane, began = lane_of(thought.bot), time.monotonic()
        if not await self._can_think(lane, limit):
            raise BotError("compiling: it is not ready yet")
        left = limit - (time.monotonic() - began)
        ticket = Ticket(asker.origin or asker.table, asker.table, kind, began)
        return await self._lanes[lane].think(ticket, thought, left)
