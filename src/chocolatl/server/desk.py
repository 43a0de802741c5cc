"""What people can do at a table, apart from playing: join, leave, start, settings, links, rematch."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import structlog
from msgspec.structs import replace

from chocolatl.rules.words import Seat
from chocolatl.server import lobby as lobbies
from chocolatl.server.archive import Archive
from chocolatl.server.drawing import start_game
from chocolatl.server.errors import Denied, TooNew
from chocolatl.server.founding import found_rematch
from chocolatl.server.hints import Hints
from chocolatl.server.house import STAND_IN, House
from chocolatl.server.lobby import Lobby
from chocolatl.server.permissions import (
    checked_bot,
    my_seat,
    refuse_others,
    refuse_phase,
    refuse_spectator,
    refuse_stand_in,
)
from chocolatl.server.public import seated
from chocolatl.server.room import Room
from chocolatl.server.seating import take_back
from chocolatl.server.secret import hashed, new_token
from chocolatl.server.store.rows import TableRow
from chocolatl.server.webhooks import check_address
from chocolatl.server.wire import (
    Join,
    Phase,
    RenewLink,
    Seated,
    SetSeat,
    Settings,
    SetWebhook,
    Start,
)

log = structlog.get_logger()
P = ParamSpec("P")
T = TypeVar("T")
Asking = Callable[Concatenate["Desk", str, str, P], Coroutine[Any, Any, T]]


def reading_again(method: Callable[Concatenate[Desk, str, str, P], Awaitable[T]]) -> Asking[P, T]:
    """What would be refused is tried again if another process has changed the table and no note has come.

    It may also have been read while the wish was being decided, in the middle of it.
    """

    @wraps(method)
    async def asked(desk: Desk, table: str, visitor: str, /, *args: P.args, **kwargs: P.kwargs) -> T:
        before = desk.house.known(table)
        try:
            return await method(desk, table, visitor, *args, **kwargs)
        except Denied:
            behind = await desk.house.behind(table)
            if not behind and desk.house.known(table) == before:
                raise
        return await method(desk, table, visitor, *args, **kwargs)

    return asked


class Desk:
    """One method per request; `visitor` is the hash of the caller's cookie. All raise Denied."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.archive = Archive(house)
        self.hints = Hints(house, self.archive)

    # ---- looking ----

    @reading_again
    async def look(self, table: str, visitor: str) -> Seated:
        """A table by its link."""
        row = await self._row(table)
        seat = row.lobby.seat_of(visitor)
        refuse_spectator(row, seat)
        return seated(row, seat)

    async def _row(self, table: str) -> TableRow:
        """Of a table that only a newer process can play, too."""
        try:
            return (await self.house.room(table)).row
        except TooNew:
            row = await self.house.store.load(table)
            if row is None:
                raise
            return row

    # ---- before the game ----

    @reading_again
    async def join(self, table: str, visitor: str, wish: Join) -> Seated:
        """Sit down."""
        return await self._change(
            table, visitor, lambda row: lobbies.sit(row.lobby, visitor, wish.name, wish.seat, wish.colour)
        )

    @reading_again
    async def leave(self, table: str, visitor: str) -> Seated:
        """Stand up; out of a running game, leave the seat to a bot."""
        room = await self.house.room(table)
        if room.row.summary.phase == "running":
            seat = my_seat(room.row, visitor)
            result = await self._change(
                table, visitor, lambda row: lobbies.hand_over(row.lobby, (seat,), STAND_IN), "running"
            )
            room.robots.wake()
            return result
        return await self._change(table, visitor, lambda row: lobbies.leave(row.lobby, my_seat(row, visitor)))

    @reading_again
    async def set_seat(self, table: str, visitor: str, seat: Seat, wish: SetSeat) -> Seated:
        """The host puts a bot on a seat or empties it; in a running game, a bot for someone who is away."""
        bot = None if wish.bot is None else checked_bot(wish.bot)
        room = await self.house.room(table)
        if room.row.summary.phase == "running":
            return await self._stand_in(room, visitor, seat, bot)

        def change(row: TableRow) -> Lobby:
            refuse_others(row, visitor)
            return lobbies.put_bot(row.lobby, seat, bot)

        return await self._change(table, visitor, change)

    async def _stand_in(self, room: Room, visitor: str, seat: Seat, bot: str | None) -> Seated:
        """Nobody can stall a table for ever, also without deadlines: the others may call a bot."""
        if bot is None:
            raise Denied("wrong_phase", "seats are emptied before the start", "a bot")
        away = await self.house.away_seconds(room, seat)

        def change(row: TableRow) -> Lobby:
            refuse_stand_in(row, my_seat(row, visitor), seat, away)
            return lobbies.hand_over(row.lobby, (seat,), STAND_IN)

        done = await self._change(room.row.id, visitor, change, "running")
        room.robots.wake()
        return done

    @reading_again
    async def settings(self, table: str, visitor: str, wish: Settings) -> Seated:
        """The host says who may find and watch the table, at any time; pace and hints before it starts."""
        room = await self.house.room(table)
        phase = room.row.summary.phase
        if (wish.pace, wish.hints) != (None, None) and phase != "open":
            raise Denied("wrong_phase", "pace and hints are set before the start", "an open table")

        def change(row: TableRow) -> Lobby:
            refuse_others(row, visitor)
            lobby = row.lobby
            return replace(
                lobby,
                listed=lobby.listed if wish.listed is None else wish.listed,
                spectators=lobby.spectators if wish.spectators is None else wish.spectators,
                pace=wish.pace or lobby.pace,
                hints=lobby.hints if wish.hints is None else wish.hints,
            )

        return await self._change(table, visitor, change, phase)

    @reading_again
    async def start(self, table: str, visitor: str, wish: Start) -> Seated:
        """The host starts the draw, and with it the game; empty seats are filled with bots, if so wished."""
        bot = None if wish.fill is None else checked_bot(wish.fill)
        room = await self.house.room(table)

        def filled(row: TableRow) -> Lobby:
            refuse_others(row, visitor)
            refuse_phase(row, "open")
            lobby = row.lobby if bot is None else lobbies.fill(row.lobby, bot)
            if lobby.empty:
                raise Denied(
                    "wrong_phase", f"seats {lobby.empty} are empty", "a full table, or a bot to fill it"
                )
            return lobby

        await room.run(lambda: start_game(room, filled))
        return seated(room.row, room.lobby.seat_of(visitor))

    # ---- seats on other devices ----

    @reading_again
    async def link(self, table: str, visitor: str, wish: RenewLink) -> str:
        """A token for a personal link to my seat; only its hash is kept."""
        token = new_token()

        def change(row: TableRow) -> Lobby:
            seat = my_seat(row, visitor)
            lobby = lobbies.renew_link(row.lobby, seat, hashed(token))
            return lobbies.end_other_devices(lobby, seat, visitor) if wish.end_others else lobby

        room = await self.house.room(table)
        await room.run(lambda: room.change(change))
        return token

    @reading_again
    async def claim(self, table: str, visitor: str, token: str) -> Seated:
        """The seat that this personal link stands for."""
        room = await self.house.room(table)
        await room.run(lambda: room.change(lambda row: lobbies.claim(row.lobby, visitor, hashed(token))))
        return seated(room.row, room.lobby.seat_of(visitor))

    @reading_again
    async def take_back(self, table: str, visitor: str) -> Seated:
        """Play on after a bot held my seat."""
        room = await self.house.room(table)
        await room.run(lambda: take_back(room, my_seat(room.row, visitor)))
        return seated(room.row, room.lobby.seat_of(visitor))

    @reading_again
    async def webhook(self, table: str, visitor: str, origin: str, wish: SetWebhook) -> None:
        """Where to call me, or nobody any more."""
        room = await self.house.room(table)
        my_seat(room.row, visitor)
        if wish.url is not None:
            private, lookups = self.house.config.webhooks_to_private, self.house.courier.lookups
            await check_address(wish.url, private, lookups, origin)

        def change(row: TableRow) -> Lobby:
            seat = my_seat(row, visitor)
            if wish.whole_table:
                refuse_others(row, visitor)
                return replace(row.lobby, webhook=wish.url)
            doc = replace(row.lobby.seats[seat], webhook=wish.url)
            return lobbies.with_seat(row.lobby, seat, doc)

        await room.run(lambda: room.change(change))

    # ---- after the game ----

    @reading_again
    async def rematch(self, table: str, visitor: str) -> Seated:
        """The same people at a new table: whoever asks first creates it, the others find it."""
        room = await self.house.room(table)
        await room.run(lambda: found_rematch(room, visitor))
        assert room.lobby.rematch is not None
        return await self.look(room.lobby.rematch, visitor)

    # ---- helpers ----

    async def _change(
        self, table: str, visitor: str, how: Callable[[TableRow], Lobby], phase: Phase = "open"
    ) -> Seated:
        room = await self.house.room(table)

        def change(row: TableRow) -> Lobby:
            refuse_phase(row, phase)
            return how(row)

        await room.run(lambda: room.change(change))
        return seated(room.row, room.lobby.seat_of(visitor))
