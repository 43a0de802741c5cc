"""The server's one secret, and everything that is derived from it or compared with a hash."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from collections.abc import Iterable
from pathlib import Path

from chocolatl.server.errors import StartupError

SECRET_BYTES = 32
ID_LETTERS = 16
SCREEN_CODE_LETTERS = 8
ID_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""No letter or digit that looks like another one: ids are read aloud."""
TABLE_ID = f"[{ID_ALPHABET}]{{16}}"
"""As a pattern, for all of a text."""
SCREEN_CODE = f"[{ID_ALPHABET}]{{8}}"


class ServerSecret:
    """Chance keys and bot seeds come from here, so that no database or backup ever holds one."""

    def __init__(self, value: bytes) -> None:
        self._value = value

    def __repr__(self) -> str:
        return "ServerSecret(…)"

    def chance_key(self, table: str) -> bytes:
        """The same for a table from before there was a draw; published when its game has ended."""
        return hmac.digest(self._value, f"chance key 1/{table}".encode(), "sha256")

    def draw_key(self, table: str, attempt: int) -> bytes:
        """The key of one attempt of the draw; published when the game has ended or the attempt is voided."""
        return hmac.digest(self._value, f"draw key 2/{table}/{attempt}".encode(), "sha256")

    def bot_seed(self, table: str, turn: int, seat: int) -> int:
        """The same for the same question, so that a bot that has to think again thinks the same."""
        return int.from_bytes(hmac.digest(self._value, f"bot 1/{table}/{turn}/{seat}".encode(), "sha256")[:7])

    def keyed(self, purpose: str) -> bytes:
        """A keyed hash: nobody without the secret can make it."""
        return hmac.digest(self._value, purpose.encode(), "sha256")

    def rematch_id(self, table: str) -> str:
        """Where the same people meet again: whichever process is asked, it is the same table."""
        digits = hmac.digest(self._value, f"rematch 1/{table}".encode(), "sha256")[:ID_LETTERS]
        return "".join(ID_ALPHABET[digit % len(ID_ALPHABET)] for digit in digits)

    def screen_code(self, table: str) -> str:
        """Opens a screen of this table. 40 bits, so that it can be typed: it shows what spectators see."""
        digits = hmac.digest(self._value, f"screen 1/{table}".encode(), "sha256")[:SCREEN_CODE_LETTERS]
        return "".join(ID_ALPHABET[digit % len(ID_ALPHABET)] for digit in digits)

    def name_in_logs(self, table: str) -> str:
        """A table in a log line: the same table has the same name, and no name leads to a link."""
        return hmac.digest(self._value, f"log 1/{table}".encode(), "sha256").hex()[:12]

    def origin(self, address: str) -> str:
        """A number in place of an address, to tell apart whose tables use the bots.

        16 bits: two addresses seldom share one, and each stands for 65,000 addresses of version 4, so that
        not even who holds the secret can turn it back into one.
        """
        return hmac.digest(self._value, f"origin 1/{address}".encode(), "sha256").hex()[:4]

    @property
    def fingerprint(self) -> str:
        """Tells whether a database was made with this secret, without telling it."""
        return hmac.digest(self._value, b"fingerprint 1", "sha256").hex()[:32]


def read_secret(path: Path) -> ServerSecret:
    """The secret in this file; the first time one is drawn and written, for its owner's eyes only."""
    try:
        value = bytes.fromhex(path.read_text().strip())
    except FileNotFoundError:
        return _new_secret(path)
    except (OSError, ValueError) as error:
        raise StartupError(f"cannot read the server secret {path}: {error}") from None
    if len(value) != SECRET_BYTES:
        raise StartupError(f"server secret {path}: expected {2 * SECRET_BYTES} hex digits")
    if os.name == "posix" and path.stat().st_mode & 0o077:
        raise StartupError(f"server secret {path} can be read by others: run chmod 600 {path}")
    return ServerSecret(value)


def _new_secret(path: Path) -> ServerSecret:
    value = secrets.token_bytes(SECRET_BYTES)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(value.hex() + "\n")
    try:
        os.link(draft, path)  # atomic: of two processes that start together one wins, and both read its file
    except FileExistsError:
        return read_secret(path)
    finally:
        draft.unlink()
    return ServerSecret(value)


def new_table_id() -> str:
    """80 random bits: who has the link may come in, and nobody guesses it."""
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(ID_LETTERS))


def new_token() -> str:
    """256 random bits, for a cookie or a personal link."""
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    """What is stored of a token. It has 256 random bits, so a plain hash cannot be searched backwards."""
    return hashlib.sha256(b"chocolatl token " + token.encode()).hexdigest()


def contains_hash(hash_: str, hashes: Iterable[str]) -> bool:
    """Is it one of these? Looks at all of them and takes the same time wherever they differ."""
    found = False
    for other in hashes:
        found |= hmac.compare_digest(hash_, other)
    return found
