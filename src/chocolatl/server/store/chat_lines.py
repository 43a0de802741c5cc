"""The chat of a table, and who does not want to read whom."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from functools import partial
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from chocolatl.server.errors import StorageUnavailableError
from chocolatl.server.store import schema
from chocolatl.server.store.rows import ChatRow, Line
from chocolatl.server.store.transactions import SqlTransactions

SAY_ATTEMPTS = 30
LINES_KEPT = 1000
"""Lines of chat of one table; older ones go."""


class Lines(SqlTransactions):
    """Part of both stores."""

    async def add_chat_line(self, table: str, message: str, at: float, line: Line) -> ChatRow | None:
        """The next line; a repeated message id gives the line that is there. None: the table is gone."""
        c = schema.chat.c
        last = sa.select(sa.func.coalesce(sa.func.max(c.number), -1)).where(c.table_id == table)
        same = sa.select(schema.chat).where(c.table_id == table, c.seat == line.seat, c.message == message)
        for _ in range(SAY_ATTEMPTS):
            if found := await self._rows(same):
                return _chat_row(found[0])
            number = (await self._rows(last))[0][0] + 1
            row = ChatRow(number, line.seat, message, at, line.text, line.code, line.name, line.after)
            try:
                await self._write(partial(_insert, table, row))
                return row
            except IntegrityError:  # somebody spoke at the same moment, or the table was pruned
                if not await self._rows(sa.select(schema.tables.c.id).where(schema.tables.c.id == table)):
                    return None
        raise StorageUnavailableError("others spoke first every time")

    async def chat(self, table: str, since: int, count: int) -> list[ChatRow]:
        """The newest lines, in order."""
        c = schema.chat.c
        query = sa.select(schema.chat).where(c.table_id == table, c.number >= since)
        rows = await self._rows(query.order_by(c.number.desc()).limit(count))
        return [_chat_row(row) for row in reversed(rows)]

    async def mute(self, visitor: str, other: str, muted: bool) -> None:
        """Whom this browser wants to hear nothing from, at every table."""
        c = schema.mutes.c
        change: sa.Insert | sa.Delete = sa.delete(schema.mutes).where(c.visitor == visitor, c.other == other)
        if muted:
            change = sa.insert(schema.mutes).values(visitor=visitor, other=other)
        with contextlib.suppress(IntegrityError):  # already muted
            await self._write(lambda connection: connection.execute(change))

    async def mutes(self, people: Sequence[str]) -> set[tuple[str, str]]:
        """Who of these browsers has muted whom of them."""
        c = schema.mutes.c
        rows = await self._rows(sa.select(schema.mutes).where(c.visitor.in_(people), c.other.in_(people)))
        return {(row.visitor, row.other) for row in rows}


def _insert(table: str, row: ChatRow, connection: sa.Connection) -> None:
    """Add a line, drop the old ones."""
    c = schema.chat.c
    connection.execute(sa.insert(schema.chat).values(table_id=table, **row._asdict()))
    connection.execute(sa.delete(schema.chat).where(c.table_id == table, c.number <= row.number - LINES_KEPT))


def _chat_row(row: Any) -> ChatRow:
    return ChatRow(row.number, row.seat, row.message, row.at, row.text, row.code, row.name, row.after)
