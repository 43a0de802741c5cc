"""The addresses of this machine that others in its local network can open."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import ifaddr

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
LOCAL_SUFFIX = ".local"


class Address(NamedTuple):
    """`name`: as in a link, without brackets. `network`: the neighbours on the same cable or Wi-Fi."""

    name: str
    network: Network


def machine_addresses() -> list[Address]:
    """Of every interface but loopback; those that people type most easily first."""
    found = [_address(ip) for adapter in ifaddr.get_adapters() for ip in adapter.ips]
    return sorted((one for one in found if _reachable(one)), key=_ease)


def given_addresses(names: Iterable[str]) -> list[Address]:
    """Addresses that somebody has chosen. Raises ValueError."""
    return [Address(name, ipaddress.ip_network(name)) for name in names]


def _address(ip: ifaddr.IP) -> Address:
    name = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
    return Address(name, ipaddress.ip_network((name, ip.network_prefix), strict=False))


def _reachable(address: Address) -> bool:
    """Link-local addresses need the name of an interface, which browsers do not take in a link."""
    ip = ipaddress.ip_address(address.name)
    return not (ip.is_loopback or ip.is_link_local or ip.is_multicast or ip.is_unspecified)


def _ease(address: Address) -> tuple[bool, bool]:
    ip = ipaddress.ip_address(address.name)
    return ip.version == 6, not ip.is_private


def local_name(addresses: Sequence[Address]) -> str | None:
    """`name.local`, where multicast DNS resolves it to one of these addresses. It may take a while."""
    name = socket.gethostname().partition(".")[0].lower() + LOCAL_SUFFIX
    try:
        found = {entry[4][0] for entry in socket.getaddrinfo(name, None)}
    except OSError:
        return None
    return name if found & {address.name for address in addresses} else None


def link(name: str, port: int) -> str:
    """The address of a server as a link."""
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"
