"""The draw at a table, step by step: commit, lock, open, begin, void. All within the table's queue.

Each step is stored before anybody hears of it, so a process that dies goes on where it was: with the same
attempt, the same commitments, and the nonces that were opened.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import structlog
from msgspec.structs import replace

from chocolatl.rules.types import Seat
from chocolatl.server.errors import RequestError
from chocolatl.server.protocol import Commit, Open
from chocolatl.server.store.documents import DrawDoc, Lobby
from chocolatl.server.store.rows import TableRow
from chocolatl.server.tables import draw_state as draws
from chocolatl.server.tables.draw_state import lots_at
from chocolatl.server.tables.live_table import LiveTable
from chocolatl.server.tables.lobby import with_seat
from chocolatl.server.tables.permissions import refuse_moved, require_phase

log = structlog.get_logger()


# ---- commit ----


async def commit(live: LiveTable, visitor: str | None, seat: Seat, message: Commit) -> None:
    """A page shows the hash of its nonce; a table that starts by itself may now be ready."""

    def change(row: TableRow) -> Lobby:
        refuse_moved(row, visitor, seat)
        require_phase(row, "open")
        doc = _doc(row)
        draws.refuse_attempt(doc, message.attempt)
        draws.refuse_barred(doc, seat)
        return _with_commitment(row.lobby, seat, message.commitment)

    await live.update_lobby(change)
    await start_if_ready(live)


async def take_away(live: LiveTable, seat: Seat, commitment: str) -> None:
    """The page that brought this commitment has closed: nobody waits for it."""

    def change(row: TableRow) -> Lobby:
        if row.summary.phase != "open" or row.lobby.seats[seat].commitment != commitment:
            return row.lobby
        return _with_commitment(row.lobby, seat, "")

    await live.update_lobby(change)


def _with_commitment(lobby: Lobby, seat: Seat, commitment: str) -> Lobby:
    doc = lobby.seats[seat]
    if doc.commitment == commitment:
        return lobby
    return with_seat(lobby, seat, replace(doc, commitment=commitment))


# ---- lock ----


async def start_draw(live: LiveTable, how: Callable[[TableRow], Lobby]) -> None:
    """The seats are locked; the game begins when every page that takes part has opened its nonce."""

    def locked(row: TableRow) -> Lobby:
        lobby = how(row)
        seats = lobby.seats
        doc = draws.lock(
            _doc(row),
            [seat.kind == "bot" for seat in seats],
            [seat.commitment for seat in seats],
            live.services.now() + live.services.config.draw_seconds,
        )
        return replace(lobby, draw=doc)

    await live.update_lobby(locked, "drawing")
    await live.begin_if_complete()


async def start_if_ready(live: LiveTable) -> None:
    """A table that starts by itself does so when the pages of all its people have committed."""
    if ready_to_start(live.row):
        with contextlib.suppress(RequestError):
            await start_draw(live, _still_open)


def ready_to_start(row: TableRow) -> bool:
    """Nobody is waited for who takes no part any more, or was away when the attempt before was locked."""
    lobby = row.lobby
    if row.summary.phase != "open" or not lobby.autostart or lobby.empty or lobby.draw is None:
        return False
    barred, voided = lobby.draw.barred, lobby.draw.voided
    away = [seat for seat, kind in enumerate(voided[-1].kinds) if kind == "away"] if voided else []
    pages = (lobby.host,) if lobby.device else lobby.people
    return all(lobby.seats[seat].commitment or seat in barred or seat in away for seat in pages)


def _still_open(row: TableRow) -> Lobby:
    require_phase(row, "open")
    return row.lobby


# ---- open, and begin ----


async def open_nonce(live: LiveTable, seat: Seat, message: Open) -> None:
    """A page opens its nonce; a wrong one is refused, and everybody is told."""
    if _opened_before(live, seat, message):
        return
    fits = True

    def change(row: TableRow) -> Lobby:
        nonlocal fits
        require_phase(row, "drawing")
        doc = _doc(row)
        draws.refuse_attempt(doc, message.attempt)
        fits = draws.opening_fits(doc, row.id, seat, message.nonce)
        if fits and doc.nonces[seat]:
            return row.lobby
        changed = draws.opened(doc, seat, message.nonce) if fits else draws.opened_wrongly(doc, seat)
        return row.lobby if changed is doc else replace(row.lobby, draw=changed)

    await live.update_lobby(change)
    if not fits:
        log.warning("draw.wrong_opening", table=live.name_in_logs, seat=seat)
        raise RequestError(
            "wrong_opening", f"seat {seat} committed to another nonce", "the nonce of its commitment"
        )
    await live.begin_if_complete()


def _opened_before(live: LiveTable, seat: Seat, message: Open) -> bool:
    """The same opening again, after the game has begun: its sender has not heard that it was taken."""
    draw = live.game.draw
    return draw is not None and (draw.attempt, draw.nonces[seat]) == (message.attempt, message.nonce)


# ---- void ----


async def void_if_late(live: LiveTable) -> None:
    """The time is up: the attempt is voided, who did not open is named, and the next attempt is prepared."""

    def change(row: TableRow) -> Lobby:
        require_phase(row, "drawing")
        doc = _doc(row)
        if live.deadline is None or live.deadline > live.services.now():
            raise RequestError("wrong_phase", "there is time left to open", "to wait")
        return _voided(row.lobby, draws.void(doc, live.services.secret, row.id, lots_at(row.lobby)))

    with contextlib.suppress(RequestError):
        await live.update_lobby(change, "open")
        log.info("draw.voided", table=live.name_in_logs)
        await start_if_ready(live)
    await live.begin_if_complete()


def _voided(lobby: Lobby, doc: DrawDoc) -> Lobby:
    """Commitments are for one attempt; whoever started the game need not do so again."""
    seats = tuple(replace(seat, commitment="") for seat in lobby.seats)
    return replace(lobby, draw=doc, commitment=doc.key_commitment, seats=seats, autostart=True)


def _doc(row: TableRow) -> DrawDoc:
    if row.lobby.draw is None:
        raise RequestError("wrong_phase", "this table has no draw", "a table that has not begun")
    return row.lobby.draw
