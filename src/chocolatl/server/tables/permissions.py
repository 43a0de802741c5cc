"""Who may do what at a table, and what is wrong with a wish: each raises RequestError, or lets it pass."""

from __future__ import annotations

from chocolatl.records.board_file import BoardError, parse_board, play_problems
from chocolatl.rules import Board, State
from chocolatl.rules.board import BOARD_NAMES, DEFAULT_BOARD, named_board
from chocolatl.rules.events import QuestionKind
from chocolatl.rules.types import Seat
from chocolatl.server.errors import RequestError
from chocolatl.server.protocol import Phase
from chocolatl.server.protocol.limits import AWAY_SECONDS
from chocolatl.server.store.documents import Lobby
from chocolatl.server.store.rows import TableRow
from chocolatl.server.tables.allowed_bots import UNCOMPILED_BOTS, is_allowed_bot, levels
from chocolatl.server.tables.clocks.deadlines import has_clock

ANSWERED_ALOUD: frozenset[QuestionKind] = frozenset({"roll", "take", "place_first"})
"""Questions whose answer everybody sees at once: all others are secret."""


def may_watch(row: TableRow, seat: Seat | None) -> bool:
    """Players always; others where the host allows it, and before the start: they might join."""
    return seat is not None or row.lobby.spectators or row.summary.phase == "open"


def shown_out(before: Seat | None, after: Seat | None, welcome_before: bool, row: TableRow) -> bool:
    """Must this page go, now that the table has changed?

    At a table that is closed to spectators: whoever lost the seat, whoever was watching until the host closed
    it, and whoever is there without a seat when the game begins.
    """
    if after is not None or row.lobby.spectators:
        return False
    return before is not None or welcome_before or not may_watch(row, after)


def require_may_watch(row: TableRow, seat: Seat | None) -> None:
    """A running or finished game that is closed to spectators is for its players alone."""
    if not may_watch(row, seat):
        raise RequestError("spectators_closed", "the host lets nobody watch", "a seat at this table")


def require_seat(row: TableRow, visitor: str) -> Seat:
    """Where this browser sits."""
    seat = row.lobby.seat_of(visitor)
    if seat is None:
        raise RequestError("not_seated", "you have no seat at this table", "a seat")
    return seat


def refuse_moved(row: TableRow, visitor: str | None, seat: Seat) -> None:
    """A page whose seat was given to somebody else, before its process heard of it, does nothing there."""
    if visitor is None or row.lobby.seat_of(visitor) != seat:
        raise RequestError("not_seated", f"you do not hold seat {seat} any more", "a seat")


def require_host(row: TableRow, visitor: str) -> None:
    """Only the host may do this."""
    if require_seat(row, visitor) != row.lobby.host:
        raise RequestError("not_host", "only the host may do this", f"the player on seat {row.lobby.host}")


def require_phase(row: TableRow, phase: Phase) -> None:
    """Only in this phase."""
    if row.summary.phase != phase:
        raise RequestError("wrong_phase", f"the table is {row.summary.phase}", f"a table that is {phase}")


def refuse_stand_in(row: TableRow, asker: Seat, seat: Seat, away: float) -> None:
    """A bot for somebody else who is away: only where no deadline calls one, and after some minutes."""
    require_phase(row, "running")
    if not 0 <= seat < len(row.lobby.seats):
        raise RequestError("no_such_seat", f"there is no seat {seat}", "a seat of this table")
    if has_clock(row.lobby.pace):
        raise RequestError("wrong_phase", "this table has deadlines", "a bot comes by itself when time is up")
    if seat == asker:
        raise RequestError("wrong_phase", f"seat {seat} is yours", "leave, if a bot is to play for you")
    if row.lobby.seats[seat].kind != "person" or row.lobby.seats[seat].held:
        raise RequestError("wrong_phase", f"a bot plays seat {seat} already", "the seat of a person")
    if away < AWAY_SECONDS:
        minutes = f"{AWAY_SECONDS / 60:.0f} minutes"
        raise RequestError(
            "not_away", f"seat {seat} was here {away:.0f} seconds ago", f"{minutes} of absence"
        )


