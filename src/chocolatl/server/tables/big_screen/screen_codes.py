"""Which table a typed code opens.

Codes are made from ids, never back, so the codes of all tables that are not over are kept in an index. A code
that is not in it makes the index new at most every few seconds: guessing costs no more than a look into it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable

from chocolatl.server.tables.services import TableServices

SEARCHED = 2_000
"""So many of the newest tables that are not over have a code that can be typed."""
FRESH_SECONDS = 2.0
"""A code that another process gave out less long ago may not be found yet: nobody types that fast."""


class ScreenCodes:
    """The index of one process."""

    def __init__(self, services: TableServices, clock: Callable[[], float] = time.monotonic) -> None:
        self._services = services
        self._clock = clock
        self._tables: dict[str, str] = {}
        self._codes: dict[str, str] = {}
        self._read = float("-inf")
        self._reading = asyncio.Lock()

    async def table_of(self, code: str, here: Iterable[str]) -> str | None:
        """The table with this code; `here`: the tables that this process has in memory."""
        if code not in self._tables:
            async with self._reading:
                if self._clock() >= self._read + FRESH_SECONDS:
                    await self._read_again(here)
        return self._tables.get(code)

    async def _read_again(self, here: Iterable[str]) -> None:
        self._read = self._clock()
        tables = {*here, *await self._services.store.unfinished(SEARCHED)}
        code_of = self._services.secret.screen_code
        self._codes = {table: self._codes.get(table) or code_of(table) for table in tables}
        self._tables = {code: table for table, code in self._codes.items()}
