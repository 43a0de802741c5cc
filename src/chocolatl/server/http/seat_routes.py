"""HTTP: the seats of a table: take, leave, give to a bot, on other devices, where to be called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from litestar import post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter
from msgspec.structs import replace

from chocolatl.rules.types import Seat
from chocolatl.server.errors import RequestError
from chocolatl.server.http.problems import PROBLEMS
from chocolatl.server.http.request_context import Origin, TableId, Tables, Visitor, reading_again
from chocolatl.server.notify.dns_lookup import Lookups
from chocolatl.server.notify.webhook_post import check_address
from chocolatl.server.protocol import Claim, Join, Me, PersonalLink, RenewLink, Seated, SetSeat, SetWebhook
from chocolatl.server.secret import hash_token, new_token
from chocolatl.server.store.documents import Lobby
from chocolatl.server.store.rows import TableRow
from chocolatl.server.tables import lobby as lobbies
from chocolatl.server.tables.allowed_bots import SUBSTITUTE_BOT
from chocolatl.server.tables.live_table import LiveTable
from chocolatl.server.tables.permissions import (
    person_at,
    refuse_one_device,
    refuse_stand_in,
    require_allowed_bot,
    require_host,
    require_seat,
)
from chocolatl.server.tables.public_info import table_for
from chocolatl.server.tables.seat_changes import changed_in, resume_seat
from chocolatl.server.tables.table_registry import TableRegistry

SeatNumber = Annotated[int, PathParameter(ge=0, le=4)]


@post("/tables/{table:str}/join", responses=PROBLEMS)
@reading_again
async def join(registry: Tables, visitor: Visitor, table: TableId, data: JSONBody[Join]) -> Seated:
    """Sit down."""
    live = await registry.open_table(table)
    owners = [holder for doc in live.lobby.seats for holder in doc.holders]
    muted = await registry.services.store.mutes([*owners, visitor])

    def change(row: TableRow) -> Lobby:
        lobby = lobbies.sit(row.lobby, visitor, data.name, data.seat, data.colour)
        return lobbies.mute_people(lobby, muted)

    return await changed_in("open", live, visitor, change)


@post("/tables/{table:str}/me", responses=PROBLEMS)
@reading_again
async def me(registry: Tables, visitor: Visitor, table: TableId, data: JSONBody[Me]) -> Seated:
    """My name, my colour, and whether I am ready."""
    live = await registry.open_table(table)

    def change(row: TableRow) -> Lobby:
        seat = person_at(row.lobby, visitor, data.seat)
        lobby = lobbies.rename(row.lobby, seat, data.name, data.colour)
        return lobby if data.ready is None else lobbies.set_ready(lobby, seat, data.ready)

    playing = live.lobby.is_device(visitor) and live.row.summary.phase == "running"
    return await changed_in("running" if playing else "open", live, visitor, change)


@post("/tables/{table:str}/leave", responses=PROBLEMS)
@reading_again
async def leave(registry: Tables, visitor: Visitor, table: TableId) -> Seated:
    """Stand up; in a running game a bot holds the seat."""
    live = await registry.open_table(table)
    refuse_one_device(live.lobby)
    if live.row.summary.phase != "running":
        return await changed_in(
            "open", live, visitor, lambda row: lobbies.leave(row.lobby, require_seat(row, visitor))
        )
    seat = require_seat(live.row, visitor)
    return await _hand_over(live, visitor, lambda row: lobbies.hand_over(row.lobby, (seat,), SUBSTITUTE_BOT))


@post("/tables/{table:str}/takeback", responses=PROBLEMS)
@reading_again
async def takeback(registry: Tables, visitor: Visitor, table: TableId) -> Seated:
    """Take the seat back from a bot."""
    live = await registry.open_table(table)
    refuse_one_device(live.lobby)
    await live.run(lambda: resume_seat(live, require_seat(live.row, visitor)))
    return table_for(live.row, live.lobby.seat_of(visitor))


@post("/tables/{table:str}/seats/{seat:int}", responses=PROBLEMS)
@reading_again
async def set_seat(
    registry: Tables, visitor: Visitor, table: TableId, seat: SeatNumber, data: JSONBody[SetSeat]
) -> Seated:
    """Put a bot on a seat, or empty it."""
    bot = None if data.bot is None else require_allowed_bot(data.bot)
    live = await registry.open_table(table)
    if live.row.summary.phase == "running" and live.lobby.is_device(visitor):
        return await _swap_in(live, visitor, seat, bot)
    if live.row.summary.phase == "running":
        return await _substitute(registry, live, visitor, seat, bot)
    refuse_one_device(live.lobby)

    def change(row: TableRow) -> Lobby:
        require_host(row, visitor)
        return lobbies.put_bot(row.lobby, seat, bot)

    return await changed_in("open", live, visitor, change)


async def _substitute(
    registry: TableRegistry, live: LiveTable, visitor: str, seat: Seat, bot: str | None
) -> Seated:
    """Nobody can stall a table for ever, also without deadlines: the others may call a bot."""
    if bot is None:
        raise RequestError("wrong_phase", "seats are emptied before the start", "a bot")
    away = await registry.away_seconds(live, seat)

    def change(row: TableRow) -> Lobby:
        refuse_stand_in(row, require_seat(row, visitor), seat, away)
        return lobbies.hand_over(row.lobby, (seat,), SUBSTITUTE_BOT)

    return await _hand_over(live, visitor, change)


async def _swap_in(live: LiveTable, visitor: str, seat: Seat, bot: str | None) -> Seated:
    """Somebody who passes the device around goes, or is back: those who are there decide."""
    if bot is None:
        await live.run(lambda: resume_seat(live, person_at(live.lobby, visitor, seat)))
        return table_for(live.row, live.lobby.seat_of(visitor))

    def change(row: TableRow) -> Lobby:
        return lobbies.hand_over(row.lobby, (person_at(row.lobby, visitor, seat),), SUBSTITUTE_BOT)

    return await _hand_over(live, visitor, change)


async def _hand_over(live: LiveTable, visitor: str, change: Callable[[TableRow], Lobby]) -> Seated:
    done = await changed_in("running", live, visitor, change)
    live.bots.ask()
    return done


@post("/tables/{table:str}/link", responses=PROBLEMS)
@reading_again
async def link(registry: Tables, visitor: Visitor, table: TableId, data: JSONBody[RenewLink]) -> PersonalLink:
    """A personal link to my seat, for another device; the one before ends."""
    token = new_token()  # only its hash is kept

    def change(row: TableRow) -> Lobby:
        seat = require_seat(row, visitor)
        refuse_one_device(row.lobby)
        lobby = lobbies.renew_link(row.lobby, seat, hash_token(token))
        return lobbies.end_other_devices(lobby, seat, visitor) if data.end_others else lobby

    live = await registry.open_table(table)
    await live.run(lambda: live.update_lobby(change))
    return PersonalLink(token)


@post("/tables/{table:str}/claim", responses=PROBLEMS)
@reading_again
async def claim(registry: Tables, visitor: Visitor, table: TableId, data: JSONBody[Claim]) -> Seated:
    """Take the seat that a personal link stands for."""
    live = await registry.open_table(table)
    await live.run(
        lambda: live.update_lobby(lambda row: lobbies.claim(row.lobby, visitor, hash_token(data.token)))
    )
    return table_for(live.row, live.lobby.seat_of(visitor))


@post("/tables/{table:str}/webhook", status_code=204, responses=PROBLEMS)
@reading_again
async def webhook(
    registry: Tables,
    lookups: NamedDependency[Lookups],
    visitor: Visitor,
    origin: Origin,
    table: TableId,
    data: JSONBody[SetWebhook],
) -> None:
    """Be called when my seat is asked."""
    live = await registry.open_table(table)
    require_seat(live.row, visitor)
    refuse_one_device(live.lobby)
    if data.url is not None:
        await check_address(data.url, registry.services.config.webhooks_to_private, lookups, origin)

    def change(row: TableRow) -> Lobby:
        seat = require_seat(row, visitor)
        if data.whole_table:
            require_host(row, visitor)
            return replace(row.lobby, webhook=data.url)
        return lobbies.with_seat(row.lobby, seat, replace(row.lobby.seats[seat], webhook=data.url))

    await live.run(lambda: live.update_lobby(change))


SEAT_ROUTES = (join, me, leave, takeback, set_seat, link, claim, webhook)
