"""From where somebody calls: one key per household, for everything that is counted per address."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from typing import Any

UNKNOWN = "unknown"
NETWORK_BITS = 64
"""Of an IPv6 address the first half names a network, and whoever has a network has all its addresses."""


def client_key(scope: Mapping[str, Any]) -> str:
    """The caller of a request or socket, as the web server (or a trusted proxy) tells it."""
    client = scope.get("client")
    return address_key(client[0] if client else "")


def address_key(host: str) -> str:
    """An IPv4 address, however it is written, or the /64 network of an IPv6 address."""
    try:
        found = ipaddress.ip_address(host.strip().strip("[]").partition("%")[0])
    except ValueError:  # a unix socket, or a proxy's nonsense: all of these count as one caller
        return UNKNOWN
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    inner = found.ipv4_mapped
    if inner is not None:
        return str(inner)
    return str(ipaddress.ip_network((found, NETWORK_BITS), strict=False))
