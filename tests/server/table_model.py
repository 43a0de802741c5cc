"""Who may do what at one table, in plain data, written from docs/PROTOCOL.md and not from the server's code.

Every wish is answered with the code it must be refused with, or `OK`; what is done changes the model. What
time does (voids, hand-overs) is told to the model, which says whether it may be so.
"""

from __future__ import annotations

from dataclasses import dataclass, field

OK = "ok"
DEVICES = 8
QUESTION_SECONDS = 60.0
BANK_SECONDS, INCREMENT = 90.0, 20.0
DRAW_SECONDS = 60.0
AWAY_SECONDS = 180.0
HOST_AWAY_SECONDS = 60.0


@dataclass
class Seat:
    """`holders`: browsers, the one who sat down first. `nonce_of`: the browser whose commitment counts.

    `kept`: the browsers of a game before, for whom the empty seat is kept.
    """

    kind: str = "empty"
    holders: list[int] = field(default_factory=list)
    held: bool = False
    link: str | None = None
    muted: set[int] = field(default_factory=set)
    nonce_of: int | None = None
    kept: list[int] = field(default_factory=list)

    @property
    def by_bot(self) -> bool:
        return self.kind == "bot" or self.held


@dataclass
class Model:
    """A table. `drawing`: seat by seat, once locked: bot, barred, away, waiting, opened."""

    players: int
    live: bool
    bank: bool = False
    """Of live tables: a bank for the whole game instead of a time for each question."""
    phase: str = "open"
    host: int = 0
    seats: list[Seat] = field(default_factory=list)
    spectators: bool = True
    hints: bool = False
    listed: bool = True
    autostart: bool = False
    attempt: int = 1
    barred: set[int] = field(default_factory=set)
    was_away: set[int] = field(default_factory=set)
    drawing: list[str] = field(default_factory=list)
    until: float = 0.0
    began_at: float = 0.0
    shown_by: float = 0.0
    asked_seats: list[int] = field(default_factory=list)
    banks: dict[int, float] = field(default_factory=dict)
    """What is in each bank, where it is not full."""
    reported: dict[int, float] = field(default_factory=dict)
    back: dict[int, float] = field(default_factory=dict)
    """Until when those may answer who came back to the open question."""
    removed: set[int] = field(default_factory=set)
    muted_people: set[tuple[int, int]] = field(default_factory=set)
    """Who has muted whom, here and elsewhere."""

    def seat_of(self, browser: int) -> int | None:
        return next((n for n, seat in enumerate(self.seats) if browser in seat.holders), None)

    def _not_host(self, browser: int) -> str | None:
        seat = self.seat_of(browser)
        if seat is None:
            return "not_seated"
        return None if seat == self.host else "not_host"

    # ---- looking ----

    def may_look(self, browser: int) -> bool:
        return self.spectators or self.phase == "open" or self.seat_of(browser) is not None

    def look(self, browser: int) -> str:
        return OK if self.may_look(browser) else "spectators_closed"

    def in_list(self) -> str | None:
        shown = {"open": "open", "running": "live", "finished": "finished"}
        return shown.get(self.phase) if self.listed and self.spectators else None

    def hints_allowed(self, seat: int) -> bool:
        others = [other.kind for number, other in enumerate(self.seats) if number != seat]
        return self.hints or others == ["bot"] * len(others)

    # ---- the lobby ----

    def join(self, browser: int, wanted: int | None) -> str:
        if self.phase != "open":
            return "wrong_phase"
        if self.seat_of(browser) is not None:
            return "seat_taken"
        if (kept := self.kept_for(browser)) is not None:
            self.sit_again(kept)
            self._mute_people()
            return OK
        if browser in self.removed:
            return "removed"
        if wanted is not None and wanted >= self.players:
            return "no_such_seat"
        free = [n for n, seat in enumerate(self.seats) if seat.kind == "empty" and not seat.kept]
        if not free or (wanted is not None and wanted not in free):
            return "seat_taken"
        number = free[0] if wanted is None else wanted
        if not any(seat.kind == "person" for seat in self.seats):
            self.host = number
        self.seats[number] = Seat("person", [browser])
        self._mute_people()
        return OK

    def kept_for(self, browser: int) -> int | None:
        return next((n for n, seat in enumerate(self.seats) if browser in seat.kept), None)

    def sit_again(self, number: int) -> None:
        seat = self.seats[number]
        if not any(other.kind == "person" for other in self.seats):
            self.host = number
        self.seats[number] = Seat("person", seat.kept, muted=seat.muted)

    def mute(self, mine: int, other: int, muted: bool) -> None:
        (self.seats[mine].muted.add if muted else self.seats[mine].muted.discard)(other)
        if self.seats[other].holders:
            pair = (self.seats[mine].holders[0], self.seats[other].holders[0])
            (self.muted_people.add if muted else self.muted_people.discard)(pair)

    def _mute_people(self) -> None:
        people = [(n, seat.holders[0]) for n, seat in enumerate(self.seats) if seat.holders]
        for mine, reader in people:
            self.seats[mine].muted |= {n for n, writer in people if (reader, writer) in self.muted_people}

    def _empty(self, number: int, seat: Seat) -> None:
        """Nobody has muted whoever comes next."""
        self.seats[number] = seat
        for other in self.seats:
            other.muted.discard(number)

    def leave(self, browser: int) -> str:
        seat = self.seat_of(browser)
        if self.phase == "running":
            if seat is None:
                return "not_seated"
            self.seats[seat].held = True
            return OK
        if self.phase != "open":
            return "wrong_phase"
        if seat is None:
            return "not_seated"
        self._empty(seat, Seat())
        around = [(seat + step) % self.players for step in range(1, self.players)]
        people = [n for n in around if self.seats[n].kind == "person"]
        if people and self.host == seat:
            self.host = people[0]
        return OK

    def set_seat(self, browser: int, seat: int, bot: bool, away: bool) -> str:
        """`away`: for long enough, if anybody asks."""
        if self.phase == "running":
            return self._stand_in(browser, seat, bot, away)
        if self.phase != "open":
            return "wrong_phase"
        if refused := self._not_host(browser):
            return refused
        if seat >= self.players:
            return "no_such_seat"
        if seat == self.host:
            return "seat_taken"
        self.removed |= set(self.seats[seat].holders)
        self._empty(seat, Seat("bot") if bot else Seat())
        return OK

    def _stand_in(self, browser: int, seat: int, bot: bool, away: bool) -> str:
        if not bot:
            return "wrong_phase"
        if self.seat_of(browser) is None:
            return "not_seated"
        if seat >= self.players:
            return "no_such_seat"
        if self.live or seat == self.seat_of(browser) or self.seats[seat].by_bot:
            return "wrong_phase"
        if not away:
            return "not_away"
        self.seats[seat].held = True
        return OK

    def settings(self, browser: int, name: str, value: bool) -> str:
        if name == "hints" and self.phase != "open":
            return "wrong_phase"
        if refused := self._not_host(browser):
            return refused
        setattr(self, name, value)
        return OK

    def link(self, browser: int, token: str | None, end_others: bool) -> str:
        seat = self.seat_of(browser)
        if seat is None:
            return "not_seated"
        self.seats[seat].link = token
        if end_others:
            self.seats[seat].holders = [browser]
        return OK

    def claim(self, browser: int, token: str) -> str:
        found = [n for n, seat in enumerate(self.seats) if seat.link == token]
        if not found:
            return "bad_token"
        mine = self.seat_of(browser)
        if mine is not None:
            return OK if mine == found[0] else "seat_taken"
        holders = self.seats[found[0]].holders
        holders.append(browser)
        if len(holders) > DEVICES:
            del holders[1]
        return OK

    def take_back(self, browser: int, now: float, owes: bool) -> str:
        """`owes`: this seat is asked and has not answered."""
        seat = self.seat_of(browser)
        if seat is None:
            return "not_seated"
        if self.seats[seat].held:
            self.seats[seat].held = False
            if self.live and owes:
                usual, again = self.usual(seat), INCREMENT if self.bank else QUESTION_SECONDS
                self.back[seat] = max(usual, min(now + again, usual + again))
        return OK

    # ---- clocks ----

    def asked(self, shown_by: float, seats: list[int]) -> None:
        """A new question: its clocks start when pages report, and at the latest at this moment."""
        self.shown_by, self.asked_seats = shown_by, seats
        self.reported, self.back = {}, {}

    def seconds(self, seat: int) -> float:
        return self.banks.get(seat, BANK_SECONDS) + INCREMENT if self.bank else QUESTION_SECONDS

    def usual(self, seat: int) -> float:
        return self.shown_by + self.seconds(seat)

    def shown(self, browser: int, now: float) -> None:
        """A page has shown the question. Only its own seat's clock may start, and only earlier."""
        seat = self.seat_of(browser)
        if seat in self.asked_seats and seat is not None and now < self.shown_by:
            self.reported.setdefault(seat, now)

    def earliest(self, seat: int) -> float:
        """Before this moment nobody may lose this seat."""
        start = min(self.shown_by, self.reported.get(seat, self.shown_by))
        return max(start + self.seconds(seat), self.back.get(seat, 0.0))

    def stored_deadline(self, pending: list[int]) -> float | None:
        """The first latest deadline of all who owe an answer."""
        people = [seat for seat in pending if not self.seats[seat].by_bot]
        latest = [max(self.usual(seat), self.back.get(seat, 0.0)) for seat in people]
        return min(latest) if self.live and latest else None

    def may_be_handed_over(self, seat: int, now: float) -> bool:
        return self.live and now >= self.earliest(seat) - 1e-6 and not self.seats[seat].by_bot

    def charged(self, seat: int, used: float | None, at: float, by_bot: bool) -> None:
        """A first answer was stored: what it may have cost."""
        if not self.bank or self.seats[seat].kind == "bot":
            assert used is None, "nobody pays where there is no bank"
            return
        latest, earliest = self.shown_by, min(self.shown_by, self.reported.get(seat, self.shown_by))
        full = self.seconds(seat)
        if used is None:
            assert by_bot, "a person pays for every answer"
            return
        assert min(max(0.0, at - latest), full) - 1e-6 <= used <= min(max(0.0, at - earliest), full) + 1e-6
        assert not by_bot or used == full, "a bot costs nothing, unless the time was up"
        self.banks[seat] = full - used

    # ---- the draw ----

    def start(self, browser: int, fill: bool, now: float) -> str:
        if refused := self._not_host(browser):
            return refused
        empty = [n for n, seat in enumerate(self.seats) if seat.kind == "empty"]
        if self.phase != "open" or (empty and not fill):
            return "wrong_phase"
        for number in empty:
            self._empty(number, Seat("bot"))
        self._lock(now)
        return OK

    def _lock(self, now: float) -> None:
        self.phase, self.until = "drawing", now + DRAW_SECONDS
        self.drawing = []
        for number, seat in enumerate(self.seats):
            part = "away" if seat.nonce_of is None else "waiting"
            self.drawing.append("barred" if number in self.barred else "bot" if seat.kind == "bot" else part)
        self._begin(now)

    def _begin(self, now: float) -> None:
        if "waiting" not in self.drawing:
            self.phase, self.began_at = "running", now

    def commit(self, browser: int, attempt: int, now: float) -> str:
        seat = self.seat_of(browser)
        if seat is None:
            return "not_seated"
        if self.phase != "open":
            return "wrong_phase"
        if attempt != self.attempt:
            return "wrong_attempt"
        if seat in self.barred:
            return "not_in_draw"
        self.seats[seat].nonce_of = browser
        self._lock_if_ready(now)
        return OK

    def _lock_if_ready(self, now: float) -> None:
        ready = all(
            seat.kind == "bot"
            or (
                seat.kind == "person" and (seat.nonce_of is not None or number in self.barred | self.was_away)
            )
            for number, seat in enumerate(self.seats)
        )
        if self.autostart and ready:
            self._lock(now)

    def open(self, browser: int, attempt: int, nonce_of: int, now: float) -> str:
        """`nonce_of`: whose nonce is sent."""
        seat = self.seat_of(browser)
        if seat is None:
            return "not_seated"
        if self.phase in ("running", "finished") and self.drawing[seat] == "opened":
            return OK if nonce_of == self.seats[seat].nonce_of else "wrong_phase"
        if self.phase != "drawing":
            return "wrong_phase"
        if attempt != self.attempt:
            return "wrong_attempt"
        if self.drawing[seat] not in ("waiting", "opened"):
            return "not_in_draw"
        if nonce_of != self.seats[seat].nonce_of:
            return "wrong_opening"
        self.drawing[seat] = "opened"
        self._begin(now)
        return OK

    def void(self, now: float) -> None:
        """Whoever has not opened is named, and the next attempt begins by itself."""
        missing = {n for n, part in enumerate(self.drawing) if part == "waiting"}
        self.was_away = {n for n, part in enumerate(self.drawing) if part == "away"}
        self.barred |= missing
        self.phase, self.attempt, self.autostart = "open", self.attempt + 1, True
        for seat in self.seats:
            seat.nonce_of = None
        self._lock_if_ready(now)

    def rematch(self, browser: int) -> str:
        if self.seat_of(browser) is None:
            return "not_seated"
        return OK if self.phase == "finished" else "wrong_phase"
