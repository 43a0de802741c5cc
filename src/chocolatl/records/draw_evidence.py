"""What a player's page was shown of the draw, kept in a file: does a record tell the same?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

import msgspec

from chocolatl.records.record import Record
from chocolatl.rules.commit_reveal import Draw, Hash, HashOrNone, Kind, TableId, Voided, nonce_commitment
from chocolatl.rules.types import MAX_PLAYERS, Seat

MAX_BYTES = 65_536
FewSeats = msgspec.Meta(max_length=MAX_PLAYERS)
SeatNumber = Annotated[int, msgspec.Meta(ge=0, lt=MAX_PLAYERS)]


class SeenError(ValueError):
    """Something that cannot be read as a file of what a page saw."""


class SeenAttempt(msgspec.Struct, frozen=True):
    """One attempt. `kinds`, `commitments`: as locked, if the page saw the lock. The rest is its own part."""

    attempt: Annotated[int, msgspec.Meta(ge=1)]
    key_commitment: Hash
    seat: SeatNumber | None = None
    nonce: Hash | None = None
    commitment: Hash | None = None
    kinds: Annotated[tuple[Kind, ...], FewSeats] | None = None
    commitments: Annotated[tuple[HashOrNone, ...], FewSeats] | None = None
    opened: bool = False
    taken: bool = False


class Seen(msgspec.Struct, frozen=True):
    """The file that a page writes. Fields that a newer page adds are passed over."""

    format: Literal["chocolatl-seen/1"]
    table: TableId
    attempts: Annotated[tuple[SeenAttempt, ...], msgspec.Meta(max_length=MAX_PLAYERS + 1)]


def decode_seen(data: bytes, source: str) -> Seen:
    """Read the file; raises SeenError naming what is wrong with it."""
    if len(data) > MAX_BYTES:
        raise SeenError(f"{source}: {len(data)} bytes, expected at most {MAX_BYTES}")
    try:
        return msgspec.json.decode(data, type=Seen)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise SeenError(f"{source}: not what a page saw of a draw: {error}") from None


def seen_problems(seen: Seen, made: Record) -> Iterator[str]:
    """Everything that the record tells differently from what the page was shown."""
    draw = made.started.draw
    if draw is None:
        yield "the record tells of no draw, but this page saw one"
    elif draw.table != seen.table:
        yield f"the record is of table {draw.table}, this page sat at {seen.table}"
    else:
        for attempt in seen.attempts:
            yield from _attempt_problems(attempt, draw)


def _attempt_problems(seen: SeenAttempt, draw: Draw) -> Iterator[str]:
    told = _told(seen.attempt, draw)
    if told is None:
        yield f"attempt {seen.attempt}, which this page saw, is not told"
        return
    if told.key_commitment != seen.key_commitment:
        yield f"attempt {seen.attempt}: the page was shown the key's hash {seen.key_commitment}"
    for name, shown, now in _lists(seen, told):
        if shown is not None and tuple(shown) != tuple(now):
            yield f"attempt {seen.attempt}: the page was shown other {name} when it was locked"
    yield from _own_problems(seen, draw, told)


def _told(attempt: int, draw: Draw) -> Draw | Voided | None:
    every: tuple[Draw | Voided, ...] = (*draw.voided, draw)
    return next((one for one in every if one.attempt == attempt), None)


def _lists(
    seen: SeenAttempt, told: Draw | Voided
) -> tuple[tuple[str, Sequence[str] | None, Sequence[str]], ...]:
    return ("kinds", seen.kinds, told.kinds), ("commitments", seen.commitments, told.commitments)


def _own_problems(seen: SeenAttempt, draw: Draw, told: Draw | Voided) -> Iterator[str]:
    """The nonce that this page opened is in the draw; it is not said that it did not open."""
    seat = seen.seat
    if seat is None or seen.nonce is None or not seen.opened:
        return
    fits = nonce_commitment(draw.table, seen.attempt, seat, bytes.fromhex(seen.nonce))
    if fits != seen.commitment:
        yield f"attempt {seen.attempt}: the file is damaged, its nonce does not fit its commitment"
    if isinstance(told, Voided):
        if seen.taken and seat in told.missing:
            yield f"attempt {seen.attempt}: seat {seat} is said not to have opened, but its nonce was taken"
    elif _at(told.nonces, seat) != seen.nonce:
        yield f"attempt {seen.attempt}: the nonce of seat {seat} is not the one this page opened"


def _at(values: Sequence[str], seat: Seat) -> str | None:
    return values[seat] if seat < len(values) else None
