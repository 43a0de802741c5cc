"""Calls to people who are away: to public addresses only, stored with the question, made when possible."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from chocolatl.server.errors import RequestError
from chocolatl.server.notify import delivery
from chocolatl.server.notify.delivery import post_once
from chocolatl.server.notify.dns_lookup import Lookups
from chocolatl.server.notify.webhook_target import is_public, parse_target
from chocolatl.server.ops.app import Server
from chocolatl.server.store.rows import Append, Notification
from chocolatl.server.tables.clocks.deadlines import DAY
from tests.server.harness import Visitor, served, started, table_of
from tests.server.stores import appended, opened, running_row
from tests.server.test_clock import let_pass, until_turn
from tests.services import free_port

PRIVATE = (
    *("127.0.0.1", "10.1.2.3", "192.168.0.9", "172.16.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
    *("224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fd00::1", "ff02::1", "::ffff:127.0.0.1"),
    *("64:ff9b::7f00:1", "2002:7f00:1::"),
)


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_never_called(address: str):
    assert not is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "93.184.216.34", "2606:4700:4700::1111"])
def test_public_addresses_may_be_called(address: str):
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    ["ftp://example.org", "file:///etc/passwd", "http://", "http://a:b@example.org", "http://x\r\ny/", "x",
     "http://example.org:99999/", "http://[::1", "http://ex ample.org"],
)  # fmt: skip
def test_odd_addresses_are_refused(url: str):
    with pytest.raises(RequestError, match="bad_address"):
        parse_target(url)


async def test_a_webhook_into_the_inner_network_is_refused(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        ana = Visitor(url)
        table = await ana.create()
        for target in (url, "http://localhost/x", "http://127.0.0.1:1/", "http://[::ffff:127.0.0.1]/"):
            assert await ana.refused(f"tables/{table}/webhook", {"url": target}) == "bad_address"
        assert await Visitor(url).refused(f"tables/{table}/webhook", {"url": None}) == "not_seated"
        await ana.post(f"tables/{table}/webhook", {"url": None}, 204)


class Hook:
    """A web address that hears calls, and answers with these statuses, the last one for ever."""

    def __init__(self, *statuses: int) -> None:
        self.statuses = list(statuses)
        self.calls: list[bytes] = []
        self.url = ""

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        self.calls.append(await reader.readexactly(length))
        status = self.statuses.pop(0) if len(self.statuses) > 1 else self.statuses[0]
        writer.write(f"HTTP/1.1 {status} so\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    async def heard(self, count: int) -> list[bytes]:
        for _ in range(2000):
            if len(self.calls) >= count:
                return self.calls
            await asyncio.sleep(0.01)
        raise AssertionError(f"only {len(self.calls)} calls came")


@asynccontextmanager
async def hook(*statuses: int) -> AsyncIterator[Hook]:
    found = Hook(*statuses)
    async with await asyncio.start_server(found.answer, "127.0.0.1", 0) as listener:
        found.url = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}/hook"
        yield found


async def test_a_call_tells_that_it_is_your_turn_and_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(delivery, "RETRY_DELAYS", (0.05,))
    monkeypatch.setattr(delivery, "POLL_SECONDS", 0.05)
    async with hook(500, 204) as ears, served(tmp_path, webhooks_to_private=True) as (url, server):
        table, visitors, (ana, bo, cleo) = await started(url, 3)
        await visitors[2].post(f"tables/{table}/webhook", {"url": ears.url}, 204)
        await cleo.answer_default()
        await cleo.close()
        await asyncio.gather(ana.answer_default(), bo.answer_default())
        first, second = await ears.heard(2)
        assert first == second
        assert "Cleo, it is your turn" in second.decode()
        assert table not in second.decode()
        await asyncio.sleep(0.3)
        assert len(ears.calls) == 2, "a call that was heard is not made again"
        assert not await server.services.store.due_notifications(1e12, 10)


async def test_a_slow_game_that_nobody_looks_at_warns_before_the_bot_comes(tmp_path: Path):
    async with hook(204) as ears, served(tmp_path, webhooks_to_private=True) as (url, server):
        table, visitors, pages = await started(url, 3, pace={"pace": "slow", "days": 2})
        await visitors[0].post(f"tables/{table}/webhook", {"url": ears.url, "whole_table": True}, 204)
        await asyncio.gather(*(page.answer_default() for page in pages))
        for page in pages:
            await until_turn(page, 2)
            await page.close()
        server.registry.tables.clear()
        let_pass(server, 2 * DAY - 6 * 3600 - 60)
        await asyncio.sleep(2 * delivery.POLL_SECONDS)
        assert not ears.calls, "too early"
        let_pass(server, 2 * DAY - 6 * 3600 + 60)
        [text] = await ears.heard(1)
        assert b"Ana, Bo, Cleo, in 6 hours a bot takes over your seat" in text


async def test_a_call_that_is_not_needed_any_more_is_not_made(tmp_path: Path):
    async with hook(204) as ears, served(tmp_path, webhooks_to_private=True) as (url, server):
        table, visitors, pages = await started(url, 3, pace={"pace": "live", "seconds": 60})
        await visitors[0].post(f"tables/{table}/webhook", {"url": ears.url, "whole_table": True}, 204)
        await asyncio.gather(*(page.answer_default() for page in pages))
        await until_turn(pages[0], 2)
        assert len(await server.services.store.due_notifications(1e12, 10)) == 1
        let_pass(server, 50)
        for _ in range(500):
            if not await server.services.store.due_notifications(time.time() + 50, 10):
                break
            await asyncio.sleep(0.02)
        assert 'chocolatl_webhooks_total{outcome="unneeded"} 1.0' in server.services.metrics.text().decode()
        assert not ears.calls


def alert(url: str, turn: int = 1, seats: int = 0b111, due: float = 0.0) -> Notification:
    return Notification(url, "turn", seats, turn, due)


async def store_alerts(server: Server, table: str, alerts: list[Notification]) -> None:
    """As if the question that is open had been stored with these."""
    row = (await server.registry.open_table(table)).row
    append = Append(table, row.summary.last, (), row.summary, tuple(alerts))
    assert await server.services.store.append(append)
    server.delivery.wake()


async def test_what_nobody_ever_hears_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(delivery, "RETRY_DELAYS", (0.01, 0.02, 0.03))
    monkeypatch.setattr(delivery, "POLL_SECONDS", 0.01)
    async with hook(503) as ears, served(tmp_path, webhooks_to_private=True) as (url, server):
        table = await left_alone(url)
        await store_alerts(server, table, [alert(ears.url)])
        await ears.heard(4)
        await asyncio.sleep(0.3)
        assert len(ears.calls) == 4
        assert not await server.services.store.due_notifications(1e12, 10)
        assert 'chocolatl_webhooks_total{outcome="failed"} 1.0' in server.services.metrics.text().decode()


async def left_alone(url: str) -> str:
    """A running game with nobody there."""
    table, _, pages = await started(url, 3)
    for page in pages:
        await page.close()
    return table


async def test_a_call_checks_the_address_again():
    assert await post_once("http://127.0.0.1:9/", b"{}", False, Lookups(), "me") == "refused"


async def test_calls_are_stored_with_their_question_or_not_at_all(database: str):
    async with opened(database) as store:
        row = await running_row(store)
        calls = (alert("http://a", due=1.0), alert("http://b", turn=7, due=2.0))
        assert await store.append(appended(row, -1, 3)._replace(alerts=calls))
        assert not await store.append(appended(row, -1, 1)._replace(alerts=calls))
        first, second = await store.due_notifications(2.0, 10)
        assert (first.alert, second.alert) == calls
        assert (first.table, first.tries) == (row.id, 0)
        assert [await store.claim_notification(first, 50.0) for _ in range(2)] == [True, False]
        assert await store.due_notifications(49.0, 10) == [second]
        await store.delete_notification(second)
        [taken] = await store.due_notifications(51.0, 10)
        assert (taken.id, taken.tries) == (first.id, 1)
        await store.reschedule_notification(taken, 70.0)
        assert not await store.due_notifications(69.0, 10)


async def test_of_two_processes_one_makes_the_call(tmp_path: Path):
    async with (
        hook(204) as ears,
        served(tmp_path, webhooks_to_private=True) as (url, one),
        served(tmp_path, webhooks_to_private=True) as (_, two),
    ):
        table = await left_alone(url)
        await store_alerts(one, table, [alert(f"{ears.url}{number}") for number in range(30)])
        two.delivery.wake()
        await ears.heard(30)
        await asyncio.sleep(0.3)
        assert len(ears.calls) == 30


SERVER = """
import sys
from pathlib import Path
from chocolatl.server.notify import delivery
from chocolatl.server.config import Config
from chocolatl.server.ops.serve import bind, run_one

delivery.RETRY_DELAYS = (1.0,) * 60
run_one(Config(Path(sys.argv[1]), webhooks_to_private=True), [bind("127.0.0.1", int(sys.argv[2]))])
"""


class Killable:
    """A server that may call into this machine."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", SERVER, str(self.data), str(self.port)
        )
        for _ in range(600):
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
            except OSError:
                await asyncio.sleep(0.05)
            else:
                writer.close()
                return
        raise TimeoutError("the server did not start")

    async def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        await self.process.wait()


async def test_a_call_that_nobody_has_heard_survives_kill_9(tmp_path: Path):
    server = Killable(tmp_path)
    await server.start()
    try:
        async with hook(500) as ears:
            table, visitors = await table_of(server.url, 3)
            await visitors[2].post(f"tables/{table}/webhook", {"url": ears.url}, 204)
            await visitors[0].post(f"tables/{table}/start")
            await ears.heard(1)
            await server.kill()
            before = ears.calls[0]
            ears.calls.clear()
            ears.statuses = [204]
            await server.start()
            assert (await ears.heard(1))[0] == before
            await asyncio.sleep(2.5)
            assert len(ears.calls) == 1
    finally:
        if server.process is not None and server.process.returncode is None:
            await server.kill()
