"""Somebody who talks to the port itself: half a request, no request, an endless one, a thousand at once."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from chocolatl.server.config import ConnectionLimits
from chocolatl.server.ops.connection_limits import Guard, Reads
from tests.server.harness import Visitor, served

QUICK = ConnectionLimits(
    head_seconds=0.4, body_seconds=0.6, idle_seconds=1, stalled_seconds=1, look_seconds=0.1, per_address=20
)
STRANGER = "127.0.0.2"
"""Also this machine, but not the address whose X-Forwarded-For is believed."""


class Raw:
    """A connection that sends what it likes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def send(self, data: bytes) -> bool:
        """False: the server has closed it."""
        try:
            self._writer.write(data)
            await self._writer.drain()
        except ConnectionError:
            return False
        return True

    async def rest(self, seconds: float = 10.0) -> bytes:
        """Everything until the server closes; fails if it does not."""
        async with asyncio.timeout(seconds):
            with contextlib.suppress(ConnectionError):
                return await self._reader.read()
        return b""

    def close(self) -> None:
        self._writer.transport.abort()


@contextlib.asynccontextmanager
async def raw(url: str, stranger: str = STRANGER) -> AsyncIterator[Raw]:
    port = int(url.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(stranger, 0))
    made = Raw(reader, writer)
    try:
        yield made
    finally:
        made.close()


async def still_serves(url: str) -> None:
    assert (await Visitor(url).http.get("/healthz")).status_code == 200


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"G",
        b"\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\nA: b",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
        b"POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HT",
    ],
)
async def test_whatever_is_half_sent_is_closed_in_time(tmp_path: Path, sent: bytes):
    async with served(tmp_path, connections=QUICK) as (url, _), raw(url) as client:
        if sent:
            await client.send(sent)
        await client.rest()
        await still_serves(url)


