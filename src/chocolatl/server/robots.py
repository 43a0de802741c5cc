"""The bots of one table: each open question is thought about once, and its answer handed in like anyone's."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog

from chocolatl.rules import Action, State, question, view
from chocolatl.rules.words import Seat
from chocolatl.server.defaults import default_answer
from chocolatl.server.errors import Denied, StorageDown
from chocolatl.server.levels import spec_of
from chocolatl.server.lobby import Lobby
from chocolatl.server.thinking import Asker
from chocolatl.server.wire import Phase

if TYPE_CHECKING:
    from chocolatl.server.room import Room
    from chocolatl.server.workqueue import Given

EXPECTED = ("too_late", "not_asked", "game_over", "busy", "wrong_phase", "too_new")
"""Refusals that say nothing about the answer itself."""
Asked = tuple[int, Seat]
log = structlog.get_logger()


def asked_of_bots(state: State | None, lobby: Lobby, phase: Phase) -> frozenset[Asked]:
    """The turn and seat of every open question that a bot has to answer."""
    if state is None or phase != "running":
        return frozenset()
    return frozenset((state.turn, seat) for seat in state.pending if lobby.seats[seat].played_by_bot)


def second_try(state: State | None, given: Given, denied: Denied | None) -> Action | None:
    """The default, for a bot whose answer breaks the rules; nothing where that would not help either."""
    if denied is None or state is None or denied.problem.code in EXPECTED:
        return None
    asked = question(state, given.seat)
    if asked is None or asked.turn != given.turn:
        return None
    default = default_answer(asked)
    return None if default == given.action else default


def refuse_replaced_bot(lobby: Lobby, seat: Seat) -> None:
    """A bot's answer that comes when its person has taken the seat back does not count."""
    if not lobby.seats[seat].played_by_bot:
        raise Denied("not_asked", "the player is back", "nothing")


class Robots:
    """Knows what is being thought about."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._thinking: dict[Asked, asyncio.Task[None]] = {}

    @property
    def busy(self) -> bool:
        """Is any bot thinking?"""
        return bool(self._thinking)

    def wake(self) -> None:
        """Let every bot that is asked think, once; what nobody asks any more is no longer thought about."""
        room = self._room
        state, wanted = room.state, asked_of_bots(room.state, room.lobby, room.row.summary.phase)
        for asked in self._thinking.keys() - wanted:
            self._thinking.pop(asked).cancel()
        if state is None or room.house.draining:
            return
        for asked in sorted(wanted - self._thinking.keys()):
            self._thinking[asked] = room.house.spawn(self._think(state, asked))

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
        room = self._room
        house, table = room.house, room.row.id
        try:
            if not await house.may_think(table, state.turn, seat):
                return False
        except StorageDown:  # the clock wakes us again
            return False
        seen = view(state, seat)
        assert seen.question is not None
        seed = house.secret.bot_seed(table, state.turn, seat)
        bot = spec_of(room.lobby.seats[seat].bot or house.stand_in)
        asker = Asker(room.lobby.origin, table)
        action = await house.bots.decide(bot, seed, seen, seen.question, asker)
        room.give_for_bot(seat, state.turn, action)
        return True

    def _forget(self, asked: Asked) -> None:
        """Unless the same question was asked anew meanwhile: then another task thinks about it."""
        if self._thinking.get(asked) is asyncio.current_task():
            del self._thinking[asked]

    def answered(self, given: Given, denied: Denied | None) -> None:
        """The verdict. Too late is normal; else the bot does not know the rules, and the default answers."""
        self._thinking.pop((given.turn, given.seat), None)
        default = second_try(self._room.state, given, denied)
        if denied is not None and default is not None:
            log.warning("bot.illegal", table=self._room.name_in_logs, code=denied.problem.code)
            self._room.give(given._replace(action=default))
