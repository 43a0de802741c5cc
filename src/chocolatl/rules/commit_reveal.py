"""The draw before the first die: every page commits to a nonce, all are locked, then all are opened.

The server's key was committed to before any nonce was opened, and every nonce before any other was: so nobody
can choose what comes of them together. docs/RECORD.md has the formulas and what each promise rests on.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Annotated, Literal, NamedTuple, Protocol

import msgspec

from chocolatl.rules.texts import whole
from chocolatl.rules.types import MAX_PLAYERS, Card, Seat, Value

NONCE_BYTES = 32
Kind = Literal["opened", "away", "bot", "barred"]
"""Its page took part; a person without a page; a bot; a seat that did not open an earlier attempt."""

Hash = Annotated[str, msgspec.Meta(pattern=whole("[0-9a-f]{64}"))]
"""32 bytes in hex: a SHA-256, a key or a nonce."""
HashOrNone = Annotated[str, msgspec.Meta(pattern=whole("([0-9a-f]{64})?"))]
"""The same, or empty where a seat took no part."""


PerSeat = msgspec.Meta(max_length=MAX_PLAYERS)
Attempt = Annotated[int, msgspec.Meta(ge=1, le=MAX_PLAYERS + 1)]
"""Every voided attempt bars a seat, so there is at most one more than there are seats."""
TableId = Annotated[str, msgspec.Meta(pattern=whole("[a-z0-9]{1,16}"))]


class Voided(Value, frozen=True):
    """An attempt that came to nothing: the pages of `missing` had committed and did not open.

    Its key is published at once: nothing depends on it any more, and nobody can use it a second time.
    """

    attempt: Attempt
    key: Hash
    key_commitment: Hash
    kinds: Annotated[tuple[Kind, ...], PerSeat]
    commitments: Annotated[tuple[HashOrNone, ...], PerSeat]
    missing: Annotated[tuple[Seat, ...], PerSeat]


class Draw(Value, frozen=True):
    """The attempt that counts, and all before it. One kind, commitment and nonce per seat."""

    table: TableId
    attempt: Attempt
    key_commitment: Hash
    kinds: Annotated[tuple[Kind, ...], PerSeat]
    commitments: Annotated[tuple[HashOrNone, ...], PerSeat]
    nonces: Annotated[tuple[HashOrNone, ...], PerSeat]
    voided: Annotated[tuple[Voided, ...], PerSeat] = ()

    @property
    def opened(self) -> tuple[Seat, ...]:
        """The seats whose pages took part: each of them makes sure that nobody chose."""
        return tuple(seat for seat, kind in enumerate(self.kinds) if kind == "opened")


class Printed(Protocol):
    """As much of a board as chance depends on."""

    @property
    def improvements_high(self) -> tuple[Card, ...]:
        """The cards of the high pile, as printed."""

    @property
    def improvements_low(self) -> tuple[Card, ...]:
        """The cards of the low pile, as printed."""


class Lots(NamedTuple):
    """What is shuffled: the seats, and the cards of both piles in the order in which they are printed."""

    players: int
    high: tuple[Card, ...]
    low: tuple[Card, ...]


def lots_of(players: int, board: Printed) -> Lots:
    """Bound by the key's commitment: else a server could choose a shuffle by printing the cards anew."""
    return Lots(players, board.improvements_high, board.improvements_low)


def key_commitment(table: str, attempt: int, lots: Lots, key: bytes) -> str:
    """Shown before any nonce is opened; binds the key, and what will be shuffled with it."""
    high, low = (",".join(map(str, cards)) for cards in (lots.high, lots.low))
    return sha256(_parts("chocolatl key/2", table, attempt, lots.players, high, low, key)).hexdigest()


def nonce_commitment(table: str, attempt: int, seat: Seat, nonce: bytes) -> str:
    """Shown before the lock; binds a page's nonce without telling it, for this seat and attempt only."""
    return sha256(_parts("chocolatl nonce/2", table, attempt, seat, nonce)).hexdigest()


def stream_key(draw: Draw, key: bytes) -> bytes:
    """From which every die and shuffle of the game follows."""
    shares = (part for kind, nonce in zip(draw.kinds, draw.nonces, strict=True) for part in (kind, nonce))
    told = (bytes.fromhex(part) if number % 2 else part for number, part in enumerate(shares))
    return hmac.digest(key, _parts("chocolatl stream/2", draw.table, draw.attempt, *told), "sha256")


