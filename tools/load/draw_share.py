"""A page's part in the draw of the dice: it commits to a nonce, and opens it after the lock."""

from __future__ import annotations

import itertools
import secrets

from chocolatl.rules.commit_reveal import NONCE_BYTES, nonce_commitment
from chocolatl.rules.types import Seat
from chocolatl.server import protocol

PREFIX = "draw-"
"""Of the ids of its messages."""


class Share:
    """Of one page at one table; it goes on over any number of connections."""

    def __init__(self) -> None:
        self._nonces: dict[tuple[int, Seat], str] = {}
        self._sent: set[tuple[int, Seat, str]] = set()
        self._ids = (f"{PREFIX}{number}-{secrets.token_hex(3)}" for number in itertools.count())
        self.committed = False
        """The table has shown our commitment: the game may start."""

    def connected(self) -> None:
        """What was said on an older connection may not have arrived."""
        self._sent.clear()

    def nonce(self, attempt: int, seat: Seat) -> str:
        """Drawn once for each attempt, and kept to ourselves until the lock."""
        return self._nonces.setdefault((attempt, seat), secrets.token_hex(NONCE_BYTES))

    def reply(self, table: protocol.Table, seat: Seat | None) -> protocol.Commit | protocol.Open | None:
        """What there is to say, now that the server shows this of the table."""
        if table.draw is None or seat is None:
            return None
        draw, mine = table.draw, table.draw.seats[seat]
        nonce = self.nonce(draw.attempt, seat)
        commitment = nonce_commitment(table.id, draw.attempt, seat, bytes.fromhex(nonce))
        self.committed |= mine.commitment == commitment
        if draw.locked:
            ours = mine.state == "waiting" and mine.commitment == commitment
            if ours and self._first("open", draw, seat):
                return protocol.Open(next(self._ids), draw.attempt, nonce)
            return None
        if mine.commitment:
            self._sent.discard((draw.attempt, seat, "commit"))  # sent again, should the server lose it
        elif mine.state == "none" and self._first("commit", draw, seat):
            return protocol.Commit(next(self._ids), draw.attempt, commitment)
        return None

    def _first(self, what: str, draw: protocol.TableDraw, seat: Seat) -> bool:
        said = (draw.attempt, seat, what)
        new = said not in self._sent
        self._sent.add(said)
        return new
