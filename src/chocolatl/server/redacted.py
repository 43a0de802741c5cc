"""Events on their way out: encoded once for everybody, and once more for the seat that may see it whole."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from chocolatl.rules import Event, Rules, redact
from chocolatl.rules.events import Answered, Exchanged
from chocolatl.rules.words import Seat

encode = msgspec.json.Encoder().encode


class Redacted:
    """Some events in a row, numbered from `first`, ready to be sent to any seat."""

    __slots__ = ("_owned", "_public", "_ready", "first")

    def __init__(self, first: int, events: Sequence[Event], rules: Rules) -> None:
        self.first = first
        self._public: list[bytes] = []
        self._owned: dict[Seat, dict[int, bytes]] = {}
        self._ready: dict[Seat | None, bytes] = {}
        for place, event in enumerate(events):
            self._public.append(encode(redact(event, None, rules)))
            if isinstance(event, Answered | Exchanged):
                own = encode(redact(event, event.seat, rules))
                if own != self._public[place]:
                    self._owned.setdefault(event.seat, {})[place] = own

    def message(self, seat: Seat | None) -> bytes:
        """The `events` message for this seat."""
        key = seat if seat in self._owned else None
        if key not in self._ready:
            owned = self._owned.get(key, {}) if key is not None else {}
            parts = [owned.get(place, public) for place, public in enumerate(self._public)]
            body = b",".join(parts)
            self._ready[key] = b'{"type":"events","first":%d,"events":[%b]}' % (self.first, body)
        return self._ready[key]
