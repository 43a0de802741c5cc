"""Addresses of host names, looked up by a few threads of their own: slow name servers hold up nobody else."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from chocolatl.server.errors import RequestError
from chocolatl.server.notify.concurrency_limit import Places

THREADS = 8
THREADS_EACH = 2
LOOKUP_SECONDS = 5.0
Lookup = Callable[[str, int], list[str]]


def system_lookup(host: str, port: int) -> list[str]:
    """Blocks, for as long as the system's resolver likes."""
    return [str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


class Lookups:
    """A place is held until its thread is free again, also when nobody waits for the answer any more."""

    def __init__(self, lookup: Lookup = system_lookup) -> None:
        self._lookup = lookup
        self._places = Places(THREADS, THREADS_EACH)
        self._threads = ThreadPoolExecutor(THREADS, "lookup")

    async def find(self, host: str, port: int, owner: str) -> list[str]:
        """All addresses of a host. Raises OSError or TimeoutError, RequestError when there is no place."""
        if _is_address(host):
            return [host]
        if not self._places.take((owner,)):
            raise RequestError(
                "too_fast", "too many addresses are being looked up", "the same request a little later"
            )
        loop = asyncio.get_running_loop()
        found = self._threads.submit(self._lookup, host, port)
        found.add_done_callback(lambda _: self._done(loop, owner))
        return await asyncio.wait_for(asyncio.wrap_future(found), LOOKUP_SECONDS)

    def _done(self, loop: asyncio.AbstractEventLoop, owner: str) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(self._places.leave, (owner,))

    def close(self) -> None:
        """Wait for nobody."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
