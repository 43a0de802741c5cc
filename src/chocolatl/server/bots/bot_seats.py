"""The bots of one table: each open question is thought about once, and its answer handed in like anyone's."""

from __future__ import annotations

import asyncio

import structlog

from chocolatl.bots.fallback import default_answer
from chocolatl.rules import Action, State, question, view
from chocolatl.rules.types import Seat
from chocolatl.server.bots.pool import LONGEST, Asker, BotPool
from chocolatl.server.errors import RequestError, StorageUnavailableError
from chocolatl.server.protocol import Phase
from chocolatl.server.store.documents import Lobby
from chocolatl.server.tables.allowed_bots import SUBSTITUTE_BOT, spec_of
from chocolatl.server.tables.live_table import LiveTable, Submission

HARMLESS_REFUSALS = ("too_late", "not_asked", "game_over", "busy", "wrong_phase", "too_new")
"""Refusals that say nothing about the answer itself."""
Asked = tuple[int, Seat]
log = structlog.get_logger()


def asked_of_bots(state: State | None, lobby: Lobby, phase: Phase) -> frozenset[Asked]:
    """The turn and seat of every open question that a bot has to answer."""
    if state is None or phase != "running":
        return frozenset()
    return frozenset((state.turn, seat) for seat in state.pending if lobby.seats[seat].played_by_bot)


def second_try(state: State | None, given: Submission, denied: RequestError | None) -> Action | None:
    """The default, for a bot whose answer breaks the rules; nothing where that would not help either."""
    if denied is None or state is None or denied.problem.code in HARMLESS_REFUSALS:
        return None
    asked = question(state, given.seat)
    if asked is None or asked.turn != given.turn:
        return None
    default = default_answer(asked)
    return None if default == given.action else default


class BotSeats:
    """Knows what is being thought about, and asks the pool."""

    def __init__(self, live: LiveTable, pool: BotPool) -> None:
        self._live = live
        self._pool = pool
        self._thinking: dict[Asked, asyncio.Task[None]] = {}

    @property
    def busy(self) -> bool:
        """Is any bot thinking?"""
        return bool(self._thinking)

    def ask(self) -> None:
        """Let every bot that is asked think, once; what nobody asks any more is no longer thought about."""
        live = self._live
        state, wanted = live.state, asked_of_bots(live.state, live.lobby, live.row.summary.phase)
        for asked in self._thinking.keys() - wanted:
            self._thinking.pop(asked).cancel()
        if state is None or live.services.background.draining:
            return
        for asked in sorted(wanted - self._thinking.keys()):
            self._thinking[asked] = live.services.background.spawn(self._think(state, asked))

    async def _think(self, state: State, asked: Asked) -> None:
        """Until the answer is given; then `answered` follows."""
        try:
            given = await self._thought(state, asked[1])
        except BaseException:
            self._forget(asked)
            raise
        if not given:
            self._forget(asked)

    async def _thought(self, state: State, seat: Seat) -> bool:
        live = self._live
        services, table = live.services, live.row.id
        try:
            if not await self._may_think(state.turn, seat):
                return False
        except StorageUnavailableError:  # the clock wakes us again
            return False
        seen = view(state, seat)
        assert seen.question is not None
        seed = services.secret.bot_seed(table, state.turn, seat)
        bot = spec_of(live.lobby.seats[seat].bot or SUBSTITUTE_BOT)
        asker = Asker(live.lobby.origin, table)
        action = await self._pool.decide(bot, seed, seen, seen.question, asker)
        live.submit(Submission(seat, None, state.turn, action, services.now(), self.answered))
        return True

    async def _may_think(self, turn: int, seat: Seat) -> bool:
        """Bots are not run twice: with several processes the first one gets the work, for a while."""
        services = self._live.services
        if not services.bus.shared:
            return True
        now = services.now()
        lease = services.store.lease(self._live.row.id, f"{turn}/{seat}", services.origin, now, now + LONGEST)
        return await asyncio.shield(lease)  # who stops thinking leaves no transaction open

    def _forget(self, asked: Asked) -> None:
        """Unless the same question was asked anew meanwhile: then another task thinks about it."""
        if self._thinking.get(asked) is asyncio.current_task():
            del self._thinking[asked]

    def answered(self, given: Submission, denied: RequestError | None) -> None:
        """The verdict. Too late is normal; else the bot does not know the rules, and the default answers."""
        self._thinking.pop((given.turn, given.seat), None)
        default = second_try(self._live.state, given, denied)
        if denied is not None and default is not None:
            log.warning("bot.illegal_action", table=self._live.name_in_logs, code=denied.problem.code)
            self._live.submit(given._replace(action=default))
