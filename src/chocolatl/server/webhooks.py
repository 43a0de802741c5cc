"""Calls to a web address when a seat is asked. Never with secret content, never to inner networks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chocolatl.server.metrics import Metrics

if TYPE_CHECKING:
    from chocolatl.server.room import Room


class Webhooks:
    """Delivers in the background, with retries."""

    def __init__(self, metrics: Metrics, private: bool) -> None:
        self._metrics = metrics
        self._private = private

    def asked(self, room: Room) -> None:
        """A new question is open."""

    def warn(self, room: Room, seconds: float) -> None:
        """A deadline is near."""


async def check_address(url: str, private: bool) -> None:
    """Raises Denied for an address that may not be called."""
