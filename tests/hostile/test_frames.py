"""Somebody who speaks the socket's own language: frames that the application never sees, and silence."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import secrets
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from websockets.frames import Frame, Opcode

from chocolatl.server import protocol
from chocolatl.server.config import ConnectionLimits
from chocolatl.server.ops.guarded_socket import _frame_head
from chocolatl.server.sockets import endpoint as socket_server
from tests.server.harness import Visitor, served, started

QUICK = ConnectionLimits(stalled_seconds=1, look_seconds=0.1)
TEXT, CONTINUED, PING, PONG = 0x01, 0x00, 0x09, 0x0A
LAST = 0x80


def frame(kind: int, body: bytes = b"") -> bytes:
    """Masked with zeros, as a client may."""
    assert len(body) < 126
    return bytes((kind, 0x80 | len(body))) + bytes(4) + body


@contextlib.asynccontextmanager
async def shaken(
    url: str, visitor: Visitor, table: str
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A raw connection after the handshake."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(url.rpartition(":")[2]), limit=4096)
    head = (
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: x\r\nCookie: chocolatl={visitor.cookie}\r\n"
        "Upgrade: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {base64.b64encode(secrets.token_bytes(16)).decode()}\r\n\r\n"
    )
    writer.write(head.encode())
    await reader.readuntil(b"\r\n\r\n")
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def flood(writer: asyncio.StreamWriter, data: bytes, times: int) -> bool:
    """True: the server has cut it."""
    try:
        for _ in range(times):
            writer.write(data)
            async with asyncio.timeout(15):
                await writer.drain()
            await asyncio.sleep(0)
    except ConnectionError:
        return True
    return False


@pytest.mark.parametrize(
    "data",
    [
        frame(LAST | PING, b"x") * 100,
        frame(LAST | PONG) * 100,
        frame(TEXT) + frame(CONTINUED) * 100,
        frame(CONTINUED) * 100,
    ],
)
async def test_frames_without_a_message_are_not_taken_without_end(tmp_path: Path, data: bytes):
    async with served(tmp_path, connections=QUICK) as (url, _):
        ana = Visitor(url)
        table = await ana.create()
        async with shaken(url, ana, table) as (_, writer):
            assert await flood(writer, data, 2000)
        await ana.get(f"tables/{table}")


async def test_a_page_that_never_reads_is_cut_and_the_others_play_on(tmp_path: Path):
    async with served(tmp_path, connections=QUICK) as (url, server):
        table, visitors, (_, bo, _) = await started(url, 3)
        async with shaken(url, visitors[0], table) as (reader, writer):
            known = set(server.registry.tables[table].broadcast.connections)
            writer.write(frame(LAST | TEXT, b'{"type":"hello"}'))
            reader._transport.pause_reading()  # type: ignore[attr-defined]  # a page that is stuck
            live = server.registry.tables[table]
            for _ in range(500):
                if len(live.broadcast.connections) == 4:
                    break
                await asyncio.sleep(0.02)
            [stuck] = [page for page in live.broadcast.connections if page not in known]
            async with asyncio.timeout(30):
                while stuck in live.broadcast.connections:
                    stuck.post(b'"' + b"x" * 50_000 + b'"')
                    await asyncio.sleep(0.02)
        await bo.send(protocol.Ping("here"))
        assert isinstance(await bo.verdict("here"), protocol.Pong)


async def test_a_socket_without_hello_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(socket_server, "HELLO_SECONDS", 0.3)
    async with served(tmp_path, connections=QUICK) as (url, server):
        ana = Visitor(url)
        table = await ana.create()
        async with shaken(url, ana, table) as (reader, writer):
            for _ in range(20):  # what is not a hello buys no time
                with contextlib.suppress(ConnectionError):
                    writer.write(frame(LAST | TEXT, b'{"type":"ping","id":"x"}'))
                    await writer.drain()
                await asyncio.sleep(0.05)
            async with asyncio.timeout(15):
                with contextlib.suppress(ConnectionError):
                    await reader.read()
            for _ in range(100):
                if not server.sockets.open:
                    break
                await asyncio.sleep(0.1)
            assert not server.sockets.open


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 1_000_000])
def test_frames_of_ours_are_those_of_the_standard(size: int):
    text = b"x" * size
    assert _frame_head(size) + text == Frame(Opcode.TEXT, text).serialize(mask=False)
