"""What other processes say about their screens: pure, moments are handed in."""

from __future__ import annotations

from typing import NamedTuple

from chocolatl.server.tables.presence import PRESENCE_SECONDS

NOTHING = -1
"""Events that a screen has shown which nobody can see."""


class Shown(NamedTuple):
    """How many events a screen has shown that came at the moment `since`; `origin`: its process, here ''."""

    since: float
    origin: str
    events: int


class RemoteScreens:
    """The newest screen of each other process, as far as it was heard of lately."""

    def __init__(self) -> None:
        self._heard: dict[str, tuple[Shown, float]] = {}

    def update(self, shown: Shown, now: float) -> None:
        """The newest word of a process counts, for a while: it may die without saying goodbye."""
        if shown.events == NOTHING:
            self._heard.pop(shown.origin, None)
        else:
            self._heard[shown.origin] = (shown, now + PRESENCE_SECONDS)

    def newest(self, now: float) -> Shown | None:
        """The screen that came last."""
        return max((shown for shown, until in self._heard.values() if until > now), default=None)
