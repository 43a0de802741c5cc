"""Who sits where under which rules, and the draw of the dice, as they are stored: immutable values.

They hold hashes and secrets, so they never leave the server; `public_info` builds what everyone may see.
"""

from __future__ import annotations

from typing import Literal

from chocolatl.rules import Board, Rules
from chocolatl.rules.commit_reveal import Kind, Voided
from chocolatl.rules.types import Seat, Value
from chocolatl.rules.versions import VERSIONS
from chocolatl.server.protocol import Pace, Phase, SeatColour
from chocolatl.server.secret import contains_hash
from chocolatl.server.store.document_codec import Stored


class DrawDoc(Value, frozen=True):
    """`kinds`, `commitments` and `nonces` (as far as opened) by seat, once locked; empty before.

    `until`: when the attempt is voided. `wrong`: the seats that sent a nonce they had not committed to.
    """

    attempt: int
    key_commitment: str
    kinds: tuple[Kind, ...] = ()
    commitments: tuple[str, ...] = ()
    nonces: tuple[str, ...] = ()
    wrong: tuple[Seat, ...] = ()
    until: float | None = None
    voided: tuple[Voided, ...] = ()

    @property
    def locked(self) -> bool:
        """Nothing may change any more but openings."""
        return bool(self.kinds)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that take part and have not opened yet."""
        return tuple(
            seat
            for seat, (kind, nonce) in enumerate(zip(self.kinds, self.nonces, strict=True))
            if kind == "opened" and not nonce
        )

    @property
    def barred(self) -> frozenset[Seat]:
        """Those who let an earlier attempt down: they play, and take no part in this table's draws."""
        return frozenset(seat for voided in self.voided for seat in voided.missing)

    @property
    def complete(self) -> bool:
        """Everyone who takes part has opened."""
        return self.locked and not self.waiting


class BackUntil(Value, frozen=True):
    """Somebody came back to the question `turn` and has until then to answer it."""

    turn: int
    until: float


class SeatDoc(Stored, frozen=True):
    """A seat as the server knows it. `holders`: hashes of the browsers that play it; `links`: of tokens.

    `commitment`: for the next draw, while a page of the seat is open. `nonce`: of games before there was one.
    `kept`: the browsers for which an empty seat of a rematch is kept, and `kept_name` what they were called.
    """

    kind: Literal["empty", "person", "bot"]
    name: str
    colour: SeatColour
    bot: str | None = None
    held: bool = False
    holders: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    nonce: str = ""
    muted: tuple[Seat, ...] = ()
    webhook: str | None = None
    commitment: str = ""
    ready: bool = False
    kept: tuple[str, ...] = ()
    kept_name: str = ""
    back: BackUntil | None = None

    @property
    def played_by_bot(self) -> bool:
        """A bot's own seat, or a person's that a bot holds."""
        return self.kind == "bot" or self.held


class Lobby(Stored, frozen=True):
    """`board` is empty for the usual one; `key` too, but for imported games, whose key is public.

    `nonces`: whether they belong to the dice; False for an imported game whose record has none.
    `origin`: whose share of the bots' time this table takes; empty: its own.
    `draw` is empty for imported games, and for those that began before there was one.
    `locked`: nobody new sits down. `removed`: the browsers that the host has sent away.
    `device`: the one browser that all people at the table pass around; they hold no seats of their own.
    """

    id: str
    edition: str
    rules: Rules
    board: Board | None
    pace: Pace
    listed: bool
    spectators: bool
    learn: bool
    autostart: bool
    host: Seat
    seats: tuple[SeatDoc, ...]
    commitment: str
    rules_version: str
    rematch: str | None = None
    webhook: str | None = None
    key: str | None = None
    hints: bool = False
    origin: str = ""
    nonces: bool = True
    draw: DrawDoc | None = None
    locked: bool = False
    removed: tuple[str, ...] = ()
    spectator_chat: bool = False
    device: str = ""

    def seat_of(self, visitor: str) -> Seat | None:
        """The seat this browser holds; always looks at every seat. A passed device acts as the host."""
        if self.is_device(visitor):
            return self.host
        found = [seat for seat, doc in enumerate(self.seats) if contains_hash(visitor, doc.holders)]
        return found[0] if found else None

    def is_device(self, visitor: str | None) -> bool:
        """Is this the browser that the people at this table pass around?"""
        return bool(visitor and self.device) and contains_hash(visitor or "", (self.device,))

    def eyes_of(self, visitor: str | None, wanted: Seat | None) -> Seat | None:
        """Through which seat a page of this browser sees the game; none: it sees what everyone sees.

        A passed device looks through one seat at a time, the `wanted` one; else one sees what one holds.
        """
        if not self.is_device(visitor):
            return self.seat_of(visitor) if visitor else None
        return wanted if wanted in self.people else None

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of people, also of those for whom a bot plays."""
        return tuple(seat for seat, doc in enumerate(self.seats) if doc.kind == "person")

    @property
    def as_printed(self) -> bool:
        """Whether no switch of the edition was changed, in the version of the rules of this table."""
        return VERSIONS[self.rules_version].editions.get(self.edition) == self.rules

    @property
    def bots(self) -> int:
        """The seats that bots play, as bits."""
        return sum(1 << seat for seat, doc in enumerate(self.seats) if doc.played_by_bot)

    @property
    def empty(self) -> tuple[Seat, ...]:
        """The seats nobody has taken."""
        return tuple(seat for seat, doc in enumerate(self.seats) if doc.kind == "empty")


def draw_deadline(lobby: Lobby, phase: Phase) -> float | None:
    """When the draw is voided; the table's deadline while it lasts."""
    return lobby.draw.until if phase == "drawing" and lobby.draw is not None else None
