"""Token buckets: so many at once, so many per second after that."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

ADDRESSES_REMEMBERED = 10_000


class Bucket:
    """Fills at `rate` per second up to `size`; every use takes one."""

    __slots__ = ("_clock", "_left", "_rate", "_size", "_when")

    def __init__(self, limit: tuple[float, float], clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._size = limit
        self._left = self._size
        self._clock = clock
        self._when = clock()

    def take(self) -> bool:
        """One more: may I?"""
        now = self._clock()
        self._left = min(self._size, self._left + (now - self._when) * self._rate)
        self._when = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each address; the ones not heard of for longest are forgotten."""

    def __init__(self, limit: tuple[float, float]) -> None:
        self._limit = limit
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """One more from this address: may it?"""
        bucket = self._buckets.setdefault(address, Bucket(self._limit))
        self._buckets.move_to_end(address)
        if len(self._buckets) > ADDRESSES_REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket.take()
