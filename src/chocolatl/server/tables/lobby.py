"""The pure functions that change who sits where: each returns the changed lobby or raises RequestError."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from chocolatl.rules.types import Seat
from chocolatl.server.errors import RequestError
from chocolatl.server.protocol import SeatColour, SeatInfo
from chocolatl.server.secret import contains_hash
from chocolatl.server.store.documents import BackUntil, Lobby, SeatDoc
from chocolatl.server.tables.text_safety import skeleton, unique_name

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
MOST_REMOVED = 100
"""Browsers that a table remembers as removed."""


def public_seat(doc: SeatDoc) -> SeatInfo:
    """What everyone may see of a seat."""
    return SeatInfo(doc.kind, doc.name, doc.colour, doc.bot, doc.held, doc.ready, doc.kept_name)


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
        raise RequestError("seat_taken", "you already have a seat here", "one seat for each person")
    if kept_seat(lobby, visitor) is not None:
        return sit_again(lobby, visitor)
    _refuse_stranger(lobby, visitor)
    chosen = _free_seat(lobby, seat)
    lobby = _with_colour(lobby, chosen, colour)
    doc = SeatDoc("person", unique_name(name, _names(lobby)), lobby.seats[chosen].colour, holders=(visitor,))
    return _seated(lobby, chosen, doc)


def seat_people(lobby: Lobby, device: str, names: Sequence[str]) -> Lobby:
    """Everybody who passes this device around sits down, on the first seats."""
    lobby = replace(lobby, device=device)
    for seat, name in enumerate(names):
        doc = SeatDoc("person", unique_name(name, _names(lobby)), lobby.seats[seat].colour, ready=True)
        lobby = with_seat(lobby, seat, doc)
    return lobby


def _names(lobby: Lobby, but: Seat | None = None) -> list[str]:
    """Everybody who sits here, and those for whom a seat is kept."""
    return [doc.name or doc.kept_name for seat, doc in enumerate(lobby.seats) if seat != but]


def _seated(lobby: Lobby, seat: Seat, doc: SeatDoc) -> Lobby:
    host = lobby.host if lobby.seats[lobby.host].kind == "person" else seat
    return replace(with_seat(lobby, seat, doc), host=host)


def _refuse_stranger(lobby: Lobby, visitor: str) -> None:
    """Where the host has locked the table, or has sent this one away."""
    if contains_hash(visitor, lobby.removed):
        raise RequestError("removed", "the host has removed you from this table", "another table")
    if lobby.locked:
        raise RequestError("table_locked", "the host has locked the table", "a table that is not locked")


def kept_seat(lobby: Lobby, visitor: str) -> Seat | None:
    """The seat of a rematch that waits for this browser."""
    return next((seat for seat in lobby.empty if contains_hash(visitor, lobby.seats[seat].kept)), None)


def sit_again(lobby: Lobby, visitor: str) -> Lobby:
    """Sit down on the seat that is kept, with the name, the colour and the devices of the game before."""
    seat = kept_seat(lobby, visitor)
    if seat is None:
        return lobby
    doc = lobby.seats[seat]
    return _seated(
        lobby,
        seat,
        replace(doc, kind="person", name=doc.kept_name, holders=doc.kept, kept=(), kept_name="", ready=True),
    )


def _free_seat(lobby: Lobby, seat: Seat | None) -> Seat:
    if seat is not None and seat >= len(lobby.seats):
        raise RequestError(
            "no_such_seat", f"there is no seat {seat}", f"a seat from 0 to {len(lobby.seats) - 1}"
        )
    free = [empty for empty in lobby.empty if not lobby.seats[empty].kept]
    if not free:
        raise RequestError("seat_taken", "the table is full", "a table with an empty seat")
    if seat is None:
        return free[0]
    if seat not in free:
        raise RequestError("seat_taken", f"somebody sits on seat {seat}", "an empty seat")
    return seat


def rename(lobby: Lobby, seat: Seat, name: str | None, colour: SeatColour | None) -> Lobby:
    """Another name or colour before the game begins."""
    lobby = _with_colour(lobby, seat, colour)
    if name is None:
        return lobby
    return with_seat(lobby, seat, replace(lobby.seats[seat], name=unique_name(name, _names(lobby, seat))))


def set_ready(lobby: Lobby, seat: Seat, ready: bool) -> Lobby:
    """This person has seen who plays what, and wants to begin."""
    doc = lobby.seats[seat]
    return lobby if doc.ready == ready else with_seat(lobby, seat, replace(doc, ready=ready))


def next_person(lobby: Lobby, after: Seat, here: int = -1) -> Seat | None:
    """Around the table: the first person after this seat, of those that are here (bits; -1: all)."""
    count = len(lobby.seats)
    around = ((after + step) % count for step in range(1, count))
    return next((seat for seat in around if lobby.seats[seat].kind == "person" and here >> seat & 1), None)


def _with_colour(lobby: Lobby, seat: Seat, colour: SeatColour | None) -> Lobby:
    """Whoever chooses a colour gets it from an empty seat or a bot, which takes the other one."""
    mine = lobby.seats[seat]
    if colour is None or colour == mine.colour:
        return lobby
    for other, doc in enumerate(lobby.seats):
        if doc.colour == colour:
            if doc.kind == "person":
                raise RequestError("colour_taken", f"{doc.name} plays {colour}", "a colour that nobody has")
            lobby = with_seat(lobby, other, replace(doc, colour=mine.colour))
    return with_seat(lobby, seat, replace(mine, colour=colour))


def put_bot(lobby: Lobby, seat: Seat, bot: str | None) -> Lobby:
    """Give a seat to a bot, or empty it. A person who sat there does not come back to this table."""
    if seat >= len(lobby.seats):
        raise RequestError(
            "no_such_seat", f"there is no seat {seat}", f"a seat from 0 to {len(lobby.seats) - 1}"
        )
    if seat == lobby.host:
        raise RequestError("seat_taken", "the host sits there", "another seat")
    before = lobby.seats[seat]
    removed = tuple(one for one in before.holders if not contains_hash(one, lobby.removed))
    lobby = _unmuted(replace(lobby, removed=(*lobby.removed, *removed)[-MOST_REMOVED:]), seat)
    if bot is None:
        return with_seat(lobby, seat, SeatDoc("empty", "", before.colour))
    return with_seat(lobby, seat, SeatDoc("bot", _bot_name(lobby, seat), before.colour, bot=bot))


def _bot_name(lobby: Lobby, seat: Seat) -> str:
    taken = {skeleton(name) for name in _names(lobby, seat)}
    start = sum(map(ord, lobby.id)) + seat * 3
    names = (BOT_NAMES[(start + step) % len(BOT_NAMES)] for step in range(len(BOT_NAMES)))
    return next(name for name in names if skeleton(name) not in taken)


def fill(lobby: Lobby, bot: str) -> Lobby:
    """A bot on every empty seat."""
    for seat in lobby.empty:
        lobby = put_bot(lobby, seat, bot)
    return lobby


def leave(lobby: Lobby, seat: Seat) -> Lobby:
    """Stand up from an open table; the next person around the table becomes the host."""
    lobby = with_seat(_unmuted(lobby, seat), seat, SeatDoc("empty", "", lobby.seats[seat].colour))
    heir = next_person(lobby, seat)
    return replace(lobby, host=heir) if heir is not None and seat == lobby.host else lobby


def _unmuted(lobby: Lobby, seat: Seat) -> Lobby:
    """Whoever sits down next is somebody else: nobody has muted them."""
    for other, doc in enumerate(lobby.seats):
        if seat in doc.muted:
            lobby = with_seat(lobby, other, replace(doc, muted=tuple(s for s in doc.muted if s != seat)))
    return lobby


def hand_over(lobby: Lobby, seats: tuple[Seat, ...], bot: str) -> Lobby:
    """Let a bot hold these people's seats until they take them back."""
    for seat in seats:
        doc = lobby.seats[seat]
        if doc.kind == "person" and not doc.held:
            lobby = with_seat(lobby, seat, replace(doc, held=True, bot=bot))
    return lobby


