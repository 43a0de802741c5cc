"""Requests that no browser sends: each gets a clear refusal or an answer, none an error of the server."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple
from urllib.parse import quote

import msgspec
import pytest
from websockets.asyncio.client import connect

from chocolatl.server import protocol
from tests.hostile.odd import BODIES, FRAMES, HEADERS, LONG, METHODS, PATHS, POSTS, Header
from tests.server.harness import Visitor, served


class Wire(NamedTuple):
    """A server, a table, and a visitor who may send anything."""

    port: int
    table: str
    cookie: bytes

    async def status(
        self, method: str, path: str | bytes, headers: tuple[Header, ...] = (), body: bytes = b""
    ) -> int:
        """The status of the answer; 0: the connection was closed without one."""
        raw = path if isinstance(path, bytes) else path.replace("{table}", self.table).encode()
        lines = [method.encode() + b" " + raw + b" HTTP/1.1", b"host: x", b"connection: close"]
        if not any(name == b"cookie" for name, _ in headers):
            lines.append(b"cookie: chocolatl=" + self.cookie)
        if body:
            lines += [b"content-type: application/json", b"content-length: %d" % len(body)]
        lines += [name + b": " + value for name, value in headers]
        return await self.sent(b"\r\n".join(lines) + b"\r\n\r\n" + body)

    async def sent(self, data: bytes) -> int:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(data)
            line = b""
            with contextlib.suppress(ConnectionError, TimeoutError):
                async with asyncio.timeout(5):
                    line = await reader.readline()
        finally:
            writer.close()
        return int(line.split()[1]) if line else 0


@asynccontextmanager
async def wired(tmp_path: Path) -> AsyncIterator[Wire]:
    async with served(tmp_path) as (url, _):
        ana = Visitor(url)
        table = await ana.create()
        yield Wire(int(url.rpartition(":")[2]), table, ana.cookie.encode())
        assert (await ana.get(f"tables/{table}"))["seat"] == 0  # it still works


async def test_no_path_is_too_odd(tmp_path: Path):
    async with wired(tmp_path) as wire_:
        for path in PATHS:
            for method in ("GET", "HEAD", "POST"):
                assert await wire_.status(method, path) < 500, (method, path[:60])


async def test_nothing_is_served_for_paths_that_no_file_can_have(tmp_path: Path):
    async with wired(tmp_path) as wire_:
        for path in ("/%00", f"/{LONG}", "/" + "a/" * 1000, "/assets/%00", "/%0a", "/%e2%80%ae"):
            assert await wire_.status("GET", path) == 404


async def test_no_method_is_too_odd(tmp_path: Path):
    async with wired(tmp_path) as wire_:
        for method in METHODS:
            for path in ("/", "/api/info", "/api/tables", "/healthz", "/api/tables/{table}"):
                assert await wire_.status(method, path) < 500, (method[:20], path)


async def test_no_body_is_too_odd(tmp_path: Path):
    async with wired(tmp_path) as wire_:
        for path in POSTS:
            for body in BODIES:
                status = await wire_.status("POST", f"/api/{path}", (), body)
                assert status < 500, (path, body[:60])


async def test_no_header_is_too_odd(tmp_path: Path):
    async with wired(tmp_path) as wire_:
        for header in HEADERS:
            for method, path in (
                ("GET", "/"),
                ("GET", "/api/info"),
                ("POST", "/api/tables"),
                ("GET", "/api/tables/{table}/socket"),
            ):
                body = b'{"name":"Ana"}' if method == "POST" and header[0] != b"content-length" else b""
                assert await wire_.status(method, path, (header,), body) < 500, (header, path)


async def test_no_bytes_are_too_odd(tmp_path: Path):
    """Random bytes, and a good request with a few bytes changed."""
    random = Random(11)
    async with wired(tmp_path) as wire_:
        good = (
            b"POST /api/tables HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncookie: chocolatl=" + wire_.cookie
        )
        good += b'\r\ncontent-type: application/json\r\ncontent-length: 14\r\n\r\n{"name":"Ana"}'
        for _ in range(150):
            data = bytearray(good)
            for _ in range(random.randint(1, 4)):
                data[random.randrange(len(data))] = random.randrange(256)
            assert await asyncio.wait_for(wire_.sent(bytes(data) + b"\r\n\r\n"), 10) < 500, data
        for _ in range(30):
            assert await wire_.sent(random.randbytes(300) + b"\r\n\r\n") < 500


async def test_any_percent_encoding_is_a_page_or_nothing(tmp_path: Path):
    random = Random(5)
    alphabet = [
        "%00",
        "%0a",
        "%2f",
        "%2e",
        "%5c",
        "%ff",
        "%e2%80%ae",
        "%f0%9f%8d%ab",
        "a",
        ".",
        "/",
        "?",
        "#",
        "%",
        "é",
    ]
    async with wired(tmp_path) as wire_:
        for start in ("/", "/assets/", "/api/", "/api/tables/", "/api/tables/{table}/"):
            for _ in range(30):
                path = start + "".join(random.choices(alphabet, k=random.randint(1, 12)))
                assert await wire_.status("GET", quote(path, "/%?#{}.")) < 500, path


@pytest.mark.parametrize("greeted", [False, True])
async def test_no_frame_is_too_odd(tmp_path: Path, greeted: bool):
    """Each is refused, and the socket stays open for the next."""
    async with served(tmp_path) as (url, _):
        ana = Visitor(url)
        table = await ana.create()
        headers = {"cookie": f"chocolatl={ana.cookie}"}
        address = f"{url.replace('http', 'ws')}/api/tables/{table}/socket"
        async with connect(address, additional_headers=headers, compression=None) as socket:
            if greeted:
                await socket.send('{"type":"hello"}')
            for frame in FRAMES:
                await socket.send(frame)
                assert await refused(socket), frame[:60]
            if not greeted:
                await socket.send('{"type":"hello"}')
            await socket.send('{"type":"ping","id":"still"}')
            while b'"pong"' not in (text := await received(socket)):
                assert b'"refused"' not in text


async def refused(socket) -> bool:
    for _ in range(20):
        if b'"refused"' in await received(socket):
            return True
    return False


async def received(socket) -> bytes:
    async with asyncio.timeout(10):
        text = await socket.recv(decode=False)
    msgspec.json.decode(text, type=list[protocol.ServerMessage])
    return bytes(text)
