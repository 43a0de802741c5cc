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

    __slots__ = ("_owned", "_public", "first", "size")

    def __init__(self, first: int, events: Sequence[Event], rules: Rules) -> None:
        self.first = first
        self._public: list[bytes] = []
        self._owned: dict[Seat, dict[int, bytes]] = {}
        self.size = 0
        for place, event in enumerate(events):
            self._add(place, event, rules)

    def _add(self, place: int, event: Event, rules: Rules) -> None:
        public = encode(redact(event, None, rules))
        self._public.append(public)
        self.size += len(public)
        if isinstance(event, Answered | Exchanged):
            own = encode(redact(event, event.seat, rules))
            if own != public:
                self._owned.setdefault(event.seat, {})[place] = own
                self.size += len(own)

    def __len__(self) -> int:
        return len(self._public)

    def eyes(self, seat: Seat | None) -> Seat | None:
        """Seats for which the message is the same have the same eyes."""
        return seat if seat in self._owned else None

    def message(self, seat: Seat | None, since: int = 0, last: int | None = None) -> bytes:
        """The `events` message for this seat, of the events with the numbers `since` to `last`."""
        skip = max(0, since - self.first)
        end = len(self) if last is None else min(len(self), last + 1 - self.first)
        owned = self._owned.get(seat, {}) if seat is not None else {}
        parts = [owned.get(place, self._public[place]) for place in range(skip, end)]
        return b'{"type":"events","first":%d,"events":[%b]}' % (self.first + skip, b",".join(parts))
