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
from chocolatl.rules.words import Seat
from chocolatl.server.archive import Archive
from chocolatl.server.botworker import BotFailed
from chocolatl.server.errors import Denied
from chocolatl.server.fairqueue import Kind
from chocolatl.server.house import House
from chocolatl.server.levels import spec_of
from chocolatl.server.permissions import my_seat, refuse_board, refuse_hints, refuse_phase, refuse_spectator
from chocolatl.server.thinking import Asker
from chocolatl.server.wire import AskAnalysis, AskHint

ADVISER = "master"
CANDIDATES = 5
KEPT = 500
log = structlog.get_logger()

Position = tuple[str, int, Seat]


class Hints:
    """Remembers the latest opinions of this process."""

    def __init__(self, house: House, archive: Archive) -> None:
        self._archive = archive
        self._house = house
        self._opinions: OrderedDict[Position, asyncio.Task[Analysis]] = OrderedDict()

    async def hint(self, table: str, visitor: str, origin: str, wish: AskHint) -> Analysis:
        """About the question that the caller's own seat is asked now. Raises Denied."""
        room = await self._house.room(table)
        seat = my_seat(room.row, visitor)
        refuse_phase(room.row, "running")
        refuse_hints(room.lobby, seat)
        assert room.state is not None
        if wish.turn != room.state.turn:
            raise Denied("too_late", f"turn {wish.turn} is over", f"turn {room.state.turn}")
        return await self._opinion(Asker(origin, table), "hint", room.state, seat)

    async def analysis(self, table: str, visitor: str, origin: str, wish: AskAnalysis) -> Analysis:
        """About what any seat was asked after the first `at` events of a finished game. Raises Denied."""
        room = await self._house.room(table)
        refuse_spectator(room.row, room.lobby.seat_of(visitor))
        refuse_phase(room.row, "finished")
        refuse_board(room.lobby)
        if wish.seat >= len(room.lobby.seats):
            raise Denied("no_such_seat", f"there is no seat {wish.seat}", "a seat of this table")
        at = min(wish.at, room.game.last + 1)
        state = await self._archive.position(table, at)
        return await self._opinion(Asker(origin, table), "analysis", state, wish.seat)

    async def _opinion(self, asker: Asker, kind: Kind, state: State, seat: Seat) -> Analysis:
        position = (asker.table, state.turn, seat)
        if position not in self._opinions:
            self._opinions[position] = asyncio.create_task(self._think(asker, kind, position, state))
        self._opinions.move_to_end(position)
        while len(self._opinions) > KEPT:
            self._opinions.popitem(last=False)
        return await asyncio.shield(self._opinions[position])

    async def _think(self, asker: Asker, kind: Kind, position: Position, state: State) -> Analysis:
        table, turn, seat = position
        try:
            seen = view(state, seat)
            if seen.question is None:
                raise Denied("not_asked", f"seat {seat} is not asked anything here", "a seat that is asked")
            seed = self._house.secret.bot_seed(table, turn, seat)
            found = await self._house.bots.analyse(spec_of(ADVISER), seed, seen, seen.question, asker, kind)
            return replace(found, candidates=found.candidates[:CANDIDATES])
        except BotFailed as failed:
            self._opinions.pop(position, None)
            log.info("hint.failed", why=failed.why)
            raise refused(failed) from None
        except BaseException:
            self._opinions.pop(position, None)
            raise


def refused(failed: BotFailed) -> Denied:
    """Too many opinions are wanted from this address, or by everybody; else the bot itself cannot tell."""
    if failed.why == "crowded":
        return Denied("too_fast", "too many hints and analyses are being thought about", "a little patience")
    return Denied("busy", "the bot cannot tell just now", "the same request, a little later")
