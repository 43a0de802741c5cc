"""What a soak has to tell."""

from __future__ import annotations

from chocolatl.rules.types import Value


class SoakReport(Value, frozen=True):
    """All lists are empty when nothing went wrong; `faults` and `players` count what was done to whom."""

    games: int
    sent: int
    acknowledged: int
    lost: tuple[str, ...]
    doubled: tuple[str, ...]
    invented: tuple[str, ...]
    unfinished: tuple[str, ...]
    unverified: tuple[str, ...]
    problems: tuple[str, ...]
    faults: dict[str, int]
    players: dict[str, int]
    seconds: float
    seed: int

    @property
    def ok(self) -> bool:
        """Nothing lost, doubled or invented; every game ended and verifies; nobody saw anything odd."""
        return not (
            self.lost or self.doubled or self.invented or self.unfinished or self.unverified or self.problems
        )
