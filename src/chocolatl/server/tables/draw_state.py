"""The steps of a table's draw as pure functions: lock, open, void.

An attempt is locked once; from then on only openings are added to it, until it begins the game or is voided.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from chocolatl.rules.board import default_board
from chocolatl.rules.commit_reveal import Draw, Kind, Lots, Voided, key_commitment, lots_of, nonce_commitment
from chocolatl.rules.types import Seat
from chocolatl.server.errors import RequestError
from chocolatl.server.secret import ServerSecret
from chocolatl.server.store.documents import DrawDoc, Lobby
from chocolatl.server.store.rows import TableRow


def first_draw(secret: ServerSecret, table: str, lots: Lots) -> DrawDoc:
    """The first attempt of a table; its key is committed to from the moment the table exists."""
    return DrawDoc(1, key_commitment(table, 1, lots, secret.draw_key(table, 1)))


def lock(doc: DrawDoc, bots: Sequence[bool], commitments: Sequence[str], until: float) -> DrawDoc:
    """Freeze who takes part, and with which commitment."""
    kinds = tuple(
        _kind(doc, seat, bot, commitment)
        for seat, (bot, commitment) in enumerate(zip(bots, commitments, strict=True))
    )
    kept = tuple(
        commitment if kind == "opened" else "" for kind, commitment in zip(kinds, commitments, strict=True)
    )
    return replace(doc, kinds=kinds, commitments=kept, nonces=("",) * len(kinds), wrong=(), until=until)


def _kind(doc: DrawDoc, seat: Seat, bot: bool, commitment: str) -> Kind:
    if seat in doc.barred:
        return "barred"
    if bot:
        return "bot"
    return "opened" if commitment else "away"


def refuse_attempt(doc: DrawDoc, attempt: int) -> None:
    """Only the attempt that is going on."""
    if attempt != doc.attempt:
        raise RequestError(
            "wrong_attempt", f"this is attempt {doc.attempt}", f"a message about attempt {doc.attempt}"
        )


def refuse_barred(doc: DrawDoc, seat: Seat) -> None:
    """Whoever let an attempt down takes no part any more."""
    if seat in doc.barred:
        raise RequestError(
            "not_in_draw", f"seat {seat} did not open an earlier attempt", "to play without a share"
        )


def opening_fits(doc: DrawDoc, table: str, seat: Seat, nonce: str) -> bool:
    """Is this the nonce that the seat has committed to? Raises RequestError where it takes no part."""
    if not doc.locked or doc.kinds[seat] != "opened":
        raise RequestError(
            "not_in_draw", f"seat {seat} takes no part in attempt {doc.attempt}", "nothing to open"
        )
    return nonce_commitment(table, doc.attempt, seat, bytes.fromhex(nonce)) == doc.commitments[seat]


def opened(doc: DrawDoc, seat: Seat, nonce: str) -> DrawDoc:
    """One more nonce is open."""
    return replace(doc, nonces=(*doc.nonces[:seat], nonce, *doc.nonces[seat + 1 :]))


def opened_wrongly(doc: DrawDoc, seat: Seat) -> DrawDoc:
    """Everybody is told, once."""
    return doc if seat in doc.wrong else replace(doc, wrong=tuple(sorted((*doc.wrong, seat))))


def void(doc: DrawDoc, secret: ServerSecret, table: str, lots: Lots) -> DrawDoc:
    """The attempt comes to nothing, in sight of all; the next one has a key of its own."""
    key = secret.draw_key(table, doc.attempt).hex()
    gone = Voided(doc.attempt, key, doc.key_commitment, doc.kinds, doc.commitments, doc.waiting)
    attempt = doc.attempt + 1
    commitment = key_commitment(table, attempt, lots, secret.draw_key(table, attempt))
    return DrawDoc(attempt, commitment, voided=(*doc.voided, gone))


def outcome(doc: DrawDoc, table: str) -> Draw:
    """What the first event of the game tells."""
    if not doc.complete:
        raise AssertionError("a game cannot begin before every share is open")
    return Draw(table, doc.attempt, doc.key_commitment, doc.kinds, doc.commitments, doc.nonces, doc.voided)


def lots_at(lobby: Lobby) -> Lots:
    """What will be shuffled at this table."""
    return lots_of(len(lobby.seats), lobby.board or default_board())


def with_draw(row: TableRow, secret: ServerSecret) -> TableRow:
    """An open table from before there was a draw gets one; every process computes the same."""
    lobby = row.lobby
    if lobby.draw is not None or lobby.key is not None or row.summary.phase != "open":
        return row
    draw = first_draw(secret, lobby.id, lots_at(lobby))
    return row._replace(lobby=replace(lobby, draw=draw, commitment=draw.key_commitment))
