"""A cache with a limit: the least recently used go first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class LruCache(Generic[T]):
    """Values by key, up to a total size. Without `size` every value counts as one."""

    def __init__(self, most: int, size: Callable[[T], int] | None = None) -> None:
        self._most = most
        self._size = size or (lambda _: 1)
        self._values: OrderedDict[Hashable, T] = OrderedDict()
        self.total = 0

    def get(self, key: Hashable) -> T | None:
        """The value, which thereby becomes the most recently used."""
        if key not in self._values:
            return None
        self._values.move_to_end(key)
        return self._values[key]

    def keep(self, key: Hashable, value: T) -> None:
        """From now on; what is larger than everything together is not kept."""
        if key in self._values:
            self.total -= self._size(self._values.pop(key))
        if self._size(value) > self._most:
            return
        self._values[key] = value
        self.total += self._size(value)
        while self.total > self._most:
            _, oldest = self._values.popitem(last=False)
            self.total -= self._size(oldest)
