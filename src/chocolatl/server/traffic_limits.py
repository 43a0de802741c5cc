"""How much each person and each address may do, whatever number of tabs, devices and tables they use."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal, get_args

from chocolatl.rules.types import Seat
from chocolatl.server.config import Rates
from chocolatl.server.errors import RequestError
from chocolatl.server.rate_limit import Buckets, OpenCount

Kind = Literal[
    "messages",
    "answers",
    "chat",
    "mutes",
    "commits",
    "steps",
    "sockets",
    "requests",
    "files",
    "new_tables",
    "pictures",
    "codes",
]
EXPECTED = "the same again, a little later"

# What a request costs, in requests. The first pattern that fits counts.
COSTS: tuple[tuple[str, re.Pattern[str], float], ...] = (
    ("POST", re.compile(r"/(hint|analysis)\Z"), 10),
    ("GET", re.compile(r"/(record|verify|picture\.png)\Z|^/metrics\Z|^/api/screens/"), 5),
    ("POST", re.compile(r"^/api/(tables|play-now|pass-around)\Z|/(rematch|link|claim|webhook)\Z"), 5),
    ("POST", re.compile(""), 2),
    ("GET", re.compile(r"^/api/(mine|tables)\Z|^/readyz\Z|^/table/"), 2),
)


def routed(path: str) -> str:
    """The path as Litestar reads it, for which `/api//tables/` is `/api/tables`."""
    return re.sub("/+", "/", path).rstrip("/")


def makes_table(method: str, path: str) -> bool:
    """Is this a wish for a new table?"""
    return method == "POST" and routed(path) in ("/api/tables", "/api/play-now", "/api/pass-around")


def tries_code(path: str) -> bool:
    """Does this ask whether a code of a screen is right?"""
    return routed(path).startswith("/api/screens/")


def cost_of(method: str, path: str) -> float:
    """How many ordinary requests this one counts for."""
    path = routed(path)
    return next((cost for verb, pattern, cost in COSTS if verb == method and pattern.search(path)), 1.0)


def person_key(table: str, seat: Seat | None, visitor: str | None, address: str) -> str:
    """Who it is for counting: all devices of a seat are one person; one without a cookie is its address."""
    return f"{table}/{seat}" if seat is not None else visitor or address


class Traffic:
    """All limits of one process."""

    def __init__(self, rates: Rates, clock: Callable[[], float] = time.monotonic) -> None:
        self.rates = rates
        many = rates.people_per_address
        self._people: dict[Kind, Buckets] = {}
        self._addresses: dict[Kind, Buckets] = {}
        kinds: tuple[Kind, ...] = get_args(Kind)
        for kind in kinds:
            rate, size = getattr(rates, kind)
            factor = 1 if kind == "new_tables" else many
            self._people[kind] = Buckets((rate, size), clock)
            self._addresses[kind] = Buckets((rate * factor, size * factor), clock)
        self._open = (
            OpenCount(rates.sockets_per_address),
            OpenCount(rates.sockets_per_person),
            OpenCount(rates.sockets_per_address_and_table),
        )

    def take(self, kind: Kind, person: str, address: str, cost: float = 1.0) -> bool:
        """May this person do this? One who does too much does not use up what others at the address may."""
        return self._people[kind].take(person, cost) and self._addresses[kind].take(address, cost)

    def refuse(self, kind: Kind, what: str, person: str, address: str) -> None:
        """Raises RequestError when it is too much."""
        if not self.take(kind, person, address):
            rate, size = getattr(self.rates, kind)
            raise RequestError(
                "too_fast", f"too many {what}", f"at most {size:g} at once and {rate:g} a second"
            )

    @contextmanager
    def socket(self, address: str, visitor: str | None, table: str) -> Iterator[bool]:
        """A place for a socket for as long as it is open; gives whether there is one."""
        keys = (address, visitor or address, f"{table} {address}")
        entered = []
        try:
            for count, key in zip(self._open, keys, strict=True):
                if not count.enter(key):
                    break
                entered.append((count, key))
            yield len(entered) == len(keys)
        finally:
            for count, key in entered:
                count.leave(key)
