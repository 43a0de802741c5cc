"""The bots of one table: each open question is thought about once, and its answer handed in like anyone's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog

from chocolatl.rules import State, question, view
from chocolatl.rules.words import Seat
from chocolatl.server.defaults import default_answer
from chocolatl.server.errors import Denied, StorageDown
from chocolatl.server.levels import spec_of

if TYPE_CHECKING:
    from chocolatl.server.room import Room
    from chocolatl.server.workqueue import Given

EXPECTED = ("too_late", "not_asked", "game_over", "busy")
log = structlog.get_logger()


class Robots:
    """Knows what is being thought about."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._thinking: set[tuple[int, Seat]] = set()

    @property
    def busy(self) -> bool:
        """Is any bot thinking?"""
        return bool(self._thinking)

    def wake(self) -> None:
        """Let every bot that is asked think, once."""
        room = self._room
        state = room.state
        if state is None or room.house.draining:
            return
        for seat in state.pending:
            job = (state.turn, seat)
            if room.lobby.seats[seat].played_by_bot and job not in self._thinking:
                self._thinking.add(job)
                room.house.spawn(self._think(state, seat))

    async def _think(self, state: State, seat: Seat) -> None:
        room = self._room
        house = room.house
        try:
            if not await house.may_think(room.row.id, state.turn, seat):
                self._thinking.discard((state.turn, seat))
                return
            seen = view(state, seat)
            assert seen.question is not None
            seed = house.secret.bot_seed(room.row.id, state.turn, seat)
            bot = spec_of(room.lobby.seats[seat].bot or house.stand_in)
            action = await house.bots.decide(bot, seed, seen, seen.question)
        except StorageDown:  # the clock wakes us again
            self._thinking.discard((state.turn, seat))
            return
        except BaseException:
            self._thinking.discard((state.turn, seat))
            raise
        room.give_for_bot(seat, state.turn, action)

    def answered(self, given: Given, denied: Denied | None) -> None:
        """The verdict. Too late is normal; else the bot does not know the rules, and the default answers."""
        self._thinking.discard((given.turn, given.seat))
        state = self._room.state
        if denied is None or state is None or denied.problem.code in EXPECTED:
            return
        log.warning("bot.illegal", table=self._room.name_in_logs, code=denied.problem.code)
        asked = question(state, given.seat)
        if asked is not None and asked.turn == given.turn:
            self._room.give(given._replace(action=default_answer(asked)))
