"""The connections that look at a table, and what each is told: redacted events, questions, presence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec
from msgspec.structs import replace

from chocolatl.bots.fallback import default_answer
from chocolatl.rules import Event, Rules, SealedChance, State, question, redact
from chocolatl.rules.events import Answered, Exchanged
from chocolatl.rules.types import Seat
from chocolatl.server.bus import TableNotice
from chocolatl.server.protocol import (
    Ask,
    Clocks,
    Fairness,
    Muted,
    PresenceChanged,
    Table,
    TableChanged,
    Warned,
)
from chocolatl.server.protocol.close_codes import CLOSED
from chocolatl.server.store.documents import Lobby
from chocolatl.server.store.rows import TableRow
from chocolatl.server.tables.clocks.deadlines import has_clock
from chocolatl.server.tables.clocks.seat_clocks import SeatClocks
from chocolatl.server.tables.permissions import asked_aloud, hints_allowed, shown_out
from chocolatl.server.tables.presence import RemotePresence, presence, to_vouch_for
from chocolatl.server.tables.public_info import public_table
from chocolatl.server.tables.services import TableServices

encode = msgspec.json.Encoder().encode
RESEND = -1


class Connection(Protocol):
    """An open socket. `asked`: the turn of the question it was last told about; `commitment`: in the draw.

    `seat`: whose eyes it has.
    """

    seat: Seat | None
    asked: int | None
    commitment: str

    def seat_in(self, lobby: Lobby) -> Seat | None:
        """Whose eyes it has now; a screen has nobody's, whoever has opened it."""

    def is_own_screen(self, lobby: Lobby) -> bool:
        """Is it a screen that somebody of this table has put up?"""

    def is_device(self, lobby: Lobby) -> bool:
        """Is it a page of the browser that the people of this table pass around?"""

    def post(self, message: bytes) -> None:
        """Queue a message; sent soon, together with others."""

    def close_after_flush(self, code: int) -> None:
        """Close it after what is queued."""


class TableSnapshot(Protocol):
    """A table at this moment, as far as its connections are told of it."""

    @property
    def row(self) -> TableRow:
        """As stored."""

    @property
    def state(self) -> State | None:
        """The game, once it has begun."""

    @property
    def clocks(self) -> SeatClocks:
        """How long everybody has to answer."""

    def chance(self) -> SealedChance:
        """The dice."""


class EventPayloads:
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


