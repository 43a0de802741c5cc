"""The calls that are still to be made. They are stored together with the question they are about."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from chocolatl.server.store import schema
from chocolatl.server.store.connected import Connected
from chocolatl.server.store.rows import Alert, AlertRow

a = schema.alerts.c


class Alerts(Connected):
    """An outbox: whoever takes a call from it makes it, and takes it out when it was heard."""

    async def due_alerts(self, now: float, count: int) -> list[AlertRow]:
        """The calls that should be made by now, oldest first."""
        query = sa.select(schema.alerts).where(a.due <= now).order_by(a.due).limit(count)
        return [
            AlertRow(row.id, row.table_id, row.tries, Alert(row.url, row.kind, row.seats, row.turn, row.due))
            for row in await self._rows(query)
        ]

    async def take_alert(self, row: AlertRow, again: float) -> bool:
        """It is ours to make; and due `again` at that time, unless it is dropped before."""
        take = sa.update(schema.alerts).where(a.id == row.id, a.tries == row.tries)
        async with self._transaction() as connection:
            done = await connection.execute(take.values(tries=row.tries + 1, due=again))
            return bool(done.rowcount)

    async def put_off_alert(self, row: AlertRow, due: float) -> None:
        """It was too early."""
        async with self._transaction() as connection:
            await connection.execute(sa.update(schema.alerts).where(a.id == row.id).values(tries=0, due=due))

    async def delay_alerts(self, ids: Sequence[int], due: float) -> None:
        """Their turn comes later; this is no try."""
        async with self._transaction() as connection:
            await connection.execute(sa.update(schema.alerts).where(a.id.in_(ids)).values(due=due))

    async def drop_alert(self, row: AlertRow) -> None:
        """It was heard, or nobody needs to hear it."""
        async with self._transaction() as connection:
            await connection.execute(sa.delete(schema.alerts).where(a.id == row.id))
