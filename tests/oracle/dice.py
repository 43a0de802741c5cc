"""Chance, worked out again from the published key: anyone with a key and a record could write this file."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence

from tests.oracle.table import Json

BLOCK = 64  # bytes in a block of SHA-256


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """HMAC as RFC 2104 defines it, for keys no longer than a block."""
    padded = key.ljust(BLOCK, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def behind_its_length(part: bytes) -> bytes:
    return bytes([0, 0, len(part) // 256, len(part) % 256]) + part


def joined(*parts: str | bytes) -> bytes:
    """Each part behind its length."""
    packed = [part if isinstance(part, bytes) else part.encode() for part in parts]
    return b"".join(map(behind_its_length, packed))


class Dice:
    """One stream of bytes for every purpose."""

    def __init__(self, key: bytes, nonces: Sequence[bytes] = (), draw: Json | None = None) -> None:
        message = b"chocolatl stream" + b"".join(map(behind_its_length, nonces))
        if draw is not None:
            message = joined("chocolatl stream/2", draw["table"], str(draw["attempt"]))
            for kind, nonce in zip(draw["kinds"], draw["nonces"], strict=True):
                message += joined(kind, bytes.fromhex(nonce))
        self.key = hmac_sha256(key, message)

    def stream(self, purpose: str) -> Iterator[int]:
        number = 0
        while True:
            yield from hmac_sha256(self.key, f"{purpose}#{number}".encode())
            number += 1

    def die(self, purpose: str) -> int:
        """42 bytes for each face; the four bytes left over do not count."""
        byte = next(byte for byte in self.stream(purpose) if byte <= 251)
        return byte % 6 + 1

    def shuffled(self, purpose: str, items: Sequence[int]) -> list[int]:
        """From the last place down, each place swaps with one drawn evenly from those up to itself."""
        mixed, stream = list(items), self.stream(purpose)
        for choices in range(len(mixed), 1, -1):
            whole = 256 // choices * choices
            drawn = next(byte for byte in stream if byte < whole) % choices
            mixed[choices - 1], mixed[drawn] = mixed[drawn], mixed[choices - 1]
        return mixed


def chance_differences(events: list[Json], key: bytes, nonces: Sequence[bytes] = ()) -> list[str]:
    """Every draw in the record that the key does not give."""
    found = []
    for number, name, got, want in _draws(events, Dice(key, nonces, events[0].get("draw"))):
        if got != want:
            found.append(f"{number}: {name}: the key gives {want}, got {got}")
    return found


def draw_differences(started: Json, key: bytes) -> list[str]:
    """What of the draw before the game is not what key, piles and nonces give."""
    draw, board = started["draw"], started["board"]
    piles = [",".join(map(str, board[f"improvements_{pile}"])) for pile in ("high", "low")]
    found = []
    for one in (*draw["voided"], draw | {"key": key.hex()}):
        name = (draw["table"], str(one["attempt"]))
        bound = joined("chocolatl key/2", *name, str(started["players"]), *piles, bytes.fromhex(one["key"]))
        if hashlib.sha256(bound).hexdigest() != one["key_commitment"]:
            found.append(f"the key of attempt {name[1]}")
    for seat, nonce in enumerate(map(bytes.fromhex, draw["nonces"])):
        shown = joined("chocolatl nonce/2", draw["table"], str(draw["attempt"]), str(seat), nonce)
        if nonce and hashlib.sha256(shown).hexdigest() != draw["commitments"][seat]:
            found.append(f"the nonce of seat {seat}")
    return found


def _draws(events: list[Json], dice: Dice) -> Iterator[tuple[int, str, object, object]]:
    board, round_number = events[0]["board"], 0
    rolls: Counter[tuple[int, str, int]] = Counter()
    for number, event in enumerate(events):
        match event["event"]:
            case "started":
                yield number, "stack", event["line"], dice.shuffled("stack", range(event["players"]))
            case "round_started":
                round_number += 1
                faces = [dice.die(f"harvest/{round_number}/{die}") for die in (1, 2, 3)]
                yield number, "harvest", event["harvest"], sorted(faces, reverse=True)
                yield number, "improvements", event["improvements"], _improvements(dice, board, round_number)
            case "rolled":
                roll = (round_number, event["location"], event["seat"])
                rolls[roll] += 1
                purpose = "/".join(str(part) for part in ("bonus", *roll, rolls[roll]))
                yield number, purpose, event["value"], dice.die(purpose)
            case "leftover_rolled":
                yield number, "leftover", event["value"], dice.die(f"final/{event['seat']}")


def _improvements(dice: Dice, board: Json, round_number: int) -> list[int]:
    """The card on top of the high and of the low pile, until none is left (2.1)."""
    piles = {pile: board[f"improvements_{pile}"] for pile in ("high", "low")}
    return [
        dice.shuffled(f"pile/{pile}", cards)[round_number - 1]
        for pile, cards in piles.items()
        if round_number <= len(cards)
    ]
