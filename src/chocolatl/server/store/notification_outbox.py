"""The calls that are still to be made. They are stored together with the question they are about."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from chocolatl.server.store import schema
from chocolatl.server.store.rows import Notification, OutboxRow
from chocolatl.server.store.transactions import SqlTransactions

a = schema.alerts.c


class NotificationOutbox(SqlTransactions):
    """An outbox: whoever takes a call from it makes it, and takes it out when it was heard."""

    async def due_notifications(self, now: float, count: int) -> list[OutboxRow]:
        """The calls that should be made by now, oldest first."""
        query = sa.select(schema.alerts).where(a.due <= now).order_by(a.due).limit(count)
        return [
            OutboxRow(
                row.id, row.table_id, row.tries, Notification(row.url, row.kind, row.seats, row.turn, row.due)
            )
            for row in await self._rows(query)
        ]

    async def claim_notification(self, row: OutboxRow, again: float) -> bool:
        """It is ours to make; and due `again` at that time, unless it is dropped before."""
        take = sa.update(schema.alerts).where(a.id == row.id, a.tries == row.tries)
        take = take.values(tries=row.tries + 1, due=again)
        return await self._write(lambda connection: connection.execute(take).rowcount == 1)

    async def reschedule_notification(self, row: OutboxRow, due: float) -> None:
        """It was too early."""
        update = sa.update(schema.alerts).where(a.id == row.id).values(tries=0, due=due)
        await self._write(lambda connection: connection.execute(update))

    async def delay_notifications(self, ids: Sequence[int], due: float) -> None:
        """Their turn comes later; this is no try."""
        update = sa.update(schema.alerts).where(a.id.in_(ids)).values(due=due)
        await self._write(lambda connection: connection.execute(update))

    async def delete_notification(self, row: OutboxRow) -> None:
        """It was heard, or nobody needs to hear it."""
        delete = sa.delete(schema.alerts).where(a.id == row.id)
        await self._write(lambda connection: connection.execute(delete))
