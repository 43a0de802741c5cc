"""HTTP calls to a server, without a library: one request per connection, JSON in and out."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from tools.load.endpoints import Endpoint, place_of

PATIENCE = 30.0


class HttpResponse(msgspec.Struct, frozen=True):
    """Status, the cookie that was set (or none), and the body."""

    status: int
    cookie: str
    body: bytes

    def json(self) -> Any:
        """The body as plain values."""
        return msgspec.json.decode(self.body)


async def call(url: str, path: str, body: Any = None, cookie: str = "", method: str = "") -> HttpResponse:
    """GET, or POST with a body. Raises OSError when the server goes away."""
    place = place_of(url)
    data = b"" if body is None else msgspec.json.encode(body)
    lines = [
        f"{method or ('GET' if body is None else 'POST')} {path} HTTP/1.1",
        f"Host: {place.authority}",
        "Connection: close",
        "Content-Type: application/json",
        f"Content-Length: {len(data)}",
    ]
    if cookie:
        lines.append(f"Cookie: chocolatl={cookie}")
    head = "\r\n".join((*lines, "", "")).encode()
    async with asyncio.timeout(PATIENCE):
        return _parsed(await _exchange(place, head + data))


async def _exchange(place: Endpoint, request: bytes) -> bytes:
    reader, writer = await asyncio.open_connection(place.host, place.port, local_addr=place.source)
    try:
        writer.write(request)
        return await reader.read()
    finally:
        writer.close()


def _parsed(raw: bytes) -> HttpResponse:
    head, end, body = raw.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
    length = headers.get("content-length")
    if not end or (length is not None and len(body) != int(length)):
        raise ConnectionError(f"half an answer: {raw[:80]!r}")
    cookie = headers.get("set-cookie", "").partition("=")[2].partition(";")[0]
    return HttpResponse(int(lines[0].split()[1]), cookie, body)
