"""Whose word about a caller's address counts: the proxies named in FORWARDED_ALLOW_IPS, one by one.

Uvicorn believes `X-Forwarded-For` from these, and takes the last address in it that is none of them. With `*`
it would take the first one instead, which is whatever the caller wrote: so that is refused.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping

from chocolatl.server.errors import StartupError

VARIABLE = "FORWARDED_ALLOW_IPS"
HERE = "127.0.0.1"
LARGEST_NETWORK = {4: 8, 6: 16}
"""Bits of the smallest prefix that can still be a network of one's own."""


def trusted_proxies(environment: Mapping[str, str] = os.environ) -> list[str]:
    """Addresses and networks; raises StartError when anybody could be among them."""
    named = [part.strip() for part in environment.get(VARIABLE, HERE).split(",")]
    return [_checked(part) for part in named if part]


def _checked(part: str) -> str:
    try:
        network = ipaddress.ip_network(part)
    except ValueError:
        network = None
    if network is None or network.prefixlen < LARGEST_NETWORK[network.version]:
        raise StartupError(
            f"{VARIABLE}: {part!r} would let callers choose their own address; expected the addresses "
            "or networks of your proxies, such as 127.0.0.1,10.0.0.0/24"
        )
    return part
