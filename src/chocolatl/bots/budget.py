"""How long a bot may think: a number of steps (the same decision everywhere) or a time (`200ms`, `1s`)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from time import perf_counter

MOST_STEPS = 10_000
MOST_SECONDS = 60.0


@dataclass(frozen=True)
class Budget:
    """One of the two is given."""

    steps: int | None = None
    seconds: float | None = None

    def deadline(self) -> float | None:
        """The reading of perf_counter at which to stop, for a decision that begins now."""
        return None if self.seconds is None else perf_counter() + self.seconds


def read_thinking(text: str) -> Budget:
    """Read `64`, `200ms` or `1.5s`; raises ValueError with what was expected."""
    found = re.fullmatch(r"(\d{1,6}(?:\.\d{1,3})?)(ms|s)|(\d{1,6})", text)
    if found is None:
        raise ValueError("expected a number of steps such as 8, or a time such as 200ms or 1s")
    if found[3]:
        _check(int(found[3]), 1, MOST_STEPS, "steps")
        return Budget(steps=int(found[3]))
    seconds = float(found[1]) / (1000 if found[2] == "ms" else 1)
    _check(seconds, 0.001, MOST_SECONDS, "seconds")
    return Budget(seconds=seconds)


def _check(value: float, least: float, most: float, unit: str) -> None:
    if not least <= value <= most:
        raise ValueError(f"expected {least:g} to {most:g} {unit}")
