"""One call to a web address of somebody's choice: never to inner networks."""

from __future__ import annotations

import asyncio
import re
import ssl

from chocolatl.server.notify.dns_lookup import Lookups
from chocolatl.server.notify.webhook_target import WebhookTarget, parse_target, resolve

POST_TIMEOUT = 10.0
LONGEST_LINE = 1024
STATUS_LINE = re.compile(rb"HTTP/1\.[01] ([2-5][0-9]{2})(?![0-9])")


async def check_address(url: str, private: bool, lookups: Lookups, owner: str) -> None:
    """Raises RequestError for an address that may not be called."""
    await resolve(parse_target(url), private, lookups, owner)


async def post_json(url: str, body: bytes, private: bool, lookups: Lookups, owner: str) -> int:
    """POST some JSON; connects to the very address that was checked, follows nothing, reads one line.

    Gives the status; raises OSError, TimeoutError or ValueError when there is none.
    """
    target = parse_target(url)
    async with asyncio.timeout(POST_TIMEOUT):
        address = await resolve(target, private, lookups, owner)
        tls = ssl.create_default_context() if target.tls else None
        name = target.host if target.tls else None
        reader, writer = await asyncio.open_connection(
            address, target.port, ssl=tls, server_hostname=name, limit=LONGEST_LINE
        )
        try:
            writer.write(_request(target, body))
            await writer.drain()
            line = await reader.readline()
        finally:
            writer.transport.abort()  # a polite end could wait for the other side
    return status_in(line)


def status_in(line: bytes) -> int:
    """The number of a final status; raises ValueError."""
    found = STATUS_LINE.match(line)
    if found is None:
        raise ValueError("no status line of HTTP/1")
    return int(found[1])


def _request(target: WebhookTarget, body: bytes) -> bytes:
    head = (
        f"POST {target.path} HTTP/1.1\r\nHost: {target.authority}\r\nUser-Agent: chocolatl\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode("ascii") + body
