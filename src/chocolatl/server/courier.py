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
from chocolatl.server.store.rows import AlertRow
from chocolatl.server.webhooks import call

if TYPE_CHECKING:
    from chocolatl.server.house import House

WAITS = (15.0, 30.0, 120.0, 600.0)
"""Seconds before the second try and those after it; all longer than a call can take."""
LOOK_SECONDS = 2.0
AT_ONCE = 20
log = structlog.get_logger()


class Courier:
    """Looks for calls to make now and then, and at once when one was stored here."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._under_way = 0
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
        house, now = self._house, self._house.now()
        for row in await house.store.due_alerts(now, AT_ONCE - self._under_way):
            wait = WAITS[min(row.tries, len(WAITS) - 1)]
            if await house.store.take_alert(row, now + wait):
                house.spawn(self._deliver(row))

    async def _deliver(self, row: AlertRow) -> None:
        self._under_way += 1
        try:
            outcome = await self._outcome(row)
            if outcome is None and row.tries >= len(WAITS):
                outcome = "failed"
            if outcome is not None:
                self._house.metrics.webhooks.labels(outcome).inc()
                await self._house.store.drop_alert(row)
        except StorageDown:  # it is due again soon
            pass
        finally:
            self._under_way -= 1

    async def _outcome(self, row: AlertRow) -> str | None:
        """What became of a call; nothing: try again later."""
        house, now = self._house, self._house.now()
        try:
            room = await house.room(row.table)
        except TooNew:  # a newer process can tell whether it is needed
            return None
        except Denied:
            return "unneeded"
        if later := too_early(room, row.alert, now):
            await house.store.put_off_alert(row, later)
            return None
        body = message(room, row.alert, now)
        if body is None:
            return "unneeded"
        return await attempt(row.alert.url, body, house.config.webhooks_to_private)


async def attempt(url: str, body: bytes, private: bool) -> str | None:
    """One call; what became of it, or nothing: try again later."""
    try:
        status = await call(url, body, private)
    except Denied:
        return "refused"
    except (OSError, TimeoutError, ValueError) as error:
        log.info("webhook.failed", error=type(error).__name__)  # not the address: it is a secret
        return None
    if status >= 500 or status == 429:
        return None
    return "delivered" if status < 300 else "rejected"
