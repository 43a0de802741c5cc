"""Who is here: told by processes that may die, noted where every process looks, counted only for certain."""

import asyncio
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chocolatl.server import protocol
from chocolatl.server.ops.app import Server
from chocolatl.server.protocol.limits import AWAY_SECONDS
from chocolatl.server.tables.presence import (
    PRESENCE_SECONDS,
    VOUCHED_SECONDS,
    RemotePresence,
    away_seconds,
    presence,
    to_vouch_for,
)
from tests.server.harness import Visitor, served, set_clock, started
from tests.server.stores import opened
from tests.server.test_deadlines import answered, first_question, table

MOMENTS = st.floats(1e9, 2e9)
BITS = st.integers(0, 31)


@given(st.lists(st.tuples(st.sampled_from("abc"), BITS, st.integers(0, 9), st.floats(0, 40))), BITS)
def test_what_a_dead_process_told_is_forgotten(words: list[tuple[str, int, int, float]], here: int):
    """The newest word of each process counts for its time, and not a moment longer."""
    arrivals, now = RemotePresence(), 1e9
    heard: dict[str, tuple[int, int, float]] = {}
    for origin, seats, spectators, wait in words:
        now += wait
        arrivals.update(origin, seats, spectators, now)
        heard[origin] = (seats, spectators, now)
        valid = [word for word in heard.values() if now - word[2] <= PRESENCE_SECONDS]
        expected, watching = here, 1
        for bits, others, _ in valid:
            expected |= bits
            watching += others
        assert arrivals.all(here, 1, now) == (expected, watching)
    assert arrivals.all(here, 1, now + PRESENCE_SECONDS + 1) == (here, 1)


@given(st.booleans(), st.none() | MOMENTS, MOMENTS, MOMENTS, st.floats(0, 1e5))
def test_only_what_is_certain_counts_as_away(
    here: bool, last_seen: float | None, began: float, serving: float, passed: float
):
    now = max(began, serving, last_seen or 0.0) + passed
    away = away_seconds(here, last_seen, began, serving, now)
    assert away == pytest.approx(0.0 if here else passed, abs=1e-3)
    assert away_seconds(here, now + 5, began, serving, now) == 0.0, "somebody vouches for the page"


@given(BITS, st.dictionaries(st.integers(0, 4), st.floats(0, 60)), st.floats(100, 200))
def test_every_open_page_is_vouched_for_in_time(here: int, ages: dict[int, float], now: float):
    noted = {seat: now - age for seat, age in ages.items()}
    found = to_vouch_for(here, noted, now)
    for seat in range(5):
        old = seat not in ages or now - noted[seat] >= VOUCHED_SECONDS / 2
        assert (seat in found) == (bool(here >> seat & 1) and old)


def test_what_everyone_may_see_of_each_seat():
    state, lobby = first_question(), table(protocol.Relaxed(), (2,))
    assert presence(lobby, None, 0b001) == ("idle", "away", "bot")
    assert presence(lobby, state, 0b011) == ("thinking", "thinking", "bot")
    assert presence(lobby, answered(state, 0), 0b000) == ("chosen", "away", "bot")


async def test_sightings_are_kept_for_all_processes(database: str):
    async with opened(database) as store:
        assert await store.last_seen("t", 1) is None
        await store.saw([("t", 1), ("t", 0), ("u", 1)], "a", 100.0)
        await store.saw([("t", 1)], "b", 90.0)
        assert await store.last_seen("t", 1) == 100.0, "the latest counts, whoever says it"
        await store.saw([("t", 1)], "b", 110.0)
        assert await store.last_seen("t", 1) == 110.0
        assert await store.last_seen("t", 2) is None
        await store.forget_leases(5_000.0)
        assert await store.last_seen("t", 1) == 110.0
        await store.forget_leases(100_000.0)
        assert await store.last_seen("t", 1) is None


def later(server: Server, seconds: float) -> None:
    before = server.services.now
    set_clock(server, lambda: before() + seconds)


