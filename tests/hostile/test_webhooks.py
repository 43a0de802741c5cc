"""Web addresses of somebody's choice: into no inner network, whatever they answer, never in others' way."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from chocolatl.server.errors import RequestError
from chocolatl.server.notify import delivery
from chocolatl.server.notify import webhook_post as webhooks
from chocolatl.server.notify.concurrency_limit import Places
from chocolatl.server.notify.delivery import post_once
from chocolatl.server.notify.dns_lookup import THREADS_EACH, Lookups
from chocolatl.server.notify.webhook_post import status_in
from chocolatl.server.notify.webhook_target import is_public
from chocolatl.server.store.rows import Notification
from chocolatl.server.tables.live_table import LiveTable
from tests.server.harness import Visitor, served, started
from tests.server.test_webhooks import alert, hook, left_alone, store_alerts

NOT_PUBLIC = (
    *("::127.0.0.1", "::ffff:0:127.0.0.1", "fec0::1", "feff::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8"),
    *("64:ff9b::8.8.8.8", "64:ff9b:1::1", "100::1", "2001::1", "2001:2::1", "2001:10::1", "2001:20::1"),
    *("2001:db8::1", "2002:7f00:1::1", "3fff::1", "5f00::1", "4000::1", "1fff::1", "fc00::1", "fe80::1%eth0"),
    *("ff02::1", "ff0e::1", "2606:4700::5efe:7f00:1", "2606:4700::200:5efe:7f00:1", "::", "::1", "::2"),
    *("0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "127.255.255.254", "169.254.1.1", "172.31.255.255"),
    *("192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.1"),
    *("203.0.113.1", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255", "localhost", "", "1.2.3", "x"),
)


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_not_a_host_of_the_internet(address: str):
    assert not is_public(address)


@given(st.ip_addresses(v=4), st.sampled_from(["::", "::ffff:", "::ffff:0:", "64:ff9b::", "64:ff9b:1::"]))
def test_no_form_of_version_6_carries_one_of_version_4(ip, prefix):
    assert not is_public(f"{prefix}{ip}")
    assert not is_public(f"2002:{int(ip) >> 16:x}:{int(ip) & 0xFFFF:x}::1")


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b"HTTP/1.1\r\n",
        b"HTTP/1.1 \r\n",
        b"HTTP/1.1 OK\r\n",
        b"HTTP/1.1 2e2 x\r\n",
        b"HTTP/1.1 -200\r\n",
        b"HTTP/1.1 2000 x\r\n",
        b"HTTP/1.1 100 x\r\n",
        b"HTTP/1.1 999 x\r\n",
        b"HTTP/2 200\r\n",
        b"SSH-2.0-x\r\n",
        b"HTTP/1.1 \xd9\xa2\xd9\xa0\xd9\xa0\r\n",
        b"\0" * 100,
        b"ICY 200 OK\r\n",
    ],
)
def test_an_answer_without_a_status_is_none(line: bytes):
    with pytest.raises(ValueError, match="status"):
        status_in(line)
    assert status_in(b"HTTP/1.0 204\r\n") == 204


@asynccontextmanager
async def answering(
    first: bytes, then: bytes = b"", pause: float = 0.0, end: bool = True
) -> AsyncIterator[str]:
    """A web address that says this, and then the other for ever."""
    gone = asyncio.Event()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            writer.write(first)
            while then:
                writer.write(then)
                await writer.drain()
                await asyncio.sleep(pause)
            if not end:
                await gone.wait()
        except ConnectionError:
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    finally:
        gone.set()
        server.close()


@pytest.mark.parametrize(
    ("first", "then", "pause", "end"),
    [
        (b"HTTP/1.1 OK\r\n\r\n", b"", 0, True),
        (b"", b"", 0, True),
        (b"x" * 100_000, b"", 0, True),
        (b"HTTP/1.1 ", b"x" * 10_000, 0, True),
        (b"", b"H", 0.01, True),
        (b"HTTP/1.1 20", b"", 0, False),
        (b"\x16\x03\x01\x02\x00", b"", 0, True),
    ],
)
async def test_whatever_is_answered_the_call_ends_and_is_tried_again(monkeypatch, first, then, pause, end):
    monkeypatch.setattr(webhooks, "POST_TIMEOUT", 0.5)
    async with answering(first, then, pause, end) as url:
        async with asyncio.timeout(5):
            assert await post_once(url, b"{}", True, Lookups(), "me") is None
            assert await post_once(url.replace("http", "https"), b"{}", True, Lookups(), "me") is None


async def test_a_person_with_many_slow_hooks_does_not_hold_all_places(tmp_path: Path):
    async with (
        answering(b"", end=False) as slow,
        hook(204) as ears,
        served(tmp_path, webhooks_to_private=True) as (url, server),
    ):
        mine, others = await left_alone(url), await left_alone(url)
        for table, origin in ((mine, "a"), (others, "b")):
            await set_origin(await server.registry.open_table(table), origin)
        await store_alerts(server, mine, [alert(f"{slow}{number}") for number in range(300)])
        await asyncio.sleep(0.2)
        await store_alerts(server, others, [alert(ears.url)])
        async with asyncio.timeout(5):
            await ears.heard(1)


async def set_origin(live: LiveTable, origin: str) -> None:
    await live.run(lambda: live.update_lobby(lambda row: replace(row.lobby, origin=origin)))


async def test_a_call_whose_deadline_has_moved_is_put_off_whatever_its_tries(tmp_path: Path):
    async with hook(204) as ears, served(tmp_path, webhooks_to_private=True) as (url, server):
        table, _, pages = await started(url, 3, pace={"pace": "slow", "days": 2})
        for page in pages:
            await page.close()
        live = await server.registry.open_table(table)
        assert live.state is not None
        now = server.services.now()
        await store_alerts(
            server, table, [Notification(ears.url, "hurry", 0b111, live.state.turn, now + 1e6)]
        )
        [row] = await server.services.store.due_notifications(now + 1e7, 10)
        for tries in range(len(delivery.RETRY_DELAYS)):
            assert await server.services.store.claim_notification(row._replace(tries=tries), now + 1e6)
        [row] = await server.services.store.due_notifications(now + 1e7, 10)
        assert row.tries == len(delivery.RETRY_DELAYS)
        assert await server.services.store.claim_notification(row, now - 1)
        server.delivery.wake()
        for _ in range(200):
            rows = await server.services.store.due_notifications(now + 1e7, 10)
            if not rows or rows[0].tries == 0:
                break
            await asyncio.sleep(0.02)
        assert [found.tries for found in rows] == [0], "put off, not given up"
        assert rows[0].alert.due > now
        assert not ears.calls


def test_places_are_shared():
    places = Places(5, 2)
    assert [places.take(("a", "x")) for _ in range(3)] == [True, True, False]
    assert not places.take(("b", "x")), "each owner counts"
    assert places.take(("b",))
    places.leave(("a", "x"))
    assert places.take(("c", "x"))
    assert all(places.take((name,)) for name in "de")
    assert places.full
    assert not places.take(("f",))


async def test_slow_name_servers_hold_up_nobody_else():
    let_go = threading.Event()

    def lookup(host: str, port: int) -> list[str]:
        if host.startswith("slow"):
            let_go.wait(20)
        return ["93.184.216.34"]

    lookups = Lookups(lookup)
    try:
        slow = [asyncio.create_task(lookups.find("slow.example", 80, "mallory")) for _ in range(THREADS_EACH)]
        await asyncio.sleep(0.05)
        with pytest.raises(RequestError, match="too_fast"):
            await lookups.find("slow.example", 80, "mallory")
        assert await lookups.find("quick.example", 80, "ana") == ["93.184.216.34"]
        for task in slow:
            task.cancel()
        with pytest.raises(RequestError, match="too_fast"):  # nobody waits, but its threads still do
            await lookups.find("slow.example", 80, "mallory")
        let_go.set()
        for _ in range(100):
            await asyncio.sleep(0.01)
            if not lookups._places._owners:
                break
        assert await lookups.find("slow.example", 80, "mallory") == ["93.184.216.34"]
    finally:
        let_go.set()
        lookups.close()


async def test_only_who_sits_there_makes_the_server_look_anything_up(tmp_path: Path):
    async with served(tmp_path) as (url, server):
        asked: list[str] = []

        def lookup(host: str, port: int) -> list[str]:
            asked.append(host)
            return []

        server.delivery.lookups._lookup = lookup
        table = await Visitor(url).create()
        assert (
            await Visitor(url).refused(f"tables/{table}/webhook", {"url": "http://a.example/"})
            == "not_seated"
        )
        assert asked == []
