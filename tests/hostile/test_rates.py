"""Somebody who tries to do more than one person may: tabs, devices, tables, new browsers, time."""

import asyncio
import contextlib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import InvalidStatus

from chocolatl.server import protocol
from chocolatl.server.config import NO_LIMITS, Rates
from chocolatl.server.http import middleware
from chocolatl.server.rate_limit import Bucket, Buckets, OpenCount
from chocolatl.server.traffic_limits import Traffic, cost_of, person_key
from tests.server.harness import Client, Visitor, served, started

times = st.lists(st.tuples(st.floats(0, 1e7), st.integers(0, 40)), max_size=30)


@given(rate=st.floats(0.01, 100), size=st.integers(1, 50), steps=times)
def test_however_long_nobody_takes_a_bucket_never_gives_more_than_its_size(
    rate: float, size: int, steps: list[tuple[float, int]]
):
    now = [0.0]
    bucket = Bucket((rate, size), lambda: now[0])
    for wait, wanted in steps:
        now[0] += wait
        assert sum(bucket.take() for _ in range(wanted)) <= size


@given(rate=st.floats(0.01, 100), size=st.integers(1, 50), steps=times)
def test_over_any_time_a_bucket_gives_its_size_and_its_rate(
    rate: float, size: int, steps: list[tuple[float, int]]
):
    now = [0.0]
    bucket = Bucket((rate, size), lambda: now[0])
    taken = 0
    for wait, wanted in steps:
        now[0] += wait
        taken += sum(bucket.take() for _ in range(wanted))
        assert taken <= size + now[0] * rate * (1 + 1e-9) + 1e-6


def test_a_clock_that_goes_back_gives_nothing():
    now = [100.0]
    bucket = Bucket((1, 2), lambda: now[0])
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now[0] = 0.0
    assert not bucket.take()


def test_what_costs_more_than_a_full_bucket_waits_for_the_debt():
    now = [0.0]
    bucket = Bucket((1, 3), lambda: now[0])
    assert bucket.take(10)
    now[0] = 9.9
    assert not bucket.take(10)
    assert bucket.take(1) is (now[0] - 7 >= 1)


def test_so_many_keys_are_remembered():
    buckets = Buckets((1, 1), keys=100)
    for number in range(10_000):
        buckets.take(f"{number}")
    assert len(buckets) == 100
    places = OpenCount(3)
    for number in range(1000):
        places.enter(f"{number}")
        places.leave(f"{number}")
        places.leave(f"{number}")
    assert len(places) == 0


def test_a_person_who_does_too_much_does_not_use_up_the_address():
    traffic = Traffic(Rates(chat=(0.001, 5), people_per_address=3))
    assert sum(traffic.take("chat", "mallory", "home") for _ in range(1000)) == 5
    assert sum(traffic.take("chat", "ana", "home") for _ in range(1000)) == 5
    assert sum(traffic.take("chat", f"v{n}", "home") for n in range(1000)) == 5  # what is left of the address
    assert traffic.take("chat", "bo", "school")


def test_all_devices_of_a_seat_are_one_person():
    assert person_key("t", 0, "laptop", "a") == person_key("t", 0, "phone", "b")
    assert person_key("t", 0, "laptop", "a") != person_key("u", 0, "laptop", "a")
    assert person_key("t", None, "laptop", "a") == "laptop"
    assert person_key("t", None, None, "a") == "a"


@pytest.mark.parametrize(
    ("method", "path", "cost"),
    [
        ("GET", "/api/info", 1),
        ("GET", "/api/tables", 2),
        ("POST", "/api/tables", 5),
        ("POST", "/api/tables/", 5),
        ("POST", "/api//tables//x///hint", 10),
        ("GET", "/metrics", 5),
        ("POST", "/api/tables/x/join", 2),
        ("POST", "/api/tables/x/analysis", 10),
        ("POST", "/api/tables/x/analysis///", 10),
        ("GET", "/api/tables/x/verify", 5),
        ("GET", "/api/tables/x/record", 5),
    ],
)
def test_dear_requests_cost_more(method: str, path: str, cost: float):
    assert cost_of(method, path) == cost


