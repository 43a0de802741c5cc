"""Transactions through SQLAlchemy, for everything that is not hot; whatever breaks is StorageDown."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from chocolatl.server.database_faults import storage_down
from chocolatl.server.errors import StorageUnavailableError

PROBE = sa.text(
    "INSERT INTO meta (key, value) VALUES ('probe', :value) "
    "ON CONFLICT (key) DO UPDATE SET value=excluded.value"
)
PROBE_BYTES = 2_000
"""About as much as one answer."""
T = TypeVar("T")


class SqlTransactions:
    """The base of both stores."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def _write(self, work: Callable[[sa.Connection], T]) -> T:
        """Do this in one transaction. An IntegrityError passes: the caller knows what it means."""
        with _faults():
            return await self._transact(work, writes=True)

    async def _read(self, work: Callable[[sa.Connection], T]) -> T:
        """The same for what changes nothing."""
        with _faults():
            return await self._transact(work, writes=False)

    async def _rows(self, query: sa.Executable) -> list[Any]:
        return await self._read(lambda connection: list(connection.execute(query).all()))

    async def _transact(self, work: Callable[[sa.Connection], T], writes: bool) -> T:  # noqa: ARG002
        async with self.engine.begin() as connection:
            return await connection.run_sync(work)

    async def check(self) -> str | None:
        """Write as much as an answer takes; what is wrong, if that fails."""
        try:
            value = secrets.token_hex(PROBE_BYTES // 2)
            await self._write(lambda connection: connection.execute(PROBE, {"value": value}))
        except StorageUnavailableError as error:
            return str(error)
        return None


@contextmanager
def _faults() -> Iterator[None]:
    try:
        yield
    except IntegrityError:
        raise
    except (SQLAlchemyError, OSError, TimeoutError) as error:
        raise storage_down(error) from None
