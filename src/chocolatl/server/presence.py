"""Who is here, who thinks, who has chosen: what everyone may see of each seat."""

from __future__ import annotations

from chocolatl.rules import State
from chocolatl.rules.words import Seat
from chocolatl.server.lobby import Lobby
from chocolatl.server.wire import Presence


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


class Arrivals:
    """The open pages of this process, and what other processes say about theirs."""

    def __init__(self) -> None:
        self._elsewhere: dict[str, tuple[int, int, float]] = {}

    def hear(self, origin: str, seats: int, spectators: int, until: float) -> None:
        """Another process tells who is there, valid for a while: it may die without saying goodbye."""
        self._elsewhere[origin] = (seats, spectators, until)

    def all(self, seats: int, spectators: int, now: float) -> tuple[int, int]:
        """Everyone, here and elsewhere."""
        for origin, (other_seats, others, until) in list(self._elsewhere.items()):
            if until < now:
                del self._elsewhere[origin]
                continue
            seats |= other_seats
            spectators += others
        return seats, spectators
