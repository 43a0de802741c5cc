"""Who is here, who thinks, who has chosen, and since when somebody is away: pure, moments are handed in."""

from __future__ import annotations

from collections.abc import Mapping

from chocolatl.rules import State
from chocolatl.rules.types import Seat
from chocolatl.server.protocol import Presence
from chocolatl.server.store.documents import Lobby

VOUCHED_SECONDS = 20.0
"""So far ahead a process vouches for an open page in the database; it writes again after half of it."""
PRESENCE_SECONDS = 30.0
"""So long what another process told of its pages is believed: it may die without saying goodbye."""


def presence(lobby: Lobby, state: State | None, here: int) -> tuple[Presence, ...]:
    """`here`: the seats with an open page, as bits."""
    return tuple(_of_seat(lobby, state, here, seat) for seat in range(len(lobby.seats)))


def _of_seat(lobby: Lobby, state: State | None, here: int, seat: Seat) -> Presence:
    if lobby.seats[seat].played_by_bot:
        return "bot"
    asked = state is not None and state.asked is not None and seat in state.asked.seats
    if asked and state is not None and state.answers[seat] is not None:
        return "chosen"
    if not here >> seat & 1:
        return "away"
    return "thinking" if asked else "idle"


def away_seconds(
    here: bool, last_seen: float | None, began_at: float, serving_since: float, now: float
) -> float:
    """How long a seat has been away from a game for certain.

    Before the game began nobody had to be there; before this process began to serve, its people may have had
    nowhere to be: neither counts.
    """
    if here:
        return 0.0
    return max(0.0, now - max(last_seen or 0.0, began_at, serving_since))


def to_vouch_for(here: int, noted: Mapping[Seat, float], now: float) -> tuple[Seat, ...]:
    """The seats with an open page that were not noted in the database within half of its time."""
    late = now - VOUCHED_SECONDS / 2
    seats = (seat for seat in range(here.bit_length()) if here >> seat & 1)
    return tuple(seat for seat in seats if noted.get(seat, late) <= late)


class RemotePresence:
    """What other processes say about their open pages."""

    def __init__(self) -> None:
        self._elsewhere: dict[str, tuple[int, int, float]] = {}

    def update(self, origin: str, seats: int, spectators: int, now: float) -> None:
        """Another process tells who is there; the newest word of each counts, for a while."""
        self._elsewhere[origin] = (seats, spectators, now + PRESENCE_SECONDS)

    def all(self, seats: int, spectators: int, now: float) -> tuple[int, int]:
        """Everyone, here and elsewhere."""
        for origin, (other_seats, others, until) in list(self._elsewhere.items()):
            if until < now:
                del self._elsewhere[origin]
                continue
            seats |= other_seats
            spectators += others
        return seats, spectators
