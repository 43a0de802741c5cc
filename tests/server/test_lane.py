"""A lane with workers that think as long as they are told, without processes: limits, places, kills."""

import asyncio
import threading
from typing import Any

import pytest

from chocolatl.rules import Rules, SealedChance, fold, key_from_seed, start, view
from chocolatl.rules.board import default_board
from chocolatl.server.bots import worker_lane as lanes
from chocolatl.server.bots.bot_process import BotError, Thought
from chocolatl.server.bots.fair_queue import Bounds, Ticket
from chocolatl.server.bots.worker_lane import Lane
from chocolatl.server.metrics import Metrics

VIEW = view(fold(start(default_board(), Rules(), 3, SealedChance(key_from_seed(1)))), 1)
LONG = 60.0


class FakeWorker:
    """Thinks until it is let go on; `hangs`: until it is stopped."""

    def __init__(self) -> None:
        self.ready = False
        self.starts = 0
        self.asked: list[str] = []
        self.go = threading.Semaphore(0)
        self.may_start = threading.Event()
        self.may_start.set()

    def prepare(self) -> None:
        assert self.may_start.wait(LONG)
        self.starts += 1
        self.ready = True

    def think(self, thought: Thought, limit: float) -> Any:
        self.asked.append(thought.bot)
        if thought.bot == "typo":
            raise ValueError("a mistake of ours")
        if not self.go.acquire(timeout=LONG if limit > 1 else limit):
            self.ready = False
            raise BotError("late: it hung")
        return f"answer of {thought.bot}"

    def stop(self) -> None:
        self.may_start.set()
        self.go.release(100)


def thought(bot: str) -> Thought:
    assert VIEW.question is not None
    return Thought("decide", bot, 1, VIEW, VIEW.question)


def ticket(address: str) -> Ticket:
    return Ticket(address, address, "game", 0.0)


def ask(lane: Lane, address: str, bot: str, limit: float = LONG) -> asyncio.Task[Any]:
    return asyncio.create_task(lane.think(ticket(address), thought(bot), limit))


async def until(happened: Any) -> None:
    async with asyncio.timeout(LONG):
        while not happened():  # noqa: ASYNC110  it happens in another thread
            await asyncio.sleep(0.001)


@pytest.fixture
def worker() -> FakeWorker:
    return FakeWorker()


async def test_the_limit_counts_waiting_and_frees_the_place(worker: FakeWorker):
    lane = Lane("strong", [worker], Metrics(), bounds=Bounds(games_of_address=1))
    try:
        first = ask(lane, "a", "first")
        await until(lambda: worker.asked)
        with pytest.raises(BotError, match=r"^late: nothing within 0\.01 s, waiting included"):
            await lane.think(ticket("b"), thought("waits"), 0.01)
        second = ask(lane, "b", "second")  # its place was given up, so there is one
        worker.go.release(2)
        assert [await first, await second] == ["answer of first", "answer of second"]
        assert worker.asked == ["first", "second"]  # nobody thought about what was given up
    finally:
        await lane.close()


async def test_a_cancelled_question_gives_up_its_place(worker: FakeWorker):
    lane = Lane("strong", [worker], Metrics(), bounds=Bounds(games_of_address=1))
    try:
        ask(lane, "a", "first")
        await until(lambda: worker.asked)
        waits = ask(lane, "b", "cancelled")
        await asyncio.sleep(0)
        with pytest.raises(BotError, match=r"^crowded"):
            await lane.think(ticket("b"), thought("too many"), LONG)
        waits.cancel()
        await asyncio.gather(waits, return_exceptions=True)
        worker.go.release(2)
        assert await lane.think(ticket("b"), thought("second"), LONG) == "answer of second"
        assert worker.asked == ["first", "second"]
    finally:
        await lane.close()


async def test_a_late_answer_is_nobodys_and_its_worker_goes_on(worker: FakeWorker):
    lane = Lane("strong", [worker], Metrics())
    try:
        with pytest.raises(BotError, match=r"^late"):
            await lane.think(ticket("a"), thought("slow"), 0.05)
        worker.go.release(2)
        assert await lane.think(ticket("a"), thought("next"), LONG) == "answer of next"
        assert worker.starts == 1
    finally:
        await lane.close()


async def test_a_worker_that_hangs_is_started_again_and_others_are_answered(
    worker: FakeWorker, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(lanes, "HUNG_SECONDS", 0.01)
    other = FakeWorker()
    lane = Lane("strong", [worker, other], Metrics())
    try:
        with pytest.raises(BotError, match=r"^late: it hung"):
            await lane.think(ticket("a"), thought("hangs"), LONG)
        for each in (worker, other):
            each.go.release(2)
        assert await lane.think(ticket("b"), thought("fine"), LONG) == "answer of fine"
        await until(lambda: worker.starts + other.starts >= 2)
    finally:
        await lane.close()


async def test_after_a_kill_the_worker_loads_before_the_next_question_comes(
    worker: FakeWorker, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(lanes, "HUNG_SECONDS", 0.01)
    lane = Lane("strong", [worker], Metrics())
    try:
        with pytest.raises(BotError, match=r"^late: it hung"):
            await lane.think(ticket("a"), thought("hangs"), LONG)
        await until(lambda: worker.starts == 2)
    finally:
        await lane.close()


async def test_a_worker_that_died_while_idle_is_started_before_it_is_asked(worker: FakeWorker):
    lane = Lane("strong", [worker], Metrics())
    try:
        worker.go.release(2)
        await lane.think(ticket("a"), thought("first"), LONG)
        worker.ready = False
        assert await lane.think(ticket("a"), thought("second"), LONG) == "answer of second"
        assert worker.starts == 2
    finally:
        await lane.close()


async def test_a_mistake_of_ours_costs_no_worker(worker: FakeWorker):
    lane = Lane("strong", [worker], Metrics())
    try:
        worker.go.release(2)
        with pytest.raises(BotError, match=r"^failed: ValueError"):
            await lane.think(ticket("a"), thought("typo"), LONG)
        assert await lane.think(ticket("a"), thought("fine"), LONG) == "answer of fine"
    finally:
        await lane.close()


async def test_only_the_last_resort_is_given_time_to_start():
    for last_resort in (False, True):
        worker = FakeWorker()
        worker.may_start.clear()
        worker.go.release(1)
        lane = Lane("simple", [worker], Metrics(), last_resort)
        try:
            asked = ask(lane, "a", "first", 0.02)
            await asyncio.sleep(0.1)
            assert asked.done() is not last_resort
            worker.may_start.set()
            outcome = (await asyncio.gather(asked, return_exceptions=True))[0]
            assert (outcome == "answer of first") is last_resort
        finally:
            await lane.close()


async def test_a_stranger_comes_before_a_flood(worker: FakeWorker):
    lane = Lane("strong", [worker], Metrics())
    try:
        flood = [ask(lane, "hostile", f"flood {number}") for number in range(30)]
        await until(lambda: worker.asked)
        stranger = ask(lane, "stranger", "stranger")
        await asyncio.sleep(0)
        worker.go.release(2)
        assert await stranger == "answer of stranger"
        assert worker.asked[:2] == ["flood 0", "stranger"]
        for one in flood:
            one.cancel()
    finally:
        await lane.close()
