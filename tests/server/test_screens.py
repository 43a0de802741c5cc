"""A screen in the middle of the room: who may be one, which paces, what it hears and never hears."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from chocolatl.server import protocol
from chocolatl.server.bus import TableNotice
from chocolatl.server.config import Rates
from chocolatl.server.errors import RequestError
from chocolatl.server.tables.big_screen.screens import MOST_SCREENS, Screens
from chocolatl.server.tables.presence import PRESENCE_SECONDS
from tests.server.harness import Client, Visitor, served, started, table_of
from tests.server.test_spectators import closed_with

LAST = 99
decode = msgspec.json.Decoder(protocol.ServerMessage).decode


class Page:
    """A connection that keeps what is posted."""

    def __init__(self) -> None:
        self.heard = list[Any]()

    def post(self, message: bytes) -> None:
        self.heard.append(decode(message))

    @property
    def at(self) -> tuple[int | None, bool] | None:
        told = [m for m in self.heard if isinstance(m, protocol.ScreenAt)]
        return (told[-1].events, told[-1].mine) if told else None


class Process:
    """A server process as far as its screens are concerned; notes go to the others at once."""

    def __init__(self, name: str, others: list["Process"], clock: list[float]) -> None:
        self.others, self.pages = others, set[Any]()
        services: Any = SimpleNamespace(origin=name, now=lambda: clock[0], bus=self)
        self.screens = Screens("table", SimpleNamespace(connections=self.pages), services)  # type: ignore[arg-type]

    def publish(self, note: TableNotice) -> None:
        for other in self.others:
            if other is not self:
                other.screens.on_notice(note)

    def page(self) -> Page:
        page = Page()
        self.pages.add(page)
        return page

    def screen(self, events: int | None = None) -> Any:
        page = self.page()
        self.screens.arrive(page)  # type: ignore[arg-type]
        if events is not None:
            self.screens.show(page, events, LAST)  # type: ignore[arg-type]
        return page


@pytest.fixture
def clock() -> list[float]:
    return [100.0]


@pytest.fixture
def two(clock: list[float]) -> tuple[Process, Process]:
    both = list[Process]()
    both += [Process("a", both, clock), Process("b", both, clock)]
    return both[0], both[1]


def test_the_newest_screen_that_shows_paces_at_every_process(
    two: tuple[Process, Process], clock: list[float]
):
    here, there = two
    phone = there.page()
    first = here.screen(3)
    assert (phone.at, first.at) == ((3, False), (3, True))
    clock[0] += 1
    second = there.screen()
    assert phone.at == (3, False), "it has not said what it shows"
    there.screens.show(second, 1, LAST)
    assert (phone.at, first.at, second.at) == ((1, False), (1, False), (1, True))
    here.screens.show(first, 5, LAST)
    assert phone.at == (1, False), "the older one does not count"
    there.screens.show(second, None, LAST)  # its window is hidden
    assert (phone.at, first.at) == ((5, False), (5, True))
    here.screens.leave(first)
    assert phone.heard[-1] == protocol.ScreenAt(None, False)


def test_a_step_is_wanted_of_the_screen_that_paces_alone(two: tuple[Process, Process], clock: list[float]):
    here, there = two
    with pytest.raises(RequestError, match="no screen"):
        here.screens.want_step(3)
    old = here.screen(3)
    clock[0] += 1
    new = there.screen(3)
    here.screens.want_step(3)
    assert new.heard[-1] == protocol.StepWanted(3)
    assert protocol.StepWanted(3) not in old.heard


def test_a_process_that_dies_holds_nobody(two: tuple[Process, Process], clock: list[float]):
    here, there = two
    there.screen(3)
    clock[0] += PRESENCE_SECONDS - 1
    there.screens.publish()
    clock[0] += 2
    late = here.page()
    here.screens.tell(late)  # type: ignore[arg-type]
    assert late.at == (3, False), "it was heard of again"
    clock[0] += PRESENCE_SECONDS
    later = here.page()
    here.screens.tell(later)  # type: ignore[arg-type]
    assert later.at is None


def test_a_lying_screen_is_bounded_by_what_has_happened(two: tuple[Process, Process]):
    here, _ = two
    phone, screen = here.page(), here.screen(10**9)
    assert phone.at == (LAST + 1, False)
    heard = len(phone.heard)
    for _ in range(100):
        here.screens.show(screen, LAST + 1, LAST)
    assert len(phone.heard) == heard, "what is not new is told to nobody"
    with pytest.raises(RequestError, match="no screen of the table"):
        here.screens.show(phone, 1, LAST)  # type: ignore[arg-type]
    for _ in range(MOST_SCREENS - 1):
        here.screen()
    with pytest.raises(RequestError, match="8 screens"):
        here.screens.refuse_crowd()


async def code_of(visitor: Visitor, table: str) -> str:
    return str((await visitor.post(f"tables/{table}/screen"))["code"])


async def shows(screen: Client, events: int | None) -> Any:
    message = protocol.Showing(next(screen.ids), events)
    await screen.send(message)
    return await screen.verdict(message.id)


async def test_a_screen_needs_a_code_or_a_seat_and_never_gets_the_cards(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table, visitors, pages = await started(url, 3, spectators=False)
        stranger = Visitor(url)
        assert await stranger.refused(f"tables/{table}/screen") == "not_seated"
        assert await closed_with(await stranger.sit(table, screen=""), 4003)
        wrong = await stranger.sit(table, screen="aaaaaaaa")
        assert (await wrong.until_type(protocol.Refused)).code == "bad_token"
        code = await code_of(visitors[1], table)
        found = await Visitor(url).get(f"screens/{code}")
        assert found == {"table": table, "code": code}
        assert (await stranger.get("screens/aaaaaaaa", 403))["code"] == "bad_token"
        television = await Visitor(url).sit(table, screen=code)
        laptop = await visitors[0].sit(table, screen="")
        for screen in (television, laptop):
            assert (await screen.until_type(protocol.Welcome)).seat is None
            assert isinstance(await shows(screen, 2), protocol.Accepted)
            assert screen.ask is None
        while not any(isinstance(m, protocol.ScreenAt) and m.events == 2 for m in pages[0].messages):
            await pages[0].read()
        assert not any(m.spectators for m in pages[0].messages if isinstance(m, protocol.PresenceChanged))
        await pages[2].send(protocol.NextStep("n", 2))
        assert isinstance(await pages[2].verdict("n"), protocol.Accepted)
        assert (await laptop.until_type(protocol.StepWanted)).events == 2
        await visitors[0].post(f"tables/{table}/settings", {"spectators": True})
        await visitors[0].post(f"tables/{table}/settings", {"spectators": False})
        for screen in (television, laptop):  # whoever watches is shown out, the table's own screens are not
            assert isinstance(await shows(screen, 1), protocol.Accepted)


async def test_a_watcher_neither_paces_nor_asks_for_steps(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table, _, pages = await started(url, 3)
        watcher = await Visitor(url).sit(table, screen="")
        await watcher.until_type(protocol.Welcome)
        assert (await shows(watcher, 1)).code == "no_screen"
        await watcher.send(protocol.NextStep("n", 1))
        assert (await watcher.verdict("n")).code == "not_seated"
        await pages[0].send(protocol.NextStep("n", 1))
        assert (await pages[0].verdict("n")).code == "no_screen"
        assert (await shows(pages[0], 1)).code == "no_screen"
        assert not any(isinstance(m, protocol.ScreenAt) for page in pages for m in page.messages)


async def test_a_flood_of_steps_is_refused_and_the_table_goes_on(tmp_path: Path):
    async with served(tmp_path, rates=Rates()) as (url, _):
        table, visitors = await table_of(url, 3)
        screen = await visitors[0].sit(table, draws=False, screen="")
        page = await visitors[1].sit(table)
        await screen.until_type(protocol.Welcome)
        for n in range(80):
            await screen.send(protocol.Showing(f"s{n}", 0))
        while len(replies := [m for m in screen.messages if getattr(m, "id", None)]) < 80:
            await screen.read()
        assert {reply.code for reply in replies if isinstance(reply, protocol.Refused)} == {"too_fast"}
        await page.send(protocol.Ping("p"))
        await asyncio.wait_for(page.verdict("p"), 5)


async def test_a_screen_goes_on_to_the_rematch(tmp_path: Path):
    async with served(tmp_path) as (url, server):
        table, visitors, pages = await started(url, 3)
        code = await code_of(visitors[0], table)
        await asyncio.gather(*(page.play() for page in pages))
        television = Visitor(url)
        assert (await television.get(f"screens/{code}?table={table}"))["table"] == table
        after = (await visitors[1].post(f"tables/{table}/rematch"))["table"]["id"]
        found = await television.get(f"screens/{code}?table={table}")
        assert found == {"table": after, "code": server.services.secret.screen_code(after)}
        assert isinstance(
            await shows(await television.sit(after, screen=found["code"]), 0), protocol.Accepted
        )
