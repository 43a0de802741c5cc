"""So many at once, and of these so many for one owner: nobody fills all places alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable


class Places:
    """Counts who holds a place. An owner is a person, an address or a table; a holder may have several."""

    def __init__(self, overall: int, each: int) -> None:
        self._overall = overall
        self._each = each
        self._taken = 0
        self._owners: Counter[str] = Counter()

    @property
    def full(self) -> bool:
        """Is there no place for anybody?"""
        return self._taken >= self._overall

    def take(self, owners: Iterable[str]) -> bool:
        """A place, if there is one and none of its owners has too many already."""
        names = set(owners)
        if self.full or any(self._owners[name] >= self._each for name in names):
            return False
        self._taken += 1
        self._owners.update(names)
        return True

    def leave(self, owners: Iterable[str]) -> None:
        """Give back what `take` gave."""
        self._taken -= 1
        self._owners.subtract(set(owners))
        self._owners = +self._owners
