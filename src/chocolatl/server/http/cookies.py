"""Who calls: a browser is known by a cookie of its own.

A new browser may get two first answers at the same moment, in two tabs or to two calls of one page. So
every cookie has a name of its own and none replaces another; the first one counts, because browsers send
them in the order they got them. Whoever wants to change anything must have sent one: nothing is ever bound
to a cookie that may not become the first.

A value is 256 random bits and a keyed hash of them (HMAC), so only those that a server with this secret made
count: nobody chooses a weak one, or one that others know. Over TLS the name begins with `__Host-`, which
keeps other sites of the same domain from setting it, and the hash says that it was made for such a name.
"""

from __future__ import annotations

import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import Any

from chocolatl.server.protocol import Problem
from chocolatl.server.secret import ServerSecret, hash_token, new_token
from chocolatl.server.store.store import Store

HOST = "__Host-"
NAME = re.compile(r"(__Host-)?chocolatl(-[0-9a-f]{1,64})?")
VALUE = re.compile(r"([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{22})")
OLD_VALUE = re.compile(r"[A-Za-z0-9_-]{43}")
"""As cookies were made before they had a hash: they count for whoever holds a seat with one."""
SECONDS = 400 * 86_400
REMEMBERED = 10_000
NO_COOKIE = Problem(
    "no_cookie", "nothing says who you are", "the same request again, with the cookie that this answer sets"
)


class Cookies:
    """Makes them and knows them again."""

    def __init__(self, secret: ServerSecret) -> None:
        self._secret = secret
        self._seated: OrderedDict[str, None] = OrderedDict()

    def token_in(self, headers: Mapping[bytes, bytes], secure: bool) -> str | None:
        """The visitor's secret, if this server made one of those that were sent."""
        for name, value in _sent(headers):
            if name.startswith(HOST) == secure and self._ours(value, secure):
                return value
        return None

    async def old_token_in(self, headers: Mapping[bytes, bytes], store: Store) -> str | None:
        """One of the values that earlier versions made, if somebody holds a seat with it."""
        for name, value in _sent(headers):
            if not name.startswith(HOST) and OLD_VALUE.fullmatch(value):
                return value if await self._holds_seat(hash_token(value), store) else None
        return None

    def new(self, secure: bool) -> tuple[bytes, bytes]:
        """A header that makes a browser somebody."""
        token = new_token()
        name = f"{HOST if secure else ''}chocolatl-{secrets.token_hex(4)}"
        rest = f"Path=/; Max-Age={SECONDS}; HttpOnly; SameSite=Lax{'; Secure' if secure else ''}"
        return b"set-cookie", f"{name}={token}.{self._hash(token, secure)}; {rest}".encode()

    def _ours(self, value: str, secure: bool) -> bool:
        found = VALUE.fullmatch(value)
        return found is not None and hmac.compare_digest(found[2], self._hash(found[1], secure))

    def _hash(self, token: str, secure: bool) -> str:
        purpose = f"cookie 1/{'tls' if secure else 'plain'}/{token}"
        return urlsafe_b64encode(self._secret.keyed(purpose)[:16]).decode().rstrip("=")

    async def _holds_seat(self, visitor: str, store: Store) -> bool:
        if visitor not in self._seated:
            if not await store.holds_seat(visitor):
                return False
            self._seated[visitor] = None
            if len(self._seated) > REMEMBERED:
                self._seated.popitem(last=False)
        return True


def is_secure(scope: Mapping[str, Any]) -> bool:
    """Did the caller use TLS, to us or to a trusted proxy?"""
    return scope.get("scheme") in ("https", "wss")


def sets_cookie(path: str) -> bool:
    """Is this an answer to a browser itself, not a file that others may keep for everybody?"""
    return path.startswith("/api/") or "." not in path.rpartition("/")[2]


def _sent(headers: Mapping[bytes, bytes]) -> Iterator[tuple[str, str]]:
    for part in headers.get(b"cookie", b"").decode("latin-1").split(";"):
        name, _, value = part.strip(" \t").partition("=")
        if NAME.fullmatch(name):
            yield name, value
