"""New tables: by wish, at once against bots, or the same people again."""

from __future__ import annotations

import asyncio

import structlog
from msgspec.structs import replace

from chocolatl.rules import RULES_VERSION, Board, Rules, edition_named
from chocolatl.rules.board import default_board
from chocolatl.rules.draw import lots_of
from chocolatl.rules.words import Seat
from chocolatl.server import lobby as lobbies
from chocolatl.server.draw import first_draw
from chocolatl.server.drawing import lots_at
from chocolatl.server.game import NOTHING
from chocolatl.server.house import House
from chocolatl.server.lobby import Lobby
from chocolatl.server.permissions import checked_bot, my_seat, read_board, refuse_board, refuse_phase
from chocolatl.server.public import seated
from chocolatl.server.room import Room
from chocolatl.server.secret import new_table_id
from chocolatl.server.store.rows import TableRow
from chocolatl.server.wire import CreateTable, EditionName, Pace, PlayNow, Relaxed, Seated

log = structlog.get_logger()


async def found_table(house: House, visitor: str, origin: str, wish: CreateTable) -> Seated:
    """A new table with the caller as host on seat 0."""
    board = await asyncio.to_thread(read_board, wish.board)
    lobby = _new_lobby(house, wish.players, wish.edition, wish.rules, board, wish.pace)
    lobby = replace(lobby, listed=wish.listed, spectators=wish.spectators, hints=wish.hints, origin=origin)
    lobby = lobbies.sit(lobby, visitor, wish.name, 0, wish.colour)
    for seat, bot in enumerate(wish.bots[: wish.players - 1], 1):
        lobby = lobby if bot is None else lobbies.put_bot(lobby, seat, checked_bot(bot))
    return await _store(house, lobby, 0)


async def found_game_with_bots(house: House, visitor: str, origin: str, wish: PlayNow) -> Seated:
    """A table full of bots that starts when the caller's page has committed to its nonce."""
    lobby = _new_lobby(house, wish.players, wish.edition, wish.rules, None, Relaxed())
    lobby = replace(lobby, listed=False, spectators=False, autostart=True, learn=wish.learn, origin=origin)
    lobby = lobbies.sit(lobby, visitor, wish.name, 0, None)
    return await _store(house, lobbies.fill(lobby, checked_bot(wish.bot)), 0)


async def found_rematch(room: Room, visitor: str) -> None:
    """One new table, also when two processes are asked at once: both find the same id, and one creates it."""
    seat = my_seat(room.row, visitor)
    refuse_phase(room.row, "finished")
    refuse_board(room.lobby)
    new_id = room.lobby.rematch or room.house.secret.rematch_id(room.row.id)
    if room.lobby.rematch is None:
        draw = first_draw(room.house.secret, new_id, lots_at(room.lobby))
        again = lobbies.rematch(room.lobby, new_id, draw, RULES_VERSION, seat)
        await _store(room.house, again, seat)
    await room.change(lambda row: row.lobby if row.lobby.rematch else replace(row.lobby, rematch=new_id))


def _new_lobby(
    house: House, players: int, edition: EditionName, rules: Rules | None, board: Board | None, pace: Pace
) -> Lobby:
    table = new_table_id()
    draw = first_draw(house.secret, table, lots_of(players, board or default_board()))
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


async def _store(house: House, lobby: Lobby, seat: Seat) -> Seated:
    now = house.now()
    row = TableRow(1, lobby, now, NOTHING._replace(changed=now))
    if not await house.store.create(row):
        return seated(row, seat)
    house.metrics.created.inc()
    name = house.secret.name_in_logs(row.id)
    log.info("table.created", table=name, players=len(lobby.seats), listed=lobby.listed)
    return seated(row, seat)
