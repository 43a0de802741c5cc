"""The draw at a table, step by step: commit, lock, open, begin, void. All within the room's queue.

Each step is stored before anybody hears of it, so a process that dies goes on where it was: with the same
attempt, the same commitments, and the nonces that were opened.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING

import structlog
from msgspec.structs import replace

from chocolatl.rules.board import default_board
from chocolatl.rules.draw import Lots, lots_of
from chocolatl.rules.words import Seat
from chocolatl.server import draw as draws
from chocolatl.server.draw import DrawDoc
from chocolatl.server.errors import Denied
from chocolatl.server.lobby import Lobby, with_seat
from chocolatl.server.permissions import refuse_moved, refuse_phase
from chocolatl.server.secret import ServerSecret
from chocolatl.server.store.rows import TableRow
from chocolatl.server.wire import Commit, Open

if TYPE_CHECKING:
    from chocolatl.server.room import Room

log = structlog.get_logger()


def lots_at(lobby: Lobby) -> Lots:
    """What will be shuffled at this table."""
    return lots_of(len(lobby.seats), lobby.board or default_board())


def with_draw(row: TableRow, secret: ServerSecret) -> TableRow:
    """An open table from before there was a draw gets one; every process computes the same."""
    lobby = row.lobby
    if lobby.draw is not None or lobby.key is not None or row.summary.phase != "open":
        return row
    draw = draws.first_draw(secret, lobby.id, lots_at(lobby))
    return row._replace(lobby=replace(lobby, draw=draw, commitment=draw.key_commitment))


# ---- commit ----


async def commit(room: Room, visitor: str | None, seat: Seat, message: Commit) -> None:
    """A page shows the hash of its nonce; a table that starts by itself may now be ready."""

    def change(row: TableRow) -> Lobby:
        refuse_moved(row, visitor, seat)
        refuse_phase(row, "open")
        doc = _doc(row)
        draws.refuse_attempt(doc, message.attempt)
        draws.refuse_barred(doc, seat)
        return _with_commitment(row.lobby, seat, message.commitment)

    await room.change(change)
    await start_if_ready(room)


async def take_away(room: Room, seat: Seat, commitment: str) -> None:
    """The page that brought this commitment has closed: nobody waits for it."""

    def change(row: TableRow) -> Lobby:
        if row.summary.phase != "open" or row.lobby.seats[seat].commitment != commitment:
            return row.lobby
        return _with_commitment(row.lobby, seat, "")

    await room.change(change)


def _with_commitment(lobby: Lobby, seat: Seat, commitment: str) -> Lobby:
    doc = lobby.seats[seat]
    if doc.commitment == commitment:
        return lobby
    return with_seat(lobby, seat, replace(doc, commitment=commitment))


# ---- lock ----


async def start_game(room: Room, how: Callable[[TableRow], Lobby]) -> None:
    """The seats are locked; the game begins when every page that takes part has opened its nonce."""

    def locked(row: TableRow) -> Lobby:
        lobby = how(row)
        seats = lobby.seats
        doc = draws.lock(
            _doc(row),
            [seat.kind == "bot" for seat in seats],
            [seat.commitment for seat in seats],
            room.house.now() + room.house.config.draw_seconds,
        )
        return replace(lobby, draw=doc)

    await room.change(locked, "drawing")
    await begin_if_complete(room)


async def start_if_ready(room: Room) -> None:
    """A table that starts by itself does so when the pages of all its people have committed."""
    if ready_to_start(room.row):
        with contextlib.suppress(Denied):
            await start_game(room, _still_open)


def ready_to_start(row: TableRow) -> bool:
    """Nobody is waited for who takes no part any more, or was away when the attempt before was locked."""
    lobby = row.lobby
    if row.summary.phase != "open" or not lobby.autostart or lobby.empty or lobby.draw is None:
        return False
    barred, voided = lobby.draw.barred, lobby.draw.voided
    away = [seat for seat, kind in enumerate(voided[-1].kinds) if kind == "away"] if voided else []
    return all(
        doc.kind != "person" or doc.commitment or seat in barred or seat in away
        for seat, doc in enumerate(lobby.seats)
    )


def _still_open(row: TableRow) -> Lobby:
    refuse_phase(row, "open")
    return row.lobby


# ---- open, and begin ----


async def open_nonce(room: Room, seat: Seat, message: Open) -> None:
    """A page opens its nonce; a wrong one is refused, and everybody is told."""
    if _opened_before(room, seat, message):
        return
    fits = True

    def change(row: TableRow) -> Lobby:
        nonlocal fits
        refuse_phase(row, "drawing")
        doc = _doc(row)
        draws.refuse_attempt(doc, message.attempt)
        fits = draws.opening_fits(doc, row.id, seat, message.nonce)
        if fits and doc.nonces[seat]:
            return row.lobby
        changed = draws.opened(doc, seat, message.nonce) if fits else draws.opened_wrongly(doc, seat)
        return row.lobby if changed is doc else replace(row.lobby, draw=changed)

    await room.change(change)
    if not fits:
        log.warning("draw.wrong_opening", table=room.name_in_logs, seat=seat)
        raise Denied(
            "wrong_opening", f"seat {seat} committed to another nonce", "the nonce of its commitment"
        )
    await begin_if_complete(room)


def _opened_before(room: Room, seat: Seat, message: Open) -> bool:
    """The same opening again, after the game has begun: its sender has not heard that it was taken."""
    draw = room.game.draw
    return draw is not None and (draw.attempt, draw.nonces[seat]) == (message.attempt, message.nonce)


async def begin_if_complete(room: Room) -> None:
    """Everyone has opened (or nobody takes part): the first events, in one commit with the phase."""
    doc = room.lobby.draw
    if room.row.summary.phase == "drawing" and doc is not None and doc.complete:
        await room.begin()


# ---- void ----


async def void_if_late(room: Room) -> None:
    """The time is up: the attempt is voided, who did not open is named, and the next attempt is prepared."""

    def change(row: TableRow) -> Lobby:
        refuse_phase(row, "drawing")
        doc = _doc(row)
        if room.deadline is None or room.deadline > room.house.now():
            raise Denied("wrong_phase", "there is time left to open", "to wait")
        return _voided(row.lobby, draws.void(doc, room.house.secret, row.id, lots_at(row.lobby)))

    with contextlib.suppress(Denied):
        await room.change(change, "open")
        log.info("draw.voided", table=room.name_in_logs)
        await start_if_ready(room)
    await begin_if_complete(room)


def _voided(lobby: Lobby, doc: DrawDoc) -> Lobby:
    """Commitments are for one attempt; whoever started the game need not do so again."""
    seats = tuple(replace(seat, commitment="") for seat in lobby.seats)
    return replace(lobby, draw=doc, commitment=doc.key_commitment, seats=seats, autostart=True)


def _doc(row: TableRow) -> DrawDoc:
    if row.lobby.draw is None:
        raise Denied("wrong_phase", "this table has no draw", "a table that has not begun")
    return row.lobby.draw
