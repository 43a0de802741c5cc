"""Transactions through SQLAlchemy, for everything that is not hot; whatever breaks is StorageDown."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from chocolatl.server.database_faults import storage_down
from chocolatl.server.errors import StorageUnavailableError

PROBE = sa.text(
    "INSERT INTO meta (key, value) VALUES ('probe', :value) "
    "ON CONFLICT (key) DO UPDATE SET value=excluded.value"
)
PROBE_BYTES = 2_000
"""About as much as one answer."""


class SqlTransactions:
    """The base of both stores."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self.engine.begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except (SQLAlchemyError, OSError, TimeoutError) as error:
            raise storage_down(error) from None

    async def _rows(self, query: sa.Executable) -> list[Any]:
        async with self._transaction() as connection:
            return list((await connection.execute(query)).all())

    async def check(self) -> str | None:
        """Write as much as an answer takes; what is wrong, if that fails."""
        try:
            async with self._transaction() as connection:
                await connection.execute(PROBE, {"value": secrets.token_hex(PROBE_BYTES // 2)})
        except StorageUnavailableError as error:
            return str(error)
        return None
