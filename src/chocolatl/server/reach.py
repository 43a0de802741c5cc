"""Who can open this server: only this machine, its local network, or everybody under a public address.

`chocolatl play` listens on this machine alone. Whoever sits at it can let the local network in while the game
runs: then the server listens on the addresses of this machine, one by one, and is called by these names. What
comes from outside of the networks of these addresses is refused.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol

import structlog

from chocolatl.server.config import LOOPBACK, Config
from chocolatl.server.errors import RequestError, StartupError
from chocolatl.server.network_addresses import Address, given_addresses, link, local_name, machine_addresses
from chocolatl.server.protocol import Reach as ReachInfo

EVERYWHERE = ("0.0.0.0", "::")
HERE = ("localhost", "127.0.0.1", "::1")
NAME_SECONDS = 2.0
TEST_SECONDS = 2.0
FORWARDED = (b"forwarded", b"x-forwarded-for", b"x-forwarded-host", b"x-real-ip")
log = structlog.get_logger()


class Listener(Protocol):
    """A listening address that can be closed."""

    def close(self) -> None:
        """Take no new connections."""


Listen = Callable[[str, int], Awaitable[Listener]]


class NetworkAccess:
    """One per process. `listen`: how to open another address; without it nothing can be switched."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._listeners: list[Listener] = []
        self._open: list[Address] = []
        self._links: tuple[str, ...] = (config.public_url.rstrip("/"),) if config.public_url else ()
        self._tested: tuple[str, ...] = ()
        self._names: tuple[str, ...] = ()
        self.listen: Listen | None = None
        self.changed: Callable[[tuple[str, ...]], None] = lambda _: None
        self.closed: Callable[[], None] = lambda: None

    async def find(self) -> None:
        """Where the server listens on everything from the start, say where that is."""
        host = self._config.host
        if self._config.public_url or host in HERE:
            return
        if host in EVERYWHERE:
            await self._found(await asyncio.to_thread(machine_addresses))
        else:
            self._links = (link(host, self._config.port),)
        self.changed(self._links)

    async def open(self) -> None:
        """Let the local network in. Raises RequestError."""
        if self.listen is None or self._open:
            return
        chosen = self._config.lan_addresses
        found = given_addresses(chosen) if chosen else await asyncio.to_thread(machine_addresses)
        for address in found:
            with suppress(StartupError, OSError):
                self._listeners.append(await self.listen(address.name, self._config.port))
                self._open.append(address)
        if not self._open:
            raise RequestError(
                "busy", "this machine has no address in a network", "a connection to a network"
            )
        await self._found(self._open)
        self.changed(self._links)

    async def _found(self, addresses: Sequence[Address]) -> None:
        names = [address.name for address in addresses]
        with suppress(TimeoutError):
            if not self._config.lan_addresses:
                name = await asyncio.wait_for(asyncio.to_thread(local_name, addresses), NAME_SECONDS)
                names += [name] if name else []
        self._names = tuple(f"[{name}]" if ":" in name else name for name in names)
        self._links = tuple(link(name, self._config.port) for name in names)
        answers = await asyncio.gather(*(_answers(name, self._config.port) for name in names))
        self._tested = tuple(where for where, yes in zip(self._links, answers, strict=True) if yes)

    def close(self) -> None:
        """Only this machine again: what is open to others is closed."""
        for listener in self._listeners:
            listener.close()
        self._listeners, self._open, self._links, self._tested, self._names = [], [], (), (), ()
        self.closed()
        self.changed(())

    def told_to(self, scope: Mapping[str, Any]) -> ReachInfo:
        """The addresses to invite with, for whoever asks."""
        return ReachInfo(self._links, self._tested, bool(self._links), self.may_switch(scope))

    def may_switch(self, scope: Mapping[str, Any]) -> bool:
        """Only a browser on this machine itself: not one that a proxy or tunnel speaks for."""
        headers = dict(scope["headers"])
        host = _bare(headers.get(b"host", b"").decode("latin-1").lower())
        direct = not any(name in headers for name in FORWARDED)
        return self.listen is not None and direct and host in LOOPBACK and _is_loopback(scope)

    def named(self, host: str) -> bool:
        """Is this a name (with or without a port) that the server may be called by?"""
        names = self._config.hosts
        return not names or _bare(host) in names or _bare(host) in self._names

    def admits(self, scope: Mapping[str, Any]) -> bool:
        """Where the local network can be let in, nobody from farther away comes in with it.

        While it is shut out, nobody comes in over a connection that was made before.
        """
        if not self._config.lan_switch or _is_loopback(scope):
            return True
        ip = _ip(scope)
        if ip is None or not self._open:
            return False
        return ip.is_private or any(ip in address.network for address in self._open)


def _bare(host: str) -> str:
    """Without the port."""
    return host.rsplit("]", 1)[0] + "]" if host.startswith("[") else host.partition(":")[0]


def _ip(scope: Mapping[str, Any]) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    client = scope.get("client")
    try:
        return ipaddress.ip_address(client[0].partition("%")[0]) if client else None
    except ValueError:
        return None


def _is_loopback(scope: Mapping[str, Any]) -> bool:
    ip = _ip(scope)
    return ip is not None and ip.is_loopback


async def _answers(name: str, port: int) -> bool:
    """Does the server answer under this address, as seen from this machine?"""
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(TEST_SECONDS):
            _, writer = await asyncio.open_connection(name, port)
            writer.close()
            return True
    return False
