"""Draws for the tests: the same every time, as an honest server and honest pages would make them."""

from collections.abc import Sequence
from hashlib import sha256

from msgspec.structs import replace

from chocolatl.records.draw_evidence import Seen, SeenAttempt
from chocolatl.records.record import Record
from chocolatl.rules import Board, default_board, key_from_seed
from chocolatl.rules.commit_reveal import Draw, Kind, Voided, key_commitment, lots_of, nonce_commitment
from tests.records.playing import played

TABLE = "kakaw22222222222"
KINDS: tuple[Kind, ...] = ("opened", "opened", "away", "bot")


def nonce(attempt: int, seat: int) -> bytes:
    return sha256(f"nonce {attempt}/{seat}".encode()).digest()


def old_key(seed: int | str, attempt: int) -> bytes:
    return key_from_seed(f"{seed}/{attempt}")


def drawn(
    seed: int | str = 1,
    kinds: Sequence[Kind] = KINDS,
    missing: Sequence[int] = (),
    board: Board | None = None,
    table: str = TABLE,
) -> Draw:
    """A draw with the key of this seed; before it, one attempt for each seat that did not open."""
    lots = lots_of(len(kinds), board or default_board())
    voided: list[Voided] = []
    for attempt, seat in enumerate(missing, 1):
        then = _barred(kinds, missing[: attempt - 1], {seat})
        key = old_key(seed, attempt)
        commitment = key_commitment(table, attempt, lots, key)
        commitments = _commitments(table, attempt, then)
        voided.append(Voided(attempt, key.hex(), commitment, then, commitments, (seat,)))
    attempt, now = len(missing) + 1, _barred(kinds, missing, set())
    return Draw(
        table,
        attempt,
        key_commitment(table, attempt, lots, key_from_seed(seed)),
        now,
        _commitments(table, attempt, now),
        tuple(nonce(attempt, seat).hex() if kind == "opened" else "" for seat, kind in enumerate(now)),
        tuple(voided),
    )


def _barred(kinds: Sequence[Kind], barred: Sequence[int], present: set[int]) -> tuple[Kind, ...]:
    """As locked: who let an earlier attempt down is out, and who will let this one down is in."""
    return tuple(
        "barred" if seat in barred else "opened" if seat in present else kind
        for seat, kind in enumerate(kinds)
    )


def _commitments(table: str, attempt: int, kinds: Sequence[Kind]) -> tuple[str, ...]:
    return tuple(
        nonce_commitment(table, attempt, seat, nonce(attempt, seat)) if kind == "opened" else ""
        for seat, kind in enumerate(kinds)
    )


def drawn_game(seed: int = 1, kinds: Sequence[Kind] = KINDS, missing: Sequence[int] = ()) -> Record:
    """A whole game with a draw."""
    return played(seed, len(kinds), draw=drawn(seed, kinds, missing))


def with_nonce(draw: Draw, seat: int, other: bytes) -> Draw:
    """As if this seat had committed to another nonce from the beginning."""
    shown = list(draw.commitments)
    shown[seat] = nonce_commitment(draw.table, draw.attempt, seat, other)
    opened = list(draw.nonces)
    opened[seat] = other.hex()
    return replace(draw, commitments=tuple(shown), nonces=tuple(opened))


def seen_by(draw: Draw, seat: int) -> Seen:
    """What the page of this seat keeps of an honest draw."""
    attempts: tuple[Draw | Voided, ...] = (*draw.voided, draw)
    return Seen("chocolatl-seen/1", draw.table, tuple(_seen_attempt(one, draw, seat) for one in attempts))


def _seen_attempt(one: Draw | Voided, draw: Draw, seat: int) -> SeenAttempt:
    took_part = one.kinds[seat] == "opened" and not (isinstance(one, Voided) and seat in one.missing)
    return SeenAttempt(
        one.attempt,
        one.key_commitment,
        seat if took_part else None,
        nonce(one.attempt, seat).hex() if took_part else None,
        one.commitments[seat] if took_part else None,
        one.kinds,
        one.commitments,
        opened=took_part,
        taken=took_part,
    )
