"""Makes the calls that are stored: each by one process, again after a while if nobody hears, not for ever.

A call is begun at least once, also when the process is killed in the middle of it; then another one, or the
same after its restart, begins it again.
"""

from __future__ import annotations

import asyncio
import contextlib

import structlog

from chocolatl.server.errors import RequestError, StorageUnavailableError, TooNew
from chocolatl.server.notify.concurrency_limit import Places
from chocolatl.server.notify.dns_lookup import Lookups
from chocolatl.server.notify.notifications import new_due_time, webhook_body
from chocolatl.server.notify.webhook_post import post_json
from chocolatl.server.store.documents import Lobby
from chocolatl.server.store.rows import OutboxRow
from chocolatl.server.tables.table_registry import TableRegistry

RETRY_DELAYS = (15.0, 30.0, 120.0, 600.0)
"""Seconds before the second try and those after it; all longer than a call can take."""
POLL_SECONDS = 2.0
MAX_IN_FLIGHT = 20
MAX_IN_FLIGHT_EACH = 4
"""Calls under way: in all, and for one person or the tables of one address."""
LOOK_AT = 200
CROWDED_SECONDS = 5.0
PUT_OFF = "put off"
Owners = tuple[str, ...]
log = structlog.get_logger()


class DeliveryWorker:
    """Looks for calls to make now and then, and at once when `woken`: one was stored here."""

    def __init__(self, registry: TableRegistry, woken: asyncio.Event) -> None:
        self._registry = registry
        self._services = registry.services
        self._places = Places(MAX_IN_FLIGHT, MAX_IN_FLIGHT_EACH)
        self.lookups = Lookups()
        self._woken = woken

    def wake(self) -> None:
        """There is something to do."""
        self._woken.set()

    async def run(self) -> None:
        """Until the process stops."""
        while not self._services.background.draining:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), POLL_SECONDS)
            self._woken.clear()
            try:
                await self._deliver_due()
            except StorageUnavailableError as error:
                log.warning("storage.unavailable", error=str(error))

    async def _deliver_due(self) -> None:
        """As many as there are places; who has too many under way waits, and is not in others' way."""
        services, now = self._services, self._services.now()
        rows = [] if self._places.full else await services.store.due_notifications(now, LOOK_AT)
        tables = await services.store.load_many(sorted({row.table for row in rows})) if rows else []
        lobbies = {table.id: table.lobby for table in tables}
        crowded = []
        for row in rows:
            owners = owners_of(row, lobbies.get(row.table))
            if self._places.full:
                break
            if not self._places.take(owners):
                crowded.append(row.id)
            elif await self._taken(row, now):
                services.background.spawn(self._deliver(row, owners))
            else:
                self._places.leave(owners)
        if crowded:
            await services.store.delay_notifications(crowded, now + CROWDED_SECONDS)

    async def _taken(self, row: OutboxRow, now: float) -> bool:
        return await self._services.store.claim_notification(
            row, now + RETRY_DELAYS[min(row.tries, len(RETRY_DELAYS) - 1)]
        )

    async def _deliver(self, row: OutboxRow, owners: Owners) -> None:
        try:
            outcome = await self._outcome(row, owners)
            if outcome is None and row.tries >= len(RETRY_DELAYS):
                outcome = "failed"
            if outcome not in (None, PUT_OFF):
                self._services.metrics.webhooks.labels(outcome).inc()
                await self._services.store.delete_notification(row)
        except StorageUnavailableError:  # it is due again soon
            pass
        finally:
            self._places.leave(owners)
            self.wake()

    async def _outcome(self, row: OutboxRow, owners: Owners) -> str | None:
        """What became of a call; nothing: try again later."""
        services, now = self._services, self._services.now()
        try:
            live = await self._registry.open_table(row.table)
        except TooNew:  # a newer process can tell whether it is needed
            return PUT_OFF
        except RequestError:
            return "unneeded"
        if later := new_due_time(live, row.alert, now):
            await services.store.reschedule_notification(row, later)
            return PUT_OFF
        body = webhook_body(live, row.alert, now)
        if body is None:
            return "unneeded"
        return await post_once(
            row.alert.url, body, services.config.webhooks_to_private, self.lookups, owners[0]
        )


def owners_of(row: OutboxRow, lobby: Lobby | None) -> Owners:
    """Whose places a call takes: those of the table's founder, and of the person who set this address."""
    if lobby is None:
        return (row.table,)
    seats = [doc for doc in lobby.seats if doc.webhook == row.alert.url]
    person = seats[0] if seats else lobby.seats[lobby.host]
    return (lobby.origin or row.table, *person.holders[:1])


async def post_once(url: str, body: bytes, private: bool, lookups: Lookups, owner: str) -> str | None:
    """One call; what became of it, or nothing: try again later."""
    try:
        status = await post_json(url, body, private, lookups, owner)
    except RequestError as denied:
        return "refused" if denied.problem.code == "bad_address" else None
    except Exception as error:  # whatever the other side may cause
        log.info("webhook.failed", error=type(error).__name__)  # not the address: it is a secret
        return None
    if status >= 500 or status == 429:
        return None
    return "delivered" if status < 300 else "rejected"