@pytest.mark.parametrize("path", ["tables", "tables/", "/tables", "/tables//", "play-now/", "%74ables"])
async def test_no_way_to_write_it_makes_more_tables(tmp_path: Path, path: str):
    rates = Rates(new_tables=(0.001, 2), late_seconds=0)
    async with served(tmp_path, rates=rates) as (url, _):
        ana = Visitor(url)
        await ana.get("info")
        wish = {"name": "Ana"} | ({} if path.startswith("play") else {"pace": {"pace": "relaxed"}})
        codes = [(await ana.http.post(f"/api/{path}", json=wish)).status_code for _ in range(4)]
        assert codes == [201, 201, 429, 429]


async def test_who_is_too_fast_is_told_late_and_nobody_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    told_late = asyncio.Event()

    async def late(_: float) -> None:
        await told_late.wait()

    monkeypatch.setattr(middleware, "asyncio", SimpleNamespace(sleep=late))
    async with served(tmp_path, rates=Rates(requests=(0.001, 3))) as (url, _):
        ana = Visitor(url)
        for _ in range(4):  # before the first answer there is no cookie, and one counts by its address
            await ana.get("info")
        refused = [asyncio.create_task(ana.http.get("/api/info")) for _ in range(5)]
        await Visitor(url).get("info")
        assert not any(task.done() for task in refused)
        told_late.set()
        assert {(await task).status_code for task in refused} == {429}


async def test_probes_have_a_limit_of_their_address(tmp_path: Path):
    async with served(tmp_path, rates=Rates(requests=(0.001, 12), late_seconds=0)) as (url, _):
        codes = [(await Visitor(url).http.get("/metrics")).status_code for _ in range(4)]
        assert codes == [200, 200, 429, 429]


async def lines_taken(tabs: list[Client], each: int) -> int:
    taken = 0
    for number in range(each):
        for place, tab in enumerate(tabs):
            await tab.send(protocol.Say(f"s{place}-{number}", "hello"))
            taken += isinstance(await tab.verdict(f"s{place}-{number}"), protocol.Accepted)
    return taken


LOOSE: dict[str, Any] = {
    "late_seconds": 0.0,
    "messages": (1e6, 1e6),
    "sockets": (1e6, 1e6),
    "requests": (1e6, 1e6),
    "new_tables": (1e6, 1e6),
}


async def test_chat_is_limited_per_person_with_sixty_tabs_on_two_devices(tmp_path: Path):
    rates = Rates(**LOOSE, chat=(0.001, 5))
    async with served(tmp_path, rates=rates) as (url, _):
        table, (ana, *_), _ = await started(url, 3)
        phone = Visitor(url)
        await phone.post(
            f"tables/{table}/claim", {"token": (await ana.post(f"tables/{table}/link"))["token"]}
        )
        tabs = [await visitor.sit(table) for visitor in (ana, phone) for _ in range(25)]
        assert await lines_taken(tabs, 2) == 5
        for tab in tabs:
            await tab.close()
        assert await lines_taken([await ana.sit(table)], 3) == 0  # nor does connecting again help


async def test_a_mute_concerns_my_own_pages_and_one_that_changes_nothing_is_not_stored(tmp_path: Path):
    rates = Rates(**LOOSE, mutes=(0.001, 10))
    async with served(tmp_path, rates=rates) as (url, server):
        table, (ana, *_), (first, bo, _) = await started(url, 3)
        second = await ana.sit(table)
        await bo.quiet()
        before, version = len(bo.messages), server.registry.tables[table].row.version
        for number in range(5):
            await second.send(protocol.Mute(f"m{number}", 1, True))
            assert isinstance(await second.verdict(f"m{number}"), protocol.Accepted)
        assert server.registry.tables[table].row.version == version + 1
        told = await first.until_type(protocol.Muted)
        assert told.seats == (1,)
        await bo.quiet()
        assert bo.messages[before:] == []
        codes = []
        for number in range(20):
            await second.send(protocol.Mute(f"n{number}", 1, bool(number % 2)))
            codes.append(getattr(await second.verdict(f"n{number}"), "code", "accepted"))
        assert codes == ["accepted"] * 5 + ["too_fast"] * 15


