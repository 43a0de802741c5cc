"""Which web addresses the server may call: public ones only, checked again for every connection."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from typing import NamedTuple
from urllib.parse import urlsplit

from chocolatl.server.errors import Denied

EXPECTED = "a public address such as https://example.org/hook"
# Networks that carry an IPv4 address inside: a way round the check of the outer one.
TUNNELS = tuple(map(ipaddress.ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")))


class Target(NamedTuple):
    """A web address taken apart. `authority` is what the Host header says."""

    tls: bool
    host: str
    port: int
    path: str
    authority: str


def read_address(url: str) -> Target:
    """Take it apart; raises Denied."""
    try:
        parts = urlsplit(url)
        port = parts.port
        host = (parts.hostname or "").encode("idna").decode()
    except (ValueError, UnicodeError):
        raise Denied("bad_address", "this is no web address", EXPECTED) from None
    plain = url.isascii() and url.isprintable() and " " not in url
    if parts.scheme not in ("http", "https") or not host or parts.username is not None or not plain:
        raise Denied("bad_address", "only plain http and https addresses can be called", EXPECTED)
    tls = parts.scheme == "https"
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(tls, host, port or (443 if tls else 80), path, parts.netloc)


async def resolve(target: Target, private: bool) -> str:
    """The address to connect to; raises Denied if any of the host's addresses is not public."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(
            target.host, target.port, type=socket.SOCK_STREAM
        )
    except OSError:
        raise Denied("bad_address", f"{target.host} cannot be found", EXPECTED) from None
    addresses = [str(entry[4][0]).partition("%")[0] for entry in found]
    if not private and not all(map(is_public, addresses)):
        raise Denied("bad_address", f"{target.host} is in a private network", EXPECTED)
    return addresses[0]


def is_public(address: str) -> bool:
    """Out in the open internet, also when it is written in a roundabout way."""
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return is_public(str(ip.ipv4_mapped))
        if any(ip in tunnel for tunnel in TUNNELS):
            return False
    return ip.is_global and not ip.is_multicast
