"""Where a server is, and from which of our own addresses we call it."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit


class Endpoint(NamedTuple):
    """`authority` is what the Host header says; `source`: our own address (none: the system chooses)."""

    host: str
    port: int
    authority: str
    source: tuple[str, int] | None


def place_of(url: str) -> Endpoint:
    """Take a web address apart. `http://127.0.0.2@127.0.0.1:80`: the server is called from 127.0.0.2."""
    parts = urlsplit(url)
    assert parts.hostname is not None
    source = None if parts.username is None else (parts.username, 0)
    return Endpoint(parts.hostname, parts.port or 80, parts.netloc.rpartition("@")[2], source)


def called_from(url: str, source: str) -> str:
    """The same server, called from this address."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{source}@{rest}"
