"""A strong bot's opinion: about my own open question where hints are allowed, or about a finished game.

It thinks in the bots' processes, from the view of one seat, and each opinion is formed once.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict

import structlog
from msgspec.structs import replace

from chocolatl.bots.analysis import Analysis
from chocolatl.rules import State, view
from chocolatl.rules.types import Seat
from chocolatl.server.bots.bot_process import BotError
from chocolatl.server.bots.fair_queue import Kind
from chocolatl.server.bots.pool import Asker, BotPool
from chocolatl.server.errors import RequestError
from chocolatl.server.protocol import AskAnalysis, AskHint
from chocolatl.server.tables.allowed_bots import spec_of
from chocolatl.server.tables.finished_games import FinishedGames
from chocolatl.server.tables.permissions import (
    refuse_board,
    require_hints_allowed,
    require_may_watch,
    require_phase,
    require_seat,
)
from chocolatl.server.tables.table_registry import TableRegistry

ADVISER = "master"
CANDIDATES = 5
KEPT = 500
log = structlog.get_logger()

AnalysisKey = tuple[str, int, Seat]


class Hints:
    """Remembers the latest opinions of this process."""

    def __init__(self, registry: TableRegistry, pool: BotPool, archive: FinishedGames) -> None:
        self._archive = archive
        self._registry = registry
        self._pool = pool
        self._analyses: OrderedDict[AnalysisKey, asyncio.Task[Analysis]] = OrderedDict()

    async def hint(self, table: str, visitor: str, origin: str, wish: AskHint) -> Analysis:
        """About the question that the caller's own seat is asked now. Raises RequestError."""
        live = await self._registry.open_table(table)
        seat = require_seat(live.row, visitor)
        require_phase(live.row, "running")
        require_hints_allowed(live.lobby, seat)
        assert live.state is not None
        if wish.turn != live.state.turn:
            raise RequestError("too_late", f"turn {wish.turn} is over", f"turn {live.state.turn}")
        return await self._opinion(Asker(origin, table), "hint", live.state, seat)

    async def analysis(self, table: str, visitor: str, origin: str, wish: AskAnalysis) -> Analysis:
        """About what a seat was asked after the first `at` events of a finished game. Raises RequestError."""
        live = await self._registry.open_table(table)
        require_may_watch(live.row, live.lobby.seat_of(visitor))
        require_phase(live.row, "finished")
        refuse_board(live.lobby)
        if wish.seat >= len(live.lobby.seats):
            raise RequestError("no_such_seat", f"there is no seat {wish.seat}", "a seat of this table")
        at = min(wish.at, live.game.last + 1)
        state = await self._archive.position(table, at)
        return await self._opinion(Asker(origin, table), "analysis", state, wish.seat)

    async def _opinion(self, asker: Asker, kind: Kind, state: State, seat: Seat) -> Analysis:
        position = (asker.table, state.turn, seat)
        if position not in self._analyses:
            self._analyses[position] = asyncio.create_task(self._think(asker, kind, position, state))
        self._analyses.move_to_end(position)
        while len(self._analyses) > KEPT:
            self._analyses.popitem(last=False)
        return await asyncio.shield(self._analyses[position])

    async def _think(self, asker: Asker, kind: Kind, position: AnalysisKey, state: State) -> Analysis:
        table, turn, seat = position
        try:
            seen = view(state, seat)
            if seen.question is None:
                raise RequestError(
                    "not_asked", f"seat {seat} is not asked anything here", "a seat that is asked"
                )
            seed = self._registry.services.secret.bot_seed(table, turn, seat)
            found = await self._pool.analyse(spec_of(ADVISER), seed, seen, seen.question, asker, kind)
            return replace(found, candidates=found.candidates[:CANDIDATES])
        except BotError as failed:
            self._analyses.pop(position, None)
            log.info("hint.failed", reason=failed.why)
            raise refused(failed) from None
        except BaseException:
            self._analyses.pop(position, None)
            raise


def refused(failed: BotError) -> RequestError:
    """Too many opinions are wanted from this address, or by everybody; else the bot itself cannot tell."""
    if failed.why == "crowded":
        return RequestError(
            "too_fast", "too many hints and analyses are being thought about", "a little patience"
        )
    return RequestError("busy", "the bot cannot tell just now", "the same request, a little later")
