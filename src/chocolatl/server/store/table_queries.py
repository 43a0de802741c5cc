"""Everything but the appending of events, in SQLAlchemy, the same for both engines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from chocolatl.rules.types import Seat
from chocolatl.server.database_faults import storage_down
from chocolatl.server.protocol import ListName, Phase
from chocolatl.server.store import schema
from chocolatl.server.store.document_codec import encode_stored
from chocolatl.server.store.documents import Lobby, draw_deadline
from chocolatl.server.store.row_decoding import decode_lobby, decode_result, known_phase, readable
from chocolatl.server.store.rows import Mark, Summary, TableRow, encode
from chocolatl.server.store.transactions import SqlTransactions

PHASES: dict[ListName, Phase] = {"open": "open", "live": "running", "finished": "finished"}
MARKS_AT_ONCE = 500
AHEAD = 60.0
"""Seconds by which the clocks of two servers may differ without being noticed."""
LONGEST_LEASE = 600.0
FARTHEST_DEADLINE = 31 * 86_400.0
MOST_READS = 5
"""Of one page of a list: so many pages of unreadable tables are skipped at once."""
T = TypeVar("T")
t = schema.tables.c


class TableQueries(SqlTransactions):
    """The quiet part of the store."""

    async def create(self, row: TableRow) -> bool:
        """A new table with its holders; False: there is one with this id."""

        def insert(connection: sa.Connection) -> None:
            connection.execute(sa.insert(schema.tables).values(_columns(row)))
            _write_holders(connection, row.lobby)

        try:
            await self._write(insert)
        except IntegrityError:
            return False
        return True

    async def load(self, table: str) -> TableRow | None:
        """The table, if there is one."""
        rows = await self._rows(sa.select(schema.tables).where(t.id == table))
        return table_row(rows[0]) if rows else None

    async def load_many(self, tables: Sequence[str]) -> list[TableRow]:
        """Those of these tables that exist."""
        rows = await self._rows(sa.select(schema.tables).where(t.id.in_(tables)))
        return list(readable(rows, table_row))

    async def marks(self, tables: Sequence[str]) -> list[Mark]:
        """Those of these tables that exist, without what is in them: to see whether anything is new."""
        found: list[Mark] = []
        for start in range(0, len(tables), MARKS_AT_ONCE):
            part = tables[start : start + MARKS_AT_ONCE]
            query = sa.select(t.id, t.version, t.last, t.phase).where(t.id.in_(part))
            found += [Mark(row.id, row.version, row.last, row.phase) for row in await self._rows(query)]
        return found

    async def change(self, before: TableRow, lobby: Lobby, phase: Phase | None = None) -> bool:
        """Compare and swap: only if nobody changed the lobby in between."""
        update = (
            sa.update(schema.tables)
            .where(t.id == before.id, t.version == before.version, t.phase == before.summary.phase)
            .values(
                version=before.version + 1,
                lobby=encode_stored(lobby),
                listed=lobby.listed,
                spectators=lobby.spectators,
                bots=lobby.bots,
            )
        )
        if phase is not None:
            update = update.values(phase=phase, deadline=draw_deadline(lobby, phase))

        def swap(connection: sa.Connection) -> bool:
            if connection.execute(update).rowcount != 1:
                return False
            if _holders(before.lobby) != _holders(lobby):
                _write_holders(connection, lobby)
            return True

        try:
            return await self._write(swap)
        except IntegrityError as error:  # deleted by an operator at this moment
            raise storage_down(error) from None

    async def listing(self, name: ListName, before: float, count: int) -> list[TableRow]:
        """Listed tables of one phase, newest first."""
        shown = sa.and_(t.listed, t.spectators)  # a table that is closed to spectators is in no list
        query = sa.select(schema.tables).where(t.phase == PHASES[name], shown)
        return await self._page(query, table_row, before, count)

    async def tables_of_visitor(self, visitor: str, before: float, count: int) -> list[tuple[TableRow, Seat]]:
        """My tables; the ones that were closed are left out."""
        h = schema.holders.c
        query = (
            sa.select(schema.tables, h.seat)
            .join(schema.holders, h.table_id == t.id)
            .where(h.visitor == visitor, t.phase != "closed")
        )
        return await self._page(query, lambda row: (table_row(row), row.seat), before, count)

    async def _page(
        self, query: sa.Select[Any], read: Callable[[Any], T], before: float, count: int
    ) -> list[T]:
        """The newest that can be read; where some cannot, older ones take their places."""
        found: list[T] = []
        for _ in range(MOST_READS):
            rows = await self._rows(query.where(t.changed < before).order_by(t.changed.desc()).limit(count))
            found += readable(rows, read)
            if len(found) >= count or len(rows) < count:
                break
            before = rows[-1].changed
        return found[:count]

    async def unfinished(self, count: int) -> list[str]:
        """The newest tables that are not over."""
        playable = t.phase.in_(("open", "drawing", "running"))
        rows = await self._rows(sa.select(t.id).where(playable).order_by(t.changed.desc()).limit(count))
        return [row.id for row in rows]

    async def holds_seat(self, visitor: str) -> bool:
        """Does this browser sit at any table?"""
        h = schema.holders.c
        return bool(await self._rows(sa.select(h.seat).where(h.visitor == visitor).limit(1)))

    async def newest(self) -> float | None:
        """The latest change of any table."""
        newest: float | None = (await self._rows(sa.select(sa.func.max(t.changed))))[0][0]
        return newest

    async def tables_needing_attention(self, now: float, quiet_since: float) -> list[str]:
        """Tables that need a push: a deadline has passed, a bot is late, or the first events are missing.

        Moments that lie too far ahead are of a clock that has been set back since: these need a look, too.
        """
        begun = t.phase.in_(("drawing", "running"))
        late = sa.or_(t.deadline <= now, t.deadline > now + FARTHEST_DEADLINE)
        quiet = sa.or_(t.changed < quiet_since, t.changed > now + AHEAD)
        stuck = sa.and_(quiet, sa.or_(t.pending.bitwise_and(t.bots) != 0, t.last < 0))
        rows = await self._rows(sa.select(t.id).where(begun, sa.or_(late, stuck)).limit(500))
        return [row.id for row in rows]

    async def lease(self, table: str, what: str, owner: str, now: float, until: float) -> bool:
        """Take over what has run out, or else be the first."""
        lease = schema.leases.c
        mine = {"owner": owner, "until": until}
        implausible = lease.until > now + LONGEST_LEASE  # of a clock that has been set back since
        take = sa.update(schema.leases).where(
            lease.table_id == table,
            lease.what == what,
            sa.or_(lease.until < now, lease.owner == owner, implausible),
        )

        def take_or_make(connection: sa.Connection) -> None:
            if not connection.execute(take.values(mine)).rowcount:
                connection.execute(sa.insert(schema.leases).values(table_id=table, what=what, **mine))

        try:
            await self._write(take_or_make)
        except IntegrityError:
            return False
        return True


def _holders(lobby: Lobby) -> dict[str, Seat]:
    held = {visitor: seat for seat, doc in enumerate(lobby.seats) for visitor in doc.holders}
    return held | {lobby.device: lobby.host} if lobby.device else held


def _write_holders(connection: sa.Connection, lobby: Lobby) -> None:
    connection.execute(sa.delete(schema.holders).where(schema.holders.c.table_id == lobby.id))
    rows = [{"visitor": v, "table_id": lobby.id, "seat": seat} for v, seat in _holders(lobby).items()]
    if rows:
        connection.execute(sa.insert(schema.holders), rows)


def _columns(row: TableRow) -> dict[str, Any]:
    summary = row.summary._asdict()
    result = row.summary.result
    return {
        **summary,
        "result": None if result is None else encode(result),
        "id": row.id,
        "version": row.version,
        "listed": row.lobby.listed,
        "spectators": row.lobby.spectators,
        "lobby": encode_stored(row.lobby),
        "created": row.created,
        "bots": row.lobby.bots,
    }


def table_row(row: Any) -> TableRow:
    """A table from its columns. Raises TooNew."""
    result = None if row.result is None else decode_result(row.result)
    phase = known_phase(row.phase)
    summary = Summary(phase, row.last, row.pending, row.round, row.deadline, result, row.changed)
    return TableRow(row.version, decode_lobby(row.lobby), row.created, summary)