def _parts(*parts: str | int | bytes) -> bytes:
    """Each part (a text as UTF-8, a number in decimal digits) behind its length: no two lists look alike."""
    packed = (part if isinstance(part, bytes) else str(part).encode() for part in parts)
    return b"".join(len(part).to_bytes(4, "big") + part for part in packed)


def draw_problems(draw: Draw, lots: Lots, key: bytes | None) -> Iterator[str]:
    """What is wrong with a draw, from what was published about it; without the key, all but the key."""
    if any(len(values) != lots.players for values in (draw.kinds, draw.commitments, draw.nonces)):
        yield f"kinds, commitments, nonces: expected one for each of {lots.players} players"
        return
    yield from _attempt_problems(draw, lots)
    yield from _opening_problems(draw)
    if key is None:
        return
    expected = key_commitment(draw.table, draw.attempt, lots, key)
    if draw.key_commitment != expected:
        yield f"key_commitment is {draw.key_commitment}, but the key and the piles give {expected}"
    if key.hex() in (voided.key for voided in draw.voided):
        yield "the key was published before, with a voided attempt"


def _opening_problems(draw: Draw) -> Iterator[str]:
    """Every seat that took part has opened what it had committed to; no other has a nonce."""
    yield from _commitment_problems(draw.attempt, draw.kinds, draw.commitments)
    for seat, (kind, nonce) in enumerate(zip(draw.kinds, draw.nonces, strict=True)):
        if (kind == "opened") != bool(nonce):
            yield f"seat {seat} is {kind}, and its nonce is {nonce!r}"
        elif nonce:
            fits = nonce_commitment(draw.table, draw.attempt, seat, bytes.fromhex(nonce))
            if fits != draw.commitments[seat]:
                yield f"the nonce of seat {seat} is not the one it had committed to"


def _commitment_problems(attempt: int, kinds: Sequence[Kind], commitments: Sequence[str]) -> Iterator[str]:
    for seat, (kind, commitment) in enumerate(zip(kinds, commitments, strict=True)):
        if (kind == "opened") != bool(commitment):
            yield f"attempt {attempt}: seat {seat} is {kind}, and its commitment is {commitment!r}"


def _attempt_problems(draw: Draw, lots: Lots) -> Iterator[str]:
    """Attempts are counted; each that came to nothing names who did not open, and that seat is out."""
    if draw.attempt != len(draw.voided) + 1:
        yield f"attempt is {draw.attempt}, but {len(draw.voided)} voided attempts are told"
    barred: set[Seat] = set()
    for number, voided in enumerate(draw.voided, 1):
        if voided.attempt != number:
            yield f"voided attempt {voided.attempt} stands where attempt {number} is expected"
        if len(voided.kinds) != lots.players or len(voided.commitments) != lots.players:
            yield f"attempt {number}: expected a kind and a commitment for each of {lots.players} players"
            return
        yield from _voided_problems(draw, voided, lots)
        yield from _barred_problems(number, voided.kinds, barred)
        barred.update(voided.missing)
    yield from _barred_problems(draw.attempt, draw.kinds, barred)
    keys = [voided.key for voided in draw.voided]
    if len(set(keys)) != len(keys):
        yield "two voided attempts have the same key"


def _voided_problems(draw: Draw, voided: Voided, lots: Lots) -> Iterator[str]:
    number = voided.attempt
    expected = key_commitment(draw.table, number, lots, bytes.fromhex(voided.key))
    if voided.key_commitment != expected:
        yield f"attempt {number}: key_commitment is {voided.key_commitment}, but its key gives {expected}"
    yield from _commitment_problems(number, voided.kinds, voided.commitments)
    took_part = {seat for seat, kind in enumerate(voided.kinds) if kind == "opened"}
    if not voided.missing or not took_part.issuperset(voided.missing):
        yield f"attempt {number} was voided, but no seat that took part is named as missing"


def _barred_problems(attempt: int, kinds: Sequence[Kind], barred: set[Seat]) -> Iterator[str]:
    for seat, kind in enumerate(kinds):
        if (kind == "barred") != (seat in barred):
            why = "did not open an earlier attempt" if seat in barred else "let no earlier attempt down"
            yield f"attempt {attempt}: seat {seat} is {kind}, but it {why}"