def take_back(lobby: Lobby, seat: Seat, back: BackUntil | None = None) -> Lobby:
    """A person plays on; with time to answer what is open."""
    doc = lobby.seats[seat]
    return with_seat(lobby, seat, replace(doc, held=False, bot=None, back=back or doc.back))


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
    found = [seat for seat, doc in enumerate(lobby.seats) if contains_hash(token_hash, doc.links)]
    if not found:
        raise RequestError("bad_token", "this personal link opens no seat here", "the newest link of a seat")
    seat, before = found[0], lobby.seat_of(visitor)
    if before == seat:
        return lobby
    if before is not None:
        raise RequestError("seat_taken", f"you hold seat {before} of this table", "one seat for each person")
    owner, others = lobby.seats[seat].holders[:1], lobby.seats[seat].holders[1:]
    room_for = HOLDERS_PER_SEAT - len(owner)
    holders = (*owner, *(*others, visitor)[-room_for:])
    return with_seat(lobby, seat, replace(lobby.seats[seat], holders=holders))


def mute_people(lobby: Lobby, pairs: Collection[tuple[str, str]]) -> Lobby:
    """At this table, too, nobody reads those whom they have muted elsewhere. `pairs`: who has muted whom."""
    people = [(seat, doc.holders[0]) for seat, doc in enumerate(lobby.seats) if doc.holders]
    for seat, reader in people:
        for other, writer in people:
            if (reader, writer) in pairs:
                lobby = mute(lobby, seat, other, True)
    return lobby


def mute(lobby: Lobby, seat: Seat, other: Seat, muted: bool) -> Lobby:
    """Whose chat this seat does not want to read."""
    doc = lobby.seats[seat]
    if (other in doc.muted) == muted:
        return lobby
    rest = tuple(one for one in doc.muted if one != other)
    return with_seat(lobby, seat, replace(doc, muted=tuple(sorted((*rest, other))) if muted else rest))