class Broadcast:
    """Each message is encoded once, however many connections get it."""

    def __init__(self, live: TableSnapshot, services: TableServices) -> None:
        self.connections: set[Connection] = set()
        self.remote = RemotePresence()
        self._live = live
        self._services = services
        self._presence: PresenceChanged | None = None
        self._welcome = live.row.lobby.spectators
        self.left_at: dict[Seat, float] = {}
        """When each seat's latest connection of this process was closed."""
        self._noted: dict[Seat, float] = {}
        self._clocks: Clocks | None = None
        self._table = _as_told(public_table(live.row))
        self._muted = tuple(doc.muted for doc in live.row.lobby.seats)

    def post(self, message: msgspec.Struct) -> None:
        """The same for everybody."""
        encoded = encode(message)
        for connection in self.connections:
            connection.post(encoded)

    def post_events(self, first: int, events: Sequence[Event]) -> None:
        """What happened, what it asks, and what it changes about who has chosen."""
        payloads = EventPayloads(first, events, self._live.row.lobby.rules)
        messages: dict[Seat | None, bytes] = {}
        for connection in self.connections:
            eyes = payloads.eyes(connection.seat)
            if eyes not in messages:
                messages[eyes] = payloads.message(eyes)
            connection.post(messages[eyes])
        self._live.clocks.answered()
        self.post_questions()
        self.post_presence()
        summary = self._live.row.summary
        if summary.phase == "finished" and summary.last < first + len(events):
            self.post(fairness(self._live))
            self.post_table()

    # ---- questions ----

    def post_questions(self, again: bool = False) -> None:
        """To each seat its question, where that has changed."""
        messages: dict[Seat | None, bytes] = {}
        for connection in self.connections:
            if not self.asks(connection):
                continue
            seat = self.asked_seat(connection)
            turn = asked_turn(self._live, seat)
            if turn == connection.asked and not again:
                continue
            connection.asked = turn
            if seat not in messages:
                messages[seat] = encode(ask(self._live, seat))
            connection.post(messages[seat])

    def asks(self, connection: Connection) -> bool:
        """Is this connection asked anything? Not that of a spectator."""
        lobby = self._live.row.lobby
        return connection.seat is not None or bool(lobby.device and connection.is_device(lobby))

    def asked_seat(self, connection: Connection) -> Seat | None:
        """Whose question it is told: its own seat's, or on a passed device one that is answered aloud."""
        live = self._live
        return connection.seat if connection.seat is not None else asked_aloud(live.row, live.state)

    # ---- clocks ----

    def post_clocks(self) -> None:
        """To everyone, here and at other processes, when a clock has started or another question is open.

        Called now and then and not with every report: what many pages report at once is told at once.
        """
        live = self._live
        if not live.clocks.changed or (message := live.clocks.message()) is None:
            return
        live.clocks.changed = False
        if message != self._clocks:
            self._clocks = message
            self.post(message)
        if live.clocks.reported:
            live.clocks.reported = False
            turn, reports = live.clocks.reports
            notice = TableNotice(live.row.id, self._services.origin, "clock", turn, reports=reports)
            self._services.bus.publish(notice)

    def warn(self, seat: Seat, deadline: float) -> None:
        """The pages of this seat, before its time is up."""
        state = self._live.state
        if state is not None:
            encoded = encode(Warned(state.turn, deadline))
            for connection in self.connections:
                if connection.seat == seat:
                    connection.post(encoded)

    # ---- who sits where ----

    def post_table(self) -> None:
        """Tell every connection about the table and its own seat, where either has changed."""
        self.show_out()
        lobby = self._live.row.lobby
        table = public_table(self._live.row)
        told = _as_told(table)
        changed, self._table = told != self._table, told
        messages: dict[Seat | None, bytes] = {}
        for connection in self.connections:
            seat = connection.seat_in(lobby)
            if seat == connection.seat and not changed:
                continue
            if seat != connection.seat:
                connection.seat, connection.asked = seat, RESEND
            if seat not in messages:
                messages[seat] = encode(TableChanged(table, seat))
            connection.post(messages[seat])
        self._post_muted()
        self._live.clocks.changed = True
        self.post_questions()
        self.post_presence()

    def show_out(self) -> None:
        """Whoever may not look any more hears nothing from this moment on."""
        row = self._live.row
        welcome_before, self._welcome = self._welcome, row.lobby.spectators
        for connection in list(self.connections):
            seat = connection.seat_in(row.lobby)
            if connection.is_own_screen(row.lobby) or (row.lobby.device and connection.is_device(row.lobby)):
                continue
            if shown_out(connection.seat, seat, welcome_before, row):
                self.connections.discard(connection)
                connection.seat = None
                connection.close_after_flush(CLOSED)

    def _post_muted(self) -> None:
        """Whose chat a seat does not want concerns its own connections alone."""
        before, self._muted = self._muted, tuple(doc.muted for doc in self._live.row.lobby.seats)
        for connection in self.connections:
            if connection.seat is not None and before[connection.seat] != self._muted[connection.seat]:
                connection.post(encode(Muted(self._muted[connection.seat])))

    # ---- who is here ----

    def here(self) -> tuple[int, int]:
        """The seats with a connection in this process (bits), and the spectators.

        Where a device is passed around all its people are where it is.
        """
        seats = spectators = 0
        lobby = self._live.row.lobby
        for connection in self.connections:
            if lobby.device and connection.is_device(lobby):
                seats |= sum(1 << seat for seat in lobby.people)
            elif connection.seat is not None:
                seats |= 1 << connection.seat
            elif not connection.is_own_screen(lobby):
                spectators += 1
        return seats, spectators

    def presence_all_processes(self) -> tuple[int, int]:
        """The same for all processes together."""
        return self.remote.all(*self.here(), self._services.now())

    def presence(self) -> PresenceChanged:
        """Who is here, thinks, has chosen."""
        seats, spectators = self.presence_all_processes()
        return PresenceChanged(presence(self._live.row.lobby, self._live.state, seats), spectators)

    def post_presence(self) -> None:
        """To everyone, when something about it is new."""
        message = self.presence()
        if message != self._presence:
            self._presence = message
            self.post(message)

    def leave(self, connection: Connection) -> None:
        """A connection was closed."""
        self.connections.discard(connection)
        if connection.seat is not None:
            self.left_at[connection.seat] = self._services.now()
        self.post_presence()
        self.publish_presence()

    def to_vouch_for(self, now: float) -> list[tuple[str, Seat]]:
        """The seats whose presence is to be noted in the database: others may call a bot, or become host."""
        row = self._live.row
        relaxed = row.summary.phase == "running" and not has_clock(row.lobby.pace)
        if not relaxed and row.summary.phase != "open":
            return []
        seats = to_vouch_for(self.here()[0], self._noted, now)
        self._noted |= dict.fromkeys(seats, now)
        return [(row.id, seat) for seat in seats]

    def publish_presence(self) -> None:
        """Tell the other processes who is here."""
        seats, spectators = self.here()
        services = self._services
        services.bus.publish(TableNotice(self._live.row.id, services.origin, "here", seats, spectators))


def _as_told(table: Table) -> Table:
    """Without what changes with every answer: connections hear of that anyhow."""
    return replace(table, changed=0, round=0)


def asked_turn(live: TableSnapshot, seat: Seat | None) -> int | None:
    """The turn of the question that this seat is asked, also when it has answered."""
    running = live.row.summary.phase == "running"
    asked = live.state.asked if live.state is not None and running else None
    return asked.turn if asked is not None and seat in asked.seats else None


def ask(live: TableSnapshot, seat: Seat | None) -> Ask:
    """The open question of a seat, as its connections are told."""
    state = live.state
    running = live.row.summary.phase == "running"
    asked = question(state, seat) if state is not None and seat is not None and running else None
    if state is None or seat is None or asked is None:
        return Ask(None, None, None, None, False)
    hint = hints_allowed(live.row.lobby, seat)
    return Ask(asked, state.answers[seat], default_answer(asked), live.clocks.deadline(seat), hint, seat)


def fairness(live: TableSnapshot) -> Fairness:
    """Key and nonces; only after the end."""
    if live.row.summary.phase != "finished":
        raise AssertionError("the key of a running game was asked for")
    chance = live.chance()
    nonces = tuple(nonce.hex() for nonce in chance.nonces) if chance.draw is None else chance.draw.nonces
    return Fairness(chance.commitment, chance.key.hex(), nonces)
