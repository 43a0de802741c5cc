"""Which web addresses the server may call: public ones only, checked again for every connection."""

from __future__ import annotations

import ipaddress
from typing import NamedTuple
from urllib.parse import urlsplit

from chocolatl.server.errors import RequestError
from chocolatl.server.notify.dns_lookup import Lookups

EXPECTED = "a public address such as https://example.org/hook"
GLOBAL_UNICAST = ipaddress.IPv6Network("2000::/3")
"""What is given to hosts of the internet; loopback, mapped, translated, local and multicast lie outside."""
# Within it, what is no host of the internet, or carries an IPv4 address (IANA's special-purpose registry).
SPECIAL_6 = tuple(
    map(
        ipaddress.IPv6Network,
        (
            "2001::/23",  # protocol assignments: Teredo, benchmarking, ORCHID
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4
            "3fff::/20",  # documentation
            "2620:4f:8000::/48",  # AS112
        ),
    )
)
# `is_global` knows the other special networks of IPv4.
SPECIAL_4 = tuple(
    map(
        ipaddress.IPv4Network,
        ("192.88.99.0/24", "198.18.0.0/15", "192.31.196.0/24", "192.52.193.0/24", "192.175.48.0/24"),
    )
)
ISATAP = (0x00005EFE, 0x02005EFE)
"""In the upper half of an interface id: an IPv4 address follows."""


class WebhookTarget(NamedTuple):
    """A web address taken apart. `authority` is what the Host header says."""

    tls: bool
    host: str
    port: int
    path: str
    authority: str


def parse_target(url: str) -> WebhookTarget:
    """Take it apart; raises RequestError."""
    try:
        parts = urlsplit(url)
        port = parts.port
        host = (parts.hostname or "").encode("idna").decode()
    except (ValueError, UnicodeError):
        raise RequestError("bad_address", "this is no web address", EXPECTED) from None
    plain = url.isascii() and url.isprintable() and " " not in url
    if parts.scheme not in ("http", "https") or not host or parts.username is not None or not plain:
        raise RequestError("bad_address", "only plain http and https addresses can be called", EXPECTED)
    tls = parts.scheme == "https"
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return WebhookTarget(tls, host, port or (443 if tls else 80), path, parts.netloc)


async def resolve(target: WebhookTarget, private: bool, lookups: Lookups, owner: str) -> str:
    """The address to connect to; raises RequestError if any of the host's addresses is not public."""
    try:
        found = await lookups.find(target.host, target.port, owner)
    except (OSError, UnicodeError, TimeoutError):
        raise RequestError("bad_address", f"{target.host} cannot be found", EXPECTED) from None
    if not found:
        raise RequestError("bad_address", f"{target.host} cannot be found", EXPECTED)
    if not private and not all(map(is_public, found)):
        raise RequestError("bad_address", f"{target.host} is in a private network", EXPECTED)
    return found[0]


def is_public(address: str) -> bool:
    """A host of the open internet. An allow list: what is not known to be one is none."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:  # also an address with a zone
        return False
    if isinstance(ip, ipaddress.IPv4Address):
        return ip.is_global and not ip.is_multicast and not any(ip in network for network in SPECIAL_4)
    if ip.scope_id is not None or ip not in GLOBAL_UNICAST or any(ip in network for network in SPECIAL_6):
        return False
    return (int(ip) >> 32) & 0xFFFFFFFF not in ISATAP
