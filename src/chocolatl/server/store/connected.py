"""Transactions through SQLAlchemy, for everything that is not hot; whatever breaks is StorageDown."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from chocolatl.server.errors import StorageDown


class Connected:
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
            raise StorageDown(str(error)) from error

    async def _rows(self, query: sa.Executable) -> list[Any]:
        async with self._transaction() as connection:
            return list((await connection.execute(query)).all())

    async def alive(self) -> bool:
        """Does the database answer?"""
        try:
            return bool(await self._rows(sa.select(sa.literal(1))))
        except StorageDown:
            return False
