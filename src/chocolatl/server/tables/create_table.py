"""New tables: by wish, at once against bots, or the same people again."""

from __future__ import annotations

import asyncio
import secrets

import structlog
from msgspec.structs import replace

from chocolatl.rules import RULES_VERSION, Board, Rules, edition_named
from chocolatl.rules.board import default_board
from chocolatl.rules.commit_reveal import lots_of
from chocolatl.rules.types import Seat
from chocolatl.server.protocol import CreateTable, EditionName, Pace, PassAround, PlayNow, Relaxed, Seated
from chocolatl.server.secret import new_table_id
from chocolatl.server.store.documents import Lobby
from chocolatl.server.store.rows import TableRow
from chocolatl.server.tables import lobby as lobbies
from chocolatl.server.tables.decisions import EMPTY_SUMMARY
from chocolatl.server.tables.draw_state import first_draw, lots_at
from chocolatl.server.tables.live_table import LiveTable
from chocolatl.server.tables.permissions import (
    read_board,
    refuse_board,
    require_allowed_bot,
    require_phase,
    require_seat,
)
from chocolatl.server.tables.public_info import table_for
from chocolatl.server.tables.rematch import rematch
from chocolatl.server.tables.services import TableServices

log = structlog.get_logger()


async def create_table(services: TableServices, visitor: str, origin: str, wish: CreateTable) -> Seated:
    """A new table with the caller as host on seat 0."""
    board = await asyncio.to_thread(read_board, wish.board)
    lobby = _new_lobby(services, wish.players, wish.edition, wish.rules, board, wish.pace)
    lobby = replace(lobby, listed=wish.listed, spectators=wish.spectators, hints=wish.hints, origin=origin)
    lobby = lobbies.set_ready(lobbies.sit(lobby, visitor, wish.name, 0, wish.colour), 0, True)
    for seat, bot in enumerate(wish.bots[: wish.players - 1], 1):
        lobby = lobby if bot is None else lobbies.put_bot(lobby, seat, require_allowed_bot(bot))
    return await _store(services, lobby, 0)


async def create_bot_game(services: TableServices, visitor: str, origin: str, wish: PlayNow) -> Seated:
    """A table full of bots that starts when the caller's page has committed to its nonce."""
    lobby = _new_lobby(services, wish.players, wish.edition, wish.rules, None, Relaxed())
    lobby = replace(lobby, listed=False, spectators=False, autostart=True, learn=wish.learn, origin=origin)
    lobby = lobbies.sit(lobby, visitor, wish.name, 0, None)
    return await _store(services, lobbies.fill(lobby, require_allowed_bot(wish.bot)), 0)


async def create_shared_game(services: TableServices, visitor: str, origin: str, wish: PassAround) -> Seated:
    """A table whose people pass the caller's device around; it starts when its page has committed."""
    board = await asyncio.to_thread(read_board, wish.board)
    players = max(wish.players, len(wish.people))
    lobby = _new_lobby(services, players, wish.edition, wish.rules, board, Relaxed())
    lobby = replace(lobby, listed=False, spectators=False, autostart=True, origin=origin)
    lobby = lobbies.seat_people(lobby, visitor, wish.people)
    return await _store(services, lobbies.fill(lobby, require_allowed_bot(wish.bot)), 0)


async def create_rematch(live: LiveTable, visitor: str, mixed: bool = False) -> None:
    """One new table, also when two processes are asked at once: both find the same id, and one creates it."""
    seat = require_seat(live.row, visitor)
    require_phase(live.row, "finished")
    refuse_board(live.lobby)
    new_id = live.lobby.rematch or live.services.secret.rematch_id(live.row.id)
    if live.lobby.rematch is None:
        draw = first_draw(live.services.secret, new_id, lots_at(live.lobby))
        order = _order(len(live.lobby.seats), mixed)
        again = rematch(live.lobby, new_id, draw, RULES_VERSION, seat, order)
        await _store(live.services, again, again.host)
    await live.update_lobby(
        lambda row: row.lobby if row.lobby.rematch else replace(row.lobby, rematch=new_id)
    )


def _order(players: int, mixed: bool) -> list[Seat]:
    """Which seat of before each seat of a rematch is."""
    seats = list(range(players))
    if mixed:
        secrets.SystemRandom().shuffle(seats)
    return seats


def _new_lobby(
    services: TableServices,
    players: int,
    edition: EditionName,
    rules: Rules | None,
    board: Board | None,
    pace: Pace,
) -> Lobby:
    table = new_table_id()
    draw = first_draw(services.secret, table, lots_of(players, board or default_board()))
    return Lobby(
        id=table,
        edition=edition,
        rules=rules or edition_named(edition),
        board=board,
        pace=pace,
        listed=True,
        spectators=True,
        learn=False,
        autostart=False,
        host=0,
        seats=lobbies.empty_seats(players),
        commitment=draw.key_commitment,
        rules_version=RULES_VERSION,
        draw=draw,
    )


async def _store(services: TableServices, lobby: Lobby, seat: Seat) -> Seated:
    now = services.now()
    row = TableRow(1, lobby, now, EMPTY_SUMMARY._replace(changed=now))
    if not await services.store.create(row):
        return table_for(row, seat)
    services.metrics.created.inc()
    name = services.secret.name_in_logs(row.id)
    log.info("table.created", table=name, players=len(lobby.seats), listed=lobby.listed)
    return table_for(row, seat)
