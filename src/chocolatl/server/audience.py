"""The pages that look at a table, and what each of them is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import msgspec
from msgspec.structs import replace

from chocolatl.rules import Event, question
from chocolatl.rules.words import Seat
from chocolatl.server.bus import Note
from chocolatl.server.deadlines import seconds_to_answer
from chocolatl.server.defaults import default_answer
from chocolatl.server.outbox import CLOSED
from chocolatl.server.permissions import hints_allowed, shown_out
from chocolatl.server.presence import Arrivals, presence, to_vouch_for
from chocolatl.server.public import public_table
from chocolatl.server.redacted import Redacted
from chocolatl.server.wire import Ask, Fairness, Muted, PresenceChanged, Table, TableChanged

if TYPE_CHECKING:
    from chocolatl.server.room import Room

encode = msgspec.json.Encoder().encode
TELL_AGAIN = -1


class Page(Protocol):
    """An open socket. `asked`: the turn of the question it was last told about; `commitment`: in the draw."""

    visitor: str | None
    seat: Seat | None
    asked: int | None
    commitment: str

    def post(self, message: bytes) -> None:
        """Queue a message; sent soon, together with others."""

    def leave(self, code: int) -> None:
        """Close it after what is queued."""


class Audience:
    """Each message is encoded once, however many pages get it."""

    def __init__(self, room: Room) -> None:
        self.pages: set[Page] = set()
        self.arrivals = Arrivals()
        self._room = room
        self._presence: PresenceChanged | None = None
        self._welcome = room.lobby.spectators
        self.left_at: dict[Seat, float] = {}
        """When each seat's latest page of this process was closed."""
        self._noted: dict[Seat, float] = {}
        self._table = _as_told(public_table(room.row))
        self._muted = tuple(doc.muted for doc in room.lobby.seats)

    def post(self, message: msgspec.Struct) -> None:
        """The same for everybody."""
        encoded = encode(message)
        for page in self.pages:
            page.post(encoded)

    def post_events(self, first: int, events: Sequence[Event]) -> None:
        """What happened, what it asks, and what it changes about who has chosen."""
        redacted = Redacted(first, events, self._room.lobby.rules)
        messages: dict[Seat | None, bytes] = {}
        for page in self.pages:
            eyes = redacted.eyes(page.seat)
            if eyes not in messages:
                messages[eyes] = redacted.message(eyes)
            page.post(messages[eyes])
        self.post_asks()
        self.post_presence()
        summary = self._room.row.summary
        if summary.phase == "finished" and summary.last < first + len(events):
            self.post(fairness(self._room))
            self.post_table()

    # ---- questions ----

    def post_asks(self, again: bool = False) -> None:
        """To each seat its question, where that has changed."""
        messages: dict[Seat, bytes] = {}
        for page in self.pages:
            seat = page.seat
            turn = None if seat is None else asked_turn(self._room, seat)
            if seat is None or (turn == page.asked and not again):
                continue
            page.asked = turn
            if seat not in messages:
                messages[seat] = encode(ask(self._room, seat))
            page.post(messages[seat])

    # ---- who sits where ----

    def post_table(self) -> None:
        """Tell every page about the table and its own seat, where either has changed."""
        self.show_out()
        lobby = self._room.lobby
        table = public_table(self._room.row)
        told = _as_told(table)
        changed, self._table = told != self._table, told
        messages: dict[Seat | None, bytes] = {}
        for page in self.pages:
            seat = lobby.seat_of(page.visitor) if page.visitor else None
            if seat == page.seat and not changed:
                continue
            if seat != page.seat:
                page.seat, page.asked = seat, TELL_AGAIN
            if seat not in messages:
                messages[seat] = encode(TableChanged(table, seat))
            page.post(messages[seat])
        self._post_muted()
        self.post_asks()
        self.post_presence()

    def show_out(self) -> None:
        """Whoever may not look any more hears nothing from this moment on."""
        row = self._room.row
        welcome_before, self._welcome = self._welcome, row.lobby.spectators
        for page in list(self.pages):
            seat = row.lobby.seat_of(page.visitor) if page.visitor else None
            if shown_out(page.seat, seat, welcome_before, row):
                self.pages.discard(page)
                page.seat = None
                page.leave(CLOSED)

    def _post_muted(self) -> None:
        """Whose chat a seat does not want concerns its own pages alone."""
        before, self._muted = self._muted, tuple(doc.muted for doc in self._room.lobby.seats)
        for page in self.pages:
            if page.seat is not None and before[page.seat] != self._muted[page.seat]:
                page.post(encode(Muted(self._muted[page.seat])))

    # ---- who is here ----

    def here(self) -> tuple[int, int]:
        """The seats with a page in this process (bits), and the spectators."""
        seats = spectators = 0
        for page in self.pages:
            if page.seat is None:
                spectators += 1
            else:
                seats |= 1 << page.seat
        return seats, spectators

    def everywhere(self) -> tuple[int, int]:
        """The same for all processes together."""
        return self.arrivals.all(*self.here(), self._room.house.now())

    def presence(self) -> PresenceChanged:
        """Who is here, thinks, has chosen."""
        seats, spectators = self.everywhere()
        return PresenceChanged(presence(self._room.lobby, self._room.state, seats), spectators)

    def post_presence(self) -> None:
        """To everyone, when something about it is new."""
        message = self.presence()
        if message != self._presence:
            self._presence = message
            self.post(message)

    def leave(self, page: Page) -> None:
        """A page was closed."""
        self.pages.discard(page)
        if page.seat is not None:
            self.left_at[page.seat] = self._room.house.now()
        self.post_presence()
        self.tell_presence()

    def to_vouch_for(self, now: float) -> list[tuple[str, Seat]]:
        """The seats whose presence is to be noted in the database, where others may call a bot for them."""
        row = self._room.row
        if row.summary.phase != "running" or seconds_to_answer(row.lobby.pace) is not None:
            return []
        seats = to_vouch_for(self.here()[0], self._noted, now)
        self._noted |= dict.fromkeys(seats, now)
        return [(row.id, seat) for seat in seats]

    def tell_presence(self) -> None:
        """Tell the other processes who is here."""
        seats, spectators = self.here()
        house = self._room.house
        house.bus.tell(Note(self._room.row.id, house.origin, "here", seats, spectators))


def _as_told(table: Table) -> Table:
    """Without what changes with every answer: pages hear of that anyhow."""
    return replace(table, changed=0, round=0)


def asked_turn(room: Room, seat: Seat) -> int | None:
    """The turn of the question that this seat is asked, also when it has answered."""
    running = room.row.summary.phase == "running"
    asked = room.state.asked if room.state is not None and running else None
    return asked.turn if asked is not None and seat in asked.seats else None


def ask(room: Room, seat: Seat) -> Ask:
    """The open question of a seat, as its pages are told."""
    state = room.state
    running = room.row.summary.phase == "running"
    asked = question(state, seat) if state is not None and running else None
    if state is None or asked is None:
        return Ask(None, None, None, None, False)
    hint = hints_allowed(room.lobby, seat)
    return Ask(asked, state.answers[seat], default_answer(asked), room.deadline, hint)


def fairness(room: Room) -> Fairness:
    """Key and nonces; only after the end."""
    if room.row.summary.phase != "finished":
        raise AssertionError("the key of a running game was asked for")
    chance = room.chance()
    nonces = tuple(nonce.hex() for nonce in chance.nonces) if chance.draw is None else chance.draw.nonces
    return Fairness(chance.commitment, chance.key.hex(), nonces)