@pytest.mark.parametrize("head", [b"", b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"])
async def test_a_byte_now_and_then_buys_no_time(tmp_path: Path, head: bytes):
    async with served(tmp_path, connections=QUICK) as (url, _), raw(url) as client:
        await client.send(head)
        for byte in b"GET /healthz HTTP/1.1\r\nX: " + b"y" * 200:
            if not await client.send(bytes([byte])):
                break
            await asyncio.sleep(0.05)
        else:
            pytest.fail("ten seconds for one head")


@pytest.mark.parametrize("kind", ["line breaks", "body", "chunks"])
async def test_other_drips_buy_no_time_either(tmp_path: Path, kind: str):
    begin = {
        "line breaks": b"",
        "body": b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n",
        "chunks": b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
    }
    drip = {"line breaks": b"\r\n", "body": b"x", "chunks": b"1\r\nx\r\n"}
    async with served(tmp_path, connections=QUICK) as (url, _), raw(url) as client:
        await client.send(begin[kind])
        for _ in range(200):
            if not await client.send(drip[kind]):
                return
            await asyncio.sleep(0.05)
        pytest.fail("ten seconds for one request")


async def flood(client: Raw, begin: bytes, megabytes: int) -> int:
    """How many megabytes were taken."""
    await client.send(begin)
    for number in range(megabytes):
        if not await client.send(b"x" * 1_000_000):
            return number
    return megabytes


@pytest.mark.parametrize(
    ("begin", "status"),
    [
        (b"GET /", b"414"),
        (b"GET /healthz?", b"414"),
        (b"GET /healthz HTTP/1.1\r\nX: ", b"431"),
        (b"GET /healthz HTTP/1.1\r\n", b"431"),
        (b"XXXX", b"400"),
        (b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 50000000\r\n\r\n", b"4"),
        (b"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 50000000\r\n\r\n", b"200"),
    ],
)
async def test_fifty_megabytes_are_not_taken(tmp_path: Path, begin: bytes, status: bytes):
    patient = ConnectionLimits(head_seconds=100, body_seconds=100)  # it is the size that counts
    async with served(tmp_path, connections=patient) as (url, _), raw(url) as client:
        assert await flood(client, begin, 50) < 20  # what the system's own buffers hold
        said = await client.rest()
        assert not said or said.startswith(b"HTTP/1.1 " + status)
        await still_serves(url)


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET /healthz?" + b"x" * 5000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", b"414"),
        (b"GET /healthz HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 20_000 + b"\r\n\r\n", b"431"),
        (b"GET /healthz HTTP/1.1\r\nHost: x\r\n" + b"a: b\r\n" * 4000 + b"\r\n", b"431"),
        (b"GET /healthz HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 9000 + b"\r\n\r\n", b"200"),
        (b"NONSENSE\r\n\r\n", b"400"),
    ],
)
async def test_a_head_that_is_too_large_is_told_so(tmp_path: Path, request_: bytes, status: bytes):
    async with served(tmp_path, connections=QUICK) as (url, _), raw(url) as client:
        await client.send(request_)
        assert (await client.rest()).startswith(b"HTTP/1.1 " + status)


async def test_a_socket_handshake_has_the_same_limits(tmp_path: Path):
    async with served(tmp_path, connections=QUICK) as (url, _), raw(url) as client:
        upgrade = b"Upgrade: websocket\r\nConnection: upgrade\r\nHost: x\r\nX: " + b"y" * 20_000 + b"\r\n\r\n"
        await client.send(b"GET /api/tables/aaaaaaaaaaaaaaaa/socket HTTP/1.1\r\n" + upgrade)
        assert (await client.rest()).startswith(b"HTTP/1.1 431")


async def test_a_thousand_requests_in_one_go_are_not_all_taken(tmp_path: Path):
    async with served(tmp_path, connections=QUICK) as (url, _), raw(url) as client:
        await client.send(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 1000)
        assert (await client.rest()).count(b"HTTP/1.1 200") < 20


async def test_a_thousand_connections_of_one_address_leave_room_for_others(tmp_path: Path):
    async with served(tmp_path, connections=QUICK) as (url, _), contextlib.AsyncExitStack() as stack:
        clients = []
        for _ in range(1000):
            with contextlib.suppress(OSError):
                clients.append(await stack.enter_async_context(raw(url)))
            if len(clients) > 100:
                break
        told = await asyncio.gather(*(client.rest() for client in clients[30:]))
        assert sum(said.startswith(b"HTTP/1.1 503") for said in told) > len(told) // 2
        await still_serves(url)
        async with raw(url, "127.0.0.3") as other:
            await other.send(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert (await other.rest()).startswith(b"HTTP/1.1 200")


async def test_a_trusted_proxy_is_not_counted_and_places_come_back(tmp_path: Path):
    limits = ConnectionLimits(per_address=3, places=40)
    async with served(tmp_path, connections=limits) as (url, _):
        for _ in range(3):
            async with contextlib.AsyncExitStack() as stack:
                for _ in range(30):
                    await stack.enter_async_context(raw(url, "127.0.0.1"))
                await asyncio.sleep(0.1)
                await still_serves(url)
            await asyncio.sleep(0.1)


async def test_when_all_places_are_taken_it_says_so_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    limits = ConnectionLimits(places=10)
    async with served(tmp_path, connections=limits) as (url, _):
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(50):
                await stack.enter_async_context(raw(url))
            await asyncio.sleep(0.2)
        await asyncio.sleep(0.2)
        await still_serves(url)
    assert capsys.readouterr().err.count("connections.refused") == 1


def shrink(client: socket.socket) -> None:
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)


async def test_who_never_reads_is_dropped(tmp_path: Path):
    async with served(tmp_path, connections=QUICK) as (url, _):
        port = int(url.rpartition(":")[2])
        client = socket.socket()
        shrink(client)
        client.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(client, ("127.0.0.1", port))
        ask = b"GET /api/info HTTP/1.1\r\nHost: x\r\n\r\n"
        with contextlib.suppress(ConnectionError):
            for _ in range(100_000):
                async with asyncio.timeout(10):
                    await loop.sock_sendall(client, ask * 4)
            pytest.fail("it takes requests without end and nobody reads the answers")
        client.close()


def test_a_peer_that_reads_slowly_is_no_peer_that_does_not_read():
    reads = Reads(10)
    waiting = 500_000
    for second in range(0, 200, 5):
        waiting = max(0, waiting - 12_000)
        assert not reads.stalled(second, waiting)
    assert not reads.stalled(200, 50_000)
    assert not reads.stalled(205, 49_999)
    assert reads.stalled(211, 49_998)
    assert not reads.stalled(212, 0)


def test_new_connections_of_an_address_are_counted_also_when_none_stays_open():
    guard = Guard(ConnectionLimits(new_per_address=(0.001, 3)), 10)

    def come_and_go(host: str, trusted: bool = False) -> bool:
        entered = guard.enter("one", host, trusted)
        guard.leave("one")
        return entered

    assert [come_and_go("1.2.3.4") for _ in range(5)] == [True, True, True, False, False]
    assert come_and_go("1.2.3.5")
    assert all(come_and_go("1.2.3.4", trusted=True) for _ in range(9))


def test_a_head_that_was_refused_counts_for_many_connections():
    guard = Guard(ConnectionLimits(new_per_address=(0.001, 42)), 10)
    for transport, entered in (("a", True), ("b", True), ("c", False)):
        assert guard.enter(transport, "1.2.3.4", False) == entered
        guard.charge(transport)
    assert guard.enter("proxy", "1.2.3.4", True)
    guard.charge("proxy")
    assert guard.enter("proxy too", "1.2.3.4", True)


def test_leaving_twice_frees_one_place():
    guard = Guard(ConnectionLimits(per_address=2), 10)
    assert guard.enter("a", "1.2.3.4", False)
    assert guard.enter("b", "1.2.3.4", False)
    assert not guard.enter("c", "1.2.3.4", False)
    guard.leave("c")
    guard.leave("a")
    guard.leave("a")
    assert guard.enter("d", "1.2.3.4", False)
    assert not guard.enter("e", "1.2.3.4", False)
    assert all(guard.enter(n, "1.2.3.4", True) for n in range(8))
    assert not guard.enter("x", "1.2.3.4", True)
    assert len(guard) == 10
