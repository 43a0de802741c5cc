"""Who sits where under which rules: an immutable value and the pure functions that change it.

A function returns the changed lobby or raises Denied. It holds hashes and secrets, so it never leaves the
server; `public_seat` builds what everyone may see.
"""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET
from msgspec.structs import replace

from chocolatl.rules import Board, Rules, edition_named
from chocolatl.rules.versions import VERSIONS
from chocolatl.rules.words import Seat
from chocolatl.server.draw import DrawDoc
from chocolatl.server.errors import Denied
from chocolatl.server.names import free_name, skeleton
from chocolatl.server.secret import among
from chocolatl.server.stored import Stored
from chocolatl.server.wire import Pace, Phase, SeatColour, SeatInfo

COLOURS: tuple[SeatColour, ...] = ("jade", "maize", "indigo", "chili", "plum")
BOT_NAMES = (
    "Citlali",
    "Ameyal",
    "Tonalli",
    "Nelli",
    "Yaretzi",
    "Zolin",
    "Itztli",
    "Papan",
    "Cuicatl",
    "Ohtli",
)
HOLDERS_PER_SEAT = 8


class SeatDoc(Stored, frozen=True):
    """A seat as the server knows it. `holders`: hashes of the browsers that play it; `links`: of tokens.

    `commitment`: for the next draw, while a page of the seat is open. `nonce`: of games before there was one.
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

    @property
    def played_by_bot(self) -> bool:
        """A bot's own seat, or a person's that a bot holds."""
        return self.kind == "bot" or self.held


class Lobby(Stored, frozen=True):
    """`board` is empty for the usual one; `key` too, but for imported games, whose key is public.

    `nonces`: whether they belong to the dice; False for an imported game whose record has none.
    `origin`: whose share of the bots' time this table takes; empty: its own.
    `draw` is empty for imported games, and for those that began before there was one.
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

    def seat_of(self, visitor: str) -> Seat | None:
        """The seat this browser holds; always looks at every seat."""
        found = [seat for seat, doc in enumerate(self.seats) if among(visitor, doc.holders)]
        return found[0] if found else None

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


def public_seat(doc: SeatDoc) -> SeatInfo:
    """What everyone may see of a seat."""
    return SeatInfo(doc.kind, doc.name, doc.colour, doc.bot, doc.held)


def with_seat(lobby: Lobby, seat: Seat, doc: SeatDoc) -> Lobby:
    """The lobby with this seat changed."""
    return replace(lobby, seats=(*lobby.seats[:seat], doc, *lobby.seats[seat + 1 :]))


def empty_seats(players: int) -> tuple[SeatDoc, ...]:
    """Empty seats, each with a colour of its own until somebody chooses."""
    return tuple(SeatDoc("empty", "", COLOURS[seat]) for seat in range(players))


def sit(lobby: Lobby, visitor: str, name: str, seat: Seat | None, colour: SeatColour | None) -> Lobby:
    """Sit down: on this seat, or the first empty one. A browser has one seat per table.

    Where everybody had left, whoever comes first is the host.
    """
    if lobby.seat_of(visitor) is not None:
        raise Denied("seat_taken", "you already have a seat here", "one seat for each person")
    chosen = _free_seat(lobby, seat)
    lobby = _with_colour(lobby, chosen, colour)
    names = [doc.name for doc in lobby.seats if doc.kind != "empty"]
    doc = SeatDoc("person", free_name(name, names), lobby.seats[chosen].colour, holders=(visitor,))
    host = lobby.host if lobby.seats[lobby.host].kind == "person" else chosen
    return replace(with_seat(lobby, chosen, doc), host=host)


def _free_seat(lobby: Lobby, seat: Seat | None) -> Seat:
    if seat is not None and seat >= len(lobby.seats):
        raise Denied("no_such_seat", f"there is no seat {seat}", f"a seat from 0 to {len(lobby.seats) - 1}")
    if not lobby.empty:
        raise Denied("seat_taken", "the table is full", "a table with an empty seat")
    if seat is None:
        return lobby.empty[0]
    if seat not in lobby.empty:
        raise Denied("seat_taken", f"somebody sits on seat {seat}", "an empty seat")
    return seat


def _with_colour(lobby: Lobby, seat: Seat, colour: SeatColour | None) -> Lobby:
    """Whoever chooses a colour gets it from an empty seat or a bot, which takes the other one."""
    mine = lobby.seats[seat]
    if colour is None or colour == mine.colour:
        return lobby
    for other, doc in enumerate(lobby.seats):
        if doc.colour == colour:
            if doc.kind == "person":
                raise Denied("colour_taken", f"{doc.name} plays {colour}", "a colour that nobody has")
            lobby = with_seat(lobby, other, replace(doc, colour=mine.colour))
    return with_seat(lobby, seat, replace(mine, colour=colour))


