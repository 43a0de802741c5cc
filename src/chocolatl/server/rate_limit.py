"""Token buckets and counters, one for each key: an address, a seat, a browser.

A bucket holds at most `size` tokens however long nobody takes any, and so many keys are remembered. The clock
is monotonic: setting the wall clock gives nobody tokens. Limits are those of one process.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

KEYS_REMEMBERED = 5_000
"""About 2 MB for each kind of limit. Who makes up names to have others forgotten still has one address."""
Limit = tuple[float, float]
"""`(tokens per second, tokens at once)`."""


class Bucket:
    """Fills at `rate` per second up to `size`; every use takes its cost."""

    __slots__ = ("_clock", "_left", "_rate", "_size", "_when")

    def __init__(self, limit: Limit, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._size = limit
        self._left = self._size
        self._clock = clock
        self._when = clock()

    def take(self, cost: float = 1.0) -> bool:
        """One more: may I? What costs more than the bucket ever holds may be done when it is full."""
        now = self._clock()
        if now > self._when:
            self._left = min(self._size, self._left + (now - self._when) * self._rate)
        self._when = now
        if self._left < cost and self._left < self._size:
            return False
        self._left -= cost
        return True


class Buckets:
    """A bucket for each key; the ones not heard of for longest are forgotten."""

    def __init__(
        self, limit: Limit, clock: Callable[[], float] = time.monotonic, keys: int = KEYS_REMEMBERED
    ) -> None:
        self._limit = limit
        self._clock = clock
        self._keys = keys
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str, cost: float = 1.0) -> bool:
        """One more under this key: may it?"""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._limit, self._clock)
            if len(self._buckets) > self._keys:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.take(cost)


class OpenCount:
    """How many are open at once under each key; only those with any are remembered."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._open: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._open)

    def enter(self, key: str) -> bool:
        """One more, if there is a place."""
        count = self._open.get(key, 0)
        if count >= self.limit:
            return False
        self._open[key] = count + 1
        return True

    def leave(self, key: str) -> None:
        """One less."""
        count = self._open.get(key, 0) - 1
        if count > 0:
            self._open[key] = count
        else:
            self._open.pop(key, None)
