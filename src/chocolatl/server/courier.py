"""Makes the calls that are stored: each by one process, again after a while if nobody hears, not for ever.

A call is begun at least once, also when the process is killed in the middle of it; then another one, or the
same after its restart, begins it again.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import structlog

from chocolatl.server.alerts import message, too_early
from chocolatl.server.errors import Denied, StorageDown, TooNew
from chocolatl.server.lobby import Lobby
from chocolatl.server.lookups import Lookups
from chocolatl.server.places import Places
from chocolatl.server.store.rows import AlertRow
from chocolatl.server.webhooks import call

if TYPE_CHECKING:
    from chocolatl.server.house import House

WAITS = (15.0, 30.0, 120.0, 600.0)
"""Seconds before the second try and those after it; all longer than a call can take."""
LOOK_SECONDS = 2.0
AT_ONCE = 20
AT_ONCE_EACH = 4
"""Calls under way: in all, and for one person or the tables of one address."""
LOOK_AT = 200
CROWDED_SECONDS = 5.0
PUT_OFF = "put off"
Owners = tuple[str, ...]
log = structlog.get_logger()


class Courier:
    """Looks for calls to make now and then, and at once when one was stored here."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._places = Places(AT_ONCE, AT_ONCE_EACH)
        self.lookups = Lookups()
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """There is something to do."""
        self._woken.set()

    async def run(self) -> None:
        """Until the process stops."""
        while not self._house.draining:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), LOOK_SECONDS)
            self._woken.clear()
            try:
                await self._set_out()
            except StorageDown as error:
                log.warning("storage.down", error=str(error))

    async def _set_out(self) -> None:
        """As many as there are places; who has too many under way waits, and is not in others' way."""
        house, now = self._house, self._house.now()
        rows = [] if self._places.full else await house.store.due_alerts(now, LOOK_AT)
        tables = await house.store.load_many(sorted({row.table for row in rows})) if rows else []
        lobbies = {table.id: table.lobby for table in tables}
        crowded = []
        for row in rows:
            owners = owners_of(row, lobbies.get(row.table))
            if self._places.full:
                break
            if not self._places.take(owners):
                crowded.append(row.id)
            elif await self._taken(row, now):
                house.spawn(self._deliver(row, owners))
            else:
                self._places.leave(owners)
        if crowded:
            await house.store.delay_alerts(crowded, now + CROWDED_SECONDS)

    async def _taken(self, row: AlertRow, now: float) -> bool:
        return await self._house.store.take_alert(row, now + WAITS[min(row.tries, len(WAITS) - 1)])

    async def _deliver(self, row: AlertRow, owners: Owners) -> None:
        try:
            outcome = await self._outcome(row, owners)
            if outcome is None and row.tries >= len(WAITS):
                outcome = "failed"
            if outcome not in (None, PUT_OFF):
                self._house.metrics.webhooks.labels(outcome).inc()
                await self._house.store.drop_alert(row)
        except StorageDown:  # it is due again soon
            pass
        finally:
            self._places.leave(owners)
            self.wake()

    async def _outcome(self, row: AlertRow, owners: Owners) -> str | None:
        """What became of a call; nothing: try again later."""
        house, now = self._house, self._house.now()
        try:
            room = await house.room(row.table)
        except TooNew:  # a newer process can tell whether it is needed
            return PUT_OFF
        except Denied:
            return "unneeded"
        if later := too_early(room, row.alert, now):
            await house.store.put_off_alert(row, later)
            return PUT_OFF
        body = message(room, row.alert, now)
        if body is None:
            return "unneeded"
        return await attempt(row.alert.url, body, house.config.webhooks_to_private, self.lookups, owners[0])


def owners_of(row: AlertRow, lobby: Lobby | None) -> Owners:
    """Whose places a call takes: those of the table's founder, and of the person who set this address."""
    if lobby is None:
        return (row.table,)
    seats = [doc for doc in lobby.seats if doc.webhook == row.alert.url]
    person = seats[0] if seats else lobby.seats[lobby.host]
    return (lobby.origin or row.table, *person.holders[:1])


async def attempt(url: str, body: bytes, private: bool, lookups: Lookups, owner: str) -> str | None:
    """One call; what became of it, or nothing: try again later."""
    try:
        status = await call(url, body, private, lookups, owner)
    except Denied as denied:
        return "refused" if denied.problem.code == "bad_address" else None
    except Exception as error:  # whatever the other side may cause
        log.info("webhook.failed", error=type(error).__name__)  # not the address: it is a secret
        return None
    if status >= 500 or status == 429:
        return None
    return "delivered" if status < 300 else "rejected"