def put_bot(lobby: Lobby, seat: Seat, bot: str | None) -> Lobby:
    """Give a seat to a bot, or empty it."""
    if seat >= len(lobby.seats):
        raise Denied("no_such_seat", f"there is no seat {seat}", f"a seat from 0 to {len(lobby.seats) - 1}")
    if seat == lobby.host:
        raise Denied("seat_taken", "the host sits there", "another seat")
    colour = lobby.seats[seat].colour
    if bot is None:
        return with_seat(lobby, seat, SeatDoc("empty", "", colour))
    return with_seat(lobby, seat, SeatDoc("bot", _bot_name(lobby, seat), colour, bot=bot))


def _bot_name(lobby: Lobby, seat: Seat) -> str:
    taken = {skeleton(doc.name) for doc in lobby.seats}
    start = sum(map(ord, lobby.id)) + seat * 3
    names = (BOT_NAMES[(start + step) % len(BOT_NAMES)] for step in range(len(BOT_NAMES)))
    return next(name for name in names if skeleton(name) not in taken)


def fill(lobby: Lobby, bot: str) -> Lobby:
    """A bot on every empty seat."""
    for seat in lobby.empty:
        lobby = put_bot(lobby, seat, bot)
    return lobby


def leave(lobby: Lobby, seat: Seat) -> Lobby:
    """Stand up from an open table; the next person becomes the host."""
    lobby = with_seat(lobby, seat, SeatDoc("empty", "", lobby.seats[seat].colour))
    people = [other for other, doc in enumerate(lobby.seats) if doc.kind == "person"]
    return replace(lobby, host=people[0]) if people and seat == lobby.host else lobby


def hand_over(lobby: Lobby, seats: tuple[Seat, ...], bot: str) -> Lobby:
    """Let a bot hold these people's seats until they take them back."""
    for seat in seats:
        doc = lobby.seats[seat]
        if doc.kind == "person" and not doc.held:
            lobby = with_seat(lobby, seat, replace(doc, held=True, bot=bot))
    return lobby


def take_back(lobby: Lobby, seat: Seat) -> Lobby:
    """A person plays on."""
    return with_seat(lobby, seat, replace(lobby.seats[seat], held=False, bot=None))


def renew_link(lobby: Lobby, seat: Seat, token_hash: str) -> Lobby:
    """The personal link of this seat; the one before opens nothing any more."""
    return with_seat(lobby, seat, replace(lobby.seats[seat], links=(token_hash,)))


def end_other_devices(lobby: Lobby, seat: Seat, visitor: str) -> Lobby:
    """Only this browser holds the seat from now on."""
    return with_seat(lobby, seat, replace(lobby.seats[seat], holders=(visitor,)))


def claim(lobby: Lobby, visitor: str, token_hash: str) -> Lobby:
    """A browser with a personal link shares the seat.

    Whoever sat down stays its owner, however many come; of the others the first gives way when it is full.
    """
    found = [seat for seat, doc in enumerate(lobby.seats) if among(token_hash, doc.links)]
    if not found:
        raise Denied("bad_token", "this personal link opens no seat here", "the newest link of a seat")
    seat, before = found[0], lobby.seat_of(visitor)
    if before == seat:
        return lobby
    if before is not None:
        raise Denied("seat_taken", f"you hold seat {before} of this table", "one seat for each person")
    owner, others = lobby.seats[seat].holders[:1], lobby.seats[seat].holders[1:]
    room_for = HOLDERS_PER_SEAT - len(owner)
    holders = (*owner, *(*others, visitor)[-room_for:])
    return with_seat(lobby, seat, replace(lobby.seats[seat], holders=holders))


def mute(lobby: Lobby, seat: Seat, other: Seat, muted: bool) -> Lobby:
    """Whose chat this seat does not want to read."""
    doc = lobby.seats[seat]
    if (other in doc.muted) == muted:
        return lobby
    rest = tuple(one for one in doc.muted if one != other)
    return with_seat(lobby, seat, replace(doc, muted=tuple(sorted((*rest, other))) if muted else rest))


def rematch(lobby: Lobby, new_id: str, draw: DrawDoc, rules_version: str, host: Seat) -> Lobby:
    """The same people, bots and settings at a new table; it starts when everyone's page has arrived."""
    seats = tuple(
        replace(doc, held=False, bot=bot, links=(), nonce="", commitment="", unknown=UNSET)
        for doc in lobby.seats
        for bot in (doc.bot if doc.kind == "bot" else None,)
    )
    return replace(
        lobby,
        id=new_id,
        commitment=draw.key_commitment,
        draw=draw,
        rules=edition_named(lobby.edition, rules_version) if lobby.as_printed else lobby.rules,
        rules_version=rules_version,
        seats=seats,
        host=host,
        autostart=True,
        rematch=None,
        key=None,
        unknown=UNSET,
    )
