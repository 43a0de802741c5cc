"""Who calls: a browser is known by a cookie of its own.

A new browser may get two first answers at the same moment, in two tabs or to two calls of one page. So
every cookie has a name of its own and none replaces another; the first one counts, because browsers send
them in the order they got them. Whoever wants to change anything must have sent one: nothing is ever bound
to a cookie that may not become the first.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import MutableMapping
from typing import Any

from chocolatl.server.secret import new_token
from chocolatl.server.wire import Problem

NAME = re.compile(r"chocolatl(-[0-9a-f]{1,64})?")
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
SECONDS = 400 * 86_400
NO_COOKIE = Problem(
    "no_cookie", "nothing says who you are", "the same request again, with the cookie that this answer sets"
)


def token_in(headers: dict[bytes, bytes]) -> str | None:
    """The visitor's secret, if there is a well-formed one."""
    for part in headers.get(b"cookie", b"").decode("latin-1").split(";"):
        name, _, value = part.strip().partition("=")
        if NAME.fullmatch(name) and TOKEN.fullmatch(value):
            return value
    return None


def new_cookie(scope: MutableMapping[str, Any]) -> tuple[bytes, bytes]:
    """A header that makes a browser somebody."""
    secure = "; Secure" if scope.get("scheme") == "https" else ""
    name = f"chocolatl-{secrets.token_hex(4)}"
    cookie = f"{name}={new_token()}; Path=/; Max-Age={SECONDS}; HttpOnly; SameSite=Lax{secure}"
    return b"set-cookie", cookie.encode()


def introduces(path: str) -> bool:
    """Is this an answer to a browser itself, not a file that others may keep for everybody?"""
    return path.startswith("/api/") or "." not in path.rpartition("/")[2]
