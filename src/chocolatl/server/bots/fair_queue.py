"""Who is served next: fair queueing over two levels, addresses and their tables, with priorities that age.

Weighted fair queueing with equal weights and costs that are known only afterwards: every key (an address;
within it, a table) has an account of the seconds of service it has had, and the key with the least comes
next. A key that comes anew starts at the virtual time of generalised processor sharing (Demers, Keshav,
Shenker 1989), which advances by `seconds / keys` for each service: nobody saves up credit while idle, and an
endless row of newcomers keeps nobody waiting. With n keys that want more than there is, each gets 1/n.

Nothing here knows processes, the network or the time of day: the clock is handed in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Kind = Literal["game", "hint", "analysis"]
RANKS: dict[Kind, int] = {"game": 0, "hint": 1, "analysis": 2}
"""A game that waits for a bot comes before a person's hint, and this before a finished game's analysis."""
AGED_SECONDS = 10.0
"""Whatever has waited so long counts as a game: priorities alone would let analyses starve."""


@dataclass(frozen=True, eq=False, slots=True)
class Ticket:
    """A place in the queue. `address`: whose share it takes; `since`: when it came."""

    address: str
    table: str
    kind: Kind
    since: float

    def rank(self, now: float) -> int:
        """0 is served first."""
        return 0 if now - self.since >= AGED_SECONDS else RANKS[self.kind]


@dataclass(frozen=True)
class Bounds:
    """How many may wait: questions of games, and opinions (hints, analyses); of one address, and of all."""

    games_of_address: int = 64
    games: int = 1024
    opinions_of_address: int = 4
    opinions: int = 32


class Shares:
    """The service that each key has had. A key is present while it waits or is served."""

    def __init__(self) -> None:
        self._virtual_time = 0.0
        self._used: dict[str, float] = {}
        self._present: Counter[str] = Counter()
        self._served: Counter[str] = Counter()

    def enter(self, key: str) -> None:
        """One more request of this key."""
        if not self._present[key]:
            self._used[key] = max(self._used.get(key, 0.0), self._virtual_time)
        self._present[key] += 1

    def begin(self, key: str) -> None:
        """One of its requests is being served."""
        self._served[key] += 1

    def end(self, key: str, seconds: float) -> None:
        """It took so long."""
        self._virtual_time += seconds / len(self._present)
        self._used[key] += seconds
        self._served[key] -= 1
        self.leave(key)

    def leave(self, key: str) -> None:
        """One request less. Of absent keys only those are remembered that had more than their share."""
        self._present[key] -= 1
        for counts in (self._present, self._served):
            if not counts[key]:
                del counts[key]
        for absent in [one for one in self._used if one not in self._present]:
            if self._used[absent] <= self._virtual_time:
                del self._used[absent]

    def least(self, keys: Iterable[str]) -> str:
        """Who comes next of these: served by the fewest workers now, then served least so far."""
        return min(keys, key=lambda key: (self._served[key], self._used[key], self._present[key]))

    @property
    def remembered(self) -> int:
        """Keys that memory is spent on."""
        return len(self._used)

    @property
    def empty(self) -> bool:
        """Nobody waits, nobody is served."""
        return not self._present


class FairQueue:
    """Tickets that wait, and what their addresses and tables have had."""

    def __init__(self, bounds: Bounds | None = None) -> None:
        self._bounds = bounds or Bounds()
        self._waiting: dict[Ticket, None] = {}
        self._addresses = Shares()
        self._tables: dict[str, Shares] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, ticket: Ticket) -> bool:
        """Take a place; False: there is none for this address, or for anybody."""
        if not self._has_room(ticket):
            return False
        self._waiting[ticket] = None
        self._addresses.enter(ticket.address)
        self._tables.setdefault(ticket.address, Shares()).enter(ticket.table)
        return True

    def _has_room(self, ticket: Ticket) -> bool:
        bounds, opinion = self._bounds, ticket.kind != "game"
        alike = [other for other in self._waiting if (other.kind != "game") == opinion]
        own = sum(other.address == ticket.address for other in alike)
        most_own = bounds.opinions_of_address if opinion else bounds.games_of_address
        return own < most_own and len(alike) < (bounds.opinions if opinion else bounds.games)

    def take(self, now: float) -> Ticket | None:
        """The next one to serve; `done` has to follow."""
        if not self._waiting:
            return None
        best = min(ticket.rank(now) for ticket in self._waiting)
        found = [ticket for ticket in self._waiting if ticket.rank(now) == best]
        address = self._addresses.least(dict.fromkeys(ticket.address for ticket in found))
        found = [ticket for ticket in found if ticket.address == address]
        table = self._tables[address].least(dict.fromkeys(ticket.table for ticket in found))
        ticket = next(ticket for ticket in found if ticket.table == table)
        del self._waiting[ticket]
        self._addresses.begin(address)
        self._tables[address].begin(table)
        return ticket

    def done(self, ticket: Ticket, seconds: float) -> None:
        """It was served, and took so long."""
        self._addresses.end(ticket.address, seconds)
        self._tables[ticket.address].end(ticket.table, seconds)
        self._forget(ticket.address)

    def drop(self, ticket: Ticket) -> bool:
        """Nobody wants it any more; False: it does not wait (any more)."""
        if ticket not in self._waiting:
            return False
        del self._waiting[ticket]
        self._addresses.leave(ticket.address)
        self._tables[ticket.address].leave(ticket.table)
        self._forget(ticket.address)
        return True

    def _forget(self, address: str) -> None:
        if self._tables[address].empty:
            del self._tables[address]