def asked_aloud(row: TableRow, state: State | None) -> Seat | None:
    """The person who owes an answer that everybody may hear: a passed device needs no cover for it."""
    if row.summary.phase != "running" or state is None or state.asked is None:
        return None
    people = (seat for seat in state.pending if not row.lobby.seats[seat].played_by_bot)
    return next(people, None) if state.asked.kind in ANSWERED_ALOUD else None


def answering_seat(lobby: Lobby, device: bool, eyes: Seat | None, named: Seat | None) -> Seat:
    """Whose answer this is: of the seat whose eyes a page has, or that a passed device names."""
    if eyes is not None and named in (None, eyes):
        return eyes
    if eyes is None and device and named in lobby.people:
        return named
    raise RequestError("not_seated", "you do not answer for this seat", "a seat of yours")


def refuse_one_device(lobby: Lobby) -> None:
    """Where people pass one device around nobody has a seat of their own to leave, or to link to."""
    if lobby.device:
        raise RequestError("one_device", "the people at this table share one device", "a table with devices")


def person_at(lobby: Lobby, visitor: str, seat: Seat | None) -> Seat:
    """Who is meant by a call that may name a seat: on a passed device anybody there, else who calls."""
    if not lobby.is_device(visitor):
        held = lobby.seat_of(visitor)
        if held is None or seat not in (None, held):
            raise RequestError("not_seated", "you have no such seat at this table", "your own seat")
        return held
    if seat not in lobby.people:
        raise RequestError("no_such_seat", f"nobody sits on seat {seat}", "the seat of a person")
    return seat


def hints_allowed(lobby: Lobby, seat: Seat) -> bool:
    """Where the host has allowed them to all, or where all others are bots and nobody can mind."""
    if lobby.device:
        return False
    others = (doc for other, doc in enumerate(lobby.seats) if other != seat)
    return lobby.hints or all(doc.kind == "bot" for doc in others)


def require_hints_allowed(lobby: Lobby, seat: Seat) -> None:
    """No hints against people who do not know of them."""
    if not hints_allowed(lobby, seat):
        raise RequestError(
            "hints_off", "this table plays without hints", "a table with hints, or with bots only"
        )


def read_board(text: str | None) -> Board | None:
    """One of our boards by name, or a board of one's own; None: the default one."""
    if text is None or text == DEFAULT_BOARD:
        return None
    if text in BOARD_NAMES:
        return named_board(text)
    try:
        return parse_board(text, "board")
    except BoardError as error:
        raise RequestError("bad_board", "the board cannot be played on", str(error)) from None


def board_problem(lobby: Lobby) -> str | None:
    """What is wrong with a stored board: a program before this one may have taken it under wider bounds."""
    problems = [] if lobby.board is None else play_problems(lobby.board)
    return f"{problems[0][0]}: {problems[0][1]}" if problems else None


def refuse_board(lobby: Lobby) -> None:
    """Nothing is played, or thought about, on a board outside the bounds."""
    if problem := board_problem(lobby):
        raise RequestError("bad_board", "the board of this table cannot be played on", problem)


def require_allowed_bot(bot: str) -> str:
    """The same, if such a bot may sit at a table."""
    if not is_allowed_bot(bot):
        names = ", ".join((*(level.name for level in levels()), *UNCOMPILED_BOTS))
        raise RequestError("no_such_bot", f"there is no bot {bot!r}", f"one of {names}")
    return bot


def refuse_replaced_bot(lobby: Lobby, seat: Seat) -> None:
    """A bot's answer that comes when its person has taken the seat back does not count."""
    if not lobby.seats[seat].played_by_bot:
        raise RequestError("not_asked", "the player is back", "nothing")
