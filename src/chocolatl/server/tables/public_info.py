"""Tables as everyone may see them: built up from what is allowed, never by taking away."""

from __future__ import annotations

from chocolatl.rules.board import BOARD_NAMES, Board, default_board, named_board
from chocolatl.rules.texts import BOARD_NAME, clean_text
from chocolatl.rules.types import Seat
from chocolatl.server.protocol import DrawSeat, DrawState, Seated, Table, TableDraw
from chocolatl.server.store.documents import DrawDoc, Lobby, SeatDoc
from chocolatl.server.store.rows import TableRow
from chocolatl.server.tables.lobby import public_seat

CHANGED = "*"
"""Follows the name of a board that is called like one of ours and is another one."""


def public_table(row: TableRow) -> Table:
    """The table for everybody."""
    lobby, summary = row.lobby, row.summary
    return Table(
        id=lobby.id,
        phase=summary.phase,
        edition=lobby.edition,
        rules=lobby.rules,
        board=_board_name(lobby.board or default_board()),
        pace=lobby.pace,
        listed=lobby.listed,
        spectators=lobby.spectators,
        hints=lobby.hints,
        learn=lobby.learn,
        autostart=lobby.autostart,
        host=lobby.host,
        seats=tuple(map(public_seat, lobby.seats)),
        commitment=lobby.commitment,
        created=int(row.created),
        changed=int(summary.changed),
        round=summary.round,
        result=summary.result,
        rematch=lobby.rematch,
        rules_version=lobby.rules_version,
        draw=_public_draw(lobby) if summary.phase in ("open", "drawing") else None,
        locked=lobby.locked,
        spectator_chat=lobby.spectator_chat,
        one_device=bool(lobby.device),
    )


def _public_draw(lobby: Lobby) -> TableDraw | None:
    """Everything but the nonces: those are told all at once, by the first event of the game."""
    doc = lobby.draw
    if doc is None:
        return None
    seats = tuple(_draw_seat(doc, seat, sitting) for seat, sitting in enumerate(lobby.seats))
    return TableDraw(doc.attempt, doc.key_commitment, doc.locked, seats, doc.until, doc.voided)


def _draw_seat(doc: DrawDoc, seat: Seat, sitting: SeatDoc) -> DrawSeat:
    if not doc.locked:
        return DrawSeat(_before_lock(doc, seat, sitting), sitting.commitment, False)
    state: DrawState = "waiting" if seat in doc.waiting else doc.kinds[seat]
    return DrawSeat(state, doc.commitments[seat], seat in doc.wrong)


def _before_lock(doc: DrawDoc, seat: Seat, sitting: SeatDoc) -> DrawState:
    if seat in doc.barred:
        return "barred"
    if sitting.kind == "bot":
        return "bot"
    return "committed" if sitting.commitment else "none"


def table_for(row: TableRow, seat: Seat | None) -> Seated:
    """The table, and where I sit. A device that is passed around is waited for when anybody there is."""
    mine = () if seat is None else row.lobby.people if row.lobby.device else (seat,)
    asked = (one for one in mine if row.summary.pending >> one & 1 and not row.lobby.seats[one].played_by_bot)
    return Seated(public_table(row), seat, row.summary.phase == "running" and any(True for _ in asked))


def _board_name(board: Board) -> str:
    """Nobody sits down at a board of ours and plays another one that only has its name."""
    name = clean_text(board.name, BOARD_NAME.most)
    return name + CHANGED if name in BOARD_NAMES and board != named_board(name) else name