async def opened(visitor: Visitor, table: str, count: int) -> list[Client]:
    """As many of these pages as the server lets in."""
    tabs = []
    for _ in range(count):
        with contextlib.suppress(InvalidStatus):
            tabs.append(await visitor.sit(table))
    return tabs


async def test_sixty_tabs_of_one_person_are_too_many(tmp_path: Path):
    rates = Rates(**LOOSE, sockets_per_person=10)
    async with served(tmp_path, rates=rates) as (url, _):
        ana = Visitor(url)
        table = await ana.create()
        tabs = await opened(ana, table, 60)
        assert len(tabs) == 10
        assert len(await opened(Visitor(url), table, 1)) == 1  # somebody else has a place
        await tabs[0].close()
        await asyncio.sleep(0.1)
        assert len(await opened(ana, table, 2)) == 1


async def test_one_address_cannot_fill_a_table_nor_the_server_with_new_browsers(tmp_path: Path):
    rates = Rates(**LOOSE, sockets_per_address=12, sockets_per_address_and_table=5)
    async with served(tmp_path, rates=rates) as (url, _):
        ana = Visitor(url)
        tables = [await ana.create() for _ in range(4)]
        counts = []
        for table in tables:
            visitors = [Visitor(url) for _ in range(8)]
            for visitor in visitors:
                await visitor.get("info")
            counts.append(sum([len(await opened(visitor, table, 1)) for visitor in visitors]))
        assert counts == [5, 5, 2, 0]


async def test_opening_and_closing_sockets_is_counted_too(tmp_path: Path):
    rates = Rates(**{**LOOSE, "sockets": (0.001, 5)})
    async with served(tmp_path, rates=rates) as (url, _):
        ana = Visitor(url)
        table = await ana.create()
        opened_at_all = 0
        for _ in range(20):
            for tab in await opened(ana, table, 1):
                opened_at_all += 1
                await tab.close()
        assert opened_at_all == 5


async def test_spectators_of_a_table_are_bounded_and_players_have_a_place(tmp_path: Path):
    rates = Rates(**LOOSE, spectators_per_table=3)
    async with served(tmp_path, rates=rates) as (url, _):
        table, (ana, *_), _ = await started(url, 3)
        crowd = [await Visitor(url).sit(table) for _ in range(3)]
        for page in crowd:
            await page.until_type(protocol.Welcome)
        late = await Visitor(url).sit(table)
        assert (await late.until_type(protocol.Refused)).code == "busy"
        await (await ana.sit(table)).until_type(protocol.Welcome)


async def test_many_new_browsers_at_one_address_share_its_requests(tmp_path: Path):
    rates = Rates(requests=(0.001, 3), people_per_address=2, late_seconds=0)
    async with served(tmp_path, rates=rates) as (url, _):
        codes = [(await Visitor(url).http.get("/api/info")).status_code for _ in range(10)]
        assert codes.count(200) == 3  # one without a cookie is its address
        cookies = [{"cookie": f"chocolatl={n:043d}"} for n in range(10)]
        codes = [(await Visitor(url).http.get("/api/info", headers=c)).status_code for c in cookies]
        assert codes.count(200) == 0  # a made-up one makes nobody: it is still its address


async def test_nested_frames_are_refused_and_the_socket_lives(tmp_path: Path):
    async with served(tmp_path, rates=NO_LIMITS) as (url, _):
        _, _, (ana, *_) = await started(url, 3)
        for raw in ("[" * 8000, '{"id":"x","a":' + "[" * 8000, '{"type":' * 900, '{"id":' + '{"id":' * 1300):
            await ana.socket.send(raw)
            assert (await ana.until_type(protocol.Refused)).code == "bad_message"
        await ana.send(protocol.Ping("p"))
        assert isinstance(await ana.verdict("p"), protocol.Pong)


async def test_whoever_floods_waits_and_is_shown_out_and_others_are_served(tmp_path: Path):
    rates = Rates(messages=(0.001, 10))
    async with served(tmp_path, rates=rates) as (url, _):
        table, _, (ana, bo, _) = await started(url, 3)
        for number in range(2000):
            await ana.send(protocol.Ping(f"{number}"))
        await bo.send(protocol.Ping("hello"))
        assert isinstance(await bo.verdict("hello"), protocol.Pong)
        assert table
