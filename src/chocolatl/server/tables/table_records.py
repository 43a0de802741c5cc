"""Between what the store holds and a record file."""

from __future__ import annotations

from collections.abc import Sequence

from chocolatl.records.record import Record, make_record
from chocolatl.rules import SealedChance, fold
from chocolatl.rules.board import default_board
from chocolatl.rules.commit_reveal import Draw
from chocolatl.rules.events import Started
from chocolatl.rules.texts import BOT_NAME, PLAYER_NAME, clean_text
from chocolatl.server.protocol import Relaxed
from chocolatl.server.secret import ServerSecret, new_table_id
from chocolatl.server.store.documents import Lobby, SeatDoc
from chocolatl.server.store.rows import Append, EventRow, TableRow, decode_events, encode
from chocolatl.server.tables.allowed_bots import spec_of
from chocolatl.server.tables.decisions import EMPTY_SUMMARY, summarise
from chocolatl.server.tables.lobby import COLOURS


def nonces_of(lobby: Lobby) -> tuple[bytes, ...]:
    """What each seat added to the chance."""
    return tuple(bytes.fromhex(doc.nonce) for doc in lobby.seats) if lobby.nonces else ()


def chance_of(lobby: Lobby, draw: Draw | None, secret: ServerSecret) -> SealedChance:
    """The dice of a table: the server's key (or the known one of an imported game), and what pages added."""
    key = _key_of(lobby, draw, secret) if lobby.key is None else bytes.fromhex(lobby.key)
    return SealedChance(key, nonces_of(lobby) if draw is None else (), draw)


def _key_of(lobby: Lobby, draw: Draw | None, secret: ServerSecret) -> bytes:
    return secret.chance_key(lobby.id) if draw is None else secret.draw_key(draw.table, draw.attempt)


def draw_of(rows: Sequence[EventRow]) -> Draw | None:
    """The draw that the first event tells."""
    first = decode_events(rows[0].body)[0] if rows else None
    return first.draw if isinstance(first, Started) else None


def record_of_game(lobby: Lobby, rows: Sequence[EventRow], chance: SealedChance) -> Record:
    """Every event, with the key only when the game has ended; under the rules it was played by."""
    return make_record(
        [event for row in rows for event in decode_events(row.body)],
        [doc.name for doc in lobby.seats],
        chance,
        edition=lobby.edition if lobby.as_printed else None,
        bots=[spec_of(doc.bot) if doc.kind == "bot" and doc.bot else None for doc in lobby.seats],
    )


def imported_game(made: Record, now: float) -> tuple[TableRow, Append]:
    """A finished table from a record that has been verified: what to create, and what to append to it."""
    lobby = _lobby(made)
    row = TableRow(1, lobby, now, EMPTY_SUMMARY._replace(phase="running", changed=now))
    summary = summarise(fold(made.events), len(made.events) - 1, None, now)
    rows = (EventRow(0, None, None, now, encode(made.events)),)
    return row, Append(lobby.id, -1, rows, summary)


def _lobby(made: Record) -> Lobby:
    started = made.started
    bots = made.bots or (None,) * started.players
    nonces = made.nonces or ("",) * started.players
    seats = tuple(
        SeatDoc(
            "bot" if bots[seat] else "person",
            clean_text(name, PLAYER_NAME.most) or f"Player {seat + 1}",
            COLOURS[seat],
            bot=clean_text(bots[seat] or "", BOT_NAME.most) or None,
            nonce=nonces[seat],
        )
        for seat, name in enumerate(made.names)
    )
    return Lobby(
        id=new_table_id(),
        edition=made.edition or "english",
        rules=started.rules,
        board=None if started.board == default_board() else started.board,
        pace=Relaxed(),
        listed=True,
        spectators=True,
        learn=False,
        autostart=False,
        host=0,
        seats=seats,
        commitment=made.commitment,
        rules_version=made.rules_version,
        key=made.key,
        nonces=bool(made.nonces),
    )
