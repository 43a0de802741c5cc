"""When each seat was last present, in the database: known to every process, with or without a bus.

A sighting is a row among the leases, `here/SEAT`. Its time lies a little ahead: until then the process that
wrote it vouches for the page, and writes again before it is over.
"""

from __future__ import annotations

from collections.abc import Iterable

import sqlalchemy as sa

from chocolatl.rules.types import Seat
from chocolatl.server.store import schema
from chocolatl.server.store.transactions import SqlTransactions

PREFIX = "here/"
KEPT_SECONDS = 86_400.0
lease = schema.leases.c
SAW = sa.text(
    "INSERT INTO leases (table_id, what, owner, until) VALUES (:table, :what, :owner, :until) "
    "ON CONFLICT (table_id, what) DO UPDATE SET owner=excluded.owner, until=excluded.until "
    "WHERE leases.until < excluded.until"
)


class Sightings(SqlTransactions):
    """Part of both stores."""

    async def saw(self, seats: Iterable[tuple[str, Seat]], owner: str, until: float) -> None:
        """These seats (of these tables) have an open page."""
        rows = [
            {"table": table, "what": f"{PREFIX}{seat}", "owner": owner, "until": until}
            for table, seat in sorted(seats)  # in one order: two processes cannot wait for each other
        ]
        if rows:
            await self._write(lambda connection: connection.execute(SAW, rows))

    async def last_seen(self, table: str, seat: Seat) -> float | None:
        """When this seat was last present anywhere; none: not within a day."""
        found = sa.select(lease.until).where(lease.table_id == table, lease.what == f"{PREFIX}{seat}")
        rows = await self._rows(found)
        return rows[0].until if rows else None

    async def forget_leases(self, now: float) -> None:
        """Not at the end of a game: a process that has not heard of it yet would think once more."""
        seen = lease.what.startswith(PREFIX)
        old = sa.or_(sa.and_(~seen, lease.until < now), lease.until < now - KEPT_SECONDS)
        delete = sa.delete(schema.leases).where(old)
        await self._write(lambda connection: connection.execute(delete))
