"""One call to a web address of somebody's choice: never to inner networks."""

from __future__ import annotations

import asyncio
import ssl

from chocolatl.server.addresses import Target, read_address, resolve

CALL_SECONDS = 10.0


async def check_address(url: str, private: bool) -> None:
    """Raises Denied for an address that may not be called."""
    await resolve(read_address(url), private)


async def call(url: str, body: bytes, private: bool) -> int:
    """POST some JSON; connects to the very address that was checked, follows nothing, reads one line."""
    target = read_address(url)
    async with asyncio.timeout(CALL_SECONDS):
        address = await resolve(target, private)
        tls = ssl.create_default_context() if target.tls else None
        name = target.host if target.tls else None
        reader, writer = await asyncio.open_connection(address, target.port, ssl=tls, server_hostname=name)
        try:
            writer.write(_request(target, body))
            await writer.drain()
            line = await reader.readline()
        finally:
            writer.close()
    return int(line.split()[1]) if line.startswith(b"HTTP/1.") else 599


def _request(target: Target, body: bytes) -> bytes:
    head = (
        f"POST {target.path} HTTP/1.1\r\nHost: {target.authority}\r\nUser-Agent: chocolatl\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode("ascii") + body
