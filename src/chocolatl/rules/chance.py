"""Chance that anyone can check: a keyed hash stream, published as a hash before and as a key after the game.

Every draw is named by its purpose, so the same key gives the same dice whatever the players decide.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Protocol

from chocolatl.rules.commit_reveal import Draw, stream_key
from chocolatl.rules.types import DIE_FACES, Card, Seat

KEY_BYTES = 32
BLOCK_BYTES = 64
INNER_PAD, OUTER_PAD = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))


class Chance(Protocol):
    """Where dice and shuffles come from; handed in by the caller, never owned by the rules.

    Anything with these two methods will do:

    >>> class Loaded:
    ...     def die(self, purpose):
    ...         return 6
    ...     def shuffle(self, purpose, items):
    ...         return tuple(items)
    >>> fold(start(default_board(), Rules(), 3, Loaded())).line
    (0, 1, 2)
    """

    def die(self, purpose: str) -> int:
        """A number from 1 to 6."""

    def shuffle(self, purpose: str, items: Sequence[int]) -> tuple[int, ...]:
        """The items in random order."""


class SealedChance:
    """HMAC-SHA256 over purpose and counter. `draw`: how pages and server drew the stream's key together.

    Without a draw (simulations, and games from before there was one) it comes from the key and `nonces`.

    Args:
        key: 32 bytes, secret until the game has ended.
        nonces: one per seat, mixed into the stream; none for games without a draw of that kind.
        draw: the commitments and openings of a draw by pages and server.

    Raises:
        ValueError: a key of another length.

    >>> chance = SealedChance(key_from_seed(1))
    >>> chance.die("harvest/1/1") == chance.die("harvest/1/1")
    True
    >>> SealedChance(b"short")
    Traceback (most recent call last):
    ValueError: a chance key has 32 bytes, this one has 5
    """

    __slots__ = ("_inner", "_outer", "_shuffled", "draw", "key", "nonces")

    def __init__(self, key: bytes, nonces: Sequence[bytes] = (), draw: Draw | None = None) -> None:
        if len(key) != KEY_BYTES:
            raise ValueError(f"a chance key has {KEY_BYTES} bytes, this one has {len(key)}")
        self.key = key
        self.nonces = tuple(nonces)
        self.draw = draw
        stream = _plain_stream_key(key, self.nonces) if draw is None else stream_key(draw, key)
        padded = stream.ljust(BLOCK_BYTES, b"\0")
        self._inner, self._outer = padded.translate(INNER_PAD), padded.translate(OUTER_PAD)
        self._shuffled: dict[tuple[str, tuple[int, ...]], tuple[int, ...]] = {}

    @property
    def commitment(self) -> str:
        """Published before the first die; binds the key without telling it."""
        return commitment_of(self.key) if self.draw is None else self.draw.key_commitment

    def die(self, purpose: str) -> int:
        """The first byte below 252 decides, so every face has exactly the same chance."""
        return _below(DIE_FACES, self._bytes(purpose)) + 1

    def shuffle(self, purpose: str, items: Sequence[int]) -> tuple[int, ...]:
        """The same purpose and items give the same order; kept, as piles are asked for every round."""
        drawn = purpose, tuple(items)
        if drawn not in self._shuffled:
            self._shuffled[drawn] = self._mixed(*drawn)
        return self._shuffled[drawn]

    def _mixed(self, purpose: str, items: tuple[int, ...]) -> tuple[int, ...]:
        """Fisher-Yates from the top, one unbiased draw per place."""
        mixed = list(items)
        stream = self._bytes(purpose)
        for top in range(len(mixed) - 1, 0, -1):
            other = _below(top + 1, stream)
            mixed[top], mixed[other] = mixed[other], mixed[top]
        return tuple(mixed)

    def _bytes(self, purpose: str) -> Iterator[int]:
        counter = 0
        while True:
            yield from self._hmac(f"{purpose}#{counter}".encode())
            counter += 1

    def _hmac(self, message: bytes) -> bytes:
        """As `hmac.digest`, in half its time: a game draws thirty times with one key."""
        return sha256(self._outer + sha256(self._inner + message).digest()).digest()


def _plain_stream_key(key: bytes, nonces: Sequence[bytes]) -> bytes:
    mixed = b"".join(len(nonce).to_bytes(4, "big") + nonce for nonce in nonces)
    return hmac.digest(key, b"chocolatl stream" + mixed, "sha256")


def _below(limit: int, stream: Iterator[int]) -> int:
    """A number from 0 up to the limit, each with the same chance: rejection sampling.

    As many bytes as `limit - 1` needs (one up to 256, two up to 65,536, and so on) are one big-endian number.
    A number of the last, incomplete run of `limit` numbers is passed over, and the next bytes are read. Fewer
    than half of the numbers are passed over, so it ends for every limit.
    """
    width = max(1, ((limit - 1).bit_length() + 7) // 8)
    fair = 256**width - 256**width % limit
    while True:
        drawn = 0
        for _ in range(width):
            drawn = drawn << 8 | next(stream)
        if drawn < fair:
            return drawn % limit


def commitment_of(key: bytes) -> str:
    """The hash that is published before the first die of a game without a draw."""
    return sha256(key).hexdigest()


def key_from_seed(seed: int | str) -> bytes:
    """A key for simulations and tests; a real table draws its key from the system's randomness.

    Args:
        seed: any number or text; the same seed gives the same 32 bytes everywhere.

    >>> key_from_seed(1).hex()[:8]
    '09c3e19f'
    """
    return sha256(f"chocolatl seed {seed}".encode()).digest()


def starting_stack(chance: Chance, players: int) -> tuple[Seat, ...]:
    """The markers on box 0, top of the stack first (1.2)."""
    return chance.shuffle("stack", range(players))


def improvement(chance: Chance, pile: str, cards: Sequence[Card], round_number: int) -> Card:
    """The card turned up from a pile in this round (1.3, 2.1)."""
    return chance.shuffle(f"pile/{pile}", cards)[round_number - 1]


def harvest_dice(chance: Chance, round_number: int) -> tuple[int, ...]:
    """The three white dice of a round, highest first (2.1)."""
    return tuple(sorted([chance.die(f"harvest/{round_number}/{i}") for i in (1, 2, 3)], reverse=True))


def bonus_die(chance: Chance, round_number: int, location: str, seat: Seat, nth: int) -> int:
    """The nth die (from 1) that this seat rolls for this offering (3.4)."""
    return chance.die(f"bonus/{round_number}/{location}/{seat}/{nth}")


def leftover_die(chance: Chance, seat: Seat) -> int:
    """The one leftover die of a seat in the final scoring (6.1)."""
    return chance.die(f"final/{seat}")