async def test_a_player_who_is_away_for_minutes_is_replaced_by_the_stand_in(tmp_path: Path):
    async with served(tmp_path) as (url, server):
        table_id, visitors, (ana, bo, cleo) = await started(url, 3)
        call = f"tables/{table_id}/seats/2"
        assert await visitors[1].refused(call, {"bot": "random"}) == "not_away"
        later(server, 2 * AWAY_SECONDS)
        assert await visitors[1].refused(call, {"bot": "random"}) == "not_away", "the page is open"
        await cleo.close()
        await bo.until(lambda m: isinstance(m, protocol.PresenceChanged) and m.seats[2] == "away")
        assert await visitors[1].refused(call, {"bot": "random"}) == "not_away", "she was here a moment ago"
        later(server, AWAY_SECONDS - 10)
        assert await visitors[1].refused(call, {"bot": "random"}) == "not_away", "not long enough"
        later(server, 10 + VOUCHED_SECONDS)
        assert await Visitor(url).refused(call, {"bot": "random"}) == "not_seated"
        assert await visitors[1].refused(call, {"bot": None}) == "wrong_phase"
        done = await visitors[1].post(call, {"bot": "random"})
        assert (done["table"]["seats"][2]["held"], done["table"]["seats"][2]["bot"]) == (True, "medium")
        back = await visitors[2].post(f"tables/{table_id}/takeback")
        assert not back["table"]["seats"][2]["held"]
        again = await visitors[2].sit(table_id)
        await asyncio.gather(ana.play(), bo.play(), again.play())


@pytest.mark.parametrize("pace", [{"pace": "live", "seconds": 3600}, {"pace": "slow", "days": 2}])
async def test_where_there_is_a_deadline_nobody_calls_a_bot(tmp_path: Path, pace: dict[str, object]):
    async with served(tmp_path) as (url, server):
        table_id, visitors, (_, bo, cleo) = await started(url, 3, pace=pace)
        await cleo.close()
        await bo.until(lambda m: isinstance(m, protocol.PresenceChanged) and m.seats[2] == "away")
        later(server, 2 * AWAY_SECONDS)
        assert await visitors[1].refused(f"tables/{table_id}/seats/2", {"bot": "easy"}) == "wrong_phase"


async def test_who_is_present_at_another_process_keeps_the_seat_without_a_bus(tmp_path: Path):
    """Two processes that share nothing but the database; both were started long ago."""
    async with served(tmp_path) as (here, one), served(tmp_path) as (there, two):
        table_id, visitors, pages = await started(here, 3)
        for server in (one, two):
            later(server, 2 * AWAY_SECONDS)
        visitors[2].url = there
        await pages[2].close()
        elsewhere = await visitors[2].sit(table_id)
        await elsewhere.until_type(protocol.Ask)
        call = f"tables/{table_id}/seats/2"
        assert await visitors[1].refused(call, {"bot": "easy"}) == "not_away"
        for server in (one, two):
            later(server, 2 * AWAY_SECONDS)
        await asyncio.sleep(4)  # longer than between two looks of the clock
        assert await visitors[1].refused(call, {"bot": "easy"}) == "not_away", "its process goes on vouching"
        await elsewhere.close()
        for server in (one, two):
            later(server, AWAY_SECONDS + VOUCHED_SECONDS)
        assert (await visitors[1].post(call, {"bot": "easy"}))["table"]["seats"][2]["held"]


async def test_after_a_restart_everybody_has_time_to_come_back(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table_id, visitors, _ = await started(url, 3)
    async with served(tmp_path) as (url, server):
        for visitor in visitors:
            visitor.url = url
            visitor.http.base_url = url
        call = f"tables/{table_id}/seats/2"
        server.registry.started = server.services.now() + 3600  # it was down for an hour
        later(server, 3600)
        assert await visitors[1].refused(call, {"bot": "easy"}) == "not_away"
        later(server, AWAY_SECONDS)
        assert (await visitors[1].post(call, {"bot": "easy"}))["table"]["seats"][2]["bot"] == "medium"
