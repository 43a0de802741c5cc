"""What the server asks of its database: a few reads, changes guarded by a version, and appended events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from chocolatl.rules.types import Seat
from chocolatl.server.protocol import ListName, Phase
from chocolatl.server.store.documents import Lobby
from chocolatl.server.store.rows import Append, ChatRow, EventRow, Line, Mark, OutboxRow, TableRow


class Store(Protocol):
    """Both engines do this. Every method raises StorageDown when the database cannot be reached."""

    async def close(self) -> None:
        """Finish what is being written, then let go of the database."""

    async def check(self) -> str | None:
        """Write as much as an answer takes; what is wrong, if that fails."""

    async def clock(self) -> float | None:
        """The clock of the database server, if it has one."""

    async def newest(self) -> float | None:
        """The latest change of any table."""

    async def append(self, append: Append) -> bool:
        """Durably add events and their summary; False: another process was first, nothing was written."""

    async def events(self, table: str, since: int = 0, count: int | None = None) -> list[EventRow]:
        """The decisions from this event number on (and the one it lies in), in order; at most `count`."""

    async def create(self, row: TableRow) -> bool:
        """A new table; False: there is one with this id."""

    async def load(self, table: str) -> TableRow | None:
        """The table, if there is one."""

    async def load_many(self, tables: Sequence[str]) -> list[TableRow]:
        """Those of these tables that exist."""

    async def marks(self, tables: Sequence[str]) -> list[Mark]:
        """Where those of these tables stand that exist."""

    async def change(self, before: TableRow, lobby: Lobby, phase: Phase | None = None) -> bool:
        """Replace the lobby; False: it has changed since `before` was read."""

    async def listing(self, name: ListName, before: float, count: int) -> list[TableRow]:
        """Listed tables that changed before this time, newest first."""

    async def tables_of_visitor(self, visitor: str, before: float, count: int) -> list[tuple[TableRow, Seat]]:
        """The tables where this browser holds a seat, newest change first."""

    async def unfinished(self, count: int) -> list[str]:
        """The newest tables that are not over."""

    async def holds_seat(self, visitor: str) -> bool:
        """Does this browser sit at any table?"""

    async def tables_needing_attention(self, now: float, quiet_since: float) -> list[str]:
        """Running tables whose deadline has passed, or that have waited for a bot since then."""

    async def add_chat_line(self, table: str, message: str, at: float, line: Line) -> ChatRow | None:
        """Add a line of chat, once per seat and message id; none: the table is gone."""

    async def mute(self, visitor: str, other: str, muted: bool) -> None:
        """Whom this browser wants to hear nothing from, at every table."""

    async def mutes(self, people: Sequence[str]) -> set[tuple[str, str]]:
        """Who of these browsers has muted whom of them."""

    async def chat(self, table: str, since: int, count: int) -> list[ChatRow]:
        """The newest lines from this number on, in order."""

    async def lease(self, table: str, what: str, owner: str, now: float, until: float) -> bool:
        """Take a piece of work that nobody holds (any more)."""

    async def forget_leases(self, now: float) -> None:
        """Drop all that have run out by now."""

    async def saw(self, seats: Iterable[tuple[str, Seat]], owner: str, until: float) -> None:
        """These seats (of these tables) have an open page."""

    async def last_seen(self, table: str, seat: Seat) -> float | None:
        """When this seat was last present anywhere; none: not within a day."""

    async def due_notifications(self, now: float, count: int) -> list[OutboxRow]:
        """The calls to webhooks that should be made by now; they are stored with their question."""

    async def claim_notification(self, row: OutboxRow, again: float) -> bool:
        """Make this call; False: another process does. It is due `again` unless it is dropped before."""

    async def reschedule_notification(self, row: OutboxRow, due: float) -> None:
        """This call has time."""

    async def delay_notifications(self, ids: Sequence[int], due: float) -> None:
        """These calls wait for others; their tries stay as they are."""

    async def delete_notification(self, row: OutboxRow) -> None:
        """This call needs no more tries."""
