"""The events of a game for a page that opens it: in parts, so that nobody else waits for a long game.

Of a finished part every page gets the same bytes, but for the blanks of its seat. So parts are kept, the
least used go first, and a part costs the event loop a millisecond or two when it is made.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence

from chocolatl.rules import Event, Rules
from chocolatl.server.store.rows import EventRow, decode_events
from chocolatl.server.store.store import Store
from chocolatl.server.tables.broadcast import EventPayloads

PART_EVENTS = 100
KEPT_BYTES = 32_000_000


class History:
    """The parts of all tables of one process, as far as they are kept."""

    def __init__(self, store: Store, kept_bytes: int = KEPT_BYTES) -> None:
        self._store = store
        self._kept: OrderedDict[tuple[str, int], EventPayloads] = OrderedDict()
        self._kept_bytes = kept_bytes
        self.size = 0

    async def parts(self, table: str, rules: Rules, first: int, last: int) -> AsyncIterator[EventPayloads]:
        """The events with these numbers, and maybe some after; others have their turn between two parts."""
        for part in range(first // PART_EVENTS, last // PART_EVENTS + 1):
            yield await self._part(table, rules, part, last)
            await asyncio.sleep(0)

    async def _part(self, table: str, rules: Rules, part: int, last: int) -> EventPayloads:
        key = (table, part)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        begin = part * PART_EVENTS
        events = await self._read(table, begin, min(PART_EVENTS, last + 1 - begin))
        made = EventPayloads(begin, events, rules)
        if len(made) == PART_EVENTS:
            self._keep(key, made)
        return made

    async def _read(self, table: str, begin: int, count: int) -> Sequence[Event]:
        rows = await self._store.events(table, begin, count)
        events: list[Event] = []
        for row in rows:
            if row.number >= begin + count:
                break
            decoded = decode_events(row.body)
            events.extend(decoded[max(0, begin - row.number) :])
        return events[:count]

    def _keep(self, key: tuple[str, int], part: EventPayloads) -> None:
        if key not in self._kept:
            self._kept[key] = part
            self.size += part.size
        while self.size > self._kept_bytes:
            _, gone = self._kept.popitem(last=False)
            self.size -= gone.size


async def rows_in_parts(store: Store, table: str, since: int = 0) -> AsyncIterator[Sequence[EventRow]]:
    """All decisions from this event number on, some at a time; others have their turn in between."""
    while rows := await store.events(table, since, PART_EVENTS):
        fresh = [row for row in rows if row.number >= since]
        yield fresh
        if len(rows) < PART_EVENTS:
            return
        since = rows[-1].number + 1
        await asyncio.sleep(0)
